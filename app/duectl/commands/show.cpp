// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/console/connect/payloadmask.h"
#include "core/queue/errors/errorpattern.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

/// Returns the time in milliseconds; nullopt if it wasn't recorded. Other frameworks record only some of an attempt's
/// times.
std::optional<qint64> knownMs(TimePoint at) { return at == TimePoint{} ? std::nullopt : std::optional(toMs(at)); }

constexpr qint64 sliceBytes = 1024 * 1024;

template <typename T, typename Convert>
void optionalMember(JsonWriter& json, const char* name, const std::optional<T>& value, Convert convert)
{
    json.member(name, value ? std::optional<qint64>(convert(*value)) : std::nullopt);
}

/// Writes the flow's jobs as a JSON array, with parents before their children. `parent` is the parent's index in the
/// array.
void writeFlowJson(JsonWriter& json, const TaskFlow& flow)
{
    json.key("flow").beginArray();
    for (const FlowTask& task : flow.tasks) {
        json.beginObject();
        json.member("id", task.id);
        json.member("queue", task.queue);
        if (!task.layout.isEmpty())
            json.member("layout", task.layout);
        json.textOrNull("type", task.type);
        json.textOrNull("state", task.state ? stateName(*task.state) : QByteArrayView());
        json.textOrNull("native_state", task.nativeState);
        json.member("parent", task.parent < 0 ? std::nullopt : std::optional<qint64>(task.parent));
        json.member("more_children", task.more);
        json.endObject();
    }
    json.endArray();
}

QString flowState(const FlowTask& task)
{
    if (task.forbidden)
        return u"not visible to this user"_s;
    if (!task.state)
        return u"removed"_s;
    return task.nativeState.isEmpty() || task.nativeState == stateName(*task.state)
        ? stateText(*task.state)
        : u"%1 (%2)"_s.arg(stateText(*task.state), printable(task.nativeState, 40));
}

QString moreJobs(qint64 more) { return u"and %1 more"_s.arg(more); }

/// Writes the flow as a tree, and marks the requested job.
void writeFlowText(Output& out, const QueueName& queue, const TaskFlow& flow, const TaskId& id)
{
    out.line({});
    Table table({u"  FLOW"_s, u"ID"_s, u"STATE"_s, u"QUEUE"_s});
    const int self = flow.indexOf(queue, id);
    std::vector<int> open; // indexes of the ancestors that still have children to write
    const auto indent = [](int depth) { return QString(2 * depth, u' '); };
    const auto close = [&](int depth) {
        while (int(open.size()) > depth) {
            const auto last = std::size_t(open.back());
            open.pop_back();
            if (flow.tasks[last].more > 0)
                table.row({u"  "_s + indent(int(open.size()) + 1) + moreJobs(flow.tasks[last].more), {}, {}, {}});
        }
    };
    if (flow.goesHigher)
        table.row({u"  …"_s, {}, {}, {}});
    for (std::size_t i = 0; i < flow.tasks.size(); ++i) {
        const FlowTask& task = flow.tasks[i];
        const int depth = flow.depthOf(i);
        close(depth);
        open.push_back(int(i));
        const QString place = task.layout.isEmpty()
            ? printable(task.queue, 100)
            : u"%1 (%2)"_s.arg(printable(task.queue, 100), printable(task.layout, 100));
        table.row({(int(i) == self ? u"> "_s : u"  "_s) + indent(depth)
                + (task.type.isEmpty() ? u"–"_s : printable(task.type, 60)),
            printable(task.id, 100), flowState(task), place});
    }
    close(0);
    out.write(table.take());
}

/// Writes how the payload was decoded. `withText`: whether to include the decoded text, which may contain private data.
void writeReading(JsonWriter& json, const PayloadReading& reading, bool withText)
{
    json.key("read").beginObject();
    json.key("layers").beginArray();
    for (const PayloadLayer layer : reading.layers)
        json.string(layerName(layer).toUtf8());
    json.endArray();
    if (withText)
        json.member("text", reading.text);
    if (!reading.problem().isEmpty())
        json.member("problem", reading.problem().toUtf8());
    json.endObject();
}

