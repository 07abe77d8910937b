// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/clustermap.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

class TestClusterMap : public QObject
{
    Q_OBJECT

private slots:
    void slotsAreThoseOfTheSpecification_data();
    void slotsAreThoseOfTheSpecification();
    void allKeysOfAQueueShareASlot();
    void theKeyOfACommandIsFound_data();
    void theKeyOfACommandIsFound();
    void aMapIsReadAndCorrected();
    void aReplyThatIsNoMapIsRefused_data();
    void aReplyThatIsNoMapIsRefused();
    void redirectionsAreRead_data();
    void redirectionsAreRead();

private:
    static Reply integer(qint64 value) { return {Reply::Type::Integer, value, {}, {}}; }
    static Reply bytes(const QByteArray& value) { return {Reply::Type::Bytes, 0, value, {}}; }
    static Reply array(std::vector<Reply> items) { return {Reply::Type::Array, 0, {}, std::move(items)}; }
    static Reply error(const QByteArray& text) { return {Reply::Type::Error, 0, text, {}}; }
    static Reply range(qint64 from, qint64 to, const QByteArray& host, qint64 port)
    {
        return array({integer(from), integer(to), array({bytes(host), integer(port), bytes("id"), array({})})});
    }
};

void TestClusterMap::slotsAreThoseOfTheSpecification_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<int>("slot");
    QTest::newRow("the check value of CRC16 XMODEM") << QByteArray("123456789") << 0x31C3 % 16'384;
    QTest::newRow("empty") << QByteArray() << 0;
    QTest::newRow("tag") << QByteArray("a{123456789}b") << 0x31C3 % 16'384;
    QTest::newRow("first tag counts") << QByteArray("{123456789}{x}") << 0x31C3 % 16'384;
    // The slots that redis-server returns for CLUSTER KEYSLOT.
    QTest::newRow("foo") << QByteArray("foo") << 12'182;
    QTest::newRow("empty tag is no tag") << QByteArray("foo{}{bar}") << 8'363;
    QTest::newRow("brace inside a tag") << QByteArray("foo{{bar}}zap") << 4'015;
}

void TestClusterMap::slotsAreThoseOfTheSpecification()
{
    QFETCH(QByteArray, key);
    QFETCH(int, slot);
    QCOMPARE(clusterSlot(key), slot);
}

void TestClusterMap::allKeysOfAQueueShareASlot()
{
    QCOMPARE(clusterSlot("dueline:{mail}:pending"), clusterSlot("mail"));
    QCOMPARE(clusterSlot("dueline:{mail}:b:mail.send#1{2}"), clusterSlot("mail"));
    QVERIFY(clusterSlot("dueline:{mail}:pending") != clusterSlot("dueline:{billing}:pending"));
}

void TestClusterMap::theKeyOfACommandIsFound_data()
{
    QTest::addColumn<Command>("command");
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("plain") << Command{"ZCARD", "k"} << QByteArray("k");
    QTest::newRow("script") << Command{"EVALSHA", "sha", "2", "k1", "k2", "argument"} << QByteArray("k1");
    QTest::newRow("reading script") << Command{"evalsha_ro", "sha", "1", "k1"} << QByteArray("k1");
    QTest::newRow("script without keys") << Command{"EVAL", "return 1", "0", "x"} << QByteArray();
    QTest::newRow("ping") << Command{"PING"} << QByteArray();
    QTest::newRow("publish") << Command{"PUBLISH", "channel", "x"} << QByteArray();
    QTest::newRow("memory") << Command{"MEMORY", "USAGE", "k"} << QByteArray("k");
    QTest::newRow("scan of a queue") << Command{"SCAN", "0", "MATCH", "dueline:{a\\*b}:*", "COUNT", "100"}
                                     << QByteArray("{a*b}");
    QTest::newRow("scan of everything") << Command{"SCAN", "0", "MATCH", "*"} << QByteArray();
    QTest::newRow("nothing") << Command{} << QByteArray();
}

