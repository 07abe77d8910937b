// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/pythontime.h"
#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/celery/celeryspec.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests reading Celery message envelopes, and the syntax of `--layout` values for Celery.
class TestCeleryMessage : public QObject
{
    Q_OBJECT

    static QByteArray envelope(const QByteArray& body, const QByteArray& headers = {},
        const QByteArray& contentType = "application/json", const QByteArray& encoding = "base64");
    static QByteArray factOf(const CeleryMessage& message, const QByteArray& name)
    {
        for (const TaskFact& fact : message.facts("stored"))
            if (fact.name == name)
                return fact.value;
        return {};
    }

private slots:
    void theLayoutIsReadBack_data();
    void theLayoutIsReadBack();
    void whatIsNoLayoutIsRefused_data();
    void whatIsNoLayoutIsRefused();
    void bindingsSpeakOfQueues();
    void fieldsAreTold();
    void bodiesAreReadForPeople_data();
    void bodiesAreReadForPeople();
    void anEtaIsTheDueTime();
    void whatAWorkerTookIsTheSameMessage();
    void whatIsNoMessageStaysAsItIs_data();
    void whatIsNoMessageStaysAsItIs();
    void hugeMessagesAreNotDecoded();
    void instantsAreThoseOfPython_data();
    void instantsAreThoseOfPython();
};

QByteArray TestCeleryMessage::envelope(
    const QByteArray& body, const QByteArray& headers, const QByteArray& contentType, const QByteArray& encoding)
{
    return R"({"body":")" + body + R"(","content-encoding":"utf-8","content-type":")" + contentType
        + R"x(","headers":{"task":"shop.mail","id":"a1","eta":null,"expires":null,"retries":2,"argsrepr":"(1,)")x"
        + headers + R"(},"properties":{"correlation_id":"other","body_encoding":")" + encoding
        + R"(","delivery_info":{"exchange":"","routing_key":"caf\u00e9"},"priority":3}})";
}

void TestCeleryMessage::theLayoutIsReadBack_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("prefix");
    QTest::newRow("usual") << u"celery"_s << QByteArray();
    QTest::newRow("prefix") << u"celery:shop%3A"_s << QByteArray("shop:");
}

void TestCeleryMessage::theLayoutIsReadBack()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, prefix);
    const auto spec = parseCelery(text);
    QVERIFY(spec.ok());
    QCOMPARE(spec->prefix, prefix);
    QCOMPARE(*parseCelery(spec->text()), *spec);
    QVERIFY(spec->isShared({}) && spec->isShared(spec->sharedPlace()) && !spec->isShared("mail"));
    QCOMPARE(spec->list("mail", CelerySpec::separator, 0), prefix + "mail");
    QCOMPARE(spec->list("mail", CelerySpec::separator, 9), prefix + "mail\x06\x16" + '9');
}

void TestCeleryMessage::whatIsNoLayoutIsRefused_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"celery:", "celery?major=5", "celery:shop?x=1", "celeryx", "rq"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void TestCeleryMessage::whatIsNoLayoutIsRefused()
{
    QFETCH(QString, text);
    const auto spec = parseCelery(text);
    QVERIFY(!spec.ok());
    QCOMPARE(spec.error().code, ErrorCode::Usage);
}

void TestCeleryMessage::bindingsSpeakOfQueues()
{
    const auto binding = CeleryBinding::of("shop:_kombu.binding.mail");
    QVERIFY(binding.has_value());
    QCOMPARE(binding->prefix, QByteArray("shop:"));
    QCOMPARE(binding->exchange, QByteArray("mail"));
    for (const char* key : {"_kombu.binding.celery.pidbox", "_kombu.binding.reply.celery.pidbox",
             "_kombu.binding.celeryev", "_kombu.binding.", "celery"})
        QVERIFY2(!CeleryBinding::of(key), key);
    QCOMPARE(CeleryBinding::queueOf("key\x06\x16\x06\x16mail"), QByteArray("mail"));
    QCOMPARE(CeleryBinding::queueOf("mail"), QByteArray());
    // The separator is configurable and occurs twice in each of these bindings.
    const std::vector<std::pair<QByteArray, QByteArray>> bindings{{"celery::orders", ":"}, {"a::::orders", "::"},
        {"::orders", ":"}, {"feed.#|^feed\\..*?$|orders", "|"}, {"a-b%~%~orders", "%~"}};
    for (const auto& [member, separator] : bindings) {
        QCOMPARE(CeleryBinding::separatorOf(member).value_or("none"), separator);
        QCOMPARE(CeleryBinding::queueOf(member), QByteArray("orders"));
    }
    for (const char* member : {"", "orders", "a:b:orders", "::", "a:b"})
        QVERIFY2(!CeleryBinding::separatorOf(member), member);
}

