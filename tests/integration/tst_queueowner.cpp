// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/detection.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/jobplace.h"
#include "tests/support/commandmonitor.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QByteArray bothSentence = "Bull and BullMQ have both opened this queue; Dueline changes nothing until you say "
                                "whose it is: bull:bull?stamped=yes.";

/// What each of the two layouts shows of the server's queues, and what a look for queues finds.
struct Seen
{
    QByteArrayList bull;
    QByteArrayList bullmq;
    QByteArrayList found; ///< `FRAMEWORK NAME`, versions left out

    bool operator==(const Seen&) const = default;
    QByteArray text() const
    {
        return "bull: " + bull.join(',') + "; bullmq: " + bullmq.join(',') + "; found: " + found.join(',');
    }
};

Seen seenOf(JobPlace& place)
{
    Seen seen;
    place.open(u"bull"_s);
    seen.bull = place.names();
    place.open(u"bullmq"_s);
    seen.bullmq = place.names();
    for (const ForeignQueue& queue : JobPlace::value(findForeignQueues(place.server.config())).queues) {
        const bool isStamped = queue.framework.startsWith("BullMQ ");
        seen.found << (isStamped ? QByteArray("BullMQ") : queue.framework) + ' ' + queue.name;
    }
    return seen;
}

} // namespace

/// Bull and BullMQ use the same keys: whose a queue is follows from what is there, never from its version alone.
class TestQueueOwner : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        for (const QString& module : {u"bull"_s, u"bull3"_s, u"bullmq"_s, u"bullmq5"_s, u"bullmq500"_s}) {
            if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
                QSKIP(qPrintable(missing));
        }
    }

    void bullsQueuesAreBulls_data() { modules({u"bull"_s, u"bull3"_s}); }
    void bullsQueuesAreBulls();
    void bullmqsQueuesAreBullmqs_data() { modules({u"bullmq"_s, u"bullmq5"_s, u"bullmq500"_s}); }
    void bullmqsQueuesAreBullmqs();
    void aDashboardOfBullmqDoesNotMakeAQueueItsOwn_data() { modules({u"bull"_s, u"bull3"_s}); }
    void aDashboardOfBullmqDoesNotMakeAQueueItsOwn();
    void anEmptyStampedQueueIsBullmqsUntilBullAddsAgain();
    void jobsOfAnEarlierBullmqAreNoSignOfBull();
    void countersOfOthersAreNoQueues();
    void whoseAQueueIsIsLookedAtAgain();

private:
    static void modules(const QStringList& names)
    {
        QTest::addColumn<QString>("module");
        for (const QString& name : names)
            QTest::addRow("%s", qPrintable(name)) << name;
    }
};

void TestQueueOwner::bullsQueuesAreBulls()
{
    QFETCH(QString, module);
    JobPlace place(module, u"bull"_s);
    const auto with = [&place](const char* queue) -> JobPlace& {
        place.queue = queue;
        return place;
    };
    with("plain").add({uR"({"name":"a"})"_s});
    with("later").add({uR"({"name":"a","opts":{"delay":3600000}})"_s});
    with("run").add({uR"({"name":"a"})"_s});
    place.work(1);
    with("failed").add({uR"({"name":"fail"})"_s});
    place.work(1);
    with("paused").add({uR"({"name":"a"})"_s});
    place.call(u"pause"_s);
    with("first").add({uR"({"name":"a","opts":{"priority":2}})"_s});
    with("repeating").add({uR"({"name":"a","opts":{"repeat":{"every":3600000}}})"_s});
    with("shop:eu").add({uR"({"name":"a"})"_s});
    const QByteArrayList names{"failed", "first", "later", "paused", "plain", "repeating", "run", "shop:eu"};
    QByteArrayList found;
    for (const QByteArray& name : names)
        found << "Bull " + name;
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{names, {}, found}), seen.text());
    // Asked for by name, the other layout says whose it is.
    place.open(u"bullmq"_s);
    const Error error = place.inspector().queue("plain").error();
    QCOMPARE(error.code, ErrorCode::NotFound);
    QCOMPARE(error.message, u"The queue \"plain\" is one of Bull; --layout bull opens it."_s);
}

