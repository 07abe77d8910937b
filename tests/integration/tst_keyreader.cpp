// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/keyreader.h"
#include "core/redis/redisclient.h"
#include "core/redis/reply.h"
#include "tests/support/redisserver.h"

#include <QRandomGenerator>
#include <QTest>

#include <cmath>
#include <set>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

template <typename T> T theValue(Result<T> result)
{
    if (!result)
        qFatal("%s", qPrintable(result.error().message));
    return std::move(result).value();
}

/// Keys with random content: two sets of finished tasks, two sets with times, a set of tasks without times, and a list.
class Shelf
{
public:
    static constexpr qint64 nowMs = 1'800'000'000'000;

    Shelf()
        : client(server.config())
        , reader(client, sources())
    {
        if (const auto opened = client.open(); !opened)
            qFatal("%s", qPrintable(opened.error().message));
    }

    static std::vector<TaskSource> sources()
    {
        using Kind = TaskSource::Kind;
        using Score = TaskSource::Score;
        return {{"wait", Kind::List, Score::None, TaskState::Due, {}, "waiting"},
            {"delayed", Kind::SortedSet, Score::Milliseconds4096, TaskState::Scheduled, TaskState::Due, "delayed"},
            {"children", Kind::SortedSet, Score::None, TaskState::Scheduled, {}, "children"},
            {"retry", Kind::SortedSet, Score::Seconds, TaskState::Retrying, TaskState::Retrying, "retry"},
            {"failed", Kind::SortedSet, Score::Milliseconds, TaskState::Failed, {}, "failed"},
            {"done", Kind::SortedSet, Score::Milliseconds, TaskState::Done, {}, "done"}};
    }

    /// Fills the keys. Times are within `spread` ms of the current time, so a small spread produces many equal times.
    void fill(int each, int spread, quint32 seed)
    {
        QRandomGenerator random(seed);
        std::vector<Command> pipeline;
        for (int i = 0; i < each; ++i) {
            const QByteArray name = number(i);
            const qint64 past = nowMs - random.bounded(spread);
            const qint64 around = nowMs - spread / 2 + random.bounded(spread);
            pipeline.push_back({"LPUSH", "wait", "w" + name});
            pipeline.push_back({"ZADD", "delayed",
                QByteArray::number(double(around) * 4096 + random.bounded(4096), 'f', 0), "d" + name});
            pipeline.push_back({"ZADD", "children", name, "c" + name});
            pipeline.push_back({"ZADD", "retry", QByteArray::number(double(around) / 1000, 'f', 3), "r" + name});
            pipeline.push_back({"ZADD", "failed", number(past), "f" + name});
            if (i % 3 != 0)
                pipeline.push_back({"ZADD", "done", number(past - random.bounded(spread)), "e" + name});
        }
        theValue(client.pipeline(pipeline));
    }
    SourceCounts counts() { return theValue(reader.counts(fromMs(nowMs))); }
    EntryPage merged(StateSet states, qint64 offset, int limit)
    {
        return theValue(reader.merged(counts(), states, offset, limit));
    }

    RedisServer server;
    RedisClient client;
    KeyReader reader;
};

std::vector<QByteArray> membersOf(const std::vector<SourceEntry>& entries)
{
    std::vector<QByteArray> members;
    for (const SourceEntry& entry : entries)
        members.push_back(entry.member);
    return members;
}

} // namespace

/// Tests reading a framework's keys by rank: compares each page and scan with the content of all keys, sorted by the
/// test.
class TestKeyReader : public QObject
{
    Q_OBJECT

private slots:
    void countsFollowFromWhereTasksStand();
    void pagesOfOneStateGoInItsOrder();
    void mergedPagesAreTheWholeInPieces_data();
    void mergedPagesAreTheWholeInPieces();
    void aWalkMeetsEachEntryOnce_data();
    void aWalkMeetsEachEntryOnce();
    void aWalkGoesOnAcrossTies();
    void aWalkReadsOnlyWhatLiesWithinItsBounds_data();
    void aWalkReadsOnlyWhatLiesWithinItsBounds();
    void cutoffsOfAnOperationLeaveWhatHasNoInstant();
    void aWalkMissesNothingWhileWorkersTakeAndProducersPush();
    void aWalkInRunOrderMissesNothing_data();
    void aWalkInRunOrderMissesNothing();
    void binsAddUpToTheCounts();
    void aKeyOfAnotherTypeIsNamed();
    void aDueTimeHalfwayIsRoundedOneWayOnly();
};