void TestClusterMap::theKeyOfACommandIsFound()
{
    QFETCH(Command, command);
    QFETCH(QByteArray, key);
    const auto found = keyOf(command);
    QCOMPARE(found.value_or(QByteArray()), key);
    QCOMPARE(found.has_value(), !key.isEmpty());
}

void TestClusterMap::aMapIsReadAndCorrected()
{
    const Endpoint asked{u"10.0.0.9"_s, 7000};
    auto map = ClusterMap::fromReply(array({range(8'192, 16'383, "10.0.0.2", 7002), range(0, 8'000, "", 7001)}), asked);
    QVERIFY(map);
    QCOMPARE(map->masters(), (std::vector{Endpoint{u"10.0.0.9"_s, 7001}, Endpoint{u"10.0.0.2"_s, 7002}}));
    QCOMPARE(*map->master(0), (Endpoint{u"10.0.0.9"_s, 7001}));
    QCOMPARE(*map->master(8'000), (Endpoint{u"10.0.0.9"_s, 7001}));
    QVERIFY(!map->master(8'001));
    QCOMPARE(*map->master(16'383), (Endpoint{u"10.0.0.2"_s, 7002}));
    map->set(8'001, {u"10.0.0.3"_s, 7003});
    QCOMPARE(*map->master(8'001), (Endpoint{u"10.0.0.3"_s, 7003}));
    QCOMPARE(map->masters().size(), std::size_t(3));
}

void TestClusterMap::aReplyThatIsNoMapIsRefused_data()
{
    QTest::addColumn<Reply>("reply");
    QTest::newRow("error") << error("ERR no");
    QTest::newRow("not ranges") << array({integer(1)});
    QTest::newRow("a range of one") << array({array({integer(1)})});
    QTest::newRow("beyond the slots") << array({range(0, 16'384, "h", 1)});
    QTest::newRow("backwards") << array({range(5, 4, "h", 1)});
    QTest::newRow("negative") << array({range(-1, 4, "h", 1)});
    QTest::newRow("no port") << array({range(0, 4, "h", 70'000)});
}

void TestClusterMap::aReplyThatIsNoMapIsRefused()
{
    QFETCH(Reply, reply);
    QVERIFY(!ClusterMap::fromReply(reply, {u"h"_s, 1}));
}

void TestClusterMap::redirectionsAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isOne");
    QTest::addColumn<bool>("ask");
    QTest::addColumn<QString>("host");
    QTest::newRow("moved") << QByteArray("MOVED 3999 127.0.0.1:6381") << true << false << u"127.0.0.1"_s;
    QTest::newRow("ask") << QByteArray("ASK 3999 127.0.0.1:6381") << true << true << u"127.0.0.1"_s;
    QTest::newRow("IPv6") << QByteArray("MOVED 3999 ::1:6381") << true << false << u"::1"_s;
    QTest::newRow("the same host") << QByteArray("MOVED 3999 :6381") << true << false << u"asked"_s;
    QTest::newRow("another error") << QByteArray("ERR moved on") << false << false << QString();
    QTest::newRow("slot out of range") << QByteArray("MOVED 16384 h:1") << false << false << QString();
    QTest::newRow("no port") << QByteArray("MOVED 1 host") << false << false << QString();
    QTest::newRow("port out of range") << QByteArray("MOVED 1 host:65536") << false << false << QString();
}

void TestClusterMap::redirectionsAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(bool, isOne);
    QFETCH(bool, ask);
    QFETCH(QString, host);
    const auto to = redirectionOf(error(text), {u"asked"_s, 6379});
    QCOMPARE(to.has_value(), isOne);
    if (to)
        QCOMPARE(*to, (ClusterRedirection{3'999, {host, 6381}, ask}));
    QVERIFY(!redirectionOf(bytes(text), {u"asked"_s, 6379}));
}

QTEST_GUILESS_MAIN(TestClusterMap)
#include "tst_clustermap.moc"
