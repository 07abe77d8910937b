// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

#include <unistd.h>

namespace dueline {

/// Returns this process's resident memory in bytes, or 0 if unknown.
inline qint64 residentMemory()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readAll().split(' ').value(1).toLongLong() * ::sysconf(_SC_PAGESIZE);
}

} // namespace dueline
