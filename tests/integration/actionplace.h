// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/jobplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/must.h"

#include <QSet>
#include <QTest>

namespace dueline {

/// Server with queues filled and processed by Bull or BullMQ. Tests may change the queues.
class ActionPlace : public JobPlace
{
public:
    ActionPlace(const QString& module, const QString& layout)
        : JobPlace(module, layout)
    { }

    Backend& operating()
    {
        if (!m_operating)
            m_operating = openBackend();
        return *m_operating;
    }
    std::unique_ptr<Backend> openBackend() { return openBackend(server.config()); }
    std::unique_ptr<Backend> openBackend(const RedisConfig& config) const
    {
        return must(openLayout(parseLayout(layout).value(), config, {}, {}, Access::Operate));
    }
    QueueEditor& editor() { return *operating().editor(); }

    std::vector<TaskRef> refs(TaskState state)
    {
        std::vector<TaskRef> refs;
        for (const Task& task : page(state))
            refs.push_back(dueline::refOf(task));
        return refs;
    }
    TaskRef ref(const TaskId& id)
    {
        const Task task = must(inspector().task(queue, id)).task;
        return dueline::refOf(task);
    }

    OperationRequest request(ActionKind kind) const
    {
        OperationRequest request;
        request.queue = queue;
        request.action.kind = kind;
        request.by = "alice@there";
        if (kind == ActionKind::Reschedule) {
            request.action.time = Action::Time::Shift;
            request.action.by = Millis(3'600'000);
        }
        return request;
    }
    /// Performs an action on all tasks in a state. Returns the final progress.
    OperationProgress act(ActionKind kind, TaskState state)
    {
        OperationRequest whole = request(kind);
        whole.states = {state};
        return finish(whole);
    }
    OperationProgress act(ActionKind kind, const std::vector<TaskRef>& refs)
    {
        OperationRequest named = request(kind);
        named.selection.kind = TaskSelection::Kind::Refs;
        named.selection.refs = refs;
        return finish(named);
    }
    /// Executes one step without a record. Returns the outcomes that the layout reports.
    std::vector<ItemOutcome> step(ActionKind kind, const std::vector<TaskRef>& refs)
    {
        ActionStep step;
        step.queue = queue;
        step.operation = queue + "/step" + QByteArray::number(++m_steps);
        step.action.kind = kind;
        step.refs = refs;
        if (kind == ActionKind::Reschedule)
            step.newDue.assign(refs.size(), must(operating().serverTime()) + Millis(3'600'000));
        return must(editor().act(step));
    }
    UndoProgress undo(const OperationId& id)
    {
        UndoRun run(queue, id, "bob@here");
        return must(run.finish(operating()));
    }

    /// Returns all of the queue's keys with their values, except event streams and counters.
    std::map<QByteArray, QByteArray> content()
    {
        auto keys = keySpaceOf(server);
        const QByteArray base = "bull:" + queue + ':';
        for (const char* name : {"events", "marker", "pc", "id"})
            keys.erase(base + name);
        return keys;
    }
    /// Returns the keys with different values, for failure messages.
    static QByteArray difference(
        const std::map<QByteArray, QByteArray>& before, const std::map<QByteArray, QByteArray>& after)
    {
        QByteArrayList words;
        for (const auto& [key, value] : before) {
            const auto found = after.find(key);
            if (found == after.end())
                words << key + " is gone";
            else if (found->second != value)
                words << key + " was " + value.toPercentEncoding(" :") + " is " + found->second.toPercentEncoding(" :");
        }
        for (const auto& [key, value] : after) {
            if (!before.contains(key))
                words << key + " is new";
        }
        return words.join('\n');
    }

    OperationId lastOperation; ///< set by act()
    SkippedTasks skipped; ///< set by act()

private:
    OperationProgress finish(const OperationRequest& what)
    {
        OperationRun run(what);
        const OperationProgress progress = must(run.finish(operating()));
        lastOperation = run.id();
        skipped = run.skipped();
        return progress;
    }

    std::unique_ptr<Backend> m_operating;
    int m_steps = 0;
};

inline QSet<QByteArray> distinct(const QByteArrayList& ids) { return {ids.begin(), ids.end()}; }

/// Discards half of `many` waiting jobs while the framework's own worker claims jobs, then undoes the discard. Each job
/// must run exactly once.
inline void discardManyBesideAWorker(ActionPlace& place, int many)
{
    place.add({QStringLiteral(R"({"name":"keep","copies":%1})").arg(many / 2),
        QStringLiteral(R"({"name":"drop","copies":%1})").arg(many / 2)});
    OperationRequest request = place.request(ActionKind::Discard);
    request.selection.kind = TaskSelection::Kind::Filter;
    request.selection.filter = must(TaskFilter::parse(QStringLiteral("type:drop")));
    OperationRun run(request);
    QCOMPARE(must(run.preview(place.operating())).total, many / 2);
    NodePeer worker(place.server, place.module, place.queue);
    QTRY_VERIFY(place.info().counts[TaskState::Done] > 100);
    QVERIFY(run.finish(place.operating()).ok());
    const qint64 discarded = run.progress().done;
    QVERIFY2(discarded > 0 && discarded + run.skipped().total() == many / 2, qPrintable(run.skipped().summary()));
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Done], many - discarded, 60'000);
    QCOMPARE(place.info().counts[TaskState::Trash], discarded);
    QCOMPARE(place.undo(run.id()).restored, discarded);
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Done], many, 60'000);
    QTRY_COMPARE(worker.ran().size(), many);
    QCOMPARE(distinct(worker.ran()).size(), many);
}

} // namespace dueline
