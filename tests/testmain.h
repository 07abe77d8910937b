// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Makes one program of many that are written as programs of their own. Every tst_*.cpp is compiled with this before its
// first line (CMakeLists.txt), so that its main(), be it written out or QTEST_MAIN and its like, becomes a function
// which testmain.cpp calls when the program is started with the file's name.

using TestMain = int (*)(int argc, char** argv);

/// The main() of a file, known from before the program's own main() starts.
struct RegisteredTest
{
    RegisteredTest(const char* file, TestMain run);

    const char* file;
    TestMain run;
    const RegisteredTest* next;
};

// Numbered, since several files may be compiled as one.
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
