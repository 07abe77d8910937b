// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/taskselector.h"

#include "core/base/text.h"
#include "core/console/operations/operationrules.h"
#include "core/queue/crashes.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t lookUpsPerStep = 100;
constexpr std::size_t refsPerStep = 10'000;
constexpr int tasksPerLook = 1000; // number of tasks examined per search() call
constexpr int looksPerStep = 2;
// Number of tasks examined per call if each must be added to a list.
constexpr int tasksPerPart = 100;
/// maximum number of skipped tasks that nameSkipped() checks for unique ids
constexpr std::size_t mostUnclear = 5;
constexpr qint64 listBytesPerTask = 50;
// Upper limit of the undo data per task, as measured by tests/bench/bulk.
constexpr qint64 undoBytesPerTask = 120;

/// Maximum number of tasks that may be added to the set of waiting tasks while it is being scanned.
constexpr qint64 pendingSlack = 100'000;

constexpr std::size_t hashSeed = 0x9E3779B97F4A7C15;

/// Upper limit on a scan's duration. During a scan, only tasks due within this period can become due, or run and
/// return.
constexpr Millis mayComeAgain{std::chrono::minutes(10)};

} // namespace

Error TaskSelector::tooFast(const QueueName& queue)
{
    return {ErrorCode::Busy,
        QStringLiteral(
            "Tasks are added to the queue %1 faster than they can be searched. Nothing was changed. Pause the producers, or select the tasks by id.")
            .arg(printable(queue))};
}

TaskSelector::TaskSelector(const OperationRequest& request, OperationId operation)
    : m_request(request)
    , m_operation(std::move(operation))
{ }

Result<bool> TaskSelector::step(Backend& backend, RefStore& refs, OperationPreview& preview)
{
    if (!m_began) {
        if (const auto begun = begin(backend, preview); !begun)
            return begun.error();
        m_began = true;
    }
    Result<bool> complete = true;
    switch (m_request.selection.kind) {
    case TaskSelection::Kind::Ids:
        complete = lookUpIds(backend.inspector(), refs, preview);
        break;
    case TaskSelection::Kind::Refs:
        complete = takeRefs(refs, preview);
        break;
    case TaskSelection::Kind::Filter:
    case TaskSelection::Kind::All:
        complete = m_bulk ? walkToList(backend.inspector(), preview) : walk(backend.inspector(), refs, preview);
        break;
    }
    if (!complete && m_bulk && complete.error().code == ErrorCode::Full) {
        // The server has no memory for a list, so start over and keep the tasks in memory.
        (void)m_bulk->drop(m_request.queue, m_operation);
        preview = OperationPreview();
        m_bulk = nullptr;
        m_noRoom = true;
        m_began = false;
        m_walks.clear();
        m_walk = 0;
        m_seen.clear();
        m_met.clear();
        m_toPut.clear();
        m_unclear.clear();
        return false;
    }
    if (complete && *complete)
        nameSkipped(backend.inspector(), preview);
    preview.listBytes = m_bulk ? preview.total * listBytesPerTask : 0;
    preview.undoBytes = preview.undoable ? preview.total * undoBytesPerTask : 0;
    return complete;
}

Result<> TaskSelector::begin(Backend& backend, OperationPreview& preview)
{
    const ActionKind kind = m_request.action.kind;
    const auto info = operableQueue(backend, m_request);
    if (!info)
        return info.error();
    m_startedAt = info->serverNow;
    m_can = backend.capabilities(m_request.queue);
    m_applicable = statesFor(m_request.action, m_can);
    preview.undoable = kind != ActionKind::Delete && m_request.keepsUndo && m_can.undo;
    if (preview.undoable) {
        preview.undoFor = info->settings.keepUndo;
        preview.heldFor = kind == ActionKind::Discard ? std::max(info->settings.keepUndo, info->settings.keepTrash)
                                                      : info->settings.keepUndo;
    }
    switch (m_request.selection.kind) {
    case TaskSelection::Kind::Ids: {
        QSet<QByteArray> once;
        for (const TaskId& id : m_request.selection.ids) {
            if (!once.contains(id))
                m_ids.push_back(id);
            once.insert(id);
        }
        break;
    }
    case TaskSelection::Kind::Refs:
        break;
    case TaskSelection::Kind::Filter:
    case TaskSelection::Kind::All:
        planWalks(*info, preview);
        if (const auto planned = planLists(backend, preview); !planned)
            return planned;
        return findEnds(backend.inspector());
    }
    return {};
}

