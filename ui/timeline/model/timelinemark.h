// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/schedule.h"

#include <QCoreApplication>
#include <QMetaType>

#include <vector>

namespace dueline {

/// Event on the timeline other than a task, past or future, in readable words.
struct TimelineMark
{
    Q_DECLARE_TR_FUNCTIONS(TimelineMark)

public:
    enum class Kind : quint8 {
        Operation, ///< action on many tasks or on the queue
        ServerStart, ///< server restart, or replacement of the server process
        Run, ///< last run of a recurring task
        NextRun, ///< next run of a recurring task
    };
    /// Labeled detail of the mark.
    struct Detail
    {
        QString name;
        QString value;
        bool operator==(const Detail&) const = default;
    };

    /// Returns the mark of an operation, such as `12,000 tasks retried`, with user and reason. `namesQueue`: whether to
    /// name the queue as well.
    static TimelineMark of(const OperationRecord& record, bool namesQueue);
    /// Returns the marks of the last and next runs, if any.
    static std::vector<TimelineMark> of(const QueueName& queue, const ScheduleState& state, bool namesQueue);
    /// Returns the mark of a server start.
    static TimelineMark ofStart(TimePoint at);
    /// Returns the mark of a replaced server process: a different process, which had started earlier, was detected at
    /// about this time.
    static TimelineMark ofChange(TimePoint at);

    /// Returns the name of the mark's icon.
    QString icon() const;
    /// Returns a description of the mark: `12,000 tasks retried, By: anna@host, Why: …`
    QString words() const;
    bool operator==(const TimelineMark&) const = default;

    Kind kind = Kind::Operation;
    TimePoint at{};
    QString title;
    std::vector<Detail> details; ///< user, reason
    QueueName queue; ///< empty: the whole server
    OperationId operation; ///< empty: none
    QByteArray deed; ///< kind of operation
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::TimelineMark)
