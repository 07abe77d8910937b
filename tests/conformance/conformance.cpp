// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include <algorithm>

namespace dueline {

void ConformanceTest::fail(const Error& error, const char* file, int line)
{
    QTest::qFail(qPrintable(error.message + QStringLiteral(" ") + error.detail), file, line);
}

void ConformanceTest::initTestCase_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : Fixture::layouts())
        QTest::newRow(layout.constData()) << layout;
}

void ConformanceTest::init()
{
    QFETCH_GLOBAL(QByteArray, layout);
    m_fixture = Fixture::make(layout);
    QVERIFY2(m_fixture, layout.constData());
    queue = m_fixture->queue();
    m_backend = must(m_fixture->open("worker-a", Access::OperateAndWork));
    QVERIFY(m_backend);
    m_otherBackend = must(m_fixture->open("worker-b", Access::OperateAndWork));
    QVERIFY(m_otherBackend);
    QVERIFY(m_backend->editor());
    QCOMPARE(m_backend->broker() != nullptr, can().leases);
    if (const char* why = impossible())
        QSKIP(why);
}

void ConformanceTest::cleanup()
{
    m_backend.reset();
    m_otherBackend.reset();
    m_fixture.reset();
}

NewTask ConformanceTest::dueTask(const TaskId& id, Millis earlier)
{
    NewTask task;
    task.id = id;
    task.dueAt = now() - 1s - earlier;
    return task;
}

void ConformanceTest::addDue(const std::vector<TaskId>& ids)
{
    const TimePoint first = now() - 1s - Millis(ids.size());
    std::vector<NewTask> tasks;
    for (const TaskId& id : ids) {
        NewTask task;
        task.id = id;
        task.dueAt = first + Millis(tasks.size());
        tasks.push_back(task);
    }
    add(tasks);
}

void ConformanceTest::add(const std::vector<NewTask>& tasks)
{
    if (fixture().puts()) {
        for (const NewTask& task : tasks) {
            const TimePoint due = task.dueAt.value_or(now() + task.dueIn.value_or(0ms));
            fixture().put(task, due > now() ? TaskState::Scheduled : TaskState::Due);
        }
        return;
    }
    for (const AddOutcome outcome : must(editor().add(queue, tasks)))
        QCOMPARE(outcome, AddOutcome::Added);
}

Claim ConformanceTest::claim(TaskBroker& broker, int limit, Millis leaseFor, const TypeSelection& types)
{
    ClaimRequest request;
    request.queue = queue;
    request.limit = limit;
    request.leaseFor = leaseFor;
    request.types = types;
    Claim claim = must(broker.claim(request));
    for (int round = 0; claim.leases.empty() && claim.more && round < 100; ++round)
        claim = must(broker.claim(request));
    return claim;
}

Lease ConformanceTest::claimOne(Millis leaseFor, const char* file, int line)
{
    const Claim claimed = claim(worker(), 1, leaseFor);
    if (claimed.leases.size() == 1)
        return claimed.leases.front();
    fail({ErrorCode::NotFound, QStringLiteral("There was no task to claim.")}, file, line);
    return {};
}

WriteOutcome ConformanceTest::ackOne(TaskBroker& broker, const Lease& lease)
{
    const auto outcomes = must(broker.ack(queue, {{lease.id, lease.token, std::nullopt}}, {}));
    return outcomes.empty() ? WriteOutcome::Unknown : outcomes.front();
}

WriteOutcome ConformanceTest::nackOne(
    TaskBroker& broker, const Lease& lease, std::optional<Millis> retryIn, const QByteArray& error)
{
    Nack nack;
    nack.id = lease.id;
    nack.token = lease.token;
    nack.retryIn = retryIn;
    nack.outcome = retryIn ? "retry" : "failed";
    nack.error = error;
    const auto outcomes = must(broker.nack(queue, {nack}, {}));
    return outcomes.empty() ? WriteOutcome::Unknown : outcomes.front();
}

void ConformanceTest::failTask(const TaskId& id, const QByteArray& error)
{
    if (fixture().puts())
        return fixture().put(dueTask(id, 1h), TaskState::Failed, error);
    add({dueTask(id, 1h)});
    const Lease lease = claimOne();
    QCOMPARE(lease.id, id);
    QCOMPARE(nackOne(worker(), lease, std::nullopt, error), WriteOutcome::Accepted);
}

