// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laravelinspector.h"

#include "core/base/text.h"
#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/laravel/laravelsources.h"
#include "core/layouts/laravel/laravelwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/operationstore.h"
#include "core/redis/reply.h"

#include <QDateTime>

#include <algorithm>

namespace dueline {

namespace {

const QByteArray noKey = "empty"; ///< placeholder in QueueInfo::note, replaced by settle()

/// Formats a time of day. Includes the date unless it is today.
QByteArray timeOfDay(TimePoint at, TimePoint now)
{
    const QDateTime then = QDateTime::fromMSecsSinceEpoch(toMs(at));
    const bool isToday = then.date() == QDateTime::fromMSecsSinceEpoch(toMs(now)).date();
    return then.toString(isToday ? QStringLiteral("HH:mm") : QStringLiteral("yyyy-MM-dd HH:mm")).toLatin1();
}

} // namespace

LaravelInspector::LaravelInspector(RedisClient& client, RedisClock& clock, const LaravelSpec& spec,
    const QByteArray& ours, std::shared_ptr<HorizonReader> horizon)
    : MemberInspector(client, clock)
    , m_spec(spec)
    , m_ours(ours)
    , m_horizon(std::move(horizon))
    , m_walk(
          client, [this](const QByteArray& key) { meet(key); }, [this] { return int(m_names.size()); })
    , m_seen(client.config(), spec.text())
{ }

void LaravelInspector::meet(const QByteArray& key)
{
    for (const char* ending : {"recent_jobs", "failed_jobs", "completed_jobs"}) {
        if (key.endsWith(ending) && !key.contains("recent_failed_jobs"))
            m_horizon->mayBe(key.chopped(qsizetype(qstrlen(ending))));
    }
    meetBeside(key);
    const QByteArray beginning = m_spec.beginning();
    if (!key.startsWith(beginning) || key.size() == beginning.size() || m_names.size() >= SeenQueues::mostNames)
        return;
    const LaravelKey parts{m_spec.prefix, key.mid(beginning.size())};
    if (!parts.name.endsWith(":notify"))
        m_names.insert(parts.name);
    if (const auto queue = parts.withoutEnding())
        m_names.insert(*queue);
}

void LaravelInspector::forget()
{
    MemberInspector::forget();
    m_horizon->forget();
    m_names.clear();
    m_seen = SeenQueues(client().config(), m_spec.text());
    m_measured.clear();
}

Result<> LaravelInspector::find(const QueueName& queue)
{
    if (const auto looked = m_horizon->look(); !looked)
        return looked;
    if (!isShared(queue) || m_horizon->place())
        return {};
    return m_horizon->areSeveral() ? Error{ErrorCode::Refused, LaravelTexts::sayWhose()} : noSuchQueue(queue);
}

Error LaravelInspector::noSuchQueue(const QueueName& queue) const
{
    if (isShared(queue)) {
        return {ErrorCode::NotFound, laravelwords::horizonIsMissing(printable(shownName(queue)))};
    }
    return {ErrorCode::NotFound, laravelwords::noQueue(printable(queue))};
}

QByteArray LaravelInspector::shownName(const QueueName& queue) const
{
    return queue.isEmpty() ? m_spec.sharedPlace() : queue;
}

OverlayKeys LaravelInspector::keysOf(const QueueName& queue) const
{
    if (!isShared(queue))
        return laravelKeys(m_spec, m_ours, queue);
    return horizonKeys(m_spec, m_ours, m_horizon->place() ? m_horizon->place()->prefix : QByteArray());
}

std::vector<TaskSource> LaravelInspector::sourcesOf(const QueueName& queue) const
{
    if (!isShared(queue))
        return laravelSources(m_spec, m_ours, queue);
    return horizonSources(m_spec, m_ours, m_horizon->place() ? m_horizon->place()->prefix : QByteArray());
}

/// Returns the queue names. Names may contain colons, so one queue's key can look like another's secondary key. The
/// key's content shows whether it is a queue or a secondary key. A list of notifications isn't a queue.
Result<std::vector<QueueName>> LaravelInspector::names()
{
    if (const auto looked = m_horizon->look(); !looked)
        return looked.error();
    std::set<QueueName> names;
    if (m_found) {
        const auto found = m_found->names(*m_layout);
        names.insert(found.begin(), found.end());
    } else {
        if (const auto walked = m_walk.refresh(); !walked)
            return walked.error();
        names = m_names;
    }
    const auto measured = m_horizon->measuredQueues();
    if (!measured)
        return measured.error();
    m_measured = {measured->begin(), measured->end()};
    names.insert(m_measured.begin(), m_measured.end());
    for (const auto& [queue, at] : m_seen.queues())
        names.insert(queue);
    if (m_horizon->place())
        names.insert(m_spec.sharedPlace());
    return std::vector<QueueName>(names.begin(), names.end());
}

void LaravelInspector::appendOverview(std::vector<Command>& pipeline, const QueueName& queue) const
{
    const OverlayKeys keys = keysOf(queue);
    if (isShared(queue)) {
        for (const char* set : {"failed_jobs", "completed_jobs", "supervisors"})
            pipeline.push_back({"TYPE", keys.base + set});
    } else {
        pipeline.push_back({"TYPE", m_spec.list(queue)});
        pipeline.push_back({"TYPE", keys.base + "delayed"});
        pipeline.push_back({"TYPE", keys.base + "reserved"});
    }
    pipeline.push_back({"EXISTS", keys.operations()});
    pipeline.push_back({"EXISTS", keys.trash()});
}

std::size_t LaravelInspector::overviewCommands() const { return 5; }

/// Returns whether a queue exists. The shared pseudo-queue exists if a Horizon instance has been found.
bool LaravelInspector::isThere(const QueueInfo& info, std::span<const Reply> replies) const
{
    if (isShared(info.name))
        return m_horizon->place().has_value();
    const bool isOurs = std::any_of(
        replies.begin() + 3, replies.end(), [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; });
    return info.note != noKey || isOurs || m_seen.seenAt(info.name) || m_measured.count(info.name);
}

Result<> LaravelInspector::readOverview(QueueInfo& info, std::span<const Reply> replies) const
{
    const bool isQueue = replies[0].bytes == "list" || replies[1].bytes == "zset" || replies[2].bytes == "zset";
    if (!isQueue && !isShared(info.name)) {
        // A sorted set `queues:a:delayed` belongs to the queue `a`, not to a queue named `a:delayed`.
        if (replies[0].bytes != "none" && LaravelKey{m_spec.prefix, info.name}.withoutEnding())
            info.unreadable.clear();
        info.note = noKey;
    }
    return {};
}

Result<> LaravelInspector::settle(std::vector<QueueInfo>& infos)
{
    std::set<QueueName> paused;
    if (m_horizon->place()) {
        // Users who aren't allowed to read the supervisors can still list the queues.
        if (auto read = m_horizon->pausedQueues(); read)
            paused = *std::move(read);
    }
    for (QueueInfo& info : infos) {
        if (isShared(info.name)) {
            info.states = {TaskState::Failed, TaskState::Done, TaskState::Trash};
            info.elsewhere = laravelwords::othersAreInQueues();
            info.note = laravelwords::rowIsLeft();
            continue;
        }
        info.states = {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Trash};
        info.elsewhere = m_horizon->place() ? laravelwords::endedAreIn(m_spec.sharedPlace())
                                            : QByteArray(laravelwords::failedAreInSql());
        info.unseenWorkers = !m_horizon->place();
        if (info.note != noKey) {
            m_seen.see(info.name, info.serverNow);
        } else if (const auto seen = m_seen.seenAt(info.name)) {
            info.note += laravelwords::seenAt(timeOfDay(*seen, info.serverNow));
        }
        if (paused.count(info.name))
            info.note = laravelwords::supervisorsArePaused();
    }
    if (!infos.empty())
        m_seen.save(infos.front().serverNow);
    if (m_horizon->areSeveral()) {
        QueueInfo unknown;
        unknown.name = m_spec.sharedPlace();
        unknown.unreadable = LaravelTexts::sayWhose().toUtf8();
        infos.push_back(std::move(unknown));
    }
    return {};
}

DueSince LaravelInspector::dueSince(const QByteArray& member, const Reply&) const
{
    return {false, LaravelJob::read(member, LaravelJob::Parts::Head).readySince()};
}

FoundTask LaravelInspector::taskOf(const TaskSource& source, const SourceEntry& entry, TimePoint now)
{
    const LaravelJob job = LaravelJob::read(entry.member);
    FoundTask found;
    found.task = job.task(source, entry, now);
    MemberNames::name(found.task, job.uuid, entry.member);
    found.payload = job.payload;
    found.isUnread = job.isEncrypted;
    return found;
}

Result<std::vector<FoundTask>> LaravelInspector::tasksAt(const QueueName& queue, const std::vector<TaskSource>& sources,
    const std::vector<SourceEntry>& entries, bool withPayload)
{
    return isShared(queue) ? m_horizon->tasksAt(keysOf(queue), sources, entries, withPayload)
                           : MemberInspector::tasksAt(queue, sources, entries, withPayload);
}

Result<QueueInfo> LaravelInspector::queue(const QueueName& queue)
{
    if (const auto found = find(queue); !found)
        return found.error();
    return MemberInspector::queue(queue);
}

Result<TaskPage> LaravelInspector::page(const PageRequest& request)
{
    const auto found = find(request.queue);
    return found ? MemberInspector::page(request) : found.error();
}

Result<std::optional<TimePoint>> LaravelInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto found = find(queue);
    return found ? MemberInspector::lastDue(queue, states) : found.error();
}