void TaskSelector::planWalks(const QueueInfo& info, OperationPreview& preview)
{
    const bool all = m_request.selection.kind == TaskSelection::Kind::All || m_request.selection.filter.isEmpty();
    const StateSet wanted = all ? m_request.states : m_request.selection.filter.states().intersected(m_request.states);
    // Without a state, "all" means all states that the action applies to. Only report tasks in other states as skipped
    // if the user may expect them to be included: leased tasks and, for run-now, due ones. Otherwise, a million done
    // tasks could be reported.
    StateSet worthTelling = wanted == StateSet::all() ? StateSet{TaskState::Leased} : wanted;
    if (m_request.action.kind == ActionKind::RunNow && wanted.contains(TaskState::Due))
        worthTelling.insert(TaskState::Due);
    if (m_request.action.kind == ActionKind::Restore && wanted == StateSet::all())
        worthTelling = {};

    StateSet pendingPair;
    for (const TaskState state : allStates) {
        if (!wanted.contains(state) || (!m_applicable.contains(state) && !worthTelling.contains(state)))
            continue;
        if (all && !m_applicable.contains(state)) {
            if (info.counts[state] > 0)
                preview.skipped.add(
                    *whyNot(m_request.action, m_can, state, m_startedAt, m_startedAt), info.counts[state]);
            continue;
        }
        if (state == TaskState::Scheduled || state == TaskState::Due) {
            // Scan both states together, so that tasks that become due during the scan aren't missed.
            if (pendingPair.isEmpty())
                m_walks.push_back({});
            pendingPair.insert(state);
            m_walks.back().states = pendingPair;
            m_walks.back().examineAtMost += 4 * info.counts[state] + pendingSlack;
            continue;
        }
        StateScan walk;
        walk.states = {state};
        walk.examineAtMost = state == TaskState::Retrying ? 4 * info.counts[state] + pendingSlack
                                                          : 2 * info.counts[state] + tasksPerLook;
        m_walks.push_back(walk);
    }
}

Result<> TaskSelector::findEnds(QueueInspector& inspector)
{
    for (StateScan& walk : m_walks) {
        if (walk.states.intersected(StateSet::pending()).isEmpty()) {
            if (!walk.states.contains(TaskState::Leased))
                walk.until = inspector.endedUntil(m_request.queue, walk.states, m_startedAt);
            continue;
        }
        const auto last = inspector.lastDue(m_request.queue, walk.states);
        if (!last)
            return last.error();
        const TimePoint end = last->value_or(m_startedAt);
        walk.until = std::min(walk.until.value_or(end), end);
    }
    return {};
}

Result<bool> TaskSelector::lookUpIds(QueueInspector& inspector, RefStore& refs, OperationPreview& preview)
{
    const std::size_t end = std::min(m_ids.size(), m_next + lookUpsPerStep);
    for (; m_next < end; ++m_next) {
        const TaskId& id = m_ids[m_next];
        auto detail = inspector.task(m_request.queue, id);
        // Several tasks may share an id, such as a waiting task and one in the trash. Select the one in a state that
        // the action applies to.
        const bool isRestore = m_request.action.kind == ActionKind::Restore;
        const StateSet wanted = m_request.states.intersected(m_applicable);
        const bool mayBeOther = detail
            ? (!detail->task.exact.isEmpty() || isRestore) && !wanted.contains(detail->task.state)
            : detail.error().code == ErrorCode::Refused && wanted != StateSet::all();
        if (mayBeOther) {
            auto other = inspector.taskIn(m_request.queue, id, wanted);
            if (other || other.error().code != ErrorCode::NotFound)
                detail = std::move(other);
        }
        if (!detail && detail.error().code != ErrorCode::NotFound)
            return detail.error();
        ++m_examined;
        if (!detail) {
            preview.skipped.add(id, SkipReason::NotFound);
            continue;
        }
        const Task& task = detail->task;
        if (m_request.states.contains(task.state))
            take(task, refs, preview);
        else
            preview.skipped.add(id, SkipReason::NotApplicable);
    }
    return m_next == m_ids.size();
}

