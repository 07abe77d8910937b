// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/httpserver.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QFile>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl work` with an http handler: how tasks end.
class DuectlHttp : public QObject
{
    Q_OBJECT

private:
    static Answer work(const Duectl& duectl, const QString& handler, const QStringList& more = {})
    {
        const auto worker = duectl.start(
            QStringList{u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, handler, u"--exit-when-empty"_s} + more);
        // These tests' servers run on this thread.
        if (!QTest::qWaitFor([&] { return worker->state() == QProcess::NotRunning; }, 60'000))
            worker->kill();
        return Duectl::finish(*worker);
    }
    static QJsonObject show(const Duectl& duectl, const QString& id)
    {
        return duectl.run({u"show"_s, u"q"_s, id, u"--json"_s}).object();
    }

private Q_SLOTS:
    void everyTaskIsPosted()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        HttpServer server([](QTcpSocket& socket, const HttpServer::Request& request) {
            socket.write(HttpServer::answer(200, "got " + request.body));
        });
        EXIT(duectl.run("add q hook --copies 40 --payload hello --keep-result"), 0);
        const Answer worked = work(duectl, u"*=http:"_s + server.url());
        EXIT(worked, 0);
        QVERIFY2(worked.err.contains("40 done, 0 failed"), worked.all());
        QCOMPARE(int(server.requests.size()), 40);
        QVERIFY(server.connections <= 10);
        const QString id = duectl.run("list q --state done --json").array().at(0).toObject().value(u"id"_s).toString();
        QVERIFY(QJsonDocument(show(duectl, id)).toJson().contains("got hello"));
    }

    void aRetryComesWhenTheServerSays()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        QList<qint64> at;
        QElapsedTimer timer;
        timer.start();
        HttpServer server([&](QTcpSocket& socket, const HttpServer::Request&) {
            at << timer.elapsed();
            socket.write(
                at.size() == 1 ? HttpServer::answer(503, "busy", "Retry-After: 1\r\n") : HttpServer::answer(204));
        });
        EXIT(duectl.run("add q hook --id a --backoff fixed:1h"), 0);
        EXIT(work(duectl, u"*=http:"_s + server.url()), 0);
        QCOMPARE(at.size(), 2);
        QVERIFY2(at[1] - at[0] >= 900, QByteArray::number(at[1] - at[0]));
        QCOMPARE(server.requests[0].headers["dueline-attempt"], QByteArray("1"));
        QCOMPARE(server.requests[1].headers["dueline-attempt"], QByteArray("2"));
        QVERIFY(server.requests[0].headers["dueline-token"] != server.requests[1].headers["dueline-token"]);
        const QJsonObject task = show(duectl, u"hook#a"_s);
        QCOMPARE(task.value(u"state"_s).toString(), u"done"_s);
    }

    void whatTheServerRefusesFailsAtOnce()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        HttpServer server([](QTcpSocket& socket, const HttpServer::Request&) {
            socket.write(HttpServer::answer(422, "no such customer"));
        });
        EXIT(duectl.run("add q hook --id a"), 0);
        EXIT(work(duectl, u"*=http:"_s + server.url()), 0);
        QCOMPARE(int(server.requests.size()), 1);
        const QJsonObject task = show(duectl, u"hook#a"_s);
        QCOMPARE(task.value(u"state"_s).toString(), u"failed"_s);
        QCOMPARE(task.value(u"error"_s).toString(), u"422 Words: no such customer"_s);
    }

    void theTimeLimitIsTheDeadline()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        HttpServer server([](QTcpSocket&, const HttpServer::Request&) {});
        EXIT(duectl.run("add q hook --id a --max-attempts 1"), 0);
        EXIT(work(duectl, u"*=http:"_s + server.url(), {u"--time-limit"_s, u"1s"_s}), 0);
        const QJsonObject task = show(duectl, u"hook#a"_s);
        QVERIFY2(task.value(u"error"_s).toString().startsWith(u"deadline exceeded"_s), QJsonDocument(task).toJson());
        FAILS(duectl.run("work --queue q --handler *=echo --time-limit 10ms"), 2, "--time-limit 10ms");
    }

    void anOperatorsCancelEndsTheRequest()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        HttpServer server([](QTcpSocket&, const HttpServer::Request&) {});
        EXIT(duectl.run("add q hook --id a"), 0);
        const auto worker
            = duectl.start({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"*=http:"_s + server.url()});
        QTRY_COMPARE_WITH_TIMEOUT(int(server.requests.size()), 1, 20'000);
        EXIT(duectl.run("cancel q a"), 0);
        QTRY_COMPARE_WITH_TIMEOUT(show(duectl, u"hook#a"_s).value(u"state"_s).toString(), u"failed"_s, 20'000);
        worker->terminate();
        EXIT(Duectl::finish(*worker), 0);
    }

    void aPasswordOfTheAddressIsNowhereToBeSeen()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        HttpServer server([](QTcpSocket&, const HttpServer::Request&) {});
        EXIT(duectl.run("add q hook --id a"), 0);
        const auto worker = duectl.start({u"work"_s, u"--queue"_s, u"q"_s, u"--log-level"_s, u"debug"_s, u"--handler"_s,
            u"*=http:"_s + server.url(u"/hook"_s, u"me:topsecret@"_s)});
        QTRY_COMPARE_WITH_TIMEOUT(int(server.requests.size()), 1, 20'000);
        QCOMPARE(server.requests.front().headers["authorization"], "Basic " + QByteArray("me:topsecret").toBase64());
        QFile arguments(u"/proc/%1/cmdline"_s.arg(worker->processId()));
        QVERIFY(arguments.open(QIODevice::ReadOnly));
        const QByteArray shown = arguments.readAll();
        QVERIFY2(shown.contains("*=http:") && !shown.contains("topsecret"), shown);
        worker->terminate();
        worker->waitForReadyRead(5'000);
        worker->terminate();
        const Answer ended = Duectl::finish(*worker);
        EXIT(ended, 0);
        QVERIFY2(!ended.err.contains("topsecret"), ended.all());
    }
};

QTEST_GUILESS_MAIN(DuectlHttp)
#include "tst_duectl_http.moc"
