// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/layoutacts.h"
#include "tests/support/frameworkwriter.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that discarded and restored list tasks return to their earlier positions among the tasks that are still
/// waiting. Neither the order of the restores nor tasks that ran in the meantime make a difference.
class TestRestoreOrder : public QObject
{
    Q_OBJECT

    /// Server with one framework's queue.
    struct Place : LayoutActs<>
    {
        Place()
            : LayoutActs(layoutName())
            , writer(FrameworkWriter::of(layout().toUtf8(), server))
        { }

        static QString layoutName()
        {
            QFETCH_GLOBAL(QByteArray, layout);
            return QString::fromUtf8(layout);
        }
        void write(int count)
        {
            const qint64 now = toMs(SystemClock().now());
            for (int i = 1; i <= count; ++i) {
                WrittenJob job{'d' + QByteArray::number(written + i)};
                job.at = fromMs(now - 60'000);
                writer->write(queue, job);
            }
            written += count;
        }
        QByteArray key()
        {
            QFETCH_GLOBAL(QByteArray, list);
            return list;
        }
        QByteArrayList list()
        {
            QByteArrayList values;
            for (const Reply& value : server.call({"LRANGE", key(), "0", "-1"}).items)
                values << value.bytes;
            return values;
        }
        /// Pops the task that a worker would claim next.
        QByteArray take()
        {
            QFETCH_GLOBAL(bool, fromTail);
            return server.call({fromTail ? "RPOP" : "LPOP", key()}).bytes;
        }
        void discard(const std::vector<TaskId>& ids)
        {
            last = act(queue, ActionKind::Discard, ids, StateSet{TaskState::Due});
        }
        void restore(const std::vector<TaskId>& ids)
        {
            last = act(queue, ActionKind::Restore, ids, StateSet{TaskState::Trash});
        }

        /// Sets the same time for all tasks in the trash, as if they had been discarded in the same millisecond.
        void makeInstantsEqual()
        {
            for (const char* pattern : {"dueline:overlay:*:trash", "dueline:overlay:*mailtrash", "rq:canceled:*"}) {
                for (const Reply& key : server.call({"KEYS", pattern}).items) {
                    const QByteArray at = server.call({"ZRANGE", key.bytes, "0", "0", "WITHSCORES"}).items.at(1).bytes;
                    for (const Reply& member : server.call({"ZRANGE", key.bytes, "0", "-1"}).items)
                        server.call({"ZADD", key.bytes, "XX", at, member.bytes});
                }
            }
        }
        /// Discards up to eight of these tasks in up to four operations.
        void discardSome(std::vector<TaskId> left, QRandomGenerator& random)
        {
            std::shuffle(left.begin(), left.end(), random);
            for (int times = 0; times < 4 && !left.empty(); ++times) {
                const auto some = std::ptrdiff_t(std::min<std::size_t>(left.size(), 1 + random.bounded(2)));
                discard(std::vector<TaskId>(left.end() - some, left.end()));
                QCOMPARE(last.done, some);
                left.erase(left.end() - some, left.end());
            }
        }

        static inline const QueueName queue = "mail";
        std::unique_ptr<FrameworkWriter> writer;
        int written = 0;
        ActDone last;
    };

private Q_SLOTS:
    void initTestCase_data()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<QByteArray>("list");
        QTest::addColumn<bool>("fromTail");
        QTest::newRow("bullmq") << QByteArray("bullmq") << QByteArray("bull:mail:wait") << true;
        QTest::newRow("bull") << QByteArray("bull") << QByteArray("bull:mail:wait") << true;
        QTest::newRow("sidekiq") << QByteArray("sidekiq") << QByteArray("queue:mail") << true;
        QTest::newRow("rq") << QByteArray("rq") << QByteArray("rq:queue:mail") << false;
        QTest::newRow("laravel") << QByteArray("laravel") << QByteArray("laravel_database_queues:mail") << false;
        QTest::newRow("asynq") << QByteArray("asynq") << QByteArray("asynq:{mail}:pending") << true;
        QTest::newRow("celery") << QByteArray("celery") << QByteArray("mail") << true;
    }
    void someGoBackBetweenTheOthers();
    void theyGoBackOneByOne();
    void thoseThatLeftAtSeveralTimesGoBackTogether();
    void whatRanMeanwhileIsNoHindrance();
    void manyKeepTheirOrder();
    void aDeepPlaceIsFoundAgain();
    void oneInstantKeepsTheOrder();
    void equalTasksBetweenKeepTheOrder();
    void equalTasksKeepTheOrderDeepDown();

private:
    /// Returns whether each list entry contains the complete task, so that identical entries are separate tasks.
    static bool holdsBytes()
    {
        const QString layout = Place::layoutName();
        return layout == u"sidekiq" || layout == u"laravel" || layout == u"celery";
    }
    /// Replaces the list with the written tasks that have these numbers, in the order in which they run.
    static QByteArrayList refill(Place& place, const QByteArrayList& tasks, std::initializer_list<int> numbers)
    {
        QFETCH_GLOBAL(bool, fromTail);
        place.server.call({"DEL", place.key()});
        for (const int number : numbers) {
            const auto own = std::find_if(tasks.begin(), tasks.end(),
                [number](const QByteArray& task) { return task.contains("\"d" + QByteArray::number(number) + '"'); });
            place.server.call({fromTail ? "LPUSH" : "RPUSH", place.key(), *own});
        }
        return place.list();
    }
};

