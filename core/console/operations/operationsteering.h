// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/bulkeditor.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// Returns a unique name for a program that runs an operation. The name is used to claim the operation. `by`:
/// user@host.
QByteArray makeHolder(const QByteArray& by);

/// Sleeps for `wait` in short intervals, so that a cancellation takes effect soon. Calls `goesOn` after each interval
/// and returns false as soon as `goesOn` does.
bool napFor(Millis wait, const std::atomic<bool>& cancelled, const std::function<bool()>& goesOn);

/// Pace control of an operation or undo, by tasks per second and by the share of time during which
/// Redis may be busy. It also handles requests to pause, end or change the pace, which come from
/// this program or from the queue.
class OperationSteering
{
public:
    static constexpr Millis pauseLook{1000}; ///< interval at which a paused operation checks for a resume

    /// Starts pacing, or continues after `acted` tasks. `pace`: tasks per second, 0: unlimited; `duty`: percentage of
    /// time during which Redis may be busy.
    void start(qint64 pace, int duty, qint64 acted);

    /// Sets the pace from the next step on. Thread-safe.
    void setPace(qint64 pace) { m_newPace = pace; }
    /// Pauses or resumes from the next step on. If the operation has a record, the pause is stored there, so that other
    /// clients can see and lift it. Thread-safe.
    void setPaused(bool paused) { m_newPause = paused ? Asked::Yes : Asked::No; }

    /// Applies local requests before a step. `bulk`: editor that writes the requests to the record; null: there is no
    /// record, or it does not support requests. Errors: those of BulkEditor::ask(), after which the next step tries
    /// again.
    Result<> takeAsked(BulkEditor* bulk, const OperationRecord& record, qint64 acted);
    /// Handles a request read from the queue, where it remains until it is changed. Returns true if the operation
    /// should end.
    bool heed(const QByteArray& request, qint64 acted);

    bool isPaused() const { return m_paused; }
    /// Returns the number of tasks that the next step may process: at most `most`, and 0 while paused.
    int limit(int most) const;
    /// Marks the start of a step. The time since the previous step counts as a pause.
    void stepBegins();
    /// Returns the pause after a step that kept Redis busy for `busyUs` µs. `acted`: number of tasks processed since
    /// the start.
    Millis restAfter(qint64 busyUs, qint64 acted);
    /// Returns the wait required by the pace alone.
    Millis paceWait(qint64 acted) const;
    /// Restarts pacing, so that time spent in earlier pauses does not speed up the next steps.
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
    qint64 m_pacedFrom = 0; ///< number of processed tasks when m_acting started
    QElapsedTimer m_stepping;
    QElapsedTimer m_resting; ///< time since the last step
    /// remaining pause in µs that the duty requires; negative if the last pause was longer than required
    qint64 m_restUs = 0;
};

} // namespace dueline
