// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bull/bullspec.h"
#include "core/layouts/bull/repeatrow.h"
#include "core/layouts/shared/bull/queueowner.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the syntax of `--layout` values for Bull, and what can be derived from names and keys without a server.
class TestBullNames : public QObject
{
    Q_OBJECT

private slots:
    void aLayoutIsReadBackAsItIsWritten()
    {
        for (const char* text : {"bull", "bull:shop", "bull:a%3Fb", "bull?stamped=yes", "bull:shop:eu?stamped=yes"}) {
            const auto spec = parseBull(QString::fromLatin1(text));
            QVERIFY2(spec, text);
            QCOMPARE(spec->text(), QString::fromLatin1(text));
        }
        QCOMPARE(parseBull(u"bull:bull?stamped=yes"_s)->text(), u"bull?stamped=yes"_s);
        for (const char* text :
            {"bullx", "bull:", "bull?stamped=no", "bull?stamped", "bull?stamped=yes&x=1", "bull?"}) {
            const auto spec = parseBull(QString::fromLatin1(text));
            QVERIFY2(!spec, text);
            QCOMPARE(spec.error().code, ErrorCode::Usage);
            QVERIFY2(spec.error().message.contains(QString::fromLatin1(text)), qPrintable(spec.error().message));
        }
    }

    void aCounterNamesItsQueue()
    {
        BullSpec usual;
        QCOMPARE(usual.queueOfCounter("bull:mail:id"), QueueName("mail"));
        QCOMPARE(usual.queueOfCounter("bull:a:b:id"), QueueName("a:b")); // Bull allows colons in names.
        for (const char* key : {"bull:id", "bull::id", "bull:mail:ids", "bullmail:id", "mybull:mail:id", ":id", ""})
            QCOMPARE(usual.queueOfCounter(key), QueueName());
        BullSpec shop;
        shop.prefix = "shop";
        QCOMPARE(shop.queueOfCounter("shop:mail:id"), QueueName("mail"));
        QCOMPARE(shop.queueOfCounter("shop:eu:mail:id"), QueueName()); // The key belongs to the prefix shop:eu.
        const auto found = BullSpec::ofCounter("shop:eu:mail:id");
        QVERIFY(found);
        QCOMPARE(found->first.text(), u"bull:shop:eu"_s);
        QCOMPARE(found->second, QueueName("mail"));
        QVERIFY(!BullSpec::ofCounter("next:id") && !BullSpec::ofCounter("bull:mail:wait"));
    }

