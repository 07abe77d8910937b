// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/describededitor.h"

#include "core/base/text.h"
#include "core/layouts/port/callsize.h"
#include "core/layouts/port/outcomecodes.h"
#include "core/redis/clustermap.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QElapsedTimer>
#include <QUuid>

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype bytesPerScript = 1024 * 1024;
constexpr qint64 itemsSearched = 100'000; ///< maximum number of list items to search per call, which takes about 2 ms
constexpr qint64 undoBytesPerItem = 200;

const OutcomeCodes& codes()
{
    static const OutcomeCodes codes{{'t', ItemOutcome::IdTaken}, {'d', ItemOutcome::Damaged},
        {'u', ItemOutcome::Untimed}, {'v', ItemOutcome::Reserved}, {'s', ItemOutcome::DueSoon}};
    return codes;
}

qsizetype bytesOf(const PlannedTask& task)
{
    qsizetype bytes = task.storedBytes;
    for (const PlannedStep& step : task.steps)
        bytes += step.key.size() + step.a.size() + step.b.size() + step.c.size() + step.d.size();
    return bytes;
}

} // namespace

DescribedEditor::DescribedEditor(RedisClient& client, std::shared_ptr<const Description> description,
    DescribedInspector& inspector, std::function<bool(const QByteArray&)> isForeign)
    : m_client(client)
    , m_description(std::move(description))
    , m_inspector(inspector)
    , m_isForeign(std::move(isForeign))
    , m_scripts(client, library(), [](const QByteArray&) { return QString(); })
    , m_operations(m_scripts, "described")
    , m_lane(QUuid::createUuid().toRfc4122().left(6).toHex())
{ }

const ScriptLibrary& DescribedEditor::library() { return FrameworkScripts::library("described"); }

Result<std::vector<PlannedTask>> DescribedEditor::plan(const ActionStep& step)
{
    std::vector<PlannedTask> planned(step.refs.size());
    const auto now = m_inspector.now();
    if (!now)
        return now.error();
    const auto located = m_inspector.locate(step.queue, step.refs);
    if (!located)
        return located.error();
    const OverlayKeys overlay = m_inspector.overlayOf(step.queue);
    const ActionPlanner planner(*m_description, located->keys, *now, m_isForeign);
    const ActionKind kind = step.action.kind;
    std::vector<Command> sizes; // of the tasks to restore
    if (kind == ActionKind::Restore) {
        for (const TaskRef& ref : step.refs)
            sizes.push_back({"HSTRLEN", overlay.trashed(ref.id), "was"});
    }
    const auto stored = askInParts(m_client, sizes);
    if (!stored)
        return stored.error();
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        PlannedTask& task = planned[i];
        if (step.refs[i].seenState == TaskState::Trash && kind == ActionKind::Restore)
            task = {{{"r", overlay.base, step.refs[i].id}}, {}, (*stored)[i].integer};
        else if (step.refs[i].seenState == TaskState::Trash && kind == ActionKind::Delete)
            task.steps = {{"x", overlay.base, step.refs[i].id}};
        else if (step.refs[i].seenState == TaskState::Trash || kind == ActionKind::Restore)
            task.outcome = ItemOutcome::Refused;
        else if (!located->tasks[i])
            task.outcome = ItemOutcome::MovedOn;
        else
            task = planner.plan(kind, *located->tasks[i], i < step.newDue.size() ? step.newDue[i] : *now);
        if (located->tasks[i] && (kind == ActionKind::Discard || kind == ActionKind::Delete))
            task.storedBytes = located->tasks[i]->task.size;
        if (!task.foreignKey.isEmpty())
            return Error{ErrorCode::Refused,
                QStringLiteral("The key %1 belongs to a framework that Dueline knows, so a layout file must not change "
                               "it. Use the framework's own layout instead.")
                    .arg(printable(task.foreignKey, 100))};
        if (const auto checked = checkSlots(overlay, task.steps); !checked)
            return checked.error();
    }
    return planned;
}

Result<> DescribedEditor::checkSlots(const OverlayKeys& overlay, const std::vector<PlannedStep>& steps) const
{
    if (m_client.config().topology != Topology::Cluster)
        return {};
    for (const PlannedStep& each : steps) {
        for (const QByteArray& key : {each.key, each.otherKey}) {
            if (!key.isEmpty() && clusterSlot(key) != clusterSlot(overlay.overlay)) {
                return Error{ErrorCode::Refused,
                    QStringLiteral("The keys %1 and %2 are in different slots of this cluster; one atomic step "
                                   "cannot reach both.")
                        .arg(printable(overlay.base, 100), printable(key, 100))};
            }
        }
    }
    return {};
}

