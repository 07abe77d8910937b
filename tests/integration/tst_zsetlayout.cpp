// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/zsetplace.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests features specific to custom sorted sets: arbitrary members, locks, names and times.
class TestZsetLayout : public QObject, private ZsetPlace
{
    Q_OBJECT

private slots:
    void initTestCase() { m_server.start(); }
    void init() { m_server.call({"FLUSHALL"}); }

    void membersOfAnyBytesAreShownRunAndNeverRewritten();
    void whatIsNeverDueIsShownFarAwayAndLeftAlone();
    void aKeyOfAnotherTypeIsToldByNameAndUntouched();
    void anActionAppliesOnlyToTheTimeThatWasSeen();
    void anUndoLeavesAloneWhatAnotherProgramChanged();
    void aDiscardedTaskComesBackAtItsVeryScore();
    void aMemberPutThereAgainIsANewTask();
    void aMemberPutThereAgainWhileWeRunItWaits();
    void aRepeatedClaimGivesTheSameLeases();
    void commandsOfCronAreTypes();
    void cronNamesItsTasksByTheirSecond();
    void whatADesignCannotHoldIsRefusedInWords();
    void aPageOfTwoPlacesIsOneList();
    void anotherQueueIsNotThere();
    void whatAWorkerHasNotStartedGoesHomeWhenItLeaves();
};

void TestZsetLayout::membersOfAnyBytesAreShownRunAndNeverRewritten()
{
    QByteArrayList members{
        QByteArray(), QByteArray("\0\xff\r\n", 4), QByteArray(1024 * 1024, 'x'), "{\"a\":[]}", "_", "a b"};
    for (int i = 0; i < members.size(); ++i)
        put(members[i], -10 - i);
    const auto backend = open("zset:jobs");
    PageRequest request;
    request.queue = "jobs";
    request.state = TaskState::Due;
    const TaskPage page = must(backend->inspector().page(request));
    QCOMPARE(page.total, members.size());
    for (const Task& task : page.tasks) {
        QVERIFY(members.contains(task.id));
        QCOMPARE(task.size, task.id.size());
        QCOMPARE(task.type, QByteArray("jobs"));
        QCOMPARE(must(backend->inspector().payload("jobs", task.id)), task.id);
    }
    const Claim held = claim(*backend);
    QCOMPARE(held.leases.size(), std::size_t(members.size()));
    QCOMPARE(m_server.call({"EXISTS", "jobs"}).integer, 0);
    const auto loads = must(backend->broker()->load("jobs", held.leases));
    for (std::size_t i = 0; i < loads.size(); ++i) {
        QVERIFY(!loads[i].damaged);
        QVERIFY(loads[i].payload == held.leases[i].id);
        QCOMPARE(held.leases[i].type, QByteArray("jobs"));
    }
    std::vector<Ack> acks;
    for (const Lease& lease : held.leases)
        acks.push_back({lease.id, lease.token, {}});
    QCOMPARE(must(backend->broker()->ack("jobs", acks, {})), std::vector(acks.size(), WriteOutcome::Accepted));
    QCOMPARE(must(backend->inspector().queue("jobs")).counts[TaskState::Done], qint64(members.size()));
}

void TestZsetLayout::whatIsNeverDueIsShownFarAwayAndLeftAlone()
{
    m_server.call({"ZADD", "jobs", "inf", "never", "-inf", "always", "-5", "old", "1e300", "far"});
    const auto backend = open("zset:jobs");
    const QueueInfo info = must(backend->inspector().queue("jobs"));
    QCOMPARE(info.counts[TaskState::Due], 2);
    QCOMPARE(info.counts[TaskState::Scheduled], 2);
    const Task never = must(backend->inspector().task("jobs", "never")).task;
    QCOMPARE(never.state, TaskState::Scheduled);
    QVERIFY(toMs(never.at) > nowMs());
    const Claim held = claim(*backend);
    QCOMPARE(held.leases.size(), std::size_t(2));
    QCOMPARE(held.leases[0].id, TaskId("always"));
    const Claim empty = claim(*backend);
    QVERIFY(empty.leases.empty());
    QVERIFY(!empty.nextDue);
    QVERIFY(empty.lookAt && *empty.lookAt <= empty.serverNow + 100ms);
    QCOMPARE(m_server.call({"ZSCORE", "jobs", "never"}).bytes, QByteArray("inf"));
    QCOMPARE(must(backend->inspector().timeline("jobs", fromMs(nowMs()) - 1h, fromMs(nowMs()) + 1h, 60)).size(),
        std::size_t(60));
    QCOMPARE(act(*backend, ActionKind::Reschedule, refOf(*backend, "never"), fromMs(nowMs()) - 1s), ItemOutcome::Done);
    QCOMPARE(claim(*backend).leases.at(0).id, TaskId("never"));
}

