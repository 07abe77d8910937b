// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

#include <algorithm>
#include <set>

using namespace dueline;

/// What reading promises: counts, pages and searches that agree with each other.
class TestConformanceReading : public ConformanceTest
{
    Q_OBJECT

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

private slots:
    void countsTellHowManyTasksAreInEachState()
    {
        REQUIRE_FEATURE(Times);
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
        REQUIRE_FEATURE(Times);
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
        REQUIRE_FEATURE(Times);
        populate();
        const StateCounts expected = counts();
        for (const TaskState state : allStates) {
            const TaskPage whole = page(state, 0, 1000);
            QCOMPARE(whole.total, expected[state]);
            QCOMPARE(qint64(whole.tasks.size()), expected[state]);
            for (const Task& task : whole.tasks) {
                QCOMPARE(task.state, state);
                QCOMPARE(withoutPreview(task), shown(task.id));
            }
        }
    }

    void waitingTasksArePagedSoonestFirstAndEndedOnesNewestFirst()
    {
        REQUIRE_FEATURE(Times);
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
        REQUIRE_FEATURE(Times);
        std::vector<TaskId> ids;
        for (int i = 100; i < 350; ++i)
            ids.push_back("t#" + QByteArray::number(i));
        addDue(ids);
        const auto part = [&](qint64 offset, int limit) { return page(TaskState::Due, offset, limit); };
        QCOMPARE(idsOf(part(0, 100).tasks), std::vector<TaskId>(ids.begin(), ids.begin() + 100));
        QCOMPARE(idsOf(part(120, 3).tasks), (std::vector<TaskId>{"t#220", "t#221", "t#222"}));
        QCOMPARE(part(240, 100).tasks.size(), std::size_t(10));
        QVERIFY(part(250, 100).tasks.empty());
        QVERIFY(part(0, 0).tasks.empty());
        QCOMPARE(part(1000, 10).total, 250);
        QCOMPARE(page(TaskState::Scheduled, 0, 10).total, 0);
        QCOMPARE(page("nobody", TaskState::Due, 0, 10).total, 0);
    }

    void theScheduledPageBeginsBehindTheDueTasks()
    {
        REQUIRE_FEATURE(Times);
        addDue({"t#1", "t#2", "t#3"});
        NewTask later;
        later.id = "t#4";
        later.dueAt = now() + 1h;
        NewTask sooner;
        sooner.id = "t#5";
        sooner.dueAt = now() + 30min;
        add({later, sooner});
        QCOMPARE(idsOf(wholePage(TaskState::Scheduled)), (std::vector<TaskId>{"t#5", "t#4"}));
        QCOMPARE(idsOf(page(TaskState::Scheduled, 1, 5).tasks), (std::vector<TaskId>{"t#4"}));
        QCOMPARE(idsOf(page(TaskState::Due, 2, 5).tasks), (std::vector<TaskId>{"t#3"}));
    }

