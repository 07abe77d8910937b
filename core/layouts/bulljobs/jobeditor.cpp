// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bulljobs/jobeditor.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace dueline {

namespace {

constexpr int pauseCalls = 10'000; ///< each moves a thousand jobs
constexpr std::size_t addedAtOnce = 100;

QByteArray partBehindType(const TaskId& id)
{
    const qsizetype hash = id.indexOf('#');
    return hash < 0 ? id : id.mid(hash + 1);
}

/// Errors: Refused, for an id that the framework would take for something else.
Result<> checkJobId(const QByteArray& id)
{
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (id.isEmpty() || id.contains(':') || std::all_of(id.begin(), id.end(), isDigit)) {
        return Error{ErrorCode::Refused,
            QStringLiteral("\"%1\" cannot be the id of a new job: it must not be a number, which the framework gives "
                           "itself, or hold a colon.")
                .arg(printable(id, 80))};
    }
    return {};
}

/// Errors: Refused, for data that is no JSON value: a worker that takes it would never end it. None at all is `{}`.
Result<> checkJobData(const QByteArray& data)
{
    // QJsonDocument reads no single words and numbers.
    if (data.isEmpty() || QJsonDocument::fromJson('[' + data + ']').array().size() == 1)
        return {};
    return Error{ErrorCode::Refused,
        QStringLiteral("The data of a new job must be JSON; workers could not read what was given.")};
}

const OutcomeCodes& jobCodes()
{
    static const OutcomeCodes codes{{'f', ItemOutcome::InFlow}, {'n', ItemOutcome::NextRun}, {'h', ItemOutcome::Held},
        {'s', ItemOutcome::Stalled}, {'g', ItemOutcome::InGroup}, {'u', ItemOutcome::Untimed},
        {'t', ItemOutcome::IdTaken}, {'d', ItemOutcome::Damaged}, {'l', ItemOutcome::RateLimited},
        {'p', ItemOutcome::LongList}};
    return codes;
}

} // namespace

JobEditor::JobEditor(RedisClient& client, const QByteArray& ours, JobEditing editing)
    : m_client(client)
    , m_ours(ours)
    , m_editing(std::move(editing))
    , m_scripts(client, FrameworkScripts::library(m_editing.layout.constData()), m_editing.refusal)
    , m_operations(m_scripts, m_editing.layout)
    , m_places(client)
    , m_bulk(m_scripts, m_operations,
          {[this](const QueueName& queue) { return keys(queue); }, m_editing.sources,
              [this](const QueueName&) { return m_editing.word; },
              [this](const QueueName& queue, const std::vector<TaskId>& ids) { return findInLists(queue, ids); },
              jobCodes()})
{ }

JobEditor::~JobEditor() = default;

OverlayKeys JobEditor::keys(const QueueName& queue) const
{
    return OverlayKeys::beside(m_ours, m_editing.prefix + ':' + queue + ':');
}

BulkEditor* JobEditor::bulk(const QueueName&) { return &m_bulk; }

TaskId JobEditor::idFor(const QueueName&, const NewTask& task) const { return partBehindType(task.id); }

Result<std::vector<AddOutcome>> JobEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    const OverlayKeys k = keys(queue);
    std::vector<std::vector<QByteArray>> calls;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const NewTask& task = tasks[i];
        const QByteArray id = partBehindType(task.id);
        if (auto checked = checkJobId(id); !checked)
            return checked.error();
        if (auto checked = checkJobData(task.payload); !checked)
            return checked.error();
        if (auto checked = checkPriority(task, m_editing.mostPriority, m_editing.layout); !checked)
            return checked.error();
        const auto options = m_editing.options(task);
        if (!options)
            return options.error();
        QByteArray due = task.dueAt ? number(toMs(*task.dueAt)) : QByteArray();
        if (task.dueIn)
            due = '+' + number(*task.dueIn);
        if (i % addedAtOnce == 0)
            calls.push_back({{}, {}, m_editing.word});
        calls.back().insert(calls.back().end(),
            {id, typeOf(task.id).toByteArray(), task.payload, *options, due, number(task.priority.value_or(0))});
    }
    std::vector<AddOutcome> outcomes;
    for (std::vector<QByteArray>& call : calls) {
        const std::size_t count = (call.size() - 3) / 6;
        const auto reply = m_scripts.runOnce("add", k, {k.base, k.overlay}, std::move(call));
        if (!reply)
            return reply.error();
        if (reply->bytes.size() != qsizetype(count))
            return unexpectedReply();
        for (const char code : reply->bytes)
            outcomes.push_back(code == '1' ? AddOutcome::Added
                    : code == 'e'          ? AddOutcome::Exists
                                           : AddOutcome::Conflict);
    }
    return outcomes;
}

