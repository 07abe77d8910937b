// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisurl.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

RedisConfig serverAt(const QString& host, quint16 port = 6379)
{
    RedisConfig config;
    config.hosts = {{host, port}};
    return config;
}

} // namespace

Q_DECLARE_METATYPE(RedisConfig)

class TestRedisUrl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void urlsAreReadAndShownWithoutPassword_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<RedisConfig>("config");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* url, const RedisConfig& config, const char* shown) {
            QTest::newRow(url) << QString::fromUtf8(url) << config << QString::fromUtf8(shown);
        };
        const QString local = QStringLiteral("127.0.0.1");
        row("redis://127.0.0.1", serverAt(local), "redis://127.0.0.1:6379");
        row("redis://127.0.0.1/", serverAt(local), "redis://127.0.0.1:6379");
        RedisConfig config = serverAt(local, 7000);
        config.database = 3;
        row("redis://127.0.0.1:7000/3", config, "redis://127.0.0.1:7000/3");
        row("redis://127.0.0.1:7000?db=3", config, "redis://127.0.0.1:7000/3");
        row("REDIS://127.0.0.1:7000/3", config, "redis://127.0.0.1:7000/3");
        row("valkey://127.0.0.1:7000/3", config, "redis://127.0.0.1:7000/3");
        row("redis://[::1]:7000", serverAt(QStringLiteral("::1"), 7000), "redis://[::1]:7000");
        row("redis://[::1]", serverAt(QStringLiteral("::1")), "redis://[::1]:6379");

        config = serverAt(QStringLiteral("host"));
        config.password = Secret("secret");
        row("redis://:secret@host", config, "redis://host:6379");
        config.user = QStringLiteral("amy");
        row("redis://amy:secret@host", config, "redis://amy@host:6379");
        config.password = Secret("p@:/?#% \xc3\xa9");
        row("redis://amy:p%40%3A%2F%3F%23%25%20%C3%A9@host", config, "redis://amy@host:6379");
        config.password = Secret("a@b/c:d");
        row("redis://amy:a@b/c:d@host", config, "redis://amy@host:6379");
        config.user = QStringLiteral("a/b@c");
        config.password = Secret();
        row("redis://a%2Fb%40c@host", config, "redis://a%2Fb%40c@host:6379");

        config = serverAt(QStringLiteral("host"), 6380);
        config.tls = true;
        row("rediss://host:6380", config, "rediss://host:6380");
        row("redis://host:6380?tls=1", config, "rediss://host:6380");
        row("Valkeys://host:6380", config, "rediss://host:6380");
        config.caCertificate = QStringLiteral("/etc/my ca.pem");
        config.clientCertificate = QStringLiteral("/c.pem");
        config.clientKey = QStringLiteral("/k.pem");
        config.serverName = QStringLiteral("redis.example");
        config.sshHost = QStringLiteral("me@bastion");
        row("rediss://host:6380?cacert=/etc/my%20ca.pem&cert=/c.pem&key=/k.pem&sni=redis.example&ssh=me@bastion",
            config,
            "rediss://host:6380?cacert=/etc/my%20ca.pem&cert=/c.pem&key=/k.pem&sni=redis.example&ssh=me@bastion");

        config.caCertificate = QStringLiteral("/etc/a@b?ssh=c.pem");
        config.clientCertificate = config.clientKey = config.serverName = config.sshHost = QString();
        row("rediss://host:6380?cacert=/etc/a%40b%3Fssh%3Dc.pem", config,
            "rediss://host:6380?cacert=/etc/a%40b%3Fssh%3Dc.pem");

        config = {};
        config.socketPath = QStringLiteral("/run/redis.sock");
        row("unix:/run/redis.sock", config, "unix:/run/redis.sock");
        row("unix:///run/redis.sock", config, "unix:/run/redis.sock");
        config.socketPath = QStringLiteral("//run/redis.sock");
        row("unix:////run/redis.sock", config, "unix:////run/redis.sock");
        config.socketPath = QStringLiteral("/run/a?b%.sock");
        config.database = 2;
        row("unix:/run/a%3Fb%25.sock?db=2", config, "unix:/run/a%3Fb%25.sock?db=2");

        config = {};
        config.topology = Topology::Sentinel;
        config.hosts = {{QStringLiteral("s1"), 26379}, {QStringLiteral("s2"), 26380}, {QStringLiteral("::1"), 26379}};
        config.masterName = QStringLiteral("mymaster");
        config.user = QStringLiteral("amy");
        config.database = 1;
        row("redis-sentinel://amy@s1,s2:26380,[::1]/mymaster/1", config,
            "redis-sentinel://amy@s1:26379,s2:26380,[::1]:26379/mymaster/1");
        config = {};
        config.topology = Topology::Cluster;
        config.hosts = {{QStringLiteral("h1"), 7001}, {QStringLiteral("h2"), 6379}};
        config.tls = true;
        row("redis-cluster://h1:7001,h2?tls=1", config, "redis-cluster://h1:7001,h2:6379?tls=1");
        config.database = 3; // Valkey 9 supports numbered databases in clusters.
        row("redis-cluster://h1:7001,h2/3?tls=1", config, "redis-cluster://h1:7001,h2:6379/3?tls=1");
    }
    void urlsAreReadAndShownWithoutPassword()
    {
        QFETCH(QString, url);
        QFETCH(RedisConfig, config);
        QFETCH(QString, shown);
        const Result<RedisConfig> read = parseRedisUrl(url);
        QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().message));
        QVERIFY(*read == config);
        QCOMPARE(displayUrl(*read), shown);
        // The displayed URL can be pasted back; only the password differs.
        const Result<RedisConfig> again = parseRedisUrl(shown);
        QVERIFY2(again.ok(), again ? "" : qPrintable(again.error().message));
        config.password = Secret();
        QVERIFY(*again == config);
    }

    void whatBeginsAsAUrlIsOneRightOrWrong()
    {
        for (const QString& url : {u"redis://h"_s, u"rediss://:x@h:nonsense"_s, u"REDIS://h"_s,
                 u"redis-sentinel://h/m"_s, u"redis-cluster://h"_s, u"valkey://h"_s, u"unix:/run/s"_s, u"redis://"_s})
            QVERIFY2(looksLikeRedisUrl(url), qPrintable(url));
        for (const QString& text :
            {u""_s, u"redis"_s, u"redis:"_s, u"type:redis"_s, u"wss://h"_s, u"unix:x"_s, u"redisx://h"_s})
            QVERIFY2(!looksLikeRedisUrl(text), qPrintable(text));
    }

    void theLongestHostNameIsShownWhole()
    {
        const QString host(253, u'h');
        const auto read = parseRedisUrl(QStringLiteral("redis://") + host);
        QVERIFY(read.ok());
        QCOMPARE(displayUrl(*read), QStringLiteral("redis://") + host + QStringLiteral(":6379"));
    }

    void anAddressWithoutASchemeSaysSo()
    {
        for (const char* url : {"localhost", "localhost:6379", "127.0.0.1:6379/2", "redis-cli -p 6379"}) {
            const auto parsed = parseRedisUrl(QString::fromLatin1(url));
            QVERIFY2(!parsed && parsed.error().message.contains(u"it has no scheme such as redis://"), url);
        }
        const auto other = parseRedisUrl(u"https://host:443"_s);
        QVERIFY(!other && other.error().message.contains(u"its scheme is not one of redis, "));
    }

    void whatIsNoUrlIsRefusedWithAnExample_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url : {"", "localhost", "localhost:6379", "http://host", "redis:", "redis:/", "redis:host",
                 "redis://", "redis:///0", "redis://:6379", "redis://host:", "redis://host:0", "redis://host:65536",
                 "redis://host:port", "redis://host:+1", "redis://host: 1", "redis://host:-1", "redis://ho st",
                 "redis://host/x", "redis://host/-1", "redis://host/1/2", "redis://host/99999", "redis://host/0?db=1",
                 "redis://host?db=1&db=2", "redis://host?foo=1", "redis://host?db",
                 "redis://host?db=", "redis://host?tls=yes", "rediss://host?tls=0", "redis://host?sni=x",
                 "redis://host?cacert=/x", "rediss://host?cert=/x", "redis://host#1", "redis://[::1", "redis://[::1]x",
                 "redis://[host]", "redis://h%40x", "redis://h%3Ax", "redis://h%3Fx", "redis://h%25x", "redis://::1",
                 "redis://ho%zzst", "redis://%ff@host", "redis://user:%4@host", "redis://a/b@host", "redis://h1,h2",
                 "unix:", "unix:run/redis.sock", "unix:/run/redis.sock?tls=1", "unix:/run/redis.sock?ssh=h",
                 "redis-sentinel://h1", "redis-sentinel://h1/", "redis-sentinel://h1,/m", "redis-sentinel://h1/m/x",
                 "wss://host", "rediss:host", "redis-sentinels://h1/m", "redis-cluster://h1/1/2",
                 "redis-cluster://h1,,h2", "redis-cluster://"})
            QTest::newRow(url) << QString::fromUtf8(url);
        QTest::newRow("socket path of 108 bytes") << QStringLiteral("unix:/") + QString(107, u'x');
        // These hosts would be displayed escaped or truncated, so the displayed URL would name a different server.
        QTest::newRow("a mark nobody sees in the host") << u"redis://a\u034Fb:6379"_s;
        QTest::newRow("host of 254 characters") << QStringLiteral("redis://") + QString(254, u'h');
    }
    void whatIsNoUrlIsRefusedWithAnExample()
    {
        QFETCH(QString, url);
        const Result<RedisConfig> read = parseRedisUrl(url);
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::Usage);
        QVERIFY2(read.error().message.contains(u"redis://127.0.0.1:6379/0"), qPrintable(read.error().message));
    }

    void aPasswordIsNeverRepeated_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url : {"redis://amy:hunter2@host:99999", "redis://amy:hunter2@host:x", "redis://amy:hunter2@",
                 "redis://amy:hunter2", "redis://:hunter2", "redis://:hunter2/0", "redis://amy:hunter2@host/x",
                 "redis://amy:hunter2?x@host", "redis://amy:hunter2#x@host", "redis://amy:x?hunter2@host",
                 "redis://amy:hun%zzhunter2@host", "redis:amy:hunter2@host", "redis:/amy:hunter2@host",
                 "amy:hunter2@host", "http://amy:hunter2@host", "redis://host?password=hunter2",
                 "redis://amy:hunter2@h1,h2", "redis://amy:a@hunter2@host:x", "redis://amy:a/hunter2@host:x",
                 "redis-sentinel://amy:hunter2@h1", "redis-cluster://amy:hunter2@h1/7", "redis://amy:hunter2@host/0",
                 "redis://amy:hunter2@host/0?ssh=me@bastion"})
            QTest::newRow(url) << QString::fromUtf8(url);
    }
    void aPasswordIsNeverRepeated()
    {
        QFETCH(QString, url);
        const QString secret = QStringLiteral("hunter2");
        const Result<RedisConfig> read = parseRedisUrl(url);
        if (read)
            QVERIFY2(!displayUrl(*read).contains(secret), qPrintable(displayUrl(*read)));
        else
            QVERIFY2(!(read.error().message + read.error().detail).contains(secret), qPrintable(read.error().message));
        const QString hidden = withoutPassword(url);
        QVERIFY2(!hidden.contains(secret) && hidden.contains(u"***"), qPrintable(hidden));
    }

    void whatHasNoPasswordStaysAsItIs()
    {
        for (const QString& url : {QStringLiteral("redis://host:6379/0"), QStringLiteral("unix:/run/redis.sock?db=1"),
                 QStringLiteral("redis://amy@host:6379"), QStringLiteral("redis://host:1?ssh=me@bastion"),
                 QStringLiteral("nonsense"), QStringLiteral("redis-sentinel://h1:26379,h2/m/1")})
            QCOMPARE(withoutPassword(url), url);
        QCOMPARE(withoutPassword(QStringLiteral("redis://amy:x@host:1/0?ssh=me@b")),
            QStringLiteral("redis://amy:***@host:1/0?ssh=me@b"));
    }

    void twoThatNobodyNamedAreToldApart_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* url, const char* name) {
            QTest::newRow(url) << QString::fromUtf8(url) << QString::fromUtf8(name);
        };
        row("redis://shop.example", "shop.example");
        row("redis://amy:x@shop.example:6379/0", "shop.example");
        row("redis://shop.example:6380", "shop.example:6380");
        row("redis://shop.example/1", "shop.example:6379/1");
        row("rediss://[::1]:7000/2", "[::1]:7000/2");
        row("redis-sentinel://h1,h2/orders", "orders");
        row("redis-sentinel://h1,h2/orders/3", "orders/3");
        row("redis-cluster://h1:7000,h2:7000", "h1:7000");
        row("unix:/run/orders/redis.sock", "orders/redis.sock");
        row("unix:/run/orders/redis.sock?db=1", "orders/redis.sock/1");
    }
    void twoThatNobodyNamedAreToldApart()
    {
        QFETCH(QString, url);
        QFETCH(QString, name);
        const Result<RedisConfig> read = parseRedisUrl(url);
        QVERIFY(read.ok());
        QCOMPARE(displayName(*read), name);
    }
};

QTEST_APPLESS_MAIN(TestRedisUrl)
#include "tst_redisurl.moc"
