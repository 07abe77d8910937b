// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include <algorithm>
#include <set>

using namespace dueline;

/// What reading promises: counts, pages, search and timeline that agree with each other.
class TestConformanceReading : public ConformanceTest
{
    Q_OBJECT

    std::vector<Task> wholePage(TaskState state)
    {
        std::vector<Task> tasks;
        while (true) {
            const TaskPage page = must(inspector().page({queue, state, qint64(tasks.size()), 7}));
            if (page.tasks.empty())
                return tasks;
            tasks.insert(tasks.end(), page.tasks.begin(), page.tasks.end());
        }
    }

    std::vector<Task> everything()
    {
        std::vector<Task> tasks;
        for (const TaskState state : allStates) {
            const auto page = wholePage(state);
            tasks.insert(tasks.end(), page.begin(), page.end());
        }
        return tasks;
    }

    struct Walk
    {
        std::vector<Task> matches;
        qint64 examined = 0;
        int steps = 0;
    };

    Walk walk(SearchRequest request)
    {
        Walk walk;
        for (; walk.steps < 5000; ++walk.steps) {
            const SearchStep step = must(inspector().search(request));
            walk.matches.insert(walk.matches.end(), step.matches.begin(), step.matches.end());
            walk.examined += step.examined;
            request.cursor = step.cursor;
            if (request.cursor.isEmpty())
                return walk;
        }
        QTest::qFail("The search does not end.", __FILE__, __LINE__);
        return walk;
    }

    SearchRequest asking(const QString& filter, int examine = 100)
    {
        SearchRequest request;
        request.queue = queue;
        request.filter = must(TaskFilter::parse(filter));
        request.examine = examine;
        return request;
    }

