// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/witness/changes.h"

#include <QFile>

#include <numeric>
#include <set>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

using SampleFigure = RecordSample::Figure;
using ServerFigure = ServerSample::Figure;

QString eventText(const RecordEvent& event)
{
    const QString text = printable(event.text, 300);
    return event.kind == "mark" ? u"mark: "_s + text : text;
}

/// Returns the name of an event's queue; empty for events that concern the server.
QByteArray eventQueue(const Changes& changes, const RecordEvent& event)
{
    const auto queue = event.queue ? changes.queueNames.find(*event.queue) : changes.queueNames.end();
    return queue == changes.queueNames.end() ? QByteArray() : queue->second;
}

/// Returns `312`, or `312 to 0` if the figure has changed; `-` for an unknown figure.
template <typename Number> QString changeText(const std::optional<Number>& before, const std::optional<Number>& after)
{
    const auto one = [](const std::optional<Number>& number) {
        return number ? groupedNumber(qint64(std::llround(double(*number)))) : u"-"_s;
    };
    return one(before) == one(after) ? one(after) : u"%1 to %2"_s.arg(one(before), one(after));
}

std::optional<qint64> figureOf(const std::optional<RecordSample>& sample, SampleFigure figure)
{
    return sample ? (*sample)[figure] : std::nullopt;
}

QString noteOf(const QueueChange& queue)
{
    if (!queue.before)
        return u"new"_s;
    if (!queue.after)
        return {};
    QStringList notes;
    for (const auto& [flag, text] :
        {std::pair(RecordSample::Absent, u"no longer exists"_s), {RecordSample::Unreadable, u"cannot be read"_s},
            {RecordSample::Paused, u"paused"_s}, {RecordSample::LowerBound, u"lower bounds"_s}}) {
        if (queue.after->flags & flag)
            notes << text;
    }
    return notes.join(u", "_s);
}

void writeServerText(Output& out, const Changes& changes)
{
    if (!changes.serverAfter)
        return;
    const ServerSample before = changes.serverBefore.value_or(*changes.serverAfter);
    const ServerSample& after = *changes.serverAfter;
    const auto bytes = [](const std::optional<qint64>& size) { return size ? formatBytes(*size) : u"-"_s; };
    QString memory = bytes(after[ServerFigure::Memory]);
    if (bytes(before[ServerFigure::Memory]) != memory)
        memory = u"%1 to %2"_s.arg(bytes(before[ServerFigure::Memory]), memory);
    if (after[ServerFigure::Maximum].value_or(0) > 0)
        memory += u" of %1"_s.arg(formatBytes(*after[ServerFigure::Maximum]));
    out.line(u"Server:    keys %1; memory %2"_s.arg(
        changeText(before[ServerFigure::Keys], after[ServerFigure::Keys]), memory));
}

/// Returns the sum of one field of QueueLoss over all losses.
qint64 sumOfLosses(const Changes& changes, qint64 QueueLoss::*number)
{
    return std::accumulate(changes.losses.begin(), changes.losses.end(), qint64(0),
        [number](qint64 sum, const LostTasks& lost) { return sum + lost.loss.*number; });
}

void writeLossesText(Output& out, const Changes& changes)
{
    if (changes.losses.empty())
        return;
    std::set<QByteArray> queues;
    for (const LostTasks& lost : changes.losses)
        queues.insert(lost.queue);
    const qint64 tasks = sumOfLosses(changes, &QueueLoss::tasks);
    out.line(u"Lost:      %1 in %2; up to %3 may have run"_s.arg(
        tasks == 1 ? u"1 task"_s : u"%1 tasks"_s.arg(groupedNumber(tasks)),
        queues.size() == 1 ? u"1 queue"_s : u"%1 queues"_s.arg(groupedNumber(qint64(queues.size()))),
        groupedNumber(sumOfLosses(changes, &QueueLoss::mayHaveRun))));
    for (const LostTasks& lost : changes.losses) {
        if (!lost.known)
            continue;
        const VanishedTasks& known = *lost.known;
        QString text = u"By id:     %1 of %2, %3 with payload"_s.arg(
            groupedNumber(known.ids), printable(lost.queue, 64), groupedNumber(known.complete));
        if (known.unchecked > 0)
            text += u"; %1 not looked up yet"_s.arg(groupedNumber(known.unchecked));
        out.line(text);
    }
}

