// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"

#include <QTest>

namespace dueline {

/// Common setup for tests of other programs' sorted sets, usually with the `jobs` key: a server, a backend, and
/// helpers.
class ZsetPlace
{
protected:
    template <typename T> static T must(Result<T> result)
    {
        if (result)
            return std::move(result).value();
        qFatal("%s %s", qUtf8Printable(result.error().message), qUtf8Printable(result.error().detail));
    }
    static void must(const Result<>& result)
    {
        if (!result)
            QTest::qFail(qPrintable(result.error().message), __FILE__, __LINE__);
    }
    std::unique_ptr<Backend> open(const char* layout, Access access = Access::OperateAndWork)
    {
        return must(openLayout(must(parseLayout(QString::fromLatin1(layout))), m_server.config(), {}, "w-1", access));
    }
    qint64 nowMs()
    {
        const Reply time = m_server.call({"TIME"});
        return time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
    }
    void put(const QByteArray& member, double secondsFromNow, const QByteArray& key = "jobs")
    {
        m_server.call({"ZADD", key, QByteArray::number(double(nowMs()) / 1000 + secondsFromNow, 'f', 6), member});
    }
    static Claim claim(
        Backend& backend, int limit = 100, const TypeSelection& types = {true, {}, {}}, const char* key = "jobs")
    {
        ClaimRequest request;
        request.queue = key;
        request.limit = limit;
        request.types = types;
        Claim claim = must(backend.broker()->claim(request));
        for (int round = 0; claim.leases.empty() && claim.more && round < 100; ++round)
            claim = must(backend.broker()->claim(request));
        return claim;
    }
    static TaskRef refOf(Backend& backend, const TaskId& id, const char* key = "jobs")
    {
        const Task task = must(backend.inspector().task(key, id)).task;
        return dueline::refOf(task);
    }
    static ItemOutcome act(Backend& backend, ActionKind kind, const TaskRef& ref, TimePoint at = {},
        const char* operation = "jobs/op1", const char* key = "jobs")
    {
        ActionStep step;
        step.queue = key;
        step.operation = operation;
        step.action.kind = kind;
        step.refs = {ref};
        if (kind == ActionKind::Reschedule)
            step.newDue = {at};
        const auto outcomes = must(backend.editor()->act(step));
        return outcomes.empty() ? ItemOutcome::NotFound : outcomes.front();
    }
    static UndoStep undo(Backend& backend, const char* operation)
    {
        OperationRecord record;
        record.id = operation;
        record.queue = "jobs";
        record.kind = "reschedule";
        record.finished = record.undoable = true;
        must(backend.editor()->record(record));
        return must(backend.editor()->undo("jobs", operation, "jobs/undo", {}));
    }

    RedisServer m_server;
};

} // namespace dueline
