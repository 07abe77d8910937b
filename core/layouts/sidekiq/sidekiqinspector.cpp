// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqinspector.h"

#include "core/base/duration.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/layouts/sidekiq/sidekiqcheckup.h"
#include "core/layouts/sidekiq/sidekiqediting.h"
#include "core/layouts/sidekiq/sidekiqhistory.h"
#include "core/layouts/sidekiq/sidekiqjob.h"
#include "core/layouts/sidekiq/sidekiqpulse.h"
#include "core/layouts/sidekiq/sidekiqsources.h"
#include "core/layouts/sidekiq/sidekiqwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostQueues = 10'000;
constexpr const char* busyPassed = "busy"; ///< cursor of a search that is past the running jobs

bool isPositive(const Reply& reply) { return reply.isInteger() && reply.integer > 0; }

QByteArray instantText(TimePoint at)
{
    return QDateTime::fromMSecsSinceEpoch(toMs(at), QTimeZone::utc()).toUTC().toString(Qt::ISODateWithMs).toLatin1();
}

} // namespace

SidekiqInspector::SidekiqInspector(RedisClient& client, RedisClock& clock, const SidekiqSpec& spec,
    const QByteArray& ours, std::shared_ptr<SidekiqWork> work, std::unique_ptr<UnlistedQueues> unlisted)
    : MemberInspector(client, clock)
    , m_clock(clock)
    , m_spec(spec)
    , m_ours(ours)
    , m_work(std::move(work))
    , m_unlisted(std::move(unlisted))
{ }

void SidekiqInspector::forget()
{
    m_work->forget();
    m_unlisted->forget();
    MemberInspector::forget();
}