void writeChangesText(Output& out, const Changes& changes)
{
    out.line(
        u"Recording: %1, by %2, from %3 to %4%5"_s.arg(printable(changes.server, 200), printable(changes.writer, 60),
            instantText(changes.began), instantText(changes.seen), changes.isRunning ? u" (running)"_s : QString()));
    out.line(u"Period:    %1 to %2%3"_s.arg(instantText(changes.from), instantText(changes.to),
        changes.around ? u", starting before: "_s + eventText(*changes.around) : QString()));
    writeLossesText(out, changes);
    writeServerText(out, changes);
    if (!changes.events.empty() || !changes.gaps.empty()) {
        out.line({});
        Table table({u"TIME"_s, u"QUEUE"_s, u"EVENT"_s});
        std::vector<std::pair<TimePoint, QStringList>> rows;
        for (const RecordEvent& event : changes.events) {
            const QByteArray queue = eventQueue(changes, event);
            rows.emplace_back(event.at,
                QStringList{instantText(event.at), queue.isEmpty() ? u"-"_s : printable(queue, 64), eventText(event)});
        }
        for (const RecordGap& gap : changes.gaps) {
            const QString reason = gap.reason.isEmpty() ? u"unknown"_s : printable(gap.reason, 40);
            rows.emplace_back(gap.from,
                QStringList{instantText(gap.from), u"-"_s,
                    u"gap of %1 in the recording: %2"_s.arg(roughDuration(gap.to - gap.from), reason)});
        }
        std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& [at, cells] : rows)
            table.row(cells);
        out.write(table.take());
    }
    if (!changes.queues.empty()) {
        out.line({});
        Table table({u"QUEUE"_s, u">SCHEDULED"_s, u">DUE"_s, u">RETRYING"_s, u">LEASED"_s, u">FAILED"_s,
            u">ADDED/MIN"_s, u">TAKEN/MIN"_s, u"NOTE"_s});
        for (const QueueChange& queue : changes.queues) {
            QStringList cells{printable(queue.name, 64)};
            for (const SampleFigure figure : {RecordSample::Scheduled, RecordSample::Due, RecordSample::Retrying,
                     RecordSample::Leased, RecordSample::Failed})
                cells << changeText(figureOf(queue.before, figure), figureOf(queue.after, figure));
            cells << changeText(queue.ratesBefore.added, queue.ratesAfter.added)
                  << changeText(queue.ratesBefore.took, queue.ratesAfter.took) << noteOf(queue);
            table.row(cells);
        }
        out.write(table.take());
    }
    if (!changes.unknown.isEmpty())
        out.line({});
    for (const QString& sentence : changes.unknown)
        out.line(sentence);
}

void writeSample(JsonWriter& json, const char* name, const std::optional<RecordSample>& sample)
{
    json.key(name);
    if (!sample)
        return json.null();
    json.beginObject();
    json.member("at_ms", toMs(sample->at));
    for (const auto& [figure, key] : lossFigures)
        json.member(key, (*sample)[figure]);
    json.member("done", (*sample)[RecordSample::Done]);
    json.member("oldest_due_ms", (*sample)[RecordSample::Oldest]);
    json.member("paused", (sample->flags & RecordSample::Paused) != 0);
    json.member("absent", (sample->flags & RecordSample::Absent) != 0);
    json.member("unreadable", (sample->flags & RecordSample::Unreadable) != 0);
    json.endObject();
}

void writeLoss(JsonWriter& json, const LostTasks& lost)
{
    json.beginObject();
    json.member("queue", lost.queue);
    json.member("at_ms", toMs(lost.at));
    json.member("cause", lost.loss.cause);
    json.member("tasks", lost.loss.tasks);
    json.member("may_have_run", lost.loss.mayHaveRun);
    json.member("event", lost.loss.event);
    json.member("by_id", lost.known ? std::optional(lost.known->ids) : std::nullopt);
    json.member("with_payload", lost.known ? std::optional(lost.known->complete) : std::nullopt);
    json.member("unchecked", lost.known ? std::optional(lost.known->unchecked) : std::nullopt);
    for (const auto& [name, sample] : {std::pair("before", &lost.loss.before), {"after", &lost.loss.after}}) {
        json.key(name).beginObject();
        json.member("at_ms", toMs(sample->at));
        for (const auto& [figure, key] : lossFigures)
            json.member(key, (*sample)[figure]);
        json.endObject();
    }
    json.endObject();
}

