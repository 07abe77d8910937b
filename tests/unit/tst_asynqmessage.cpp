// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/asynq/protobuf.h"

#include <QTest>

using namespace dueline;

/// Tests reading and writing asynq messages, comparing them with the bytes that Protocol Buffers defines.
class TestAsynqMessage : public QObject
{
    Q_OBJECT

private slots:
    void aMessageIsReadFieldByField()
    {
        // Type "a", payload {"n":1}, id "x", queue "q", retry 25, retried 2, error "no", timeout 1800, last failure,
        // retention 60, and a header k: v.
        const QByteArray bytes = QByteArray::fromHex("0a0161"
                                                     "12077b226e223a317d"
                                                     "1a0178"
                                                     "220171"
                                                     "2819"
                                                     "3002"
                                                     "3a026e6f"
                                                     "40880e"
                                                     "5898acaec806"
                                                     "603c"
                                                     "7a060a016b120176");
        const auto message = AsynqMessage::read(bytes);
        QVERIFY(message);
        QCOMPARE(message->type, QByteArray("a"));
        QCOMPARE(message->payload, QByteArray(R"({"n":1})"));
        QCOMPARE(message->id, QByteArray("x"));
        QCOMPARE(message->queue, QByteArray("q"));
        QCOMPARE(message->maxRetry, 25);
        QCOMPARE(message->retried, 2);
        QCOMPARE(message->error, QByteArray("no"));
        QCOMPARE(message->timeout, AsynqMessage::usualTimeout);
        QCOMPARE(message->lastFailedAt, 1'762'367'000);
        QCOMPARE(message->retention, 60);
        QCOMPARE(message->headers, (std::vector<std::pair<QByteArray, QByteArray>>{{"k", "v"}}));
        QVERIFY(message->unknown.empty());
        QCOMPARE(message->written(), bytes);
    }

    void fieldsOfLaterVersionsAreKept()
    {
        // Field 16 is a number, field 17 consists of bytes, field 18 is eight bytes wide, and field 19 is four bytes
        // wide.
        const auto message = AsynqMessage::read(QByteArray::fromHex("800105"
                                                                    "8a010161"
                                                                    "91010100000000000000"
                                                                    "9d0102000000"));
        QVERIFY(message);
        QCOMPARE(message->unknown, (std::vector<QByteArray>{"16: 5", "17: 61", "18: 1", "19: 2"}));
        // A field with a known number but a different wire type counts as unknown.
        QCOMPARE(AsynqMessage::read(QByteArray::fromHex("0805"))->type, QByteArray());
    }

    void onlyThePayloadIsReplaced()
    {
        AsynqMessage message;
        message.type = "mail:send";
        message.payload = "old";
        message.id = "1";
        message.queue = "mail";
        QByteArray stored = message.written();
        Protobuf::put(stored, 99, QByteArray("of a later version"));
        const QByteArray edited = AsynqMessage::withPayload(stored, QByteArray(200, 'n'));
        message.payload = QByteArray(200, 'n');
        QByteArray expected = message.written();
        Protobuf::put(expected, 99, QByteArray("of a later version"));
        QCOMPARE(edited, expected);
        QCOMPARE(AsynqMessage::withPayload(edited, "old"), stored);
        // A message without a payload gets one, and of several payloads, one is left.
        QByteArray none;
        Protobuf::put(none, 1, QByteArray("t"));
        QCOMPARE(AsynqMessage::read(AsynqMessage::withPayload(none, "new"))->payload, QByteArray("new"));
        QByteArray twice = none;
        Protobuf::put(twice, 2, QByteArray("a"));
        Protobuf::put(twice, 2, QByteArray("b"));
        QByteArray once = none;
        Protobuf::put(once, 2, QByteArray("c"));
        QCOMPARE(AsynqMessage::withPayload(twice, "c"), once);
    }

    void whatIsNoMessageIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("cut") << QByteArray::fromHex("0a0561");
        QTest::newRow("length of 2^63") << QByteArray::fromHex("0affffffffffffffffff01");
        QTest::newRow("number without end") << QByteArray::fromHex("28ffffffffffffffffffff01");
        QTest::newRow("number above 64 bits") << QByteArray::fromHex("28ffffffffffffffffff02");
        QTest::newRow("group") << QByteArray::fromHex("0b0c");
        QTest::newRow("field zero") << QByteArray::fromHex("0005");
        QTest::newRow("eight bytes cut") << QByteArray::fromHex("0901020304");
        QByteArray many;
        for (std::size_t i = 0; i <= Protobuf::mostFields; ++i)
            many.append(QByteArray::fromHex("2801"));
        QTest::newRow("too many fields") << many;
    }

    void whatIsNoMessageIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(!AsynqMessage::read(bytes));
    }

    void attemptsCountTheRunsAndTheFirst()
    {
        AsynqMessage message;
        message.maxRetry = 3;
        message.retried = 3;
        message.lastFailedAt = 1'762'367'000;
        const auto attemptIn = [&message](TaskState state) {
            const TaskSource source{"key", TaskSource::Kind::SortedSet, TaskSource::Score::Seconds, state, {}, "word"};
            const Task task = message.task(source, {0, state, "id", 1, fromMs(1000)});
            return std::pair(task.attempt, task.maxAttempts);
        };
        QCOMPARE(attemptIn(TaskState::Retrying), std::pair(3, 4));
        QCOMPARE(attemptIn(TaskState::Leased), std::pair(4, 4));
        QCOMPARE(attemptIn(TaskState::Failed), std::pair(4, 4));
        message.lastFailedAt = 0; // A task archived by an operator has no failure time.
        QCOMPARE(attemptIn(TaskState::Failed), std::pair(3, 4));
    }
};

QTEST_APPLESS_MAIN(TestAsynqMessage)
#include "tst_asynqmessage.moc"
