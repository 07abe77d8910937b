// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shiftedclock.h"

#include <QFile>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dueline {

ShiftedClock::ShiftedClock()
{
    const int file = ::open(
        QFile::encodeName(m_folder.filePath(QStringLiteral("clock"))).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || ::ftruncate(file, sizeof(long)) != 0)
        qFatal("no file for a clock in %s", qPrintable(m_folder.path()));
    void* mapped = ::mmap(nullptr, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (mapped == MAP_FAILED)
        qFatal("a clock's file cannot be mapped");
    m_shift = static_cast<long*>(mapped);
}

ShiftedClock::~ShiftedClock() { ::munmap(m_shift, sizeof(long)); }

void ShiftedClock::run(const std::function<void()>& start) const
{
    qputenv("DUELINE_TEST_CLOCK", QFile::encodeName(m_folder.filePath(QStringLiteral("clock"))));
    qputenv("LD_PRELOAD", CLOCKSHIFT_LIBRARY);
    start();
    qunsetenv("LD_PRELOAD");
    qunsetenv("DUELINE_TEST_CLOCK");
}

void ShiftedClock::set(Millis shift) { *static_cast<volatile long*>(m_shift) = long(shift.count()) * 1000; }

} // namespace dueline
