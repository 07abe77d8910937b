// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/membereditor.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/layouts/shared/jobs/memberbulk.h"
#include "core/layouts/shared/jobs/memberids.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <map>

namespace dueline {

namespace {

constexpr std::size_t wordsBeforeTasks = 3;
/// size in bytes of a task's undo data, without the task itself
constexpr qint64 undoBytesPerTask = 60;

} // namespace

MemberEditor::MemberEditor(RedisClient& client, RedisClock& clock, const ScriptLibrary& own, const QByteArray& layout,
    FrameworkScripts::RefusalText refusal, MemberPlaces::OwnId ownId)
    : m_client(client)
    , m_clock(clock)
    , m_scripts(client, own, std::move(refusal))
    , m_operations(m_scripts, layout)
    , m_places(client, std::move(ownId))
    , m_bulk(std::make_unique<MemberBulk>(*this))
{ }

MemberEditor::~MemberEditor() = default;

BulkEditor* MemberEditor::bulk(const QueueName&) { return m_bulk.get(); }

const OutcomeCodes& MemberEditor::codes()
{
    static const OutcomeCodes codes{{'t', ItemOutcome::IdTaken}, {'d', ItemOutcome::Damaged},
        {'u', ItemOutcome::Untimed}, {'b', ItemOutcome::InBatch}, {'k', ItemOutcome::UniqueLock},
        {'w', ItemOutcome::Running}, {'v', ItemOutcome::Reserved}, {'o', ItemOutcome::LeaseOver},
        {'p', ItemOutcome::Poison}, {'e', ItemOutcome::Retried}, {'y', ItemOutcome::RetryWaits},
        {'s', ItemOutcome::Stalled}};
    return codes;
}

std::vector<QByteArray> MemberEditor::settled(const QByteArray& name, ItemOutcome outcome)
{
    return {name, {}, {}, {}, {}, QByteArray(1, codes().codeOf(outcome))};
}

Result<std::vector<std::optional<MemberPlace>>> MemberEditor::find(
    const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted)
{
    return m_places.find(keys(queue), source, wanted);
}

Result<std::vector<std::optional<MemberPlace>>> MemberEditor::findIn(
    const QueueName& queue, TaskState state, const std::vector<MemberWanted>& wanted)
{
    std::vector<TaskSource> sources;
    for (const TaskSource& source : sourcesOf(queue)) {
        if (source.state == state || source.whenDue == state)
            sources.push_back(source);
    }
    // Search the sets first: only a few members have a given time, whereas a list without the task must be read to the
    // end.
    const auto isSet = [](const TaskSource& source) { return source.kind == TaskSource::Kind::SortedSet; };
    std::stable_partition(sources.begin(), sources.end(), isSet);
    std::vector<std::optional<MemberPlace>> places(wanted.size());
    for (const TaskSource& source : sources) {
        std::vector<std::size_t> positions;
        std::vector<MemberWanted> asked;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (places[i] || wanted[i].detail.startsWith(isSet(source) ? '-' : '='))
                continue;
            positions.push_back(i);
            asked.push_back(wanted[i]);
        }
        if (asked.empty())
            continue;
        auto found = find(queue, source, asked);
        if (!found)
            return found.error();
        for (std::size_t i = 0; i < positions.size(); ++i)
            places[positions[i]] = std::move((*found)[i]);
    }
    return places;
}

Result<std::vector<std::optional<MemberPlace>>> MemberEditor::placesOf(
    const ActionStep& step, std::size_t first, std::size_t last)
{
    std::map<TaskState, std::vector<std::size_t>> byState;
    for (std::size_t i = first; i < last; ++i)
        byState[step.refs[i].seenState].push_back(i);
    std::vector<std::optional<MemberPlace>> places(last - first);
    for (const auto& [state, those] : byState) {
        std::vector<MemberWanted> wanted;
        for (const std::size_t i : those)
            wanted.push_back({exactId(step.refs[i]), '@' + number(toMs(step.refs[i].seenAt))});
        auto found = findIn(step.queue, state, wanted);
        if (!found)
            return found.error();
        for (std::size_t i = 0; i < those.size(); ++i)
            places[those[i] - first] = std::move((*found)[i]);
    }
    return places;
}