Result<std::map<TaskId, QByteArray>> JobEditor::findInLists(const QueueName& queue, const std::vector<TaskId>& ids)
{
    std::vector<ListPlaces::List> lists;
    std::vector<QByteArray> sets;
    for (const TaskSource& source : m_editing.sources(queue)) {
        if (source.state != TaskState::Due && source.whenDue != TaskState::Due)
            continue;
        if (source.kind == TaskSource::Kind::List)
            lists.push_back({source.key, source.key.mid(source.key.lastIndexOf(':') + 1)});
        else
            sets.push_back(source.key);
    }
    // What stands in a set needs no look through the lists.
    std::vector<Command> commands;
    for (const QByteArray& set : sets) {
        Command scores{"ZMSCORE", set};
        scores.insert(scores.end(), ids.begin(), ids.end());
        commands.push_back(std::move(scores));
    }
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<TaskId> wanted;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const bool isInSet = std::any_of(replies->begin(), replies->end(),
            [i](const Reply& scores) { return i < scores.items.size() && scores.items[i].isBytes(); });
        if (!isInSet)
            wanted.push_back(ids[i]);
    }
    if (wanted.empty())
        return std::map<TaskId, QByteArray>();
    return m_places.find(lists, wanted);
}

Result<std::vector<QByteArray>> JobEditor::argumentsFor(const ActionStep& step)
{
    std::vector<TaskId> waiting;
    for (const TaskRef& ref : step.refs) {
        if (ref.seenState == TaskState::Due)
            waiting.push_back(ref.id);
    }
    std::map<TaskId, QByteArray> places;
    if (!waiting.empty()) {
        auto found = findInLists(step.queue, waiting);
        if (!found)
            return found.error();
        places = *std::move(found);
    }
    std::vector<QByteArray> arguments{
        {}, uniquePartOf(step.operation), m_editing.word, actionName(step.action.kind).toByteArray()};
    for (std::size_t i = 0; i < step.refs.size(); ++i) {
        const TaskRef& ref = step.refs[i];
        const auto place = places.find(ref.id);
        arguments.insert(arguments.end(),
            {ref.id, stateName(ref.seenState).toByteArray(), '@' + number(toMs(ref.seenAt)),
                place == places.end() ? QByteArray() : place->second,
                i < step.newDue.size() ? number(toMs(step.newDue[i])) : QByteArray()});
    }
    return arguments;
}

Result<std::vector<ItemOutcome>> JobEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, QStringLiteral("A step acts on at most 100 tasks.")};
    if (step.action.kind == ActionKind::Reschedule && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, QStringLiteral("Rescheduling needs one new due time per task.")};
    if (step.refs.empty())
        return std::vector<ItemOutcome>();
    auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const OverlayKeys k = keys(step.queue);
    const char* script = step.action.kind == ActionKind::Delete ? "delete" : "act";
    const auto reply = m_scripts.runOnce(script, k, {k.base, k.overlay}, *std::move(arguments));
    if (!reply)
        return reply.error();
    return jobCodes().read(reply->bytes, step.refs.size());
}

Result<std::optional<Foresight>> JobEditor::foresee(const ActionStep& step)
{
    auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const OverlayKeys k = keys(step.queue);
    const auto reply = m_scripts.run("foresee", k, {k.base, k.overlay}, *std::move(arguments));
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    auto outcomes = jobCodes().read(reply->items[0].bytes, step.refs.size());
    if (!outcomes)
        return outcomes.error();
    return std::optional(Foresight{*std::move(outcomes), reply->items[1].integer});
}

Result<UndoStep> JobEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(keys(queue), undone, operation, m_editing.word, turn);
}

Result<> JobEditor::record(const OperationRecord& record) { return m_operations.write(keys(record.queue), record); }

Result<> JobEditor::setPaused(const QueueName& queue, bool paused)
{
    const OverlayKeys k = keys(queue);
    for (int call = 0; call < pauseCalls; ++call) {
        const auto reply = m_scripts.run("pause", k, {k.base, k.overlay}, {paused ? "1" : "0", {}, m_editing.word});
        if (!reply)
            return reply.error();
        if (reply->integer != 2)
            return {};
    }
    return Error{ErrorCode::Busy,
        QStringLiteral("Jobs come into the queue %1 faster than they can be moved; try again.").arg(printable(queue))};
}

Result<> JobEditor::permitted(const QueueName& queue)
{
    const OverlayKeys k = keys(queue);
    const auto reply = m_scripts.run("probe", k, {k.base, k.overlay}, {{}, {}, m_editing.word});
    return reply ? Result<>() : Result<>(reply.error());
}

} // namespace dueline