Result<std::vector<QueueName>> SidekiqInspector::names()
{
    auto listed = client().membersOf(m_spec.key("queues"), mostQueues);
    if (!listed)
        return listed;
    std::vector<QueueName> names = *std::move(listed);
    names.push_back(m_spec.sharedPlace());
    const auto unlisted = m_unlisted->names();
    if (!unlisted)
        return unlisted.error();
    names.insert(names.end(), unlisted->begin(), unlisted->end());
    m_work->seekLists();
    if (const auto prepared = prepare({}); !prepared)
        return prepared.error();
    for (const BusyJob& job : m_work->jobs()) {
        if (!job.queue.isEmpty())
            names.push_back(job.queue);
    }
    for (const HeldList& list : m_work->held().lists()) {
        if (list.length > 0)
            names.push_back(list.queue);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

/// Reads the running jobs. While a queue's last job is running, there may be no key with the queue's name.
Result<> SidekiqInspector::prepare(const std::vector<QueueName>&)
{
    const auto now = this->now();
    return now ? readWork(*now) : now.error();
}

/// Reads the running jobs. Doesn't fail if the user isn't allowed to read the processes' reports, because all other
/// tasks can still be listed.
Result<> SidekiqInspector::readWork(TimePoint now)
{
    const auto read = m_work->read(now);
    if (!read && read.error().code != ErrorCode::Permission && read.error().code != ErrorCode::WrongType)
        return read.error();
    return {};
}

/// Returns whether any of the queue's jobs is running or in a reliable fetch list.
bool SidekiqInspector::isBusy(const QueueName& queue) const
{
    const auto isOfQueue = [&queue](const BusyJob& job) { return job.queue == queue; };
    return !queue.isEmpty()
        && (std::any_of(m_work->jobs().begin(), m_work->jobs().end(), isOfQueue)
            || !m_work->held().listsOf(queue).empty());
}

OverlayKeys SidekiqInspector::keysOf(const QueueName& queue) const { return sidekiqKeys(m_spec, m_ours, queue); }

QByteArray SidekiqInspector::shownName(const QueueName& queue) const
{
    return queue.isEmpty() ? m_spec.sharedPlace() : queue;
}

std::vector<TaskSource> SidekiqInspector::sourcesOf(const QueueName& queue) const
{
    std::vector<TaskSource> sources = sidekiqSources(m_spec, m_ours, queue, m_work->held().hasInterrupted());
    if (!isShared(queue)) {
        for (const HeldList& list : m_work->held().listsOf(queue))
            sources.push_back(sidekiqHeldSource(list));
    }
    return sources;
}

/// Appends commands that check whether the queue exists. A queue exists if a job has been pushed to it, whether or not
/// it is registered; the shared pseudo-queue exists if any of its sets does. Both also exist as long as an action can
/// be undone or a task can be restored.
void SidekiqInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    const OverlayKeys keys = sidekiqKeys(m_spec, m_ours, queue);
    if (isShared(queue)) {
        pipeline.push_back({"EXISTS", m_spec.key("schedule"), m_spec.key("retry"), m_spec.key("dead")});
        pipeline.push_back({"EXISTS", m_spec.key("stat:processed"), m_spec.key("processes")});
    } else {
        pipeline.push_back({"SISMEMBER", m_spec.key("queues"), queue});
        pipeline.push_back({"EXISTS", m_spec.key("queue:" + queue)});
    }
    // Use separate commands, because a user may be allowed to read only one of these keys.
    pipeline.push_back({"EXISTS", keys.operations(), keys.trash()});
    pipeline.push_back({"SISMEMBER", m_spec.key("paused"), queue}); // Sidekiq Pro stores paused queues in this set
}

std::size_t SidekiqInspector::overviewCommands() const { return 4; }

bool SidekiqInspector::isThere(const QueueInfo& info, std::span<const Reply> replies) const
{
    const bool hasInterrupted = isShared(info.name) && m_work->held().hasInterrupted();
    return std::any_of(replies.begin(), replies.begin() + 3, isPositive) || hasInterrupted || isBusy(info.name);
}

Result<> SidekiqInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    info.paused = !isShared(info.name) && isPositive(replies[3]);
    const bool isUnlisted = !isShared(info.name) && replies[0].isInteger() && replies[0].integer == 0;
    if (isUnlisted && (isPositive(replies[1]) || isBusy(info.name))) {
        info.note = sidekiqwords::queueIsUnlisted(m_spec.key("queues"));
    }
    const SidekiqHeldLists& held = m_work->held();
    if (!isShared(info.name) && held.isFetcherSeen() && !held.isComplete()) {
        info.note = sidekiqwords::runningAreCut(held.keysLookedAt());
    }
    return {};
}

Result<> SidekiqInspector::settle(std::vector<QueueInfo>& infos)
{
    for (QueueInfo& info : infos) {
        if (isShared(info.name))
            continue;
        const auto busy = busyJobs(info.name, info.serverNow);
        if (!busy)
            return busy.error();
        // only the processes' reports contain the running tasks; no list or set does
        info.states.insert(TaskState::Leased);
        info.counts[TaskState::Leased] += qint64(busy->size());
    }
    return {};
}

Result<std::vector<BusyJob>> SidekiqInspector::busyJobs(const QueueName& queue, TimePoint now)
{
    if (isShared(queue))
        return std::vector<BusyJob>();
    const auto read = readWork(now);
    return read ? Result(m_work->jobsOf(queue)) : read.error();
}

FoundTask SidekiqInspector::taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint)
{
    const SidekiqJob job = SidekiqJob::read(entry.member);
    FoundTask found;
    found.task = job.task(source, entry);
    MemberNames::name(found.task, job.jid, entry.member);
    if (source.isDated() && (source.state != TaskState::Trash || source.key == keysOf({}).trash()))
        found.task.ownQueue = job.queue; // all queues share these sets
    found.payload = job.isJson ? job.args : entry.member;
    if (const HeldList* list = source.state == TaskState::Leased ? m_work->held().listAt(source.key) : nullptr)
        markRunning(found.task, list->process, m_work->reportOf(entry.member));
    return found;
}

