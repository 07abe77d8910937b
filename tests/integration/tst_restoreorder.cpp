// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/layoutacts.h"
#include "tests/support/frameworkwriter.h"

#include <QRandomGenerator>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that discarded and restored list tasks return to their earlier positions among the tasks still waiting, in
/// whatever order they are restored and whichever tasks have since run.
class TestRestoreOrder : public QObject
{
    Q_OBJECT

    /// Server with a queue of one framework.
    struct Fixture : LayoutActs<>
    {
        Fixture()
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

        /// Gives all trashed tasks the same time, as if they had been discarded in the same millisecond.
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
        /// Discards up to eight of the tasks in `left`, in up to four operations.
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
    /// Returns whether the current layout's list entries contain complete tasks, so that identical entries are separate
    /// tasks.
    static bool holdsBytes()
    {
        const QString layout = Fixture::layoutName();
        return layout == u"sidekiq" || layout == u"laravel" || layout == u"celery";
    }
    /// Replaces the list with the written tasks that have these numbers, in run order.
    static QByteArrayList refill(Fixture& fixture, const QByteArrayList& tasks, std::initializer_list<int> numbers)
    {
        QFETCH_GLOBAL(bool, fromTail);
        fixture.server.call({"DEL", fixture.key()});
        for (const int number : numbers) {
            const auto own = std::find_if(tasks.begin(), tasks.end(),
                [number](const QByteArray& task) { return task.contains("\"d" + QByteArray::number(number) + '"'); });
            fixture.server.call({fromTail ? "LPUSH" : "RPUSH", fixture.key(), *own});
        }
        return fixture.list();
    }
};

/// Checks that restored tasks keep their order even if several operations discarded them in the same millisecond.
void TestRestoreOrder::oneInstantKeepsTheOrder()
{
    Fixture fixture;
    fixture.write(8);
    const QByteArrayList before = fixture.list();
    QRandomGenerator random(11);
    for (int round = 0; round < 20; ++round) {
        fixture.discardSome({"d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"}, random);
        fixture.makeInstantsEqual();
        fixture.restore({});
        QVERIFY2(fixture.list() == before, (QByteArray::number(round) + ": " + fixture.list().join(' ')).constData());
    }
}

void TestRestoreOrder::equalTasksBetweenKeepTheOrder()
{
    if (!holdsBytes())
        QSKIP("An id stands once in a list.");
    Fixture fixture;
    fixture.write(6);
    const QByteArrayList tasks = fixture.list();
    QByteArrayList before = refill(fixture, tasks, {1, 2, 1, 3, 1, 1, 4, 1});
    for (const char* id : {"d2", "d3", "d4"}) {
        fixture.discard({id});
        fixture.restore({id});
        QCOMPARE(fixture.list(), before);
    }
    fixture.discard({"d4"});
    fixture.discard({"d3"});
    fixture.restore({"d4"});
    fixture.restore({"d3"});
    QCOMPARE(fixture.list(), before);
    before = refill(fixture, tasks, {6, 1, 1, 2, 1, 3, 6, 1, 4, 1, 6, 5});
    QRandomGenerator random(5);
    for (int round = 0; round < 20; ++round) {
        fixture.discardSome({"d2", "d3", "d4", "d5"}, random);
        fixture.makeInstantsEqual();
        fixture.restore({});
        QVERIFY2(fixture.list() == before, (QByteArray::number(round) + ": " + fixture.list().join(' ')).constData());
    }
    // Discard and restore the identical tasks themselves.
    fixture.discard({});
    QCOMPARE(fixture.last.done, 12);
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
    QCOMPARE(fixture.undo(fixture.queue, fixture.last.id).restored, 12);
    QCOMPARE(fixture.list().size(), 0);
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
}

/// Checks that equal tasks keep their order even far from the front of a list, where not all entries ahead of them are
/// read.
void TestRestoreOrder::equalTasksKeepTheOrderDeepDown()
{
    if (!holdsBytes())
        QSKIP("An id stands once in a list.");
    QFETCH_GLOBAL(bool, fromTail);
    Fixture fixture;
    fixture.write(2110);
    const QByteArrayList tasks = fixture.list();
    QByteArrayList values = tasks; // in run order
    if (fromTail)
        std::reverse(values.begin(), values.end());
    // The same bytes are listed before and after the two discarded tasks, and near the beginning.
    const QByteArray equal = values[2050];
    for (const int at : {2, 2060, 2062, 2064})
        values[at] = equal;
    fixture.server.call({"DEL", fixture.key()});
    for (const QByteArray& value : values)
        fixture.server.call({fromTail ? "LPUSH" : "RPUSH", fixture.key(), value});
    const QByteArrayList before = fixture.list();
    fixture.discard({"d2062", "d2064"});
    QCOMPARE(fixture.last.done, 2);
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
}

void TestRestoreOrder::someGoBackBetweenTheOthers()
{
    Fixture fixture;
    fixture.write(8);
    const QByteArrayList before = fixture.list();
    QCOMPARE(before.size(), 8);
    fixture.discard({"d4", "d3", "d5"});
    QCOMPARE(fixture.last.done, 3);
    QCOMPARE(fixture.list().size(), 5);
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
    QCOMPARE(fixture.undo(fixture.queue, fixture.last.id).restored, 3);
    QCOMPARE(fixture.list().size(), 5);
    fixture.restore({"d5", "d3", "d4"});
    QCOMPARE(fixture.list(), before);
    fixture.discard({"d1", "d2", "d6", "d8"});
    QCOMPARE(fixture.undo(fixture.queue, fixture.last.id).restored, 4);
    QCOMPARE(fixture.list(), before);
    fixture.discard({});
    QCOMPARE(fixture.list().size(), 0);
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
}

void TestRestoreOrder::theyGoBackOneByOne()
{
    Fixture fixture;
    fixture.write(8);
    const QByteArrayList before = fixture.list();
    fixture.discard({"d2", "d3"});
    fixture.discard({"d4", "d5", "d6"});
    fixture.discard({"d1", "d8"});
    for (const char* id : {"d5", "d2", "d6", "d8", "d3", "d1", "d4"})
        fixture.restore({id});
    QCOMPARE(fixture.list(), before);
}

/// Checks that tasks discarded one after another are restored in order, although the first was no longer the second's
/// neighbor when the second was discarded.
void TestRestoreOrder::thoseThatLeftAtSeveralTimesGoBackTogether()
{
    Fixture fixture;
    fixture.write(8);
    const QByteArrayList before = fixture.list();
    fixture.discard({"d1"});
    fixture.discard({"d2"});
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
    QRandomGenerator random(7);
    for (int round = 0; round < 20; ++round) {
        std::vector<TaskId> left;
        for (int i = 1; i <= 8; ++i)
            left.push_back('d' + QByteArray::number(i));
        std::shuffle(left.begin(), left.end(), random);
        std::vector<TaskId> gone;
        for (int times = 0; times < 3; ++times) {
            const auto some = std::ptrdiff_t(1 + random.bounded(2));
            fixture.discard(std::vector<TaskId>(left.end() - some, left.end()));
            gone.insert(gone.end(), left.end() - some, left.end());
            left.erase(left.end() - some, left.end());
        }
        fixture.restore(gone);
        QVERIFY2(fixture.list() == before, (QByteArray::number(round) + ": " + fixture.list().join(' ')).constData());
    }
}

void TestRestoreOrder::whatRanMeanwhileIsNoHindrance()
{
    Fixture fixture;
    fixture.write(8);
    QByteArrayList before = fixture.list();
    fixture.discard({"d3", "d4", "d7"});
    before.removeOne(fixture.take());
    before.removeOne(fixture.take());
    fixture.restore({"d4", "d7", "d3"});
    QCOMPARE(fixture.list(), before);
    fixture.discard({"d8"});
    fixture.write(2);
    const QByteArrayList after = fixture.list();
    fixture.restore({});
    QByteArrayList now = fixture.list();
    QCOMPARE(now.size(), after.size() + 1);
    fixture.take(); // pops d3
    fixture.take(); // pops d4
    fixture.take(); // pops d5
    fixture.take(); // pops d6
    fixture.take(); // pops d7
    QVERIFY2(before.contains(fixture.take()), "d8 runs before those that came later");
}

/// Checks that more tasks than one script call can handle keep their order.
void TestRestoreOrder::manyKeepTheirOrder()
{
    Fixture fixture;
    fixture.write(700);
    const QByteArrayList before = fixture.list();
    fixture.discard({});
    QCOMPARE(fixture.last.done, 700);
    fixture.restore({});
    QCOMPARE(fixture.last.done, 700);
    QCOMPARE(fixture.list(), before);
    std::vector<TaskId> some;
    for (int i = 1; i <= 700; i += 3)
        some.push_back('d' + QByteArray::number(i));
    fixture.discard(some);
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
}

void TestRestoreOrder::aDeepPlaceIsFoundAgain()
{
    Fixture fixture;
    fixture.write(2600);
    const QByteArrayList before = fixture.list();
    fixture.discard({"d2401", "d2402", "d2405"});
    fixture.restore({});
    QCOMPARE(fixture.list(), before);
    fixture.discard({"d2401", "d2402", "d2405"});
    const ActDone discarded = fixture.last;
    QCOMPARE(fixture.undo(fixture.queue, discarded.id).restored, 3);
    QCOMPARE(fixture.list(), before);
}

QTEST_GUILESS_MAIN(TestRestoreOrder)
#include "tst_restoreorder.moc"
