// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/queue/schedule.h"

#include <QCoreApplication>
#include <QMetaType>

#include <vector>

namespace dueline {

/// What happened, or will, at one instant of a timeline, besides its tasks. In words, for people.
struct TimelineMark
{
    Q_DECLARE_TR_FUNCTIONS(TimelineMark)

public:
    enum class Kind : quint8 {
        Operation, ///< somebody did something to many tasks, or to the queue
        ServerStart, ///< the server began anew, or another process took over
        Run, ///< a recurring task ran last
        NextRun, ///< a recurring task runs next
    };
    /// A line of what is known of it.
    struct Detail
    {
        QString name;
        QString value;
        bool operator==(const Detail&) const = default;
    };

    /// `12,000 tasks retried`, with who and why; `namesQueue`: and in which queue.
    static TimelineMark of(const OperationRecord& record, bool namesQueue);
    /// The last and the next run, as far as there are any.
    static std::vector<TimelineMark> of(const QueueName& queue, const ScheduleState& state, bool namesQueue);
    /// The server's process began.
    static TimelineMark ofStart(TimePoint at);
    /// Another process was met that had begun before: it took over about then.
    static TimelineMark ofChange(TimePoint at);

    /// Its picture, by name.
    QString icon() const;
    /// `12,000 tasks retried, By: anna@host, Why: …`
    QString words() const;
    bool operator==(const TimelineMark&) const = default;

    Kind kind = Kind::Operation;
    TimePoint at{};
    QString title;
    std::vector<Detail> details; ///< who, why
    QueueName queue; ///< empty: of the whole server
    OperationId operation; ///< empty: none
    QByteArray deed; ///< the operation's kind
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::TimelineMark)
