// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqeditor.h"

#include "core/base/text.h"
#include "core/layouts/sidekiq/sidekiqbulk.h"
#include "core/layouts/sidekiq/sidekiqediting.h"
#include "core/layouts/sidekiq/sidekiqsources.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t wordsPerJob = 6;
constexpr std::size_t wordsBeforeJobs = 3;
constexpr qint64 undoBytesPerTask = 60; ///< besides the job's bytes where these are replaced

bool mayHaveBeenDone(ErrorCode code)
{
    return code == ErrorCode::Timeout || code == ErrorCode::Disconnected || code == ErrorCode::Cancelled;
}

bool isSameStep(const ActionStep& a, const ActionStep& b)
{
    return a.queue == b.queue && a.operation == b.operation && a.action == b.action && a.refs == b.refs
        && a.newDue == b.newDue;
}

QByteArray codeOf(ItemOutcome outcome)
{
    switch (outcome) {
    case ItemOutcome::Damaged:
        return "d";
    case ItemOutcome::InBatch:
        return "b";
    case ItemOutcome::UniqueLock:
        return "k";
    case ItemOutcome::Running:
        return "w";
    case ItemOutcome::Untimed:
        return "u";
    case ItemOutcome::MovedOn:
        return "m";
    default:
        return "r";
    }
}

/// Why an action is not for what stands in a set; nullopt: it is.
std::optional<ItemOutcome> whyNotFor(ActionKind kind, const QByteArray& set)
{
    const bool isTrash = set == "trash";
    bool isFor = true;
    switch (kind) {
    case ActionKind::Retry:
        isFor = set == "retry" || set == "dead";
        break;
    case ActionKind::RunNow:
        isFor = set == "schedule" || set == "retry";
        break;
    case ActionKind::Reschedule:
        if (set == "queue")
            return ItemOutcome::Untimed;
        isFor = set == "schedule" || set == "retry";
        break;
    case ActionKind::Discard:
        isFor = !isTrash;
        break;
    case ActionKind::Restore:
        isFor = isTrash;
        break;
    case ActionKind::Delete:
        break;
    }
    return isFor ? std::nullopt : std::optional(ItemOutcome::Refused);
}

} // namespace

std::optional<ItemOutcome> sidekiqOutcome(char code)
{
    switch (code) {
    case '1':
        return ItemOutcome::Done;
    case '0':
        return ItemOutcome::NotFound;
    case 'm':
        return ItemOutcome::MovedOn;
    case 'r':
        return ItemOutcome::Refused;
    case 't':
        return ItemOutcome::IdTaken;
    case 'd':
        return ItemOutcome::Damaged;
    case 'u':
        return ItemOutcome::Untimed;
    case 'b':
        return ItemOutcome::InBatch;
    case 'k':
        return ItemOutcome::UniqueLock;
    case 'w':
        return ItemOutcome::Running;
    default:
        return std::nullopt;
    }
}

SidekiqEditor::SidekiqEditor(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec, const QByteArray& ours)
    : m_client(client)
    , m_clock(clock)
    , m_spec(spec)
    , m_ours(ours)
    , m_scripts(client, FrameworkScripts::library("sidekiq"), [](const QByteArray&) { return QString(); })
    , m_operations(m_scripts, "sidekiq")
    , m_places(client)
    , m_bulk(std::make_unique<SidekiqBulk>(*this))
{ }

SidekiqEditor::~SidekiqEditor() = default;

OverlayKeys SidekiqEditor::keys(const QueueName& queue) const { return sidekiqKeys(m_spec, m_ours, queue); }

BulkEditor* SidekiqEditor::bulk(const QueueName&) { return m_bulk.get(); }

TaskId SidekiqEditor::idFor(const QueueName&, const NewTask& task) const
{
    return task.id.mid(task.id.indexOf('#') + 1);
}

