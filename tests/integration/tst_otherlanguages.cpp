// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the producer and worker on the layout's documentation page together with Dueline's own.
class OtherLanguages : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void theirProducerOurWorker();
    void ourProducerTheirWorker();
    void aFailureOfTheirsComesBack();
    void bothAtOnceRunEachTaskOnce();
    void aLongTaskOfTheirsKeepsItsLease();
    void whatTheirsHeldIsTakenOver();

private:
    std::unique_ptr<QProcess> start(const QString& program, const QStringList& arguments) const
    {
        auto process = std::make_unique<QProcess>();
        process->setWorkingDirectory(m_folder.path());
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->start(u"/usr/bin/python3"_s, QStringList(program) + arguments);
        return process;
    }
    QStringList place() const { return {m_server->config().socketPath, sourcePath(), u"q"_s}; }
    QString produce(const QString& payload, const QString& seconds = u"0"_s) const
    {
        const auto process = start(u"producer.py"_s, place() + QStringList{u"t"_s, payload, seconds});
        process->waitForFinished();
        return QString::fromUtf8(process->readAll()).trimmed();
    }
    std::unique_ptr<QProcess> worker(int seconds) const
    {
        return start(u"worker.py"_s, place() + QStringList{QString::number(seconds)});
    }
    qsizetype count(const char* state) const
    {
        return m_duectl->run(("list q --limit 1000 --json --state " + QByteArray(state)).constData()).array().size();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Duectl> m_duectl;
};

void OtherLanguages::initTestCase()
{
    QProcess probe;
    probe.start(u"/usr/bin/python3"_s, {u"-c"_s, u"import redis"_s});
    if (!probe.waitForFinished() || probe.exitCode() != 0)
        QSKIP("python3-redis is not installed");
    QFile readme(sourcePath(QStringLiteral("resources/docs/native-layout.md")));
    QVERIFY(readme.open(QIODevice::ReadOnly));
    const QRegularExpression fence(u"```python\\n(.*?)```"_s, QRegularExpression::DotMatchesEverythingOption);
    QStringList programs;
    for (auto found = fence.globalMatch(QString::fromUtf8(readme.readAll())); found.hasNext();)
        programs << found.next().captured(1);
    QCOMPARE(programs.size(), 2);
    const std::pair<QString, qsizetype> names[] = {{u"producer.py"_s, 30}, {u"worker.py"_s, 50}};
    for (qsizetype i = 0; i < 2; ++i) {
        const QStringList lines = programs[i].split(u'\n');
        QVERIFY(std::count_if(lines.begin(), lines.end(), [](const QString& line) { return !line.trimmed().isEmpty(); })
            <= names[i].second);
        QFile file(m_folder.filePath(names[i].first));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(programs[i].toUtf8());
    }
}

void OtherLanguages::init()
{
    m_server = std::make_unique<RedisServer>();
    m_duectl = std::make_unique<Duectl>(m_server->url());
}

void OtherLanguages::theirProducerOurWorker()
{
    const QString now = produce(u"hello"_s);
    QVERIFY2(now.startsWith(u"t#") && now.size() == 18, qPrintable(now));
    produce(u"later"_s, u"3600"_s);
    const QJsonObject queue = m_duectl->run("queues --json").array().at(0).toObject();
    QCOMPARE(queue.value(u"due"_s).toInt(), 1);
    QCOMPARE(queue.value(u"scheduled"_s).toInt(), 1);
    EXIT(m_duectl->run("run-now q --all --yes"), 0);
    EXIT(m_duectl->run("work --queue q --handler t=command:/bin/cat --exit-when-empty"), 0);
    QCOMPARE(count("done"), 2);
    QCOMPARE(m_duectl->run({u"show"_s, u"q"_s, now, u"--payload"_s}).out, QByteArray("hello"));
    // A task's id says when it was added.
    QCOMPARE(m_duectl->run({u"list"_s, u"q"_s, u"--match"_s, u"added>-5m"_s, u"--json"_s}).array().size(), 2);
}