bool TaskSelector::takeRefs(RefStore& refs, OperationPreview& preview)
{
    const auto& given = m_request.selection.refs;
    const std::size_t end = std::min(given.size(), m_next + refsPerStep);
    for (; m_next < end; ++m_next) {
        const TaskRef& ref = given[m_next];
        // A task in the trash may have the same id as another task, so use different keys for the two.
        const QByteArray key = char('0' + (ref.seenState == TaskState::Trash ? 1 : 0)) + exactId(ref);
        if (m_seen.contains(key))
            continue;
        m_seen.insert(key);
        if (m_request.states.contains(ref.seenState)) {
            const bool pending = StateSet::pending().contains(ref.seenState);
            take(ref, pending ? std::optional(ref.seenAt) : std::nullopt, refs, preview);
        } else {
            preview.skipped.add(ref.id, SkipReason::NotApplicable, ref.seenState);
        }
    }
    m_examined = qint64(m_next);
    return m_next == given.size();
}

Result<SearchStep> TaskSelector::look(QueueInspector& inspector, const StateScan& walk) const
{
    SearchRequest request;
    request.queue = m_request.queue;
    if (m_request.selection.kind == TaskSelection::Kind::Filter)
        request.filter = m_request.selection.filter;
    request.states = walk.states;
    request.changedBefore = std::max(m_startedAt, walk.until.value_or(m_startedAt));
    request.waitingUntil = walk.until;
    request.cursor = walk.cursor;
    request.errorsAlone = true;
    request.examine = m_bulk ? tasksPerPart : tasksPerLook;
    return inspector.search(request);
}

Result<bool> TaskSelector::walk(QueueInspector& inspector, RefStore& refs, OperationPreview& preview)
{
    for (int looks = 0; looks < looksPerStep; ++looks) {
        if (m_walk == m_walks.size())
            return true;
        StateScan& walk = m_walks[m_walk];
        const auto found = look(inspector, walk);
        if (!found)
            return found.error();
        for (const Task& task : found->matches) {
            if (!comesAgain(task))
                take(task, refs, preview);
        }
        walk.examined += found->examined;
        m_examined += found->examined;
        walk.cursor = found->cursor;
        if (walk.cursor.isEmpty()) {
            ++m_walk;
        } else if (walk.examined >= walk.examineAtMost) {
            if (!walk.states.intersected(StateSet::pending()).isEmpty()) {
                return tooFast(m_request.queue);
            }
            // The scan has examined twice as many tasks as there were at the start, so it has seen each leased task;
            // the others have been added since then.
            ++m_walk;
        }
    }
    return m_walk == m_walks.size();
}

/// Returns whether this scan has already found a task. Leased tasks, and tasks that become due or may run during the
/// scan, can reappear anywhere, so their ids are stored. Another operation may move any other waiting task to a later
/// instant, so a hash of its id is stored. With a million tasks, one scan in thirty million has a collision.
bool TaskSelector::comesAgain(const Task& task)
{
    const bool leased = task.state == TaskState::Leased;
    const bool pending = StateSet::pending().contains(task.state);
    if (!leased && !pending)
        return false;
    // Waiting and leased tasks have different keys: if a waiting task has been leased since, select it again, because
    // its first reference is outdated.
    const QByteArray key = char('0' + (leased ? 2 : task.state == TaskState::Retrying ? 1 : 0)) + exactId(task);
    const quint64 hash = qHashBits(key.constData(), std::size_t(key.size()), hashSeed);
    if (m_seen.contains(key) || m_met.contains(hash))
        return true;
    // A long overdue task that isn't being retried can leave its set, but not return during the scan, so a hash is
    // sufficient.
    const bool stays = task.state != TaskState::Retrying && task.at < m_startedAt - mayComeAgain;
    if (leased || (task.at <= m_startedAt + mayComeAgain && !stays))
        m_seen.insert(key);
    else
        m_met.insert(hash);
    return false;
}