bool ConformanceTest::exists(const TaskId& id)
{
    const auto task = inspector().task(queue, id);
    if (!task && task.error().code != ErrorCode::NotFound)
        must(task);
    return task.ok();
}

TaskRef ConformanceTest::refOf(const TaskId& id)
{
    const Task task = shown(id);
    return dueline::refOf(task);
}

ItemOutcome ConformanceTest::act(const Action& action, const TaskRef& ref, const OperationId& operation)
{
    ActionStep step;
    step.queue = queue;
    step.operation = operation.isEmpty() ? queue + "/op1" : operation;
    step.action = action;
    step.refs = {ref};
    if (action.setsDue())
        step.newDue = {action.at};
    const auto outcomes = must(editor().act(step));
    return outcomes.empty() ? ItemOutcome::NotFound : outcomes.front();
}

ItemOutcome ConformanceTest::act(ActionKind kind, const TaskId& id, const OperationId& operation)
{
    Action action;
    action.kind = kind;
    return act(action, refOf(id), operation);
}

UndoStep ConformanceTest::undo(const OperationId& undone)
{
    OperationRecord record;
    record.id = undone;
    record.queue = queue;
    record.kind = "retry";
    record.finished = true;
    record.undoable = true;
    must(editor().record(record));
    UndoStep sum;
    for (int round = 0; round < 10'000; ++round) {
        const UndoStep step = must(editor().undo(queue, undone, undone + "-undo", sum.cursor));
        sum.restored += step.restored;
        sum.movedOn += step.movedOn;
        sum.cursor = step.cursor;
        if (sum.cursor.isEmpty())
            break;
    }
    return sum;
}

void ConformanceTest::sweep()
{
    for (int round = 0; round < 1000 && must(worker().sweep(queue)); ++round) { }
}

TaskPage ConformanceTest::page(const QueueName& name, TaskState state, qint64 offset, int limit)
{
    PageRequest request;
    request.queue = name;
    request.state = state;
    request.offset = offset;
    request.limit = limit;
    return must(inspector().page(request));
}

std::vector<Task> ConformanceTest::wholePage(TaskState state)
{
    std::vector<Task> tasks;
    while (true) {
        const TaskPage part = page(state, qint64(tasks.size()), 7);
        if (part.tasks.empty())
            return tasks;
        tasks.insert(tasks.end(), part.tasks.begin(), part.tasks.end());
    }
}

std::vector<Task> ConformanceTest::everything()
{
    std::vector<Task> tasks;
    for (const TaskState state : allStates) {
        const auto part = wholePage(state);
        tasks.insert(tasks.end(), part.begin(), part.end());
    }
    return tasks;
}

