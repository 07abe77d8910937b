// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/commandcounter.h"
#include "core/console/operations/operationlog.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/queue/queuepulse.h"
#include "tests/integration/metricsplace.h"
#include "tests/support/must.h"
#include "tests/support/prometheuspeer.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"
#include "tests/support/writecommands.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTcpServer>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl metrics`: printed once, written to a file, and served over HTTP.
class DuectlMetrics : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = {}, .arguments = {}});
        m_duectl = Duectl(m_server->url());
        m_duectl.setVariable("XDG_STATE_HOME", m_state.filePath(QString::number(++m_number)));
        EXIT(m_duectl.run("add mail t --copies 3 --in 1h"), 0);
        EXIT(m_duectl.run("add mail t --copies 2"), 0);
        EXIT(m_duectl.run("add fails t --max-attempts 1"), 0);
        EXIT(m_duectl.run("work --queue fails --handler t=fail --exit-when-empty"), 0);
    }

    void onceItIsText()
    {
        const Answer told = m_duectl.run("metrics");
        EXIT(told, 0);
        QVERIFY2(told.out.startsWith("# HELP dueline_up ") && told.err.isEmpty(), told.all());
        QCOMPARE(metricIn(told.out, "dueline_up"), QByteArray("1"));
        const QByteArray mail = "{queue=\"mail\",layout=\"native\"";
        QCOMPARE(metricIn(told.out, "dueline_tasks" + mail + ",state=\"scheduled\"}"), QByteArray("3"));
        QCOMPARE(metricIn(told.out, "dueline_tasks" + mail + ",state=\"due\"}"), QByteArray("2"));
        QCOMPARE(metricIn(told.out, "dueline_claims_total" + mail + "}"), QByteArray("0"));
        const QByteArray fails = "{queue=\"fails\",layout=\"native\"";
        QCOMPARE(metricIn(told.out, "dueline_tasks" + fails + ",state=\"failed\"}"), QByteArray("1"));
        QVERIFY(metricIn(told.out, "dueline_oldest_failed_age_seconds" + fails + "}").toDouble() > 0);
        QVERIFY(metricIn(told.out, "dueline_redis_info{version=\"" + version() + "\"}") == "1");
        QVERIFY(metricIn(told.out, "dueline_scrape_commands").toInt() > 0);
    }

    void promtoolHasNothingToSay()
    {
        if (const QString missing = PrometheusPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        const char hostile[] = "a\"b\\c\nd";
        EXIT(m_duectl.run({u"add"_s, QString::fromLatin1(hostile), u"t"_s}), 0);
        const Answer told = m_duectl.run("metrics");
        EXIT(told, 0);
        const auto judged = PrometheusPeer::promtool({u"check"_s, u"metrics"_s}, told.out);
        QVERIFY2(judged.code == 0 && judged.said.isEmpty(), judged.said);
    }

    void whatThePageSaysIsWhatIsTold()
    {
        QFile page(sourcePath(QStringLiteral("resources/docs/monitoring.md")));
        QVERIFY(page.open(QIODevice::ReadOnly));
        static const QRegularExpression name(u"\\bdueline_[a-z_]+"_s);
        static const QRegularExpression type(u"^# TYPE (\\w+)"_s, QRegularExpression::MultilineOption);
        QSet<QString> written;
        const QString text = QString::fromUtf8(page.readAll());
        for (auto match = name.globalMatch(text); match.hasNext();)
            written.insert(match.next().captured());
        QSet<QString> told;
        const QString out = QString::fromUtf8(m_duectl.run("metrics").out);
        for (auto match = type.globalMatch(out); match.hasNext();)
            told.insert(match.next().captured(1));
        QVERIFY(told.size() > 20);
        // These metrics compare two readings, so the first one lacks them.
        told << u"dueline_queue_silent_seconds"_s << u"dueline_queue_held"_s;
        QCOMPARE(told - written, QSet<QString>());
        QCOMPARE(written - told, QSet<QString>());
    }

    void aRedisThatIsAwayIsToldAndIsAnError()
    {
        m_server->stop();
        const Answer told = m_duectl.run("metrics");
        EXIT(told, 3);
        QCOMPARE(metricIn(told.out, "dueline_up"), QByteArray("0"));
        QVERIFY2(!told.out.contains("dueline_tasks") && told.err.count('\n') == 1, told.all());
    }

    void aFileIsReplacedAsAWhole()
    {
        const QString file = m_state.filePath(u"dueline.prom"_s);
        for (int i = 0; i < 2; ++i) {
            const Answer told = m_duectl.run({u"metrics"_s, u"--output"_s, file});
            EXIT(told, 0);
            QVERIFY2(told.out.isEmpty(), told.all());
        }
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const QByteArray text = written.readAll();
        QCOMPARE(metricIn(text, "dueline_up"), QByteArray("1"));
        QCOMPARE(text.count("# HELP dueline_up "), 1);
        m_server->stop();
        EXIT(m_duectl.run({u"metrics"_s, u"--output"_s, file}), 3);
        QFile after(file);
        QVERIFY(after.open(QIODevice::ReadOnly));
        QCOMPARE(metricIn(after.readAll(), "dueline_up"), QByteArray("0"));
        FAILS(m_duectl.run({u"metrics"_s, u"--output"_s, m_state.path()}), 1, "Cannot write the metrics file");
    }

    void theLimitIsSaid()
    {
        const Answer told = m_duectl.run("metrics --limit 1");
        EXIT(told, 0);
        QCOMPARE(metricIn(told.out, "dueline_queues_left_out"), QByteArray("1"));
        QVERIFY2(told.err.contains("1 queues are omitted"), told.all());
        const Answer named = m_duectl.run("metrics --queue mail");
        EXIT(named, 0);
        QVERIFY2(named.out.contains("queue=\"mail\"") && !named.out.contains("queue=\"fails\""), named.all());
        const Answer qualified = m_duectl.run("--layout native metrics --queue mail@native");
        EXIT(qualified, 0);
        const QByteArray due = "dueline_tasks{queue=\"mail\",layout=\"native\",state=\"due\"}";
        QCOMPARE(metricIn(qualified.out, due), QByteArray("2"));
    }

    void wrongUseIsRefused()
    {
        FAILS(m_duectl.run("metrics --json"), 2, "remove --json");
        FAILS(m_duectl.run("metrics --listen 127.0.0.1:0 --output x"), 2, "cannot be used together");
        FAILS(m_duectl.run("metrics --limit 0"), 2, "--limit");
        for (const char* where : {"127.0.0.1", "9464", "::1:9464", "127.0.0.1:70000", "no.host:1", ":1"})
            FAILS(m_duectl.run({u"metrics"_s, u"--listen"_s, QString::fromLatin1(where)}), 2, "ADDRESS:PORT");
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        FAILS(
            m_duectl.run({u"metrics"_s, u"--listen"_s, u"127.0.0.1:%1"_s.arg(taken.serverPort())}), 1, "Cannot listen");
    }

    void aReadingOnlyReadsAndCostsNoMoreThanARefresh()
    {
        for (int i = 0; i < 20; ++i)
            EXIT(m_duectl.run({u"add"_s, u"q%1"_s.arg(i), u"t"_s}), 0);
        EXIT(m_duectl.run("discard q1 --all --yes"), 0);
        const auto counter = std::make_shared<CommandCounter>();
        RedisConfig config = m_server->config();
        config.observer = counter;
        const auto backend = must(openLayout(defaultLayout(), config, "dueline", {}, Access::ReadOnly));
        // A window repeatedly reads queues, their waiting tasks, operations and workers.
        const std::unique_ptr<QueuePulse> pulse = backend->pulse();
        const auto refresh = [&] {
            must(pulse->read(must(backend->inspector().queues())));
            must(operations(backend->inspector()));
            must(backend->inspector().workers());
        };
        refresh();
        const qint64 before = counter->count();
        refresh();
        const qint64 cost = counter->count() - before;

        const ServedMetrics served(m_duectl, {u"--layout"_s, u"native"_s});
        // The first request opens the connection and reads data that is rarely needed later.
        QCOMPARE(served.get().status, 200);
        m_server->call({"CONFIG", "RESETSTAT"});
        QByteArray text;
        QByteArray again;
        for (int tries = 0; tries < 30; ++tries) {
            QTest::qSleep(1'100); // a more recent reading would be reused
            QElapsedTimer took;
            took.start();
            text = served.get().body;
            again = served.get().body;
            if (!took.hasExpired(1'000)) // On a busy machine, the second request may come too late.
                break;
        }
        const qint64 own = metricIn(text, "dueline_scrape_commands").toLongLong();
        QVERIFY2(own > 0 && own <= cost, qPrintable(u"%1 of %2"_s.arg(own).arg(cost)));
        QCOMPARE(writeCommandsRun(*m_server), QByteArrayList());
        // The second request didn't trigger a reading.
        const QByteArray scrapes = metricIn(text, "dueline_scrapes_total");
        QVERIFY(!scrapes.isEmpty());
        QCOMPARE(metricIn(again, "dueline_scrapes_total"), scrapes);
    }

    void itIsServedInTheFormThatIsAskedFor()
    {
        const ServedMetrics served(m_duectl);
        const HttpReply text = served.get();
        QCOMPARE(text.status, 200);
        QVERIFY2(text.head.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"), text.head);
        QVERIFY(text.body.contains("# TYPE dueline_scrapes_total counter\n"));
        const HttpReply open
            = served.get("/metrics?x=1", "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n");
        QVERIFY2(
            open.head.contains("Content-Type: application/openmetrics-text; version=1.0.0; charset=utf-8"), open.head);
        QVERIFY(open.body.endsWith("\n# EOF\n") && open.body.contains("# TYPE dueline_scrapes counter\n"));
        QCOMPARE(served.get("/healthz").body, QByteArray("ok\n"));
        QCOMPARE(served.get("/").status, 200);
        QCOMPARE(served.get("/other").status, 404);
    }

    void onlyShortRequestsToReadAreTaken()
    {
        const ServedMetrics served(m_duectl);
        const auto sent = [&](const QByteArray& request) { return httpExchange(served.port(), request); };
        const HttpReply head = sent("HEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QVERIFY2(head.status == 200 && head.body.isEmpty() && !head.head.contains("Content-Length: 0"), head.head);
        const HttpReply post = sent("POST /metrics HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody");
        QVERIFY2(post.status == 405 && post.head.contains("Allow: GET, HEAD"), post.head);
        QCOMPARE(sent("GET metrics HTTP/1.1\r\n\r\n").status, 400);
        QCOMPARE(sent("nonsense\r\n\r\n").status, 400);
        QCOMPARE(sent(QByteArray("\x16\x03\x01 TLS\r\n\r\n")).status, 400);
        QCOMPARE(sent("GET /metrics HTTP/1.1\r\nX: " + QByteArray(9'000, 'x') + "\r\n\r\n").status, 431);
        QCOMPARE(sent("GET /" + QByteArray(200'000, 'x')).status, 431);
        QCOMPARE(served.get().status, 200);
    }

    void aHeadThatDripsIsGivenUp()
    {
        const ServedMetrics served(m_duectl);
        QTcpSocket slow;
        slow.connectToHost(u"127.0.0.1"_s, served.port());
        QVERIFY(slow.waitForConnected());
        QElapsedTimer waited;
        waited.start();
        const QByteArray head = "GET /metrics HTTP/1.1\r\nX: ";
        for (qsizetype i = 0; slow.state() == QAbstractSocket::ConnectedState && waited.elapsed() < 12'000; ++i) {
            slow.write(i < head.size() ? head.mid(i, 1) : "x");
            slow.flush();
            slow.waitForReadyRead(200);
        }
        QVERIFY2(waited.elapsed() < 8'000, qPrintable(QString::number(waited.elapsed())));
        QVERIFY(slow.readAll().startsWith("HTTP/1.1 408"));
    }

    void aRequestNamesThisServer_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<int>("status");
        const auto row = [](const QByteArray& host, int status) { QTest::newRow(host.constData()) << host << status; };
        for (const char* host : {"127.0.0.1", "127.0.0.1:9464", "localhost", "LOCALHOST:80", "localhost.", "[::1]:9464",
                 "127.3.4.5", "metrics.example", "metrics.example:9464"})
            row(host, 200);
        row(QSysInfo::machineHostName().toUtf8(), 200);
        for (const char* host :
            {"evil.example", "evil.example:9464", "127.0.0.1.evil.example", "localhost.evil.example",
                "metrics.example.evil.example", "10.0.0.1", "[2001:db8::1]:9464", "127.0.0.1@evil.example", "", "[::1"})
            row(host, 421);
    }
    /// Checks that a web page whose host name resolves to this machine (DNS rebinding) can't read anything.
    void aRequestNamesThisServer()
    {
        QFETCH(QByteArray, host);
        QFETCH(int, status);
        const ServedMetrics served(m_duectl, {u"--host"_s, u"metrics.example"_s});
        for (const QByteArray& path : {QByteArray("/metrics"), QByteArray("/healthz"), QByteArray("/")}) {
            const HttpReply reply
                = httpExchange(served.port(), "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
            QCOMPARE(reply.status, status);
            QVERIFY(status == 200 || !reply.body.contains("dueline_"));
        }
        const HttpReply two
            = httpExchange(served.port(), "GET /metrics HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\n\r\n");
        QCOMPARE(two.status, 421);
        FAILS(m_duectl.run("metrics --host x"), 2, "--host requires --listen.");
    }

    void whoSaysNothingKeepsNobodyOut()
    {
        const ServedMetrics served(m_duectl);
        std::vector<std::unique_ptr<QTcpSocket>> silent;
        for (int i = 0; i < 20; ++i) {
            silent.push_back(std::make_unique<QTcpSocket>());
            silent.back()->connectToHost(u"127.0.0.1"_s, served.port());
            QVERIFY(silent.back()->waitForConnected());
            silent.back()->write("GET /metrics HT");
            silent.back()->flush();
        }
        QElapsedTimer waited;
        waited.start();
        QCOMPARE(served.get("/healthz").status, 200);
        QVERIFY(waited.elapsed() < 2'000); // Silent connections cause no delay.
        QVERIFY(silent.front()->waitForDisconnected(10'000)
            || silent.front()->state() == QAbstractSocket::UnconnectedState);
        QVERIFY(silent.front()->readAll().startsWith("HTTP/1.1 408"));
    }

    void aRedisThatGoesIsNoEndOfIt()
    {
        ServedMetrics served(m_duectl);
        QCOMPARE(metricIn(served.get().body, "dueline_up"), QByteArray("1"));
        m_server->stop();
        QTest::qSleep(1'100);
        const HttpReply away = served.get();
        QCOMPARE(away.status, 200);
        QCOMPARE(metricIn(away.body, "dueline_up"), QByteArray("0"));
        QCOMPARE(served.get("/healthz").status, 200);
        m_server->start();
        QTRY_COMPARE_WITH_TIMEOUT(metricIn(served.get().body, "dueline_up"), QByteArray("1"), 20'000);
        QByteArray said;
        QVERIFY2(Duectl::waitFor(served.process(), QProcess::StandardError, "Reconnected.", said), said);
        QVERIFY2(said.contains("dueline_up is 0 until Redis responds."), said);
    }

    void aRedisThatHangsIsToldInTime()
    {
        const ServedMetrics served(m_duectl);
        QCOMPARE(metricIn(served.get().body, "dueline_up"), QByteArray("1"));
        QTest::qSleep(1'100);
        m_server->freeze();
        QElapsedTimer waited;
        waited.start();
        const HttpReply hung = served.get();
        m_server->thaw();
        QCOMPARE(metricIn(hung.body, "dueline_up"), QByteArray("0"));
        QVERIFY2(waited.elapsed() < 9'000, qPrintable(QString::number(waited.elapsed())));
        QTRY_COMPARE_WITH_TIMEOUT(metricIn(served.get().body, "dueline_up"), QByteArray("1"), 20'000);
    }

    void aSignalEndsItWithinASecond_data()
    {
        QTest::addColumn<bool>("hangs");
        QTest::newRow("idle") << false;
        QTest::newRow("while Redis hangs") << true;
    }
    void aSignalEndsItWithinASecond()
    {
        QFETCH(bool, hangs);
        ServedMetrics served(m_duectl);
        QTcpSocket waiting;
        if (hangs) {
            m_server->freeze();
            waiting.connectToHost(u"127.0.0.1"_s, served.port());
            QVERIFY(waiting.waitForConnected());
            waiting.write("GET /metrics HTTP/1.1\r\n\r\n");
            waiting.flush();
            QTest::qSleep(300);
        }
        QElapsedTimer ended;
        ended.start();
        sendSignal(served.process(), SIGTERM);
        const Answer answer = Duectl::finish(served.process(), 10'000);
        m_server->thaw();
        EXIT(answer, 0);
        QVERIFY2(ended.elapsed() < 1'500, qPrintable(QString::number(ended.elapsed())));
    }

    void anAddressOfTheNetworkIsWarnedOf()
    {
        const auto process = m_duectl.start({u"metrics"_s, u"--listen"_s, u"0.0.0.0:0"_s});
        QByteArray said;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "Warning: anyone who can reach", said), said);
        process->kill();
        process->waitForFinished();
    }

private:
    QByteArray version()
    {
        const QByteArray info = m_server->call({"INFO", "server"}).bytes;
        const qsizetype at = info.indexOf("redis_version:") + 14;
        return info.mid(at, info.indexOf('\r', at) - at);
    }

    std::unique_ptr<RedisServer> m_server;
    Duectl m_duectl;
    QTemporaryDir m_state;
    int m_number = 0;
};

QTEST_GUILESS_MAIN(DuectlMetrics)
#include "tst_duectl_metrics.moc"