    void whoseAQueueIsFollowsFromWhatIsThere_data()
    {
        QTest::addColumn<OwnerSigns>("signs");
        QTest::addColumn<int>("owner");
        const auto row = [](const char* name, const OwnerSigns& signs, QueueOwner owner) {
            QTest::addRow("%s", name) << signs << int(owner);
        };
        row("Bull, empty", {.counter = true}, QueueOwner::Bull);
        row("Bull, jobs", {.counter = true, .bareJob = true}, QueueOwner::Bull);
        row("Bull, paused, failed", {.counter = true, .metaPaused = true, .bullJob = true, .bareJob = true},
            QueueOwner::Bull);
        row("BullMQ, opened", {.stamped = true}, QueueOwner::Bullmq);
        row("BullMQ, drained", {.counter = true, .stamped = true, .events = true}, QueueOwner::Bullmq);
        row("BullMQ, jobs", {.counter = true, .stamped = true, .events = true, .otherJob = true}, QueueOwner::Bullmq);
        row("BullMQ, jobs, its events deleted", {.counter = true, .stamped = true, .otherJob = true},
            QueueOwner::Bullmq);
        row("BullMQ, a job with all three options", {.counter = true, .stamped = true, .events = true, .bareJob = true},
            QueueOwner::Bullmq);
        row("BullMQ, a worker alone", {.events = true}, QueueOwner::Bullmq);
        row("stamped, drained by Bull", {.counter = true, .stamped = true}, QueueOwner::Both);
        row("stamped, Bull's jobs", {.counter = true, .stamped = true, .bareJob = true}, QueueOwner::Both);
        row("stamped, paused by Bull", {.counter = true, .stamped = true, .metaPaused = true}, QueueOwner::Both);
        row("stamped, worked by BullMQ, failed in Bull",
            {.counter = true, .stamped = true, .events = true, .bullJob = true, .bareJob = true}, QueueOwner::Both);
        row("stamped, priorities", {.counter = true, .stamped = true, .events = true, .priorities = true},
            QueueOwner::Both);
        row("Bull, its jobs and lost ones", {.counter = true, .bareJob = true, .lostJob = true}, QueueOwner::Bull);
        row("no marks, jobs of BullMQ", {.counter = true, .otherJob = true}, QueueOwner::Unproven);
        row("no marks, lost jobs", {.counter = true, .lostJob = true}, QueueOwner::Unproven);
        row("no marks, a marker of BullMQ 4", {.counter = true, .oldMarker = true}, QueueOwner::Unproven);
        row("a marker alone, lost jobs", {.counter = true, .marker = true, .lostJob = true}, QueueOwner::Unproven);
        row("stamped, a marker of BullMQ 4, lost jobs",
            {.counter = true, .stamped = true, .lostJob = true, .oldMarker = true}, QueueOwner::Bullmq);
        row("stamped, lost jobs", {.counter = true, .stamped = true, .lostJob = true}, QueueOwner::Both);
        row("lost jobs without a counter", {.lostJob = true}, QueueOwner::Unproven);
        row("jobs without a counter", {.otherJob = true, .timedJob = true}, QueueOwner::Unproven);
        row("jobs without readable options, and a counter", {.counter = true, .unreadJob = true}, QueueOwner::Bull);
        row("jobs without readable options", {.unreadJob = true}, QueueOwner::Unproven);
        row("Bull's jobs without a counter", {.bareJob = true, .timedJob = true}, QueueOwner::Bull);
        row("sets of BullMQ", {.bullmqSets = true, .otherJob = true}, QueueOwner::Bullmq);
        row("sets of BullMQ, a counter", {.counter = true, .bullmqSets = true, .otherJob = true}, QueueOwner::Bullmq);
        row("sets of BullMQ, lost jobs", {.bullmqSets = true, .lostJob = true}, QueueOwner::Bullmq);
        row("sets of BullMQ, a job that Dueline added", {.counter = true, .bullmqSets = true, .bareJob = true},
            QueueOwner::Both);
        row("a counter of priorities, jobs of BullMQ", {.priorityCounter = true, .otherJob = true}, QueueOwner::Bullmq);
        row("stamped, drained by Bull after Dueline added a priority",
            {.counter = true, .stamped = true, .priorityCounter = true}, QueueOwner::Both);
        row("a worker of BullMQ on paused Bull", {.counter = true, .events = true, .metaPaused = true},
            QueueOwner::Both);
    }
    void whoseAQueueIsFollowsFromWhatIsThere()
    {
        QFETCH(OwnerSigns, signs);
        QFETCH(int, owner);
        QCOMPARE(int(ownerOf(signs)), owner);
    }

    void nothingIsNobodys() { QCOMPARE(int(ownerOf({})), int(QueueOwner::Nobody)); }

    void aRowOfARepeatingJobIsReadFromItsEnd()
    {
        const auto cron = RepeatRow::parse("rep:::Europe/Paris:*/5 * * * *");
        QVERIFY(cron);
        QCOMPARE(cron->name, QByteArray("rep"));
        QCOMPARE(cron->zone, QByteArray("Europe/Paris"));
        QCOMPARE(cron->expression(), QByteArray("*/5 * * * *"));
        // This id was created by Bull 4.16.5.
        QCOMPARE(cron->nextJob(fromMs(1795599300000)), TaskId("repeat:5653b2a5390ebf7b9b53e13c0af29492:1795599300000"));
        const auto every = RepeatRow::parse("a:b:order 7:1795599300000:90000");
        QVERIFY(every);
        QCOMPARE(every->name, QByteArray("a:b"));
        QCOMPARE(every->id, QByteArray("order 7"));
        QCOMPARE(every->end, QByteArray("1795599300000"));
        QCOMPARE(every->expression(), QByteArray("@every 90s"));
        QCOMPARE(RepeatRow::parse("x:::1500")->expression(), QByteArray("@every 1500ms"));
        for (const char* member : {"", "x", "rep2:60000", "a:b:c:d", "x:::", "x:::Europe/Paris:", "x::soon:60000"})
            QVERIFY2(!RepeatRow::parse(member), member);
    }
};

QTEST_GUILESS_MAIN(TestBullNames)
#include "tst_bullnames.moc"
