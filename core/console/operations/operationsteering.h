// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/bulkeditor.h"

#include <QElapsedTimer>

#include <atomic>
#include <functional>

namespace dueline {

/// A name of its own for a program that carries something out: nobody else may meanwhile. `by`: user@host.
QByteArray makeHolder(const QByteArray& by);

/// Sleeps for `wait`, in naps, so that a cancel is noticed soon: false once `goesOn`, asked after each, says no.
bool napFor(Millis wait, const std::atomic<bool>& cancelled, const std::function<bool()>& goesOn);

/// When an operation, or an undo, takes its next step: so many tasks a second, a share of the time in which it keeps
/// Redis busy, and what is asked of it meanwhile, here or in its queue: to rest, to end, another pace.
class OperationSteering
{
public:
    static constexpr Millis pauseLook{1000}; ///< how often what rests looks whether it shall go on

    /// Acting begins, or goes on after `acted` tasks. `pace`: tasks a second, 0: as fast as it goes; `duty`: percent.
    void start(qint64 pace, int duty, qint64 acted);

    /// From the next step on. From any thread.
    void setPace(qint64 pace) { m_newPace = pace; }
    /// The same. What has a record rests by a request in it, so that others see it, and may let it go on.
    void setPaused(bool paused) { m_newPause = paused ? Asked::Yes : Asked::No; }

    /// Before a step: takes what was asked here. `bulk`: writes requests; null: there is no record, or nobody would
    /// read them. Errors: those of BulkEditor::ask(); what was asked is asked again by the next step.
    Result<> takeAsked(BulkEditor* bulk, const OperationRecord& record, qint64 acted);
    /// What the queue said is requested; it says the same until something else is. True: to end.
    bool heed(const QByteArray& request, qint64 acted);

    bool isPaused() const { return m_paused; }
    /// How many tasks of `most` the next step takes; 0 while it rests.
    int limit(int most) const;
    /// The step begins: what was rested since the last one counts.
    void stepBegins();
    /// After a step that kept Redis busy for `busyUs`, µs, and so many tasks since the beginning: how long to rest.
    Millis restAfter(qint64 busyUs, qint64 acted);
    /// What the pace alone asks for.
    Millis paceWait(qint64 acted) const;
    /// The pace counts from here: what rested does not make up for it.
    void restart(qint64 acted);

private:
    enum class Asked : quint8 { Nothing, Yes, No };

    qint64 m_pace = 0;
    int m_duty = 100;
    std::atomic<qint64> m_newPace = -1;
    std::atomic<Asked> m_newPause = Asked::Nothing;
    bool m_paused = false;
    QByteArray m_request; ///< what was asked in the queue last
    QElapsedTimer m_acting;
    qint64 m_pacedFrom = 0; ///< tasks acted on when m_acting began
    QElapsedTimer m_stepping;
    QElapsedTimer m_resting; ///< since the last step
    qint64 m_restUs = 0; ///< owed to the duty, µs; below 0: rested ahead
};

} // namespace dueline
