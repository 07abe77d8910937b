// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/streamplace.h"

#include <QTest>

#include <algorithm>

namespace dueline {

/// Stream with a consumer group and companion keys, and a backend that may change it.
class StreamActions
{
public:
    static constexpr const char* all = "stream:orders?dead=failed&delayed=later&idle=2s";

    explicit StreamActions(const QString& layout = QString::fromLatin1(all))
        : stream(server, "orders")
        , m_layout(layout)
    {
        stream.group("g");
        backend = open(server.config());
    }

    std::unique_ptr<Backend> open(const RedisConfig& config) const
    {
        return must(openLayout(parseLayout(m_layout).value(), config, {}, {}, Access::Operate));
    }
    /// Delivers entries to a consumer.
    void read(const QByteArray& consumer, int count, const QByteArray& group = "g")
    {
        server.call(
            {"XREADGROUP", "GROUP", group, consumer, "COUNT", QByteArray::number(count), "STREAMS", "orders", ">"});
    }
    /// Sets a pending entry's delivery time and delivery count.
    void deliver(const QByteArray& id, const QByteArray& consumer, qint64 at, int deliveries = 1)
    {
        server.call({"XCLAIM", "orders", "g", consumer, "0", id, "TIME", QByteArray::number(at), "RETRYCOUNT",
            QByteArray::number(deliveries), "JUSTID"});
    }
    std::vector<Task> page(TaskState state)
    {
        std::vector<Task> tasks;
        PageRequest request{queue, state, 0, QueueInspector::maxPage};
        while (true) {
            TaskPage page = must(backend->inspector().page(request));
            if (page.tasks.empty())
                return tasks;
            request.offset += qint64(page.tasks.size());
            tasks.insert(tasks.end(), page.tasks.begin(), page.tasks.end());
        }
    }
    ActionStep step(ActionKind kind, const std::vector<Task>& tasks, Millis idle = Millis(0))
    {
        ActionStep step{queue, queue + "/op" + QByteArray::number(++m_steps), {kind}, {}, {}};
        step.action.force = true;
        step.action.idle = idle;
        for (const Task& task : tasks) {
            step.refs.push_back(refOf(task));
            if (kind == ActionKind::Reschedule)
                step.newDue.push_back(fromMs(1'950'000'000'000 + m_steps));
        }
        return step;
    }
    /// Performs an action on tasks and stores the operation's id in `last`.
    std::vector<ItemOutcome> act(ActionKind kind, const std::vector<Task>& tasks, Millis idle = Millis(0))
    {
        const ActionStep whole = step(kind, tasks, idle);
        last = whole.operation;
        std::vector<ItemOutcome> outcomes;
        const auto foreseen = must(backend->foresee(whole));
        outcomes = must(backend->editor()->act(whole));
        if (foreseen && foreseen->outcomes != outcomes)
            qFatal("the preview differs from the outcomes of %s", last.constData());
        return outcomes;
    }
    UndoStep undo(const OperationId& operation)
    {
        OperationRecord record;
        record.id = operation;
        record.queue = queue;
        record.kind = "test";
        record.finished = record.undoable = true;
        must(backend->editor()->record(record));
        UndoStep all;
        do {
            const UndoStep step
                = must(backend->editor()->undo(queue, operation, operation + "-undo", all.cursor, UndoTurn()));
            all.restored += step.restored;
            all.movedOn += step.movedOn;
            all.cursor = step.cursor;
        } while (!all.cursor.isEmpty());
        return all;
    }
    UndoStep undo() { return undo(last); }

    /// Returns all entries, pending entries (with owner, delivery time and delivery count), consumers, dead letters and
    /// delayed messages.
    QByteArray everything()
    {
        QByteArray text;
        for (const char* key : {"orders", "failed"}) {
            for (const Reply& entry : server.call({"XRANGE", key, "-", "+"}).items)
                text += key + (' ' + entry.items[0].bytes) + ' ' + joined(entry.items[1]) + '\n';
        }
        for (const Reply& group : server.call({"XINFO", "GROUPS", "orders"}).items) {
            const QByteArray name = group.items[1].bytes;
            text += "group " + name + ' ' + group.items[7].bytes + '\n' + pending(name);
            for (const Reply& consumer : server.call({"XINFO", "CONSUMERS", "orders", name}).items)
                text += "consumer " + consumer.items[1].bytes + '\n';
        }
        return text + "later " + joined(server.call({"ZRANGE", "later", "0", "-1", "WITHSCORES"}));
    }
    /// Returns a group's pending entries with their exact delivery times.
    QByteArray pending(const QByteArray& group)
    {
        const Reply seen = server.call({"EVAL",
            "local function ms() local t = redis.call('TIME') return t[1] * 1000 + math.floor(t[2] / 1000) end "
            "local all = {} "
            "for _, each in ipairs(redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 100000)) do "
            "local before, one repeat before = ms() "
            "one = redis.call('XPENDING', KEYS[1], ARGV[1], each[1], each[1], 1)[1] until ms() == before "
            "all[#all + 1] = one[1] .. ' ' .. one[2] .. ' ' .. one[4] .. ' ' .. string.format('%d', before - one[3]) "
            "end return all",
            "1", "orders", group});
        QByteArray text;
        for (const Reply& each : seen.items)
            text += "pending " + each.bytes + '\n';
        return text;
    }

    RedisServer server;
    StreamPlace stream;
    QueueName queue = "orders/g";
    std::unique_ptr<Backend> backend;
    OperationId last;

private:
    static QByteArray joined(const Reply& list)
    {
        QByteArray text;
        for (const Reply& item : list.items)
            text += item.bytes + ' ';
        return text;
    }

    QString m_layout;
    int m_steps = 0;
};

} // namespace dueline