void writeServer(JsonWriter& json, const char* name, const std::optional<ServerSample>& sample)
{
    json.key(name);
    if (!sample)
        return json.null();
    json.beginObject();
    json.member("at_ms", toMs(sample->at));
    for (const auto& [figure, key] : {std::pair(ServerSample::Memory, "memory"), {ServerSample::Maximum, "maximum"},
             {ServerSample::Keys, "keys"}, {ServerSample::Evicted, "evicted"}, {ServerSample::Expired, "expired"},
             {ServerSample::Flushes, "flushes"}, {ServerSample::Uptime, "uptime"}, {ServerSample::Clients, "clients"}})
        json.member(key, (*sample)[figure]);
    json.endObject();
}

void writeRate(
    JsonWriter& json, const char* name, const std::optional<double>& before, const std::optional<double>& after)
{
    json.key(name).beginObject();
    for (const auto& [key, rate] : {std::pair("before", &before), {"after", &after}}) {
        json.key(key);
        if (*rate)
            json.real(**rate);
        else
            json.null();
    }
    json.endObject();
}

void writeEventJson(JsonWriter& json, const RecordEvent& event, const Changes& changes)
{
    json.beginObject();
    json.member("at_ms", toMs(event.at));
    json.member("kind", event.kind);
    json.textOrNull("queue", eventQueue(changes, event));
    json.member("text", event.text);
    json.endObject();
}

void writeChangesJson(Output& out, const Changes& changes)
{
    JsonWriter json;
    json.beginObject();
    json.member("server", changes.server);
    json.member("writer", changes.writer);
    json.member("running", changes.isRunning);
    json.member("began_ms", toMs(changes.began));
    json.member("seen_ms", toMs(changes.seen));
    json.member("from_ms", toMs(changes.from));
    json.member("to_ms", toMs(changes.to));
    json.key("around");
    if (changes.around)
        writeEventJson(json, *changes.around, changes);
    else
        json.null();
    json.key("events").beginArray();
    for (const RecordEvent& event : changes.events)
        writeEventJson(json, event, changes);
    json.endArray();
    json.key("gaps").beginArray();
    for (const RecordGap& gap : changes.gaps) {
        json.beginObject();
        json.member("from_ms", toMs(gap.from));
        json.member("to_ms", toMs(gap.to));
        json.textOrNull("reason", gap.reason);
        json.endObject();
    }
    json.endArray();
    json.key("losses").beginArray();
    for (const LostTasks& lost : changes.losses)
        writeLoss(json, lost);
    json.endArray();
    writeServer(json, "server_before", changes.serverBefore);
    writeServer(json, "server_after", changes.serverAfter);
    json.key("queues").beginArray();
    for (const QueueChange& queue : changes.queues) {
        json.beginObject();
        json.member("name", queue.name);
        json.textOrNull("layout", queue.layout);
        writeSample(json, "before", queue.before);
        writeSample(json, "after", queue.after);
        writeRate(json, "added_per_minute", queue.ratesBefore.added, queue.ratesAfter.added);
        writeRate(json, "taken_per_minute", queue.ratesBefore.took, queue.ratesAfter.took);
        json.endObject();
    }
    json.endArray();
    json.key("unknown").beginArray();
    for (const QString& sentence : changes.unknown)
        json.string(sentence.toUtf8());
    json.endArray();
    json.endObject();
    out.write(json.take());
}

} // namespace

/// Runs without a server. Times relative to now use the server's clock as recorded.
Result<int> runChanged(Context& context)
{
    const CommandLine& line = context.line();
    // check the times first, so that an invalid time is an error even if the file cannot be opened
    for (const char* option : {"from", "to"}) {
        if (const auto moment = line.moment(option, SystemClock().now()); !moment)
            return moment.error();
    }
    const auto file = RecordFile::read(QFile::decodeName(line.words().front()));
    if (!file)
        return file.error();
    const auto spans = (*file)->spans();
    if (!spans)
        return spans.error();
    const TimePoint now = SystemClock().now() + (spans->empty() ? Millis(0) : spans->back().clockOffset);
    ChangesRequest request;
    request.queue = line.value("queue");
    for (const auto& [option, at] : {std::pair("from", &request.from), {"to", &request.to}}) {
        const auto moment = line.moment(option, now);
        if (!moment)
            return moment.error();
        if (*moment)
            *at = settled(QString::fromUtf8(line.value(option)), **moment);
    }
    const auto changes = readChanges(**file, request);
    if (!changes)
        return changes.error();
    if (context.json())
        writeChangesJson(context.out(), *changes);
    else
        writeChangesText(context.out(), *changes);
    return 0;
}

} // namespace dueline::duectl
