"""Small things around the compiler, where TVM's users look for them: `contrib.utils.tempdir`, `contrib.cc` …"""
