// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/outcome.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace dueline;

/// Tests the published outcomes of tasks.
class TestOutcome : public QObject
{
    Q_OBJECT

    static Outcome sample()
    {
        Outcome outcome;
        outcome.id = "mail.send#1";
        outcome.outcome = "failed";
        outcome.attempt = 3;
        outcome.worker = "host-a.1";
        outcome.late = Millis(12);
        outcome.ran = Millis(3456);
        outcome.error = "exit 3: \"no\"\n\ttab\\";
        outcome.output = "grün 中";
        return outcome;
    }

private slots:
    void aBatchIsReadBackAsWritten()
    {
        Outcome plain;
        plain.id = "t#2";
        plain.outcome = "done";
        plain.attempt = 1;
        const std::vector<Outcome> batch{sample(), plain};
        const auto read = decodeOutcomes(encodeOutcomes(batch));
        QVERIFY(read);
        QCOMPARE(*read, batch);
        QCOMPARE(encodeOutcomes({}), QByteArray("[]"));
        QCOMPARE(decodeOutcomes("[]")->size(), std::size_t(0));
    }

    void theWireFormIsTheDocumentedOne()
    {
        const QByteArray json = encodeOutcomes({sample()});
        QVERIFY(json.startsWith("[{\"id\":\"mail.send#1\",\"outcome\":\"failed\",\"attempt\":3,\"worker\":\"host-a.1\","
                                "\"late_ms\":12,\"run_ms\":3456,\"error\":\""));
        const QJsonObject object = QJsonDocument::fromJson(json).array().at(0).toObject();
        QCOMPARE(object.value(QStringLiteral("output")).toString(), QStringLiteral("grün 中"));
    }

    void emptyErrorAndOutputAreAbsent()
    {
        Outcome outcome = sample();
        outcome.error.clear();
        outcome.output.clear();
        const QByteArray json = encodeOutcomes({outcome});
        QVERIFY(!json.contains("error"));
        QVERIFY(!json.contains("output"));
    }

    void bytesThatAreNotUtf8AreWrittenAsEscapes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("invalid byte") << QByteArray("a\xff"
                                                    "b")
                                      << QByteArray("\"a\\u00ffb\"");
        QTest::newRow("lone continuation") << QByteArray("\x80") << QByteArray("\"\\u0080\"");
        QTest::newRow("cut sequence") << QByteArray("\xe4\xb8") << QByteArray("\"\\u00e4\\u00b8\"");
        QTest::newRow("overlong") << QByteArray("\xc0\xaf") << QByteArray("\"\\u00c0\\u00af\"");
        QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80") << QByteArray("\"\\u00ed\\u00a0\\u0080\"");
        QTest::newRow("beyond Unicode") << QByteArray("\xf4\x90\x80\x80")
                                        << QByteArray("\"\\u00f4\\u0090\\u0080\\u0080\"");
        QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80") << QByteArray("\"\xf0\x9f\x98\x80\"");
        QTest::newRow("control") << QByteArray("\x01\n\x7f") << QByteArray("\"\\u0001\\u000a\\u007f\"");
        QTest::newRow("nul") << QByteArray("a\0b", 3) << QByteArray("\"a\\u0000b\"");
    }
    void bytesThatAreNotUtf8AreWrittenAsEscapes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, written);
        Outcome outcome = sample();
        outcome.error = bytes;
        const QByteArray json = encodeOutcomes({outcome});
        QVERIFY2(json.contains("\"error\":" + written), json.constData());
        QVERIFY(decodeOutcomes(json));
    }

    void longTextsAreCutBetweenCharacters()
    {
        Outcome outcome = sample();
        outcome.error = QByteArray(5000, 'x');
        // 1 + 3 · 341 = 1024, so the 342nd character doesn't fit.
        outcome.output = "x" + QByteArray("中").repeated(400);
        const auto read = decodeOutcomes(encodeOutcomes({outcome}));
        QVERIFY(read);
        QCOMPARE(read->at(0).error, QByteArray(1024, 'x'));
        QCOMPARE(read->at(0).output, "x" + QByteArray("中").repeated(341));
    }

    void whatIsNotABatchIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        for (const char* json :
            {"", "x", "{}", "[", "[1]", "[{}]", "[{\"id\":\"a\"}]", "[{\"outcome\":\"done\"}]", "null"})
            QTest::newRow(*json ? json : "nothing") << QByteArray(json);
        QTest::newRow("over long") << QByteArray(
            "[{\"id\":\"a\",\"outcome\":\"done\",\"error\":\"" + QByteArray(70'000, 'x') + "\"}]");
    }
    void whatIsNotABatchIsRefused()
    {
        QFETCH(QByteArray, json);
        const auto read = decodeOutcomes(json);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Protocol);
    }

    void membersOfALaterVersionAreIgnored()
    {
        const auto read = decodeOutcomes("[{\"id\":\"a\",\"outcome\":\"done\",\"novel\":[1,{\"x\":2}],\"attempt\":2}]");
        QVERIFY(read);
        QCOMPARE(read->at(0).attempt, 2);
    }
};

QTEST_APPLESS_MAIN(TestOutcome)
#include "tst_outcome.moc"
