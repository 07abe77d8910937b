// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqeditor.h"

#include "core/base/text.h"
#include "core/layouts/sidekiq/sidekiqediting.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqsources.h"
#include "core/layouts/sidekiq/sidekiqwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {

/// Returns why an action doesn't apply to a set; nullopt if it does.
std::optional<ItemOutcome> whyNotFor(ActionKind kind, const QByteArray& set)
{
    const bool isTrash = set == "trash";
    bool isFor = true;
    switch (kind) {
    case ActionKind::Retry:
        isFor = set == "retry" || set == "dead" || set == "interrupted";
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

/// Returns the key that records that a job was added. It expires after a day.
QByteArray addedKey(const OverlayKeys& keys, const QByteArray& jid) { return keys.overlay + "added:" + jid; }

/// Returns the digest of a new job's class and arguments, as stored under addedKey().
QByteArray digestOf(const NewTask& task)
{
    const QByteArray content = typeOf(task.id).toByteArray() + '\n' + task.payload;
    return QCryptographicHash::hash(content, QCryptographicHash::Sha1).toHex();
}

} // namespace

SidekiqEditor::SidekiqEditor(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec, const QByteArray& ours,
    std::shared_ptr<SidekiqWork> work)
    : MemberEditor(
        client, clock, FrameworkScripts::library("sidekiq"), "sidekiq", [](const QByteArray&) { return QString(); },
        [](const QByteArray& member) { return SidekiqJob::read(member, SidekiqJob::Parts::Head).jid; })
    , m_spec(spec)
    , m_ours(ours)
    , m_work(std::move(work))
{ }

OverlayKeys SidekiqEditor::keys(const QueueName& queue) const { return sidekiqKeys(m_spec, m_ours, queue); }

std::vector<TaskSource> SidekiqEditor::sourcesOf(const QueueName& queue) const
{
    std::vector<TaskSource> sources = sidekiqSources(m_spec, m_ours, queue, true);
    if (m_spec.isShared(queue))
        return sources;
    for (const HeldList& list : m_work->held().listsOf(queue))
        sources.push_back(sidekiqHeldSource(list));
    return sources;
}

Result<> SidekiqEditor::refuse(ActionKind, const QueueName& queue)
{
    if (m_spec.isShared(queue))
        return {};
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto read = m_work->read(*now);
    return read || read.error().code == ErrorCode::Permission ? Result<>() : read;
}

Result<std::vector<std::optional<MemberPlace>>> SidekiqEditor::find(
    const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted)
{
    auto found = MemberEditor::find(queue, source, wanted);
    if (!found && found.error().code == ErrorCode::Permission && source.key == m_spec.key("interrupted"))
        return std::vector<std::optional<MemberPlace>>(wanted.size());
    if (found && source.state == TaskState::Leased) {
        for (auto& place : *found) {
            if (place)
                place->set = source.key.mid(m_spec.key({}).size());
        }
    }
    return found;
}

std::vector<QByteArray> SidekiqEditor::probed(const QueueName& queue) const
{
    return {m_spec.isShared(queue) ? QByteArray() : queue};
}

TaskId SidekiqEditor::idFor(const QueueName&, const NewTask& task) const
{
    return task.id.mid(task.id.indexOf('#') + 1);
}

Result<> SidekiqEditor::admits(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (m_spec.isShared(queue)) {
        return Error{ErrorCode::Usage, sidekiqwords::queueIsMissing()};
    }
    for (const NewTask& task : tasks) {
        const auto job = SidekiqEditing::newJob(queue, idFor(queue, task), task, 0, true, false);
        if (!job)
            return job.error();
    }
    return {};
}

Result<std::vector<bool>> SidekiqEditor::areStored(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    std::vector<bool> are(tasks.size());
    std::vector<Command> pipeline;
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const QByteArray stored = SidekiqStored::read(tasks[i].stored).member;
        if (stored.isEmpty() || SidekiqJob::read(stored, SidekiqJob::Parts::Head).queue != queue)
            continue;
        pipeline.push_back({"LPOS", m_spec.key("queue:" + queue), stored});
        for (const char* set : {"schedule", "retry", "dead"})
            pipeline.push_back({"ZSCORE", m_spec.key(set), stored});
        asked.push_back(i);
    }
    if (pipeline.empty())
        return are;
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    const std::size_t each = pipeline.size() / asked.size();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Reply& reply = (*replies)[i];
        if (reply.isInteger() || reply.isBytes())
            are[asked[i / each]] = true;
    }
    return are;
}