/// Checks several operations that discard tasks in the same millisecond.
void TestRestoreOrder::oneInstantKeepsTheOrder()
{
    Place place;
    place.write(8);
    const QByteArrayList before = place.list();
    QRandomGenerator random(11);
    for (int round = 0; round < 20; ++round) {
        place.discardSome({"d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"}, random);
        place.makeInstantsEqual();
        place.restore({});
        QVERIFY2(place.list() == before, (QByteArray::number(round) + ": " + place.list().join(' ')).constData());
    }
}

void TestRestoreOrder::equalTasksBetweenKeepTheOrder()
{
    if (!holdsBytes())
        QSKIP("An id stands once in a list.");
    Place place;
    place.write(6);
    const QByteArrayList tasks = place.list();
    QByteArrayList before = refill(place, tasks, {1, 2, 1, 3, 1, 1, 4, 1});
    for (const char* id : {"d2", "d3", "d4"}) {
        place.discard({id});
        place.restore({id});
        QCOMPARE(place.list(), before);
    }
    place.discard({"d4"});
    place.discard({"d3"});
    place.restore({"d4"});
    place.restore({"d3"});
    QCOMPARE(place.list(), before);
    before = refill(place, tasks, {6, 1, 1, 2, 1, 3, 6, 1, 4, 1, 6, 5});
    QRandomGenerator random(5);
    for (int round = 0; round < 20; ++round) {
        place.discardSome({"d2", "d3", "d4", "d5"}, random);
        place.makeInstantsEqual();
        place.restore({});
        QVERIFY2(place.list() == before, (QByteArray::number(round) + ": " + place.list().join(' ')).constData());
    }
    // Now discard and restore the identical tasks themselves.
    place.discard({});
    QCOMPARE(place.last.done, 12);
    place.restore({});
    QCOMPARE(place.list(), before);
    QCOMPARE(place.undo(place.queue, place.last.id).restored, 12);
    QCOMPARE(place.list().size(), 0);
    place.restore({});
    QCOMPARE(place.list(), before);
}

/// Checks tasks so far from the front of a list that the complete order is not read.
void TestRestoreOrder::equalTasksKeepTheOrderDeepDown()
{
    if (!holdsBytes())
        QSKIP("An id stands once in a list.");
    QFETCH_GLOBAL(bool, fromTail);
    Place place;
    place.write(2110);
    const QByteArrayList tasks = place.list();
    QByteArrayList values = tasks; // in the order in which the tasks run
    if (fromTail)
        std::reverse(values.begin(), values.end());
    // One task is listed before and after the two discarded tasks, and also near the beginning.
    const QByteArray equal = values[2050];
    for (const int at : {2, 2060, 2062, 2064})
        values[at] = equal;
    place.server.call({"DEL", place.key()});
    for (const QByteArray& value : values)
        place.server.call({fromTail ? "LPUSH" : "RPUSH", place.key(), value});
    const QByteArrayList before = place.list();
    place.discard({"d2062", "d2064"});
    QCOMPARE(place.last.done, 2);
    place.restore({});
    QCOMPARE(place.list(), before);
}

