// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/tables.h"
#include "core/console/witness/changesreport.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

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
        json.member("paused", (sample->flags & RecordSample::Paused) != 0);
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
    json.textOrNull("queue", changes.queueOf(event));
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
    json.member("lost_elsewhere", changes.lostElsewhere);
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
    for (const char* sentence : changes.unknown)
        json.string(sentence);
    json.endArray();
    json.endObject();
    out.write(json.take());
}

} // namespace

/// Compares a recording's data at two points in time. Doesn't contact the server. Relative times count from the
/// server's time in the recording.
Result<int> runChanged(Context& context)
{
    const CommandLine& line = context.line();
    // Check the times first, so that an invalid time is reported even if the recording can't be opened.
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
        context.out().write(changesText(*changes, instantText));
    return 0;
}

} // namespace dueline::duectl
