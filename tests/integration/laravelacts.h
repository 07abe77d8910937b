// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/layoutregistry.h"
#include "tests/integration/laravelplace.h"
#include "tests/support/must.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace dueline {

/// A server with queues of Laravel and a Horizon, for operations on its jobs.
class LaravelActs
{
public:
    static inline const QueueName shared = "@laravel";

    LaravelActs() { backend = open(server.config()); }

    static std::unique_ptr<Backend> open(const RedisConfig& config, const QString& layout = QStringLiteral("laravel"))
    {
        return must(openLayout(parseLayout(layout).value(), config, "dueline", {}, Access::Operate));
    }
    /// Three that wait, two that are delayed, one that runs, and what Horizon keeps; no entry without its job.
    void fill()
    {
        for (const char* uuid : {"q1", "q2", "q3"})
            server.push(LaravelServer::job(uuid));
        server.put("delayed", 9'000'000'000, LaravelServer::job("d1"));
        server.put("delayed", 9'000'000'007, LaravelServer::job("d2", R"(,"tags":[])", 1));
        server.put("reserved", 9'000'000'001, LaravelServer::job("r1", {}, 1));
        server.loadHorizon();
        server.call({"ZREM", "laravel_horizon:failed_jobs", "f-gone"});
    }
    /// Laravel itself adds jobs to `mail`; their uuids.
    QByteArrayList add(int count, int delay, int from = 0)
    {
        return PhpPeer::run(&server,
            {QStringLiteral("add"), QStringLiteral("mail"), QString::number(count), QString::number(delay),
                QStringLiteral("Mail"), QString::number(from)});
    }
    QByteArrayList queued(const QByteArray& list = LaravelServer::list)
    {
        QByteArrayList members;
        for (const Reply& member : server.call({"LRANGE", list, "0", "-1"}).items)
            members.append(member.bytes);
        return members;
    }
    OperationRequest request(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids) const
    {
        OperationRequest request;
        request.queue = queue;
        request.action = action;
        request.selection.kind = ids.empty() ? TaskSelection::Kind::All : TaskSelection::Kind::Ids;
        request.selection.ids = ids;
        request.by = "tester";
        return request;
    }
    /// Done to the end; no ids: all. What became of it.
    struct Done
    {
        OperationId id;
        qint64 done = 0;
        std::map<SkipReason, qint64> skipped;
    };
    Done act(const QueueName& queue, ActionKind kind, const std::vector<TaskId>& ids, StateSet states = StateSet::all())
    {
        Action action{kind};
        if (kind == ActionKind::Reschedule) {
            action.time = Action::Time::At;
            action.at = fromMs(9'100'000'000'123);
        }
        OperationRequest asked = request(queue, action, ids);
        asked.states = states;
        OperationRun run(asked);
        const OperationProgress progress = must(run.finish(*backend));
        return {run.id(), progress.done, run.skipped().counts()};
    }
    UndoProgress undo(const QueueName& queue, const OperationId& id)
    {
        return must(UndoRun(queue, id, "tester").finish(*backend));
    }

    LaravelServer server;
    std::unique_ptr<Backend> backend;
};

} // namespace dueline
