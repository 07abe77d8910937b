// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QElapsedTimer>
#include <QStringList>
#include <QTemporaryDir>

#include <future>

namespace dueline {

/// A program started at once, of which is known afterwards how long it ran and how much memory it had at most: what
/// QProcess does not tell. Killed with this object.
class MeasuredProgram
{
public:
    struct End
    {
        int code = -1; ///< -1: killed, by a signal or because it did not end in time
        QByteArray out;
        QByteArray err;
        Millis took{}; ///< from the start to the end
        /// The largest resident set. Counts what the starting process had when it started this one, too, so it is never
        /// too small.
        qint64 peakKiB = 0;
    };

    /// `variables` are added to this program's environment, or taken away by an empty value.
    MeasuredProgram(const QString& program, const QStringList& arguments,
        const std::vector<std::pair<QByteArray, QByteArray>>& variables = {});
    ~MeasuredProgram();
    MeasuredProgram(const MeasuredProgram&) = delete;
    MeasuredProgram& operator=(const MeasuredProgram&) = delete;

    qint64 processId() const { return m_pid; }
    /// Waits for its end, at most so long since its start; then it is killed.
    End finish(Millis within);

private:
    QTemporaryDir m_folder;
    qint64 m_pid = -1;
    QElapsedTimer m_timer;
    std::future<End> m_end; ///< waited for in a thread of its own, so that its time is its own
};

} // namespace dueline
