// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "app/duectl/taskoptions.h"
#include "core/base/duration.h"
#include "core/base/text.h"

#include <limits>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr qint64 chunkTasks = 5'000;
constexpr qint64 chunkBytes = 16LL * 1024 * 1024;

/// Options of `add`. Relative times are unresolved, because they depend on the server's clock.
struct AddRequest
{
    QueueName queue;
    QByteArray type;
    QByteArray payload;
    TaskOptions options;
    std::optional<Millis> in;
    std::optional<TimePoint> at;
    std::optional<Millis> spread;
    /// expiry as typed: a time, or a duration from the server's current time; may be empty
    QByteArray expires;
    QByteArray id;
    std::optional<UniqueKey> unique;
    std::optional<int> priority;
    qint64 copies = 1;
};

/// Returns whether an id fits on one line, so that scripts read it as a single id. Ids from other programs may contain
/// arbitrary bytes.
bool fitsALine(QByteArrayView text)
{
    return std::none_of(text.begin(), text.end(), [](char c) { return quint8(c) < 0x20 || c == 0x7f; });
}

Result<> readAddTimes(const CommandLine& line, AddRequest& request)
{
    const auto in = line.duration("in");
    if (!in)
        return in.error();
    const TimePoint now = SystemClock().now();
    const auto at = line.moment("at", now);
    if (!at)
        return at.error();
    if (*in && *at)
        return usage(u"--in and --at cannot be used together: a task has one due time."_s);
    request.in = *in;
    if (*at)
        request.at = settledDue(QString::fromUtf8(line.value("at")), **at, now);
    const auto copies = line.number("copies", 1, 100'000'000);
    if (!copies)
        return copies.error();
    request.copies = copies->value_or(1);
    const auto spread = line.duration("spread");
    if (!spread)
        return spread.error();
    request.spread = *spread;
    if (request.spread && request.copies == 1)
        return usage(u"--spread requires --copies: it spreads the due times of the copies."_s);
    return {};
}

Result<> readUnique(const CommandLine& line, AddRequest& request)
{
    const auto holdFor = line.duration("unique-for");
    if (!holdFor)
        return holdFor.error();
    if (line.has("unique") != holdFor->has_value())
        return usage(u"--unique and --unique-for must be used together: one sets the key, the other how long the "
                     u"task holds it."_s);
    if (!*holdFor)
        return {};
    if (request.copies > 1)
        return usage(u"--unique and --copies cannot be used together: only the first copy would be added."_s);
    request.unique = UniqueKey{line.value("unique"), **holdFor};
    return checkUniqueKey(*request.unique);
}

Result<AddRequest> readAddRequest(Context& context)
{
    const CommandLine& line = context.line();
    AddRequest request;
    const auto queue = context.queue(0, QueueUse::MayCreate);
    if (!queue)
        return queue.error();
    request.queue = *queue;
    request.type = line.words()[1];
    if (const auto valid = checkType(request.type); !valid)
        return valid.error();
    if (request.type.startsWith("\xef\xbb\xbf"))
        return usage(u"The type \"%1\" begins with an invisible byte order mark (U+FEFF); remove it."_s.arg(
            printable(request.type, 60)));
    if (!fitsALine(request.type))
        return usage(
            u"The type \"%1\" contains a control character; remove it, because ids are printed one per line."_s.arg(
                printable(request.type, 60)));
    auto options = readTaskOptions(line);
    if (!options)
        return options.error();
    request.options = *std::move(options);
    if (const auto expires = line.moment("expires", TimePoint()); !expires)
        return expires.error();
    request.expires = line.value("expires");
    if (const auto read = readAddTimes(line, request); !read)
        return read.error();
    if (const auto read = readUnique(line, request); !read)
        return read.error();
    const auto priority = line.number("priority", 1, std::numeric_limits<int>::max());
    if (!priority)
        return priority.error();
    if (*priority)
        request.priority = int(**priority);
    if (line.has("id")) {
        request.id = line.value("id");
        if (request.copies > 1)
            return usage(u"--id and --copies cannot be used together: an id identifies one task."_s);
        if (request.id.isEmpty())
            return usage(u"--id is empty: give at least one character, or omit the option."_s);
        if (request.id.size() > 256)
            return usage(u"--id is longer than 256 bytes."_s);
        if (!fitsALine(request.id))
            return usage(
                u"--id \"%1\" contains a control character; remove it, because ids are printed one per line."_s.arg(
                    printable(request.id, 60)));
    }
    auto payload = readPayload(line);
    if (!payload)
        return payload.error();
    request.payload = *std::move(payload);
    return request;
}

