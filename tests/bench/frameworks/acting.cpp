// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how fast framework jobs are retried and discarded, and how fast these actions are undone.
#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/manyjobs.h"
#include "tests/support/must.h"
#include "tests/support/nodepeer.h"
#include "tests/support/rubypeer.h"

#include <QTest>

#include <algorithm>

namespace dueline::frameworkbench {

namespace {

constexpr int retried = 10'000;
constexpr int notedFrom = 50; ///< µs; faster commands are left out

/// Times of one operation and its undo, in ms.
struct Times
{
    std::vector<double> preview;
    std::vector<double> act;
    std::vector<double> undo;
};

OperationRequest requestOf(const QueueName& queue, ActionKind kind, const QString& filter)
{
    OperationRequest request;
    request.queue = queue;
    request.action.kind = kind;
    request.selection.kind = TaskSelection::Kind::Filter;
    request.selection.filter = must(TaskFilter::parse(filter));
    request.by = "bench@here";
    return request;
}

UndoProgress undo(Backend& backend, const QueueName& queue, const OperationId& id, Times& times)
{
    figures::Stopwatch timer;
    const UndoProgress undone = must(UndoRun(queue, id, "bench@here").finish(backend));
    times.undo.push_back(timer.ms());
    return undone;
}

/// Framework whose failed jobs are retried.
struct Framework
{
    QString name;
    QString layout;
    QueueName queue; ///< queue or pseudo-queue that contains the failed jobs
    QByteArray failed; ///< key of the set of failed jobs
    std::function<void(ManyJobs&)> fill;
    /// The framework's own ways to retry all jobs. Each returns lines of the form `NAME MS`.
    std::vector<std::function<QByteArrayList(const RedisServer&)>> own;
    int most; ///< upper limit promised by the documentation, in ms
};

void fill(BenchServer& place, const Framework& framework)
{
    place.server.call({"FLUSHALL"});
    ManyJobs jobs(place.server.config());
    framework.fill(jobs);
}

void retryOnce(BenchServer& place, const Framework& framework, Times& times)
{
    fill(place, framework);
    const auto backend = place.open(framework.layout, Access::Operate);
    const auto digest = [&] {
        return place.server.call({"DEBUG", "DIGEST-VALUE", framework.failed}).items.at(0).bytes;
    };
    const QByteArray before = digest();
    OperationRun run(requestOf(framework.queue, ActionKind::Retry, QStringLiteral("state:failed")));
    figures::Stopwatch timer;
    must(run.preview(*backend));
    times.preview.push_back(timer.ms());
    timer.start();
    const OperationProgress done = must(run.finish(*backend));
    times.act.push_back(timer.ms());
    if (done.done != retried)
        qFatal("%lld were retried", static_cast<long long>(done.done));
    const UndoProgress undone = undo(*backend, framework.queue, run.id(), times);
    if (undone.restored != retried || digest() != before)
        qFatal("%lld were put back", static_cast<long long>(undone.restored));
}

void retryOf(BenchServer& place, const Framework& framework, const Settings& settings)
{
    Times times;
    std::map<QByteArray, std::vector<double>> own;
    for (int i = 0; i < settings.times; ++i) {
        retryOnce(place, framework, times);
        for (const auto& retryAll : framework.own) {
            fill(place, framework);
            for (const QByteArray& line : retryAll(place.server)) {
                const qsizetype space = line.lastIndexOf(' ');
                own[line.left(space)].push_back(line.mid(space + 1).toDouble());
            }
        }
    }
    const QString name = QStringLiteral("retry of 10,000 failed %1 jobs").arg(framework.name);
    const QString rate = QStringLiteral("%1 ms, %2/s").arg(framework.most).arg(retried * 1'000 / framework.most);
    figures::print(
        {name + QStringLiteral(": preview"), {}, QStringLiteral("found, listed, foreseen"), "ms", 0}, times.preview);
    figures::print({name, rate, QStringLiteral("acted on, record and undo written"), "ms", 0}, times.act);
    figures::print({name + QStringLiteral(": undo"), QStringLiteral("%1 ms").arg(figures::median(times.act), 0, 'f', 0),
                       QStringLiteral("each put back byte for byte"), "ms", 0},
        times.undo);
    for (const auto& [what, took] : own) {
        figures::print({name + QStringLiteral(": ") + QString::fromUtf8(what), {},
                           QStringLiteral("%1's own calls").arg(framework.name), "ms", 0},
            took);
        if (what.contains("read"))
            continue;
        figures::printOnce({QStringLiteral("  how much longer than ours"), {}, QStringLiteral("medians of this run")},
            QStringLiteral("%1 x").arg(figures::median(took) / figures::median(times.act), 0, 'f', 1));
    }
}

std::vector<Framework> frameworks()
{
    const auto retryEach = [](const QStringList& how) {
        return [how](const RedisServer& server) {
            return NodePeer::run(
                server, QStringLiteral("bullmq"), "mail", QStringList{QStringLiteral("retryeach")} + how);
        };
    };
    const auto retryDead
        = [](const RedisServer& server) { return RubyPeer::run(server, {QStringLiteral("retrydead")}); };
    std::vector<Framework> all{
        {QStringLiteral("BullMQ"), QStringLiteral("bullmq"), "mail", "bull:mail:failed",
            [](ManyJobs& jobs) { jobs.failInBullmq("mail", retried); },
            {retryEach({}), retryEach({QStringLiteral("together")})}, 1'000},
        {QStringLiteral("Sidekiq"), QStringLiteral("sidekiq"), "@sidekiq", "dead",
            [](ManyJobs& jobs) { jobs.failInSidekiq("dead", "mail", retried); }, {retryDead}, 2'000},
        {QStringLiteral("RQ"), QStringLiteral("rq"), "mail", "rq:failed:mail",
            [](ManyJobs& jobs) { jobs.failInRq("mail", retried); }, {}, 1'250},
    };
    if (const QString missing = NodePeer::missing(QStringLiteral("bullmq")); !missing.isEmpty()) {
        std::fprintf(stderr, "BullMQ's own calls are not measured: %s\n", qPrintable(missing));
        all[0].own = {};
    }
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty()) {
        std::fprintf(stderr, "Sidekiq's own calls are not measured: %s\n", qPrintable(missing));
        all[1].own = {};
    }
    return all;
}

} // namespace

void retry(const Settings& settings)
{
    BenchServer place(settings.core);
    for (const Framework& framework : frameworks())
        retryOf(place, framework, settings);
}

void discard(const Settings& settings)
{
    constexpr int waiting = 100'000;
    constexpr int discarded = 5'000;
    if (const QString missing = NodePeer::missing(QStringLiteral("bullmq")); !missing.isEmpty()) {
        std::fprintf(stderr, "Nothing is discarded beside a worker: %s\n", qPrintable(missing));
        return;
    }
    BenchServer place(settings.core);
    Times times;
    std::vector<double> scripts;
    std::vector<double> others;
    std::vector<double> left;
    for (int i = 0; i < settings.times; ++i) {
        place.server.call({"FLUSHALL"});
        ManyJobs(place.server.config()).waitInBullmq("mail", waiting);
        for (int id = 1; id <= waiting; id += waiting / discarded)
            place.server.call({"HSET", "bull:mail:" + QByteArray::number(id), "name", "drop"});
        const auto backend = place.open(QStringLiteral("bullmq"), Access::Operate);
        OperationRun run(requestOf("mail", ActionKind::Discard, QStringLiteral("type:drop")));
        figures::Stopwatch timer;
        const qint64 selected = must(run.preview(*backend)).total;
        times.preview.push_back(timer.ms());
        if (selected != discarded)
            qFatal("%lld were selected", static_cast<long long>(selected));
        const NodePeer worker(place.server, QStringLiteral("bullmq"), "mail");
        const auto ended = [&] { return place.server.call({"ZCARD", "bull:mail:completed"}).integer; };
        if (!QTest::qWaitFor([&] { return ended() > 100; }, 20'000))
            qFatal("the worker runs nothing: %s", worker.said().constData());
        place.probe.note(notedFrom);
        timer.start();
        const OperationProgress done = must(run.finish(*backend));
        times.act.push_back(timer.ms());
        const UndoProgress undone = undo(*backend, "mail", run.id(), times);
        for (const ServerProbe::Noted& command : place.probe.noted()) {
            if (command.client == "dueline")
                (command.name.startsWith("EVAL") ? scripts : others).push_back(command.us / 1e3);
        }
        left.push_back(double(discarded - done.done));
        if (done.done + run.skipped().total() != discarded || undone.restored + undone.movedOn != done.done)
            qFatal("%lld were discarded, %lld put back", static_cast<long long>(done.done),
                static_cast<long long>(undone.restored));
    }
    const QString name = QStringLiteral("discard of 5,000 of 100,000 waiting BullMQ jobs beside a worker");
    figures::print(
        {name + QStringLiteral(": preview"), {}, QStringLiteral("all looked at by name, without the worker"), "ms", 0},
        times.preview);
    figures::print({name, {}, QStringLiteral("by the clock, rests included"), "ms", 0}, times.act);
    figures::print({name + QStringLiteral(": undo"), {}, QStringLiteral("by the clock"), "ms", 0}, times.undo);
    figures::print({name + QStringLiteral(": a script of it"), QStringLiteral("1 ms"),
                       QStringLiteral("by SLOWLOG from 0.05 ms on; of the undo, too"), "ms", 2},
        scripts);
    figures::print({name + QStringLiteral(": another command"), {}, QStringLiteral("by SLOWLOG"), "ms", 2}, others);
    figures::print(
        {name + QStringLiteral(": run before"), {}, QStringLiteral("jobs that the worker took first"), "jobs", 0},
        left);
}

} // namespace dueline::frameworkbench
