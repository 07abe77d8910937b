// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Combines many programs into one. Every tst_*.cpp is compiled with this header before its first line
// (CMakeLists.txt). Its main(), written out or produced by QTEST_MAIN or a similar macro, becomes a function that
// testmain.cpp calls if the program is started with the file's name.

using TestMain = int (*)(int argc, char** argv);

/// main() of a file, registered before the program's own main() starts.
struct RegisteredTest
{
    RegisteredTest(const char* file, TestMain run);

    const char* file;
    TestMain run;
    const RegisteredTest* next;
};

// Numbered, because several files may be compiled as one.
#define main(...) DUELINE_MAIN_OF_THIS_FILE(__COUNTER__, __VA_ARGS__)
#define DUELINE_MAIN_OF_THIS_FILE(...) DUELINE_NUMBERED_MAIN(__VA_ARGS__)
#define DUELINE_NUMBERED_MAIN(number, ...)                                                                             \
    mainOfAnotherProgram(__VA_ARGS__);                                                                                 \
    namespace {                                                                                                        \
    struct ThisFile##number                                                                                            \
    {                                                                                                                  \
        static int main_(__VA_ARGS__);                                                                                 \
    };                                                                                                                 \
    const RegisteredTest registeredTest##number(__FILE__, &ThisFile##number::main_);                                   \
    }                                                                                                                  \
    int ThisFile##number::main_(__VA_ARGS__)