void TestCeleryMessage::fieldsAreTold()
{
    const CeleryMessage message = CeleryMessage::read(envelope("W10=", R"(,"root_id":"r","group":null)"));
    QVERIFY(message.isEnvelope);
    QCOMPARE(message.id, QByteArray("a1"));
    QCOMPARE(message.type, QByteArray("shop.mail"));
    QCOMPARE(message.route, QByteArray("café"));
    QCOMPARE(message.retries, 2);
    QVERIFY(!message.eta && !message.expires);
    QCOMPARE(factOf(message, "root_id"), QByteArray(R"("r")"));
    QCOMPARE(factOf(message, "priority"), QByteArray("3"));
    QCOMPARE(factOf(message, "group"), QByteArray());
    QCOMPARE(factOf(message, "stored"), QByteArray("stored"));
    QCOMPARE(CeleryMessage::read(envelope("W10=", R"(,"id":"last")")).id, QByteArray("last"));
    QCOMPARE(CeleryMessage::read(R"({"body":"","properties":{"correlation_id":"c"}})").id, QByteArray("c"));
}

void TestCeleryMessage::bodiesAreReadForPeople_data()
{
    QTest::addColumn<QByteArray>("stored");
    QTest::addColumn<QByteArray>("payload");
    const QByteArray json = R"([[1, 1.100, 12345678901234567890], {"k": "caf\u00e9"}, {"chain": null}])";
    QTest::newRow("JSON stays byte for byte") << envelope(json.toBase64()) << json;
    // pickle of the list ['x', 7]
    const QByteArray pickle = QByteArray::fromHex("80025d71002858010000007871014b07652e");
    QTest::newRow("a pickle is text") << envelope(pickle.toBase64(), {}, "application/x-python-serialize")
                                      << QByteArray("['x', 7]");
    QTest::newRow("a damaged pickle is hex") << envelope(QByteArray("\x80\x02\xff").toBase64(), {},
        "application/x-python-serialize") << QByteArray("8002ff");
    QTest::newRow("other bytes are hex") << envelope(QByteArray("\x93\x01\xc3").toBase64(), {}, "application/x-msgpack")
                                         << QByteArray("9301c3");
    QTest::newRow("other text stays") << envelope(QByteArray("- [1]\n").toBase64(), {}, "application/x-yaml")
                                      << QByteArray("- [1]\n");
    QTest::newRow("compressed") << envelope(qCompress(json).mid(4).toBase64(), R"(,"compression":"application/x-gzip")")
                                << json;
    QTest::newRow("compressed and cut") << envelope(
        qCompress(json).mid(4).chopped(3).toBase64(), R"(,"compression":"application/x-gzip")")
                                        << qCompress(json).mid(4).chopped(3).toHex();
    QTest::newRow("not encoded") << envelope("[[1],{},{}]", {}, "application/json", "none")
                                 << QByteArray("[[1],{},{}]");
    QTest::newRow("no base64 after all") << envelope("[[1]", {}) << QByteArray("[[1]");
}

void TestCeleryMessage::bodiesAreReadForPeople()
{
    QFETCH(QByteArray, stored);
    QFETCH(QByteArray, payload);
    QCOMPARE(CeleryMessage::read(stored).payload, payload);
}

void TestCeleryMessage::anEtaIsTheDueTime()
{
    const QByteArray stored
        = envelope("W10=", R"(,"eta": "2026-11-25T18:00:00.123456+00:00","expires":"2026-11-25T18:00:01+01:00")");
    const CeleryMessage message = CeleryMessage::read(stored);
    const TimePoint eta = fromMs(1'795'629'600'123);
    QCOMPARE(message.eta, std::optional(eta));
    QCOMPARE(message.expires, std::optional(fromMs(1'795'626'001'000)));
    QCOMPARE(stored.mid(message.etaOffset, message.etaLength), QByteArray(R"("2026-11-25T18:00:00.123456+00:00")"));
    const TaskSource list{"mail", TaskSource::Kind::List, TaskSource::Score::None, TaskState::Due, {}, "queued"};
    const TimePoint now = fromMs(1'795'629'000'000);
    const Task waiting = message.task(list, {0, TaskState::Due, stored, 0, now}, now);
    QCOMPARE(waiting.nativeState, QByteArray("eta"));
    QVERIFY(!waiting.untimed);
    QCOMPARE(waiting.dueAt, std::optional(eta));
    QCOMPARE(waiting.attempt, 2);
    const Task plain = CeleryMessage::read(envelope("W10=")).task(list, {0, TaskState::Due, stored, 0, now}, now);
    QCOMPARE(plain.nativeState, QByteArray("queued"));
    QVERIFY(plain.untimed);
    QVERIFY(!CeleryMessage::read(envelope("W10=", R"(,"eta":"tomorrow")")).eta);
    QVERIFY(!CeleryMessage::read(envelope("W10=", R"(,"eta":1795629600)")).eta);
}