void TaskSelector::take(const Task& task, RefStore& refs, OperationPreview& preview)
{
    const auto retried = m_can.retriedStates.find(task.nativeState);
    if (leavesRetriedOut() && task.state == TaskState::Failed && retried != m_can.retriedStates.end())
        return skip(refOf(task), skipReasonOf(retried->second), preview);
    const qint64 before = preview.total;
    take(refOf(task), task.untimed ? std::nullopt : task.dueAt, refs, preview);
    m_crashes += preview.total > before && isCrash(m_can, task) ? 1 : 0;
}

void TaskSelector::skip(const TaskRef& ref, SkipReason reason, OperationPreview& preview)
{
    preview.skipped.add(ref.id, reason, ref.seenState);
    const std::size_t named = preview.skipped.named().size();
    if (ref.id == ownIdIn(ref.exact) && m_unclear.size() < mostUnclear && named < SkippedTasks::namedAtMost)
        m_unclear.emplace_back(named - 1, ref.exact);
}

/// Replaces a skipped task's id with a unique name if another task shares the id. Only checks the first skipped tasks,
/// because scanning one state doesn't show whether tasks in other states have the same id.
void TaskSelector::nameSkipped(QueueInspector& inspector, OperationPreview& preview)
{
    constexpr qsizetype digits = 8;
    for (const auto& [index, exact] : m_unclear) {
        const TaskId own = ownIdIn(exact).toByteArray();
        const auto found = inspector.task(m_request.queue, own);
        if (!found && found.error().code == ErrorCode::Refused)
            preview.skipped.rename(index, exact.left(own.size() + 1 + digits));
    }
    m_unclear.clear();
}

bool TaskSelector::leavesRetriedOut() const
{
    return m_request.action.kind == ActionKind::Retry && !m_request.action.force && !m_can.retriedStates.empty();
}

void TaskSelector::take(const TaskRef& ref, std::optional<TimePoint> dueAt, RefStore& refs, OperationPreview& preview)
{
    if (const auto reason = whyNot(m_request.action, m_can, ref.seenState, ref.seenAt, m_startedAt)) {
        skip(ref, *reason, preview);
        return;
    }
    refs.append(ref);
    ++preview.total;
    ++preview.counts[ref.seenState];
    if (dueAt && StateSet::pending().contains(ref.seenState)) {
        preview.firstDue = std::min(preview.firstDue.value_or(*dueAt), *dueAt);
        preview.lastDue = std::max(preview.lastDue.value_or(*dueAt), *dueAt);
    }
}

namespace {

constexpr int gathersPerStep = 5;

} // namespace

/// Plans scans if entire states are selected. The server itself writes the list during a scan. Each scan covers one
/// state between two instants.
Result<> TaskSelector::planLists(Backend& backend, OperationPreview& preview)
{
    const ActionKind kind = m_request.action.kind;
    const bool whole = m_request.selection.kind == TaskSelection::Kind::All || m_request.selection.filter.isEmpty();
    QueueEditor* editor = backend.editor();
    // Users delete tasks to free memory, so a deletion must not need memory for a list.
    if (!whole || m_noRoom || !editor || !editor->bulk(m_request.queue) || kind == ActionKind::Delete)
        return {};
    const bool bringsForward = kind == ActionKind::Retry || kind == ActionKind::RunNow;
    std::vector<StateScan> walks;
    for (const StateScan& planned : m_walks) {
        for (const TaskState state : {TaskState::Due, TaskState::Scheduled, TaskState::Retrying, TaskState::Leased,
                 TaskState::Failed, TaskState::Done, TaskState::Trash}) {
            if (!planned.states.contains(state))
                continue;
            StateScan walk = planned;
            walk.states = {state};
            const bool dueAlready = state == TaskState::Retrying && bringsForward;
            if (dueAlready) {
                const auto count = editor->bulk(m_request.queue)
                                       ->count(m_request.queue, {state, std::nullopt, m_startedAt, QByteArray()});
                if (!count)
                    return count.error();
                if (*count > 0)
                    preview.skipped.add(SkipReason::AlreadyDue, *count);
            }
            if (state == TaskState::Scheduled || dueAlready)
                walk.from = m_startedAt + Millis(1);
            else if (state != TaskState::Retrying && state != TaskState::Leased)
                walk.until = m_startedAt;
            if (state == TaskState::Scheduled && keepsParked(kind)) {
                const auto parked = editor->bulk(m_request.queue)
                                        ->count(m_request.queue, {state, parkedUntil, parkedUntil, QByteArray()});
                if (!parked)
                    return parked.error();
                if (*parked > 0)
                    preview.skipped.add(SkipReason::NotApplicable, *parked);
                walk.until = parkedUntil - Millis(1);
            }
            walks.push_back(walk);
        }
    }
    m_walks = std::move(walks);
    m_bulk = editor->bulk(m_request.queue);
    return {};
}

