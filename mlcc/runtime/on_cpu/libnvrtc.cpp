/* NVRTC by the system's C++ compiler: what stands for code is the path of a shared library of the kernels.

   The environment variable CXX names the compiler (g++). The library lies in a folder of its own in TMPDIR, which is
   removed when it has been loaded (see libcuda.cpp). */
#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

extern char **environ;

namespace {

enum { SUCCESS = 0, INVALID_INPUT = 3, INVALID_PROGRAM = 4, COMPILATION = 6 };

struct Program {
  std::string source, log, library;
};

/* The folder of this library, which has kernels.h. */
std::string own_folder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&own_folder), &info) == 0 || info.dli_fname == nullptr) return ".";
  const std::string path = info.dli_fname;
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

size_t after_blanks(const std::string &text, size_t at) {
  while (at < text.size() && isspace(static_cast<unsigned char>(text[at]))) at++;
  return at;
}

/* The text of the kernels with an entry for each function that is `__global__ void`. */
std::string with_entries(const std::string &source) {
  static const std::string mark = "__global__", result = "void";
  std::string text = "#include \"kernels.h\"\n#line 1 \"kernels.cu\"\n" + source + "\n";
  for (size_t at = source.find(mark); at != std::string::npos; at = source.find(mark, at + 1)) {
    const size_t type = after_blanks(source, at + mark.size());
    if (source.compare(type, result.size(), result) != 0) continue;
    const size_t name = after_blanks(source, type + result.size());
    size_t end = name;
    while (end < source.size() && (isalnum(static_cast<unsigned char>(source[end])) || source[end] == '_')) end++;
    text += "MLCC_KERNEL(" + source.substr(name, end - name) + ")\n";
  }
  return text;
}

std::string contents(const std::string &path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/* Runs a command with its messages in a file; whether it succeeded. */
bool run(const std::vector<std::string> &words, const std::string &log) {
  std::vector<char *> argv;
  for (const std::string &word : words) argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), 0x241 /* write, create, truncate */, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t pid = 0;
  int status = -1;
  const int code = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) {
    std::ofstream(log) << argv[0] << ": " << strerror(code) << "\n";
    return false;
  }
  while (waitpid(pid, &status, 0) < 0) {}
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

extern "C" {

int nvrtcCreateProgram(void **program, const char *source, const char *, int, const char *const *,
                       const char *const *) {
  if (program == nullptr || source == nullptr) return INVALID_INPUT;
  *program = new Program{source, "", ""};
  return SUCCESS;
}

int nvrtcCompileProgram(void *program, int, const char *const *) {
  if (program == nullptr) return INVALID_PROGRAM;
  Program &p = *static_cast<Program *>(program);
  const char *const temporary = getenv("TMPDIR"), *const compiler = getenv("CXX");
  std::string folder = std::string(temporary == nullptr || *temporary == 0 ? "/tmp" : temporary) + "/mlcc-cuda-XXXXXX";
  if (mkdtemp(&folder[0]) == nullptr) {
    p.log = folder + ": " + strerror(errno);
    return COMPILATION;
  }
  const std::string text = folder + "/kernels.cpp", library = folder + "/kernels.so", log = folder + "/log";
  std::ofstream(text) << with_entries(p.source);
  /* products and sums contract as nvcc's do */
  const bool done = run({compiler == nullptr || *compiler == 0 ? "g++" : compiler, "-std=c++17", "-O2", "-march=native",
                         "-ffp-contract=fast", "-fPIC", "-shared", "-w", "-I", own_folder(), "-o", library, text},
                        log);
  p.log = contents(log);
  unlink(log.c_str());
  unlink(text.c_str());
  if (!done) {
    rmdir(folder.c_str());
    fprintf(stderr, "%s", p.log.c_str());
    return COMPILATION;
  }
  p.library = library;
  return SUCCESS;
}

int nvrtcGetCUBINSize(void *program, size_t *size) {
  if (program == nullptr) return INVALID_PROGRAM;
  *size = static_cast<Program *>(program)->library.size() + 1;
  return SUCCESS;
}

int nvrtcGetCUBIN(void *program, char *text) {
  if (program == nullptr) return INVALID_PROGRAM;
  strcpy(text, static_cast<Program *>(program)->library.c_str());
  return SUCCESS;
}

int nvrtcGetProgramLogSize(void *program, size_t *size) {
  if (program == nullptr) return INVALID_PROGRAM;
  *size = static_cast<Program *>(program)->log.size() + 1;
  return SUCCESS;
}

int nvrtcGetProgramLog(void *program, char *text) {
  if (program == nullptr) return INVALID_PROGRAM;
  strcpy(text, static_cast<Program *>(program)->log.c_str());
  return SUCCESS;
}

int nvrtcDestroyProgram(void **program) {
  delete static_cast<Program *>(*program);
  *program = nullptr;
  return SUCCESS;
}
}
