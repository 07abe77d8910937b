// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisclient.h"
#include "core/redis/redisurl.h"
#include "core/redis/tlstransport.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/certificates.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests a real server with real certificates: which are accepted, and the error for each rejected one.
class TestTls : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_certificates = std::make_unique<Certificates>(); }
    void aTrustedServerIsReached();
    void theNameIsCheckedByAddressToo();
    void aBadCertificateIsRefused_data();
    void aBadCertificateIsRefused();
    void aGivenNameIsCheckedInsteadOfTheHost();
    void mutualTlsWorks();
    void aMissingClientCertificateIsNamed();
    void anUnknownClientCertificateIsRefused();
    void aServerWithoutTlsIsToldWithinTheDeadline();
    void aClientWithoutTlsIsTold();
    void aFileThatCannotBeReadIsAUsageError_data();
    void aFileThatCannotBeReadIsAUsageError();
    void largeRepliesPass();
    void duectlWorksOverTls();

private:
    /// Server with a TLS port, administered over plain TCP.
    struct Server
    {
        explicit Server(const Certificates& certificates, const QString& name = u"server"_s, bool mutual = false)
            : tlsPort(RedisServer::freePort())
            , redis({.tcp = true,
                  .aof = false,
                  .password = {},
                  .arguments
                  = {u"--tls-port"_s, QString::number(tlsPort), u"--tls-cert-file"_s, certificates.certificate(name),
                      u"--tls-key-file"_s, certificates.key(name), u"--tls-ca-cert-file"_s,
                      certificates.certificate(u"ca"_s), u"--tls-auth-clients"_s, mutual ? u"yes"_s : u"no"_s}})
        { }
        quint16 tlsPort;
        RedisServer redis;
    };
    RedisConfig config(quint16 port, const QString& host = u"localhost"_s) const
    {
        RedisConfig config;
        config.hosts = {{host, port}};
        config.tls = true;
        config.caCertificate = m_certificates->certificate(u"ca"_s);
        return config;
    }

    std::unique_ptr<Certificates> m_certificates;
};

#define TLS_REFUSED(connection, expected, words)                                                                       \
    do {                                                                                                               \
        const Result<> opened = (connection).open();                                                                   \
        QVERIFY(!opened);                                                                                              \
        QVERIFY2(opened.error().code == (expected), qPrintable(opened.error().message));                               \
        QVERIFY2(opened.error().message.contains(words), qPrintable(opened.error().message));                          \
    } while (false)

