// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/runinspector.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr StateSet claimedStates{TaskState::Leased, TaskState::Retrying, TaskState::Failed, TaskState::Done};
constexpr StateSet waitingStates{TaskState::Scheduled, TaskState::Due};
constexpr QByteArrayView amongClaimed = "run "; ///< prefix of a native queue's search cursor

std::optional<TimePoint> earlierOf(std::optional<TimePoint> a, std::optional<TimePoint> b)
{
    return a && b ? std::min(a, b) : a ? a : b;
}

} // namespace

QueueInfo RunInspector::withoutClaimed(QueueInfo info) const
{
    for (const TaskState state : allStates) {
        if (claimedStates.contains(state))
            info.states.insert(state);
    }
    return cautioned(std::move(info));
}

QueueInfo RunInspector::cautioned(QueueInfo info) const
{
    const QByteArray& caution = m_queues.description().running->caution;
    info.note = info.note.isEmpty() || caution.isEmpty() ? info.note + caution : info.note + ' ' + caution;
    return info;
}

Result<QueueInfo> RunInspector::withClaimed(RunQueue& queue, std::optional<QueueInfo> described)
{
    auto claimed = queue.inspector.queue(queue.name);
    if (!claimed && (claimed.error().code != ErrorCode::NotFound || !described))
        return claimed;
    if (!claimed)
        return withoutClaimed(*std::move(described));
    QueueInfo info = *std::move(claimed);
    info.name = queue.name;
    info.states = claimedStates;
    info.states.insert(TaskState::Trash);
    for (const DescribedPlace& place : m_queues.description().places) {
        if (!m_described.places().hasPlace(place, queue.name))
            continue;
        info.states.insert(place.state);
        if (place.state == TaskState::Scheduled)
            info.states.insert(TaskState::Due);
    }
    info.unseenWorkers = true;
    if (!described)
        return cautioned(std::move(info));
    for (const TaskState state : allStates)
        info.counts[state] += described->counts[state];
    info.damaged += described->damaged;
    info.oldestDue = earlierOf(info.oldestDue, described->oldestDue);
    info.oldestUnknown = info.oldestUnknown || described->oldestUnknown;
    info.nextDue = earlierOf(info.nextDue, described->nextDue);
    info.serverNow = std::max(info.serverNow, described->serverNow);
    info.lastOperation = std::max(info.lastOperation, described->lastOperation);
    info.unreadable = described->unreadable;
    info.note = described->note;
    info.elsewhere = described->elsewhere;
    info.isPart = described->isPart;
    return cautioned(std::move(info));
}

Result<std::vector<QueueInfo>> RunInspector::queues()
{
    // Read the file's keys first, so that a task claimed between the two reads is counted twice rather than missed.
    auto infos = m_described.queues();
    if (!infos)
        return infos;
    auto names = m_queues.names();
    if (!names && names.error().code == ErrorCode::Permission)
        names = std::vector<QueueName>();
    if (!names)
        return names.error();
    std::set<QueueName> left(names->begin(), names->end());
    for (QueueInfo& info : *infos) {
        RunQueue* run = m_queues.of(info.name);
        if (!run)
            continue;
        auto both = left.erase(info.name) > 0 ? withClaimed(*run, info) : withoutClaimed(info);
        if (!both)
            return both.error();
        info = *std::move(both);
    }
    for (const QueueName& name : left) {
        RunQueue* run = m_queues.of(name);
        auto claimed = run ? withClaimed(*run, {}) : Result<QueueInfo>(Error{ErrorCode::NotFound, {}});
        if (!claimed && claimed.error().code != ErrorCode::NotFound)
            return claimed.error();
        if (claimed && claimed->counts != StateCounts())
            infos->push_back(*std::move(claimed));
    }
    std::sort(infos->begin(), infos->end(), [](const QueueInfo& a, const QueueInfo& b) { return a.name < b.name; });
    return infos;
}

Result<QueueInfo> RunInspector::queue(const QueueName& queue)
{
    auto described = m_described.queue(queue);
    if (!m_queues.of(queue) || (!described && described.error().code != ErrorCode::NotFound))
        return described;
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    if (!*run)
        return described ? Result(withoutClaimed(*std::move(described))) : described;
    auto both = withClaimed(**run, described ? std::optional(*described) : std::nullopt);
    return both || both.error().code != ErrorCode::NotFound ? both : described;
}

Result<TaskPage> RunInspector::trashPage(RunQueue& queue, const PageRequest& request)
{
    auto page = m_described.page(request);
    if (!page)
        return page;
    PageRequest rest = request;
    rest.offset = std::max<qint64>(0, request.offset - page->total);
    rest.limit = std::max(0, request.limit - int(page->tasks.size()));
    auto claimed = queue.inspector.page(rest);
    if (!claimed)
        return claimed;
    page->total += claimed->total;
    page->tasks.insert(
        page->tasks.end(), std::move_iterator(claimed->tasks.begin()), std::move_iterator(claimed->tasks.end()));
    return page;
}

