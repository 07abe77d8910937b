// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listitemid.h"
#include "core/layouts/list/resendmessage.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests that messages are read and edited as text, and that list items have stable names.
class TestResendMessage : public QObject
{
    Q_OBJECT

private slots:
    void aMessageIsReadWhateverStandsAroundItsMembers()
    {
        const auto message
            = ResendMessage::read(" {\"x\":[1,{\"timestamp\":5}],\"delay_time\":0.5,\n\"retry_count\" : 2 ,"
                                  "\"timestamp\":1700000000.25,\"message\":\"h\\u00e9 \\\"\\n\"}\t");
        QVERIFY(message);
        QCOMPARE(message->message(), QByteArray("h\xc3\xa9 \"\n"));
        QCOMPARE(message->timestamp(), fromMs(1'700'000'000'250));
        QCOMPARE(message->expiresAt(), fromMs(1'700'000'000'750));
        QCOMPARE(message->retryCount(), 2);
        QVERIFY(!message->isOld(fromMs(1'700'000'000'750)));
        QVERIFY(message->isOld(fromMs(1'700'000'000'751)));
    }

    void onlyTheDigitsOfTwoNumbersChangeWhenItIsSentAgain_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("as Python writes it")
            << QByteArray(R"({"message": "m", "timestamp": 1699999999.1234567, "retry_count": 0, "delay_time": 5})")
            << QByteArray(R"({"message": "m", "timestamp": 1700000000.250, "retry_count": 1, "delay_time": 5})");
        QTest::newRow("whole seconds, other order, odd space")
            << QByteArray("{\"retry_count\":9 ,\t\"delay_time\":5e0,\"timestamp\":1699999999,\"message\":\"\\u00e9\"} ")
            << QByteArray(
                   "{\"retry_count\":10 ,\t\"delay_time\":5e0,\"timestamp\":1700000000,\"message\":\"\\u00e9\"} ");
        QTest::newRow("large numbers, empty objects, names of other members and inside texts")
            << QByteArray("{\"n\":12345678901234567890,\"e\":{},\"a\":[],\"message\":\"\\\"timestamp\\\": "
                          "1\",\"timestamp\":1.5e9,\"o\":{\"retry_count\":7},\"retry_count\":0,\"delay_time\":1}")
            << QByteArray(
                   "{\"n\":12345678901234567890,\"e\":{},\"a\":[],\"message\":\"\\\"timestamp\\\": "
                   "1\",\"timestamp\":1700000000.250,\"o\":{\"retry_count\":7},\"retry_count\":1,\"delay_time\":1}");
        QTest::newRow("a name written with an escape")
            << QByteArray("{\"time\\u0073tamp\":1,\"message\":1,\"retry_count\":0,\"delay_time\":1}")
            << QByteArray("{\"time\\u0073tamp\":1700000000,\"message\":1,\"retry_count\":1,\"delay_time\":1}");
        QTest::newRow("of a name that comes twice the last counts")
            << QByteArray(R"({"retry_count":1,"message":null,"timestamp":-1,"retry_count":5,"delay_time":1})")
            << QByteArray(R"({"retry_count":1,"message":null,"timestamp":1700000000,"retry_count":6,"delay_time":1})");
    }
    void onlyTheDigitsOfTwoNumbersChangeWhenItIsSentAgain()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        const auto message = ResendMessage::read(before);
        QVERIFY(message);
        const QByteArray again = message->sentAgain(fromMs(1'700'000'000'250));
        QCOMPARE(again, after);
        const auto read = ResendMessage::read(again);
        QVERIFY(read);
        QCOMPARE(read->retryCount(), message->retryCount() + 1);
        QCOMPARE(read->message(), message->message());
    }

    void whatIsNoMessageIsNotRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const QByteArray& bytes) { QTest::newRow(name) << bytes; };
        row("empty", "");
        row("text", "hello");
        row("a list", R"(["message","timestamp"])");
        row("binary", QByteArray("\0\1\xff", 3));
        row("not UTF-8", "{\"message\":\"\xff\",\"timestamp\":1,\"retry_count\":0,\"delay_time\":1}");
        row("cut off", R"({"message":"m","timestamp":1,"retry_count":0,"delay_time":1)");
        row("something behind it", R"({"message":"m","timestamp":1,"retry_count":0,"delay_time":1}x)");
        row("no message", R"({"timestamp":1,"retry_count":0,"delay_time":1})");
        row("no time", R"({"message":"m","retry_count":0,"delay_time":1})");
        row("a time in quotes", R"({"message":"m","timestamp":"1","retry_count":0,"delay_time":1})");
        row("no number", R"({"message":"m","timestamp":NaN,"retry_count":0,"delay_time":1})");
        row("half a retry", R"({"message":"m","timestamp":1,"retry_count":0.5,"delay_time":1})");
        row("a leading zero", R"({"message":"m","timestamp":01,"retry_count":0,"delay_time":1})");
        row("a line feed in a text", "{\"message\":\"\n\",\"timestamp\":1,\"retry_count\":0,\"delay_time\":1}");
        row("a bad escape", "{\"message\":\"\\q\",\"timestamp\":1,\"retry_count\":0,\"delay_time\":1}");
        row("a comma too many", R"({"message":"m","timestamp":1,"retry_count":0,"delay_time":1,})");
        row("endlessly deep", QByteArray(100'000, '['));
    }
    void whatIsNoMessageIsNotRead()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!ResendMessage::read(bytes));
    }

    void timesOutOfReachAreCutNotWrappedRound()
    {
        const auto message
            = ResendMessage::read(R"({"message":1,"timestamp":1e300,"retry_count":0,"delay_time":-1e300})");
        QVERIFY(message);
        QVERIFY(message->timestamp() > fromMs(4'000'000'000'000'000));
        QCOMPARE(message->expiresAt(), fromMs(0));
    }

    void whatIsWrittenIsReadBack()
    {
        const QByteArray text = "quotes \" and \\ and \n\t\x01 and \xc3\xa9\xf0\x9f\x98\x80";
        const auto json = ResendMessage::write(text, fromMs(1'700'000'000'250), 5);
        QVERIFY(json);
        const auto message = ResendMessage::read(*json);
        QVERIFY2(message, json->constData());
        QCOMPARE(message->message(), text);
        QCOMPARE(message->timestamp(), fromMs(1'700'000'000'250));
        QCOMPARE(message->retryCount(), 0);
        QVERIFY(!ResendMessage::write("\xff", fromMs(0), 5));
    }

    void equalItemsAreNumbered()
    {
        ListItemNumbers numbers;
        const QByteArray hash = ListItemId::hashOf("task1");
        QCOMPARE(hash.size(), 16);
        QCOMPARE(numbers.next(hash).text(), hash);
        QCOMPARE(numbers.next(hash).text(), hash + "~2");
        QCOMPARE(numbers.next(ListItemId::hashOf("other")).number, 1);
        QCOMPARE(ListItemId::parse(hash + "~12"), (ListItemId{hash, 12}));
        QCOMPARE(ListItemId::parse(hash), (ListItemId{hash, 1}));
        for (const QByteArray& wrong :
            {hash + "~1", hash + "~", hash + "~02", hash + "x2", hash.left(15), QByteArray("mail#1")})
            QVERIFY2(!ListItemId::parse(wrong), wrong.constData());
    }
};

QTEST_GUILESS_MAIN(TestResendMessage)
#include "tst_resendmessage.moc"
