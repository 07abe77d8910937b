// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QStringList>
#include <QTemporaryDir>

#include <future>

namespace dueline {

/// Program that starts immediately and later reports its run time and peak memory usage, which QProcess cannot do.
/// Killed when this object is destroyed.
class MeasuredProgram
{
public:
    struct End
    {
        int code = -1; ///< exit code; -1: killed by a signal or after a timeout
        QByteArray out;
        QByteArray err;
        Millis took{};
        /// Maximum resident set size. Includes the memory that the parent process was using when it started the
        /// program, so it is never too small.
        qint64 peakKiB = 0;
    };

    /// Starts a program. `variables` are added to the environment; an empty value removes the variable.
    MeasuredProgram(const QString& program, const QStringList& arguments,
        const std::vector<std::pair<QByteArray, QByteArray>>& variables = {});
    ~MeasuredProgram();
    MeasuredProgram(const MeasuredProgram&) = delete;
    MeasuredProgram& operator=(const MeasuredProgram&) = delete;

    qint64 processId() const { return m_pid; }
    /// Waits for the program to end. Kills it if it runs for longer than `within`.
    End finish(Millis within);

private:
    QTemporaryDir m_folder;
    qint64 m_pid = -1;
    QElapsedTimer m_timer;
    std::future<End> m_end; ///< waits for the program on a separate thread, so that the time is exact
};

} // namespace dueline