Result<std::optional<std::vector<AddOutcome>>> SidekiqEditor::foreseeAdd(
    const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto stored = areStored(queue, tasks);
    if (!stored)
        return stored.error();
    std::vector<Command> pipeline;
    for (const NewTask& task : tasks)
        pipeline.push_back({"GET", addedKey(keys(queue), idFor(queue, task))});
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<AddOutcome> outcomes;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Reply& before = (*replies)[i];
        const bool isKnown = before.isBytes();
        const bool isSame = (*stored)[i] || (isKnown && before.bytes == digestOf(tasks[i]));
        outcomes.push_back(addOutcomeOf((*stored)[i] || isKnown, isSame));
    }
    return std::optional(std::move(outcomes));
}

Result<std::vector<AddOutcome>> SidekiqEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (const auto admitted = admits(queue, tasks); !admitted)
        return admitted.error();
    const auto stored = areStored(queue, tasks);
    if (!stored)
        return stored.error();
    std::vector<AddOutcome> outcomes(tasks.size(), AddOutcome::Exists);
    std::vector<std::size_t> called; // indexes of the tasks that need a call, in call order
    const OverlayKeys k = keys(queue);
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto newest = client().pipeline(
        {{"LINDEX", m_spec.key("queue:" + queue), "0"}, {"ZRANGE", m_spec.key("schedule"), "-1", "-1"},
            {"ZRANGE", m_spec.key("retry"), "-1", "-1"}, {"ZRANGE", m_spec.key("dead"), "-1", "-1"}});
    if (!newest)
        return newest.error();
    std::vector<QByteArray> members;
    for (const Reply& reply : *newest) {
        if (const Reply& one = reply.items.empty() ? reply : reply.items.front(); one.isBytes())
            members.push_back(one.bytes);
    }
    // If the installation has no jobs yet, each exported job keeps its own time unit.
    const bool isKnown = !members.empty();
    const bool hasMilliseconds = SidekiqEditing::hasMilliseconds(members);
    std::vector<std::vector<QByteArray>> calls;
    qsizetype bytes = 0;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        if ((*stored)[i])
            continue;
        const NewTask& task = tasks[i];
        std::optional<TimePoint> due = task.dueAt;
        if (task.dueIn)
            due = *now + *task.dueIn;
        const SidekiqStored exported = SidekiqStored::read(task.stored);
        const bool isRetry = due && task.isTransferred && exported.isRetry();
        const bool isDueNow = !isRetry && (!due || *due <= *now);
        const bool asMilliseconds = isKnown ? hasMilliseconds : SidekiqEditing::hasMilliseconds({exported.member});
        const QByteArray jid = idFor(queue, task);
        const auto job
            = SidekiqEditing::newJob(queue, jid, task, toMs(*now) * 1000, isDueNow || isRetry, asMilliseconds);
        if (!job)
            return job.error();
        if (calls.empty() || calls.back().size() > 1 + 5 * tasksPerCall || bytes + job->size() > bytesPerCall) {
            calls.push_back({queue, uniquePartOf(task.importId)});
            bytes = 0;
        }
        bytes += job->size();
        calls.back().insert(calls.back().end(),
            {jid, digestOf(task), *job, isRetry ? "retry" : "schedule",
                isDueNow ? QByteArray() : exported.scoreFor(*due)});
        called.push_back(i);
    }
    std::size_t answered = 0;
    for (const auto& call : calls) {
        const auto reply = scripts().run("add", k, {k.first(), k.overlay}, call);
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype((call.size() - 2) / 5))
            return unexpectedReply();
        for (const char code : reply->bytes) {
            outcomes[called[answered++]] = addOutcomeOf(code);
        }
    }
    return outcomes;
}