void TestZsetLayout::aKeyOfAnotherTypeIsToldByNameAndUntouched()
{
    m_server.call({"SET", "jobs", "something else"});
    const auto backend = open("zset:jobs");
    const auto says = [](const auto& result) {
        return !result && result.error().code == ErrorCode::WrongType
            && result.error().message.contains(QStringLiteral("jobs"));
    };
    QVERIFY(says(backend->inspector().queue("jobs")));
    QVERIFY(!must(backend->inspector().queues()).at(0).unreadable.isEmpty());
    PageRequest page;
    page.queue = "jobs";
    QVERIFY(says(backend->inspector().page(page)));
    SearchRequest search;
    search.queue = "jobs";
    QVERIFY(says(backend->inspector().search(search)));
    ClaimRequest request;
    request.queue = "jobs";
    request.types.all = true;
    QVERIFY(says(backend->broker()->claim(request)));
    NewTask task;
    task.id = "jobs#x";
    QVERIFY(says(backend->editor()->add("jobs", {task})));
    QCOMPARE(m_server.call({"GET", "jobs"}).bytes, QByteArray("something else"));
}

void TestZsetLayout::anActionAppliesOnlyToTheTimeThatWasSeen()
{
    put("a", 60);
    const auto backend = open("zset:jobs");
    const TaskRef seen = refOf(*backend, "a");
    put("a", 120); // the application's producer moves the task
    const QByteArray score = m_server.call({"ZSCORE", "jobs", "a"}).bytes;
    QCOMPARE(act(*backend, ActionKind::Reschedule, seen, fromMs(nowMs()) + 1h), ItemOutcome::MovedOn);
    QCOMPARE(act(*backend, ActionKind::Discard, seen), ItemOutcome::MovedOn);
    QCOMPARE(m_server.call({"ZSCORE", "jobs", "a"}).bytes, score);
    QCOMPARE(act(*backend, ActionKind::Discard, refOf(*backend, "a")), ItemOutcome::Done);
    QCOMPARE(m_server.call({"EXISTS", "jobs"}).integer, 0);
}

void TestZsetLayout::anUndoLeavesAloneWhatAnotherProgramChanged()
{
    put("a", 60);
    put("b", 60);
    const auto backend = open("zset:jobs");
    const QByteArray before = m_server.call({"ZSCORE", "jobs", "b"}).bytes;
    for (const char* id : {"a", "b"})
        QCOMPARE(act(*backend, ActionKind::Reschedule, refOf(*backend, id), fromMs(nowMs()) + 1h), ItemOutcome::Done);
    put("a", 500);
    const QByteArray theirs = m_server.call({"ZSCORE", "jobs", "a"}).bytes;
    const UndoStep step = undo(*backend, "jobs/op1");
    QCOMPARE(step.restored, 1);
    QCOMPARE(step.movedOn, 1);
    QCOMPARE(m_server.call({"ZSCORE", "jobs", "a"}).bytes, theirs);
    QCOMPARE(m_server.call({"ZSCORE", "jobs", "b"}).bytes, before);
}

void TestZsetLayout::aDiscardedTaskComesBackAtItsVeryScore()
{
    m_server.call({"ZADD", "jobs", "4000000000.1234567", "a"});
    const QByteArray score = m_server.call({"ZSCORE", "jobs", "a"}).bytes;
    const auto backend = open("zset:jobs");
    QCOMPARE(act(*backend, ActionKind::Discard, refOf(*backend, "a")), ItemOutcome::Done);
    QCOMPARE(must(backend->inspector().task("jobs", "a")).task.state, TaskState::Trash);
    QCOMPARE(undo(*backend, "jobs/op1").restored, 1);
    QCOMPARE(m_server.call({"ZSCORE", "jobs", "a"}).bytes, score);
    QCOMPARE(m_server.call({"EXISTS", "{jobs}:dueline:trash", "{jobs}:dueline:tasks"}).integer, 0);
    // A discarded task that the producer has re-added keeps its new time.
    QCOMPARE(act(*backend, ActionKind::Discard, refOf(*backend, "a"), {}, "jobs/op2"), ItemOutcome::Done);
    m_server.call({"ZADD", "jobs", "4100000000", "a"});
    TaskRef trashed{"a", TaskState::Trash, {}, {}};
    QCOMPARE(act(*backend, ActionKind::Restore, trashed, {}, "jobs/op3"), ItemOutcome::Done);
    QCOMPARE(m_server.call({"ZSCORE", "jobs", "a"}).bytes, QByteArray("4100000000"));
}

