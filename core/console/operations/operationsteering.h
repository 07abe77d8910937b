// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/bulkeditor.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// Returns a unique name for a program that carries out an operation, which locks it for others. `by`: user@host.
QByteArray makeHolder(const QByteArray& by);

/// Sleeps for `wait` in short naps, to detect a cancellation soon. Returns false once `goesOn`, called after each nap,
/// returns false.
bool napFor(Millis wait, const std::atomic<bool>& cancelled, const std::function<bool()>& goesOn);

/// Pacing of the steps of an operation or undo: tasks per second, and the share of time that Redis may be busy. It
/// also handles requests to pause, to end, or to change the pace, from this program or from the queue.
class OperationSteering
{
public:
    static constexpr Millis pauseLook{1000}; ///< interval at which a paused operation checks for a resume

    /// Starts acting, or continues after `acted` tasks. `pace`: tasks per second, 0: unlimited; `duty`: percent.
    void start(qint64 pace, int duty, qint64 acted);

    /// Sets the pace from the next step on. Thread-safe.
    void setPace(qint64 pace) { m_newPace = pace; }
    /// Pauses or resumes from the next step on. The pause of an operation with a record is stored there, so that other
    /// clients see it and may lift it. Thread-safe.
    void setPaused(bool paused) { m_newPause = paused ? Asked::Yes : Asked::No; }

    /// Applies local requests before a step. `bulk`: writes them to the record; null: there is no record, or it takes
    /// no requests. Errors: those of BulkEditor::ask(); the next step tries again.
    Result<> takeAsked(BulkEditor* bulk, const OperationRecord& record, qint64 acted);
    /// Applies the request from the queue, which stays until it changes. Returns true if the operation should end.
    bool heed(const QByteArray& request, qint64 acted);

    bool isPaused() const { return m_paused; }
    /// Returns how many of `most` tasks the next step may process; 0 while paused.
    int limit(int most) const;
    /// Marks the beginning of a step; the time since the last one counts as rest.
    void stepBegins();
    /// Returns the pause after a step that kept Redis busy for `busyUs`, µs. `acted`: tasks since the beginning.
    Millis restAfter(qint64 busyUs, qint64 acted);
    /// Returns the wait that the pace alone requires.
    Millis paceWait(qint64 acted) const;
    /// Restarts the pace: earlier pauses do not allow a faster pace now.
    void restart(qint64 acted);

private:
    enum class Asked : quint8 { Nothing, Yes, No };

    qint64 m_pace = 0;
    int m_duty = 100;
    std::atomic<qint64> m_newPace = -1;
    std::atomic<Asked> m_newPause = Asked::Nothing;
    bool m_paused = false;
    QByteArray m_request; ///< last request in the queue
    QElapsedTimer m_acting;
    qint64 m_pacedFrom = 0; ///< tasks acted on when m_acting began
    QElapsedTimer m_stepping;
    QElapsedTimer m_resting; ///< time since the last step
    qint64 m_restUs = 0; ///< remaining rest required by the duty, µs; negative: rested in advance
};

} // namespace dueline