Result<std::vector<QByteArray>> SidekiqEditor::wordsFor(const Action& action, const QueueName& queue, TaskState state,
    const QByteArray& name, const std::optional<MemberPlace>& place)
{
    const ActionKind kind = action.kind;
    if (!place && state != TaskState::Leased)
        return settled(name, ItemOutcome::MovedOn);
    if (!place) {
        const auto isRunning = isReportedRunning(queue, name);
        if (!isRunning)
            return isRunning.error();
        if (!*isRunning)
            return settled(name, ItemOutcome::MovedOn);
        // Another list may contain the job if the keys haven't been scanned for lists yet.
        for (const HeldList& list : m_work->held().listsOf(queue)) {
            const auto held = find(queue, sidekiqHeldSource(list), {{name, "@0"}});
            if (!held)
                return held.error();
            if (held->front())
                return settled(name, ItemOutcome::Reserved);
        }
        return settled(name, ItemOutcome::Running);
    }
    if (state == TaskState::Leased) {
        const HeldList* list = m_work->held().listAt(m_spec.key(place->set));
        if (!list)
            return settled(name, ItemOutcome::MovedOn);
        if (!list->isOrphaned)
            return settled(name, ItemOutcome::Reserved);
        const bool canPutBack = kind == ActionKind::Retry && list->fetcher == HeldList::Fetcher::GitLab;
        return canPutBack ? wordsToPutBack(queue, *place, *list) : settled(name, ItemOutcome::Stalled);
    }
    if (const auto why = whyNotFor(kind, place->set))
        return settled(name, *why);
    std::vector<QByteArray> words{place->name, place->set, place->seen, {}, {}, {}};
    if (!m_spec.isShared(queue))
        words[3] = queue;
    if (kind == ActionKind::Discard || kind == ActionKind::Delete) {
        const SidekiqJob job = SidekiqJob::read(place->member);
        if (!job.jid.isEmpty())
            words[4] = addedKey(keys(job.queue), job.jid);
    }
    if (place->set == "trash")
        return words;
    // An unreadable job can only be deleted. A job that other jobs depend on can't be discarded or deleted.
    const auto kept = SidekiqEditing::whyKept(place->member);
    const bool isThrownAway = kind == ActionKind::Discard || kind == ActionKind::Delete;
    if (kept && (*kept == ItemOutcome::Damaged ? kind != ActionKind::Delete : isThrownAway))
        return settled(name, *kept);
    if (kind != ActionKind::Retry && kind != ActionKind::RunNow)
        return words;
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto push = SidekiqEditing::push(
        place->member, toMs(*now) * 1000 + m_pushes++ % 1000, place->set != "schedule", action.setsDue());
    if (!push)
        return settled(name, ItemOutcome::Damaged);
    words[3] = push->queue;
    words[4] = push->edits;
    return words;
}

Result<bool> SidekiqEditor::isReportedRunning(const QueueName& queue, const TaskId& id)
{
    const auto jobs = m_work->jobsOf(queue);
    const bool isReported = std::any_of(jobs.begin(), jobs.end(), [&](const BusyJob& job) {
        const QByteArray jid = SidekiqJob::read(job.member, SidekiqJob::Parts::Head).jid;
        return id == jid || ownIdIn(id) == jid;
    });
    if (!isReported || !m_work->seekLists())
        return isReported;
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto read = m_work->read(*now);
    return read || read.error().code == ErrorCode::Permission ? Result(true) : read.error();
}

std::vector<QByteArray> SidekiqEditor::wordsToPutBack(
    const QueueName& queue, const MemberPlace& place, const HeldList& list) const
{
    const auto edits = SidekiqEditing::putBack(place.member);
    if (!edits)
        return settled(place.name, ItemOutcome::Damaged);
    // The script uses these keys to recheck that the process has died.
    QByteArray reports = list.heartbeat.mid(m_spec.key({}).size());
    for (const WorkerInfo& process : m_work->processes()) {
        if (list.isOf(process.id))
            reports += '\n' + process.id;
    }
    return {place.name, place.set, reports, queue, *edits, {}};
}

Result<QByteArray> SidekiqEditor::withPayload(const QByteArray& member, const QByteArray& payload)
{
    return SidekiqEditing::withArguments(member, payload);
}

Result<> SidekiqEditor::setPaused(const QueueName&, bool)
{
    return Error{ErrorCode::NotSupported, sidekiqwords::noPause()};
}

} // namespace dueline
