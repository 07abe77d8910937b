// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/nodepeer.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Actions of Dueline beside the workers of bee-queue 2, as its users run it.
class BeeQueue : public QObject
{
    Q_OBJECT

private slots:
    /// Every job ends once, although a worker and two programs that act are killed. The job of the killed worker may
    /// run again.
    void everyJobEndsOnce()
    {
        if (const QString missing = NodePeer::missing(u"bee-queue"_s); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        constexpr int jobs = 300;
        RedisServer server;
        const Duectl duectl(server.url());
        QProcess producer;
        start(producer, server, {u"add"_s, QString::number(jobs)});
        QVERIFY(producer.waitForFinished(60'000));
        QCOMPARE(producer.exitCode(), 0);
        QCOMPARE(server.call({"ZCARD", "bq:mail:delayed"}).integer, jobs * 6 / 10);
        QProcess first;
        QProcess second;
        for (QProcess* worker : {&first, &second}) {
            start(*worker, server, {u"work"_s});
            QTRY_VERIFY_WITH_TIMEOUT(worker->waitForReadyRead(100) || worker->bytesAvailable() > 0, 60'000);
        }
        std::mt19937 random(7);
        for (int i = 0; i < 40; ++i) {
            const QStringList action = randomAction(server, duectl, random);
            if (i == 10 || i == 25) {
                const auto actor = duectl.start(action);
                QTest::qWait(int(random() % 300));
                actor->kill();
                actor->waitForFinished();
            } else {
                duectl.run(action);
            }
            if (i == 15) {
                first.kill();
                QVERIFY(first.waitForFinished());
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(finishedAfter(server, duectl) == jobs, 60'000);
        second.kill();
        QVERIFY(second.waitForFinished());
        int twice = 0;
        for (const Reply& count : server.call({"HVALS", "done"}).items)
            twice += count.bytes == "1" ? 0 : 1;
        QVERIFY2(twice <= 1, QByteArray::number(twice));
    }

private:
    static void start(QProcess& process, const RedisServer& server, const QStringList& words)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"MODULES"_s, NodePeer::modules());
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        PeerProcess::bind(process);
        process.start(
            u"node"_s, QStringList{sourcePath(u"tests/peers/beequeue.js"_s), server.config().socketPath} + words);
        QVERIFY(process.waitForStarted());
    }
    /// Returns an action on up to 20 random jobs of a place, or the undo of one of the last operations.
    static QStringList randomAction(RedisServer& server, const Duectl& duectl, std::mt19937& random)
    {
        struct Kind
        {
            QString words;
            Command jobs;
        };
        static const std::vector<Kind> kinds{
            {u"run-now"_s, {"ZRANGE", "bq:mail:delayed", "0", "-1"}},
            {u"discard"_s, {"ZRANGE", "bq:mail:delayed", "0", "-1"}},
            {u"reschedule --in 1h"_s, {"ZRANGE", "bq:mail:delayed", "0", "-1"}},
            {u"discard"_s, {"LRANGE", "bq:mail:waiting", "0", "-1"}},
            {u"retry"_s, {"SMEMBERS", "bq:mail:failed"}},
            {u"restore"_s, {"ZRANGE", "dueline:overlay:mail@bee-queue?prefix=bq:trash", "0", "-1"}},
        };
        QStringList words{u"--layout"_s, u"bee-queue"_s};
        const std::size_t which = random() % (kinds.size() + 1);
        if (which == kinds.size()) {
            const QJsonArray operations
                = duectl.run(words + QStringList{u"operations"_s, u"mail"_s, u"--json"_s}).array();
            const QString id = operations.isEmpty()
                ? u"mail/none"_s
                : operations[qsizetype(random() % std::size_t(operations.size()))].toObject()[u"id"_s].toString();
            return words + QStringList{u"undo"_s, id, u"--yes"_s};
        }
        std::vector<QString> jobs;
        for (const Reply& job : server.call(kinds[which].jobs).items)
            jobs.push_back(QString::fromUtf8(job.bytes));
        std::shuffle(jobs.begin(), jobs.end(), random);
        jobs.resize(std::min<std::size_t>(jobs.size(), random() % 20 + 1));
        words += kinds[which].words.split(u' ').mid(0, 1) + QStringList{u"mail"_s}
            + kinds[which].words.split(u' ').mid(1);
        words += QStringList(jobs.begin(), jobs.end());
        return words << u"--yes"_s;
    }
    /// Brings all jobs to the workers, and returns how many have ended.
    static qint64 finishedAfter(RedisServer& server, const Duectl& duectl)
    {
        for (const char* action : {"restore mail --all --yes", "run-now mail --all --yes", "retry mail --all --yes"})
            duectl.run((QByteArray("--layout bee-queue ") + action).constData());
        return server.call({"HLEN", "done"}).integer;
    }
};

QTEST_GUILESS_MAIN(BeeQueue)
#include "tst_beequeue.moc"
