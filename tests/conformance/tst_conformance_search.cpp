// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/searchingtest.h"

#include <algorithm>
#include <set>

using namespace dueline;

/// Tests that a search finds every matching task exactly once, in bounded steps.
class TestConformanceSearch : public SearchingTest
{
    Q_OBJECT

private slots:
    void searchFindsWhatTheFilterSays_data()
    {
        QTest::addColumn<int>("examine");
        QTest::newRow("by 1") << 1;
        QTest::newRow("by 100") << 100;
    }
    /// All filters are applied to the same tasks, because creating the tasks takes most of the time.
    void searchFindsWhatTheFilterSays()
    {
        REQUIRE_FEATURE(Filled);
        QFETCH(int, examine);
        populate();
        for (const char* filter : {"", "state:failed", "state:pending", "-state:pending", "state:trash", "type:mail.*",
                 "-type:mail.*", "type:report", "id:mail.send#f1", "id:*1", "id:*order*", "error:timeout",
                 "-error:timeout", "error:exit", "payload:alice", "payload:ALICE", "-payload:alice", "payload:needle",
                 "payload:ary", "alice", "503", "#f1", "-alice", "worker:worker-a", "-worker:worker-b", "attempt=0",
                 "attempt>2", "attempt>=1", "attempt<2 -state:done", "size=0", "size>70000", "size<100", "size=600",
                 "due<+2h", "due>+2h", "due<-25m state:pending", "-due<+2h", "added>-1h", "added<-1h", "at>-1m", "at<0",
                 "at>=-40m at<+40m", "at<=-30m -at<-5h", "state:failed type:mail.* error:timeout payload:alice",
                 "type:mail.* -state:done alice", "state:done needle", "nothing-at-all", "state:failed state:done",
                 "error:TIMEOUT attempt>2", "error~\"Timeout after 30 s\"", "-error~\"Timeout after 30 s\"",
                 "error~\"\"", "attempt<1", "attempt<=0", "-attempt=0", "-attempt<1", "attempt>=0", "attempt=1",
                 "error:503 payload:carol", "json:$.to=alice", "-json:$.to", "json:$[0].to=alice", "payload:503",
                 "payload:l", "size>2 -payload:r attempt<2"}) {
            if (QByteArrayView(filter).startsWith("at") && filter[2] != 't'
                && !fixture().holds(Fixture::Feature::Times))
                continue;
            const SearchRequest request = asking(QString::fromLatin1(filter), examine);
            std::set<TaskId> expected;
            for (const Task& task : everything()) {
                if (request.filter.matches(task, must(inspector().payload(queue, task.id)), now()))
                    expected.insert(task.id);
            }
            const SearchResult found = walk(request);
            std::set<TaskId> ids;
            for (const Task& task : found.matches) {
                QVERIFY2(ids.insert(task.id).second, filter + (" met twice: " + task.id));
                QVERIFY2(withoutPreview(task) == withoutPreview(shown(task.id)), filter + (": " + task.id));
            }
            QVERIFY2(ids == expected, filter);
            if (examine == 1 && found.examined > 1)
                QVERIFY2(found.steps > 0, filter);
        }
    }

    void withErrorsAloneItTellsTheSame()
    {
        REQUIRE_FEATURE(Filled);
        populate();
        for (const char* filter :
            {"state:failed", "state:failed error:timeout", "state:failed -error:exit", "state:failed type:mail.*",
                "error~\"Timeout after 30 s\"", "state:failed attempt>2", "state:failed payload:alice"}) {
            SearchRequest request = asking(QString::fromLatin1(filter));
            const SearchResult whole = walk(request);
            request.errorsAlone = true;
            const SearchResult brief = walk(request);
            QVERIFY2(brief.matches.size() == whole.matches.size(), filter);
            for (std::size_t i = 0; i < whole.matches.size(); ++i) {
                QCOMPARE(brief.matches[i].id, whole.matches[i].id);
                QCOMPARE(typeOf(brief.matches[i]).toByteArray(), typeOf(whole.matches[i]).toByteArray());
                QCOMPARE(brief.matches[i].state, whole.matches[i].state);
                QCOMPARE(brief.matches[i].at, whole.matches[i].at);
                QCOMPARE(brief.matches[i].error, whole.matches[i].error);
            }
        }
    }

