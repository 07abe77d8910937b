// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"

#include <QTest>

namespace dueline {

using namespace std::chrono_literals;

/// Queue of a custom design without a sorted set, on a private server. Both of its clients act as worker and operator.
class ListPlace
{
public:
    explicit ListPlace(const QString& layout)
        : layout(layout)
        , spec(parseLayout(layout).value())
        , queue(spec.facts().queue.value())
        , backend(open("worker-a"))
        , other(open("worker-b"))
    { }

    std::unique_ptr<Backend> open(const QByteArray& session, Access access = Access::OperateAndWork)
    {
        auto opened = openLayout(spec, server.config(), {}, session, access);
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        return std::move(opened).value();
    }

    template <typename T> static T value(Result<T> result)
    {
        if (!result) {
            QTest::qFail(qPrintable(result.error().message), __FILE__, __LINE__);
            return T();
        }
        return std::move(result).value();
    }

    Claim claim(int limit = 100, Backend* by = nullptr)
    {
        Claim all;
        do {
            all = value((by ? by : backend.get())->broker()->claim({queue, limit, 30s, {true, {}, {}}}));
        } while (all.more && all.leases.empty());
        return all;
    }
    QByteArray payload(const Lease& lease)
    {
        const auto loads = value(backend->broker()->load(queue, {lease}));
        return loads.empty() ? QByteArray() : loads[0].payload;
    }
    std::vector<WriteOutcome> ack(const std::vector<Lease>& leases, const QByteArray& result = {})
    {
        std::vector<Ack> acks;
        for (const Lease& lease : leases)
            acks.push_back({lease.id, lease.token, result.isEmpty() ? std::nullopt : std::optional(result)});
        return value(backend->broker()->ack(queue, acks, {}));
    }
    std::vector<Task> page(TaskState state)
    {
        return value(backend->inspector().page({queue, state, 0, 1000, {}})).tasks;
    }
    qint64 count(TaskState state)
    {
        const auto info = backend->inspector().queue(queue);
        return info ? info->counts[state] : 0;
    }
    std::vector<TaskRef> refs(TaskState state)
    {
        std::vector<TaskRef> seen;
        for (const Task& task : page(state))
            seen.push_back(dueline::refOf(task));
        return seen;
    }
    std::vector<ItemOutcome> act(ActionKind kind, const std::vector<TaskRef>& seen, const QByteArray& operation = "op1",
        std::optional<TimePoint> due = {})
    {
        ActionStep step{queue, queue + '/' + operation, {}, seen, {}};
        step.action.kind = kind;
        if (due)
            step.newDue.assign(seen.size(), *due);
        OperationRecord record;
        record.id = step.operation;
        record.kind = actionName(kind).toByteArray();
        record.queue = queue;
        record.undoable = record.finished = true;
        const auto outcomes = value(backend->editor()->act(step));
        if (const auto recorded = backend->editor()->record(record); !recorded)
            QTest::qFail(qPrintable(recorded.error().message), __FILE__, __LINE__);
        return outcomes;
    }
    UndoStep undo(const QByteArray& operation = "op1")
    {
        UndoStep sum;
        do {
            const UndoStep step
                = value(backend->editor()->undo(queue, queue + '/' + operation, queue + "/undo", sum.cursor));
            sum.restored += step.restored;
            sum.movedOn += step.movedOn;
            sum.cursor = step.cursor;
        } while (!sum.cursor.isEmpty() && !QTest::currentTestFailed());
        return sum;
    }
    /// Returns how many tasks the statistics of recent minutes count as added.
    qint64 countedAsAdded()
    {
        const TimePoint now = value(backend->serverTime());
        qint64 added = 0;
        for (const StatisticsBin& bin : value(backend->inspector().statistics(queue, now - 5min, now + 1min)))
            added += bin.added;
        return added;
    }
    static bool isWoken(EventSource& source)
    {
        const auto event = value(source.next(5s));
        return event && event->kind == QueueEvent::Kind::Wake;
    }
    /// Returns the items in the design's list, next to be claimed first.
    QByteArrayList items()
    {
        QByteArrayList items;
        for (const Reply& item : server.call({"LRANGE", queue, "0", "-1"}).items)
            items.prepend(item.bytes);
        return items;
    }
    void push(const QByteArrayList& items)
    {
        for (const QByteArray& item : items)
            server.call({"LPUSH", queue, item});
    }

    RedisServer server;
    QString layout;
    LayoutSpec spec = defaultLayout();
    QByteArray queue;
    std::unique_ptr<Backend> backend;
    std::unique_ptr<Backend> other;
};

} // namespace dueline
