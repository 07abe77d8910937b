// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativesweep.h"

#include "core/layouts/port/portwords.h"
#include "core/queue/operation.h"
#include "core/queue/queueinfo.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int stepSize = 100;
/// Number of ids per hash to check in one audit step. With five hashes and six sets, a step takes about half a
/// millisecond.
constexpr int sampleSize = 20;
/// Number of unique keys to check per step. If a quarter of them have expired, another step follows immediately.
constexpr int uniqueSample = 4 * stepSize;
// number of hours for which per-minute statistics are kept
constexpr qint64 hoursOfMinutes = keepMinutes.count() / hourMs;

} // namespace

NativeSweep::NativeSweep(NativeScripts& scripts, const NativeKeys& keys, Position& walk)
    : m_scripts(scripts)
    , m_keys(keys)
    , m_walk(walk)
{ }

Result<bool> NativeSweep::trim()
{
    const NativeKeys& k = m_keys;
    const QueueSettings defaults;
    const auto trimCall = [&](const char* role, const char* field, Millis keep) {
        return NativeScripts::call("trim",
            {k.ofRole(role), k.tasks(), k.results(), k.history(), k.tries(), k.before(), k.expiring(), k.meta(),
                k.bigPayloadPrefix()},
            {role, field, number(keep), number(stepSize)});
    };
    const std::vector<ScriptCall> calls{
        NativeScripts::call("expire",
            {k.expiring(), k.pending(), k.retry(), k.leased(), k.trash(), k.failed(), k.tries(), k.history(), k.meta(),
                k.statisticsPrefix()},
            {number(stepSize)}),
        trimCall("done", "keep_done", defaults.keepDone),
        trimCall("failed", "keep_failed", defaults.keepFailed),
        trimCall("trash", "keep_trash", defaults.keepTrash),
        NativeScripts::call("trimops", {k.operations(), k.meta(), k.ofRole("op:")},
            {number(keepRecords), number(defaults.keepUndo), number(stepSize)}),
        NativeScripts::call("audit",
            {k.damaged(), k.tasks(), k.tries(), k.history(), k.results(), k.leases(), k.pending(), k.retry(),
                k.leased(), k.failed(), k.done(), k.trash(), k.meta()},
            {number(sampleSize)}),
        NativeScripts::call("trimunique", {k.unique(), k.meta()}, {number(uniqueSample)}),
    };
    const auto replies = m_scripts.run(calls);
    if (!replies)
        return replies.error();
    bool more = false;
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return NativeScripts::errorOf(reply.bytes, k);
        more |= reply.isInteger() && reply.integer >= stepSize;
    }
    return more;
}

Result<bool> NativeSweep::rollUp(qint64 now, qint64 rolled)
{
    const qint64 current = now / hourMs;
    const qint64 hour = std::max(rolled + 1, current - hoursOfMinutes);
    if (hour >= current)
        return false;
    std::vector<Command> commands;
    for (qint64 minute = hour * hourMs / minuteMs; minute < (hour + 1) * hourMs / minuteMs; ++minute)
        commands.push_back({"HGETALL", m_keys.statisticsPrefix() + number(minute)});
    const auto minutes = m_scripts.client().pipeline(commands);
    if (!minutes)
        return minutes.error();
    std::map<QByteArray, qint64> sums;
    for (const Reply& minute : *minutes) {
        for (std::size_t i = 0; i + 1 < minute.items.size(); i += 2)
            sums[minute.items[i].bytes] += minute.items[i + 1].bytes.toLongLong();
    }
    std::vector<QByteArray> arguments{number(hour), number(keepHours)};
    for (const auto& [field, sum] : sums) {
        arguments.push_back(field);
        arguments.push_back(number(sum));
        if (arguments.size() > 2000)
            break; // keep only about a thousand counts per hour: a chart can't show more types of failed tasks
    }
    const auto reply = m_scripts.run("rollup", m_keys, {m_keys.meta(), m_keys.statisticsPrefix()}, arguments);
    if (!reply)
        return reply.error();
    return reply->integer == 1 && hour + 1 < current;
}