Result<std::vector<AddOutcome>> SidekiqEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    std::vector<AddOutcome> outcomes;
    if (m_spec.isShared(queue)) {
        return Error{
            ErrorCode::Usage, QStringLiteral("All queues share this place; name the queue that the job is for.")};
    }
    const OverlayKeys k = keys(queue);
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto newest = m_client.pipeline(
        {{"LINDEX", m_spec.key("queue:" + queue), "0"}, {"ZRANGE", m_spec.key("schedule"), "-1", "-1"},
            {"ZRANGE", m_spec.key("retry"), "-1", "-1"}, {"ZRANGE", m_spec.key("dead"), "-1", "-1"}});
    if (!newest)
        return newest.error();
    std::vector<QByteArray> members;
    for (const Reply& reply : *newest) {
        if (const Reply& one = reply.items.empty() ? reply : reply.items.front(); one.isBytes())
            members.push_back(one.bytes);
    }
    const bool asMilliseconds = SidekiqEditing::hasMilliseconds(members);
    std::vector<std::vector<QByteArray>> calls;
    qsizetype bytes = 0;
    for (const NewTask& task : tasks) {
        std::optional<TimePoint> due = task.dueAt;
        if (task.dueIn)
            due = *now + *task.dueIn;
        const bool isDueNow = !due || *due <= *now;
        const QByteArray jid = idFor(queue, task);
        const auto job = SidekiqEditing::newJob(queue, jid, task, toMs(*now) * 1000, isDueNow, asMilliseconds);
        if (!job)
            return job.error();
        const QByteArray content = typeOf(task.id).toByteArray() + '\n' + task.payload;
        if (calls.empty() || calls.back().size() > 4 * tasksPerCall || bytes + job->size() > bytesPerCall) {
            calls.push_back({queue});
            bytes = 0;
        }
        bytes += job->size();
        calls.back().insert(calls.back().end(),
            {jid, QCryptographicHash::hash(content, QCryptographicHash::Sha1).toHex(), *job,
                isDueNow ? QByteArray() : QByteArray::number(double(toMs(*due)) / 1000, 'f', 3)});
    }
    for (const auto& call : calls) {
        const auto reply = m_scripts.run("add", k, {k.first(), k.overlay}, call);
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype((call.size() - 1) / 4))
            return unexpectedReply();
        for (const char code : reply->bytes)
            outcomes.push_back(code == '1' ? AddOutcome::Added
                    : code == 'e'          ? AddOutcome::Exists
                                           : AddOutcome::Conflict);
    }
    return outcomes;
}

std::optional<TaskSource> SidekiqEditor::sourceOf(const QueueName& queue, TaskState state) const
{
    for (const TaskSource& source : sidekiqSources(m_spec, m_ours, queue)) {
        if (source.state == state || source.whenDue == state)
            return source;
    }
    return std::nullopt;
}

Result<std::vector<QByteArray>> SidekiqEditor::argumentsFor(ActionKind kind, const QueueName& queue, TaskState state,
    const QByteArray& name, const std::optional<SidekiqPlace>& place)
{
    const auto settled = [&name](ItemOutcome outcome) {
        return std::vector<QByteArray>{name, {}, {}, {}, {}, codeOf(outcome)};
    };
    if (!place)
        return settled(state == TaskState::Leased ? ItemOutcome::Running : ItemOutcome::MovedOn);
    if (const auto why = whyNotFor(kind, place->set))
        return settled(*why);
    std::vector<QByteArray> words{place->name, place->set, place->seen, {}, {}, {}};
    if (!m_spec.isShared(queue))
        words[3] = queue;
    if (place->set == "trash")
        return words;
    // What cannot be read can only be deleted; a job that others count on is not even that.
    const auto kept = SidekiqEditing::whyKept(place->member);
    const bool isThrownAway = kind == ActionKind::Discard || kind == ActionKind::Delete;
    if (kept && (*kept == ItemOutcome::Damaged ? kind != ActionKind::Delete : isThrownAway))
        return settled(*kept);
    if (kind != ActionKind::Retry && kind != ActionKind::RunNow)
        return words;
    const auto now = m_clock.now(m_client);
    if (!now)
        return now.error();
    const auto push
        = SidekiqEditing::push(place->member, toMs(*now) * 1000 + m_pushes++ % 1000, place->set != "schedule");
    if (!push)
        return settled(ItemOutcome::Damaged);
    words[3] = push->queue;
    words[4] = push->edits;
    return words;
}

Result<std::vector<std::optional<SidekiqPlace>>> SidekiqEditor::placesOf(
    const ActionStep& step, std::size_t first, std::size_t last)
{
    std::map<TaskState, std::vector<std::size_t>> byState;
    for (std::size_t i = first; i < last; ++i)
        byState[step.refs[i].seenState].push_back(i);
    std::vector<std::optional<SidekiqPlace>> places(last - first);
    for (const auto& [state, those] : byState) {
        const auto source = sourceOf(step.queue, state);
        if (!source)
            continue;
        std::vector<SidekiqWanted> wanted;
        for (const std::size_t i : those)
            wanted.push_back({step.refs[i].id, '@' + number(toMs(step.refs[i].seenAt))});
        auto found = m_places.find(keys(step.queue), *source, wanted);
        if (!found)
            return found.error();
        for (std::size_t i = 0; i < those.size(); ++i)
            places[those[i] - first] = std::move((*found)[i]);
    }
    return places;
}

