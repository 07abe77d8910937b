// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/forecast.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/witness/recordfile.h"

#include <QFile>

#include <cmath>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

using Verdict = DrainForecast::Verdict;

/// Recordings whose last reading is older than this are shown with the reading's time.
constexpr Millis oldRecording{10'000};

QByteArray verdictName(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Expected:
        return "expected";
    case Verdict::Empty:
        return "empty";
    case Verdict::Growing:
        return "growing";
    case Verdict::Paused:
        return "paused";
    case Verdict::TooShort:
        return "too-short";
    case Verdict::TooFew:
        return "too-few";
    case Verdict::Uncertain:
        return "uncertain";
    case Verdict::TooFar:
        return "too-far";
    case Verdict::Absent:
        return "absent";
    case Verdict::Unknown:
        break;
    }
    return "unknown";
}

/// Returns whether the number of due tasks is known.
bool isCounted(const DrainForecast& drain)
{
    return drain.verdict != Verdict::Unknown && drain.verdict != Verdict::Absent;
}

/// Returns the time of day `ahead` after `at`. Includes seconds if `ahead` is less than half an hour.
QString clockTime(TimePoint at, Millis ahead) { return clockText(at + ahead).left(ahead < Millis(hourMs) / 2 ? 8 : 5); }

/// Returns a queue's forecast: `in 12m, at 04:20 (04:12 to 04:31)`, or why there is none.
QString drainText(const DrainForecast& drain, TimePoint at)
{
    switch (drain.verdict) {
    case Verdict::Expected:
        return u"in %1, at %2 (%3 to %4)"_s.arg(roughDuration(drain.left), clockTime(at, drain.left),
            clockTime(at, drain.earliest), clockTime(at, drain.latest));
    case Verdict::Empty:
        return u"empty"_s;
    case Verdict::Growing:
        return u"never: the queue is not shrinking"_s;
    case Verdict::Paused:
        return u"paused"_s;
    case Verdict::TooShort:
        return u"unknown: recorded for less than a minute"_s;
    case Verdict::TooFew:
        return u"unknown: the queue shrank by fewer than %1 tasks"_s.arg(DrainForecast::fewestTasks);
    case Verdict::Uncertain:
        return u"unknown: the rate varies too much"_s;
    case Verdict::TooFar:
        return u"not within %1"_s.arg(roughDuration(drain.window * DrainForecast::furthest));
    case Verdict::Absent:
        return u"no longer exists"_s;
    case Verdict::Unknown:
        break;
    }
    return u"unknown: the queue cannot be counted"_s;
}

/// Returns the change in the number of due tasks per minute, with a sign; `-` if the recording is too short.
QString rateText(const DrainForecast& drain)
{
    if (drain.window < DrainForecast::shortestWindow)
        return u"-"_s;
    const qint64 change = -std::llround(drain.perMinute);
    return (change > 0 ? u"+"_s : QString()) + groupedNumber(change);
}

QString memoryText(const MemoryForecast& memory, TimePoint at)
{
    if (!memory.used)
        return u"Memory:    unknown"_s;
    QString text = u"Memory:    "_s + formatBytes(*memory.used);
    text += memory.maximum ? u" of "_s + formatBytes(*memory.maximum) : u", without a limit"_s;
    if (memory.window <= Millis(0))
        return text;
    const auto change = qint64(std::llround(memory.perMinute));
    text += u"; %1%2 per minute over the last %3"_s.arg(
        change < 0 ? u"-"_s : u"+"_s, formatBytes(std::abs(change)), roughDuration(memory.window));
    const QString what = memory.evicts() ? u"starts evicting keys"_s : u"full"_s;
    const auto when
        = [&](Millis left) { return u"%1 in %2, at %3"_s.arg(what, roughDuration(left), clockTime(at, left)); };
    if (memory.left)
        text += u"; "_s + when(*memory.left);
    if (memory.leftLately)
        text += u"; at the most recent rate, "_s + when(*memory.leftLately);
    return text;
}