Result<bool> TaskSelector::walkToList(QueueInspector& inspector, OperationPreview& preview)
{
    for (int call = 0; call < gathersPerStep && m_walk < m_walks.size(); ++call) {
        StateScan& walk = m_walks[m_walk];
        if (walk.states.contains(TaskState::Leased)
            || (leavesRetriedOut() && walk.states.contains(TaskState::Failed))) {
            if (const auto put = putEach(inspector, walk, preview); !put)
                return put.error();
            continue;
        }
        const auto state = std::find_if(
            allStates.begin(), allStates.end(), [&walk](TaskState one) { return walk.states.contains(one); });
        const BulkWalk next{*state, walk.from, walk.until, walk.cursor};
        if (walk.cursor.isEmpty()) {
            const auto there = m_bulk->count(m_request.queue, next);
            if (!there)
                return there.error();
            walk.there = *there;
        }
        const auto taken = m_bulk->gather(m_request.queue, m_operation, next);
        if (!taken)
            return taken.error();
        const qint64 known = std::min(walk.examined + taken->tasks, walk.there) - std::min(walk.examined, walk.there);
        preview.total += known;
        preview.counts[*state] += known;
        if (taken->first && taken->last && StateSet::pending().contains(*state)) {
            preview.firstDue = std::min(preview.firstDue.value_or(*taken->first), *taken->first);
            preview.lastDue = std::max(preview.lastDue.value_or(*taken->last), *taken->last);
        }
        walk.examined += taken->tasks;
        m_examined += taken->tasks;
        walk.cursor = taken->cursor;
        if (walk.cursor.isEmpty()) {
            if (const auto counted = countThoseThatCame(walk, *state, preview); !counted)
                return counted.error();
            ++m_walk;
        } else if (walk.examined >= walk.examineAtMost)
            return tooFast(m_request.queue);
    }
    return m_walk == m_walks.size();
}

/// Corrects a scan's number of tasks. If another client moves a task to a later instant, the list contains it twice,
/// and the second entry is skipped when the operation acts. So don't count more tasks than the set contains now.
Result<> TaskSelector::countThoseThatCame(const StateScan& walk, TaskState state, OperationPreview& preview)
{
    const auto now = m_bulk->count(m_request.queue, {state, walk.from, walk.until, QByteArray()});
    if (!now)
        return now.error();
    const qint64 came = std::min(walk.examined, std::max(walk.there, *now)) - std::min(walk.examined, walk.there);
    preview.total += came;
    preview.counts[state] += came;
    return {};
}

/// Adds a scan's tasks to the list one by one. Used if each task must be read, either for its lease token or to find
/// out whether it has already been retried.
Result<> TaskSelector::putEach(QueueInspector& inspector, StateScan& walk, OperationPreview& preview)
{
    if (m_toPut.empty()) {
        const auto found = look(inspector, walk);
        if (!found)
            return found.error();
        RefStore refs;
        for (const Task& task : found->matches) {
            if (!comesAgain(task))
                take(task, refs, preview);
        }
        m_toPut = refs.peek(int(refs.size()));
        walk.examined += found->examined;
        m_examined += found->examined;
        walk.cursor = found->cursor;
    }
    if (!m_toPut.empty()) {
        if (const auto put = m_bulk->put(m_request.queue, m_operation, m_toPut); !put)
            return put;
        m_toPut.clear();
    }
    if (walk.cursor.isEmpty() || walk.examined >= walk.examineAtMost)
        ++m_walk;
    return {};
}

} // namespace dueline