Result<TaskPage> RunInspector::page(const PageRequest& request)
{
    const auto run = m_queues.listed(request.queue);
    if (!run)
        return run.error();
    if (!*run)
        return m_described.page(request);
    const StateSet states = request.states.isEmpty() ? StateSet{request.state} : request.states;
    return states == StateSet{TaskState::Trash} ? trashPage(**run, request) : (*run)->both.page(request);
}

Result<std::optional<TimePoint>> RunInspector::lastDue(const QueueName& queue, StateSet states)
{
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    return *run ? (*run)->both.lastDue(queue, states) : m_described.lastDue(queue, states);
}

Result<SearchStep> RunInspector::search(const SearchRequest& request)
{
    const auto run = m_queues.listed(request.queue);
    if (!run)
        return run.error();
    if (!*run)
        return m_described.search(request);
    const StateSet states = request.filter.states().intersected(request.states);
    const bool isClaimed = request.cursor.startsWith(amongClaimed);
    SearchRequest part = request;
    SearchStep step;
    StateSet waiting = states.intersected(waitingStates);
    if (states.contains(TaskState::Trash))
        waiting.insert(TaskState::Trash);
    if (!isClaimed && !waiting.isEmpty()) {
        part.states = waiting;
        auto found = m_described.search(part);
        if (!found || !found->cursor.isEmpty())
            return found;
        step = *std::move(found);
    }
    StateSet claimed = states.intersected(claimedStates);
    if (states.contains(TaskState::Trash))
        claimed.insert(TaskState::Trash);
    if (claimed.isEmpty())
        return step;
    if (!isClaimed && step.examined >= std::max(request.examine, 1)) {
        step.cursor = amongClaimed.toByteArray();
        return step;
    }
    part.states = claimed;
    part.cursor = isClaimed ? request.cursor.mid(amongClaimed.size()) : QByteArray();
    part.examine = std::max(request.examine, 1) - int(step.examined);
    auto found = (*run)->inspector.search(part);
    if (!found)
        return found;
    step.matches.insert(
        step.matches.end(), std::move_iterator(found->matches.begin()), std::move_iterator(found->matches.end()));
    step.examined += found->examined;
    step.unread += found->unread;
    if (!found->cursor.isEmpty())
        step.cursor = amongClaimed.toByteArray() + found->cursor;
    return step;
}

Result<TaskDetail> RunInspector::task(const QueueName& queue, const TaskId& id)
{
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    auto claimed = *run ? (*run)->inspector.task(queue, id) : Result<TaskDetail>(Error{ErrorCode::NotFound, {}});
    if (claimed || claimed.error().code != ErrorCode::NotFound)
        return claimed;
    return m_described.task(queue, id);
}

Result<QByteArray> RunInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    auto claimed = *run ? (*run)->inspector.payload(queue, id, offset, length)
                        : Result<QByteArray>(Error{ErrorCode::NotFound, {}});
    if (claimed || claimed.error().code != ErrorCode::NotFound)
        return claimed;
    return m_described.payload(queue, id, offset, length);
}

Result<std::vector<TimelineBin>> RunInspector::timeline(const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    return *run ? (*run)->both.timeline(queue, from, to, bins) : m_described.timeline(queue, from, to, bins);
}

Result<std::vector<StatisticsBin>> RunInspector::statistics(const QueueName& queue, TimePoint from, TimePoint to)
{
    const auto run = m_queues.listed(queue);
    if (!run)
        return run.error();
    return *run ? (*run)->inspector.statistics(queue, from, to) : std::vector<StatisticsBin>();
}

Result<std::vector<WorkerInfo>> RunInspector::workers()
{
    const auto listed = m_queues.names();
    std::vector<WorkerInfo> workers;
    if (!listed && listed.error().code == ErrorCode::Permission)
        return workers;
    if (!listed)
        return listed.error();
    for (const QueueName& name : *listed) {
        RunQueue* run = m_queues.of(name);
        const auto its = run ? run->inspector.workers() : Result(std::vector<WorkerInfo>());
        if (!its)
            return its;
        for (const WorkerInfo& worker : *its) {
            const bool isKnown = std::any_of(
                workers.begin(), workers.end(), [&worker](const WorkerInfo& each) { return each.id == worker.id; });
            if (!isKnown) // a worker is listed once for each of its queues, each time with all of them
                workers.push_back(worker);
        }
    }
    return workers;
}

} // namespace dueline
