// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/custominspector.h"

#include "core/base/text.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/port/portwords.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr StateSet homeStates{TaskState::Scheduled, TaskState::Due, TaskState::Leased};
constexpr StateSet overlayStates{
    TaskState::Retrying, TaskState::Leased, TaskState::Failed, TaskState::Done, TaskState::Trash};
constexpr QByteArrayView atHome = "home ";
constexpr QByteArrayView inOverlay = "overlay ";

std::optional<TimePoint> earlier(std::optional<TimePoint> a, std::optional<TimePoint> b)
{
    return a && b ? std::min(a, b) : a ? a : b;
}

/// Returns the time by which a merged list sorts a task. For a task held by one of the design's workers, this is its
/// due time, as in the design's key.
TimePoint placeOf(const Task& task)
{
    return task.state == TaskState::Leased && task.token.isEmpty() ? task.dueAt.value_or(task.at) : task.at;
}

/// Returns whether task lists in these states start with the newest task.
bool newestFirst(StateSet states)
{
    return states == StateSet{TaskState::Failed} || states == StateSet{TaskState::Done}
    || states == StateSet{TaskState::Trash};
}

} // namespace

CustomInspector::CustomInspector(NativeScripts& scripts, CustomSourceKey& home, QueueName queue)
    : m_scripts(scripts)
    , m_home(home)
    , m_queue(std::move(queue))
    , m_overlay(scripts)
{ }

Result<CustomInspector::Frame> CustomInspector::frame()
{
    const NativeKeys keys = m_scripts.keys(m_queue);
    const auto replies = m_scripts.client().pipeline({{"TIME"}, {"HGET", keys.meta(), "attempts"}});
    if (!replies)
        return replies.error();
    const Reply& time = replies->at(0);
    const Reply& attempts = replies->at(1);
    if (attempts.isError())
        return NativeScripts::errorOf(attempts.bytes.startsWith("WRONGTYPE") ? "DAMAGED meta" : attempts.bytes, keys);
    if (time.items.size() != 2)
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyTo("TIME")};
    const int own = attempts.bytes.toInt();
    return Frame{fromMs(time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000),
        own > 0 ? own : RetryPolicy().maxAttempts};
}

Result<std::vector<QueueInfo>> CustomInspector::queues()
{
    std::vector<QueueInfo> infos;
    auto info = queue(m_queue);
    if (info) {
        infos.push_back(std::move(info).value());
    } else if (info.error().code == ErrorCode::WrongType || info.error().code == ErrorCode::Refused) {
        QueueInfo unreadable;
        unreadable.name = m_queue;
        unreadable.unreadable = info.error().message.toUtf8();
        infos.push_back(std::move(unreadable));
    } else if (info.error().code != ErrorCode::NotFound) {
        return info.error();
    }
    return infos;
}

Result<QueueInfo> CustomInspector::queue(const QueueName& queue)
{
    if (!isOurs(queue))
        return m_overlay.queue(queue);
    const auto at = frame();
    if (!at)
        return at.error();
    // Read the design's own key first, so that a task claimed between the two reads is counted twice rather than
    // missed.
    const auto home = m_home.counts(at->now);
    if (!home)
        return home.error();
    auto info = m_overlay.queue(queue);
    if (!info && (info.error().code != ErrorCode::NotFound || !home->exists))
        return info;
    QueueInfo sum = info ? std::move(info).value() : QueueInfo();
    sum.name = queue;
    sum.serverNow = std::max(sum.serverNow, at->now);
    sum.counts[TaskState::Scheduled] += home->scheduled;
    sum.counts[TaskState::Due] += home->due;
    sum.counts[TaskState::Leased] += home->leased;
    sum.damaged += home->damaged;
    sum.oldestDue = earlier(sum.oldestDue, home->oldestDue);
    sum.oldestUnknown = sum.oldestUnknown || home->oldestUnknown;
    sum.nextDue = earlier(sum.nextDue, home->nextDue);
    return sum;
}

Result<TaskPage> CustomInspector::homePage(StateSet states, const Frame& frame, qint64 offset, int limit)
{
    auto page = m_home.page(states, frame.now, offset, limit);
    if (page) {
        for (Task& task : page->tasks)
            task.maxAttempts = frame.attempts;
    }
    return page;
}