void TestTls::aTrustedServerIsReached()
{
    const Server server(*m_certificates);
    TlsTransport transport({u"localhost"_s, server.tlsPort}, config(server.tlsPort));
    QVERIFY(transport.open(QDeadlineTimer(5'000)).ok());
    const TlsPeer peer = transport.tlsPeer().value();
    QCOMPARE(peer.protocol, u"TLS 1.3"_s);
    QCOMPARE(peer.subject, u"server.test"_s);
    QVERIFY(peer.validUntil > fromMs(QDateTime(QDate(2125, 1, 1), QTime()).toMSecsSinceEpoch()));
    RedisConnection connection(config(server.tlsPort));
    QVERIFY(connection.open().ok());
    QCOMPARE(connection.call({"PING"})->bytes, QByteArray("PONG"));
    QVERIFY(connection.identity().version.startsWith('7') || connection.identity().version.startsWith('8'));
}

void TestTls::theNameIsCheckedByAddressToo()
{
    const Server server(*m_certificates);
    QVERIFY(RedisConnection(config(server.tlsPort, u"127.0.0.1"_s)).open().ok());
}

void TestTls::aBadCertificateIsRefused_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("words");
    QTest::newRow("another name") << u"elsewhere"_s << u"ca"_s << u"not valid for the name localhost"_s;
    QTest::newRow("expired") << u"expired"_s << u"ca"_s << u"expired on 2020-02-01"_s;
    QTest::newRow("unknown authority") << u"server"_s << u"other-ca"_s << u"not trusted"_s;
    QTest::newRow("the system's authorities") << u"server"_s << QString() << u"not trusted"_s;
    QTest::newRow("self-signed") << u"other-ca"_s << u"ca"_s << u"not trusted"_s;
}

void TestTls::aBadCertificateIsRefused()
{
    QFETCH(QString, certificate);
    QFETCH(QString, authority);
    QFETCH(QString, words);
    const Server server(*m_certificates, certificate);
    RedisConfig bad = config(server.tlsPort);
    bad.caCertificate = authority.isEmpty() ? QString() : m_certificates->certificate(authority);
    RedisConnection connection(bad);
    TLS_REFUSED(connection, ErrorCode::Tls, words);
    QVERIFY(!connection.isOpen());
}

void TestTls::aGivenNameIsCheckedInsteadOfTheHost()
{
    const Server server(*m_certificates, u"elsewhere"_s);
    RedisConfig named = config(server.tlsPort);
    named.serverName = u"redis.example"_s;
    QVERIFY(RedisConnection(named).open().ok());
    named.serverName = u"redis.example.org"_s;
    RedisConnection wrong(named);
    TLS_REFUSED(wrong, ErrorCode::Tls, u"not valid for the name redis.example.org");
}

void TestTls::mutualTlsWorks()
{
    const Server server(*m_certificates, u"server"_s, true);
    RedisConfig known = config(server.tlsPort);
    known.clientCertificate = m_certificates->certificate(u"client"_s);
    known.clientKey = m_certificates->key(u"client"_s);
    RedisConnection connection(known);
    QVERIFY(connection.open().ok());
    QCOMPARE(connection.call({"PING"})->bytes, QByteArray("PONG"));
}

void TestTls::aMissingClientCertificateIsNamed()
{
    const Server server(*m_certificates, u"server"_s, true);
    RedisConnection connection(config(server.tlsPort));
    TLS_REFUSED(connection, ErrorCode::Tls, u"require a client certificate");
}

void TestTls::anUnknownClientCertificateIsRefused()
{
    const Server server(*m_certificates, u"server"_s, true);
    RedisConfig stranger = config(server.tlsPort);
    stranger.clientCertificate = m_certificates->certificate(u"stranger"_s);
    stranger.clientKey = m_certificates->key(u"stranger"_s);
    RedisConnection connection(stranger);
    TLS_REFUSED(connection, ErrorCode::Tls, u"does not seem to accept the client certificate");
}

void TestTls::aServerWithoutTlsIsToldWithinTheDeadline()
{
    RedisServer plain({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    RedisConfig wrong = config(plain.port());
    wrong.timeouts.connect = Millis(1'000);
    RedisConnection connection(wrong);
    QElapsedTimer clock;
    clock.start();
    const Result<> opened = connection.open();
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.contains(u"redis://"), qPrintable(opened.error().message));
    QVERIFY2(clock.elapsed() < 5'000, QByteArray::number(clock.elapsed()));
}

void TestTls::aClientWithoutTlsIsTold()
{
    const Server server(*m_certificates);
    RedisConfig plain = config(server.tlsPort);
    plain.tls = false;
    const Result<> opened = RedisConnection(plain).open();
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.contains(u"TLS"), qPrintable(opened.error().message));
}

void TestTls::aFileThatCannotBeReadIsAUsageError_data()
{
    QTest::addColumn<QString>("authority");
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("words");
    QTest::newRow("no file") << u"/nowhere/ca.crt"_s << QString() << QString() << u"cacert file"_s;
    QTest::newRow("a key for a certificate") << u"KEY"_s << QString() << QString() << u"contains no certificate"_s;
    QTest::newRow("a certificate for a key") << QString() << u"CERT"_s << u"CERT"_s << u"contains no private key"_s;
}

void TestTls::aFileThatCannotBeReadIsAUsageError()
{
    QFETCH(QString, authority);
    QFETCH(QString, certificate);
    QFETCH(QString, key);
    QFETCH(QString, words);
    const auto path = [this](const QString& name) {
        return name == u"KEY" ? m_certificates->key(u"client"_s)
            : name == u"CERT" ? m_certificates->certificate(u"client"_s)
                              : name;
    };
    RedisConfig bad = config(1);
    if (!authority.isEmpty())
        bad.caCertificate = path(authority);
    bad.clientCertificate = path(certificate);
    bad.clientKey = path(key);
    RedisConnection connection(bad);
    TLS_REFUSED(connection, ErrorCode::Usage, words);
}

void TestTls::largeRepliesPass()
{
    const Server server(*m_certificates);
    RedisConnection connection(config(server.tlsPort));
    QVERIFY(connection.open().ok());
    const QByteArray payload(20'000'000, 'p');
    QVERIFY(connection.call({"SET", "k", payload}).ok());
    const Result<Reply> read = connection.call({"GET", "k"});
    QVERIFY(read.ok());
    QVERIFY(read->bytes == payload);
    std::vector<Command> many(10'000, Command{"ECHO", QByteArray(100, 'e')});
    const auto replies = connection.pipeline(many);
    QVERIFY(replies.ok());
    QCOMPARE(replies->size(), many.size());
    QCOMPARE(replies->back().bytes, QByteArray(100, 'e'));
}

void TestTls::duectlWorksOverTls()
{
    const Server server(*m_certificates);
    const Duectl duectl(displayUrl(config(server.tlsPort)));
    EXIT(duectl.run("add q t --copies 50"), 0);
    EXIT(duectl.run("work --queue q --handler *=echo --exit-when-empty"), 0);
    QCOMPARE(duectl.run("queues --json").array().at(0).toObject().value(u"done"_s).toInt(), 50);
    const Duectl untrusting(u"rediss://localhost:%1"_s.arg(server.tlsPort));
    FAILS(untrusting.run("queues"), 3, "not trusted");
}

QTEST_GUILESS_MAIN(TestTls)
#include "tst_tls.moc"
