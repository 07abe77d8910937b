// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/reading/taskreading.h"

#include "core/console/connect/timeslice.h"
#include "ui/models/tasktablemodel.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int refsPerPage = 1000;
constexpr int pagesOfOneInstant = 20; // maximum number of pages to search for a task among tasks with the same instant
constexpr int examinedPerStep = 1000; // number of tasks examined per search step, which may take multiple calls

PageRequest pageOf(const TaskScope& scope)
{
    PageRequest request;
    request.queue = scope.queue;
    for (const TaskState state : allStates) {
        if (scope.states == StateSet{state}) {
            request.state = state; // the list is in this state's order
            return request;
        }
    }
    request.states = scope.states;
    return request;
}

} // namespace

bool listsNewestFirst(StateSet states)
{
    return states == StateSet{TaskState::Failed} || states == StateSet{TaskState::Done}
    || states == StateSet{TaskState::Trash};
}

Result<TaskPages> loadPages(Backend& backend, const TaskScope& scope, std::vector<int> wanted)
{
    TaskPages loaded;
    std::sort(wanted.begin(), wanted.end());
    for (std::size_t first = 0; first < wanted.size();) {
        std::size_t end = first + 1;
        while (end < wanted.size() && wanted[end] == wanted[end - 1] + 1)
            ++end;
        PageRequest request = pageOf(scope);
        request.offset = qint64(wanted[first]) * TaskTableModel::pageSize;
        request.limit = int(end - first) * TaskTableModel::pageSize;
        Result<TaskPage> result = backend.inspector().page(request);
        if (!result)
            return result.error();
        loaded.total = result->total;
        std::vector<Task>& tasks = result->tasks;
        for (std::size_t from = 0; first < end; ++first, from += TaskTableModel::pageSize) {
            const auto begin = tasks.begin() + std::ptrdiff_t(std::min(from, tasks.size()));
            const auto after = tasks.begin() + std::ptrdiff_t(std::min(from + TaskTableModel::pageSize, tasks.size()));
            loaded.pages[wanted[first]].assign(std::make_move_iterator(begin), std::make_move_iterator(after));
        }
    }
    return loaded;
}

Result<TaskRank> rankOf(Backend& backend, const TaskScope& scope, const TaskId& id)
{
    const Result<TaskDetail> detail = backend.inspector().task(scope.queue, id);
    if (!detail)
        return detail.error().code == ErrorCode::NotFound ? Result<TaskRank>(TaskRank()) : detail.error();
    if (!scope.states.contains(detail->task.state))
        return TaskRank();
    const TimePoint at = detail->task.at;
    const bool down = listsNewestFirst(scope.states);
    const auto isBefore = [down](TimePoint a, TimePoint b) { return down ? b < a : a < b; };
    PageRequest request = pageOf(scope);
    request.limit = 1;
    Result<TaskPage> page = backend.inspector().page(request);
    if (!page)
        return page.error();
    qint64 first = 0; // number of tasks known to precede the task
    for (qint64 end = page->total; first < end;) {
        const qint64 middle = first + (end - first) / 2;
        request.offset = middle;
        page = backend.inspector().page(request);
        if (!page)
            return page.error();
        if (!page->tasks.empty() && isBefore(page->tasks.front().at, at))
            first = middle + 1;
        else
            end = middle;
    }
    TaskRank rank;
    request.limit = TaskTableModel::pageSize;
    rank.page = int(first / TaskTableModel::pageSize);
    for (int looked = 0; looked < pagesOfOneInstant; ++looked, ++rank.page) {
        request.offset = qint64(rank.page) * TaskTableModel::pageSize;
        page = backend.inspector().page(request);
        if (!page)
            return page.error();
        rank.total = page->total;
        rank.tasks = std::move(page->tasks);
        const TaskId& exact = exactId(detail->task);
        const auto found = std::find_if(
            rank.tasks.begin(), rank.tasks.end(), [&exact](const Task& task) { return exactId(task) == exact; });
        if (found != rank.tasks.end()) {
            rank.row = rank.page * TaskTableModel::pageSize + int(found - rank.tasks.begin());
            return rank;
        }
        if (rank.tasks.empty() || isBefore(at, rank.tasks.back().at))
            break;
    }
    return TaskRank(); // the task's state has changed since then
}

Result<bool> RefsReading::step(Backend& backend)
{
    PageRequest request = pageOf(scope);
    request.offset = qint64(refs.size());
    request.limit = refsPerPage;
    const Result<TaskPage> page = backend.inspector().page(request);
    if (!page)
        return page.error();
    for (const Task& task : page->tasks)
        refs.push_back(TaskTableModel::refOf(task));
    return int(page->tasks.size()) < refsPerPage || refs.size() >= most;
}

Result<TaskHits> searchSteps(Backend& backend, const TaskScope& scope, FilterWalk walk, bool brief)
{
    TaskHits found;
    if (!walk.startedAt) {
        const Result<QueueInfo> queue = backend.inspector().queue(scope.queue);
        if (!queue && queue.error().code != ErrorCode::NotFound)
            return queue.error();
        walk.startedAt = queue ? backend.inspector().endedUntil(
                             scope.queue, scope.states.intersected(scope.filter.states()), queue->serverNow)
                               : TimePoint();
    }
    const auto turn = runForTimeSlice([&]() -> Result<bool> {
        SearchRequest request;
        request.queue = scope.queue;
        request.filter = scope.filter;
        request.states = scope.states;
        request.changedBefore = walk.startedAt;
        request.cursor = walk.cursor;
        request.errorsAlone = brief;
        request.examine = examinedPerStep;
        Result<SearchStep> result = backend.inspector().search(request);
        if (!result)
            return result.error();
        found.examined += result->examined;
        for (Task& task : result->matches) {
            const size_t name = qHash(exactId(task), QHashSeed::globalSeed());
            if (walk.met.contains(name))
                continue;
            walk.met.insert(name);
            found.matches.push_back(std::move(task));
        }
        walk.cursor = result->cursor;
        return walk.isOver();
    });
    if (!turn)
        return turn.error();
    found.walk = std::move(walk);
    return found;
}

} // namespace dueline