/// Prepares the next call of a step by reading the tasks' current positions.
Result<> MemberEditor::prepare(Begun& begun)
{
    const ActionStep& step = begun.step;
    const std::size_t first = begun.outcomes.size();
    const std::size_t last = std::min(step.refs.size(), first + tasksPerCall);
    const auto places = placesOf(step, first, last);
    if (!places)
        return places.error();
    std::vector<QByteArray> call{{}, uniquePartOf(step.operation), actionName(step.action.kind).toByteArray()};
    qsizetype bytes = 0;
    begun.tasks = 0;
    for (std::size_t i = first; i < last; ++i) {
        const auto& place = (*places)[i - first];
        bytes += place ? place->member.size() : 0;
        if (i > first && bytes > bytesPerCall)
            break;
        auto words = wordsFor(step.action, step.queue, step.refs[i].seenState, step.refs[i].id, place);
        if (!words)
            return words.error();
        if (step.action.kind == ActionKind::Reschedule)
            (*words)[4] = number(toMs(step.newDue[i]));
        else if (step.action.setsDue())
            (*words)[4].prepend('@' + number(toMs(step.newDue[i])) + ' ');
        call.insert(call.end(), words->begin(), words->end());
        ++begun.tasks;
    }
    begun.call = std::move(call);
    return {};
}

Result<std::vector<ItemOutcome>> MemberEditor::act(const ActionStep& step)
{
    if (step.refs.size() > maxStep)
        return Error{ErrorCode::Usage, portwords::stepIsTooLong()};
    if (step.action.setsDue() && step.newDue.size() != step.refs.size())
        return Error{ErrorCode::Usage, portwords::dueTimesAreMissing()};
    if (const auto refused = refuse(step.action.kind, step.queue); !refused)
        return refused.error();
    if (!m_begun || m_begun->step != step)
        m_begun = Begun{step, {}, {}, 0};
    Begun& begun = *m_begun;
    const OverlayKeys k = keys(step.queue);
    const char* script = step.action.kind == ActionKind::Delete ? "delete" : "act";
    while (begun.outcomes.size() < step.refs.size()) {
        if (begun.call.empty()) {
            if (const auto prepared = prepare(begun); !prepared)
                return prepared.error();
        }
        Q_ASSERT(begun.call.size() == wordsBeforeTasks + wordsPerTask * begun.tasks);
        const auto reply = m_scripts.runOnce(script, k, {k.first(), k.overlay}, begun.call);
        if (!reply) {
            if (!mayHaveBeenDone(reply.error().code))
                begun.call.clear();
            return reply.error();
        }
        const auto outcomes = codes().read(reply->bytes, begun.tasks);
        if (!outcomes)
            return outcomes.error();
        begun.outcomes.insert(begun.outcomes.end(), outcomes->begin(), outcomes->end());
        begun.call.clear();
    }
    auto outcomes = std::move(begun.outcomes);
    m_begun.reset();
    return outcomes;
}

Result<QByteArray> MemberEditor::revision(const QueueName& queue, const TaskId& id)
{
    return edits(queue) ? Result<QByteArray>(MemberNames::digestIn(id)) : QueueEditor::revision(queue, id);
}