/// The next call of a step: where its next tasks stand is read now.
Result<> SidekiqEditor::prepare(Begun& begun)
{
    const ActionStep& step = begun.step;
    const std::size_t first = begun.outcomes.size();
    const std::size_t last = std::min(step.refs.size(), first + tasksPerCall);
    const auto places = placesOf(step, first, last);
    if (!places)
        return places.error();
    std::vector<QByteArray> call{{}, uniquePartOf(step.operation), actionName(step.action.kind).toByteArray()};
    qsizetype bytes = 0;
    begun.tasks = 0;
    for (std::size_t i = first; i < last; ++i) {
        const auto& place = (*places)[i - first];
        bytes += place ? place->member.size() : 0;
        if (i > first && bytes > bytesPerCall)
            break;
        auto words = argumentsFor(step.action.kind, step.queue, step.refs[i].seenState, step.refs[i].id, place);
        if (!words)
            return words.error();
        if (step.action.kind == ActionKind::Reschedule)
            (*words)[4] = number(toMs(step.newDue[i]));
        call.insert(call.end(), words->begin(), words->end());
        ++begun.tasks;
    }
    begun.call = std::move(call);
    return {};
}

Result<std::vector<ItemOutcome>> SidekiqEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, QStringLiteral("A step acts on at most 100 tasks.")};
    if (step.action.kind == ActionKind::Reschedule && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, QStringLiteral("Rescheduling needs one new due time per task.")};
    if (!m_begun || !isSameStep(m_begun->step, step))
        m_begun = Begun{step, {}, {}, 0};
    Begun& begun = *m_begun;
    const OverlayKeys k = keys(step.queue);
    const char* script = step.action.kind == ActionKind::Delete ? "delete" : "act";
    while (begun.outcomes.size() < step.refs.size()) {
        if (begun.call.empty()) {
            if (const auto prepared = prepare(begun); !prepared)
                return prepared.error();
        }
        Q_ASSERT(begun.call.size() == wordsBeforeJobs + wordsPerJob * begun.tasks);
        const auto reply = m_scripts.runOnce(script, k, {k.first(), k.overlay}, begun.call);
        if (!reply) {
            if (!mayHaveBeenDone(reply.error().code))
                begun.call.clear();
            return reply.error();
        }
        if (reply->bytes.size() != qsizetype(begun.tasks))
            return unexpectedReply();
        for (const char code : reply->bytes) {
            const auto outcome = sidekiqOutcome(code);
            if (!outcome)
                return unexpectedReply();
            begun.outcomes.push_back(*outcome);
        }
        begun.call.clear();
    }
    auto outcomes = std::move(begun.outcomes);
    m_begun.reset();
    return outcomes;
}

Result<std::optional<Foresight>> SidekiqEditor::foresee(const ActionStep& step)
{
    Foresight foresight;
    for (std::size_t first = 0; first < step.refs.size(); first += tasksPerCall) {
        const std::size_t last = std::min(step.refs.size(), first + tasksPerCall);
        const auto places = placesOf(step, first, last);
        if (!places)
            return places.error();
        for (std::size_t i = first; i < last; ++i) {
            const auto& place = (*places)[i - first];
            const auto words
                = argumentsFor(step.action.kind, step.queue, step.refs[i].seenState, step.refs[i].id, place);
            if (!words)
                return words.error();
            const QByteArray& code = words->back();
            const auto outcome = code.isEmpty() ? std::optional(ItemOutcome::Done) : sidekiqOutcome(code.front());
            if (!outcome)
                return unexpectedReply();
            foresight.outcomes.push_back(*outcome);
            const bool isPushed = step.action.kind == ActionKind::Retry || step.action.kind == ActionKind::RunNow;
            if (*outcome == ItemOutcome::Done && step.action.kind != ActionKind::Delete)
                foresight.undoBytes += undoBytesPerTask + (isPushed ? place->member.size() : 0);
        }
    }
    return std::optional(std::move(foresight));
}

Result<UndoStep> SidekiqEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(keys(queue), undone, operation, {}, turn);
}

Result<> SidekiqEditor::record(const OperationRecord& record) { return m_operations.write(keys(record.queue), record); }

Result<> SidekiqEditor::setPaused(const QueueName&, bool)
{
    return Error{ErrorCode::NotSupported, QStringLiteral("Sidekiq's open edition cannot pause a queue.")};
}

Result<> SidekiqEditor::permitted(const QueueName& queue)
{
    const OverlayKeys k = keys(queue);
    const auto reply
        = m_scripts.run("probe", k, {k.first(), k.overlay}, {m_spec.isShared(queue) ? QByteArray() : queue});
    return reply ? Result<>() : Result<>(reply.error());
}

} // namespace dueline
