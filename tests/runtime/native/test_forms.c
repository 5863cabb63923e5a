/* The choice among forms: the last that the processor and the system have all of; the variable names another one. */
#include <sys/wait.h>

#include "test.h"

#include "runtime.h"

extern uint32_t host_words[8], host_last, host_last_of_7;

enum { OSXSAVE = 1 << 27 };

/* Runs a check in a process of its own: what is chosen stays. */
static void apart(void (*check)(void)) {
    const int child = fork();
    require(child >= 0);
    if (child == 0) {
        check();
        _exit(0);
    }
    int status = 1;
    require(waitpid(child, &status, 0) == child);
    require(status == 0);
}

static void has(uint32_t ecx1, uint32_t ebx7, uint32_t xcr0) {
    host_words[0] = ecx1, host_words[2] = ebx7, host_words[7] = xcr0;
}

static void takes(int32_t form, const char *name) {
    require(form < 0 ? mlcc_rt_form() < 0 : mlcc_rt_form() == form);
    require(name == NULL ? mlcc_rt_form_name() == NULL : strcmp(mlcc_rt_form_name(), name) == 0);
}

static void nothing(void) {
    has(2, 32, 6);
    takes(-1, NULL);
    require(mlcc_rt_no_form("f") == ERROR_CPU);
    require(strcmp(mlcc_rt_message(), "f: this library is for old, new, tiles, and the processor is none of these") == 0);
}

static void old(void) { has(1 | OSXSAVE, 0, 6), takes(0, "old"); }

static void new(void) { has(1 | OSXSAVE, 32, 6), takes(1, "new"); }

/* The processor has it, and the system does not save its registers, or cannot say so. */
static void not_saved(void) { has(1 | OSXSAVE, 32, 2), takes(0, "old"); }

static void no_xsave(void) { has(1, 32, 6), takes(0, "old"); }

static void old_leaves(void) {
    host_last = 1;
    has(1 | OSXSAVE, 32, 6), takes(0, "old");
}

static void tiles(void) {
    has(1 | OSXSAVE, 32, 0x60006);
    mlcc_rt_tiles() ? takes(2, "tiles") : takes(1, "new");
}

static void named(void) {
    setenv("MLCC_CPU", "old", 1);
    has(1 | OSXSAVE, 32, 6), takes(0, "old");
    setenv("MLCC_CPU", "new", 1);
    takes(0, "old");
}

static void named_in_vain(void) {
    setenv("MLCC_CPU", "new", 1);
    has(1, 0, 0), takes(-1, NULL);
    require(mlcc_rt_no_form("f") == ERROR_CPU);
    require(strncmp(mlcc_rt_message(), "f: MLCC_CPU is new, and this library is for old, new, tiles", 58) == 0);
}

static void empty_name(void) {
    setenv("MLCC_CPU", "", 1);
    has(1, 0, 0), takes(0, "old");
}

static void *chooses(void *unused) {
    (void)unused;
    takes(1, "new");
    return NULL;
}

static void at_once(void) { has(1 | OSXSAVE, 32, 6), in_threads(8, chooses); }

int main(int argc, char **argv) {
    void (*const checks[])(void) = {nothing, old,   new,           not_saved,  no_xsave, old_leaves,
                                    tiles,   named, named_in_vain, empty_name, at_once};
    unsetenv("MLCC_CPU");
    if (argc > 1 && strcmp(argv[1], "no-fork") == 0) {
        at_once();
    } else {
        for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
            apart(checks[i]);
        }
    }
    puts("done");
    return 0;
}