void TestRestoreOrder::someGoBackBetweenTheOthers()
{
    Place place;
    place.write(8);
    const QByteArrayList before = place.list();
    QCOMPARE(before.size(), 8);
    place.discard({"d4", "d3", "d5"});
    QCOMPARE(place.last.done, 3);
    QCOMPARE(place.list().size(), 5);
    place.restore({});
    QCOMPARE(place.list(), before);
    QCOMPARE(place.undo(place.queue, place.last.id).restored, 3);
    QCOMPARE(place.list().size(), 5);
    place.restore({"d5", "d3", "d4"});
    QCOMPARE(place.list(), before);
    place.discard({"d1", "d2", "d6", "d8"});
    QCOMPARE(place.undo(place.queue, place.last.id).restored, 4);
    QCOMPARE(place.list(), before);
    place.discard({});
    QCOMPARE(place.list().size(), 0);
    place.restore({});
    QCOMPARE(place.list(), before);
}

void TestRestoreOrder::theyGoBackOneByOne()
{
    Place place;
    place.write(8);
    const QByteArrayList before = place.list();
    place.discard({"d2", "d3"});
    place.discard({"d4", "d5", "d6"});
    place.discard({"d1", "d8"});
    for (const char* id : {"d5", "d2", "d6", "d8", "d3", "d1", "d4"})
        place.restore({id});
    QCOMPARE(place.list(), before);
}

/// Checks tasks discarded one after another: when the second one was discarded, the first was no longer its neighbor.
void TestRestoreOrder::thoseThatLeftAtSeveralTimesGoBackTogether()
{
    Place place;
    place.write(8);
    const QByteArrayList before = place.list();
    place.discard({"d1"});
    place.discard({"d2"});
    place.restore({});
    QCOMPARE(place.list(), before);
    QRandomGenerator random(7);
    for (int round = 0; round < 20; ++round) {
        std::vector<TaskId> left;
        for (int i = 1; i <= 8; ++i)
            left.push_back('d' + QByteArray::number(i));
        std::shuffle(left.begin(), left.end(), random);
        std::vector<TaskId> gone;
        for (int times = 0; times < 3; ++times) {
            const auto some = std::ptrdiff_t(1 + random.bounded(2));
            place.discard(std::vector<TaskId>(left.end() - some, left.end()));
            gone.insert(gone.end(), left.end() - some, left.end());
            left.erase(left.end() - some, left.end());
        }
        place.restore(gone);
        QVERIFY2(place.list() == before, (QByteArray::number(round) + ": " + place.list().join(' ')).constData());
    }
}

void TestRestoreOrder::whatRanMeanwhileIsNoHindrance()
{
    Place place;
    place.write(8);
    QByteArrayList before = place.list();
    place.discard({"d3", "d4", "d7"});
    before.removeOne(place.take());
    before.removeOne(place.take());
    place.restore({"d4", "d7", "d3"});
    QCOMPARE(place.list(), before);
    place.discard({"d8"});
    place.write(2);
    const QByteArrayList after = place.list();
    place.restore({});
    QByteArrayList now = place.list();
    QCOMPARE(now.size(), after.size() + 1);
    place.take(); // pops d3
    place.take(); // pops d4
    place.take(); // pops d5
    place.take(); // pops d6
    place.take(); // pops d7
    QVERIFY2(before.contains(place.take()), "d8 runs before those that came later");
}

/// Checks more tasks than one script call can act on.
void TestRestoreOrder::manyKeepTheirOrder()
{
    Place place;
    place.write(700);
    const QByteArrayList before = place.list();
    place.discard({});
    QCOMPARE(place.last.done, 700);
    place.restore({});
    QCOMPARE(place.last.done, 700);
    QCOMPARE(place.list(), before);
    std::vector<TaskId> some;
    for (int i = 1; i <= 700; i += 3)
        some.push_back('d' + QByteArray::number(i));
    place.discard(some);
    place.restore({});
    QCOMPARE(place.list(), before);
}

void TestRestoreOrder::aDeepPlaceIsFoundAgain()
{
    Place place;
    place.write(2600);
    const QByteArrayList before = place.list();
    place.discard({"d2401", "d2402", "d2405"});
    place.restore({});
    QCOMPARE(place.list(), before);
    place.discard({"d2401", "d2402", "d2405"});
    const ActDone discarded = place.last;
    QCOMPARE(place.undo(place.queue, discarded.id).restored, 3);
    QCOMPARE(place.list(), before);
}

QTEST_GUILESS_MAIN(TestRestoreOrder)
#include "tst_restoreorder.moc"
