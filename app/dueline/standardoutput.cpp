// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/standardoutput.h"

#include <cerrno>
#include <cstdio>

namespace dueline {

bool printed(const QString& text)
{
    errno = 0;
    std::fputs(text.toLocal8Bit().constData(), stdout);
    std::fflush(stdout);
    const int code = errno;
    if (!std::ferror(stdout))
        return true;
    std::fprintf(stderr, "dueline: Cannot write to standard output: %s.\n", qPrintable(qt_error_string(code)));
    return false;
}

} // namespace dueline
