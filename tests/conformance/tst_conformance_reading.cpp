// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/searchingtest.h"

#include <algorithm>
#include <set>

using namespace dueline;

/// Tests that counts and pages agree.
class TestConformanceReading : public SearchingTest
{
    Q_OBJECT

private slots:
    void countsTellHowManyTasksAreInEachState()
    {
        REQUIRE_FEATURE(Filled);
        populate();
        const QueueInfo info = must(inspector().queue(queue));
        for (const TaskState state : allStates) {
            const bool isThrice = state == TaskState::Scheduled || state == TaskState::Failed;
            QCOMPARE(info.counts[state], !fixture().states().contains(state) ? 0 : isThrice ? 3 : 2);
        }
        if (fixture().holds(Fixture::Feature::Times))
            QCOMPARE(info.oldestDue, shown("mail.send#u1").dueAt);
        if (fixture().states().contains(TaskState::Scheduled))
            QCOMPARE(info.nextDue, shown("mail.send#s1").dueAt);
        QVERIFY(info.serverNow <= now());
        QVERIFY(info.unreadable.isEmpty());
        QCOMPARE(info.damaged, 0);
    }

    void anOverdueRetryIsTheOldestToo()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        addDue({"t#1", "t#2"});
        QCOMPARE(nackOne(worker(), claimOne(), 0ms), WriteOutcome::Accepted);
        // The unclaimed task, either t#2 or t#1, is overdue.
        QCOMPARE(claim(1).leases.size(), std::size_t(1));
        const auto left
            = wholePage(TaskState::Due).empty() ? wholePage(TaskState::Retrying) : wholePage(TaskState::Due);
        QCOMPARE(left.size(), std::size_t(1));
        QCOMPARE(must(inspector().queue(queue)).oldestDue, std::optional(left[0].at));
        QVERIFY(!must(inspector().queue(queue)).nextDue);
    }

    void pagesAddUpToTheCounts()
    {
        REQUIRE_FEATURE(Filled);
        populate();
        const StateCounts expected = counts();
        for (const TaskState state : allStates) {
            const TaskPage whole = page(state, 0, 1000);
            QCOMPARE(whole.total, expected[state]);
            QCOMPARE(qint64(whole.tasks.size()), expected[state]);
            for (const Task& task : whole.tasks) {
                QCOMPARE(task.state, state);
                QCOMPARE(withoutPreview(task), withoutPreview(shown(task.id)));
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
        large.payload = QByteArray(70'000, 'x'); // The payload is too long for a preview.
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
};

QTEST_GUILESS_MAIN(TestConformanceReading)
#include "tst_conformance_reading.moc"