Result<SearchStep> LaravelInspector::search(const SearchRequest& request)
{
    const auto found = find(request.queue);
    return found ? MemberInspector::search(request) : found.error();
}

Result<std::vector<TimelineBin>> LaravelInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    const auto found = find(queue);
    return found ? MemberInspector::timeline(queue, from, to, bins) : found.error();
}

Error LaravelInspector::noSuchTask(const QueueName& queue, const TaskId& id) const
{
    return {ErrorCode::NotFound, jobwords::noTaskIn(printable(id), printable(shownName(queue)))};
}

Result<TaskDetail> LaravelInspector::task(const QueueName& queue, const TaskId& id)
{
    if (const auto found = find(queue); !found)
        return found.error();
    if (isShared(queue)) {
        auto detail = m_horizon->detail(keysOf(queue), sourcesOf(queue), id);
        if (!detail)
            return detail.error();
        if (!*detail)
            return noSuchTask(queue, id);
        return **std::move(detail);
    }
    auto member = findMember(queue, id);
    if (!member)
        return member.error();
    const LaravelJob job = LaravelJob::read(member->member);
    TaskDetail detail;
    detail.task = std::move(member->found.task);
    detail.task.preview.clear();
    detail.options.maxAttempts = detail.task.maxAttempts;
    detail.options.expiresAt = job.retryUntil;
    detail.fence = detail.task.attempt;
    detail.facts = job.facts(member->member);
    detail.stored = member->member;
    if (detail.task.state == TaskState::Trash) {
        const auto now = this->now();
        if (!now)
            return now.error();
        const auto place = trash(queue).restorePlace(sourcesOf(queue), member->member, detail.task.at, *now);
        if (!place)
            return place.error();
        detail.restoresTo = *place;
    }
    return detail;
}

Result<QByteArray> LaravelInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    if (const auto found = find(queue); !found)
        return found.error();
    QByteArray bytes;
    if (isShared(queue)) {
        const auto stored = m_horizon->payload(keysOf(queue), id);
        if (!stored)
            return stored.error();
        if (!*stored) { // the job is lost, even if a set still contains its id
            const auto detail = m_horizon->detail(keysOf(queue), sourcesOf(queue), id);
            if (!detail)
                return detail.error();
            return *detail ? Result(QByteArray()) : noSuchTask(queue, id);
        }
        bytes = **stored;
    } else {
        const auto member = findMember(queue, id);
        if (!member)
            return member.error();
        bytes = member->found.payload;
    }
    const qint64 first = std::clamp<qint64>(offset, 0, bytes.size());
    return length < 0 ? bytes.mid(first) : bytes.mid(first, length);
}

Result<std::vector<WorkerInfo>> LaravelInspector::workers() { return m_horizon->supervisors(); }

Result<std::vector<OperationRecord>> LaravelInspector::operations(const QueueName& queue, int limit)
{
    if (const auto found = find(queue); !found)
        return found.error();
    return OperationStore::list(client(), keysOf(queue), queue, limit);
}

} // namespace dueline