void TestCeleryMessage::whatAWorkerTookIsTheSameMessage()
{
    const QByteArray stored = envelope("W10=", R"(,"eta":"2026-11-25T18:00:00")");
    const CeleryMessage message = CeleryMessage::readTaken('[' + stored + R"(, "", "mail"])");
    QCOMPARE(message.id, QByteArray("a1"));
    QCOMPARE(message.route, QByteArray("mail"));
    QCOMPARE(message.etaLength, qsizetype(0));
    const TaskSource taken{
        "unacked_index", TaskSource::Kind::SortedSet, TaskSource::Score::Seconds, TaskState::Leased, {}, "unacked"};
    const auto at = [&](TimePoint now) {
        return message.task(taken, {0, TaskState::Leased, "tag", 1, fromMs(1000)}, now);
    };
    QCOMPARE(at(fromMs(1'795'629'599'000)).nativeState, QByteArray("eta at worker"));
    QCOMPARE(at(fromMs(1'795'629'600'000)).nativeState, QByteArray("unacked"));
    QCOMPARE(at(fromMs(5)).at, fromMs(1000));
    QCOMPARE(at(fromMs(5)).dueAt, std::optional(fromMs(1'795'629'600'000)));
}

void TestCeleryMessage::whatIsNoMessageStaysAsItIs_data()
{
    QTest::addColumn<QByteArray>("stored");
    for (const char* stored : {"", "{}", "[1]", "{\"body\"", "{\"headers\":{\"id\":\"a\"}}", "\xff\x00x"})
        QTest::newRow(stored) << QByteArray(stored);
    QTest::newRow("deep") << R"({"body":)" + QByteArray(300, '[') + QByteArray(300, ']') + '}';
}

void TestCeleryMessage::whatIsNoMessageStaysAsItIs()
{
    QFETCH(QByteArray, stored);
    for (const CeleryMessage& message : {CeleryMessage::read(stored), CeleryMessage::readTaken(stored)}) {
        QVERIFY(!message.isEnvelope && message.id.isEmpty());
        QCOMPARE(message.payload, stored);
        const Task task = message.task({}, {}, {});
        QCOMPARE(task.nativeState, QByteArray("damaged"));
        QVERIFY(!task.error.isEmpty());
    }
}

void TestCeleryMessage::hugeMessagesAreNotDecoded()
{
    const QByteArray huge = envelope(QByteArray(CeleryMessage::mostBytes, 'A'));
    QVERIFY(!CeleryMessage::read(huge).isEnvelope);
    // 70 MiB of zeros compress to a message of about 100 kB.
    const QByteArray packed = qCompress(QByteArray(70 * 1024 * 1024, '\0')).mid(4);
    const CeleryMessage bomb
        = CeleryMessage::read(envelope(packed.toBase64(), R"(,"compression":"application/x-gzip")"));
    QVERIFY(bomb.isEnvelope);
    QCOMPARE(bomb.payload, packed.toHex());
}

void TestCeleryMessage::instantsAreThoseOfPython_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ms"); // due time; -1: none
    QTest::newRow("usual") << QByteArray("2026-11-25T18:00:00.123999+00:00") << qint64(1'795'629'600'123);
    QTest::newRow("whole seconds") << QByteArray("2026-11-25T18:00:00+00:00") << qint64(1'795'629'600'000);
    QTest::newRow("without a zone") << QByteArray("2026-11-25T18:00:00.5") << qint64(1'795'629'600'500);
    QTest::newRow("Z") << QByteArray("2026-11-25T18:00:00Z") << qint64(1'795'629'600'000);
    QTest::newRow("west") << QByteArray("2026-11-25T13:30:00-04:30") << qint64(1'795'629'600'000);
    QTest::newRow("leap day") << QByteArray("2028-02-29T00:00:00Z") << qint64(1'835'395'200'000);
    for (const char* none : {"", "2026-11-25", "2026-11-25 18:00:00", "2026-02-30T00:00:00Z", "2026-11-25T24:00:00Z",
             "2026-11-25T18:00:00.+00:00", "2026-11-25T18:00:00+0000", "2026-11-25T18:00:00.1Zx",
             "1969-12-31T00:00:00Z", "2026-1a-25T18:00:00Z"})
        QTest::newRow(none) << QByteArray(none) << qint64(-1);
}

void TestCeleryMessage::instantsAreThoseOfPython()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, ms);
    const auto at = pythonInstant(text);
    QCOMPARE(at ? toMs(*at) : qint64(-1), ms);
}

QTEST_GUILESS_MAIN(TestCeleryMessage)
#include "tst_celerymessage.moc"