void OtherLanguages::ourProducerTheirWorker()
{
    EXIT(m_duectl->run("add q t --copies 20 --payload 0"), 0);
    EXIT(m_duectl->run("add q t --in 1h --payload 0"), 0);
    const auto process = worker(20);
    QTRY_COMPARE_WITH_TIMEOUT(count("done"), 20, 20'000);
    QVERIFY(m_duectl->run("workers").out.contains("python."));
    process->terminate();
    process->waitForFinished();
    QCOMPARE(process->readAll().count("run t#"), 20);
    QCOMPARE(count("scheduled"), 1);
}

void OtherLanguages::aFailureOfTheirsComesBack()
{
    EXIT(m_duectl->run("add q t --payload broken"), 0);
    const auto process = worker(20);
    QTRY_COMPARE_WITH_TIMEOUT(count("retrying"), 1, 20'000);
    process->kill();
    process->waitForFinished();
    const QJsonObject task = m_duectl->run("list q --json").array().at(0).toObject();
    QVERIFY2(task.value(u"error"_s).toString().contains(u"broken"), QJsonDocument(task).toJson());
    EXIT(m_duectl->run("work --queue q --handler t=echo --exit-when-empty"), 0);
    const QJsonObject detail = m_duectl->run({u"show"_s, u"q"_s, task.value(u"id"_s).toString(), u"--json"_s}).object();
    QCOMPARE(detail.value(u"state"_s).toString(), u"done"_s);
    QVERIFY(
        detail.value(u"attempts"_s).toArray().at(0).toObject().value(u"worker"_s).toString().startsWith(u"python."));
}

void OtherLanguages::bothAtOnceRunEachTaskOnce()
{
    const auto process = worker(60);
    EXIT(m_duectl->run("add q t --copies 300 --payload 0.005"), 0);
    QTemporaryDir folder;
    const QString log = folder.filePath(u"runs"_s);
    const auto ours = m_duectl->start({u"work"_s, u"--queue"_s, u"q"_s, u"--concurrency"_s, u"1"_s, u"--handler"_s,
        u"t=command:/bin/sh -c \"echo $DUELINE_ID >> %1\""_s.arg(log)});
    QTRY_COMPARE_WITH_TIMEOUT(count("done"), 300, 60'000);
    ours->terminate();
    QVERIFY(ours->waitForFinished(20'000));
    process->terminate();
    process->waitForFinished();
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QList<QByteArray> runs = file.readAll().split('\n');
    runs.removeAll(QByteArray());
    const auto oursRan = runs.size();
    const QList<QByteArray> lines = process->readAll().split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("run "))
            runs << line.split(' ').at(1);
    }
    QVERIFY2(oursRan > 0 && runs.size() > oursRan, qPrintable(u"%1 of %2"_s.arg(oursRan).arg(runs.size())));
    QCOMPARE(runs.size(), 300);
    QCOMPARE(QSet<QByteArray>(runs.begin(), runs.end()).size(), 300);
}

void OtherLanguages::aLongTaskOfTheirsKeepsItsLease()
{
    // The documentation's worker, with a one-second lease.
    QFile file(m_folder.filePath(u"worker.py"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QFile brief(m_folder.filePath(u"brief.py"_s));
    QVERIFY(brief.open(QIODevice::WriteOnly));
    QVERIFY(text.contains("lease=30_000"));
    brief.write(QByteArray(text).replace("lease=30_000", "lease=1_000"));
    brief.close();
    EXIT(m_duectl->run("add q t --payload 2.5"), 0);
    const auto process = start(u"brief.py"_s, place() + QStringList{u"30"_s});
    QTRY_COMPARE_WITH_TIMEOUT(count("leased"), 1, 20'000);
    const auto ours = m_duectl->start(words("work --queue q --handler t=echo"));
    QTRY_COMPARE_WITH_TIMEOUT(count("done"), 1, 20'000);
    ours->terminate();
    QVERIFY(ours->waitForFinished(20'000));
    process->kill();
    process->waitForFinished();
    const QString id = m_duectl->run("list q --json").array().at(0).toObject().value(u"id"_s).toString();
    QCOMPARE(m_duectl->run({u"show"_s, u"q"_s, id, u"--json"_s}).object().value(u"attempt"_s).toInt(), 1);
}

void OtherLanguages::whatTheirsHeldIsTakenOver()
{
    EXIT(m_duectl->run("add q t --payload 60"), 0);
    const auto process = worker(60);
    QTRY_COMPARE_WITH_TIMEOUT(count("leased"), 1, 20'000);
    process->kill();
    process->waitForFinished();
    const QString id = m_duectl->run("list q --json").array().at(0).toObject().value(u"id"_s).toString();
    EXIT(m_duectl->run({u"extend"_s, u"q"_s, id, u"--lease"_s, u"1s"_s}), 0); // shortens the half-minute lease
    EXIT(m_duectl->run("work --queue q --handler t=echo --exit-when-empty"), 0);
    const QJsonObject detail = m_duectl->run({u"show"_s, u"q"_s, id, u"--json"_s}).object();
    QCOMPARE(detail.value(u"state"_s).toString(), u"done"_s);
    QCOMPARE(detail.value(u"attempt"_s).toInt(), 2);
}

QTEST_GUILESS_MAIN(OtherLanguages)
#include "tst_otherlanguages.moc"
