// SPDX-License-Identifier: GPL-3.0-or-later
// Program that contains all tests in a folder. `tests_unit tst_duration [FUNCTION...] [Qt Test option]...` runs one
// file's tests, in a process that runs nothing else. Without a name, the program lists the files.
#include "tests/testmain.h"

#include "core/base/standardstreams.h"

#include <cstdio>
#include <set>
#include <string>

#undef main

namespace {

const RegisteredTest* lastRegistered = nullptr;

/// Returns `tst_duration` for `/somewhere/tests/unit/tst_duration.cpp`.
std::string nameOf(const RegisteredTest& test)
{
    const std::string file = test.file;
    const std::size_t begin = file.rfind('/') + 1; // npos + 1 is 0
    return file.substr(begin, file.rfind('.') - begin);
}

} // namespace

RegisteredTest::RegisteredTest(const char* theFile, TestMain theMain)
    : file(theFile)
    , run(theMain)
    , next(lastRegistered)
{
    lastRegistered = this;
}

int main(int argc, char** argv)
{
    using namespace dueline;
    fillStandardStreams();
    std::set<std::string> names;
    for (const RegisteredTest* test = lastRegistered; test; test = test->next) {
        const std::string name = nameOf(*test);
        if (argc > 1 && name == argv[1])
            return test->run(argc - 1, argv + 1); // The test gets its own name as the program name.
        names.insert(name);
    }
    if (argc > 1) {
        std::fprintf(stderr, "%s has no tests of the name %s. Started without arguments, it lists those it has.\n",
            argv[0], argv[1]);
        return 2;
    }
    for (const std::string& name : names)
        std::puts(name.c_str());
    return 0;
}
