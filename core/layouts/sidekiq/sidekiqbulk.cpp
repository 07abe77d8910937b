// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqbulk.h"

#include "core/base/text.h"
#include "core/layouts/framework/bulkparts.h"
#include "core/layouts/operationfields.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int jobsPerGather = 250; ///< about 0.4 ms
constexpr std::size_t putAtOnce = 500;

} // namespace

/// One call. The cursor: of a list how many were taken, of a set score and bytes of the last one.
Result<BulkTaken> SidekiqBulk::gather(const QueueName& queue, const OperationId& operation, const BulkWalk& walk)
{
    const OverlayKeys k = m_editor.keys(queue);
    BulkTaken taken;
    const auto source = m_editor.sourceOf(queue, walk.state);
    if (!source)
        return taken;
    const QByteArray state = stateName(walk.state).toByteArray();
    if (source->kind == TaskSource::Kind::List) {
        const TimePoint untimed = walk.until.value_or(SystemClock().now());
        const qint64 before = walk.cursor.toLongLong();
        const auto reply = m_editor.m_scripts.runOnce("gatherqueue", k, {source->key, k.operationList(operation)},
            {{}, state, number(jobsPerGather), number(before), number(BulkParts::previewKept)});
        if (!reply)
            return reply.error();
        taken.tasks = reply->bytes.toLongLong();
        if (taken.tasks > 0)
            BulkParts::widen(taken, untimed, untimed);
        taken.cursor = taken.tasks < jobsPerGather ? QByteArray() : number(before + taken.tasks);
        return taken;
    }
    const QByteArrayList seen = BulkParts::wordsAndRest(walk.cursor, 1);
    const auto [lowest, highest] = BulkParts::scoresOf(*source, walk);
    // Of what is in the trash the members are names, not jobs, and go on the list as they are.
    const auto reply = m_editor.m_scripts.runOnce(walk.state == TaskState::Trash ? "gather" : "gatherjobs", k,
        {source->key, k.operationList(operation)},
        {{}, state, number(jobsPerGather), lowest, highest, seen.value(0), seen.value(1),
            number(BulkParts::previewKept)});
    if (!reply)
        return reply.error();
    const QByteArrayList words = BulkParts::wordsAndRest(reply->bytes, 4);
    if (words.isEmpty())
        return unexpectedReply();
    taken.tasks = words[0].toLongLong();
    if (taken.tasks > 0)
        BulkParts::widen(taken, source->instantOf(words[2].toDouble()), source->instantOf(words[3].toDouble()));
    taken.cursor = words[1] == "1" ? QByteArray() : words[3] + ' ' + words[4];
    return taken;
}

Result<qint64> SidekiqBulk::count(const QueueName& queue, const BulkWalk& walk)
{
    const auto source = m_editor.sourceOf(queue, walk.state);
    if (!source)
        return qint64(0);
    const auto [lowest, highest] = BulkParts::scoresOf(*source, walk);
    const auto reply = m_editor.m_client.call(source->kind == TaskSource::Kind::List
            ? Command{"LLEN", source->key}
            : Command{"ZCOUNT", source->key, lowest, highest});
    if (!reply)
        return reply.error();
    return qint64(reply->integer);
}

Result<> SidekiqBulk::put(const QueueName& queue, const OperationId& operation, const std::vector<TaskRef>& refs)
{
    const OverlayKeys k = m_editor.keys(queue);
    for (auto next = refs.begin(); next != refs.end();) {
        const TaskState state = next->seenState;
        std::vector<QByteArray> arguments{{}, stateName(state).toByteArray(), number(BulkParts::previewKept)};
        for (std::size_t i = 0; i < putAtOnce && next != refs.end() && next->seenState == state; ++i, ++next)
            arguments.insert(arguments.end(), {next->id, '@' + number(toMs(next->seenAt))});
        const auto reply = m_editor.m_scripts.runOnce("put", k, {k.operationList(operation)}, std::move(arguments));
        if (!reply)
            return reply.error();
    }
    return {};
}

Result<BulkState> SidekiqBulk::act(const BulkStep& step)
{
    const OverlayKeys k = m_editor.keys(step.queue);
    int limit = std::clamp(step.limit, 0, m_acting.tasks());
    std::vector<QByteArray> jobs;
    std::map<QByteArray, TaskId> idOf; // by what they are called on the list
    if (limit > 0) {
        const auto next = m_editor.m_scripts.run("nextjobs", k, {k.operationList(step.operation)}, {number(limit)});
        if (!next)
            return next.error();
        const std::vector<Reply>& items = next->items;
        const TaskState state
            = items.empty() ? TaskState::Due : stateFromName(items.front().bytes).value_or(TaskState::Due);
        std::vector<SidekiqWanted> wanted;
        for (std::size_t i = 1; i + 1 < items.size(); i += 2)
            wanted.push_back({items[i].bytes, items[i + 1].bytes});
        std::vector<std::optional<SidekiqPlace>> places(wanted.size());
        if (const auto source = m_editor.sourceOf(step.queue, state)) {
            auto found = m_editor.m_places.find(k, *source, wanted);
            if (!found)
                return found.error();
            places = *std::move(found);
        }
        limit = 0;
        qsizetype bytes = 0;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            bytes += places[i] ? places[i]->member.size() : 0;
            if (i > 0 && bytes > SidekiqEditor::bytesPerCall)
                break;
            const auto words = m_editor.argumentsFor(step.action.kind, step.queue, state, wanted[i].name, places[i]);
            if (!words)
                return words.error();
            jobs.push_back(wanted[i].name);
            jobs.insert(jobs.end(), words->begin(), words->end());
            if (places[i])
                idOf[wanted[i].name] = places[i]->id;
            ++limit;
        }
    }
    std::vector<QByteArray> arguments = BulkParts::arguments(step, limit, {});
    arguments.insert(arguments.end(), jobs.begin(), jobs.end());
    const auto reply = m_editor.m_scripts.run(
        "bulk", k, {k.first(), k.overlay, k.operationList(step.operation), k.operation(step.operation)}, arguments);
    if (!reply)
        return OperationFields::errorOf(reply.error(), step.operation);
    int tasks = 0;
    auto state = BulkParts::stateOf(*reply, sidekiqOutcome, tasks);
    if (!state)
        return state;
    for (auto& [id, outcome] : state->told) {
        if (const auto known = idOf.find(id); known != idOf.end())
            id = known->second;
    }
    m_acting.took(tasks, state->busyUs);
    return state;
}

Result<> SidekiqBulk::drop(const QueueName& queue, const OperationId& operation)
{
    return m_editor.m_operations.drop(m_editor.keys(queue), operation);
}

Result<> SidekiqBulk::ask(const QueueName& queue, const OperationId& operation, const QByteArray& what)
{
    return m_editor.m_operations.ask(m_editor.keys(queue), operation, what);
}

} // namespace dueline