void TestZsetLayout::aMemberPutThereAgainIsANewTask()
{
    put("a", -5);
    const auto backend = open("zset:jobs");
    Lease lease = claim(*backend).leases.at(0);
    Nack nack;
    nack.id = "a";
    nack.token = lease.token;
    nack.error = "it broke";
    QCOMPARE(must(backend->broker()->nack("jobs", {nack}, {})).at(0), WriteOutcome::Accepted);
    QCOMPARE(must(backend->inspector().queue("jobs")).counts[TaskState::Failed], 1);
    put("a", -5);
    const Lease again = claim(*backend).leases.at(0);
    QCOMPARE(again.attempt, 1);
    QVERIFY(again.token != lease.token);
    const QueueInfo info = must(backend->inspector().queue("jobs"));
    QCOMPARE(info.counts[TaskState::Failed], 0);
    QCOMPARE(info.counts[TaskState::Leased], 1);
    QVERIFY(must(backend->inspector().task("jobs", "a")).attempts.empty());
}

void TestZsetLayout::aMemberPutThereAgainWhileWeRunItWaits()
{
    put("a", -5);
    const auto backend = open("zset:jobs");
    const Lease lease = claim(*backend).leases.at(0);
    put("a", -1);
    put("b", -0.5);
    QCOMPARE(claim(*backend).leases.at(0).id, TaskId("b")); // the running task is not claimed again
    QCOMPARE(act(*backend, ActionKind::Discard, {"a", TaskState::Due, {}, {}}), ItemOutcome::Refused);
    QCOMPARE(must(backend->broker()->ack("jobs", {{"a", lease.token, {}}}, {})).at(0), WriteOutcome::Accepted);
    QCOMPARE(claim(*backend).leases.at(0).id, TaskId("a"));
}

void TestZsetLayout::aRepeatedClaimGivesTheSameLeases()
{
    put("a", -5);
    put("b", -4);
    const auto backend = open("zset:jobs");
    const Claim held = claim(*backend, 1);
    QCOMPARE(held.leases.at(0).id, TaskId("a"));
    // If the call is repeated after a lost reply, it returns these leases, recognizing them by its nonce in their
    // tokens.
    const QByteArray memo = m_server.call({"KEYS", "{jobs}:dueline:m:*:claim"}).items.at(0).bytes;
    const QByteArray nonce = m_server.call({"GET", memo}).bytes.split(' ').at(0);
    QVERIFY(held.leases.at(0).token.contains(nonce));
    QCOMPARE(m_server.call({"ZCARD", "{jobs}:dueline:leased"}).integer, 1);
    QCOMPARE(m_server.call({"ZCARD", "jobs"}).integer, 1);
}

