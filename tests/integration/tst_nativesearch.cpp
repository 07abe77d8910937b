// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeinspector.h"
#include "tests/support/nativeoperator.h"

#include <set>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests that step-by-step searches in the native layout are exact at any size, and that each call is bounded.
class TestNativeSearch : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

    /// Returns all matches and the number of steps.
    std::pair<std::vector<TaskId>, int> walk(const char* filter, int examine = 100, bool errorsAlone = false)
    {
        SearchRequest request;
        request.queue = "q";
        request.filter = filterOf(filter);
        request.examine = examine;
        request.errorsAlone = errorsAlone;
        std::vector<TaskId> ids;
        int steps = 0;
        do {
            const SearchStep step = place.value(place.inspector.search(request));
            for (const Task& task : step.matches)
                ids.push_back(task.id);
            request.cursor = step.cursor;
            ++steps;
        } while (!request.cursor.isEmpty() && steps < 100'000);
        return {ids, steps};
    }

private slots:
    void cleanup() { place.empty(); }

    void walkOverLargePayloadsTakesSmallSteps();
    void walkFindsTextInPayloadsWithTheirOwnKey();
    void walkFindsErrorsAsTheyWereBeforeTheyWereEscaped();
    void walkGoesOnWhenItsPlaceIsGone();
    void walkThroughTasksOfOneInstantMeetsEachOnce();
    void walkOfAFilterWithoutMatchesTransfersNothing();
    void walkForErrorsBeginsWhereTheyAreAndPassesOverWhatNeverRan();
    void walkReadsOnlyWhatTheFilterNeeds();
    void walkOfADueRangeLooksNowhereElse();
    void walkByTheTimeOfAddingReadsIdsAndEnvelopes();
    void walkSkipsWhatFailedAfterTheCutoff();
    void cursorOfSomethingElseIsRefused();
};