QByteArray SidekiqInspector::ownErrors() const
{
    QByteArray errors = sidekiqwords::jobIsDamaged();
    for (const int times : {1, 2, 3})
        errors += '\n' + sidekiqwords::jobWasInterrupted(times);
    return errors;
}

/// Sets a running task's fields: the current attempt, and the start time if the process reports it.
void SidekiqInspector::markRunning(Task& task, const QByteArray& process, const BusyJob* report)
{
    task.maxAttempts = std::max(task.maxAttempts, ++task.attempt);
    task.worker = report ? report->process : process;
    task.at = report ? report->since : TimePoint();
}

DueSince SidekiqInspector::dueSince(const QByteArray& member, const Reply&) const
{
    const SidekiqJob job = SidekiqJob::read(member, SidekiqJob::Parts::Head);
    return {false, job.enqueuedAt ? job.enqueuedAt : job.createdAt};
}

FoundTask SidekiqInspector::foundOf(const BusyJob& job, TimePoint now)
{
    FoundTask found = taskOf(sidekiqBusySource(job.isLost), {0, TaskState::Leased, job.member, 0, now}, now);
    markRunning(found.task, job.process, &job);
    return found;
}

void SidekiqInspector::seekOnly(const QueueName& queue, StateSet states)
{
    MemberInspector::seekOnly(queue, states);
    if (states == StateSet{TaskState::Leased})
        m_work->seekLists();
}

Result<QueueInfo> SidekiqInspector::queue(const QueueName& queue)
{
    auto info = MemberInspector::queue(queue);
    if (info || info.error().code != ErrorCode::NotFound || !m_work->seekLists())
        return info;
    return MemberInspector::queue(queue);
}

Result<TaskPage> SidekiqInspector::page(const PageRequest& request)
{
    StateSet states = request.states;
    if (states.isEmpty())
        states.insert(request.state);
    if (isShared(request.queue) || !states.contains(TaskState::Leased))
        return FrameworkInspector::page(request);
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto busy = busyJobs(request.queue, *now);
    if (!busy)
        return busy.error();
    // List waiting jobs first, then jobs in reliable fetch lists, then the remaining running jobs. None of them has a
    // time.
    auto read = FrameworkInspector::page(request);
    if (!read)
        return read;
    TaskPage page = *std::move(read);
    const int limit = std::clamp(request.limit, 0, maxPage);
    const auto first = std::size_t(std::max<qint64>(request.offset - page.total, 0));
    for (std::size_t i = first; i < busy->size() && qint64(page.tasks.size()) < limit; ++i)
        page.tasks.push_back(foundOf((*busy)[i], *now).task);
    std::vector<Task*> shown;
    for (Task& task : page.tasks)
        shown.push_back(&task);
    MemberNames::distinguish(shown);
    page.total += qint64(busy->size());
    return page;
}

Result<SearchStep> SidekiqInspector::search(const SearchRequest& request)
{
    const StateSet states = request.filter.states().intersected(request.states);
    if (request.cursor == busyPassed) {
        SearchRequest others = request;
        others.cursor.clear();
        return FrameworkInspector::search(others);
    }
    if (!request.cursor.isEmpty() || isShared(request.queue) || !states.contains(TaskState::Leased))
        return FrameworkInspector::search(request);
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto busy = busyJobs(request.queue, *now);
    if (!busy)
        return busy.error();
    SearchStep step;
    step.cursor = busyPassed;
    step.examined = qint64(busy->size());
    std::vector<FoundTask> running;
    for (const BusyJob& job : *busy)
        running.push_back(foundOf(job, *now));
    distinguish(running);
    for (FoundTask& found : running) {
        if (request.filter.matches(found.task, found.payload, *now, request.queue))
            step.matches.push_back(std::move(found.task));
    }
    return step;
}

Result<std::vector<TimelineBin>> SidekiqInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    if (const auto prepared = prepare({queue}); !prepared) // sources() needs the running jobs that prepare() reads
        return prepared.error();
    return FrameworkInspector::timeline(queue, from, to, bins);
}

