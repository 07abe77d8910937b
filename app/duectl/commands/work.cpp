// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/outputfile.h"
#include "app/duectl/servicenotice.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "app/duectl/worklog.h"
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/engine/engine.h"
#include "core/engine/handlers/handlerspec.h"
#include "core/redis/loginguard.h"
#include "core/redis/waiting.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr int defaultConcurrency = 10;
constexpr Millis shortestTimeLimit{1'000};
constexpr qint64 statsEveryMs = 5'000;
// How often to check the state of a running engine. A signal ends the wait immediately.
constexpr Millis lookWhileNothingHappens{500};
/// Maximum interval between notices to the service manager that the program is still starting. A signal ends the wait
/// immediately.
constexpr Millis lookWhileStarting{10'000};
constexpr std::chrono::seconds startsWithin{30};

/// Parses `Q` or `Q=WEIGHT`. The weight follows the last `=`, so names that contain `=` require a weight.
Result<QueueShare> parseShare(const QByteArray& text)
{
    QueueShare share{text, 1};
    if (const qsizetype equals = text.lastIndexOf('='); equals >= 0) {
        bool ok = false;
        share.queue = text.left(equals);
        share.weight = text.mid(equals + 1).toInt(&ok);
        if (!ok || share.weight < 1 || share.weight > 1000)
            return usage(u"--queue %1: the weight after \"=\" must be a whole number from 1 to 1000."_s.arg(
                printable(text, 80)));
    }
    return share;
}

/// Reads the engine's configuration from the command line. Errors: Usage, NotSupported.
Result<EngineConfig> readConfig(const CommandLine& line, HandlerRegistry& handlers)
{
    EngineConfig config;
    for (const QByteArray& text : line.values("queue")) {
        const auto share = parseShare(text);
        if (!share)
            return share.error();
        for (const QueueShare& other : config.queues) {
            if (other.queue == share->queue)
                return usage(u"--queue %1 is used twice."_s.arg(printable(share->queue)));
        }
        config.queues.push_back(*share);
    }
    if (config.queues.empty())
        return usage(u"work needs a queue: duectl work --queue QUEUE --handler TYPE=KIND."_s);
    config.strict = line.has("strict");
    for (const QueueShare& share : config.queues) {
        if (config.strict && share.weight != 1)
            return usage(
                u"--strict and the weight of %1 cannot be used together: --strict uses the order of the queues."_s.arg(
                    printable(share.queue)));
    }
    for (const QByteArray& text : line.values("handler")) {
        const auto spec = parseHandler(QString::fromUtf8(text));
        if (!spec)
            return spec.error();
        if (const auto added = handlers.add(spec->pattern, spec->handler); !added)
            return usage(added.error().message);
    }
    if (handlers.isEmpty())
        return usage(
            u"work needs a handler, such as --handler 'mail.*=command:/usr/local/bin/send-mail' or --handler '*=echo'."_s);
    const auto concurrency = line.number("concurrency", 1, 1000);
    if (!concurrency)
        return concurrency.error();
    config.concurrency = int(concurrency->value_or(defaultConcurrency));
    const auto lease = line.lease("lease");
    if (!lease)
        return lease.error();
    config.leaseFor = *lease;
    const auto limit = line.duration("time-limit");
    if (!limit)
        return limit.error();
    if (*limit && **limit < shortestTimeLimit)
        return usage(u"--time-limit %1 is shorter than 1 s."_s.arg(formatDuration(**limit)));
    config.timeLimit = limit->value_or(config.timeLimit);
    config.session = makeSession();
    return config;
}

void writeSpread(JsonWriter& json, const char* name, const EngineFigures::Spread& spread)
{
    json.key(name).beginObject();
    json.key("p50").real(spread.p50);
    json.key("p95").real(spread.p95);
    json.key("p99").real(spread.p99);
    json.key("max").real(spread.max);
    json.endObject();
}

QByteArray statsDocument(const EngineFigures& figures)
{
    JsonWriter json;
    json.beginObject();
    json.member("processed", figures.processed);
    json.member("failed", figures.failed);
    json.member("retried", figures.retried);
    json.key("per_second").real(figures.perSecond);
    writeSpread(json, "lateness_ms", figures.latenessMs);
    writeSpread(json, "run_ms", figures.runMs);
    json.member("duplicates", figures.duplicates);
    json.member("stale_acks", figures.staleAcks);
    json.endObject();
    return json.take();
}

/// File for --stats. Each write replaces the file atomically, so that readers never see an incomplete file.
class StatsFile
{
public:
    explicit StatsFile(const QByteArray& path)
        : m_path(path)
    {
        m_sinceWrite.start();
    }

    Result<> write(const EngineFigures& figures)
    {
        m_sinceWrite.restart();
        if (m_path.isEmpty())
            return {};
        return replaceFile(m_path, statsDocument(figures), u"the statistics file"_s);
    }
    bool due() const { return m_sinceWrite.elapsed() >= statsEveryMs; }

private:
    QByteArray m_path;
    QElapsedTimer m_sinceWrite;
};

QString startLine(const EngineConfig& config, const CommandLine& line)
{
    QStringList queues;
    for (const QueueShare& share : config.queues)
        queues << (share.weight == 1 ? printable(share.queue, 64)
                                     : u"%1 (weight %2)"_s.arg(printable(share.queue, 64)).arg(share.weight));
    QStringList patterns;
    for (const QByteArray& text : line.values("handler"))
        patterns << printable(text.left(text.indexOf('=')), 64);
    return u"Working on %1 with %2 slots for types %3, as worker %4. Press Ctrl+C to finish running tasks and stop."_s
        .arg(queues.join(config.strict ? u", then "_s : u", "_s), QString::number(config.concurrency),
            patterns.join(u", "_s), printable(config.session));
}

QString summary(const EngineFigures& figures)
{
    QString text
        = u"%1 done, %2 failed, %3 to be retried"_s.arg(figures.processed).arg(figures.failed).arg(figures.retried);
    if (figures.released > 0)
        text += u", %1 released"_s.arg(figures.released);
    if (figures.leasesLost > 0)
        text += figures.leasesLost == 1 ? u", 1 lease lost"_s : u", %1 leases lost"_s.arg(figures.leasesLost);
    text += figures.duplicates == 1 ? u"; 1 duplicate"_s : u"; %1 duplicates"_s.arg(figures.duplicates);
    text += figures.staleAcks == 1 ? u", 1 stale ack"_s : u", %1 stale acks"_s.arg(figures.staleAcks);
    if (figures.perSecond > 0)
        text += u"; %1 per second"_s.arg(figures.perSecond, 0, 'f', 1);
    return text + u'.';
}

/// Warns about missing queues, because a misspelled name would otherwise look like an empty queue.
void warnOfMissing(WorkLog& log, QueueInspector& inspector, const EngineConfig& config)
{
    for (const QueueShare& share : config.queues) {
        const auto queue = inspector.queue(share.queue);
        if (!queue && queue.error().code == ErrorCode::NotFound)
            log.tell(
                LogLevel::Warning, u"Queue \"%1\" does not exist yet. Check the name."_s.arg(printable(share.queue)));
    }
}

/// Single run of an engine. Obeys signals and reports the engine's state until the engine has stopped.
class Shift
{
public:
    Shift(Engine& engine, WorkLog& log, const ServiceNotice& notice, StatsFile& stats)
        : m_engine(engine)
        , m_log(log)
        , m_notice(notice)
        , m_stats(stats)
    { }

    /// Runs the engine until it stops. Returns the server error that stopped it, if any, such as a rejected password.
    Result<> run(bool exitWhenEmpty);

private:
    void obeySignals();
    void drain();
    void lookWhetherEmpty();
    void tellFigures();

    Engine& m_engine;
    WorkLog& m_log;
    const ServiceNotice& m_notice;
    StatsFile& m_stats;
    SignalWatch m_signals{SignalWatch::Then::Drain};
    std::optional<Error> m_refusal;
    int m_obeyed = 0;
    bool m_statsFailed = false;
};

/// Drains the engine on the first signal and stops it on the second.
void Shift::obeySignals()
{
    const int count = m_signals.count();
    if (count > 0 && m_obeyed == 0) {
        m_obeyed = 1;
        m_log.tell(LogLevel::Info,
            u"Waiting for running tasks to finish; interrupt again to return them to the queue immediately."_s);
        drain();
    }
    if (count > 1 && m_obeyed == 1) {
        m_obeyed = 2;
        m_log.tell(LogLevel::Info, u"Returning running tasks to the queue."_s);
        m_engine.stop();
    }
}

void Shift::drain()
{
    m_notice.stopping();
    m_engine.drain();
}

void Shift::lookWhetherEmpty()
{
    const auto empty = m_engine.waitUntilEmpty(lookAtSignals);
    if (m_signals.count() > m_obeyed)
        return; // a signal may have interrupted the check
    if (empty && *empty) {
        drain();
    } else if (!empty && isRefusal(empty.error().code)) {
        m_refusal = empty.error();
        m_engine.stop();
    } else if (!empty) {
        m_signals.wait(lookAtSignals);
    }
}

void Shift::tellFigures()
{
    const EngineFigures figures = m_engine.figures();
    m_notice.status(summary(figures).toUtf8());
    if (const auto written = m_stats.write(figures); !written && !std::exchange(m_statsFailed, true))
        m_log.tell(LogLevel::Error, written.error().message);
}

Result<> Shift::run(bool exitWhenEmpty)
{
    while (m_engine.state() != EngineState::Stopped) {
        obeySignals();
        m_log.tellWaiting();
        if (!m_refusal && (m_refusal = m_log.refusal()))
            m_engine.stop();
        // A draining engine stops after its last task, so wait for the engine; otherwise, wait for a signal.
        if (m_engine.state() != EngineState::Running)
            m_engine.wait(lookAtSignals);
        else if (exitWhenEmpty)
            lookWhetherEmpty();
        else
            m_signals.wait(lookWhileNothingHappens);
        if (m_stats.due())
            tellFigures();
    }
    m_engine.wait(Millis(std::chrono::minutes(1)));
    if (m_refusal)
        return *m_refusal;
    return {};
}

/// Opens the connection. If the password is rejected, waits instead of exiting: a supervisor would restart the service
/// every few seconds, and each start would send the rejected password again. A later attempt can succeed, because the
/// server may not accept a new password right away. Errors: same as Context::open().
Result<Backend*> openPatiently(Context& context, const ServiceNotice& notice, WorkLog& log)
{
    auto backend = context.open(Access::OperateAndWork);
    const RedisConfig& redis = context.connection().redis;
    if (backend || !backend.error().refusesLogin() || !(notice.isHeard() || redis.passwordCommand))
        return backend;
    SignalWatch signalWatch;
    while (!backend && backend.error().refusesLogin() && signalWatch.count() == 0) {
        log.tell(LogLevel::Error, troubleWords(backend.error()));
        notice.status(backend.error().message.toUtf8());
        const QDeadlineTimer held(LoginGuard::heldBackFor(redis));
        while (!held.hasExpired() && signalWatch.count() == 0) {
            notice.stillStarting(startsWithin);
            signalWatch.wait(std::min<Millis>(lookWhileStarting, Millis(held.remainingTime())));
        }
        if (signalWatch.count() == 0)
            backend = context.open(Access::OperateAndWork);
    }
    return backend;
}

} // namespace

Result<int> runWork(Context& context)
{
    const ServiceNotice notice;
    const auto level = parseLogLevel(context.line().has("log-level") ? context.line().value("log-level") : "info");
    if (!level)
        return level.error();
    HandlerRegistry handlers;
    auto config = readConfig(context.line(), handlers);
    if (!config)
        return config.error();
    std::vector<QueueName> bare; // names without a layout
    for (QueueShare& share : config->queues) {
        auto queue = spelledQueue(context.layout(), share.queue);
        if (!queue)
            return queue.error();
        if (*queue)
            share.queue = **std::move(queue);
        else
            bare.push_back(share.queue);
    }
    WorkLog log(*level, context.maskedFields());
    // Connect once up front, so that a wrong address or password is reported here and the user is prompted for a
    // password only once.
    const auto backend = openPatiently(context, notice, log);
    if (!backend)
        return backend.error();
    for (QueueShare& share : config->queues) {
        auto queue = context.queueOf(share.queue, QueueUse::MayCreate);
        if (!queue)
            return queue.error();
        const bool isBare = std::find(bare.begin(), bare.end(), share.queue) != bare.end();
        if (const auto checked = isBare ? context.checkMade(share.queue) : Result<>(); !checked)
            return checked.error();
        share.queue = *std::move(queue);
        if (const Capabilities& can = context.backend().capabilities(share.queue);
            context.layout().isSeveral() && !can.leases) {
            return Error{ErrorCode::Usage,
                u"Dueline cannot run the tasks in %1, because the %2 layout has no leases."_s.arg(
                    printable(share.queue, 60), printable(can.layout, 100))};
        }
    }
    StatsFile stats(context.line().value("stats"));
    if (const auto written = stats.write({}); !written)
        return written.error();

    Engine engine(context.factory(config->session, Access::OperateAndWork), handlers, *config, &log);
    if (const auto started = engine.start(); !started)
        return started.error();
    Shift shift(engine, log, notice, stats); // from here on, a signal starts a drain
    const WaitObserverScope logged(nullptr); // from here on, the log reports the worker's waits
    if (context.line().has("exit-when-empty"))
        warnOfMissing(log, (*backend)->inspector(), *config);
    log.tell(LogLevel::Info, startLine(engine.config(), context.line()));
    notice.ready();
    const auto ended = shift.run(context.line().has("exit-when-empty"));
    const EngineFigures figures = engine.figures();
    const auto written = stats.write(figures);
    if (!ended)
        return ended.error();
    log.tellEnd(summary(figures));
    if (!written)
        return written.error();
    if (context.json())
        context.out().write(statsDocument(figures));
    return 0;
}

} // namespace dueline::duectl