    /// Tasks in every state, of several types, with errors, payloads, sizes and attempts that terms can tell apart.
    void populate()
    {
        const auto named = [&](const TaskId& id, Millis due, const QByteArray& payload) {
            NewTask task;
            task.id = id;
            task.dueAt = now() + due;
            task.payload = payload;
            return task;
        };
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
        add({named("mail.read#d1", -70min, "ALICE"),
            named("mail.read#d2", -69min, QByteArray(70'000, 'b') + "needle")});
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

private slots:
    void countsTellHowManyTasksAreInEachState()
    {
        populate();
        const QueueInfo info = must(inspector().queue(queue));
        QCOMPARE(info.counts[TaskState::Scheduled], 3);
        QCOMPARE(info.counts[TaskState::Due], 2);
        QCOMPARE(info.counts[TaskState::Retrying], 2);
        QCOMPARE(info.counts[TaskState::Leased], 2);
        QCOMPARE(info.counts[TaskState::Failed], 3);
        QCOMPARE(info.counts[TaskState::Done], 2);
        QCOMPARE(info.counts[TaskState::Trash], 2);
        QCOMPARE(info.oldestDue, shown("mail.send#u1").dueAt);
        QCOMPARE(info.nextDue, shown("mail.send#s1").dueAt);
        QVERIFY(info.serverNow <= now());
        QVERIFY(info.unreadable.isEmpty());
        QCOMPARE(info.damaged, 0);
    }

    void anOverdueRetryIsTheOldestToo()
    {
        addDue({"t#1", "t#2"});
        QCOMPARE(nackOne(worker(), claimOne(), 0ms), WriteOutcome::Accepted);
        QCOMPARE(claim(1).leases.size(), std::size_t(1)); // t#2 or t#1: whichever is left is overdue
        const auto left
            = wholePage(TaskState::Due).empty() ? wholePage(TaskState::Retrying) : wholePage(TaskState::Due);
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(must(inspector().queue(queue)).oldestDue, std::optional(left[0].at));
        QVERIFY(!must(inspector().queue(queue)).nextDue);
    }

    void pagesAddUpToTheCounts()
    {
        populate();
        const StateCounts expected = counts();
        for (const TaskState state : allStates) {
            const TaskPage page = must(inspector().page({queue, state, 0, 1000}));
            QCOMPARE(page.total, expected[state]);
            QCOMPARE(qint64(page.tasks.size()), expected[state]);
            for (const Task& task : page.tasks) {
                QCOMPARE(task.state, state);
                QCOMPARE(task, shown(task.id));
            }
        }
    }

    void waitingTasksArePagedSoonestFirstAndEndedOnesNewestFirst()
    {
        populate();
        for (const TaskState state : allStates) {
            const auto tasks = wholePage(state);
            const bool newestFirst
                = state == TaskState::Failed || state == TaskState::Done || state == TaskState::Trash;
            QVERIFY(std::is_sorted(tasks.begin(), tasks.end(), [&](const Task& a, const Task& b) {
                return newestFirst ? std::pair(a.at, a.id) > std::pair(b.at, b.id)
                                   : std::pair(a.at, a.id) < std::pair(b.at, b.id);
            }));
        }
    }

    void aPageStartsAtItsRank()
    {
        std::vector<TaskId> ids;
        for (int i = 100; i < 350; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        const auto page = [&](qint64 offset, int limit) {
            return must(inspector().page({queue, TaskState::Due, offset, limit}));
        };
        QCOMPARE(idsOf(page(0, 100).tasks), std::vector<TaskId>(ids.begin(), ids.begin() + 100));
        QCOMPARE(idsOf(page(120, 3).tasks), (std::vector<TaskId>{"t#220", "t#221", "t#222"}));
        QCOMPARE(page(240, 100).tasks.size(), std::size_t(10));
        QVERIFY(page(250, 100).tasks.empty());
        QVERIFY(page(0, 0).tasks.empty());
        QCOMPARE(page(1000, 10).total, 250);
        QCOMPARE(must(inspector().page({queue, TaskState::Scheduled, 0, 10})).total, 0);
        QCOMPARE(must(inspector().page({"nobody", TaskState::Due, 0, 10})).total, 0);
    }

    void theScheduledPageBeginsBehindTheDueTasks()
    {
        addDue({"t#1", "t#2", "t#3"});
        NewTask later;
        later.id = "t#4";
        later.dueAt = now() + 1h;
        NewTask sooner;
        sooner.id = "t#5";
        sooner.dueAt = now() + 30min;
        add({later, sooner});
        QCOMPARE(idsOf(wholePage(TaskState::Scheduled)), (std::vector<TaskId>{"t#5", "t#4"}));
        QCOMPARE(
            idsOf(must(inspector().page({queue, TaskState::Scheduled, 1, 5})).tasks), (std::vector<TaskId>{"t#4"}));
        QCOMPARE(idsOf(must(inspector().page({queue, TaskState::Due, 2, 5})).tasks), (std::vector<TaskId>{"t#3"}));
    }

    void searchFindsWhatTheFilterSays_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("examine");
        const char* filters[] = {"", "state:failed", "state:pending", "-state:pending", "state:trash", "type:mail.*",
            "-type:mail.*", "type:report", "id:mail.send#f1", "id:*1", "id:*order*", "error:timeout", "-error:timeout",
            "error:exit", "payload:alice", "payload:ALICE", "-payload:alice", "payload:needle", "payload:ary", "alice",
            "503", "#f1", "-alice", "worker:worker-a", "-worker:worker-b", "attempt=0", "attempt>2", "attempt>=1",
            "attempt<2 -state:done", "size=0", "size>70000", "size<100", "size=600", "due<+2h", "due>+2h",
            "due<-25m state:pending", "-due<+2h", "added>-1h", "added<-1h", "at>-1m", "at<0",
            "state:failed type:mail.* error:timeout payload:alice", "type:mail.* -state:done alice",
            "state:done needle", "nothing-at-all", "state:failed state:done"};
        for (const char* filter : filters) {
            QTest::addRow("%s by 1", filter) << QString::fromLatin1(filter) << 1;
            QTest::addRow("%s by 100", filter) << QString::fromLatin1(filter) << 100;
        }
    }
    void searchFindsWhatTheFilterSays()
    {
        QFETCH(QString, filter);
        QFETCH(int, examine);
        populate();
        const SearchRequest request = asking(filter, examine);
        std::set<TaskId> expected;
        for (const Task& task : everything()) {
            if (request.filter.matches(task, must(inspector().payload(queue, task.id)), now()))
                expected.insert(task.id);
        }
        const Walk found = walk(request);
        std::set<TaskId> ids;
        for (const Task& task : found.matches) {
            QVERIFY2(ids.insert(task.id).second, task.id.constData());
            QCOMPARE(task, shown(task.id));
        }
        QCOMPARE(ids, expected);
        if (examine == 1 && found.examined > 1)
            QVERIFY(found.steps > 0);
    }

    void matchesComeStateByStateInTheirOrder()
    {
        populate();
        const auto found = walk(asking(QString(), 2)).matches;
        QCOMPARE(found.size(), std::size_t(16));
        std::vector<TaskState> order;
        for (const Task& task : found) {
            if (order.empty() || order.back() != task.state)
                order.push_back(task.state);
        }
        QCOMPARE(order.size(), allStates.size());
        for (const TaskState state : allStates) {
            std::vector<std::pair<TimePoint, TaskId>> places;
            for (const Task& task : found) {
                if (task.state == state)
                    places.emplace_back(task.at, task.id);
            }
            QVERIFY(std::is_sorted(places.begin(), places.end()));
        }
    }

    void aSearchCanBeNarrowedToStates()
    {
        populate();
        SearchRequest request = asking(QStringLiteral("type:mail.*"));
        request.states = {TaskState::Failed, TaskState::Due};
        std::set<TaskId> ids;
        for (const Task& task : walk(request).matches)
            ids.insert(task.id);
        QCOMPARE(ids, (std::set<TaskId>{"mail.send#f1", "mail.send#f2", "mail.send#u1"}));
        request.states = {};
        QVERIFY(walk(request).matches.empty());
    }

    void aSearchStepLooksAtNoMoreThanItWasTold()
    {
        std::vector<TaskId> ids;
        for (int i = 0; i < 250; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        SearchRequest request = asking(QStringLiteral("id:*249"), 10);
        const SearchStep first = must(inspector().search(request));
        QVERIFY(first.examined <= 10);
        QVERIFY(first.matches.empty());
        QVERIFY(!first.cursor.isEmpty());
        const Walk all = walk(request);
        QCOMPARE(all.examined, 250);
        QCOMPARE(all.matches.size(), std::size_t(1));
    }

    void tasksThatMoveMeanwhileMakeASearchNeitherSkipNorRepeatOthers()
    {
        std::vector<TaskId> ids;
        for (int i = 100; i < 200; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        SearchRequest request = asking(QString(), 10);
        request.states = {TaskState::Due};
        std::vector<TaskId> found;
        for (int round = 0; round < 200; ++round) {
            const SearchStep step = must(inspector().search(request));
            for (const Task& task : step.matches)
                found.push_back(task.id);
            request.cursor = step.cursor;
            if (request.cursor.isEmpty())
                break;
            if (round < 5) // the ones in front go away: ranks shift, places do not
                QCOMPARE(claim(5, 1h).leases.size(), std::size_t(5));
        }
        QCOMPARE(found, ids);
    }

    void manyTasksOfOneInstantAreAllFound()
    {
        std::vector<NewTask> tasks;
        const TimePoint due = now() + 1h;
        for (int i = 0; i < 330; ++i) {
            NewTask task;
            task.id = "t#" + QByteArray::number(1000 + i);
            task.dueAt = due;
            tasks.push_back(task);
        }
        add(tasks);
        QCOMPARE(walk(asking(QString(), 100)).matches.size(), std::size_t(330));
        QCOMPARE(walk(asking(QString(), 7)).matches.size(), std::size_t(330));
    }

    void anOperationsCutoffLeavesOutWhatEndedLater()
    {
        failTask("t#1");
        waitPast(now());
        SearchRequest request = asking(QStringLiteral("state:failed"));
        request.changedBefore = now();
        waitPast(now());
        failTask("t#2");
        NewTask pending = dueTask("t#3");
        add({pending});
        QCOMPARE(idsOf(walk(request).matches), (std::vector<TaskId>{"t#1"}));
        request.filter = TaskFilter();
        std::set<TaskId> ids;
        for (const Task& task : walk(request).matches)
            ids.insert(task.id);
        QCOMPARE(ids, (std::set<TaskId>{"t#1", "t#3"}));
    }

    void aQueueNobodyMadeHasNothingToFind()
    {
        SearchRequest request = asking(QString());
        const Walk found = walk(request);
        QVERIFY(found.matches.empty());
        QCOMPARE(found.examined, 0);
    }

    void aTimelineCountsEachTaskInItsBin()
    {
        populate();
        const TimePoint from = now() - 48h;
        const TimePoint to = now() + 48h;
        for (const int bins : {1, 7, 96}) {
            const auto timeline = must(inspector().timeline(queue, from, to, bins));
            QCOMPARE(timeline.size(), std::size_t(bins));
            QCOMPARE(timeline.front().from, from);
            QCOMPARE(timeline.back().to, to);
            StateCounts sum;
            for (std::size_t i = 0; i < timeline.size(); ++i) {
                if (i > 0)
                    QCOMPARE(timeline[i].from, timeline[i - 1].to);
                StateCounts expected;
                for (const Task& task : everything()) {
                    if (task.state != TaskState::Trash && task.at >= timeline[i].from && task.at < timeline[i].to)
                        ++expected[task.state];
                }
                for (const TaskState state : allStates) {
                    sum[state] += timeline[i].counts[state];
                    QCOMPARE(timeline[i].counts[state], expected[state]);
                }
            }
            QCOMPARE(sum[TaskState::Scheduled], 3);
            QCOMPARE(sum[TaskState::Done], 2);
        }
    }

    void aTimelineLeavesOutWhatIsOutside()
    {
        populate();
        const auto timeline = must(inspector().timeline(queue, now() + 2h, now() + 10h, 4));
        qint64 scheduled = 0;
        for (const TimelineBin& bin : timeline) {
            scheduled += bin.counts[TaskState::Scheduled];
            QCOMPARE(bin.counts[TaskState::Failed] + bin.counts[TaskState::Due] + bin.counts[TaskState::Leased], 0);
        }
        QCOMPARE(scheduled, 1);
        QCOMPARE(must(inspector().timeline("nobody", now(), now() + 1h, 3)).size(), std::size_t(3));
    }

    void aTimelineRemembersWhatWasDroppedWhenDone()
    {
        REQUIRE_CAPABILITY(can().statistics);
        addDue({"t#1", "t#2"});
        QueueSettings settings;
        settings.keepDone = 0ms;
        must(editor().configure(queue, settings));
        for (const Lease& lease : claim(2).leases)
            QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        const TimePoint from = std::chrono::floor<std::chrono::hours>(now()) - 1h;
        qint64 done = 0;
        for (const TimelineBin& bin : must(inspector().timeline(queue, from, from + 4h, 4)))
            done += bin.counts[TaskState::Done];
        QCOMPARE(done, 2);
    }

    void aTimelineThatCannotBeIsRefused()
    {
        addDue({"t#1"});
        for (const auto& [length, bins] :
            std::vector<std::pair<Millis, int>>{{1h, 0}, {1h, 2001}, {0ms, 10}, {-1h, 10}}) {
            const auto timeline = inspector().timeline(queue, now(), now() + length, bins);
            QVERIFY(!timeline);
            QCOMPARE(timeline.error().code, ErrorCode::Usage);
        }
    }
};

QTEST_GUILESS_MAIN(TestConformanceReading)
#include "tst_conformance_reading.moc"
