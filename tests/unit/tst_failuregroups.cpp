// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failuregroups.h"
#include "core/console/failures/kindvalues.h"
#include "core/console/failures/queuescensus.h"
#include "core/console/failures/retryoutcometracker.h"
#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "tests/unit/consolerequests.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests failure groups across a connection's queues, and what becomes of their tasks.
class TestFailureGroups : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
    std::unique_ptr<MemoryBackend> m_backend;
    int m_next = 0;

    /// Claims due tasks and fails them. Each `%` in the error becomes a different number. If `again` is nullopt, they
    /// fail permanently.
    void failDue(const QueueName& queue, int count, const QByteArray& error, std::optional<Millis> again = {})
    {
        for (int left = count; left > 0;) {
            ClaimRequest request;
            request.queue = queue;
            request.limit = std::min(left, 100);
            request.types.all = true;
            request.leaseFor = 60s;
            const auto claimed = m_backend->broker()->claim(request);
            if (!claimed || claimed->leases.empty())
                qFatal("nothing claimed");
            for (const Lease& lease : claimed->leases) {
                const QByteArray text = QByteArray(error).replace("%", QByteArray::number(m_next++));
                if (!m_backend->broker()->nack(queue, {{lease.id, lease.token, again, "failed", text}}, {}))
                    qFatal("not failed");
                --left;
            }
        }
    }
    void fail(const QueueName& queue, const QByteArray& type, const QByteArray& error, int count = 1)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(m_next++);
            task.options.maxAttempts = 1;
            tasks.push_back(task);
        }
        if (!m_backend->editor()->add(queue, tasks))
            qFatal("not added");
        failDue(queue, count, error);
    }
    std::vector<QueuesCensus::Failed> failedNow()
    {
        std::vector<QueuesCensus::Failed> failed;
        const auto queues = m_backend->inspector().queues();
        for (const QueueInfo& queue : *queues)
            failed.push_back({queue.name, queue.layout, queue.counts[TaskState::Failed]});
        return failed;
    }
    void finish(QueuesCensus& census)
    {
        for (int step = 0; step < 10'000; ++step) {
            const auto done = census.step(*m_backend);
            if (!done)
                qFatal("%s", qPrintable(done.error().message));
            if (*done)
                return;
        }
        qFatal("it does not end");
    }
    FailureGroups counted()
    {
        QueuesCensus census;
        census.expect(failedNow());
        finish(census);
        return failureGroupsOf(census.counted());
    }
    OperationId retry(const QueueName& queue, const Action& action = {})
    {
        OperationRequest request;
        request.queue = queue;
        request.action = action;
        OperationRun run(request);
        if (!run.finish(*m_backend))
            qFatal("not retried");
        return run.id();
    }
    std::array<qint64, fates> looked(RetryOutcomeTracker& watch)
    {
        for (const int before = watch.rounds();;) {
            const auto round = watch.step(*m_backend);
            if (!round)
                qFatal("%s", qPrintable(round.error().message));
            if (watch.rounds() > before)
                return watch.counts();
        }
    }
    RefStore failedIn(const QueueName& queue)
    {
        RefStore refs;
        const auto page = m_backend->inspector().page({queue, TaskState::Failed, 0, 1000});
        for (const Task& task : page->tasks)
            refs.append({task.id, TaskState::Failed, {}, task.at});
        return refs;
    }
    static qint64 of(const std::array<qint64, fates>& counts, RetryOutcome fate) { return counts[std::size_t(fate)]; }

