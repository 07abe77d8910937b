// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/bulkeditor.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// Returns a unique name with which a program claims an operation that it runs. `by`: user@host.
QByteArray makeHolder(const QByteArray& by);

/// Waits for `wait`, in short intervals. After each interval, calls `goesOn`. Returns false as soon as `goesOn` does.
/// Returns true at the end, or early if `cancelled` is set.
bool napFor(Millis wait, const std::atomic<bool>& cancelled, const std::function<bool()>& goesOn);

/// Pace of an operation or undo, limited in tasks per second and in the share of time for which Redis may be busy. Also
/// handles requests to pause, cancel or change the pace, which come from this program or from the queue.
class OperationSteering
{
public:
    static constexpr Millis pauseLook{
        1000}; ///< interval at which a paused operation checks whether it has been resumed

    /// Starts pacing. `pace`: tasks per second; 0: unlimited. `duty`: maximum percentage of the time for which Redis
    /// may be busy. `acted`: number of tasks that have already been processed.
    void start(qint64 pace, int duty, qint64 acted);

    /// Sets the pace for the following steps. Thread-safe.
    void setPace(qint64 pace) { m_newPace = pace; }
    /// Pauses or resumes before the next step. If the operation has a record, the record stores the pause, so that
    /// other clients can see and end it. Thread-safe.
    void setPaused(bool paused) { m_newPause = paused ? Asked::Yes : Asked::No; }

    /// Applies the requests made with setPace() and setPaused(). Call this before each step. `bulk`: writes a pause to
    /// the record; null if the operation has no record or the layout does not support this. Errors: those of
    /// BulkEditor::ask(); the next call tries again.
    Result<> takeAsked(BulkEditor* bulk, const OperationRecord& record, qint64 acted);
    /// Applies a request that was read from the queue. Ignores it if it is the same as in the last call. Returns
    /// whether it is a request to cancel.
    bool heed(const QByteArray& request, qint64 acted);

    bool isPaused() const { return m_paused; }
    /// Returns how many tasks the next step may process: at most `most`, and 0 while paused.
    int limit(int most) const;
    /// Records that a step begins. The time since the previous step counts as rest.
    void stepBegins();
    /// Returns how long to rest after a step. `busyUs`: how long the step kept Redis busy, in µs. `acted`: number of
    /// tasks that have been processed.
    Millis restAfter(qint64 busyUs, qint64 acted);
    /// Returns how long to wait so that the number of tasks per second is not exceeded.
    Millis paceWait(qint64 acted) const;
    /// Restarts pacing, so that the next steps do not make up for time spent paused.
    void restart(qint64 acted);

private:
    enum class Asked : quint8 { Nothing, Yes, No };

    qint64 m_pace = 0;
    int m_duty = 100;
    std::atomic<qint64> m_newPace = -1;
    std::atomic<Asked> m_newPause = Asked::Nothing;
    bool m_paused = false;
    QByteArray m_request; ///< last request that was read from the queue
    QElapsedTimer m_acting;
    qint64 m_pacedFrom = 0; ///< number of tasks that had been processed when m_acting was started
    QElapsedTimer m_stepping;
    QElapsedTimer m_resting; ///< started at the end of each step
    /// Rest in µs that is still due; negative if the last rest was too long.
    qint64 m_restUs = 0;
};

} // namespace dueline
