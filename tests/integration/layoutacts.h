// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/gatherall.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/must.h"

#include <QTest>

#include <functional>

namespace dueline {

/// Result of an operation on a framework's tasks.
struct ActDone
{
    OperationId id;
    qint64 done = 0;
    std::map<SkipReason, qint64> skipped;
};

/// Server with an operator who acts on the queues of one layout.
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
    /// Runs an action to completion, on all tasks in `states` if `ids` is empty. Reschedules go to the distant future.
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

/// Function that returns the framework's own keys with their values.
using TheirKeys = std::function<std::map<QByteArray, QByteArrayList>()>;

/// Returns a step that acts on one task in its current state. Only rescheduling uses `due`.
inline ActionStep stepOn(Backend& backend, ActionKind kind, const QueueName& queue, const TaskId& id,
    TimePoint due = fromMs(9'100'000'000'000))
{
    const Task task = must(backend.inspector().task(queue, id)).task;
    ActionStep step;
    step.queue = queue;
    step.operation = makeOperationId(queue, SystemClock().now());
    step.action.kind = kind;
    step.refs = {{task.id, task.state, {}, task.at}};
    if (kind == ActionKind::Reschedule)
        step.newDue = {due};
    return step;
}

/// Checks a key of the wrong type. The command in `spoil` creates it; its second word is the key. The error must name
/// the key as `named`, and nothing may be written, not even Dueline's own keys. Once the key is deleted, the step must
/// succeed.
template <typename Place>
void namesAKeyOfAnotherType(
    Place& place, const ActionStep& step, const Command& spoil, const QString& named, const TheirKeys& theirs)
{
    QVERIFY(!place.server.call(spoil).isError());
    const auto before = theirs();
    const auto refused = place.backend->editor()->act(step);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::WrongType);
    QVERIFY2(refused.error().message.contains(named), qPrintable(refused.error().message));
    QCOMPARE(theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:overlay:*" + uniquePartOf(step.operation) + "*was"}).items.empty());
    place.server.call({"DEL", spoil.at(1)});
    QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::Done});
}

/// Returns the configuration of a user with all permissions except those removed by `denied`: arguments for ACL
/// SETUSER.
template <typename Place> RedisConfig asSmallUser(Place& place, const QByteArray& denied)
{
    Command user{"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all"};
    for (const QByteArray& word : denied.split(' '))
        user.push_back(word);
    if (place.server.call(user).isError())
        qFatal("no such rights: %s", denied.constData());
    RedisConfig config = place.server.config();
    config.user = QStringLiteral("small");
    config.password = Secret(QByteArray("pw"));
    return config;
}

/// Checks that a missing permission is reported before anything is written, and that permitted() reports it for each
/// queue in `permits`. A user with nothing but the permissions in `enough` must be able to execute the step.
template <typename Place>
void saysWhatIsNotAllowed(Place& place, const ActionStep& step, const QByteArray& denied, const QByteArray& enough,
    const std::vector<QueueName>& permits, const TheirKeys& theirs)
{
    RedisConfig config = asSmallUser(place, denied);
    const auto before = theirs();
    const auto small = place.open(config);
    const auto refused = small->editor()->act(step);
    QVERIFY(!refused);
    QVERIFY2(refused.error().code == ErrorCode::Permission, qPrintable(refused.error().message));
    QVERIFY2(refused.error().message.endsWith(u'.'), qPrintable(refused.error().message));
    QCOMPARE(theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
    Command user{"ACL", "SETUSER", "all", "on", ">pw", "resetkeys", "+@all"};
    for (const QByteArray& word : enough.split(' '))
        user.push_back(word);
    QVERIFY(!place.server.call(user).isError());
    config.user = QStringLiteral("all");
    const auto all = place.open(config);
    for (const QueueName& queue : permits)
        QVERIFY2(all->permitted(queue).ok(), queue);
    QCOMPARE(must(all->editor()->act(step)), std::vector{ItemOutcome::Done});
}

/// Checks that repeating a step after a lost reply returns the first call's outcome, and that a new step on the same
/// task returns `later`. `other`, the same step on another task, loads the script.
template <typename Place>
void doesNothingTwice(
    Place& place, const ActionStep& step, const ActionStep& other, ItemOutcome later, const TheirKeys& theirs)
{
    ChaosProxy proxy(place.server.config());
    const auto backend = place.open(proxy.config());
    QCOMPARE(must(backend->editor()->act(other)), std::vector{ItemOutcome::Done});
    const auto before = theirs();
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Swallow;
    plan.times = 1;
    plan.request = uniquePartOf(step.operation);
    proxy.setPlan(plan);
    QCOMPARE(must(backend->editor()->act(step)), std::vector{ItemOutcome::Done});
    QCOMPARE(proxy.faults(), qint64(1));
    const auto after = theirs();
    QVERIFY(after != before);
    ActionStep again = step;
    again.operation = makeOperationId(step.queue, SystemClock().now());
    QCOMPARE(must(backend->editor()->act(again)), std::vector{later});
    QCOMPARE(theirs(), after);
}

/// Checks an action on 120 listed tasks, in steps of at most 50. After each step, the record must match `done`.
template <typename Place>
void actsOnAListInSteps(
    Place& place, const QueueName& queue, ActionKind kind, TaskState state, const std::function<qsizetype()>& done)
{
    constexpr qint64 tasks = 120;
    constexpr int ofAStep = 50;
    OperationRecord record;
    record.id = makeOperationId(queue, SystemClock().now());
    record.kind = actionName(kind).toByteArray();
    record.queue = queue;
    must(place.backend->editor()->record(record));
    BulkEditor& bulk = *place.backend->editor()->bulk(queue);
    BulkWalk walk;
    walk.state = state;
    QCOMPARE(gatherAll(bulk, queue, record.id, walk), tasks);
    BulkStep step{queue, record.id, {kind}, 0, "me", Millis(60'000), ofAStep};
    BulkState reached;
    for (qint64 before = 0; before < tasks; before = reached.place) {
        reached = must(bulk.act(step));
        QVERIFY(reached.place > before && reached.place <= before + ofAStep);
        QCOMPARE(reached.done, reached.place);
        QCOMPARE(qint64(done()), reached.done);
    }
    QVERIFY(!reached.isLeft && reached.skipped == 0);
    step.holder = "somebody else";
    QCOMPARE(bulk.act(step).error().code, ErrorCode::Busy);
    QCOMPARE(qint64(done()), tasks);
}

} // namespace dueline