void TestKeyReader::countsFollowFromWhereTasksStand()
{
    Shelf shelf;
    shelf.fill(300, 100'000, 1);
    const StateCounts states = shelf.reader.statesOf(shelf.counts());
    QCOMPARE(states[TaskState::Failed], 300);
    QCOMPARE(states[TaskState::Done], 200);
    QCOMPARE(states[TaskState::Retrying], 300);
    const qint64 due = shelf.counts().due[1];
    QVERIFY(due > 0 && due < 300);
    QCOMPARE(states[TaskState::Due], 300 + due);
    QCOMPARE(states[TaskState::Scheduled], 300 + 300 - due);
}

void TestKeyReader::pagesOfOneStateGoInItsOrder()
{
    Shelf shelf;
    shelf.fill(300, 100'000, 2);
    const auto page = [&shelf](TaskState state, qint64 offset, int limit) {
        return theValue(shelf.reader.page(shelf.counts(), state, offset, limit));
    };
    // Pages start at the list's tail: the task pushed first runs next.
    QCOMPARE(membersOf(page(TaskState::Due, 0, 3).entries), (std::vector<QByteArray>{"w0", "w1", "w2"}));
    QCOMPARE(membersOf(page(TaskState::Due, 298, 2).entries), (std::vector<QByteArray>{"w298", "w299"}));
    const auto failed = page(TaskState::Failed, 0, 300).entries;
    QVERIFY(std::is_sorted(
        failed.rbegin(), failed.rend(), [](const SourceEntry& a, const SourceEntry& b) { return a.at < b.at; }));
    for (const TaskState state :
        {TaskState::Due, TaskState::Scheduled, TaskState::Retrying, TaskState::Failed, TaskState::Done}) {
        const auto whole = page(state, 0, 1000);
        QCOMPARE(qint64(whole.entries.size()), whole.total);
        std::vector<QByteArray> pieces;
        for (qint64 offset = 0; offset < whole.total; offset += 37) {
            for (const QByteArray& member : membersOf(page(state, offset, 37).entries))
                pieces.push_back(member);
        }
        QCOMPARE(pieces, membersOf(whole.entries));
        for (const SourceEntry& entry : whole.entries)
            QCOMPARE(entry.state, state);
    }
    QVERIFY(page(TaskState::Leased, 0, 10).entries.empty());
    QVERIFY(page(TaskState::Due, 10'000, 10).entries.empty());
}

void TestKeyReader::mergedPagesAreTheWholeInPieces_data()
{
    QTest::addColumn<int>("each");
    QTest::addColumn<int>("spread");
    QTest::addRow("few") << 20 << 10'000;
    QTest::addRow("many") << 3'000 << 100'000'000;
    QTest::addRow("ties") << 3'000 << 400;
    QTest::addRow("all at one instant") << 2'500 << 1;
}

void TestKeyReader::mergedPagesAreTheWholeInPieces()
{
    QFETCH(int, each);
    QFETCH(int, spread);
    Shelf shelf;
    shelf.fill(each, spread, 3);
    const StateSet states = StateSet::all();
    std::vector<SourceEntry> whole;
    const qint64 total = shelf.merged(states, 0, 1).total;
    for (qint64 offset = 0; offset < total; offset += 1000) {
        for (const SourceEntry& entry : shelf.merged(states, offset, 1000).entries)
            whole.push_back(entry);
    }
    QCOMPARE(qint64(whole.size()), total);
    std::vector<QByteArray> members = membersOf(whole);
    std::sort(members.begin(), members.end());
    QVERIFY(std::adjacent_find(members.begin(), members.end()) == members.end());
    // The earliest task comes first. Tasks without a time sort as if they were due now, and tasks waiting for others
    // come last.
    const auto others
        = std::find_if(whole.begin(), whole.end(), [](const SourceEntry& entry) { return entry.source == 2; });
    QVERIFY(std::all_of(others, whole.end(), [](const SourceEntry& entry) { return entry.source == 2; }));
    QVERIFY(
        std::is_sorted(whole.begin(), others, [](const SourceEntry& a, const SourceEntry& b) { return a.at < b.at; }));
    for (const qint64 offset : {qint64(0), total / 7, total / 3, total / 2 + 1, total - 10}) {
        const auto piece = membersOf(shelf.merged(states, offset, 10).entries);
        const auto begin = whole.begin() + offset;
        QCOMPARE(piece, membersOf({begin, begin + std::min<qint64>(10, total - offset)}));
    }
}

void TestKeyReader::aWalkMeetsEachEntryOnce_data()
{
    QTest::addColumn<int>("examine");
    QTest::addRow("one by one") << 1;
    QTest::addRow("seven") << 7;
    QTest::addRow("hundred") << 100;
}

void TestKeyReader::aWalkMeetsEachEntryOnce()
{
    QFETCH(int, examine);
    Shelf shelf;
    shelf.fill(90, 50, 4);
    std::vector<QByteArray> met;
    QByteArray cursor;
    do {
        const auto step = theValue(shelf.reader.walk(StateSet::all(), cursor, examine, fromMs(Shelf::nowMs)));
        QVERIFY(qint64(step.entries.size()) <= examine);
        for (const SourceEntry& entry : step.entries)
            met.push_back(entry.member);
        cursor = step.cursor;
    } while (!cursor.isEmpty());
    std::sort(met.begin(), met.end());
    QVERIFY(std::adjacent_find(met.begin(), met.end()) == met.end());
    QCOMPARE(met.size(), std::size_t(90 * 5 + 60));
    QCOMPARE(shelf.reader.walk(StateSet::all(), "nonsense", 1, fromMs(0)).error().code, ErrorCode::Usage);
}

void TestKeyReader::aWalkGoesOnAcrossTies()
{
    Shelf shelf;
    std::vector<Command> pipeline;
    for (int i = 0; i < 500; ++i)
        pipeline.push_back({"ZADD", "failed", number(Shelf::nowMs), "f" + number(i)});
    theValue(shelf.client.pipeline(pipeline));
    int met = 0;
    QByteArray cursor;
    do {
        const auto step = theValue(shelf.reader.walk({TaskState::Failed}, cursor, 33, fromMs(Shelf::nowMs)));
        met += int(step.entries.size());
        cursor = step.cursor;
    } while (!cursor.isEmpty());
    QCOMPARE(met, 500);
    // Tasks that failed after the scan's time limit are omitted.
    ScanRange bounds;
    bounds.changedBefore = fromMs(Shelf::nowMs - 1);
    QVERIFY(theValue(shelf.reader.walk({TaskState::Failed}, {}, 33, fromMs(Shelf::nowMs), bounds)).entries.empty());
}

void TestKeyReader::aWalkReadsOnlyWhatLiesWithinItsBounds_data()
{
    QTest::addColumn<int>("spread");
    QTest::addColumn<int>("examine");
    QTest::addRow("apart, in one step") << 100'000 << 1000;
    QTest::addRow("apart, in steps of seven") << 100'000 << 7;
    QTest::addRow("many at each instant") << 40 << 7;
}

void TestKeyReader::aWalkReadsOnlyWhatLiesWithinItsBounds()
{
    QFETCH(int, spread);
    QFETCH(int, examine);
    Shelf shelf;
    shelf.fill(200, spread, 7);
    const auto walked = [&](const ScanRange& bounds) {
        std::vector<SourceEntry> entries;
        QByteArray cursor;
        do {
            auto step = theValue(shelf.reader.walk(StateSet::all(), cursor, examine, fromMs(Shelf::nowMs), bounds));
            entries.insert(entries.end(), step.entries.begin(), step.entries.end());
            cursor = step.cursor;
        } while (!cursor.isEmpty());
        return entries;
    };
    const std::vector<SourceEntry> all = walked({});
    QRandomGenerator random(8);
    int within = 0;
    for (int i = 0; i < 40; ++i) {
        // Each bound of the range is an existing task's time. Tasks without a time count as due now.
        const TimePoint one = all[random.bounded(quint32(all.size()))].at;
        const TimePoint other = all[random.bounded(quint32(all.size()))].at;
        const ScanRange::Range range{std::min(one, other), std::max(one, other)};
        const ScanRange bounds{range, range};
        std::vector<SourceEntry> expected;
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected),
            [&](const SourceEntry& entry) { return range.from <= entry.at && entry.at <= range.until; });
        QCOMPARE(membersOf(walked(bounds)), membersOf(expected));
        within += int(expected.size());
        // Some ranges are open at one end, or limit only pending tasks.
        const auto isLater = [&](const SourceEntry& entry) { return entry.at >= *range.from; };
        QCOMPARE(walked({{range.from, {}}, {range.from, {}}}).size(),
            std::size_t(std::count_if(all.begin(), all.end(), isLater)));
        QCOMPARE(walked({range, {}}).size(), std::size_t(std::count_if(all.begin(), all.end(), [&](const auto& entry) {
            return !StateSet::pending().contains(entry.state) || range.contains(entry.at);
        })));
    }
    QVERIFY(within > 40);
    QVERIFY(walked({{fromMs(2), fromMs(1)}, {fromMs(2), fromMs(1)}}).empty());
}

void TestKeyReader::cutoffsOfAnOperationLeaveWhatHasNoInstant()
{
    Shelf shelf;
    shelf.fill(50, 100'000, 9);
    ScanRange bounds;
    bounds.waitingUntil = fromMs(Shelf::nowMs - 1);
    const auto entries = theValue(shelf.reader.walk({TaskState::Due}, {}, 1000, fromMs(Shelf::nowMs), bounds)).entries;
    QCOMPARE(entries.size(), 50U); // only the list's entries, which have no time
}

void TestKeyReader::aWalkMissesNothingWhileWorkersTakeAndProducersPush()
{
    Shelf shelf;
    for (int i = 0; i < 200; ++i)
        shelf.server.call({"LPUSH", "wait", "w" + number(i)});
    std::set<QByteArray> met;
    QByteArray cursor;
    int round = 0;
    do {
        const auto step = theValue(shelf.reader.walk({TaskState::Due}, cursor, 20, fromMs(Shelf::nowMs)));
        for (const SourceEntry& entry : step.entries)
            met.insert(entry.member);
        cursor = step.cursor;
        shelf.server.call({"LPUSH", "wait", "n" + number(round++)});
        shelf.server.call({"LPUSH", "wait", "n" + number(round++)});
        shelf.server.call({"RPOP", "wait"});
    } while (!cursor.isEmpty() && round < 1000);
    QVERIFY(cursor.isEmpty());
    for (const Reply& left : shelf.server.call({"LRANGE", "wait", "0", "-1"}).items) {
        if (left.bytes.startsWith('w'))
            QVERIFY2(met.contains(left.bytes), left.bytes);
    }
}

void TestKeyReader::aWalkInRunOrderMissesNothing_data()
{
    QTest::addColumn<bool>("tailFirst");
    QTest::addColumn<int>("claimed"); // maximum number of entries claimed between two steps
    QTest::addColumn<int>("returned");
    QTest::addColumn<bool>("isRemoved"); // true if the last entry read is removed after each step
    for (const bool tailFirst : {true, false}) {
        const QByteArray end = tailFirst ? "tail, " : "head, ";
        QTest::newRow(end + "undisturbed") << tailFirst << 0 << 0 << false;
        QTest::newRow(end + "slow workers") << tailFirst << 3 << 0 << false;
        QTest::newRow(end + "fast workers") << tailFirst << 60 << 0 << false;
        QTest::newRow(end + "workers that return entries") << tailFirst << 5 << 3 << false;
        QTest::newRow(end + "removed entries") << tailFirst << 1 << 0 << true;
    }
}

/// Scans a list while workers claim entries, producers push more, and entries are returned or removed.
void TestKeyReader::aWalkInRunOrderMissesNothing()
{
    QFETCH(bool, tailFirst);
    QFETCH(int, claimed);
    QFETCH(int, returned);
    QFETCH(bool, isRemoved);
    Shelf shelf;
    TaskSource list = Shelf::sources().front();
    list.tailFirst = tailFirst;
    KeyReader reader(shelf.client, {list});
    const QByteArray push = tailFirst ? "LPUSH" : "RPUSH";
    const QByteArray giveBack = tailFirst ? "RPUSH" : "LPUSH";
    const QByteArray claim = tailFirst ? "RPOP" : "LPOP";
    for (int i = 0; i < 500; ++i)
        shelf.server.call({push, "wait", "w" + number(1000 + i)});
    ScanRange bounds;
    bounds.inRunOrder = true;
    QRandomGenerator random(3);
    std::vector<QByteArray> met;
    std::set<QByteArray> gone;
    QByteArray cursor;
    int round = 0;
    do {
        const auto step = theValue(reader.walk({TaskState::Due}, cursor, 20, fromMs(Shelf::nowMs), bounds));
        for (const SourceEntry& entry : step.entries)
            met.push_back(entry.member);
        cursor = step.cursor;
        for (int i = 0; claimed > 0 && i < random.bounded(claimed + 1); ++i)
            gone.insert(shelf.server.call({claim, "wait"}).bytes);
        for (int i = 0; i < returned; ++i)
            shelf.server.call({giveBack, "wait", "r" + number(round * 10 + i)});
        if (isRemoved && !met.empty() && shelf.server.call({"LREM", "wait", "1", met.back()}).integer > 0)
            gone.insert(met.back());
        for (int i = 0; i < 4; ++i)
            shelf.server.call({push, "wait", "n" + number(round * 10 + i)});
    } while (!cursor.isEmpty() && ++round < 1000);
    QVERIFY(cursor.isEmpty());
    std::erase_if(met, [](const QByteArray& member) { return !member.startsWith('w'); });
    QVERIFY(std::is_sorted(met.begin(), met.end()));
    QVERIFY(std::adjacent_find(met.begin(), met.end()) == met.end());
    for (int i = 0; i < 500; ++i) {
        const QByteArray member = "w" + number(1000 + i);
        QVERIFY2(gone.contains(member) || std::binary_search(met.begin(), met.end(), member), member);
    }
}

void TestKeyReader::binsAddUpToTheCounts()
{
    Shelf shelf;
    shelf.fill(300, 100'000, 5);
    std::vector<TimelineBin> bins;
    for (int i = 0; i < 50; ++i)
        bins.push_back(
            {fromMs(Shelf::nowMs - 250'000 + i * 10'000), fromMs(Shelf::nowMs - 250'000 + (i + 1) * 10'000), {}});
    const SourceCounts counts = shelf.counts();
    QVERIFY(shelf.reader.addTo(bins, counts));
    StateCounts sum;
    for (const TimelineBin& bin : bins) {
        for (const TaskState state : allStates)
            sum[state] += bin.counts[state];
        // No due task may be in a future bin, and no scheduled task in a past one.
        QVERIFY(bin.from <= counts.now || bin.counts[TaskState::Due] == 0);
        QVERIFY(bin.to > counts.now || bin.counts[TaskState::Scheduled] == 0);
    }
    StateCounts expected = shelf.reader.statesOf(counts);
    expected[TaskState::Scheduled] -= 300; // tasks waiting for others have no time
    QCOMPARE(sum, expected);
    QCOMPARE(theValue(shelf.reader.lastDue({TaskState::Due}, counts)).has_value(), true);
}

void TestKeyReader::aKeyOfAnotherTypeIsNamed()
{
    Shelf shelf;
    shelf.server.call({"SET", "failed", "x"});
    const auto counts = shelf.reader.counts(fromMs(Shelf::nowMs));
    QCOMPARE(counts.error().code, ErrorCode::WrongType);
    QVERIFY2(counts.error().message.contains(u"key failed "_s), qPrintable(counts.error().message));
}

void TestKeyReader::aDueTimeHalfwayIsRoundedOneWayOnly()
{
    // Every conversion maps a score to exactly one millisecond: the displayed one.
    QRandomGenerator random(6);
    for (const TaskSource& source : Shelf::sources()) {
        if (!source.isDated())
            continue;
        for (int i = 0; i < 20'000; ++i) {
            const double ms = double(Shelf::nowMs) + random.bounded(100'000'000.0);
            const double score = source.score == TaskSource::Score::Milliseconds ? std::floor(ms)
                : source.score == TaskSource::Score::Seconds                     ? ms / 1000
                                                                                 : std::floor(ms * 4096);
            const TimePoint at = source.instantOf(score);
            QVERIFY2(source.scoreFrom(at).toDouble() <= score, qPrintable(QString::number(score, 'g', 17)));
            QVERIFY2(source.scoreFrom(at + Millis(1)).toDouble() > score, qPrintable(QString::number(score, 'g', 17)));
        }
    }
}

QTEST_GUILESS_MAIN(TestKeyReader)
#include "tst_keyreader.moc"
