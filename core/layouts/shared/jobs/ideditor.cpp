// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/ideditor.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {

QByteArray storedDigest(const QByteArray& stored)
{
    return QCryptographicHash::hash(stored, QCryptographicHash::Sha1).toHex();
}

} // namespace

IdEditor::IdEditor(RedisClient& client, const QByteArray& name, FrameworkScripts::RefusalText refusal, Layout layout)
    : m_client(client)
    , m_layout(std::move(layout))
    , m_scripts(client, FrameworkScripts::library(name.constData()), std::move(refusal))
    , m_operations(m_scripts, name)
    , m_places(client)
    , m_bulk(m_scripts, m_operations,
          {m_layout.keys, m_layout.sources, m_layout.word,
              [this](const QueueName& queue, const std::vector<TaskId>& ids) { return findInLists(queue, ids); },
              m_layout.codes})
{ }

IdEditor::~IdEditor() = default;

BulkEditor* IdEditor::bulk(const QueueName&) { return &m_bulk; }

Result<Reply> IdEditor::run(const char* script, const QueueName& queue, const std::vector<QByteArray>& arguments)
{
    const OverlayKeys k = keys(queue);
    return m_scripts.run(script, k, {k.first(), k.overlay}, arguments);
}

Result<Reply> IdEditor::runOnce(const char* script, const QueueName& queue, std::vector<QByteArray> arguments)
{
    const OverlayKeys k = keys(queue);
    return m_scripts.runOnce(script, k, {k.first(), k.overlay}, std::move(arguments));
}

Result<std::map<TaskId, QByteArray>> IdEditor::findInLists(const QueueName& queue, const std::vector<TaskId>& ids)
{
    const Waiting waiting = m_layout.waiting(queue);
    std::vector<Command> commands;
    for (const QByteArray& set : waiting.sets) {
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
    return m_places.find(waiting.lists, wanted);
}

Result<std::vector<QByteArray>> IdEditor::argumentsFor(const ActionStep& step)
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
        {}, uniquePartOf(step.operation), word(step.queue), actionName(step.action.kind).toByteArray()};
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

Result<std::vector<ItemOutcome>> IdEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, portwords::stepIsTooLong()};
    if (step.action.setsDue() && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, portwords::dueTimesAreMissing()};
    if (step.refs.empty())
        return std::vector<ItemOutcome>();
    auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const char* script = step.action.kind == ActionKind::Delete ? "delete" : "act";
    const auto reply = runOnce(script, step.queue, *std::move(arguments));
    if (!reply)
        return reply.error();
    return m_layout.codes.read(reply->bytes, step.refs.size());
}

Result<QByteArray> IdEditor::storedPayload(const QueueName& queue, const TaskId& id)
{
    const auto stored = m_client.call({"HGET", m_layout.content.hash(queue, id), m_layout.content.field});
    if (!stored)
        return stored.error();
    if (!stored->isBytes())
        return Error{ErrorCode::NotFound, portwords::noTask(printable(id), printable(queue))};
    return stored->bytes;
}

Result<QByteArray> IdEditor::revision(const QueueName& queue, const TaskId& id)
{
    const auto stored = storedPayload(queue, id);
    if (!stored)
        return stored;
    const auto editable = m_layout.content.with(*stored, std::nullopt);
    return editable ? storedDigest(*stored) : editable;
}

Result<EditOutcome> IdEditor::edit(const TaskEdit& edit)
{
    if (const auto checked = checkEdit(edit); !checked)
        return checked.error();
    if (edit.options || !edit.payload)
        return Error{ErrorCode::NotSupported, jobwords::onlyPayloadsAreEdited()};
    const auto stored = storedPayload(edit.queue, edit.ref.id);
    if (!stored && stored.error().code == ErrorCode::NotFound)
        return EditOutcome::NotFound;
    if (!stored)
        return stored.error();
    const auto value = m_layout.content.with(*stored, edit.payload);
    if (!value)
        return value.error();
    auto arguments = argumentsFor({edit.queue, edit.operation, {}, {edit.ref}, {}});
    if (!arguments)
        return arguments.error();
    (*arguments)[3] = "edit";
    // The new value may contain parts of the stored one, so it must not replace any other: send a digest that never
    // matches.
    const QByteArray seen = storedDigest(*stored);
    arguments->back() = (seen == edit.revision ? seen : QByteArray(seen.size(), '-')) + *value;
    const auto reply = runOnce("edit", edit.queue, *std::move(arguments));
    if (!reply)
        return reply.error();
    return reply->bytes == "1" ? EditOutcome::Done
        : reply->bytes == "0"  ? EditOutcome::NotFound
        : reply->bytes == "c"  ? EditOutcome::Changed
                               : EditOutcome::MovedOn;
}

Result<std::optional<Foresight>> IdEditor::foresee(const ActionStep& step)
{
    const auto arguments = argumentsFor(step);
    if (!arguments)
        return arguments.error();
    const auto reply = run("foresee", step.queue, *arguments);
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    auto outcomes = m_layout.codes.read(reply->items[0].bytes, step.refs.size());
    if (!outcomes)
        return outcomes.error();
    return std::optional(Foresight{*std::move(outcomes), reply->items[1].integer});
}

Result<UndoStep> IdEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(keys(queue), undone, operation, word(queue), turn);
}

Result<> IdEditor::record(const OperationRecord& record) { return m_operations.write(keys(record.queue), record); }

Result<> IdEditor::permitted(const QueueName& queue)
{
    const auto reply = run("probe", queue, {{}, {}, word(queue)});
    return reply ? Result<>() : Result<>(reply.error());
}

} // namespace dueline
