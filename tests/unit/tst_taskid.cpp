// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/task.h"

#include <QSet>
#include <QTest>

#include <algorithm>

using namespace dueline;

/// Tests task ids, which consist of a type, a time and a random part.
class TestTaskId : public QObject
{
    Q_OBJECT

private slots:
    void aMadeIdIsItsTypeAndSixteenCharacters()
    {
        const TaskId id = makeTaskId("mail.send", fromMs(1'790'000'000'000));
        QVERIFY(id.startsWith("mail.send#"));
        QCOMPARE(id.size(), 9 + 1 + 16);
        const QByteArray alphabet = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
        for (const char c : id.mid(10))
            QVERIFY2(alphabet.contains(c), id.constData());
    }

    void aMadeIdCarriesItsTime()
    {
        for (const qint64 ms : {1'577'836'800'000LL, 1'790'000'000'123LL, 4'102'444'799'999LL})
            QCOMPARE(timeOfId(makeTaskId("t", fromMs(ms))), std::optional(fromMs(ms)));
    }

    void theTimeOfKnownBytesIsKnown()
    {
        // 1 790 000 000 000 in base 64 is 0 26 3 4 20 6 48 0, most significant digit first.
        QCOMPARE(timeOfId("t#-P23J5k---------"), std::optional(fromMs(1'790'000'000'000)));
        const TaskId made = makeTaskId("t", fromMs(1'790'000'000'000));
        QCOMPARE(made.mid(2, 8), QByteArray("-P23J5k-"));
    }

    void madeIdsSortByTheirTime()
    {
        std::vector<TaskId> ids;
        for (qint64 ms = 1'790'000'000'000; ms < 1'790'000'000'000 + 300'000; ms += 997)
            ids.push_back(makeTaskId("mail.send", fromMs(ms)));
        QVERIFY(std::is_sorted(ids.begin(), ids.end()));
    }

    void madeIdsOfOneMillisecondDiffer()
    {
        QSet<TaskId> ids;
        for (int i = 0; i < 100'000; ++i)
            ids.insert(makeTaskId("t", fromMs(1'790'000'000'000)));
        QCOMPARE(ids.size(), 100'000);
    }

    void givenIdsCarryNoTime_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id :
            {"mail.send#order-7", "mail.send#", "mail.send", "", "t#0123456789abcdef", "t#zzzzzzzzzzzzzzzz",
                "t#----------------", "t#-P23J5k-+-------", "t#-P23J5k--------", "t#order-2026-11-21"})
            QTest::newRow(*id ? id : "nothing") << QByteArray(id);
    }
    void givenIdsCarryNoTime()
    {
        QFETCH(QByteArray, id);
        QCOMPARE(timeOfId(id), std::nullopt);
    }

    void theTypeIsWhatStandsBeforeTheFirstHash()
    {
        QCOMPARE(typeOf("mail.send#9f"), QByteArrayView("mail.send"));
        QCOMPARE(typeOf("mail.send#a#b"), QByteArrayView("mail.send"));
        QCOMPARE(typeOf("#x"), QByteArrayView(""));
        QCOMPARE(typeOf("whole"), QByteArrayView("whole"));
        const QByteArray binary("a\0b#c", 5);
        QCOMPARE(typeOf(binary), QByteArrayView("a\0b", 3));
    }

    void aGivenPartGoesBelowItsType()
    {
        QCOMPARE(taskIdFor("mail.send", "order-7"), TaskId("mail.send#order-7"));
        QCOMPARE(taskIdFor("mail.send", "mail.send#order-7"), TaskId("mail.send#order-7"));
        QCOMPARE(taskIdFor("mail", "mail.send#order-7"), TaskId("mail#mail.send#order-7"));
    }

    void namesThatCannotBeAreRefused()
    {
        QVERIFY(checkType("mail.send"));
        QVERIFY(checkType(QByteArray(256, 'x')));
        QVERIFY(checkQueueName("mail"));
        QVERIFY(checkQueueName(QByteArray("\xff\0 ", 3)));
        QVERIFY(checkQueueName(QByteArray(256, 'x')));
        for (const QByteArray& bad : {QByteArray(), QByteArray(257, 'x'), QByteArray("a#b")}) {
            const auto checked = checkType(bad);
            QVERIFY2(!checked, bad.constData());
            QCOMPARE(checked.error().code, ErrorCode::Usage);
        }
        for (const QByteArray& bad : {QByteArray(), QByteArray(257, 'x'), QByteArray("a{b"), QByteArray("}")}) {
            const auto checked = checkQueueName(bad);
            QVERIFY2(!checked, bad.constData());
            QCOMPARE(checked.error().code, ErrorCode::Usage);
        }
    }
};

QTEST_APPLESS_MAIN(TestTaskId)
#include "tst_taskid.moc"
