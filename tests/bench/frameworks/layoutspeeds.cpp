// SPDX-License-Identifier: GPL-3.0-or-later
// Measures actions on RQ, asynq, Laravel and Celery tasks, and reading their queues.
#include "core/console/operations/operationrun.h"
#include "core/console/operations/undorun.h"
#include "tests/bench/frameworks/benchserver.h"
#include "tests/bench/frameworks/figures.h"
#include "tests/bench/frameworks/parts.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"

#include <QDateTime>
#include <QLocale>
#include <QTemporaryDir>

#include <algorithm>
#include <array>

namespace dueline::frameworkbench {

namespace {

constexpr int actedOn = 10'000;
constexpr int pagesOfEach = 50;
const QueueName mail = "mail";

/// Action on all tasks in one state.
struct Act
{
    const char* layout;
    TaskState state;
    ActionKind kind;
    const char* verb;
    double mostMicros; ///< promised maximum time in Redis per task, in µs; 0: none promised
    double mostMs; ///< promised maximum in ms for all tasks
};

constexpr std::array acts{
    Act{"rq", TaskState::Failed, ActionKind::Retry, "retry", 12, 1'250},
    Act{"rq", TaskState::Scheduled, ActionKind::RunNow, "run now", 0, 0},
    Act{"asynq", TaskState::Failed, ActionKind::Retry, "retry", 12, 1'250},
    Act{"asynq", TaskState::Scheduled, ActionKind::RunNow, "run now", 0, 0},
    Act{"laravel", TaskState::Scheduled, ActionKind::RunNow, "run now", 40, 0},
    Act{"laravel", TaskState::Failed, ActionKind::Retry, "retry, Horizon", 0, 0},
    Act{"celery", TaskState::Due, ActionKind::RunNow, "run now", 0, 0},
    Act{"celery", TaskState::Due, ActionKind::Discard, "discard", 0, 0},
};

/// Writes 300-byte jobs in one state of one queue. Delayed jobs are due in an hour; all others became due or ended an
/// hour ago.
void fill(FrameworkWriter& writer, TaskState state, int count)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool isLater = state == TaskState::Scheduled || writer.later() == state;
    for (int i = 0; i < count; ++i) {
        WrittenJob job{"job-" + QByteArray::number(i), state};
        job.type = "type" + QByteArray::number(i % 10);
        job.payload = "[\"" + QByteArray(280, 'x') + QByteArray::number(1'000'000 + i) + "\"]";
        job.at = fromMs(now + (isLater ? 3'600'000 : -3'600'000) + i);
        job.error = "Error: timeout after " + QByteArray::number(i % 1000) + " ms";
        writer.write(mail, job);
    }
    // Create this queue too, because retrying returns the failed jobs to it.
    if (writer.placeOf(mail, state) != mail && writer.states().contains(TaskState::Due))
        writer.write(mail, WrittenJob{"waits", TaskState::Due});
}

QueueName placeOf(const FrameworkWriter& writer, TaskState state)
{
    const QueueName place = writer.placeOf(mail, state);
    return place.startsWith('@') ? place : place + '@' + writer.layout();
}

std::unique_ptr<Backend> openFound(const BenchServer& place)
{
    auto backend = place.open(automaticLayout(), Access::Operate);
    while (!must(backend->discovery()->step())) { }
    (void)must(backend->inspector().queues());
    return backend;
}

/// Returns the script time per task in µs since the last reset, including the commands that scripts call.
double inScripts(BenchServer& place)
{
    return (place.probe.latency("evalsha").total + place.probe.latency("evalsha_ro").total) / actedOn;
}

struct Measured
{
    std::vector<double> act;
    std::vector<double> micros;
    std::vector<double> undo;
    std::vector<double> undoMicros;
};

void actOnce(BenchServer& place, const Act& act, Measured& measured)
{
    place.server.call({"FLUSHALL"});
    const auto writer = FrameworkWriter::of(act.layout, place.server);
    fill(*writer, act.state, actedOn);
    const auto backend = openFound(place);
    OperationRequest request;
    request.queue = placeOf(*writer, act.state);
    request.action.kind = act.kind;
    request.selection.kind = TaskSelection::Kind::Filter;
    request.selection.filter
        = must(TaskFilter::parse(QStringLiteral("state:") + QString::fromLatin1(stateName(act.state).toByteArray())));
    request.by = "bench@here";
    OperationRun run(request);
    must(run.preview(*backend));
    place.probe.reset();
    figures::Stopwatch timer;
    const OperationProgress done = must(run.finish(*backend));
    measured.act.push_back(timer.ms());
    measured.micros.push_back(inScripts(place));
    if (done.done != actedOn)
        qFatal("%s of %s: %lld were done", act.verb, act.layout, static_cast<long long>(done.done));
    place.probe.reset();
    timer.start();
    const UndoProgress undone = must(UndoRun(request.queue, run.id(), "bench@here").finish(*backend));
    measured.undo.push_back(timer.ms());
    measured.undoMicros.push_back(inScripts(place));
    if (undone.restored != actedOn)
        qFatal("%s of %s: %lld were put back", act.verb, act.layout, static_cast<long long>(undone.restored));
}

/// Pushes copies of the Celery messages with new ids until the list contains `count` messages.
void multiply(RedisServer& server, int count)
{
    const std::vector<Reply> messages = server.call({"LRANGE", mail, "0", "-1"}).items;
    const int perCall = 500;
    for (qint64 made = qint64(messages.size()), copy = 1; made < count; ++copy) {
        for (std::size_t from = 0; from < messages.size() && made < count; from += perCall) {
            Command push{"LPUSH", mail};
            for (std::size_t i = from; i < std::min(messages.size(), from + perCall) && made < count; ++i, ++made) {
                QByteArray message = messages[i].bytes;
                push.push_back(message.replace("\"job-", '"' + QByteArray::number(copy) + "-job-"));
            }
            server.call(push);
        }
    }
}

/// Returns the time in ms of the slowest command needed for a page.
double longestIn(BenchServer& place, Backend& backend, const PageRequest& page)
{
    place.probe.note();
    must(backend.inspector().page(page));
    double most = 0;
    for (const ServerProbe::Noted& command : place.probe.noted()) {
        if (!command.name.startsWith("CONFIG") && !command.name.startsWith("SLOWLOG"))
            most = std::max(most, command.us / 1e3);
    }
    return most;
}

/// Measures reading. Celery's queue contains `jobs` messages (see Settings); the others contain a tenth as many.
void read(BenchServer& place, const QByteArray& layout, const Settings& settings)
{
    constexpr int mostWritten = 20'000;
    const bool isCelery = layout == "celery";
    const int count = std::max(1'000, isCelery ? settings.jobs : settings.jobs / 10);
    place.server.call({"FLUSHALL"});
    const auto writer = FrameworkWriter::of(layout, place.server);
    fill(*writer, TaskState::Due, isCelery ? std::min(count, mostWritten) : count);
    if (isCelery)
        multiply(place.server, count);
    const auto backend = openFound(place);
    PageRequest page{placeOf(*writer, TaskState::Due), TaskState::Due, 0, 100};
    std::vector<double> pages;
    std::vector<double> clocks;
    std::vector<double> longest;
    for (int i = 0; i < pagesOfEach; ++i) {
        page.offset = qint64(count - page.limit) * i / (pagesOfEach - 1);
        place.probe.reset();
        const figures::Stopwatch timer;
        if (must(backend->inspector().page(page)).tasks.size() != std::size_t(page.limit))
            qFatal("the page at %lld is not whole", static_cast<long long>(page.offset));
        clocks.push_back(timer.ms());
        pages.push_back(place.inCommands());
        longest.push_back(longestIn(place, *backend, page));
    }
    std::vector<double> searches;
    std::vector<double> micros;
    qint64 matches = 0;
    for (int i = 0; i < settings.times; ++i) {
        SearchRequest request;
        request.queue = page.queue;
        request.filter = must(TaskFilter::parse(QStringLiteral("payload:10777")));
        request.examine = 1'000;
        matches = 0;
        place.probe.reset();
        const figures::Stopwatch timer;
        do {
            const SearchStep step = must(backend->inspector().search(request));
            matches += qint64(step.matches.size());
            request.cursor = step.cursor;
        } while (!request.cursor.isEmpty());
        searches.push_back(timer.ms());
        micros.push_back(place.inCommands() * 1e3 / count);
    }
    const QString of = QStringLiteral("%1 jobs of %2").arg(QLocale::c().toString(count), QString::fromLatin1(layout));
    figures::print({QStringLiteral("a page of 100 anywhere in ") + of, QStringLiteral("1 ms"),
                       QStringLiteral("time of Redis in its commands"), "ms", 2},
        pages);
    figures::print({QStringLiteral("  the same"), {}, QStringLiteral("by the clock"), "ms", 1}, clocks);
    figures::print(
        {QStringLiteral("  its longest command"), QStringLiteral("0.2 ms"), QStringLiteral("by SLOWLOG"), "ms", 3},
        longest);
    figures::print({QStringLiteral("`payload:10777` in ") + of, {},
                       QStringLiteral("by the clock; %1 match").arg(matches), "ms", 0},
        searches);
    figures::print({QStringLiteral("  the same"), {}, QStringLiteral("time of Redis, a job"), "µs", 2}, micros);
}

} // namespace

void layoutSpeeds(const Settings& settings)
{
    const QTemporaryDir state; // Discovery stores its results here.
    qputenv("XDG_STATE_HOME", state.path().toUtf8());
    BenchServer place(settings.core);
    for (const Act& act : acts) {
        if (!settings.layouts.isEmpty() && !settings.layouts.contains(QLatin1StringView(act.layout)))
            continue;
        Measured measured;
        for (int i = 0; i < settings.times; ++i)
            actOnce(place, act, measured);
        const QString name
            = QStringLiteral("%1 of 10,000 %2 tasks").arg(QLatin1StringView(act.verb), QLatin1StringView(act.layout));
        const auto promised = [](double most, const char* unit) {
            return most > 0 ? QStringLiteral("%1 %2").arg(most, 0, 'f', 0).arg(QString::fromUtf8(unit)) : QString();
        };
        figures::print({name, promised(act.mostMs, "ms"), QStringLiteral("acted on, record and undo written"), "ms", 0},
            measured.act);
        figures::print({name + QStringLiteral(": Redis, a task"), promised(act.mostMicros, "µs"),
                           QStringLiteral("time of its scripts"), "µs", 1},
            measured.micros);
        figures::print({name + QStringLiteral(": undo"), {}, QStringLiteral("each put back"), "ms", 0}, measured.undo);
        figures::print(
            {name + QStringLiteral(": undo, Redis, a task"), {}, QStringLiteral("time of its scripts"), "µs", 1},
            measured.undoMicros);
    }
    for (const char* layout : {"rq", "asynq", "laravel", "celery"}) {
        if (settings.layouts.isEmpty() || settings.layouts.contains(QLatin1StringView(layout)))
            read(place, layout, settings);
    }
}

} // namespace dueline::frameworkbench