Result<TaskPage> CustomInspector::overlayPage(const PageRequest& request, StateSet states, qint64 offset, int limit)
{
    PageRequest part = request;
    part.states = states;
    part.offset = offset;
    part.limit = limit;
    return m_overlay.page(part);
}

Result<TaskPage> CustomInspector::page(const PageRequest& request)
{
    if (!isOurs(request.queue))
        return m_overlay.page(request);
    const StateSet states = request.states.isEmpty() ? StateSet{request.state} : request.states;
    const StateSet home = states.intersected(homeStates);
    const StateSet overlay = states.intersected(overlayStates);
    if (home.isEmpty() && (request.states.isEmpty() || !newestFirst(states)))
        return m_overlay.page(request);
    const qint64 offset = std::max<qint64>(request.offset, 0);
    const int limit = std::clamp(request.limit, 0, maxPage);
    if (!overlay.isEmpty())
        return merged(request, home, overlay);
    const auto at = frame();
    if (!at)
        return at.error();
    return homePage(home, *at, offset, limit);
}

/// Merges the tasks in the design's own key and in the overlay into one list sorted by time. A binary search determines
/// how many tasks from the design's own key come before `offset`.
Result<TaskPage> CustomInspector::merged(const PageRequest& request, StateSet home, StateSet overlay)
{
    const auto at = frame();
    if (!at)
        return at.error();
    const qint64 offset = std::max<qint64>(request.offset, 0);
    const int limit = std::clamp(request.limit, 0, maxPage);
    const auto homeTotal = homePage(home, *at, 0, 0);
    if (!homeTotal)
        return homeTotal.error();
    const auto overlayTotal = overlayPage(request, overlay, 0, 0);
    if (!overlayTotal)
        return overlayTotal.error();
    TaskPage page;
    page.total = homeTotal->total + overlayTotal->total;
    if (offset >= page.total || limit == 0)
        return page;
    qint64 low = std::max<qint64>(0, offset - overlayTotal->total);
    qint64 high = std::min(offset, homeTotal->total);
    while (low < high) {
        const qint64 middle = low + (high - low) / 2;
        const auto ours = overlayPage(request, overlay, offset - middle - 1, 1);
        if (!ours)
            return ours.error();
        const auto theirs = homePage(home, *at, middle, 1);
        if (!theirs)
            return theirs.error();
        const bool enough
            = ours->tasks.empty() || theirs->tasks.empty() || placeOf(ours->tasks[0]) < placeOf(theirs->tasks[0]);
        (enough ? high : low) = enough ? middle : middle + 1;
    }
    auto theirs = homePage(home, *at, low, limit);
    if (!theirs)
        return theirs.error();
    auto ours = overlayPage(request, overlay, offset - low, limit);
    if (!ours)
        return ours.error();
    std::merge(std::move_iterator(theirs->tasks.begin()), std::move_iterator(theirs->tasks.end()),
        std::move_iterator(ours->tasks.begin()), std::move_iterator(ours->tasks.end()), std::back_inserter(page.tasks),
        [](const Task& a, const Task& b) { return placeOf(a) < placeOf(b); });
    page.tasks.resize(std::min(page.tasks.size(), std::size_t(limit)));
    return page;
}

Result<std::optional<TimePoint>> CustomInspector::lastDue(const QueueName& queue, StateSet states)
{
    if (!isOurs(queue))
        return m_overlay.lastDue(queue, states);
    auto last = m_overlay.lastDue(queue, states);
    if (!last || states.intersected({TaskState::Scheduled, TaskState::Due}).isEmpty())
        return last;
    const auto at = frame();
    if (!at)
        return at.error();
    const auto home = m_home.lastDue(at->now);
    if (!home)
        return home.error();
    return std::max(*last, *home);
}