void ConformanceTest::populate()
{
    const auto named = [&](const TaskId& id, Millis due, const QByteArray& payload) {
        NewTask task;
        task.id = id;
        task.dueAt = now() + due;
        task.payload = payload;
        return task;
    };
    if (fixture().puts())
        return populateByHand();
    add({named("mail.send#f1", -90min, "{\"to\":\"Alice\"}"), named("mail.send#f2", -89min, "{\"to\":\"bob\"}"),
        named("report#f3", -88min, QByteArray(3000, 'r') + "alice")});
    for (const Lease& lease : claim(3).leases)
        QCOMPARE(nackOne(worker(), lease, std::nullopt, lease.id.endsWith('1') ? "Timeout after 30 s" : "exit 3"),
            WriteOutcome::Accepted);
    add({named("mail.send#r1", -80min, "to carol"), named("webhook#r2", -79min, {})});
    for (int round = 0; round < 3; ++round) {
        for (const Lease& lease : claim(2).leases)
            QCOMPARE(nackOne(worker(), lease, round < 2 ? 0ms : 2h, "HTTP 503 timeout"), WriteOutcome::Accepted);
    }
    add({named("mail.read#d1", -70min, "ALICE"), named("mail.read#d2", -69min, QByteArray(70'000, 'b') + "needle")});
    for (const Lease& lease : claim(2).leases)
        QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
    add({named("mail.send#t1", -60min, "trash of alice"), named("report#t2", -59min, {})});
    QCOMPARE(act(ActionKind::Discard, "mail.send#t1"), ItemOutcome::Done);
    QCOMPARE(act(ActionKind::Discard, "report#t2"), ItemOutcome::Done);
    add({named("mail.send#l1", -50min, "leased alice"), named("report#l2", -49min, QByteArray(100, 'l'))});
    QCOMPARE(claim(worker(), 1, 1h).leases.size(), std::size_t(1));
    QCOMPARE(claim(otherWorker(), 1, 1h).leases.size(), std::size_t(1));
    add({named("mail.send#u1", -30min, "overdue"), named("report#u2", -20min, "alice again"),
        named("mail.send#s1", 1h, "later, Alice"), named("report#s2", 26h, QByteArray("bin\0ary\xff", 8)),
        named("mail.send#order-7", 5h, QByteArray(600, 'x'))});
}

/// Replaces populate() for layouts without a broker: writes populate()'s tasks directly into the keys, in the states
/// that the layout supports.
void ConformanceTest::populateByHand()
{
    const auto put
        = [&](TaskState state, const TaskId& id, Millis due, const QByteArray& payload, const QByteArray& error = {}) {
              NewTask task;
              task.id = id;
              task.dueAt = now() + due;
              task.payload = payload;
              if (fixture().states().contains(state))
                  fixture().put(task, state, error);
          };
    put(TaskState::Failed, "mail.send#f1", -90min, "{\"to\":\"Alice\"}", "Timeout after 30 s");
    put(TaskState::Failed, "mail.send#f2", -89min, "{\"to\":\"bob\"}", "exit 3");
    put(TaskState::Failed, "report#f3", -88min, QByteArray(3000, 'r') + "alice", "exit 3");
    put(TaskState::Retrying, "mail.send#r1", 2h, "to carol", "HTTP 503 timeout");
    put(TaskState::Retrying, "webhook#r2", 2h + 1s, {}, "HTTP 503 timeout");
    put(TaskState::Done, "mail.read#d1", -70min, "ALICE");
    put(TaskState::Done, "mail.read#d2", -69min, QByteArray(70'000, 'b') + "needle");
    // These tasks became due 61 minutes ago: now() only estimates the server's clock, and the times must be at least a
    // minute away from any filter's limit. They are discarded at different times, because tasks discarded in the same
    // millisecond need not be in id order.
    for (const auto& [id, payload] :
        {std::pair<TaskId, QByteArray>{"mail.send#t1", "trash of alice"}, {"report#t2", {}}}) {
        put(TaskState::Due, id, -61min, payload);
        QCOMPARE(act(ActionKind::Discard, id), ItemOutcome::Done);
        QTest::qSleep(2);
    }
    put(TaskState::Leased, "mail.send#l1", -50min, "leased alice");
    put(TaskState::Leased, "report#l2", -49min, QByteArray(100, 'l'));
    put(TaskState::Due, "mail.send#u1", -30min, "overdue");
    put(TaskState::Due, "report#u2", -20min, "alice again");
    put(TaskState::Scheduled, "mail.send#s1", 1h, "later, Alice");
    put(TaskState::Scheduled, "report#s2", 26h, QByteArray("bin\0ary\xff", 8));
    put(TaskState::Scheduled, "mail.send#order-7", 5h, QByteArray(600, 'x'));
}

std::vector<TaskId> idsOf(const std::vector<Lease>& leases)
{
    std::vector<TaskId> ids;
    for (const Lease& lease : leases)
        ids.push_back(lease.id);
    return ids;
}

std::vector<TaskId> idsOf(const std::vector<Task>& tasks)
{
    std::vector<TaskId> ids;
    for (const Task& task : tasks)
        ids.push_back(task.id);
    return ids;
}

Task withoutPreview(Task task)
{
    task.preview.clear();
    // The times of these tasks equal the time of reading or are calculated from it (for example, from the remaining
    // time of BullMQ's lock).
    if (task.untimed || task.nativeState == "active") {
        task.at = {};
        task.dueAt.reset();
    }
    return task;
}

} // namespace dueline