private slots:
    void init()
    {
        m_next = 0;
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::OperateAndWork);
    }

    void aKindSpansQueuesAndTypes()
    {
        fail("mail", "send", "Timeout after % s", 30);
        m_clock->advance(10min);
        fail("hooks", "call", "Timeout after % s", 12);
        fail("hooks", "post", "Timeout after % s", 3);
        fail("hooks", "call", "HTTP 503", 20);
        const FailureGroups all = counted();
        QCOMPARE(all.counted, 65);
        QCOMPARE(all.groups.size(), std::size_t(2));
        const FailureGroup& timeout = all.groups[0];
        QCOMPARE(timeout.tasks, 45);
        QCOMPARE(timeout.error, QByteArray("Timeout after <*> s"));
        QCOMPARE(timeout.shares.size(), std::size_t(3));
        QCOMPARE(timeout.shares[0].queue, QueueName("mail"));
        QCOMPARE(timeout.shares[0].tasks, 30);
        QCOMPARE(timeout.shares[1].type, QByteArray("call"));
        QCOMPARE(timeout.shares[2].tasks, 3);
        QCOMPARE(timeout.tasksIn("hooks"), 15);
        QCOMPARE(toMs(timeout.last) - toMs(timeout.first), 600'000);
        QVERIFY(timeout.sample.startsWith("Timeout after "));
        int bars = 0;
        for (const int bar : timeout.trend.bins())
            bars += bar;
        QCOMPARE(bars, 45);
        QCOMPARE(timeout.trend.each(), Millis(1min));
        QCOMPARE(timeout.trend.bins()[0], 30);
        QCOMPARE(timeout.trend.bins()[10], 15); // Both queues have failures in this bin.
        QCOMPARE(all.trend.bins()[10], 35);
        QCOMPARE(all.find("HTTP 503")->tasks, 20);
        QVERIFY(!all.find("something else"));
        const auto filter = TaskFilter::parse(timeout.filter());
        QVERIFY(filter.ok());
    }

    void aValueIsToldWhileItIsTheSameInAllQueues()
    {
        fail("mail", "send", "no key 'a' on db1.shop.internal", 3);
        fail("hooks", "call", "no key 'a' on db1.shop.internal", 2);
        const FailureGroups before = counted();
        QCOMPARE(before.groups.size(), std::size_t(1));
        QCOMPARE(before.groups[0].name, QByteArray("no key 'a' on db1.shop.internal"));
        fail("hooks", "call", "no key 'b' on db1.shop.internal");
        const FailureGroups all = counted();
        QCOMPARE(all.groups.size(), std::size_t(1));
        QCOMPARE(all.groups[0].name, QByteArray("no key '<*>' on db1.shop.internal"));
        QCOMPARE(all.groups[0].error, before.groups[0].error);
        QCOMPARE(all.groups[0].terms, before.groups[0].terms);
        QCOMPARE(splitByLayout(all)[0].name, all.groups[0].name);
    }

    void aKindStaysWhenFewOfItAreLeft()
    {
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay", "gus", "hal"})
            fail("mail", user, QByteArray("user ") + user + " may not open it");
        const FailureGroups before = counted();
        QCOMPARE(before.groups.size(), std::size_t(1));
        for (const char* user : {"ann", "bob", "cy", "dan", "eve", "fay"}) {
            OperationRequest request;
            request.queue = "mail";
            request.action.kind = ActionKind::Discard;
            request.selection.kind = TaskSelection::Kind::Filter;
            request.selection.filter = *TaskFilter::parse(QStringLiteral("type:") + QString::fromLatin1(user));
            OperationRun run(request);
            QVERIFY(run.finish(*m_backend).ok());
        }
        QCOMPARE(counted().groups.size(), std::size_t(2));
        QueuesCensus census;
        census.expect(failedNow());
        finish(census);
        const FailureGroups after = failureGroupsOf(census.counted(), before.texts());
        QCOMPARE(after.groups.size(), std::size_t(1));
        QCOMPARE(after.groups[0].error, before.groups[0].error);
        QCOMPARE(after.groups[0].tasks, 2);
    }

    void theWorstNewKindIsFoundInAQueueOrInAll()
    {
        fail("mail", "send", "refused", 50);
        m_clock->advance(3h);
        const TimePoint since = m_clock->now() - 1h;
        QCOMPARE(counted().worst(since)->error, QByteArray("refused")); // No group is new.
        fail("hooks", "call", "Timeout after % s", 5);
        fail("hooks", "call", "HTTP 503", 7);
        fail("mail", "send", "Timeout after % s", 9);
        const FailureGroups all = counted();
        QCOMPARE(all.worst(since)->error, QByteArray("Timeout after <*> s"));
        QCOMPARE(all.worst(since, "hooks")->error, QByteArray("HTTP 503"));
        QCOMPARE(all.worst(since, "mail")->error, QByteArray("Timeout after <*> s"));
        QVERIFY(!all.worst(since, "other"));
        QVERIFY(!FailureGroups().worst(since));
        // A new group with less than 1% of a queue's failures doesn't rank above older groups.
        fail("mail", "send", "refused", 500);
        fail("mail", "send", "no such mailbox", 5);
        // The new group has 9 of the queue's 564 failures, which is more than 1%.
        QCOMPARE(counted().worst(since, "mail")->error, QByteArray("Timeout after <*> s"));
        fail("mail", "send", "refused", 600);
        QCOMPARE(counted().worst(since, "mail")->error, QByteArray("refused"));
    }

    /// Undo returns tasks to their old positions, before the last counted task.
    void whatAnUndoPutsBackIsCountedAgain()
    {
        fail("mail", "send", "HTTP 503", 250);
        m_clock->advance(1h);
        fail("mail", "send", "refused", 40);
        QueuesCensus census;
        census.expect(failedNow());
        finish(census);
        OperationRequest request;
        request.queue = "mail";
        request.selection.kind = TaskSelection::Kind::Filter;
        request.selection.filter = *TaskFilter::parse(QStringLiteral("error:503"));
        OperationRun run(request);
        QVERIFY(run.finish(*m_backend).ok());
        census.expect(failedNow());
        finish(census);
        QCOMPARE(failureGroupsOf(census.counted()).groups.size(), std::size_t(1));
        QVERIFY(UndoRun("mail", run.id(), "ann@desk").finish(*m_backend).ok());
        // At first, counting continues from its last position. A later refresh notices the restored tasks.
        for (int refresh = 0; refresh < 3; ++refresh) {
            census.expect(failedNow());
            finish(census);
        }
        const FailureGroups all = failureGroupsOf(census.counted());
        QCOMPARE(all.groups.size(), std::size_t(2));
        QCOMPARE(all.groups[0].tasks, 250);
        QVERIFY(!census.isDue());
    }

    void onlyQueuesThatChangedAreCountedAgain()
    {
        fail("mail", "send", "refused", 250);
        fail("hooks", "call", "HTTP 503", 30);
        QueuesCensus census;
        census.expect(failedNow(), "mail");
        QVERIFY(census.isDue());
        while (!census.known().contains("mail"))
            QVERIFY(census.step(*m_backend).ok());
        QVERIFY(!census.known().contains("hooks")); // The queue in view is read first.
        finish(census);
        QVERIFY(!census.isDue());
        QCOMPARE(census.progress(), 280);
        fail("hooks", "call", "HTTP 503", 4); // New failures are added to the counts.
        census.expect(failedNow());
        QVERIFY(census.isDue());
        finish(census);
        QCOMPARE(failureGroupsOf(census.counted()).find("HTTP 503")->tasks, 34);
        retry("mail"); // Removed failures cause a full recount.
        census.expect(failedNow());
        finish(census);
        QVERIFY(!failureGroupsOf(census.counted()).find("refused"));
        QCOMPARE(failureGroupsOf(census.counted()).counted, 34);
        census.expect({});
        QVERIFY(census.counted().empty());
    }

    void whatBecameOfRetriedTasksIsTold()
    {
        fail("mail", "send", "Timeout after % s", 10);
        KindValues values("mail", counted().groups[0].filter(), counted().groups[0].error);
        for (;;) {
            const auto done = values.step(*m_backend);
            QVERIFY(done.ok());
            if (*done)
                break;
        }
        m_clock->advance(1min);
        RetryOutcomeTracker watch;
        watch.follow("mail", "Timeout after <*> s", failedIn("mail"), m_clock->now());
        QCOMPARE(watch.looked(), 0);
        QCOMPARE(of(looked(watch), RetryOutcome::Untouched), 10);
        m_clock->advance(1s);
        retry("mail");
        QCOMPARE(of(looked(watch), RetryOutcome::Waiting), 10);
        failDue("mail", 2, "Timeout after % s"); // fail permanently
        failDue("mail", 1, "HTTP 503", 60s); // will be retried
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 3;
        request.types.all = true;
        request.leaseFor = 60s;
        const auto claimed = m_backend->broker()->claim(request);
        QCOMPARE(claimed->leases.size(), std::size_t(3));
        QVERIFY(m_backend->broker()->ack("mail", {{claimed->leases[0].id, claimed->leases[0].token, {}}}, {}).ok());
        const auto counts = looked(watch);
        QCOMPARE(of(counts, RetryOutcome::FailedAlike), 2);
        QCOMPARE(of(counts, RetryOutcome::FailedOtherwise), 1);
        QCOMPARE(of(counts, RetryOutcome::Running), 2);
        QCOMPARE(of(counts, RetryOutcome::Done), 1);
        QCOMPARE(of(counts, RetryOutcome::Waiting), 4);
        QVERIFY(!watch.isOver());
        QCOMPARE(watch.tasks(), 10);
    }

    /// Each task is checked until its outcome is final, however many tasks and queues there are.
    void allOfSeveralOperationsAreFollowed()
    {
        fail("mail", "send", "Timeout after % s", 260);
        fail("hooks", "call", "Timeout after % s", 40);
        m_clock->advance(1min);
        RetryOutcomeTracker watch;
        watch.follow("mail", "Timeout after <*> s", failedIn("mail"), m_clock->now());
        watch.follow("hooks", "Timeout after <*> s", failedIn("hooks"), m_clock->now());
        QCOMPARE(watch.tasks(), 300);
        QCOMPARE(of(looked(watch), RetryOutcome::Untouched), 300);
        QCOMPARE(watch.rounds(), 1);
        m_clock->advance(1s);
        retry("mail");
        retry("hooks");
        QCOMPARE(of(looked(watch), RetryOutcome::Waiting), 300);
        failDue("mail", 260, "Timeout after % s");
        failDue("hooks", 10, "HTTP 503");
        auto counts = looked(watch);
        QCOMPARE(of(counts, RetryOutcome::FailedAlike), 260);
        QCOMPARE(of(counts, RetryOutcome::FailedOtherwise), 10);
        QCOMPARE(of(counts, RetryOutcome::Waiting), 30);
        QVERIFY(!watch.isOver());
        failDue("hooks", 30, "HTTP 503");
        counts = looked(watch);
        QCOMPARE(of(counts, RetryOutcome::FailedOtherwise), 40);
        QVERIFY(watch.isOver());
        QCOMPARE(watch.looked(), 300);
    }

    /// Restored tasks are rechecked, even if their outcome was already final.
    void whatAnUndoPutBackIsLookedAtFromTheFirstOn()
    {
        fail("mail", "send", "Timeout after % s", 260);
        m_clock->advance(1min);
        RetryOutcomeTracker watch;
        watch.follow("mail", "Timeout after <*> s", failedIn("mail"), m_clock->now());
        const OperationId retried = retry("mail");
        QCOMPARE(of(looked(watch), RetryOutcome::Waiting), 260);
        failDue("mail", 60, "Timeout after % s");
        QCOMPARE(of(looked(watch), RetryOutcome::FailedAlike), 60);
        QVERIFY(watch.step(*m_backend).ok()); // The next pass over the tasks has started.
        UndoRun undo("mail", retried, "tester");
        const auto undone = undo.finish(*m_backend);
        QVERIFY(undone && undone->restored == 200);
        watch.again();
        int steps = 0;
        for (const int before = watch.rounds(); watch.rounds() == before; ++steps)
            QVERIFY(watch.step(*m_backend).ok());
        QCOMPARE(steps, 260 / RetryOutcomeTracker::tasksByOne);
        QCOMPARE(of(watch.counts(), RetryOutcome::Untouched), 200);
        QCOMPARE(of(watch.counts(), RetryOutcome::FailedAlike), 60);
    }

    void aSpreadRetryIsEvenAndWaits()
    {
        fail("mail", "send", "refused", 5);
        const TimePoint now = m_clock->now();
        Action spread;
        spread.kind = ActionKind::Retry;
        spread.time = Action::Time::Spread;
        spread.at = now + 10min;
        spread.until = now + 50min;
        retry("mail", spread);
        const auto page = m_backend->inspector().page({"mail", TaskState::Retrying, 0, 10});
        QCOMPARE(page->tasks.size(), std::size_t(5));
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(page->tasks[std::size_t(i)].at, now + 10min + 10min * i);
            QCOMPARE(page->tasks[std::size_t(i)].attempt, 0);
        }
    }

    void aRetryAtATimeTakesNoLeaseAway()
    {
        fail("mail", "send", "refused", 1);
        OperationRequest request = requestFor(ActionKind::Retry);
        request.action.time = Action::Time::At;
        request.action.at = m_clock->now() + 1h;
        request.action.force = true;
        OperationRun run(request);
        const auto refused = run.finish(*m_backend);
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().code, ErrorCode::Usage);
    }
};

QTEST_APPLESS_MAIN(TestFailureGroups)
#include "tst_failuregroups.moc"
