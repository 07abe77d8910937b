// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobeditor.h"

#include "core/base/text.h"
#include "core/layouts/shared/bull/bulljob.h"
#include "core/layouts/shared/bull/bulljobwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace dueline {

namespace {

constexpr int pauseCalls = 10'000; ///< maximum number of calls per pause; each call moves up to 1,000 jobs
constexpr std::size_t addedAtOnce = 100;

/// Returns whether an error means that the queue, or the key that registers it, is missing. Connected workers will
/// recreate the key.
bool isRemoved(const Error& error)
{
    return error.detail.startsWith(u"REFUSED removed") || error.detail.startsWith(u"REFUSED lost");
}

QByteArray partBehindType(const TaskId& id)
{
    const qsizetype hash = id.indexOf('#');
    return hash < 0 ? id : id.mid(hash + 1);
}

bool isJobNumber(const QByteArray& id)
{
    return !id.isEmpty() && std::all_of(id.begin(), id.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns a new job's id. Only the framework assigns numeric ids. If a job from another queue has a numeric id, its
/// new id is a hash of its content: jobs in two queues may have the same number, so the original id can't be used. The
/// new id must be the same every time, so that a repeated import finds the job again.
QByteArray jobIdOf(const NewTask& task)
{
    constexpr qsizetype digits = 8;
    const QByteArray id = partBehindType(task.id);
    if (!task.isTransferred || !isJobNumber(id))
        return id;
    // Include the time when the job was added: recurring jobs often have the same content, and ids start over at 1
    // after a flush.
    const QByteArray added = task.addedAt ? '\n' + number(toMs(*task.addedAt)) : QByteArray();
    const QByteArray content = typeOf(task.id).toByteArray() + '\n' + task.payload + added;
    return id + '~' + QCryptographicHash::hash(content, QCryptographicHash::Sha1).toHex().left(digits);
}

/// Returns a new job's `opts` as the framework writes it, but without `delay` and `timestamp`, which the script derives
/// from the server's clock. Errors: NotSupported if the framework lacks an option.
Result<QByteArray> writtenOptions(const NewTask& task, const JobEditing& editing)
{
    const auto unknown = [&editing](const char* what) {
        return Error{ErrorCode::NotSupported, jobwords::unsupportedOption(editing.framework, what)};
    };
    QJsonObject opts;
    const TaskOptions& options = task.options;
    if (const auto attempts = options.maxAttempts ? options.maxAttempts : editing.usualAttempts)
        opts.insert(QLatin1StringView("attempts"), *attempts);
    if (options.backoff) {
        const Backoff& backoff = *options.backoff;
        if (backoff.kind == Backoff::Kind::List)
            return unknown(bulljobwords::backoffListOption());
        if (backoff.kind != Backoff::Kind::None) {
            const bool isFixed = backoff.kind == Backoff::Kind::Fixed;
            opts.insert(QLatin1StringView("backoff"),
                QJsonObject{{QStringLiteral("type"), isFixed ? QStringLiteral("fixed") : QStringLiteral("exponential")},
                    {QStringLiteral("delay"), double(backoff.base.count())}});
        }
    }
    if (task.priority)
        opts.insert(QLatin1StringView("priority"), *task.priority);
    if (options.leaseFor)
        return unknown(jobwords::leaseOption());
    if (options.expiresAt)
        return unknown(jobwords::expiryOption());
    if (task.unique)
        return unknown(jobwords::uniqueOption());
    return QJsonDocument(opts).toJson(QJsonDocument::Compact);
}

/// Returns a job's stored options if the new job's `options` are the same except for the delay, so that it can keep
/// them unchanged; otherwise empty.
QByteArray keptOptions(const NewTask& task, const QByteArray& id, const QByteArray& options)
{
    if (!task.isTransferred || task.stored.contains('\n'))
        return {};
    QJsonObject stored = QJsonDocument::fromJson(task.stored).object();
    stored.remove(QLatin1StringView("delay"));
    if (stored.value(QLatin1StringView("jobId")).toString().toUtf8() == id)
        stored.remove(QLatin1StringView("jobId"));
    return stored == QJsonDocument::fromJson(options).object() ? task.stored : QByteArray();
}

/// Returns the delay in a job's stored options; 0 if there is none.
qint64 delayIn(const QByteArray& opts)
{
    const double ms = QJsonDocument::fromJson(opts).object().value(QLatin1StringView("delay")).toDouble();
    return ms > 0 && ms < double(endOfTime) ? qint64(ms) : 0;
}

/// Rejects an id that the framework would misinterpret. Errors: Refused.
Result<> checkJobId(const QByteArray& id)
{
    if (id.isEmpty() || id.contains(':') || isJobNumber(id)) {
        return Error{ErrorCode::Refused, bulljobwords::idIsReserved(printable(id, 80))};
    }
    return {};
}

/// Rejects data that isn't a JSON value: no worker could process such a job. Empty data becomes `{}`. Errors: Refused.
Result<> checkJobData(const QByteArray& data)
{
    // Wrap the value in an array: QJsonDocument can't parse a bare string or number.
    if (data.isEmpty() || QJsonDocument::fromJson('[' + data + ']').array().size() == 1)
        return {};
    return Error{ErrorCode::Refused, bulljobwords::dataIsNoJson()};
}

/// Implements IdEditor::Content::with.
Result<QByteArray> editedData(const QByteArray& stored, const std::optional<QByteArray>& data)
{
    if (!data)
        return stored;
    const auto checked = checkJobData(*data);
    return !checked ? Result<QByteArray>(checked.error()) : data->isEmpty() ? QByteArray("{}") : *data;
}

const OutcomeCodes& jobCodes()
{
    static const OutcomeCodes codes{{'f', ItemOutcome::InFlow}, {'n', ItemOutcome::NextRun}, {'h', ItemOutcome::Held},
        {'s', ItemOutcome::Stalled}, {'g', ItemOutcome::InGroup}, {'u', ItemOutcome::Untimed},
        {'t', ItemOutcome::IdTaken}, {'d', ItemOutcome::Damaged}, {'l', ItemOutcome::RateLimited},
        {'p', ItemOutcome::LongList}};
    return codes;
}

/// Returns the sources of waiting jobs. Lists have the names that scripts use for them.
IdEditor::Waiting waitingIn(const std::vector<TaskSource>& sources)
{
    IdEditor::Waiting waiting;
    for (const TaskSource& source : sources) {
        if (source.state != TaskState::Due && source.whenDue != TaskState::Due)
            continue;
        if (source.kind == TaskSource::Kind::List)
            waiting.lists.push_back({source.key, source.key.mid(source.key.lastIndexOf(':') + 1)});
        else
            waiting.sets.push_back(source.key);
    }
    return waiting;
}

} // namespace

JobEditor::JobEditor(RedisClient& client, const QByteArray& ours, const JobEditing& editing)
    : IdEditor(client, editing.layout, editing.refusal,
        {[ours, prefix = editing.prefix](
             const QueueName& queue) { return OverlayKeys::beside(ours, prefix + ':' + queue + ':'); },
            editing.sources, [word = editing.word](const QueueName&) { return word; },
            [sources = editing.sources](const QueueName& queue) { return waitingIn(sources(queue)); }, jobCodes(),
            {[prefix = editing.prefix](
                 const QueueName& queue, const TaskId& id) { return prefix + ':' + queue + ':' + id; },
                "data", editedData}})
    , m_editing(editing)
    , m_workers(client, editing.prefix, {})
{ }

TaskId JobEditor::idFor(const QueueName&, const NewTask& task) const { return jobIdOf(task); }

Result<QByteArray> JobEditor::optionsOf(const NewTask& task) const
{
    const auto given = writtenOptions(task, m_editing);
    if (!given || task.stored.isEmpty())
        return given;
    QJsonObject options = runningOptionsOf(task.stored);
    const QJsonObject own = QJsonDocument::fromJson(*given).object();
    for (auto option = own.begin(); option != own.end(); ++option) {
        // If both values are equivalent, keep the stored one: it may contain more data, such as a backoff's jitter.
        const bool isSame = (option.key() == u"attempts" && task.options.maxAttempts == maxAttemptsOf(task.stored))
            || (option.key() == u"backoff" && task.options.backoff == backoffOf(task.stored));
        if (!isSame || !options.contains(option.key()))
            options.insert(option.key(), option.value());
    }
    if (!task.priority)
        options.remove(QLatin1StringView("priority"));
    return QJsonDocument(options).toJson(QJsonDocument::Compact);
}

Result<bool> JobEditor::isLive(const QueueName& queue)
{
    const auto now = client().serverTime();
    if (!now)
        return now.error();
    const auto served = m_workers.serve(queue, *now);
    if (!served)
        return served.error();
    return served->value_or(false);
}

Result<> JobEditor::checkNew(const std::vector<NewTask>& tasks) const
{
    for (const NewTask& task : tasks) {
        if (auto checked = checkJobId(jobIdOf(task)); !checked)
            return checked;
        if (auto checked = checkJobData(task.payload); !checked)
            return checked;
        if (auto checked = checkPriority(task, m_editing.mostPriority, m_editing.layout); !checked)
            return checked;
        if (const auto options = optionsOf(task); !options)
            return options.error();
    }
    return {};
}

Result<> JobEditor::admits(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (const auto checked = checkNew(tasks); !checked)
        return checked;
    const auto permitted = this->permitted(queue);
    // Ignore all errors except Refused: a user with read-only permissions can't run the check.
    if (permitted || permitted.error().code != ErrorCode::Refused)
        return {};
    if (!isRemoved(permitted.error()))
        return permitted;
    const auto live = isLive(queue);
    return live && *live ? Result<>() : permitted;
}

/// Returns whether each transferred task is still in this queue under the number that the framework assigned. After a
/// flush, the framework counts from 1 again, so a new job can have the same number and content as an earlier one. Only
/// the times at which they were added tell them apart.
Result<std::vector<bool>> JobEditor::areUnderTheirNumbers(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    std::vector<bool> are(tasks.size());
    std::vector<Command> pipeline;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const QByteArray id = partBehindType(tasks[i].id);
        if (!tasks[i].isTransferred || !isJobNumber(id))
            continue;
        pipeline.push_back({"HMGET", keys(queue).base + id, "name", "data", "timestamp"});
        asked.push_back(i);
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t k = 0; k < asked.size(); ++k) {
        const auto& fields = (*replies)[k].items;
        const NewTask& task = tasks[asked[k]];
        are[asked[k]] = fields.size() == 3 && fields[0].bytes == typeOf(task.id).toByteArray()
            && fields[1].bytes == task.payload
            && (!task.addedAt || integerIn(fields[2]).value_or(toMs(*task.addedAt)) == toMs(*task.addedAt));
    }
    return are;
}

Result<std::optional<std::vector<AddOutcome>>> JobEditor::foreseeAdd(
    const QueueName& queue, const std::vector<NewTask>& tasks)
{
    std::vector<Command> pipeline;
    for (const NewTask& task : tasks) {
        const QByteArray hash = keys(queue).base + jobIdOf(task);
        pipeline.push_back({"HMGET", hash, "name", "data"});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    const auto numbered = areUnderTheirNumbers(queue, tasks);
    if (!numbered)
        return numbered.error();
    std::vector<AddOutcome> outcomes;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if ((*numbered)[i]) {
            outcomes.push_back(AddOutcome::Exists);
            continue;
        }
        const auto& fields = (*replies)[i].items;
        const bool isHash = fields.size() == 2; // the key may have a different type
        const bool isSame
            = isHash && fields[0].bytes == typeOf(tasks[i].id).toByteArray() && fields[1].bytes == tasks[i].payload;
        outcomes.push_back(addOutcomeOf(!isHash || fields[0].isBytes() || fields[1].isBytes(), isSame));
    }
    return std::optional(std::move(outcomes));
}

Result<std::vector<AddOutcome>> JobEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (const auto checked = checkNew(tasks); !checked)
        return checked.error();
    const auto numbered = areUnderTheirNumbers(queue, tasks);
    if (!numbered)
        return numbered.error();
    std::vector<AddOutcome> outcomes(tasks.size(), AddOutcome::Exists);
    std::vector<std::size_t> called; // indexes of the tasks to call scripts for, in call order
    std::vector<std::vector<QByteArray>> calls;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const NewTask& task = tasks[i];
        if ((*numbered)[i])
            continue;
        const QByteArray id = jobIdOf(task);
        auto options = optionsOf(task);
        if (!options)
            return options.error();
        const QByteArray kept = m_editing.keepsOptions ? keptOptions(task, id, *options) : QByteArray();
        if (!kept.isEmpty())
            options = kept + '\n' + *options;
        QByteArray due = task.dueAt ? number(toMs(*task.dueAt)) : QByteArray();
        if (task.dueIn)
            due = '+' + number(*task.dueIn);
        if (called.size() % addedAtOnce == 0)
            calls.push_back({{}, uniquePartOf(task.importId), m_editing.word});
        calls.back().insert(calls.back().end(),
            {id, typeOf(task.id).toByteArray(), task.payload, *options, due, number(task.priority.value_or(0)),
                task.isTransferred && task.addedAt ? number(toMs(*task.addedAt)) : QByteArray(),
                number(delayIn(task.stored))});
        called.push_back(i);
    }
    std::size_t answered = 0;
    for (std::vector<QByteArray>& call : calls) {
        const std::size_t count = (call.size() - 3) / 8;
        auto reply = runOnce("add", queue, call);
        if (!reply && isRemoved(reply.error())) {
            const auto live = isLive(queue);
            if (live && *live) {
                call[2] = "live";
                reply = runOnce("add", queue, std::move(call));
            }
        }
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype(count))
            return unexpectedReply();
        for (const char code : reply->bytes)
            outcomes[called[answered++]] = addOutcomeOf(code);
    }
    return outcomes;
}

Result<> JobEditor::setPaused(const QueueName& queue, bool paused)
{
    for (int call = 0; call < pauseCalls; ++call) {
        const auto reply = run("pause", queue, {paused ? "1" : "0", {}, m_editing.word});
        if (!reply)
            return reply.error();
        if (reply->integer != 2)
            return {};
    }
    return Error{ErrorCode::Busy, bulljobwords::jobsArriveTooFast(printable(queue))};
}

} // namespace dueline
