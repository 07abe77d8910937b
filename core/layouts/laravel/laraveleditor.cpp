// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/laraveleditor.h"

#include "core/layouts/laravel/laraveljob.h"
#include "core/layouts/laravel/laravelsources.h"
#include "core/layouts/laravel/laravelwords.h"

namespace dueline {

namespace {

/// Returns the outcome for an action that doesn't apply to tasks in this set; nullopt if the action applies.
std::optional<ItemOutcome> whyNotIn(ActionKind kind, const QByteArray& set)
{
    const bool isTrash = set == "trash";
    bool isFor = true;
    switch (kind) {
    case ActionKind::Retry:
        isFor = false;
        break;
    case ActionKind::Reschedule:
        if (set == "queue")
            return ItemOutcome::Untimed;
        isFor = set == "delayed";
        break;
    case ActionKind::RunNow:
        isFor = set == "delayed";
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

} // namespace

LaravelQueueEditor::LaravelQueueEditor(
    RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours)
    : MemberEditor(
        client, clock, FrameworkScripts::library("laravel"), "laravel", [](const QByteArray&) { return QString(); },
        [](const QByteArray& member) { return LaravelJob::read(member, LaravelJob::Parts::Head).uuid; })
    , m_spec(spec)
    , m_ours(ours)
{ }

OverlayKeys LaravelQueueEditor::keys(const QueueName& queue) const { return laravelKeys(m_spec, m_ours, queue); }

std::vector<TaskSource> LaravelQueueEditor::sourcesOf(const QueueName& queue) const
{
    return laravelSources(m_spec, m_ours, queue);
}

Result<> LaravelQueueEditor::refuse(ActionKind kind, const QueueName&)
{
    if (kind != ActionKind::Retry)
        return {};
    return Error{ErrorCode::Refused, laravelwords::retryInSql()};
}

bool LaravelQueueEditor::isFollowed(const QueueName&, const QByteArray& member) const
{
    return LaravelJob::read(member).chained > 0;
}

Result<std::vector<QByteArray>> LaravelQueueEditor::wordsFor(
    const Action& action, const QueueName&, TaskState, const QByteArray& name, const std::optional<MemberPlace>& place)
{
    const ActionKind kind = action.kind;
    if (!place)
        return settled(name, ItemOutcome::MovedOn);
    if (place->set == "reserved") {
        const auto now = this->now();
        if (!now)
            return now.error();
        const bool isOver = place->seen.toDouble() * 1000 < double(toMs(*now));
        return settled(name, isOver ? ItemOutcome::LeaseOver : ItemOutcome::Reserved);
    }
    if (const auto why = whyNotIn(kind, place->set))
        return settled(name, *why);
    std::vector<QByteArray> words{place->name, place->set, place->seen, {}, {}, {}};
    if (place->set == "trash")
        return words;
    const LaravelJob job = LaravelJob::read(place->member);
    const bool isThrownAway = kind == ActionKind::Discard || kind == ActionKind::Delete;
    if (!job.isSound() && !isThrownAway)
        return settled(name, ItemOutcome::Poison);
    if (job.isInBatch && isThrownAway)
        return settled(name, ItemOutcome::InBatch);
    return words;
}

LaravelEditor::LaravelEditor(RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours,
    const HorizonAccess& horizon)
    : m_spec(spec)
    , m_queues(client, clock, spec, ours)
    , m_horizon(client, clock, spec, ours, horizon)
{ }

Result<MemberEditor*> LaravelEditor::editorOf(const QueueName& queue)
{
    if (!m_spec.isShared(queue))
        return &m_queues;
    if (const auto found = m_horizon.find(); !found)
        return found.error();
    return &m_horizon;
}

Result<> LaravelEditor::admits(const QueueName&, const std::vector<NewTask>&)
{
    return Error{ErrorCode::NotSupported, laravelwords::noAdding()};
}

Result<std::vector<ItemOutcome>> LaravelEditor::act(const ActionStep& step)
{
    const auto editor = editorOf(step.queue);
    return editor ? (*editor)->act(step) : editor.error();
}

Result<UndoStep> LaravelEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray& cursor, const UndoTurn& turn)
{
    const auto editor = editorOf(queue);
    return editor ? (*editor)->undo(queue, undone, operation, cursor, turn) : editor.error();
}

BulkEditor* LaravelEditor::bulk(const QueueName& queue)
{
    const auto editor = editorOf(queue);
    return editor ? (*editor)->bulk(queue) : nullptr;
}

Result<> LaravelEditor::record(const OperationRecord& record)
{
    const auto editor = editorOf(record.queue);
    return editor ? (*editor)->record(record) : editor.error();
}

Result<> LaravelEditor::setPaused(const QueueName&, bool)
{
    return Error{ErrorCode::NotSupported, laravelwords::noPause()};
}

Result<> LaravelEditor::permitted(const QueueName& queue)
{
    const auto editor = editorOf(queue);
    return editor ? (*editor)->permitted(queue) : editor.error();
}

Result<std::optional<Foresight>> LaravelEditor::foresee(const ActionStep& step)
{
    const auto editor = editorOf(step.queue);
    if (!editor)
        return editor.error();
    return (*editor)->foresee(step);
}

} // namespace dueline
