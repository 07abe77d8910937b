// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/marks.h"
#include "core/console/witness/recordedevents.h"
#include "core/queue/operation.h"
#include "core/queue/schedule.h"

#include <QCoreApplication>
#include <QMetaType>

#include <vector>

namespace dueline {

/// Past or future event on the timeline that is not a task, as readable text.
struct TimelineMark
{
    Q_DECLARE_TR_FUNCTIONS(TimelineMark)

public:
    enum class Kind : quint8 {
        Operation, ///< action on many tasks or on a queue
        ServerStart, ///< server restart, or replacement of the server process
        Run, ///< last run of a recurring task
        NextRun, ///< next run of a recurring task
        Failover, ///< replacement of the server, or a change of its role or master
        Flush, ///< FLUSHALL or FLUSHDB
        Eviction, ///< keys removed because of the memory limit
        Loss, ///< loss of tasks from a queue due to one of these events
        Silence, ///< period in which no worker claimed due tasks
        Version, ///< change to a different version of a queue's framework
        Note, ///< mark written by a user or a program, for example for a deployment
    };
    /// Labeled detail of the mark.
    struct Detail
    {
        QString name;
        QString value;
        bool operator==(const Detail&) const = default;
    };

    /// Returns a mark for an operation, such as `12,000 tasks retried`, with the user and the reason. `namesQueue`:
    /// true to include the queue.
    static TimelineMark of(const OperationRecord& record, bool namesQueue);
    /// Returns marks for the last and next runs, if any.
    static std::vector<TimelineMark> of(const QueueName& queue, const ScheduleState& state, bool namesQueue);
    /// Returns a mark for a server start.
    static TimelineMark ofStart(TimePoint at);
    /// Returns a mark for a replaced server process. `at`: approximate time when the new process, which was already
    /// running, was detected.
    static TimelineMark ofChange(TimePoint at);

    /// Returns a mark that `duectl mark` or another program has written.
    static TimelineMark ofNote(const Mark& note);
    /// Returns the mark for an event in the window's recording; nullopt for kinds that aren't shown.
    static std::optional<TimelineMark> of(const QueueEventRecord& recorded, bool namesQueue);

    /// Returns whether a report on what has changed since the mark is useful.
    bool isChange() const
    {
        using enum Kind;
        return kind == ServerStart || kind == Failover || kind == Flush || kind == Eviction || kind == Loss
            || kind == Note;
    }
    /// Returns the mark's icon name.
    QString icon() const;
    /// Returns a description of the mark, such as `12,000 tasks retried, By: anna@host, Why: …`.
    QString words() const;
    bool operator==(const TimelineMark&) const = default;

    Kind kind = Kind::Operation;
    TimePoint at{};
    QString title;
    std::vector<Detail> details; ///< details, such as the user and the reason
    QueueName queue; ///< queue of the mark; empty if the mark applies to the entire server
    OperationId operation; ///< operation's id; empty if the mark isn't an operation
    QByteArray deed; ///< operation kind; see OperationRecord

private:
    void describeSilence(const RecordEvent& event);
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::TimelineMark)