void writeTaskJson(Context& context, const QueueName& queue, const TaskDetail& detail, const QByteArray& kept,
    const TaskFlow& flow, const std::optional<QByteArray>& payload, const PayloadReading& reading, bool withText)
{
    JsonWriter json;
    json.beginObject();
    writeTask(json, detail.task);
    json.member("queue", queue);
    if (detail.task.addedAt)
        json.member("added_ms", toMs(*detail.task.addedAt));
    json.member("at_ms", isRecorded(detail.task) ? std::optional(toMs(detail.task.at)) : std::nullopt);
    json.key("backoff");
    if (detail.options.backoff)
        json.string(formatBackoff(*detail.options.backoff).toUtf8());
    else
        json.null();
    optionalMember(json, "lease_ms", detail.options.leaseFor, [](Millis lease) { return lease.count(); });
    optionalMember(json, "expires_ms", detail.options.expiresAt, toMs);
    json.member("keep_result", detail.options.keepResult);
    // Done tasks don't store how often they were leased or how often their lease expired.
    const bool counted = detail.task.state != TaskState::Done;
    json.member("leases", counted ? std::optional<qint64>(detail.fence) : std::nullopt);
    json.member("expiries", counted ? std::optional<qint64>(detail.expiries) : std::nullopt);
    json.textOrNull("token", detail.task.token);
    json.key("result");
    if (detail.result)
        json.string(*detail.result);
    else
        json.null();
    json.textOrNull("operation", detail.lastOperation);
    json.key("attempts").beginArray();
    for (const Attempt& attempt : detail.attempts) {
        json.beginObject();
        json.member("number", attempt.number);
        json.textOrNull("worker", attempt.worker);
        json.member("started_ms", knownMs(attempt.startedAt));
        json.member("ended_ms", knownMs(attempt.endedAt));
        json.member("outcome", attempt.outcome);
        json.textOrNull("error", attempt.error);
        json.endObject();
    }
    json.endArray();
    if (!kept.isEmpty())
        json.member("attempts_kept", kept);
    if (!detail.facts.empty()) {
        json.key("facts").beginObject();
        for (const TaskFact& fact : detail.facts)
            json.member(fact.name.constData(), fact.value);
        json.endObject();
    }
    if (!flow.tasks.empty())
        writeFlowJson(json, flow);
    if (payload)
        json.member("payload", *payload);
    if (reading.applies())
        writeReading(json, reading, withText);
    json.endObject();
    context.out().write(json.take());
}

QString instantLabel(TaskState state)
{
    switch (state) {
    case TaskState::Leased:
        return u"Lease until"_s;
    case TaskState::Failed:
        return u"Failed"_s;
    case TaskState::Done:
        return u"Done"_s;
    case TaskState::Trash:
        return u"Discarded"_s;
    case TaskState::Scheduled:
    case TaskState::Due:
    case TaskState::Retrying:
        break;
    }
    return u"Due"_s;
}

void writeField(Output& out, const QString& name, const QString& value)
{
    out.line((name + u':').leftJustified(13) + u' ' + value);
}

/// Writes the facts that the framework stores about a task. Omits the state and queue if they are already shown; if
/// they differ, labels them as the framework's own.
void writeFactsText(Output& out, const QueueName& queue, const TaskDetail& detail)
{
    for (const TaskFact& fact : detail.facts) {
        const QByteArray value = fact.value.trimmed();
        const bool isState = fact.name == "state";
        const bool isQueue = fact.name == "queue";
        if (value.isEmpty() || (isState && value == detail.task.nativeState)
            || (isQueue && (value == queue || value == detail.task.ownQueue)))
            continue;
        const QString name = printable(fact.name, 40);
        writeField(
            out, isState || isQueue ? u"Own "_s + name : name.left(1).toUpper() + name.mid(1), printable(value, 1024));
    }
}

/// Writes an error. Multi-line errors start below the label.
void writeErrorText(Output& out, const QString& name, const QByteArray& error)
{
    constexpr qsizetype longest = 16 * 1024;
    QByteArray text = error.trimmed();
    text.replace("\r\n", "\n");
    if (!text.contains('\n'))
        return writeField(out, name, printable(text, 1024));
    out.line(name + u':');
    for (const QString& line : printableText(text, longest).split(u'\n'))
        out.line(line.isEmpty() ? line : u"  "_s + line);
}