void TestZsetLayout::commandsOfCronAreTypes()
{
    const qint64 now = nowMs() / 1000;
    for (const char* name : {"mail_daily", "report", "mail_daily"})
        m_server.call(
            {"ZADD", "delayed", QByteArray::number(now - 10), name + QByteArray("_") + QByteArray::number(now - 10)});
    m_server.call({"ZADD", "delayed", QByteArray::number(now - 5), "without"});
    const auto backend = open("cron:delayed");
    QCOMPARE(must(backend->inspector().queue("delayed")).counts[TaskState::Due], 3);
    QVERIFY(claim(*backend, 10, {false, {"mail"}, {}}, "delayed").leases.empty());
    const Claim mail = claim(*backend, 10, {false, {}, {"mail"}}, "delayed");
    QCOMPARE(mail.leases.size(), std::size_t(1));
    QCOMPARE(mail.leases[0].type, QByteArray("mail_daily"));
    must(backend->broker()->release("delayed", mail.leases));
    QVERIFY(claim(*backend, 10, {false, {"mail"}, {}}, "delayed").leases.empty()); // a released task keeps its type
    QCOMPARE(claim(*backend, 10, {false, {"mail_daily"}, {}}, "delayed").leases.size(), std::size_t(1));
    QCOMPARE(claim(*backend, 10, {false, {"report"}, {}}, "delayed").leases.size(), std::size_t(1));
    const Claim rest = claim(*backend, 10, {true, {}, {}}, "delayed");
    QCOMPARE(rest.leases.at(0).type, QByteArray("without"));
    Nack nack;
    nack.id = mail.leases[0].id;
    nack.token = must(backend->inspector().task("delayed", nack.id)).task.token;
    QCOMPARE(must(backend->broker()->nack("delayed", {nack}, {})).at(0), WriteOutcome::Accepted);
    qint64 failed = 0;
    for (const StatisticsBin& bin :
        must(backend->inspector().statistics("delayed", fromMs(nowMs()) - 1h, fromMs(nowMs()) + 1h))) {
        const auto found = bin.failedByType.find("mail_daily");
        failed += found == bin.failedByType.end() ? 0 : found->second;
    }
    QCOMPARE(failed, 1);
    SearchRequest search;
    search.queue = "delayed";
    search.filter = must(TaskFilter::parse(QStringLiteral("type:mail_daily")));
    QCOMPARE(must(backend->inspector().search(search)).matches.size(), std::size_t(1));
}

void TestZsetLayout::cronNamesItsTasksByTheirSecond()
{
    const auto backend = open("cron:delayed");
    NewTask task;
    task.id = makeTaskId("report", fromMs(nowMs()));
    task.dueAt = fromMs(4'000'000'000'300);
    QCOMPARE(must(backend->editor()->add("delayed", {task})).at(0), AddOutcome::Added);
    // Rounded up, so that the task never runs early.
    QCOMPARE(backend->editor()->idFor(QueueName(), task), TaskId("report_4000000001"));
    QCOMPARE(m_server.call({"ZSCORE", "delayed", "report_4000000001"}).bytes, QByteArray("4000000001"));
    NewTask second = task;
    second.id = makeTaskId("report", fromMs(nowMs()));
    QCOMPARE(must(backend->editor()->add("delayed", {second})).at(0), AddOutcome::Exists);
    second.dueAt.reset();
    second.dueIn = 2s;
    QCOMPARE(must(backend->editor()->add("delayed", {second})).at(0), AddOutcome::Added);
    QCOMPARE(m_server.call({"ZCARD", "delayed"}).integer, 2);
    QVERIFY(m_server.call({"ZSCORE", "delayed", backend->editor()->idFor(QueueName(), second)}).isBytes());
    // Rescheduling doesn't change the name.
    const TaskRef seen = refOf(*backend, "report_4000000001", "delayed");
    QCOMPARE(act(*backend, ActionKind::Reschedule, seen, fromMs(4'100'000'000'000), "delayed/op1", "delayed"),
        ItemOutcome::Done);
    QCOMPARE(m_server.call({"ZSCORE", "delayed", "report_4000000001"}).bytes, QByteArray("4100000000"));
}