void TestNativeSearch::walkOverLargePayloadsTakesSmallSteps()
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < 50; ++i)
        tasks.push_back({numbered(i), {}, 1h + Millis(i), {}, QByteArray(60'000, 'x') + (i % 10 ? "" : "NEEDLE")});
    place.add(tasks);
    const auto [ids, steps] = walk("payload:needle");
    QCOMPARE(ids, (std::vector<TaskId>{numbered(0), numbered(10), numbered(20), numbered(30), numbered(40)}));
    QVERIFY2(steps >= 25, qPrintable(QString::number(steps))); // Each step examines at most two tasks.
    QCOMPARE(walk("-payload:needle").first.size(), 45U);
    QVERIFY(walk("id:nothing payload:needle").second < 3); // tasks ruled out by their ids are not read
}

void TestNativeSearch::walkFindsTextInPayloadsWithTheirOwnKey()
{
    QByteArray payload(3'000'000, 'x');
    payload.replace(256 * 1024 - 3, 6, "NeeDle"); // the word crosses the boundary between two pieces
    payload.replace(2'999'990, 5, "Alice");
    place.add({{"mail#a", {}, 1h, {}, payload}, {"mail#b", {}, 1h + 1ms, {}, QByteArray(3'000'000, 'x')},
        {"mail#c", {}, 1h + 2ms, {}, "a small needle"}});
    using Ids = std::vector<TaskId>;
    QCOMPARE(walk("payload:needle").first, (Ids{"mail#a", "mail#c"}));
    QCOMPARE(walk("payload:needle").second, 3); // Each step reads one large payload.
    QCOMPARE(walk("payload:needle payload:alice").first, (Ids{"mail#a"}));
    QCOMPARE(walk("payload:needle -alice").first, (Ids{"mail#c"}));
    QCOMPARE(walk("-payload:needle").first, (Ids{"mail#b"}));
    QCOMPARE(walk("alice").first, (Ids{"mail#a"}));
    QCOMPARE(walk("mail#b").first, (Ids{"mail#b"})); // a bare word also matches ids
    QCOMPARE(walk("-mail#b size>1000000").first, (Ids{"mail#a"}));
}

void TestNativeSearch::walkFindsErrorsAsTheyWereBeforeTheyWereEscaped()
{
    place.addDue({"mail#a", "mail#b"});
    const auto leases = place.claim();
    place.nack(leases.at(0), std::nullopt, "C:\\Temp\nTimed Out");
    place.nack(leases.at(1), std::nullopt, "fine, but worker-a said no");
    using Ids = std::vector<TaskId>;
    QCOMPARE(walk(R"(error:"c:\\temp")").first, (Ids{"mail#a"}));
    QCOMPARE(walk("error:\"timed out\"").first, (Ids{"mail#a"}));
    QCOMPARE(walk("error:ntimed").first, (Ids{}));
    QCOMPARE(walk("error:failed").first, (Ids{})); // the line contains the word, but only as the outcome
    QCOMPARE(walk("error:worker-a").first, (Ids{"mail#b"}));
    QCOMPARE(walk("-error:worker-a").first, (Ids{"mail#a"}));
    QCOMPARE(walk("temp").first, (Ids{"mail#a"}));
    SearchRequest lineFeed;
    lineFeed.queue = "q";
    lineFeed.filter = filterOf("error:\"temp\ntimed\"");
    QCOMPARE(place.value(place.inspector.search(lineFeed)).matches.size(), 1U);
}

void TestNativeSearch::walkGoesOnWhenItsPlaceIsGone()
{
    std::vector<TaskId> ids;
    for (int i = 0; i < 40; ++i) // ids that are prefixes of other ids
        ids.push_back("mail#" + QByteArray::number(i % 10) + QByteArray(i / 10, '0'));
    std::sort(ids.begin(), ids.end());
    // All tasks have the same due time, so only the id determines where the scan is.
    for (const TaskId& id : ids)
        place.add({{id, fromMs(4'000'000'000'000), {}, {}, ""}});
    SearchRequest request;
    request.queue = "q";
    request.examine = 5;
    std::vector<TaskId> met;
    do {
        const SearchStep step = place.value(place.inspector.search(request));
        for (const Task& task : step.matches)
            met.push_back(task.id);
        if (!step.matches.empty()) // Remove the member at the cursor, and an earlier one.
            place.server.call({"ZREM", keys.pending(), met.back(), met.front()});
        request.cursor = step.cursor;
    } while (!request.cursor.isEmpty());
    QCOMPARE(met, ids);
}

void TestNativeSearch::walkThroughTasksOfOneInstantMeetsEachOnce()
{
    std::vector<NewTask> tasks;
    std::set<TaskId> expected;
    for (int i = 0; i < 1000; ++i) {
        const TaskId id = "mail#" + QByteArray::fromHex(QByteArray::number(i * 7919 + 65536, 16).right(4)) + "é";
        tasks.push_back({id, fromMs(4'000'000'000'000), {}, {}, ""});
        expected.insert(id);
    }
    place.add(tasks);
    const auto [ids, steps] = walk("", 7);
    QCOMPARE(ids.size(), expected.size());
    QCOMPARE(std::set<TaskId>(ids.begin(), ids.end()), expected);
    QVERIFY(std::is_sorted(ids.begin(), ids.end()));
    QVERIFY(steps > 100);
}

void TestNativeSearch::walkOfAFilterWithoutMatchesTransfersNothing()
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < 2000; ++i)
        tasks.push_back({numbered(i), {}, 1h, {}, QByteArray(200, 'x')});
    place.add(tasks);
    for (const char* filter :
        {"payload:needle", "needle", "type:sms", "id:*9x", "size>300", "-attempt=0", "attempt>0", "error:x"}) {
        place.server.call({"CONFIG", "RESETSTAT"});
        const auto [ids, steps] = walk(filter);
        QVERIFY(ids.empty());
        // Tasks that have never been leased have neither errors nor attempts, so they are skipped.
        const bool passedOver = filter[0] == 'a' || filter[0] == 'e';
        QCOMPARE(steps, passedOver ? 1 : 21);
        const QByteArray net = place.server.call({"INFO", "stats"}).bytes;
        const qsizetype out = net.indexOf("total_net_output_bytes:") + 23;
        QVERIFY2(net.mid(out, net.indexOf('\r', out) - out).toLongLong() < 10'000, filter);
    }
}

void TestNativeSearch::walkForErrorsBeginsWhereTheyAreAndPassesOverWhatNeverRan()
{
    place.addDue({"mail#retry", "mail#failed"});
    const auto leases = place.claim(2);
    place.nack(leases.at(0), leases.at(0).id == "mail#retry" ? std::optional<Millis>(1h) : std::nullopt, "Timed out");
    place.nack(leases.at(1), leases.at(1).id == "mail#retry" ? std::optional<Millis>(1h) : std::nullopt, "Timed out");
    for (int i = 0; i < 50; ++i)
        place.add({{numbered(i), {}, 1h, {}, "timed out"}});
    SearchRequest request;
    request.queue = "q";
    request.examine = 1;
    for (const char* filter : {"error:timed", "error~\"Timed out\"", "error:out -error:x"}) {
        request.filter = filterOf(filter);
        request.cursor.clear();
        const SearchStep first = place.value(place.inspector.search(request));
        QCOMPARE(first.matches.size(), 1U);
        QCOMPARE(first.matches[0].id, "mail#failed");
        request.cursor = first.cursor;
        const SearchStep second = place.value(place.inspector.search(request));
        QCOMPARE(second.matches.size(), 1U);
        QCOMPARE(second.matches[0].id, "mail#retry");
        QCOMPARE(walk(filter).first.size(), 2U);
    }
    request.cursor.clear();
    request.examine = 1000;
    request.filter = filterOf("error:timed");
    QCOMPARE(place.value(place.inspector.search(request)).examined, 2);
    request.filter = filterOf("attempt>=1");
    QCOMPARE(place.value(place.inspector.search(request)).examined, 2);
    // A filter that matches tasks without an error or an attempt must read every task.
    for (const char* filter : {"-error:timed", "error~\"\"", "attempt<1", "-attempt>0", "attempt>=0"}) {
        request.filter = filterOf(filter);
        qint64 examined = 0;
        do {
            const SearchStep step = place.value(place.inspector.search(request));
            examined += step.examined;
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        QVERIFY2(examined >= 50, filter);
    }
}

void TestNativeSearch::walkReadsOnlyWhatTheFilterNeeds()
{
    for (int i = 0; i < 20; ++i)
        place.failOne(numbered(i));
    const auto reads = [this](const char* filter, bool errorsAlone = false) {
        place.server.call({"CONFIG", "RESETSTAT"});
        walk((QByteArray("state:failed ") + filter).constData(), 100, errorsAlone);
        const QByteArray stats = place.server.call({"INFO", "commandstats"}).bytes;
        const qsizetype at = stats.indexOf("cmdstat_hmget:calls=");
        return at < 0 ? 0 : stats.mid(at + 20, stats.indexOf(',', at) - at - 20).toInt();
    };
    QCOMPARE(reads("type:sms"), 0);
    QCOMPARE(reads("payload:needle"), 2); // Reads only entries: first those of two tasks, then the rest.
    QCOMPARE(reads("error:needle"), 2); // Reads only histories.
    QCOMPARE(reads("attempt>7"), 2);
    QCOMPARE(reads("type:mail"), 6); // Reads entries, tries and histories: first those of two tasks, then the rest.
    QCOMPARE(reads("type:mail", true), 2); // Reads only histories.
    QCOMPARE(reads("type:mail attempt>0", true), 6); // histories contain no attempt numbers
}

void TestNativeSearch::walkOfADueRangeLooksNowhereElse()
{
    std::vector<NewTask> tasks;
    for (int i = 0; i < 1000; ++i)
        tasks.push_back({numbered(i), {}, std::chrono::minutes(i), {}, ""});
    place.add(tasks);
    SearchRequest request;
    request.queue = "q";
    request.filter = filterOf("due>+100m due<+110m");
    const SearchStep step = place.value(place.inspector.search(request));
    QCOMPARE(step.examined, 10);
    QCOMPARE(step.matches.size(), 10U);
    QVERIFY(step.cursor.isEmpty());
    request.filter = filterOf("state:due");
    QCOMPARE(place.value(place.inspector.search(request)).examined, 1);
}

void TestNativeSearch::walkByTheTimeOfAddingReadsIdsAndEnvelopes()
{
    const TimePoint now = fromMs(place.nowMs());
    const TaskId old = makeTaskId("mail", now - 48h);
    const TaskId young = makeTaskId("mail", now - 1h);
    const TaskId given = "mail#0000000000000000"; // 16 characters, but not a plausible time
    place.add({{old, {}, 1h, {}, ""}, {young, {}, 2h, {}, ""}, {given, {}, 3h, {}, ""}, {"mail#b", {}, 4h, {}, ""}});
    using Ids = std::vector<TaskId>;
    QCOMPARE(walk("added<-1d").first, (Ids{old}));
    QCOMPARE(walk("added>=-1d").first, (Ids{young, given, "mail#b"}));
    QCOMPARE(walk("-added>=-1d").first, (Ids{old}));
    QCOMPARE(walk("added<-1m").first, (Ids{old, young}));
    QCOMPARE(walk("added>2090-01-01T00:00:00Z").first, (Ids{}));
    QCOMPARE(walk("added>1980-01-01T00:00:00Z").first.size(), 4U);
    place.server.call({"CONFIG", "RESETSTAT"});
    walk("added<-3d");
    const QByteArray stats = place.server.call({"INFO", "commandstats"}).bytes;
    QVERIFY(stats.contains("cmdstat_hmget:calls=1,")); // one call for the two ids without a time
}

void TestNativeSearch::walkSkipsWhatFailedAfterTheCutoff()
{
    place.failOne("mail#a");
    place.failOne("mail#b");
    place.server.call({"ZADD", keys.failed(), "1000", "mail#a", "2000", "mail#b"});
    SearchRequest request;
    request.queue = "q";
    request.changedBefore = fromMs(1000);
    const SearchStep step = place.value(place.inspector.search(request));
    QCOMPARE(step.matches.size(), 1U);
    QCOMPARE(step.matches[0].id, "mail#a");
    QCOMPARE(step.matches[0].at, fromMs(1000));
}

void TestNativeSearch::cursorOfSomethingElseIsRefused()
{
    for (const char* cursor : {"x", "pending", "pending 1", "nothing 1 mail#a", "pending one mail#a", "6 1 mail#a"}) {
        SearchRequest request;
        request.queue = "q";
        request.cursor = cursor;
        const auto step = place.inspector.search(request);
        QVERIFY2(!step, cursor);
        QCOMPARE(step.error().code, ErrorCode::Usage);
    }
}

QTEST_GUILESS_MAIN(TestNativeSearch)
#include "tst_nativesearch.moc"
