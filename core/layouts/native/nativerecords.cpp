// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativerecords.h"

#include "core/base/text.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativepayload.h"
#include "core/layouts/native/nativewords.h"
#include "core/redis/errorclass.h"

#include <array>

namespace dueline {

namespace {

/// Sets in the order tasks pass through them. A task found in several sets was moved during the read, and is now in the
/// last of these sets.
constexpr std::array setsInOrder{"pending", "retry", "leased", "failed", "done", "trash"};
/// Indexes of the replies.
enum Answer : std::size_t {
    TimeAnswer,
    MetaAnswer,
    TasksColumn,
    TriesColumn,
    HistoryColumn,
    LeasesColumn,
    BeforeColumn,
    ResultsColumn,
    FirstSet
};

Command askFor(const char* name, const QByteArray& key, const std::vector<TaskId>& ids)
{
    Command command{name, key};
    command.insert(command.end(), ids.begin(), ids.end());
    return command;
}

} // namespace

/// Returns an envelope's payload; nullopt if it is incomplete, because the task has moved or is damaged.
Result<std::optional<QByteArray>> NativeRecords::payloadOf(const TaskId& id, const NativeCodec::Envelope& envelope)
{
    if (!envelope.bigSize)
        return std::optional(envelope.payload);
    auto payload = readPayload(m_scripts.client(), m_keys.bigPayload(id), 0, *envelope.bigSize);
    if (!payload && payload.error().code != ErrorCode::WrongType)
        return payload.error();
    return payload && payload->size() == *envelope.bigSize ? std::optional(*std::move(payload)) : std::nullopt;
}

Result<std::vector<std::optional<TaskRecord>>> NativeRecords::read(const std::vector<TaskId>& ids, QueueInspector& one)
{
    std::vector<std::optional<TaskRecord>> whole;
    if (ids.empty())
        return whole;
    std::vector<Command> commands{{"TIME"}, {"HMGET", m_keys.meta(), "attempts"}};
    for (const QByteArray& key :
        {m_keys.tasks(), m_keys.tries(), m_keys.history(), m_keys.leases(), m_keys.before(), m_keys.results()})
        commands.push_back(askFor("HMGET", key, ids));
    for (const char* set : setsInOrder)
        commands.push_back(askFor("ZMSCORE", m_keys.ofRole(set), ids));
    const auto replies = m_scripts.client().pipeline(commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Reply& reply = (*replies)[i];
        if (reply.isError()) {
            const Error error = errorFromReply(reply.bytes);
            return i == TimeAnswer ? error : NativeScripts::errorAt(commands[i][1], error);
        }
        if (reply.items.size() != (i == TimeAnswer ? 2 : i == MetaAnswer ? 1 : ids.size()))
            return unexpectedReply();
    }
    const auto column = [&](std::size_t which, std::size_t k) -> const Reply& { return (*replies)[which].items[k]; };
    const Reply& time = (*replies)[TimeAnswer];
    const TimePoint now = fromMs(time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000);
    const int given = column(MetaAnswer, 0).bytes.toInt();
    const int attempts = given > 0 ? given : RetryPolicy().maxAttempts;

    qint64 bytes = 0;
    for (std::size_t k = 0; k < ids.size() && bytes < QueueInspector::wholeBytes; ++k) {
        NativeDescription described;
        described.id = ids[k];
        int known = 0;
        for (std::size_t set = 0; set < setsInOrder.size(); ++set) {
            if (const Reply& score = column(FirstSet + set, k); score.isBytes()) {
                described.role = setsInOrder[set];
                described.at = instantOf(score.bytes);
                ++known;
            }
        }
        std::optional<TaskRecord> task;
        std::optional<NativeCodec::Envelope> envelope;
        if (known == 1 && column(TasksColumn, k).isBytes()) {
            auto decoded = NativeCodec::decodeEnvelope(column(TasksColumn, k).bytes);
            if (!decoded) {
                whole.push_back(TaskRecord::unreadable(ids[k], nativewords::taskIsUnreadable(printable(ids[k]))));
                continue;
            }
            auto payload = payloadOf(ids[k], *decoded);
            if (!payload)
                return payload.error();
            if (*payload) {
                task.emplace();
                task->payload = **std::move(payload);
                envelope = *std::move(decoded);
            }
        }
        if (task) {
            described.storedSize = task->payload.size();
            described.tries = column(TriesColumn, k).bytes;
            described.history = column(HistoryColumn, k).bytes;
            described.token = column(LeasesColumn, k).bytes;
            described.before = column(BeforeColumn, k).bytes;
            task->detail = described.detail(m_queue, *envelope, attempts, now);
            if (column(ResultsColumn, k).isBytes())
                task->detail.result = column(ResultsColumn, k).bytes;
        } else { // the task is being moved, no longer exists, or is damaged
            auto again = one.QueueInspector::readRecords(m_queue, {ids[k]});
            if (!again)
                return again.error();
            task = std::move(again->front());
        }
        bytes += task ? task->payload.size() : 0;
        whole.push_back(std::move(task));
    }
    return whole;
}

} // namespace dueline