Result<> SidekiqInspector::completeTimeline(const QueueName& queue, std::vector<TimelineBin>& bins, TimePoint now)
{
    if (isShared(queue)) {
        const auto added = SidekiqHistory(client(), m_spec).addTo(bins, now);
        return added || added.error().code == ErrorCode::Permission ? Result<>() : added.error();
    }
    const auto busy = busyJobs(queue, now);
    if (!busy)
        return busy.error();
    if (TimelineBin* bin = binAt(bins, now))
        bin->counts[TaskState::Leased] += qint64(busy->size());
    return {};
}

/// Searches for a job, starting with the running jobs.
Result<SidekiqInspector::FoundJob> SidekiqInspector::find(const QueueName& queue, const TaskId& id)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    const auto busy = seeks(TaskState::Leased) ? busyJobs(queue, *now) : Result(std::vector<BusyJob>());
    if (!busy)
        return busy.error();
    SharedId shared(id);
    std::optional<FoundJob> running;
    for (const BusyJob& job : *busy) {
        FoundJob found{{foundOf(job, *now), job.member}, job};
        const auto match = shared.meet(found.member);
        if (match == MemberNames::Match::Exact)
            return found;
        if (match == MemberNames::Match::Shared && !running)
            running = std::move(found);
    }
    auto member = findMember(queue, id);
    const bool isMissing = !running && !member && member.error().code == ErrorCode::NotFound;
    if (isMissing && seeks(TaskState::Leased) && m_work->seekLists()) {
        if (const auto read = readWork(*now); !read)
            return read.error();
        member = findMember(queue, id);
    }
    if (!running)
        return member ? Result(FoundJob{*std::move(member), {}}) : member.error();
    if (!member && member.error().code != ErrorCode::NotFound)
        return member.error();
    if (member)
        shared.meet(*member);
    const auto only = shared.found(shownName(queue));
    if (!only)
        return only.error();
    if (!*only)
        return member ? Result(FoundJob{*std::move(member), {}}) : member.error();
    running->member.found.task.id = id;
    return *std::move(running);
}

/// Returns the reliable fetch list that contains a running job, or null.
const HeldList* SidekiqInspector::heldListOf(const QueueName& queue, const Task& task) const
{
    if (task.state != TaskState::Leased)
        return nullptr;
    const QByteArray word = task.nativeState;
    const std::vector<HeldList>& lists = m_work->held().lists();
    const auto at = std::find_if(lists.begin(), lists.end(), [&](const HeldList& list) {
        return list.queue == queue && list.isOf(task.worker) && sidekiqHeldSource(list).word == word;
    });
    return at == lists.end() ? nullptr : &*at;
}

/// Returns a phrase saying which process will requeue a dead process's jobs, and when.
QByteArray SidekiqInspector::putBackBy(const HeldList& list) const
{
    if (list.fetcher != HeldList::Fetcher::GitLab)
        return sidekiqwords::returnsAtStart();
    const auto wait = m_work->held().untilCleanUp();
    return wait ? sidekiqwords::returnsWithin(formatDuration(std::chrono::ceil<std::chrono::minutes>(*wait)))
                : sidekiqwords::returnsLater();
}