void writeTaskText(Context& context, const QueueName& queue, const TaskDetail& detail, const QByteArray& kept,
    const TaskFlow& flow, const PayloadReading& reading, bool withText, TimePoint now)
{
    Output& out = context.out();
    const Task& task = detail.task;
    const auto field = [&out](const QString& name, const QString& value) { writeField(out, name, value); };
    field(u"ID"_s, printable(task.id, 600));
    field(u"Queue"_s, printable(queue));
    if (!task.ownQueue.isEmpty())
        field(u"Own queue"_s, printable(task.ownQueue));
    field(u"Type"_s, printable(typeOf(task)));
    field(u"State"_s,
        task.nativeState.isEmpty() ? stateText(task.state)
                                   : u"%1 (%2)"_s.arg(stateText(task.state), printable(task.nativeState, 40)));
    // A lease without a time limit has no end, so the task's time is when it was claimed.
    const bool isTaken = task.untimed && task.state == TaskState::Leased;
    field(isTaken ? u"Claimed"_s : instantLabel(task.state),
        !task.untimed || isTaken                 ? timeText(task.at, now) // "-" if the time is not recorded
            : task.stuck                         ? u"never: a task it was waiting for failed or was removed"_s
            : task.state == TaskState::Scheduled ? u"when the tasks it is waiting for have finished"_s
                                                 : u"-"_s);
    if (task.dueAt && *task.dueAt != task.at && (!task.untimed || isTaken))
        field(u"Due"_s, timeText(*task.dueAt, now));
    if (task.addedAt)
        field(u"Added"_s, timeText(*task.addedAt, now));
    field(u"Attempt"_s, attemptsText(task).replace(u'/', u" of "_s));
    if (detail.options.backoff)
        field(u"Backoff"_s, formatBackoff(*detail.options.backoff));
    if (detail.options.leaseFor)
        field(u"Task lease"_s, formatDuration(*detail.options.leaseFor));
    if (detail.options.expiresAt)
        field(u"Expires"_s, timeText(*detail.options.expiresAt, now));
    if (detail.options.keepResult)
        field(u"Keeps result"_s, u"yes"_s);
    if (!task.worker.isEmpty())
        field(u"Worker"_s, printable(task.worker));
    if (!task.token.isEmpty())
        field(u"Lease token"_s, printable(task.token));
    if (task.state != TaskState::Done)
        field(u"Leases"_s,
            detail.expiries > 0 ? u"%1, %2 of them expired"_s.arg(detail.fence).arg(detail.expiries)
                                : QString::number(detail.fence));
    const QString bytes = task.size == 1 ? u"1 byte"_s : u"%1 bytes"_s.arg(task.size);
    field(u"Payload"_s, task.size < 1024 ? bytes : u"%1 (%2)"_s.arg(formatBytes(task.size), bytes));
    if (reading.applies()) {
        field(u"Read as"_s, reading.layerTexts());
        if (withText)
            field(u"Decoded"_s, printable(reading.text, 1024));
        if (!reading.problem().isEmpty())
            field(u"Incomplete"_s, reading.problem());
    }
    if (detail.result)
        field(u"Result"_s, printable(*detail.result, 1024));
    if (!detail.lastOperation.isEmpty())
        field(u"Operation"_s, printable(detail.lastOperation));
    if (!task.error.isEmpty())
        writeErrorText(out, task.state == TaskState::Done ? u"Last error"_s : u"Error"_s, task.error);
    writeFactsText(out, queue, detail);
    if (!flow.tasks.empty())
        writeFlowText(out, queue, flow, task.id);
    if (!kept.isEmpty())
        field(u"Attempts kept"_s, QString::fromUtf8(kept));
    if (detail.attempts.empty())
        return;
    out.line({});
    Table table({u">ATTEMPT"_s, u"OUTCOME"_s, u"STARTED"_s, u">TOOK"_s, u"WORKER"_s, u"ERROR"_s});
    for (const Attempt& attempt : detail.attempts)
        table.row({QString::number(attempt.number), printable(attempt.outcome, 32),
            knownMs(attempt.startedAt) ? timeText(attempt.startedAt, now) : QString(),
            knownMs(attempt.startedAt) && knownMs(attempt.endedAt) ? roughDuration(attempt.endedAt - attempt.startedAt)
                                                                   : QString(),
            printable(attempt.worker, 64), printable(errorLine(attempt.error), 200)});
    out.write(table.take());
}