Result<std::optional<qint64>> DescribedEditor::lastNumber(const QueueName& queue)
{
    const auto key = m_description->keyName(m_description->adding->counter, {{"queue", queue}});
    if (!key || key->isEmpty())
        return std::optional<qint64>();
    const auto last = m_client.call({"GET", *key});
    return last ? Result(std::optional(last->bytes.toLongLong())) : last.error();
}

Result<std::vector<PlannedAddition>> DescribedEditor::planAdd(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (m_inspector.places().isShared(queue)) {
        return Error{ErrorCode::Usage,
            QStringLiteral("%1 contains tasks from all queues. Specify the new task's queue.")
                .arg(printable(queue, 60))};
    }
    if (!m_description->adding) {
        return Error{ErrorCode::NotSupported,
            QStringLiteral("The layout file \"%1\" does not describe how tasks are added. Add them with the program "
                           "that owns the queue.")
                .arg(printable(m_description->name))};
    }
    const auto isListed = m_inspector.isListed(queue);
    if (!isListed)
        return isListed.error();
    const bool isScanned = m_description->queues.source == DescribedQueues::Source::Scan;
    if (!m_inspector.places().isQueue(queue) || (!*isListed && !isScanned)) {
        return Error{ErrorCode::Refused,
            QStringLiteral("The layout \"%1\" has no queue \"%2\". Create it with the program that owns the queues.")
                .arg(printable(m_description->name), printable(queue, 60))};
    }
    const auto now = m_inspector.now();
    if (!now)
        return now.error();
    const auto last = lastNumber(queue);
    if (!last)
        return last.error();
    const AddPlanner planner(m_client, *m_description, *now, *isListed, m_isForeign);
    std::vector<PlannedAddition> planned;
    for (const NewTask& task : tasks) {
        auto one = planner.plan(queue, task);
        if (!one)
            return one.error();
        const TaskId& id = one->task.task.id;
        bool isNumber = false;
        if (*last && id.toLongLong(&isNumber) > **last && isNumber) {
            return Error{ErrorCode::Refused,
                QStringLiteral("Producers will use the number %1 as an ID later. Specify an ID that is not a number.")
                    .arg(printable(id))};
        }
        if (const auto checked = checkSlots(m_inspector.overlayOf(queue), one->steps); !checked)
            return checked.error();
        planned.push_back(*std::move(one));
    }
    return planned;
}

/// Returns the number of tasks to act on per call. It is limited because finding a list item means searching all items
/// before it.
Result<std::size_t> DescribedEditor::tasksPerCall(const std::vector<PlannedTask>& planned)
{
    std::set<QByteArray> lists;
    for (const PlannedTask& task : planned) {
        for (const PlannedStep& step : task.steps) {
            const QByteArrayView code = step.code;
            if (code == "l-" || code == "dl" || code == "el")
                lists.insert(step.key);
        }
    }
    std::vector<Command> commands;
    for (const QByteArray& list : lists)
        commands.push_back({"LLEN", list});
    const auto lengths = commands.empty() ? Result(std::vector<Reply>()) : m_client.pipeline(commands);
    if (!lengths)
        return lengths.error();
    qint64 longest = 1;
    for (const Reply& length : *lengths)
        longest = std::max(longest, length.integer);
    return std::size_t(std::clamp<qint64>(itemsSearched / longest, 1, qint64(maxStep)));
}