void TestZsetLayout::whatADesignCannotHoldIsRefusedInWords()
{
    const auto refused = [](Backend& backend, const char* key, const NewTask& task, const char* says) {
        const auto added = backend.editor()->add(key, {task});
        return !added && added.error().code == ErrorCode::Refused
            && added.error().message.contains(QLatin1StringView(says));
    };
    const auto poll = open("zset:jobs?type=mail");
    NewTask task;
    task.id = "mail#x";
    NewTask other = task;
    other.id = "sms#x";
    QVERIFY(refused(*poll, "jobs", other, "type"));
    NewTask attempts = task;
    attempts.options.maxAttempts = 3;
    QVERIFY(refused(*poll, "jobs", attempts, "attempts"));
    NewTask lease = task;
    lease.options.leaseFor = 1h;
    QVERIFY(refused(*poll, "jobs", lease, "lease"));
    NewTask expires = task;
    expires.options.expiresAt = fromMs(nowMs()) + 1h;
    QVERIFY(refused(*poll, "jobs", expires, "an expiry"));
    NewTask large = task;
    large.payload = QByteArray(100'000, 'x');
    QVERIFY(refused(*poll, "jobs", large, "64 KiB"));
    const auto cron = open("cron:delayed");
    NewTask given;
    given.id = "report#mine";
    QVERIFY(refused(*cron, "delayed", given, "cannot have their own ids"));
    NewTask payload;
    payload.id = makeTaskId("report", fromMs(nowMs()));
    payload.payload = "x";
    QVERIFY(refused(*cron, "delayed", payload, "no payload"));
    QCOMPARE(m_server.call({"DBSIZE"}).integer, 0);
}

void TestZsetLayout::aPageOfTwoPlacesIsOneList()
{
    for (int i = 0; i < 30; ++i)
        put("t" + QByteArray::number(10 + i), -100 + i);
    const auto backend = open("zset:jobs");
    std::vector<Nack> nacks;
    for (const Lease& lease : claim(*backend, 10).leases) {
        Nack nack;
        nack.id = lease.id;
        nack.token = lease.token;
        nack.retryIn = 1s * qint64(nacks.size());
        nacks.push_back(nack);
    }
    must(backend->broker()->nack("jobs", nacks, {}));
    for (int i = 0; i < 10; ++i)
        put("u" + QByteArray::number(10 + i), 10 + i);
    PageRequest request;
    request.queue = "jobs";
    request.states = StateSet::pending();
    for (const int limit : {1, 3, 40}) {
        std::vector<Task> all;
        request.limit = limit;
        while (true) {
            request.offset = qint64(all.size());
            const TaskPage page = must(backend->inspector().page(request));
            QCOMPARE(page.total, 40);
            if (page.tasks.empty())
                break;
            all.insert(all.end(), page.tasks.begin(), page.tasks.end());
        }
        QCOMPARE(all.size(), std::size_t(40));
        QVERIFY(std::is_sorted(all.begin(), all.end(), [](const Task& a, const Task& b) { return a.at < b.at; }));
    }
}

void TestZsetLayout::anotherQueueIsNotThere()
{
    put("a", -5);
    const auto backend = open("zset:jobs");
    claim(*backend);
    QCOMPARE(backend->inspector().queue("other").error().code, ErrorCode::NotFound);
    PageRequest request;
    request.queue = "other";
    request.state = TaskState::Leased;
    QCOMPARE(must(backend->inspector().page(request)).total, 0);
    ClaimRequest asked;
    asked.queue = "other";
    asked.types.all = true;
    QCOMPARE(backend->broker()->claim(asked).error().code, ErrorCode::Refused);
    NewTask task;
    task.id = "jobs#x";
    QCOMPARE(backend->editor()->add("other", {task}).error().code, ErrorCode::NotFound);
}

void TestZsetLayout::whatAWorkerHasNotStartedGoesHomeWhenItLeaves()
{
    for (int i = 0; i < 150; ++i)
        put("t" + QByteArray::number(i), -100 + i % 7);
    put("tried", -200);
    const QByteArray score = m_server.call({"ZSCORE", "jobs", "t5"}).bytes;
    const auto backend = open("zset:jobs");
    const Claim held = claim(*backend, 200);
    QCOMPARE(held.leases.size(), std::size_t(151));
    Nack nack;
    nack.id = "tried";
    nack.token = held.leases.at(0).token;
    nack.retryIn = 1h;
    QCOMPARE(must(backend->broker()->nack("jobs", {nack}, {})).at(0), WriteOutcome::Accepted);
    must(backend->broker()->release("jobs", {held.leases.begin() + 1, held.leases.end() - 1}));
    WorkerInfo worker;
    worker.id = "w-1";
    must(backend->broker()->beat(worker, 1s, true));
    QCOMPARE(m_server.call({"ZCARD", "jobs"}).integer, 149);
    QVERIFY(std::abs(m_server.call({"ZSCORE", "jobs", "t5"}).bytes.toDouble() - score.toDouble()) < 0.001);
    const StateCounts counts = must(backend->inspector().queue("jobs")).counts;
    QCOMPARE(counts[TaskState::Retrying], 1); // The attempt number stays.
    QCOMPARE(counts[TaskState::Leased], 1);
    QCOMPARE(m_server.call({"HLEN", "{jobs}:dueline:tasks"}).integer, 2);
}

QTEST_GUILESS_MAIN(TestZsetLayout)
#include "tst_zsetlayout.moc"