Result<std::variant<EditOutcome, std::vector<QByteArray>>> MemberEditor::editCall(const TaskEdit& edit)
{
    using Call = std::variant<EditOutcome, std::vector<QByteArray>>;
    const QByteArray at = '@' + number(toMs(edit.ref.seenAt));
    const auto found = findIn(edit.queue, edit.ref.seenState, {{exactId(edit.ref), at}});
    if (!found)
        return found.error();
    const auto& place = found->front();
    if (!place) {
        // A task with the same id but other bytes has been changed by another program.
        const auto changed = findIn(edit.queue, edit.ref.seenState, {{ownIdIn(exactId(edit.ref)).toByteArray(), at}});
        if (!changed)
            return changed.error();
        return Call(changed->front() ? EditOutcome::Changed : EditOutcome::MovedOn);
    }
    if (!edit.revision.isEmpty() && edit.revision != MemberNames::digestOf(place->member))
        return Call(EditOutcome::Changed);
    const auto edited = withPayload(place->member, *edit.payload);
    if (!edited)
        return edited.error();
    return Call(
        std::vector<QByteArray>{{}, uniquePartOf(edit.operation), place->set, place->seen, place->member, *edited});
}

Result<EditOutcome> MemberEditor::edit(const TaskEdit& edit)
{
    if (!edits(edit.queue))
        return QueueEditor::edit(edit);
    if (const auto checked = checkEdit(edit); !checked)
        return checked.error();
    if (edit.options || !edit.payload)
        return Error{ErrorCode::NotSupported, jobwords::onlyPayloadsAreEdited()};
    if (m_lastEdit.first != edit.operation) {
        auto call = editCall(edit);
        if (!call)
            return call.error();
        if (const auto* outcome = std::get_if<EditOutcome>(&*call))
            return *outcome;
        m_lastEdit = {edit.operation, std::get<1>(*std::move(call))};
    }
    const OverlayKeys k = keys(edit.queue);
    const auto reply = m_scripts.runOnce("edit", k, {k.first(), k.overlay}, m_lastEdit.second);
    if (!reply)
        return reply.error();
    return reply->bytes == "1" ? EditOutcome::Done : reply->bytes == "t" ? EditOutcome::Changed : EditOutcome::MovedOn;
}

Result<std::optional<Foresight>> MemberEditor::foresee(const ActionStep& step)
{
    if (const auto refused = refuse(step.action.kind, step.queue); !refused)
        return refused.error();
    Foresight foresight;
    for (std::size_t first = 0; first < step.refs.size(); first += tasksPerCall) {
        const std::size_t last = std::min(step.refs.size(), first + tasksPerCall);
        const auto places = placesOf(step, first, last);
        if (!places)
            return places.error();
        for (std::size_t i = first; i < last; ++i) {
            const auto& place = (*places)[i - first];
            const auto words = wordsFor(step.action, step.queue, step.refs[i].seenState, step.refs[i].id, place);
            if (!words)
                return words.error();
            const QByteArray& code = words->back();
            const auto outcome = code.isEmpty() ? std::optional(ItemOutcome::Done) : codes().outcomeOf(code.front());
            if (!outcome)
                return unexpectedReply();
            foresight.outcomes.push_back(*outcome);
            const bool goes = step.action.kind == ActionKind::Discard || step.action.kind == ActionKind::Delete;
            if (*outcome == ItemOutcome::Done && goes && isFollowed(step.queue, place->member))
                ++foresight.followed;
            if (*outcome == ItemOutcome::Done && step.action.kind != ActionKind::Delete)
                foresight.undoBytes += undoBytesPerTask + (keepsBytes(step.action.kind) ? place->member.size() : 0);
        }
    }
    return std::optional(std::move(foresight));
}

Result<UndoStep> MemberEditor::undo(const QueueName& queue, const OperationId& undone, const OperationId& operation,
    const QByteArray&, const UndoTurn& turn)
{
    return m_operations.undo(keys(queue), undone, operation, {}, turn);
}

Result<> MemberEditor::record(const OperationRecord& record) { return m_operations.write(keys(record.queue), record); }

Result<> MemberEditor::permitted(const QueueName& queue)
{
    const OverlayKeys k = keys(queue);
    const auto reply = m_scripts.run("probe", k, {k.first(), k.overlay}, probed(queue));
    return reply ? Result<>() : Result<>(reply.error());
}

} // namespace dueline