DescribedEditor::Call DescribedEditor::callFor(const Begun& begun)
{
    const ActionStep& step = begun.step;
    Call call;
    const bool isAct = begun.added.empty() && !begun.isClaim;
    // Claims also use `delete`: that script runs even if the server is out of memory.
    call.script = begun.isClaim || (isAct && step.action.kind == ActionKind::Delete) ? "delete" : "act";
    call.keys = m_inspector.overlayOf(step.queue);
    call.keyNames = {call.keys.first(), call.keys.overlay};
    call.arguments = {m_lane + '.' + QByteArray::number(++m_calls), uniquePartOf(step.operation),
        begun.isClaim ? QByteArray("run")
            : isAct   ? actionName(step.action.kind).toByteArray()
                      : QByteArray("add")};
    std::map<QByteArray, std::size_t> numbers;
    const auto numberOf = [&](const QByteArray& key) {
        const auto [known, isNew] = numbers.emplace(key, call.keyNames.size() + 1);
        if (isNew)
            call.keyNames.push_back(key);
        return number(qint64(known->second));
    };
    qsizetype bytes = 0;
    for (auto i = std::size_t(begun.codes.size()); i < begun.planned.size() && call.tasks < begun.perCall; ++i) {
        const PlannedTask& task = begun.planned[i];
        bytes += bytesOf(task);
        if (call.tasks > 0 && bytes > bytesPerScript)
            break;
        call.arguments.push_back(step.refs[i].id);
        call.arguments.push_back(task.outcome ? QByteArray(1, codes().codeOf(*task.outcome)) : QByteArray());
        call.arguments.push_back(number(qint64(task.steps.size())));
        for (const PlannedStep& each : task.steps) {
            const QByteArray code = each.code;
            call.arguments.insert(call.arguments.end(),
                {code, numberOf(each.key), each.a, code == "ch" ? numberOf(each.otherKey) : each.b,
                    code == "ti" ? numberOf(each.otherKey) : each.c, each.d});
        }
        ++call.tasks;
    }
    call.keyNames.push_back(call.keys.memo(m_lane, call.script));
    return call;
}

Result<QByteArray> DescribedEditor::send(const Call& call)
{
    const auto reply = m_scripts.run(call.script, call.keys, call.keyNames, call.arguments);
    if (!reply)
        return reply.error();
    return reply->bytes.size() == qsizetype(call.tasks) ? Result(reply->bytes) : unexpectedReply();
}

Result<QByteArray> DescribedEditor::run()
{
    while (std::size_t(m_begun->codes.size()) < m_begun->planned.size()) {
        if (!m_begun->call)
            m_begun->call = callFor(*m_begun);
        QElapsedTimer timer;
        timer.start();
        const auto codes = send(*m_begun->call);
        // Tasks near either end of a list take less time than tasksPerCall() expects.
        m_begun->perCall = nextCallSize(m_begun->perCall, maxStep, timer.elapsed());
        if (!codes) {
            if (!mayHaveBeenDone(codes.error().code))
                m_begun.reset();
            return codes.error();
        }
        m_begun->codes += *codes;
        m_last = std::move(m_begun->call);
        m_begun->call.reset();
    }
    const QByteArray codes = m_begun->codes;
    m_begun.reset();
    return codes;
}

Result<std::vector<ItemOutcome>> DescribedEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, QStringLiteral("A step can act on at most 100 tasks.")};
    if (step.action.kind == ActionKind::Reschedule && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, QStringLiteral("Rescheduling needs one new due time per task.")};
    if (!m_begun || m_begun->step != step) {
        auto planned = plan(step);
        if (!planned)
            return planned.error();
        const auto perCall = tasksPerCall(*planned);
        if (!perCall)
            return perCall.error();
        m_begun = Begun{step, {}, {}, *std::move(planned), {}, *perCall};
    }
    const auto codes = run();
    return codes ? outcomesOf(*codes) : codes.error();
}

Result<std::vector<ItemOutcome>> DescribedEditor::take(
    const QueueName& queue, std::vector<std::pair<TaskId, PlannedTask>> planned)
{
    Begun begun{{queue, {}, {}, {}, {}}, {}, {}, {}, {}, maxStep, true};
    for (auto& [id, task] : planned) {
        if (const auto checked = checkSlots(m_inspector.overlayOf(queue), task.steps); !checked)
            return checked.error();
        begun.step.refs.push_back({id, TaskState::Due, {}, {}});
        begun.planned.push_back(std::move(task));
    }
    m_begun = std::move(begun);
    const auto codes = run();
    m_begun.reset(); // if a reply was lost, the tasks that were taken are found in the queue of claimed tasks
    return codes ? outcomesOf(*codes) : codes.error();
}

Result<std::vector<ItemOutcome>> DescribedEditor::outcomesOf(const QByteArray& codes)
{
    return dueline::codes().read(codes, std::size_t(codes.size()));
}

