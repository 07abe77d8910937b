// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/layoutregistry.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/must.h"

namespace dueline {

/// What became of an operation on a framework's tasks.
struct ActDone
{
    OperationId id;
    qint64 done = 0;
    std::map<SkipReason, qint64> skipped;
};

/// A server, and an operator on the queues of one layout there.
template <typename Server = RedisServer> class LayoutActs
{
public:
    explicit LayoutActs(QString layout)
        : m_layout(std::move(layout))
    {
        backend = open(server.config());
    }

    std::unique_ptr<Backend> open(const RedisConfig& config) const { return open(config, m_layout); }
    static std::unique_ptr<Backend> open(const RedisConfig& config, const QString& layout)
    {
        return must(openLayout(parseLayout(layout).value(), config, "dueline", {}, Access::Operate));
    }
    const QString& layout() const { return m_layout; }

    static OperationRequest request(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids)
    {
        OperationRequest request;
        request.queue = queue;
        request.action = action;
        request.selection.kind = ids.empty() ? TaskSelection::Kind::All : TaskSelection::Kind::Ids;
        request.selection.ids = ids;
        request.by = "tester";
        return request;
    }
    /// Done to the end; no ids: all in those states. Rescheduled is to an instant far away.
    ActDone act(const QueueName& queue, ActionKind kind, const std::vector<TaskId>& ids,
        StateSet states = StateSet::all(), bool force = false)
    {
        Action action{kind};
        action.force = force;
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

    Server server;
    std::unique_ptr<Backend> backend;

private:
    QString m_layout;
};

} // namespace dueline
