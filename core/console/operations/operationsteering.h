// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/bulkeditor.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// Returns a unique name that a program uses to claim the operation it is running. `by`: user@host.
QByteArray makeHolder(const QByteArray& by);

/// Waits for `wait` in short intervals, calling `goesOn` after each. Returns false as soon as `goesOn` does. Returns
/// true at the end, or early if `cancelled` is set.
bool napFor(Millis wait, const std::atomic<bool>& cancelled, const std::function<bool()>& goesOn);

/// Calls `step` until `progress` is finished. Calls `cancel` if `observer`, which may be empty, returns false. Calls
/// `failed` before it returns an error of `step`.
template <typename Progress, typename Step, typename Cancel, typename Failed>
Result<Progress> stepToEnd(const Progress& progress, const std::function<bool(const Progress&)>& observer,
    const Step& step, const Cancel& cancel, const Failed& failed)
{
    while (!progress.finished) {
        const auto stepped = step();
        if (!stepped) {
            failed();
            return stepped;
        }
        if (observer && !observer(progress))
            cancel();
    }
    return progress;
}

/// Pace of an operation or undo, limited in tasks per second and in the share of time that Redis may be busy. Also
/// handles requests to pause, cancel, or change the pace, from this program or from the queue.
class OperationSteering
{
public:
    static constexpr Millis pauseLook{1000}; ///< interval at which a paused operation checks for a resume

    /// Starts pacing. `pace`: tasks per second; 0: unlimited. `duty`: maximum percentage of time that Redis may be
    /// busy. `acted`: number of tasks already processed.
    void start(qint64 pace, int duty, qint64 acted);

    /// Sets the pace for the following steps. Thread-safe.
    void setPace(qint64 pace) { m_newPace = pace; }
    /// Pauses or resumes before the next step. If the operation has a record, the pause is stored there, so that other
    /// clients can see and end it. Thread-safe.
    void setPaused(bool paused) { m_newPause = paused ? Asked::Yes : Asked::No; }

    /// Applies requests made with setPace() and setPaused(). Call this before each step. `bulk`: writes a pause to the
    /// record; null if the operation has no record or the layout doesn't support this. Errors: same as
    /// BulkEditor::ask(); the next call tries again.
    Result<> takeAsked(BulkEditor* bulk, const OperationRecord& record, qint64 acted);
    /// Applies a request read from the queue, unless it is the same as in the last call. Returns whether it is a
    /// request to cancel.
    bool heed(const QByteArray& request, qint64 acted);

    bool isPaused() const { return m_paused; }
    /// Returns how many tasks the next step may process: at most `most`, or 0 while paused.
    int limit(int most) const;
    /// Records that a step begins. The time since the previous step counts as rest.
    void stepBegins();
    /// Returns how long to rest after a step. `busyUs`: how long the step kept Redis busy, in µs. `acted`: number of
    /// tasks processed so far.
    Millis restAfter(qint64 busyUs, qint64 acted);
    /// Returns how long to wait to stay within the limit of tasks per second.
    Millis paceWait(qint64 acted) const;
    /// Restarts pacing, so that the next steps don't make up for time spent paused.
    void restart(qint64 acted);

private:
    enum class Asked : quint8 { Nothing, Yes, No };

    qint64 m_pace = 0;
    int m_duty = 100;
    std::atomic<qint64> m_newPace = -1;
    std::atomic<Asked> m_newPause = Asked::Nothing;
    bool m_paused = false;
    QByteArray m_request; ///< last request read from the queue
    QElapsedTimer m_acting;
    qint64 m_pacedFrom = 0; ///< number of tasks processed when m_acting was started
    QElapsedTimer m_stepping;
    QElapsedTimer m_resting; ///< restarted at the end of each step
    /// Remaining rest in µs; negative if the last rest was too long.
    qint64 m_restUs = 0;
};

} // namespace dueline