void writeText(Output& out, const Forecasts& forecasts, TimePoint now)
{
    const Millis age = now - forecasts.at;
    out.line(u"Recording: %1, as of %2%3"_s.arg(printable(forecasts.server, 200), instantText(forecasts.at),
        age > oldRecording ? u" (%1)"_s.arg(relativeTime(forecasts.at, now)) : QString()));
    out.line(memoryText(forecasts.memory, forecasts.at));
    if (forecasts.queues.empty())
        return;
    out.line({});
    Table table({u"QUEUE"_s, u">DUE"_s, u">PER MIN"_s, u"EMPTY"_s});
    for (const QueueForecast& queue : forecasts.queues) {
        table.row({printable(queue.queue, 64), isCounted(queue.drain) ? groupedNumber(queue.drain.due) : u"-"_s,
            rateText(queue.drain), drainText(queue.drain, forecasts.at)});
    }
    out.write(table.take());
}

void writeTime(JsonWriter& json, const char* name, bool isKnown, TimePoint at)
{
    json.member(name, isKnown ? std::optional(toMs(at)) : std::nullopt);
}

void writeRate(JsonWriter& json, bool isKnown, double perMinute)
{
    json.key("change_per_minute");
    if (isKnown)
        json.real(perMinute);
    else
        json.null();
}

void writeJson(Output& out, const Forecasts& forecasts)
{
    const TimePoint at = forecasts.at;
    JsonWriter json;
    json.beginObject();
    json.member("server", forecasts.server);
    json.member("as_of_ms", toMs(at));
    json.member("running", forecasts.isRunning);
    json.key("queues").beginArray();
    for (const QueueForecast& queue : forecasts.queues) {
        const DrainForecast& drain = queue.drain;
        const bool isExpected = drain.verdict == Verdict::Expected;
        json.beginObject();
        json.member("name", queue.queue);
        json.member("due", isCounted(drain) ? std::optional(drain.due) : std::nullopt);
        json.member("verdict", verdictName(drain.verdict));
        json.member("measured_ms", qint64(drain.window.count()));
        writeRate(json, drain.window >= DrainForecast::shortestWindow, -drain.perMinute);
        writeTime(json, "empty_at_ms", isExpected, at + drain.left);
        writeTime(json, "earliest_ms", isExpected, at + drain.earliest);
        writeTime(json, "latest_ms", isExpected, at + drain.latest);
        json.endObject();
    }
    json.endArray();
    const MemoryForecast& memory = forecasts.memory;
    json.key("memory").beginObject();
    json.member("used", memory.used);
    json.member("maximum", memory.maximum);
    json.textOrNull("policy", memory.policy);
    json.member("measured_ms", qint64(memory.window.count()));
    writeRate(json, memory.window > Millis(0), memory.perMinute);
    writeTime(json, "full_at_ms", memory.left.has_value(), at + memory.left.value_or(Millis(0)));
    writeTime(
        json, "full_at_latest_rate_ms", memory.leftLately.has_value(), at + memory.leftLately.value_or(Millis(0)));
    json.endObject();
    json.endObject();
    out.write(json.take());
}

} // namespace

/// Prints a forecast from a recording. Does not contact the server.
Result<int> runForecast(Context& context)
{
    constexpr qint64 mostRetried = 1'000'000'000;
    const CommandLine& line = context.line();
    const auto retried = line.number("retry", 1, mostRetried);
    if (!retried)
        return retried.error();
    if (*retried && !line.has("queue"))
        return Error{ErrorCode::Usage, u"--retry requires --queue, because a retry applies to one queue."_s};
    const auto file = RecordFile::read(QFile::decodeName(line.words().front()));
    if (!file)
        return file.error();
    const auto forecasts = readForecasts(**file, line.value("queue"), retried->value_or(0));
    if (!forecasts)
        return forecasts.error();
    if (context.json())
        writeJson(context.out(), *forecasts);
    else
        writeText(context.out(), *forecasts, SystemClock().now() + forecasts->clockOffset);
    return 0;
}

} // namespace dueline::duectl
