// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/readplace.h"
#include "tests/integration/streamplace.h"

#include <QRandomGenerator>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// All of a stream's tasks as one consumer group sees them, from a full read.
struct Truth
{
    QByteArrayList waiting;
    QByteArrayList pending;
    QByteArrayList handled; ///< newest first

    static std::pair<quint64, quint64> parts(const QByteArray& id)
    {
        const qsizetype dash = id.indexOf('-');
        return {id.left(dash).toULongLong(), id.mid(dash + 1).toULongLong()};
    }
    static Truth of(RedisServer& server, const QByteArray& key, const QByteArray& group)
    {
        Truth truth;
        QByteArray last = "0-0";
        for (const Reply& each : server.call({"XINFO", "GROUPS", key}).items) {
            QByteArray name;
            for (std::size_t i = 0; i + 1 < each.items.size(); i += 2) {
                if (each.items[i].bytes == "name")
                    name = each.items[i + 1].bytes;
                if (each.items[i].bytes == "last-delivered-id" && name == group)
                    last = each.items[i + 1].bytes;
            }
        }
        for (const Reply& entry : server.call({"XPENDING", key, group, "-", "+", "1000000"}).items)
            truth.pending << entry.items[0].bytes;
        for (const Reply& entry : server.call({"XRANGE", key, "-", "+"}).items) {
            const QByteArray id = entry.items[0].bytes;
            if (parts(id) > parts(last))
                truth.waiting << id; // After SETID, waiting entries may also be pending.
            else if (!truth.pending.contains(id))
                truth.handled.prepend(id);
        }
        return truth;
    }
};

} // namespace

/// Tests the counts and pages of streams in random states, comparing them with a scan of all entries.
class TestStreamCounts : public QObject
{
    Q_OBJECT

private slots:
    void countsEqualAFullWalk_data();
    void countsEqualAFullWalk();
    void pagesEqualAFullWalk_data();
    void pagesEqualAFullWalk();
    void longCountsContinue();

private:
    void compare(ReadPlace& place, const QByteArray& what, QRandomGenerator& random);
};