/// Resolves all relative times against the server's clock if the task has a spread or an expiry, so that all copies use
/// the same times.
Result<> resolveTimes(Backend& backend, AddRequest& request)
{
    if (request.expires.isEmpty() && !request.spread)
        return {};
    const auto now = backend.serverTime();
    if (!now)
        return now.error();
    if (!request.at)
        request.at = *now + request.in.value_or(Millis::zero());
    request.in.reset();
    if (request.expires.isEmpty())
        return {};
    const auto expires = parseMoment(QString::fromUtf8(request.expires), *now);
    if (!expires)
        return expires.error();
    if (expires->at <= *request.at)
        return usage(
            u"--expires is not after the due time, so the task could never start. Like --in, it is relative to now."_s);
    request.options.expiresAt = settled(QString::fromUtf8(request.expires), *expires);
    return {};
}

NewTask taskNumber(const AddRequest& request, qint64 index, TimePoint clock)
{
    NewTask task;
    task.id = request.id.isEmpty() ? makeTaskId(request.type, clock) : taskIdFor(request.type, request.id);
    task.dueAt = request.at;
    task.dueIn = request.in;
    if (request.spread)
        task.dueAt
            = *request.at + Millis(qint64(double(request.spread->count()) * double(index) / double(request.copies)));
    task.options = request.options;
    task.payload = request.payload;
    task.unique = request.unique;
    task.priority = request.priority;
    return task;
}

/// Printer for the ids of tasks that were definitely added.
class IdPrinter
{
public:
    IdPrinter(Output& out, bool asJson)
        : m_out(out)
        , m_asJson(asJson)
    { }

    void print(const TaskId& id, AddOutcome outcome)
    {
        ++m_count;
        if (!m_asJson) {
            m_out.write((m_terminal ? printable(id, 600).toUtf8() : id) + '\n');
            return;
        }
        if (m_count == 1)
            m_json.beginArray();
        m_json.beginObject();
        m_json.member("id", id);
        m_json.member("outcome", outcome == AddOutcome::Exists ? "exists" : "added");
        m_json.endObject();
        m_out.write(m_json.take());
    }
    void finish()
    {
        if (!m_asJson)
            return;
        if (m_count == 0)
            m_json.beginArray();
        m_json.endArray();
        m_out.write(m_json.take());
    }
    qint64 count() const { return m_count; }

private:
    Output& m_out;
    bool m_asJson;
    /// True if standard output is a terminal. Ids are then escaped, because they may contain terminal control
    /// sequences.
    bool m_terminal = ::isatty(STDOUT_FILENO) == 1;
    JsonWriter m_json;
    qint64 m_count = 0;
};

Error conflict(const AddRequest& request, const TaskId& id)
{
    return {ErrorCode::Exists,
        u"The task %1 already exists in %2 with different content; nothing was changed. \"duectl show\" shows it."_s
            .arg(printable(id), printable(request.queue))};
}

/// Prints the ids of a failed chunk's tasks that were added before the failure, for example before the server ran out
/// of memory. Looks up each task on the server, and stops at the first error, such as a lost connection.
void printThose(Backend& backend, const AddRequest& request, const std::vector<NewTask>& tasks, IdPrinter& ids)
{
    for (const NewTask& task : tasks) {
        const TaskId id = backend.editor()->idFor(request.queue, task);
        const auto found = backend.inspector().task(request.queue, id);
        if (found)
            ids.print(id, AddOutcome::Added);
        else if (found.error().code != ErrorCode::NotFound)
            return;
    }
}

/// Finishes printing ids, and returns the error for a run that added only some of the tasks.
Error stopped(Context& context, IdPrinter& ids, const AddRequest& request, const Error& error)
{
    if (ids.count() == 0)
        return error;
    ids.finish();
    context.out().flush();
    return {error.code,
        u"Only %1 of %2 were added: %3"_s.arg(QString::number(ids.count()), tasksText(request.copies), error.message),
        error.detail};
}