Result<std::vector<AddOutcome>> DescribedEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (tasks.empty())
        return std::vector<AddOutcome>();
    const ActionStep step{queue, tasks.front().importId, {}, {}, {}};
    if (!m_begun || m_begun->added != tasks || m_begun->step.queue != queue) {
        auto planned = planAdd(queue, tasks);
        if (!planned)
            return planned.error();
        Begun begun{step, tasks, {}, {}, {}, maxStep};
        m_added.clear();
        for (std::size_t i = 0; i < tasks.size(); ++i) {
            const TaskId& id = (*planned)[i].task.task.id;
            m_added[tasks[i].id] = id;
            begun.step.refs.push_back({id, TaskState::Scheduled, {}, {}});
            begun.planned.push_back({std::move((*planned)[i].steps), {}});
        }
        const auto perCall = tasksPerCall(begun.planned);
        if (!perCall)
            return perCall.error();
        begun.perCall = *perCall;
        m_begun = std::move(begun);
    }
    const auto codes = run();
    if (!codes)
        return codes.error();
    std::vector<AddOutcome> outcomes;
    for (const char code : *codes)
        outcomes.push_back(addOutcomeOf(code));
    return outcomes;
}

TaskId DescribedEditor::idFor(const QueueName& queue, const NewTask& task) const
{
    if (const auto added = m_added.find(task.id); added != m_added.end())
        return added->second;
    const auto planned = AddPlanner(m_client, *m_description, {}, true, {}).plan(queue, task);
    return planned ? planned->task.task.id : task.id;
}

Result<> DescribedEditor::admits(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto planned = planAdd(queue, tasks);
    return planned ? Result<>() : Result<>(planned.error());
}

Result<std::optional<std::vector<AddOutcome>>> DescribedEditor::foreseeAdd(
    const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const auto planned = planAdd(queue, tasks);
    if (!planned)
        return planned.error();
    std::vector<Command> commands;
    std::vector<std::pair<std::size_t, QByteArray>>
        asked; // task index, and the value stored if an identical task exists
    for (std::size_t i = 0; i < planned->size(); ++i) {
        for (const PlannedStep& step : (*planned)[i].steps) {
            const auto ask = [&](Command command, const QByteArray& same = {}) {
                commands.push_back(std::move(command));
                asked.emplace_back(i, same);
            };
            const QByteArrayView code = step.code;
            if (code == "k+")
                ask({"GET", step.key}, step.a);
            else if (code == "h+")
                ask({"HGET", step.key, step.a}, step.b);
            else if (code == "ez")
                ask({"ZSCORE", step.key, step.a});
            else if (code == "el")
                ask({"LPOS", step.key, step.a});
            else if (code == "es")
                ask({"SISMEMBER", step.key, step.a});
        }
    }
    const auto replies = commands.empty() ? Result(std::vector<Reply>()) : m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<AddOutcome> outcomes(tasks.size(), AddOutcome::Added);
    for (std::size_t k = 0; k < replies->size(); ++k) {
        const Reply& reply = (*replies)[k];
        const auto& [task, same] = asked[k];
        if (reply.isError())
            return errorFromReply(reply.bytes);
        const bool isFlag = commands[k].front() == "SISMEMBER";
        if (!reply.isNil() && !(isFlag && reply.integer == 0))
            outcomes[task] = addOutcomeOf(true, same.isEmpty() || reply.bytes == same);
    }
    return std::optional(std::move(outcomes));
}

QueueName DescribedEditor::laterPlace(const QueueName& queue) const
{
    const auto later = m_description->adding ? m_description->adding->later : std::nullopt;
    const bool isShared = later && m_description->hasSharedQueue() && m_description->places[*later].isShared();
    return isShared ? m_inspector.places().shared() : queue;
}

Result<QByteArray> DescribedEditor::repeatLast()
{
    if (!m_last)
        return Error{ErrorCode::Usage, QStringLiteral("There is no previous call to repeat.")};
    return send(*m_last);
}

Result<std::optional<Foresight>> DescribedEditor::foresee(const ActionStep& step)
{
    const auto planned = plan(step);
    if (!planned)
        return planned.error();
    Foresight foresight;
    for (const PlannedTask& task : *planned) {
        foresight.outcomes.push_back(task.outcome.value_or(ItemOutcome::Done));
        if (!task.outcome && step.action.kind != ActionKind::Delete)
            foresight.undoBytes += undoBytesPerItem + bytesOf(task);
    }
    return std::optional(std::move(foresight));
}

Result<UndoStep> DescribedEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(m_inspector.overlayOf(queue), undone, operation, {}, turn);
}

Result<> DescribedEditor::record(const OperationRecord& record)
{
    return m_operations.write(m_inspector.overlayOf(record.queue), record);
}

} // namespace dueline