/// Returns the (id, entry) pairs in `before` whose operations are older than the scan's time limit.
Result<std::vector<QByteArray>> NativeSweep::oldEntries(const std::vector<Reply>& entries)
{
    std::map<QByteArray, bool> isOld;
    for (std::size_t i = 1; i < entries.size(); i += 2)
        isOld.emplace(entries[i].bytes.left(entries[i].bytes.indexOf(' ')), false);
    if (isOld.empty())
        return std::vector<QByteArray>();
    Command command{"ZMSCORE", m_keys.operations()};
    for (const auto& [operation, old] : isOld)
        command.push_back(operation);
    const auto scores = m_scripts.client().call(command);
    if (!scores)
        return scores.error();
    std::size_t at = 0;
    for (auto& [operation, old] : isOld) {
        const Reply& score = scores->items.at(at++);
        if (score.isBytes())
            old = score.bytes.toDouble() <= double(m_walk.until);
        else // the operation has no record, so use the time in its id
            old = timeOfId('#' + operation).value_or(TimePoint()) <= fromMs(m_walk.until);
    }
    std::vector<QByteArray> found;
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
        const QByteArray& entry = entries[i + 1].bytes;
        if (isOld[entry.left(entry.indexOf(' '))]) {
            found.push_back(entries[i].bytes);
            found.push_back(entry);
        }
    }
    return found;
}

Result<bool> NativeSweep::forget(qint64 now, qint64 swept, Millis keepUndo)
{
    if (m_walk.cursor.isEmpty()) {
        const qint64 until = now - keepUndo.count();
        const auto due = m_scripts.client().call({"ZCOUNT", m_keys.operations(), '(' + number(swept), number(until)});
        if (!due)
            return due.error();
        if (due->integer == 0)
            return false;
        m_walk = {"0", until};
    }
    const auto page = m_scripts.client().call({"HSCAN", m_keys.before(), m_walk.cursor, "COUNT", number(stepSize)});
    if (!page)
        return page.error();
    if (page->items.size() != 2)
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyTo("HSCAN"), {}};
    const bool last = page->items[0].bytes == "0";
    const auto old = oldEntries(page->items[1].items);
    if (!old)
        return old.error();
    // HSCAN returns a small hash as a single page, up to the server's listpack limit. Process the page in calls of the
    // usual size.
    for (std::size_t from = 0; from < old->size() || (last && from == 0); from += 2 * stepSize) {
        const std::size_t end = std::min(old->size(), from + 2 * stepSize);
        std::vector<QByteArray> arguments{last && end == old->size() ? number(m_walk.until) : QByteArray()};
        arguments.insert(arguments.end(), old->begin() + qsizetype(from), old->begin() + qsizetype(end));
        const auto reply = m_scripts.run("forget", m_keys, {m_keys.before(), m_keys.trash(), m_keys.meta()}, arguments);
        if (!reply)
            return reply.error();
    }
    m_walk.cursor = last ? QByteArray() : page->items[0].bytes;
    return !last;
}

Result<bool> NativeSweep::step()
{
    auto more = trim();
    if (!more)
        return more;
    const auto state = m_scripts.client().pipeline(
        {{"TIME"}, {"HMGET", m_keys.meta(), "version", "rolled", "undo_swept", "keep_undo"}});
    if (!state)
        return state.error();
    const Reply& time = state->at(0);
    const Reply& meta = state->at(1);
    if (time.isError() || meta.isError())
        return NativeScripts::errorOf(time.isError() ? time.bytes : meta.bytes, m_keys);
    if (time.items.size() != 2 || meta.items.size() != 4 || meta.items[0].isNil())
        return more; // the queue doesn't exist
    const qint64 now = time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
    const Millis keepUndo = meta.items[3].isNil() ? QueueSettings().keepUndo : Millis(meta.items[3].bytes.toLongLong());
    const auto rolled = rollUp(now, meta.items[1].bytes.toLongLong());
    if (!rolled)
        return rolled;
    const auto forgotten = forget(now, meta.items[2].bytes.toLongLong(), keepUndo);
    if (!forgotten)
        return forgotten;
    return *more || *rolled || *forgotten;
}

} // namespace dueline