Result<TaskDetail> SidekiqInspector::task(const QueueName& queue, const TaskId& id)
{
    auto member = find(queue, id);
    if (!member)
        return member.error();
    const SidekiqJob job = SidekiqJob::read(member->member.member);
    TaskDetail detail;
    detail.task = std::move(member->member.found.task);
    detail.task.preview.clear();
    detail.stored = member->member.member;
    if (job.limitsRetries)
        detail.options.maxAttempts = detail.task.maxAttempts;
    detail.attempts = job.attempts();
    detail.fence = detail.task.attempt;
    detail.expiries = job.interruptions;
    const auto tell = [&detail](const char* name, const QByteArray& value) {
        if (!value.isEmpty())
            detail.facts.push_back({name, value});
    };
    tell("queue", job.queue);
    if (job.type != job.className)
        tell("class", job.className);
    if (job.type != job.wrapped)
        tell("wrapped", job.wrapped);
    if (job.enqueuedAt)
        tell("enqueued", instantText(*job.enqueuedAt));
    if (job.failedAt)
        tell("failed first", instantText(*job.failedAt));
    const BusyJob* report = member->busy ? &*member->busy : m_work->reportOf(detail.stored);
    if (detail.task.state == TaskState::Leased && report)
        tell("running since", instantText(report->since));
    if (const HeldList* list = heldListOf(queue, detail.task)) {
        tell("kept in", list->key);
        if (list->isOrphaned)
            tell("put back by", putBackBy(*list));
    }
    detail.facts.insert(detail.facts.end(), job.further.begin(), job.further.end());
    if (detail.task.state == TaskState::Trash) {
        const auto now = this->now();
        if (!now)
            return now.error();
        const auto place = trash(queue).restorePlace(sourcesOf(queue), member->member.member, detail.task.at, *now);
        if (!place)
            return place.error();
        detail.restoresTo = *place;
    }
    return detail;
}

Result<std::vector<std::optional<TaskRecord>>> SidekiqInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    auto records = MemberInspector::readRecords(queue, ids);
    if (!records || !isShared(queue))
        return records;
    std::vector<SidekiqStored> stored;
    std::vector<TaskDetail*> details;
    std::vector<Command> pipeline;
    for (auto& record : *records) {
        if (!record || record->detail.stored.isEmpty())
            continue;
        const QByteArray& place = record->detail.task.nativeState;
        if (place != "scheduled" && place != "retry")
            continue;
        stored.push_back({record->detail.stored, place == "retry" ? "retry" : "schedule", {}});
        details.push_back(&record->detail);
        pipeline.push_back({"ZSCORE", m_spec.key(stored.back().set), stored.back().member});
    }
    if (pipeline.empty())
        return records;
    const auto scores = client().pipeline(pipeline);
    if (!scores)
        return scores.error();
    for (std::size_t i = 0; i < details.size(); ++i) {
        stored[i].score = (*scores)[i].isBytes() ? (*scores)[i].bytes : QByteArray();
        details[i]->stored = stored[i].text();
    }
    return records;
}

Result<QByteArray> SidekiqInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const auto member = find(queue, id);
    if (!member)
        return member.error();
    const QByteArray& bytes = member->member.found.payload;
    const qint64 first = std::clamp<qint64>(offset, 0, bytes.size());
    return length < 0 ? bytes.mid(first) : bytes.mid(first, length);
}

std::unique_ptr<QueueCheckup> SidekiqInspector::checkup(const QueueInfo& queue, const QueueName& called)
{
    return std::make_unique<SidekiqCheckup>(client(), m_clock, *m_work, m_spec, queue, called);
}

std::unique_ptr<QueuePulse> SidekiqInspector::pulse()
{
    return std::make_unique<SidekiqPulse>(*this, client(), m_spec, m_work);
}

Result<std::vector<WorkerInfo>> SidekiqInspector::workers()
{
    const auto now = this->now();
    if (!now)
        return now.error();
    if (const auto read = m_work->read(*now); !read)
        return read.error();
    return m_work->processes();
}

Result<std::vector<StatisticsBin>> SidekiqInspector::statistics(const QueueName& queue, TimePoint from, TimePoint to)
{
    const auto now = this->now();
    if (!now)
        return now.error();
    return isShared(queue) ? SidekiqHistory(client(), m_spec).minutes(from, to, *now) : std::vector<StatisticsBin>();
}

Result<std::vector<OperationRecord>> SidekiqInspector::operations(const QueueName& queue, int limit)
{
    return OperationStore::list(client(), sidekiqKeys(m_spec, m_ours, queue), queue, limit);
}

} // namespace dueline
