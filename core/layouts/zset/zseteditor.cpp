// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zseteditor.h"

#include "core/base/text.h"
#include "core/layouts/zset/zsetwords.h"
#include "core/redis/errorclass.h"

#include <cmath>

namespace dueline {

namespace {

constexpr std::size_t perCall = 100;
/// Maximum length of a member in bytes. Longer members would slow down every listing and every lease, and no real id is
/// that long.
constexpr qsizetype longestMember = 64 * 1024;

QByteArray dueOf(const NewTask& task)
{
    return task.dueAt ? QByteArray::number(toMs(*task.dueAt))
                      : '+' + QByteArray::number(qint64(task.dueIn.value_or(Millis(0)).count()));
}

} // namespace

Result<> ZsetEditor::checkTask(const NewTask& task) const
{
    if (auto checked = checkOptions(task, m_isCron); !checked)
        return checked;
    const auto refused = [](const QString& message) { return Error{ErrorCode::Refused, message}; };
    if (m_isCron && !task.payload.isEmpty())
        return refused(zsetwords::cronHasNoPayload());
    if (m_isCron && !timeOfId(task.id))
        return refused(zsetwords::cronHasNoId());
    if (task.payload.size() > longestMember)
        return refused(zsetwords::payloadIsLong(printable(task.id)));
    return {};
}

TaskId ZsetEditor::idFor(const QueueName&, const NewTask& task) const
{
    if (const auto made = m_made.find(task.id); made != m_made.end())
        return made->second;
    if (!m_isCron)
        return task.payload.isEmpty() ? uniqueOf(task) : task.payload;
    const auto due = task.dueAt.value_or(TimePoint()).time_since_epoch();
    return typeOf(task.id).toByteArray() + '_'
        + QByteArray::number(qint64(std::chrono::ceil<std::chrono::seconds>(due).count()));
}

Result<std::vector<AddOutcome>> ZsetEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    for (const NewTask& task : tasks) {
        if (auto checked = checkTask(task); !checked)
            return checked.error();
    }
    if (auto met = meet(queue, true); !met)
        return met.error();
    const NativeKeys keys = scripts().keys(queue);
    const std::vector<QByteArray> keyNames{
        spec().key, keys.meta(), scripts().memo(keys, "add"), keys.leased(), keys.statisticsPrefix(), keys.leases()};
    std::vector<AddOutcome> outcomes;
    m_made.clear();
    for (std::size_t from = 0; from < tasks.size(); from += perCall) {
        const std::size_t end = std::min(tasks.size(), from + perCall);
        std::vector<QByteArray> arguments{{}, QByteArray::number(scripts().overlay()->homeUnit), m_isCron ? "1" : "0",
            scripts().overlay()->naming, keys.wakeChannel()};
        for (std::size_t i = from; i < end; ++i) {
            arguments.push_back(m_isCron ? typeOf(tasks[i].id).toByteArray() : idFor(queue, tasks[i]));
            arguments.push_back(dueOf(tasks[i]));
        }
        const auto reply = once("add", queue, "add", keyNames, std::move(arguments));
        if (!reply)
            return reply.error();
        if (reply->items.size() != 2 || std::size_t(reply->items[0].bytes.size()) != end - from
            || reply->items[1].items.size() != end - from)
            return unexpectedReply();
        for (std::size_t i = from; i < end; ++i) {
            m_made[tasks[i].id] = reply->items[1].items[i - from].bytes;
            outcomes.push_back(
                reply->items[0].bytes[qsizetype(i - from)] == '1' ? AddOutcome::Added : AddOutcome::Exists);
        }
    }
    return outcomes;
}

} // namespace dueline