void TestQueueOwner::bullmqsQueuesAreBullmqs()
{
    QFETCH(QString, module);
    JobPlace place(module, u"bullmq"_s);
    const auto with = [&place](const char* queue) -> JobPlace& {
        place.queue = queue;
        return place;
    };
    with("opened").call(u"getJobCounts"_s);
    with("plain").add({uR"({"name":"a"})"_s});
    with("later").add({uR"({"name":"a","opts":{"delay":3600000,"attempts":3,"timestamp":1795599165719}})"_s});
    with("failed").add({uR"({"name":"fail","opts":{"attempts":2}})"_s});
    place.work(2);
    with("paused").add({uR"({"name":"a"})"_s});
    place.call(u"pause"_s);
    with("first").add({uR"({"name":"a","opts":{"priority":2}})"_s});
    const Seen seen = seenOf(place);
    const QByteArrayList names{"failed", "first", "later", "opened", "paused", "plain"};
    QVERIFY2(seen.bullmq == names && seen.bull.isEmpty(), seen.text());
    for (const QByteArray& found : seen.found)
        QVERIFY2(found.startsWith("BullMQ "), found);
    place.open(u"bull"_s);
    QCOMPARE(place.inspector().queue("plain").error().message,
        u"The queue \"plain\" is one of BullMQ; --layout bullmq opens it."_s);
}

void TestQueueOwner::aDashboardOfBullmqDoesNotMakeAQueueItsOwn()
{
    QFETCH(QString, module);
    JobPlace place(module, u"bull"_s);
    const QByteArray id = place.add({uR"({"name":"a","data":{"n":1}})"_s}).value(0);
    NodePeer::run(place.server, u"bullmq"_s, place.queue, {u"call"_s, u"getJobCounts"_s}); // opens it, and stamps it
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{{"mail"}, {"mail"}, {"Bull and BullMQ mail"}}), seen.text());
    for (const QString& layout : {u"bull"_s, u"bullmq"_s}) {
        place.open(layout);
        QCOMPARE(place.info().note, bothSentence);
        QCOMPARE(place.info().counts[TaskState::Due], 1);
        QCOMPARE(factOf(JobPlace::value(place.inspector().task(place.queue, id)), "note"), bothSentence);
    }
    const Answer listed = Duectl(place.server.url()).run("--layout bull queues");
    QVERIFY2(listed.code == 0 && listed.out.contains(bothSentence), listed.all());
    // Somebody who knows says so.
    place.open(u"bull?stamped=yes"_s);
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    QCOMPARE(place.info().note, QByteArray());
    // Both still do what they do: Bull runs its job.
    QCOMPARE(place.work(1), QByteArrayList{id});
}

void TestQueueOwner::anEmptyStampedQueueIsBullmqsUntilBullAddsAgain()
{
    JobPlace place(u"bull"_s, u"bull"_s);
    place.add({uR"({"name":"a","opts":{"removeOnComplete":true}})"_s});
    place.work(1);
    NodePeer::run(place.server, u"bullmq5"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    const Seen empty = seenOf(place);
    QVERIFY2(empty == (Seen{{}, {"mail"}, {"BullMQ mail"}}), empty.text());
    place.open(u"bull?stamped=yes"_s);
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    place.add({uR"({"name":"b"})"_s});
    const Seen again = seenOf(place);
    QVERIFY2(again == (Seen{{"mail"}, {"mail"}, {"Bull and BullMQ mail"}}), again.text());
}

/// BullMQ 3 and 4 counted attempts in the field that Bull has, too; their jobs stay when BullMQ 5 takes over.
void TestQueueOwner::jobsOfAnEarlierBullmqAreNoSignOfBull()
{
    JobPlace place(u"bullmq5"_s, u"bullmq"_s);
    place.add({uR"({"name":"a"})"_s});
    place.server.call({"HSET", "bull:mail:100", "name", "old", "data", "{}", "opts", R"({"attempts":3,"delay":0})",
        "timestamp", "1695599165719", "attemptsMade", "3", "failedReason", "boom"});
    place.server.call({"ZADD", "bull:mail:failed", "1695599165719", "100"});
    const Seen seen = seenOf(place);
    QVERIFY2(seen == (Seen{{}, {"mail"}, {"BullMQ mail"}}), seen.text());
    QCOMPARE(place.info().note, QByteArray());
}

void TestQueueOwner::countersOfOthersAreNoQueues()
{
    JobPlace place(u"bull"_s, u"bull"_s);
    place.server.call({"SET", "shop:orders:id", "9"});
    place.server.call({"SET", "next:id", "9"});
    place.server.call({"RPUSH", "shop:orders:wait", "1"});
    place.server.call({"HSET", "shop:orders:1", "opts", "none"});
    const Seen seen = seenOf(place);
    QVERIFY2(seen == Seen(), seen.text());
}

void TestQueueOwner::whoseAQueueIsIsLookedAtAgain()
{
    JobPlace place(u"bull"_s, u"bull"_s);
    place.add({uR"({"name":"a"})"_s});
    QCOMPARE(place.info().note, QByteArray());
    NodePeer::run(place.server, u"bullmq"_s, place.queue, {u"call"_s, u"getJobCounts"_s});
    QTRY_COMPARE_WITH_TIMEOUT(place.info().note, bothSentence, 60'000);
}

QTEST_GUILESS_MAIN(TestQueueOwner)
#include "tst_queueowner.moc"
