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

/// Tests Dueline's actions while workers from libraries described by layout files are running as in production.
class DescribedPeers : public QObject
{
    Q_OBJECT

private slots:
    void everyJobEndsOnce_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("shared");
        QTest::newRow("bee-queue") << u"bee-queue"_s << u"bee-queue"_s << u"mail"_s;
        QTest::newRow("node-resque") << u"node-resque"_s << u"resque"_s << u"@resque"_s;
        QTest::newRow("rsmq") << u"rsmq"_s << u"rsmq"_s << u"mail"_s;
    }
    /// Every job must finish once, although a worker and two duectl processes are killed, one of them in the middle of
    /// a bulk action. Only the killed worker's job may run again.
    void everyJobEndsOnce()
    {
        QFETCH(QString, module);
        QFETCH(QString, layout);
        QFETCH(QString, shared);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        constexpr int jobs = 500;
        RedisServer server;
        const Duectl duectl(server.url());
        m_lead = QStringList{u"--layout"_s, layout};
        QProcess producer;
        start(producer, server, {module, u"add"_s, QString::number(jobs)});
        QVERIFY(producer.waitForFinished(60'000));
        QCOMPARE(producer.exitCode(), 0);
        QProcess first;
        QProcess second;
        for (QProcess* worker : {&first, &second}) {
            start(*worker, server, {module, u"work"_s});
            QTRY_VERIFY_WITH_TIMEOUT(worker->waitForReadyRead(100) || worker->bytesAvailable() > 0, 60'000);
        }
        std::mt19937 random(7);
        for (int i = 0; i < 40; ++i) {
            const QStringList action = randomAction(duectl, shared, random);
            if (i == 10) {
                killInTheMiddle(duectl, shared);
                if (QTest::currentTestFailed())
                    return;
            } else if (i == 25) {
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
        QTRY_VERIFY_WITH_TIMEOUT(finishedAfter(server, duectl, shared) == jobs, 60'000);
        second.kill();
        QVERIFY(second.waitForFinished());
        int twice = 0;
        for (const Reply& count : server.call({"HVALS", "done"}).items)
            twice += count.bytes == "1" ? 0 : 1;
        // An RSMQ worker runs ten jobs at once, and each is deleted only after it has run.
        QVERIFY2(twice <= (module == u"rsmq"_s ? 2 : 1), QByteArray::number(twice));
    }

    void addedJobsRun_data()
    {
        QTest::addColumn<QString>("module");
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("job"); ///< payload; `%1` stands for the job's number
        QTest::newRow("bee-queue")
            << u"bee-queue"_s << u"bee-queue"_s
            << uR"({"data":{"i":%1,"type":"mail"},"options":{"timestamp":1,"stacktraces":[]}})"_s;
        QTest::newRow("node-resque") << u"node-resque"_s << u"resque"_s
                                     << uR"({"class":"mail","queue":"mail","args":[%1]})"_s;
    }
    /// The library's worker runs jobs that Dueline added, both due and delayed.
    void addedJobsRun()
    {
        QFETCH(QString, module);
        QFETCH(QString, layout);
        QFETCH(QString, job);
        if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        RedisServer server;
        const Duectl duectl(server.url());
        m_lead = QStringList{u"--layout"_s, layout};
        QProcess producer; // creates the queue with a job that fails
        start(producer, server, {module, u"add"_s, u"1"_s});
        QVERIFY(producer.waitForFinished(60'000));
        QProcess worker;
        start(worker, server, {module, u"work"_s});
        QTRY_VERIFY_WITH_TIMEOUT(worker.waitForReadyRead(100) || worker.bytesAvailable() > 0, 60'000);
        const QStringList add = m_lead + QStringList{u"add"_s, u"mail"_s, u"mail"_s, u"--payload"_s};
        for (int i = 1; i <= 3; ++i) {
            const Answer due = duectl.run(add + QStringList{job.arg(i)});
            QVERIFY2(due.code == 0, due.all());
            const Answer delayed = duectl.run(add + QStringList{job.arg(i + 3), u"--in"_s, u"1s"_s});
            QVERIFY2(delayed.code == 0, delayed.all());
        }
        QTRY_COMPARE_WITH_TIMEOUT(server.call({"HLEN", "done"}).integer, 6, 60'000);
        for (const Reply& count : server.call({"HVALS", "done"}).items)
            QCOMPARE(count.bytes, QByteArray("1"));
        worker.kill();
        QVERIFY(worker.waitForFinished());
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
            u"node"_s, QStringList{sourcePath(u"tests/peers/smallqueues.js"_s), server.config().socketPath} + words);
        QVERIFY(process.waitForStarted());
    }
    /// Discards all delayed jobs, but kills duectl once some of them are in the trash.
    void killInTheMiddle(const Duectl& duectl, const QString& shared) const
    {
        const auto count = [&](const QString& state) {
            return duectl
                .run(m_lead + QStringList{u"list"_s, shared, u"--state"_s, state, u"--limit"_s, u"500"_s, u"--json"_s})
                .array()
                .size();
        };
        const qsizetype before = count(u"trash"_s);
        const auto actor = duectl.start(m_lead
            + QStringList{
                u"discard"_s, shared, u"--all"_s, u"--state"_s, u"scheduled"_s, u"--pace"_s, u"100"_s, u"--yes"_s});
        QTRY_VERIFY_WITH_TIMEOUT(count(u"trash"_s) > before || actor->state() == QProcess::NotRunning, 30'000);
        QCOMPARE(actor->state(), QProcess::Running);
        actor->kill();
        QVERIFY(actor->waitForFinished());
        QVERIFY(count(u"trash"_s) > before);
        QVERIFY(count(u"scheduled"_s) > 0);
    }
    /// Returns a command that acts on up to 20 random jobs in one state, or undoes one of the latest operations.
    QStringList randomAction(const Duectl& duectl, const QString& shared, std::mt19937& random) const
    {
        struct Kind
        {
            const char* words;
            const char* state;
            bool isShared;
        };
        static const std::vector<Kind> kinds{{"run-now", "scheduled", true}, {"discard", "scheduled", true},
            {"reschedule --in 1h", "scheduled", true}, {"discard", "due", false}, {"retry", "failed", true},
            {"restore", "trash", true}, {"restore", "trash", false}};
        const std::size_t which = random() % (kinds.size() + 2);
        if (which >= kinds.size()) {
            const QString queue = which == kinds.size() ? shared : u"mail"_s;
            const QJsonArray operations = duectl.run(m_lead + QStringList{u"operations"_s, queue, u"--json"_s}).array();
            const QString id = operations.isEmpty()
                ? queue + u"/none"_s
                : operations[qsizetype(random() % std::size_t(operations.size()))].toObject()[u"id"_s].toString();
            return m_lead + QStringList{u"undo"_s, id, u"--yes"_s};
        }
        const QString queue = kinds[which].isShared ? shared : u"mail"_s;
        const QJsonArray tasks
            = duectl
                  .run(m_lead
                      + QStringList{u"list"_s, queue, u"--state"_s, QString::fromLatin1(kinds[which].state),
                          u"--limit"_s, u"200"_s, u"--json"_s})
                  .array();
        std::vector<QString> jobs;
        for (const QJsonValue& task : tasks)
            jobs.push_back(task.toObject()[u"id"_s].toString());
        std::shuffle(jobs.begin(), jobs.end(), random);
        jobs.resize(std::min<std::size_t>(jobs.size(), random() % 20 + 1));
        const QStringList words = QString::fromLatin1(kinds[which].words).split(u' ');
        return m_lead + words.mid(0, 1) + QStringList{queue} + words.mid(1) + QStringList(jobs.begin(), jobs.end())
            + QStringList{u"--yes"_s};
    }
    /// Makes all remaining jobs available to workers and returns how many have finished.
    qint64 finishedAfter(RedisServer& server, const Duectl& duectl, const QString& shared) const
    {
        for (const char* action : {"restore", "run-now", "retry"}) {
            for (const QString& queue : {shared, u"mail"_s})
                duectl.run(m_lead + QStringList{QString::fromLatin1(action), queue, u"--all"_s, u"--yes"_s});
        }
        return server.call({"HLEN", "done"}).integer;
    }

    QStringList m_lead; ///< options that select the layout
};

QTEST_GUILESS_MAIN(DescribedPeers)
#include "tst_describedpeers.moc"
