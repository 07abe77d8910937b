// SPDX-License-Identifier: GPL-3.0-or-later
// Entry point of a libFuzzer program. CMake sets the target.
#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, size_t size)
{
    dueline::fuzz::FUZZ_TARGET(QByteArray(reinterpret_cast<const char*>(data), qsizetype(size)));
    return 0;
}