    void aTextIsFoundInEverySpellingOfJson()
    {
        REQUIRE_FEATURE(Times);
        REQUIRE_FEATURE(Payloads);
        failTask("t#failed", R"(HTTP 422 {"name":"\u5F20\u4E09","see":"https:\/\/a.cn\/x"})");
        std::vector<NewTask> tasks;
        const auto add1 = [&](const TaskId& id, const QByteArray& payload) {
            NewTask task;
            task.id = id;
            task.dueAt = now() + 1h;
            task.payload = payload;
            tasks.push_back(task);
        };
        add1("t#plain", R"({"name":"张三"})");
        add1("t#lower", R"({"name":"\u5f20\u4e09"})");
        add1("t#upper", R"({"name":"\u5F20\u4E09","order":7})");
        add1("t#mixed", R"({"name":"\u5f20三"})");
        add1("t#nested", R"({"body":"{\"name\":\"\\u5f20\\u4e09\"}"})");
        add1("t#large", "\"" + QByteArray(256 * 1024 - 5, 'x') + "\\u5f20\\u4e09\"");
        add1("t#other", R"({"name":"\u5f20\u4e8c"})");
        add1("t#ascii", R"({"name":"\u0041lice","see":"https:\/\/a.cn\/x"})");
        add1("t#empty", {});
        add(tasks);
        const std::pair<const char*, const char*> rows[]{
            {"payload:张三", "t#large t#lower t#mixed t#nested t#plain t#upper"},
            {"-payload:张三", "t#ascii t#empty t#failed t#other"},
            {"payload:张三 payload:order", "t#upper"},
            {"payload:张三 -payload:order", "t#large t#lower t#mixed t#nested t#plain"},
            {"张三", "t#failed t#large t#lower t#mixed t#nested t#plain t#upper"},
            {"-张三", "t#ascii t#empty t#other"},
            {"error:张三", "t#failed"},
            {"error:张三 -payload:张三", "t#failed"},
            {"-error:张三 state:failed", ""},
            {"error:https://a.cn/x", "t#failed"},
            {"payload:Alice", "t#ascii"},
            {"payload:a.cn/x", "t#ascii"},
            {"payload:\\u5f20\\u4e09", "t#large t#lower t#nested t#upper"},
            {"payload:王五", ""},
            {"json:$.name=张三", "t#lower t#mixed t#plain t#upper"},
            {"json:$.name -json:$.name=张三", "t#ascii t#other"},
            {"json:$.order=7 payload:张三", "t#upper"},
        };
        for (const auto& [filter, ids] : rows) {
            for (const int examine : {1, 100}) {
                QStringList found;
                for (const Task& task : walk(asking(QString::fromUtf8(filter), examine)).matches)
                    found.append(QString::fromLatin1(task.id));
                found.sort();
                QVERIFY2(found.join(u' ') == QLatin1StringView(ids), filter + (": " + found.join(u' ').toUtf8()));
            }
        }
    }

    void matchesComeStateByStateInTheirOrder()
    {
        REQUIRE_FEATURE(Filled);
        populate();
        const auto found = walk(asking(QString(), 2)).matches;
        QCOMPARE(found.size(), everything().size());
        std::vector<TaskState> order;
        for (const Task& task : found) {
            if (order.empty() || order.back() != task.state)
                order.push_back(task.state);
        }
        std::size_t states = 0;
        for (const TaskState state : allStates)
            states += fixture().states().contains(state) ? 1 : 0;
        QCOMPARE(order.size(), states);
        for (const TaskState state : allStates) {
            std::vector<std::pair<TimePoint, TaskId>> places;
            for (const Task& task : found) {
                if (task.state == state)
                    places.emplace_back(task.at, task.id);
            }
            if (fixture().holds(Fixture::Feature::Times))
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
            QCOMPARE(
                ids, (std::set<TaskId>{"mail.send#f1", "mail.send#f2", "report#f3", "mail.send#r1", "webhook#r2"}));
            QCOMPARE(order.size(), std::size_t(2));
        }
    }

    void aSearchCanBeNarrowedToStates()
    {
        REQUIRE_CAPABILITY(fixture().states().contains(TaskState::Failed));
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
        const SearchResult all = walk(request);
        QCOMPARE(all.examined, 250);
        QCOMPARE(all.matches.size(), std::size_t(1));
    }

    void tasksThatMoveMeanwhileMakeASearchNeitherSkipNorRepeatOthers()
    {
        REQUIRE_CAPABILITY(can().leases);
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
            // claiming tasks at the front changes ranks, but not the positions where a search continues
            if (round < 5)
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
        REQUIRE_CAPABILITY(can().leases);
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
        const SearchResult found = walk(request);
        QVERIFY(found.matches.empty());
        QCOMPARE(found.examined, 0);
    }
};

QTEST_GUILESS_MAIN(TestConformanceSearch)
#include "tst_conformance_search.moc"