/// Prints a message about the existing task that prevented the addition (an identical task, or one with the same unique
/// key), and returns its id.
Result<TaskId> tellExisting(Backend& backend, const AddRequest& request, const TaskId& id)
{
    if (!request.unique || (!request.id.isEmpty() && backend.inspector().task(request.queue, id))) {
        if (request.copies == 1)
            tell(u"The task %1 already exists with the same content."_s.arg(printable(id)));
        return id;
    }
    const auto held = backend.inspector().holderOf(request.queue, request.unique->key);
    if (!held)
        return held.error();
    if (!*held)
        return Error{ErrorCode::Exists,
            u"The key \"%1\" was held by another task and is now free. Nothing was added; try again."_s.arg(
                printable(request.unique->key, 60))};
    tell(u"The key \"%1\" is held by %3 until %2; nothing was added."_s.arg(
        printable(request.unique->key, 60), formatInstant((*held)->until), printable((*held)->id)));
    return (*held)->id;
}

Error interruptedAfter(const IdPrinter& ids)
{
    return {ErrorCode::Cancelled, ids.count() == 0 ? u"Interrupted; nothing was added."_s : u"it was interrupted."_s};
}

} // namespace

Result<int> runAdd(Context& context)
{
    auto request = readAddRequest(context);
    if (!request)
        return request.error();
    const auto editor = context.editor();
    if (!editor)
        return editor.error();
    if (const auto checked = context.checkMade(context.line().words()[0]); !checked)
        return checked.error();
    if (const auto resolved = resolveTimes(context.backend(), *request); !resolved)
        return resolved.error();

    Progress progress;
    IdPrinter ids(context.out(), context.json());
    const qint64 perChunk = std::clamp<qint64>(chunkBytes / (request->payload.size() + 1), 1, chunkTasks);
    const SystemClock clock;
    std::vector<NewTask> tasks;
    qint64 existing = 0;
    // A signal ends the command between chunks, after the ids of the last chunk have been printed.
    const SignalWatch signalWatch;
    for (qint64 done = 0; done < request->copies;) {
        if (signalWatch.count() > 0) {
            progress.clear();
            return stopped(context, ids, *request, interruptedAfter(ids));
        }
        tasks.clear();
        const qint64 end = std::min(request->copies, done + perChunk);
        const TimePoint idTime = clock.now();
        for (qint64 i = done; i < end; ++i)
            tasks.push_back(taskNumber(*request, i, idTime));
        const auto outcomes = (*editor)->add(request->queue, tasks);
        if (!outcomes) {
            if (request->copies > 1)
                printThose(context.backend(), *request, tasks, ids);
            return stopped(context, ids, *request, outcomes.error());
        }
        for (std::size_t i = 0; i < outcomes->size(); ++i) {
            Result<TaskId> id = (*editor)->idFor(request->queue, tasks[i]);
            if ((*outcomes)[i] == AddOutcome::Conflict)
                return stopped(context, ids, *request, conflict(*request, *id));
            existing += (*outcomes)[i] == AddOutcome::Exists ? 1 : 0;
            if ((*outcomes)[i] == AddOutcome::Exists)
                id = tellExisting(context.backend(), *request, *id);
            if (!id)
                return id.error();
            // The user probably gave a complete id, but with the wrong task type.
            if (request->id.contains('#') && *id != request->id)
                tell(u"The id \"%1\" starts with the type \"%2\", but the type of the task is \"%3\", so the complete "
                     u"id is %4."_s.arg(printable(request->id, 60), printable(typeOf(request->id).toByteArray(), 40),
                         printable(request->type, 40), printable(*id, 120)));
            ids.print(*id, (*outcomes)[i]);
        }
        context.out().flushLarge();
        done = end;
        progress.show(u"%1 of %2 added"_s.arg(done).arg(request->copies));
    }
    ids.finish();
    if (existing > 0 && request->copies > 1)
        tell(u"%1 of %2 were not added, because the queue already contains the same task."_s.arg(existing).arg(
            tasksText(request->copies)));
    return 0;
}

} // namespace dueline::duectl