/// Writes the payload piece by piece, so that it needn't fit into memory.
Result<int> writePayload(Context& context, QueueInspector& inspector, const QueueName& queue, const Task& task)
{
    // Read to the end, not just up to the payload's size: if fields are masked, packed payloads are returned as text,
    // which may be longer.
    for (qint64 offset = 0; !context.out().closed(); offset += sliceBytes) {
        const auto slice = inspector.payload(queue, exactId(task), offset, sliceBytes);
        if (!slice)
            return slice.error();
        if (slice->isEmpty())
            break;
        context.out().write(*slice);
        context.out().flushLarge();
        if (slice->size() < sliceBytes)
            break;
    }
    return 0;
}

/// Decodes the payload. `asked`: reader given with --read; if nullopt, uses the saved connection's reader or, if it has
/// none, detects the format. If `asked` is set, fails with the same errors as the inspector and the reader; otherwise
/// never fails.
Result<PayloadReading> readingOf(Context& context, QueueInspector& inspector, const QueueName& queue, const Task& task,
    const std::optional<ReaderChoice>& asked)
{
    const auto reader = asked ? PayloadReader::make(*asked) : context.readers().readerOf(queue, typeOf(task));
    if (!reader && asked)
        return reader.error();
    if (!reader) {
        tell(reader.error().message);
        return PayloadReading();
    }
    const bool isChosen = reader->choice().kind == ReaderChoice::Kind::Layers;
    const qint64 most = asked || isChosen ? qint64(PayloadReader::mostBytes) : PayloadReader::mostUnasked;
    if (task.size == 0 || reader->choice().kind == ReaderChoice::Kind::None || (task.size > most && !asked))
        return PayloadReading();
    if (task.size > most)
        return Error{ErrorCode::Refused, u"Payloads over 64 MiB are not decoded; --payload prints the bytes."_s};
    const auto bytes = inspector.payload(queue, exactId(task));
    if (!bytes)
        return asked ? Result<PayloadReading>(bytes.error()) : PayloadReading();
    PayloadReading reading = reader->read(*bytes);
    // If fields are masked, the inspector returns packed payloads as masked JSON text, which the requested reader can't
    // decode.
    if (asked && !reading.applies() && !context.maskedFields().isEmpty())
        reading = PayloadReader::make({ReaderChoice::Kind::Layers, {PayloadLayer::Json}, {}, {}})->read(*bytes);
    if (asked && !reading.applies() && !reading.problem().isEmpty() && context.maskedFields().isEmpty())
        return Error{ErrorCode::Refused, reading.problem()};
    PayloadMask(context.maskedFields()).apply(reading.text); // mask in place: the text may be up to 64 MiB long
    return reading;
}

} // namespace

Result<int> runShow(Context& context)
{
    std::optional<ReaderChoice> asked;
    if (context.line().has("read")) {
        auto choice = ReaderChoice::parse(QString::fromUtf8(context.line().value("read")));
        if (!choice)
            return choice.error();
        asked = *std::move(choice);
    }
    const auto queue = context.queue();
    if (!queue)
        return queue.error();
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    const auto detail = context.task(*queue);
    if (!detail)
        return detail.error();

    const bool payloadAsked = context.line().has("payload");
    const bool isPlain = !asked || asked->kind == ReaderChoice::Kind::None;
    if (payloadAsked && !context.json() && isPlain)
        return writePayload(context, **inspector, *queue, detail->task);
    const auto reading = readingOf(context, **inspector, *queue, detail->task, asked);
    if (!reading)
        return reading.error();
    if (payloadAsked && !context.json()) {
        if (!reading->applies())
            return writePayload(context, **inspector, *queue, detail->task);
        context.out().write(reading->text);
        if (!reading->problem().isEmpty())
            tell(reading->problem());
        return 0;
    }
    TaskFlow flow;
    if (detail->inFlow) {
        auto read = (*inspector)->flow(*queue, exactId(detail->task));
        if (!read)
            return read.error();
        flow = *std::move(read);
    }
    std::optional<QByteArray> payload;
    if (payloadAsked) {
        auto bytes = (*inspector)->payload(*queue, exactId(detail->task));
        if (!bytes)
            return bytes.error();
        payload = *std::move(bytes);
    }
    const QByteArray kept
        = detail->attemptsNotKept() > 0 ? context.backend().capabilities(*queue).keptAttempts : QByteArray();
    if (context.json()) {
        writeTaskJson(context, *queue, *detail, kept, flow, payload, *reading, payloadAsked || asked);
        return 0;
    }
    const auto now = context.now();
    if (!now)
        return now.error();
    writeTaskText(context, *queue, *detail, kept, flow, *reading, asked.has_value(), *now);
    return 0;
}

} // namespace dueline::duectl