Result<SearchStep> CustomInspector::search(const SearchRequest& request)
{
    if (!isOurs(request.queue))
        return m_overlay.search(request);
    SearchRequest part = request;
    const StateSet states = request.filter.states().intersected(request.states);
    const bool isHome = request.cursor.isEmpty() || request.cursor.startsWith(atHome);
    if (!isHome && !request.cursor.startsWith(inOverlay))
        return Error{ErrorCode::Usage, portwords::cursorIsForeign()};
    part.cursor = request.cursor.mid(isHome ? atHome.size() : inOverlay.size());
    SearchStep step;
    if (isHome && !states.intersected(homeStates).isEmpty()) {
        const auto at = frame();
        if (!at)
            return at.error();
        part.states = states.intersected(homeStates);
        auto found = m_home.search(part, at->now);
        if (!found)
            return found;
        step = std::move(found).value();
        for (Task& task : step.matches)
            task.maxAttempts = at->attempts;
        if (!step.cursor.isEmpty()) {
            step.cursor.prepend(atHome.data(), atHome.size());
            return step;
        }
        part.cursor.clear();
    }
    part.states = states.intersected(overlayStates);
    if (part.states.isEmpty())
        return step;
    if (step.examined >= std::max(request.examine, 1)) {
        step.cursor = inOverlay.toByteArray();
        return step;
    }
    part.examine = std::max(request.examine, 1) - int(step.examined);
    auto found = m_overlay.search(part);
    if (!found)
        return found;
    step.matches.insert(
        step.matches.end(), std::move_iterator(found->matches.begin()), std::move_iterator(found->matches.end()));
    step.examined += found->examined;
    if (!found->cursor.isEmpty())
        step.cursor = inOverlay.toByteArray() + found->cursor;
    return step;
}

Result<TaskDetail> CustomInspector::task(const QueueName& queue, const TaskId& id)
{
    if (!isOurs(queue))
        return m_overlay.task(queue, id);
    auto ours = m_overlay.task(queue, id);
    if (!ours && ours.error().code != ErrorCode::NotFound)
        return ours;
    if (ours)
        ours->task.preview.clear(); // only lists need the preview
    if (ours && (ours->task.state == TaskState::Leased || (m_seeksTrash && ours->task.state == TaskState::Trash)))
        return ours;
    const auto at = frame();
    if (!at)
        return at.error();
    auto theirs = m_home.find(id, at->now);
    if (!theirs)
        return theirs.error();
    if (!*theirs)
        return ours;
    const NativeKeys keys = m_scripts.keys(queue);
    const auto entry = m_scripts.client().call({"HGET", keys.before(), id});
    if (!entry)
        return NativeScripts::errorAt(keys.before(), entry.error());
    TaskDetail detail;
    detail.task = **std::move(theirs);
    detail.task.maxAttempts = at->attempts;
    if (const auto before = decodeBefore(entry->bytes))
        detail.lastOperation = queue + '/' + before->operation;
    return detail;
}

Result<QByteArray> CustomInspector::payload(const QueueName& queue, const TaskId& id, qint64 offset, qint64 length)
{
    if (!isOurs(queue))
        return m_overlay.payload(queue, id, offset, length);
    auto theirs = m_seeksTrash ? Result(std::optional<QByteArray>()) : m_home.payload(id);
    if (!theirs)
        return theirs.error();
    const NativeOverlay* overlay = m_scripts.overlay();
    if (!*theirs) {
        auto ours = m_overlay.payload(queue, id, offset, length);
        if (!ours || !overlay || !overlay->payloadIsId)
            return ours;
        *theirs = id;
    }
    const qint64 first = std::clamp<qint64>(offset, 0, (*theirs)->size());
    return length < 0 ? (*theirs)->mid(first) : (*theirs)->mid(first, length);
}

Result<std::vector<std::optional<TaskRecord>>> CustomInspector::readRecords(
    const QueueName& queue, const std::vector<TaskId>& ids)
{
    m_home.useFound(true);
    auto records = QueueInspector::readRecords(queue, ids);
    m_home.useFound(false);
    return records;
}

Result<std::vector<TimelineBin>> CustomInspector::timeline(
    const QueueName& queue, TimePoint from, TimePoint to, int bins)
{
    if (!isOurs(queue))
        return m_overlay.timeline(queue, from, to, bins);
    auto both = m_overlay.timeline(queue, from, to, bins);
    if (!both)
        return both;
    const auto at = frame();
    if (!at)
        return at.error();
    if (auto added = m_home.addTo(*both, at->now); !added)
        return added.error();
    return both;
}

Result<std::vector<StatisticsBin>> CustomInspector::statistics(const QueueName& queue, TimePoint from, TimePoint to)
{
    return m_overlay.statistics(queue, from, to);
}

Result<std::vector<OperationRecord>> CustomInspector::operations(const QueueName& queue, int limit)
{
    return m_overlay.operations(queue, limit);
}

} // namespace dueline
