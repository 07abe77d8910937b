// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/chaosrun.h"

#include "tests/chaos/adder.h"
#include "tests/chaos/chaosqueues.h"
#include "tests/chaos/chaosworker.h"
#include "tests/chaos/consoleoperator.h"
#include "tests/chaos/faultinjector.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QThread>

#include <cmath>
#include <cstdio>

namespace dueline::chaos {

namespace {

void say(const QString& line) { std::printf("%s\n", qPrintable(line)), std::fflush(stdout); }

/// Waits until no queue has waiting or leased tasks. Returns the number of remaining tasks.
qint64 waitUntilDrained(Backend& backend, WorkerPool& workers, int& workersDied, Millis timeout)
{
    qint64 left = -1;
    for (QDeadlineTimer deadline(int(timeout.count())); !deadline.hasExpired(); QThread::msleep(50)) {
        workersDied += workers.replaceDead();
        left = leftToDo(backend);
        if (left == 0)
            break;
    }
    return left;
}

template <typename Map> QJsonObject toJson(const Map& map)
{
    QJsonObject object;
    for (const auto& [key, value] : map)
        object.insert(QString::fromLatin1(key), qint64(value));
    return object;
}

QJsonObject toJson(const Verdict& verdict)
{
    return {{QStringLiteral("adds_answered"), verdict.addsAnswered},
        {QStringLiteral("adds_unknown"), verdict.addsUnknown}, {QStringLiteral("lost"), verdict.lost},
        {QStringLiteral("claims"), verdict.claims}, {QStringLiteral("executions"), verdict.executions},
        {QStringLiteral("again"), verdict.again}, {QStringLiteral("again_because"), toJson(verdict.againBecause)},
        {QStringLiteral("unexplained"), verdict.unexplained}, {QStringLiteral("acks"), toJson(verdict.acks)},
        {QStringLiteral("accepted_twice"), verdict.acceptedTwice},
        {QStringLiteral("operator_actions"), verdict.operatorActions}, {QStringLiteral("edits"), verdict.edits},
        {QStringLiteral("edits_done"), verdict.editsDone}, {QStringLiteral("edits_run"), verdict.editsRun},
        {QStringLiteral("ticks"), verdict.ticks}, {QStringLiteral("ticks_twice"), verdict.ticksTwice},
        {QStringLiteral("keys_taken"), verdict.keysTaken}, {QStringLiteral("states"), toJson(verdict.places)},
        {QStringLiteral("violations"), verdict.violationCount},
        {QStringLiteral("details"), QJsonArray::fromStringList(verdict.violations)}};
}

QString compact(const QJsonObject& object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

} // namespace

int runChaos(const RunOptions& options)
{
    QTemporaryDir temporary;
    const QString folder = options.keep.isEmpty() ? temporary.path() : options.keep;
    if (!QDir().mkpath(folder))
        qFatal("Cannot make the folder %s", qPrintable(folder));
    const QString journalPath = folder + QStringLiteral("/journal.tsv");
    QFile::remove(journalPath);
    const Journal journal(journalPath);
    QStringList problems; // problems other than violations

    RedisServer::Options serverOptions;
    serverOptions.aof = true;
    RedisServer server(serverOptions);
    ChaosProxy proxy(server.config(), options.seed);
    const RedisConfig direct = withRunTimeouts(server.config());
    const RedisConfig throughProxy = withRunTimeouts(proxy.config());

    {
        const Result<std::unique_ptr<Backend>> backend = operatorBackends(direct)();
        const Result<> made = backend ? makeQueues(**backend, journal, options.lease) : Result<>(backend.error());
        if (!made) {
            say(QStringLiteral("The queues could not be made: %1").arg(made.error().message));
            return 1;
        }
    }
    WorkerPool workers(options.workers,
        {QStringLiteral("--role"), QStringLiteral("worker"), QStringLiteral("--url"), proxy.url(),
            QStringLiteral("--journal"), journalPath, QStringLiteral("--lease"),
            QStringLiteral("%1ms").arg(options.lease.count())},
        folder);
    Adder adder(operatorBackends(throughProxy), journal, options.seed + 1, options.addsPerSecond);
    ConsoleOperator console(operatorBackends(throughProxy), journal, options.seed + 2, options.lease,
        [&adder](const TaskId& id) { return adder.isConfirmed(id); });
    std::stop_source stop;
    const std::unique_ptr<QThread> adderThread(QThread::create([&] { adder.run(stop.get_token()); }));
    const std::unique_ptr<QThread> consoleThread(QThread::create([&] { console.run(stop.get_token()); }));
    adderThread->start();
    consoleThread->start();

    FaultInjector injector(server, proxy, workers, journal, options.seed + 3, options.lease);
    std::mt19937 dice(options.seed + 4);
    int workersDied = 0;
    QElapsedTimer elapsed;
    elapsed.start();
    double nextFault = 500; // time in ms; gives the workers and the adder time to start
    qint64 nextReport = 10'000;
    while (elapsed.elapsed() < options.seconds * 1000LL) {
        injector.tick();
        workersDied += workers.replaceDead();
        if (options.faultsPerMinute > 0 && double(elapsed.elapsed()) >= nextFault) {
            injector.inject();
            nextFault
                += -std::log(1 - std::uniform_real_distribution<double>(0, 1)(dice)) * 60'000 / options.faultsPerMinute;
        }
        if (elapsed.elapsed() >= nextReport) {
            say(QStringLiteral("%1 s: %2 adds confirmed, %3 faults, %4 operator actions, %5 answers disturbed")
                    .arg(nextReport / 1000)
                    .arg(adder.confirmed())
                    .arg(injector.total())
                    .arg(console.operations())
                    .arg(proxy.faults()));
            nextReport += 10'000;
        }
        QThread::msleep(5); // sets the pace of the faults
    }

    injector.heal();
    stop.request_stop();
    adderThread->wait();
    consoleThread->wait();
    QElapsedTimer drain;
    drain.start();
    const Result<std::unique_ptr<Backend>> backend = operatorBackends(direct)();
    if (!backend) {
        say(QStringLiteral("The healed server cannot be reached: %1").arg(backend.error().message));
        return 1;
    }
    problems += removeSchedules(**backend);
    const qint64 left = waitUntilDrained(**backend, workers, workersDied, Millis(90'000));
    const qint64 drained = drain.elapsed();
    if (left != 0)
        problems.append(
            QStringLiteral("%1 tasks still wait or are leased 90 s after everything was healed.").arg(left));
    const int well = workers.drain(Millis(20'000));
    if (well != workers.size())
        problems.append(QStringLiteral("%1 of %2 workers ended well when asked to.").arg(well).arg(workers.size()));
    if (workersDied > 0)
        problems.append(QStringLiteral("%1 workers ended by themselves.").arg(workersDied));
    if (adder.conflicts() > 0)
        problems.append(QStringLiteral("%1 adds of new ids were told that the id is taken.").arg(adder.conflicts()));

    Checker checker(options.lease);
    const qint64 cut = Journal::read(journalPath, [&checker](const Entry& entry) { checker.add(entry); });
    QJsonObject report{{QStringLiteral("seed"), qint64(options.seed)}, {QStringLiteral("seconds"), options.seconds},
        {QStringLiteral("workers"), options.workers}, {QStringLiteral("lease_ms"), qint64(options.lease.count())},
        {QStringLiteral("faults"), injector.total()}, {QStringLiteral("faults_by_kind"), toJson(injector.counts())},
        {QStringLiteral("answers_disturbed"), proxy.faults()}, {QStringLiteral("drained_ms"), drained},
        {QStringLiteral("operator_operations"), console.operations()}, {QStringLiteral("journal_lines_cut"), cut}};
    qint64 violations = problems.size();
    RedisClient client(direct);
    for (const QueueName* queue : queueNames) {
        Result<Snapshot> snapshot = readSnapshot(client, keyPrefix, *queue);
        if (!snapshot) {
            problems.append(snapshot.error().message);
            ++violations;
            continue;
        }
        snapshot->dropsDone = *queue == droppedQueue;
        snapshot->trims = *queue == trimmedQueue;
        const Verdict verdict = checker.check(*queue, *snapshot);
        violations += verdict.violationCount;
        problems += verdict.violations;
        report.insert(QString::fromLatin1(*queue), toJson(verdict));
        QJsonObject shown = toJson(verdict);
        shown.remove(QStringLiteral("details"));
        say(QStringLiteral("%1: %2").arg(QString::fromLatin1(*queue), compact(shown)));
    }
    report.insert(QStringLiteral("violations"), violations);
    report.insert(QStringLiteral("problems"), QJsonArray::fromStringList(problems));
    say(QStringLiteral("faults: %1").arg(compact(toJson(injector.counts()))));
    if (!options.report.isEmpty()) {
        QFile file(options.report);
        if (!file.open(QIODevice::WriteOnly) || file.write(QJsonDocument(report).toJson()) < 0)
            say(QStringLiteral("The report could not be written to %1.").arg(options.report));
    }
    for (const QString& problem : problems.mid(0, 100))
        say(QStringLiteral("VIOLATION ") + problem);
    if (violations > 0) {
        temporary.setAutoRemove(false);
        say(QStringLiteral("Journal and logs are in %1.").arg(folder));
    }
    say(QStringLiteral("seed %1: %2 faults, %3 adds confirmed, drained in %4 ms, %5 violations")
            .arg(options.seed)
            .arg(injector.total())
            .arg(adder.confirmed())
            .arg(drained)
            .arg(violations));
    return violations == 0 ? 0 : 1;
}

} // namespace dueline::chaos