    void listsShowHowAPayloadBegins()
    {
        REQUIRE_FEATURE(Payloads);
        NewTask brief = dueTask("t#1", 5ms);
        brief.payload = QByteArray("bin\0ary\n\xff", 9);
        NewTask longer = dueTask("t#2", 4ms);
        longer.payload = QByteArray(200, 'a') + "z";
        NewTask large = dueTask("t#3", 3ms);
        large.payload = QByteArray(70'000, 'x'); // not at hand
        add({brief, longer, large});
        for (const auto& tasks : {page(TaskState::Due, 0, 10).tasks, walk(asking(QString())).matches}) {
            QCOMPARE(tasks.size(), std::size_t(3));
            QCOMPARE(tasks[0].preview, brief.payload);
            QCOMPARE(tasks[1].preview, longer.payload.left(Task::previewBytes));
            QCOMPARE(tasks[2].preview, QByteArray());
        }
    }

    void statesArePagedTogetherByTheirInstants_data()
    {
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<int>("limit");
        for (const char* names :
            {"pending", "scheduled due", "due failed", "leased retrying", "failed done trash", "done"}) {
            for (const int limit : {3, 100})
                QTest::addRow("%s by %d", names, limit) << QByteArray(names) << limit;
        }
    }
    void statesArePagedTogetherByTheirInstants()
    {
        REQUIRE_FEATURE(Times);
        QFETCH(QByteArray, names);
        QFETCH(int, limit);
        populate();
        PageRequest request;
        request.queue = queue;
        request.limit = limit;
        for (const QByteArray& name : names.split(' ')) {
            for (const TaskState state : allStates) {
                if (statesFromName(name)->contains(state))
                    request.states.insert(state);
            }
        }
        std::vector<Task> expected;
        for (const Task& task : everything()) {
            if (request.states.contains(task.state))
                expected.push_back(task);
        }
        std::vector<Task> paged;
        while (true) {
            request.offset = qint64(paged.size());
            const TaskPage part = must(inspector().page(request));
            QCOMPARE(part.total, qint64(expected.size()));
            if (part.tasks.empty())
                break;
            paged.insert(paged.end(), part.tasks.begin(), part.tasks.end());
        }
        QVERIFY(std::is_sorted(paged.begin(), paged.end(), [](const Task& a, const Task& b) { return a.at < b.at; }));
        const auto byId = [](const Task& a, const Task& b) { return a.id < b.id; };
        std::sort(paged.begin(), paged.end(), byId);
        std::sort(expected.begin(), expected.end(), byId);
        QCOMPARE(paged, expected);
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
            "state:done needle", "nothing-at-all", "state:failed state:done", "error:TIMEOUT attempt>2",
            "error~\"Timeout after 30 s\"", "-error~\"Timeout after 30 s\"", "error~\"\"", "attempt<1", "attempt<=0", "-attempt=0",
            "-attempt<1", "attempt>=0", "attempt=1", "error:503 payload:carol", "payload:503", "payload:l", "size>2 -payload:r attempt<2"};
        for (const char* filter : filters) {
            QTest::addRow("%s by 1", filter) << QString::fromLatin1(filter) << 1;
            QTest::addRow("%s by 100", filter) << QString::fromLatin1(filter) << 100;
        }
    }
    void searchFindsWhatTheFilterSays()
    {
        REQUIRE_FEATURE(Times);
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
            QCOMPARE(withoutPreview(task), shown(task.id));
        }
        QCOMPARE(ids, expected);
        if (examine == 1 && found.examined > 1)
            QVERIFY(found.steps > 0);
    }

    void matchesComeStateByStateInTheirOrder()
    {
        REQUIRE_FEATURE(Times);
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

    void aSearchForErrorsMeetsEachStateOnce()
    {
        REQUIRE_FEATURE(Times);
        populate();
        for (const int examine : {1, 100}) {
            std::vector<TaskState> order;
            std::set<TaskId> ids;
            for (const Task& task : walk(asking(QStringLiteral("error:t"), examine)).matches) {
                if (order.empty() || order.back() != task.state)
                    order.push_back(task.state);
                ids.insert(task.id);
            }
            QCOMPARE(ids, (std::set<TaskId>{"mail.send#f1", "mail.send#f2", "report#f3", "mail.send#r1", "webhook#r2"}));
            QCOMPARE(order.size(), std::size_t(2));
        }
    }

    void aSearchCanBeNarrowedToStates()
    {
        REQUIRE_FEATURE(Types);
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
        REQUIRE_FEATURE(OwnIds);
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
        REQUIRE_FEATURE(Times);
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
        REQUIRE_FEATURE(Times);
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

    void aSearchOfWaitingTasksEndsWhereItIsTold()
    {
        REQUIRE_FEATURE(Times);
        const TimePoint base = now();
        std::vector<NewTask> tasks;
        for (int i = 0; i < 5; ++i) {
            NewTask task = dueTask("t#" + QByteArray::number(i));
            task.dueAt = base + 1h + 1s * i;
            tasks.push_back(task);
        }
        QVERIFY(!must(inspector().lastDue(queue, StateSet::pending())));
        add(tasks);
        failTask("t#failed");
        QCOMPARE(must(inspector().lastDue(queue, {TaskState::Due})), std::optional(base + 1h + 4s));
        QVERIFY(!must(inspector().lastDue(queue, {TaskState::Retrying, TaskState::Failed})));
        SearchRequest request = asking(QString(), 2);
        request.waitingUntil = base + 1h + 2s;
        std::set<TaskId> ids;
        for (const Task& task : walk(request).matches)
            ids.insert(task.id);
        QCOMPARE(ids, (std::set<TaskId>{"t#0", "t#1", "t#2", "t#failed"}));
    }

    void aQueueNobodyMadeHasNothingToFind()
    {
        SearchRequest request = asking(QString());
        const Walk found = walk(request);
        QVERIFY(found.matches.empty());
        QCOMPARE(found.examined, 0);
    }
};

QTEST_GUILESS_MAIN(TestConformanceReading)
#include "tst_conformance_reading.moc"