void TestStreamCounts::compare(ReadPlace& place, const QByteArray& what, QRandomGenerator& random)
{
    const Truth truth = Truth::of(place.server, "q", "g");
    const std::vector<QueueInfo> infos = place.value(place.inspector().queues());
    QVERIFY2(infos.size() == 1, what);
    for (const QueueInfo& info : {infos.front(), place.info()}) {
        QVERIFY2(!info.isPart, what);
        QVERIFY2(
            info.counts[TaskState::Due] == truth.waiting.size(), what + " due " + number(info.counts[TaskState::Due]));
        QVERIFY2(info.counts[TaskState::Leased] == truth.pending.size(), what);
        QVERIFY2(info.counts[TaskState::Done] == truth.handled.size(),
            what + " done " + number(info.counts[TaskState::Done]));
    }
    for (const auto& [state, ids] : {std::pair(TaskState::Due, truth.waiting), {TaskState::Done, truth.handled}}) {
        const qint64 offset = random.bounded(int(ids.size()) + 1);
        const TaskPage page = place.value(place.inspector().page({"q/g", state, offset, 5}));
        QVERIFY2(page.total == ids.size(), what);
        QVERIFY2(idsOf(page.tasks) == ids.mid(offset, 5), what + " page " + idsOf(page.tasks).join(' '));
    }
    QByteArrayList leased = idsOf(place.value(place.inspector().page({"q/g", TaskState::Leased, 0, 1'000})).tasks);
    std::sort(leased.begin(), leased.end());
    QByteArrayList pending = truth.pending;
    std::sort(pending.begin(), pending.end());
    QVERIFY2(leased.size() == std::min<qsizetype>(pending.size(), 1'000), what);
    QVERIFY2(pending.size() > 1'000 || leased == pending, what);
}

void TestStreamCounts::countsEqualAFullWalk_data()
{
    QTest::addColumn<bool>("scripts");
    QTest::newRow("by scripts") << true;
    QTest::newRow("by entries") << false;
}
void TestStreamCounts::countsEqualAFullWalk()
{
    QFETCH(bool, scripts);
    ReadPlace place(u"stream:q"_s, "q/g");
    RedisServer& server = place.server;
    if (!scripts)
        server.call({"ACL", "SETUSER", "default", "-@scripting"});
    QRandomGenerator random(7);
    int states = 0;
    for (int round = 0; round < 10; ++round) {
        server.call({"DEL", "q"});
        server.call({"XGROUP", "CREATE", "q", "g", random.bounded(2) ? "0" : "$", "MKSTREAM"});
        QByteArrayList log;
        int last = 1;
        for (int step = 0; step < 40; ++step) {
            const int kind = random.bounded(166);
            const auto any = [&] { return number(1 + random.bounded(last)) + "-1"; };
            Command command;
            if (kind < 60)
                command = {"XADD", "q", number(last += 1 + random.bounded(2)) + "-1", "f", "v"};
            else if (kind < 110)
                command
                    = {"XREADGROUP", "GROUP", "g", "c", "COUNT", number(1 + random.bounded(4)), "STREAMS", "q", ">"};
            else if (kind < 140)
                command = {"XACK", "q", "g", any()};
            else if (kind < 150)
                command = {"XDEL", "q", any()};
            else if (kind < 158)
                command = {"XTRIM", "q", "MAXLEN", "=", number(random.bounded(13))};
            else if (kind < 163)
                command = {"XGROUP", "SETID", "q", "g", random.bounded(3) ? any() : QByteArray("$")};
            else
                command = {"XCLAIM", "q", "g", "d", "0", any(), "FORCE"};
            server.call(command);
            log << QByteArrayList(command.begin(), command.end()).join(' ');
            compare(place, log.join("; "), random);
            if (QTest::currentTestFailed())
                return;
            ++states;
        }
    }
    QVERIFY(states >= 400);
}

void TestStreamCounts::pagesEqualAFullWalk_data() { countsEqualAFullWalk_data(); }
void TestStreamCounts::pagesEqualAFullWalk()
{
    QFETCH(bool, scripts);
    ReadPlace place(u"stream:q"_s, "q/g");
    RedisServer& server = place.server;
    if (!scripts)
        server.call({"ACL", "SETUSER", "default", "-@scripting"});
    QRandomGenerator random(11);
    for (int i = 1; i <= 5'000; ++i)
        server.call({"XADD", "q", number(i) + "-1", "f", "v"});
    server.call({"XGROUP", "CREATE", "q", "g", "0"});
    server.call({"XREADGROUP", "GROUP", "g", "c", "COUNT", "2600", "STREAMS", "q", ">"});
    for (int i = 1; i <= 2'600; ++i) {
        if (i % 3 != 0 && (i < 1'000 || i > 1'900)) // leaves a long run of pending entries
            server.call({"XACK", "q", "g", number(i) + "-1"});
    }
    for (int i = 0; i < 300; ++i)
        server.call({"XDEL", "q", number(1 + random.bounded(5'000)) + "-1"});
    for (int i = 0; i < 30; ++i) {
        compare(place, number(i), random);
        if (QTest::currentTestFailed())
            return;
    }
    const Truth truth = Truth::of(server, "q", "g");
    const TaskPage many = place.value(place.inspector().page({"q/g", TaskState::Done, 333, 700}));
    QCOMPARE(idsOf(many.tasks), truth.handled.mid(333, 700));
    const std::vector<Task> found = place.found(u"state:done"_s);
    QCOMPARE(qsizetype(found.size()), truth.handled.size());
}

/// A client that polls counts a limited number of entries per listing. The counts are lower bounds until a later
/// listing has counted to the end. A client that lists the queues once waits for exact counts.
void TestStreamCounts::longCountsContinue()
{
    ReadPlace place(u"stream:q"_s, "q/g");
    RedisServer& server = place.server;
    server.call({"EVAL", "for i = 1, 200000 do redis.call('XADD', KEYS[1], i .. '-1', 'f', 'v') end", "1", "q"});
    server.call({"XGROUP", "CREATE", "q", "g", "100000-1"});
    server.call({"XDEL", "q", "150000-1"});
    QueueInfo info = place.value(place.inspector().queues()).front();
    QVERIFY(!info.isPart);
    QCOMPARE(info.counts[TaskState::Due], 99'999);
    place.open(u"stream:q"_s);
    place.inspector().paceCounts({});
    info = place.value(place.inspector().queues()).front();
    QVERIFY(info.isPart);
    QVERIFY(info.counts[TaskState::Due] > 0 && info.counts[TaskState::Due] < 99'999);
    int lists = 1;
    for (; info.isPart && lists < 20; ++lists)
        info = place.value(place.inspector().queues()).front();
    QVERIFY(lists > 1 && !info.isPart);
    QCOMPARE(info.counts[TaskState::Due], 99'999);
    QCOMPARE(info.counts[TaskState::Done], 100'000);
    server.call({"XADD", "q", "200001-1", "f", "v"});
    server.call({"XREADGROUP", "GROUP", "g", "c", "COUNT", "7", "STREAMS", "q", ">"});
    info = place.value(place.inspector().queues()).front();
    QVERIFY(!info.isPart); // from now on, only changes are counted
    QCOMPARE(info.counts[TaskState::Due], 99'993);
    QCOMPARE(place.info().counts[TaskState::Due], 99'993);
}

QTEST_GUILESS_MAIN(TestStreamCounts)
#include "tst_streamcounts.moc"
