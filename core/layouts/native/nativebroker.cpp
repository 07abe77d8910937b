// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativebroker.h"

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativeload.h"
#include "core/layouts/native/nativeoutcomes.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/native/nativeworkers.h"
#include "core/layouts/port/portwords.h"
#include "core/queue/errors/errorexcerpt.h"

#include <QByteArrayList>

#include <algorithm>
#include <iterator>

namespace dueline {

namespace {

constexpr int maxBatch = 250;
/// Maximum number of `recover` calls per step that handle leases granted before the server's clock was set back.
constexpr int maxClockSteps = 50;
/// Number of set members that a claim restricted to certain types inspects.
constexpr int lookAhead = 1000;

std::optional<TimePoint> instant(qint64 ms) { return ms > 0 ? std::optional(fromMs(ms)) : std::nullopt; }

Error unexpected(const char* script) { return {ErrorCode::Protocol, portwords::unexpectedReplyOf(script), {}}; }

Error tooMany(std::size_t asked) { return {ErrorCode::Usage, nativewords::batchIsLong(qint64(asked), maxBatch), {}}; }

/// Appends leases in groups of the form `token, n, id…`. Consecutive leases with the same token form a group.
template <typename Item> void appendGroups(std::vector<QByteArray>& arguments, const std::vector<Item>& items)
{
    for (std::size_t i = 0; i < items.size();) {
        std::size_t end = i + 1;
        while (end < items.size() && items[end].token == items[i].token)
            ++end;
        arguments.push_back(items[i].token);
        arguments.push_back(QByteArray::number(qulonglong(end - i)));
        for (; i < end; ++i)
            arguments.push_back(items[i].id);
    }
}

std::vector<std::vector<Lease>> batches(const std::vector<Lease>& leases)
{
    std::vector<std::vector<Lease>> parts;
    for (auto from = leases.begin(); from != leases.end();) {
        const auto end = from + std::min<std::ptrdiff_t>(leases.end() - from, maxBatch);
        parts.emplace_back(from, end);
        from = end;
    }
    return parts;
}

QByteArray dueText(TimePoint due) { return due > TimePoint() ? QByteArray::number(toMs(due)) : QByteArrayLiteral("0"); }

Millis leaseWithin(Millis asked) { return std::clamp(asked, Millis(1), NativeCodec::maxLease); }

} // namespace

NativeBroker::Lane::Lane(const NativeScripts& scripts, const QueueName& queue)
    : keys(scripts.keys(queue))
    , wakeChannel(keys.wakeChannel())
    , resultsChannel(keys.resultsChannel())
{
    keyNames[ClaimCall] = {keys.pending(), keys.retry(), keys.leased(), keys.leases(), keys.tries(), keys.meta(),
        scripts.memo(keys, "claim"), keys.statisticsPrefix(), keys.expiring(), keys.failed(), keys.history()};
    if (const NativeOverlay* overlay = scripts.overlay()) {
        std::vector<QByteArray>& names = keyNames[ClaimCall];
        names.insert(names.end(), {keys.tasks(), keys.done(), keys.trash(), keys.before()});
        names.insert(names.end(), overlay->homeKeys.begin(), overlay->homeKeys.end());
    }
    keyNames[AckCall] = {keys.leased(), keys.leases(), keys.done(), keys.tasks(), keys.tries(), keys.history(),
        keys.results(), scripts.memo(keys, "ack"), keys.statisticsPrefix(), keys.meta(), keys.expiring(), keys.cancel(),
        keys.bigPayloadPrefix(), keys.before()};
    keyNames[NackCall] = {keys.leased(), keys.leases(), keys.retry(), keys.failed(), keys.tries(), keys.history(),
        scripts.memo(keys, "nack"), keys.statisticsPrefix(), keys.tasks(), keys.meta(), keys.expiring(), keys.cancel()};
    keyNames[ReleaseCall] = {keys.leased(), keys.leases(), keys.retry(), keys.tries(), scripts.memo(keys, "release"),
        keys.tasks(), keys.meta(), keys.cancel()};
}

NativeBroker::NativeBroker(NativeScripts& scripts)
    : m_scripts(scripts)
{ }

Result<NativeBroker::Lane*> NativeBroker::laneOf(const QueueName& queue)
{
    if (const auto valid = m_scripts.overlay() ? Result<>() : checkQueueName(queue); !valid)
        return valid.error();
    if (auto prepared = m_scripts.prepare(queue); !prepared)
        return prepared.error();
    if (auto prepared = m_scripts.prepareWork(); !prepared)
        return prepared.error();
    return &m_lanes.try_emplace(queue, m_scripts, queue).first->second;
}

Result<Reply> NativeBroker::once(const char* script, Lane& lane, Kind kind, std::vector<QByteArray> arguments)
{
    std::optional<Unanswered>& open = lane.unanswered[kind];
    // Repeat an unanswered claim, even if the new request is different: the lost call may have leased tasks that this
    // client doesn't know about.
    const bool again = open && (kind == ClaimCall || open->arguments == arguments);
    const QByteArray nonce = again ? open->nonce : m_scripts.nextNonce();
    arguments.insert(arguments.begin(), nonce);
    Result<Reply> reply = m_scripts.run(script, lane.keys, lane.keyNames[kind], arguments);
    if (reply) {
        open.reset();
        return reply;
    }
    const ErrorCode code = reply.error().code;
    if (code == ErrorCode::Timeout || code == ErrorCode::Disconnected || code == ErrorCode::Unreachable
        || code == ErrorCode::Protocol || code == ErrorCode::Cancelled) {
        arguments.erase(arguments.begin());
        open = Unanswered{nonce, std::move(arguments)};
    }
    return reply;
}

/// Checks before the first claim that every key needed later is either unused or belongs to the queue. Uses only
/// commands that the scripts also use. A claim itself checks only the keys that it changes. Without this check, it
/// might lease tasks that can neither run nor finish.
Result<> NativeBroker::checkKeys(Lane& lane)
{
    if (lane.areKeysKnown)
        return {};
    static constexpr std::array sets{"pending", "retry", "leased", "failed", "done", "expiring"};
    static constexpr std::array hashes{"tasks", "leases", "tries", "meta"};
    std::vector<Command> commands;
    QByteArrayList roles;
    for (const char* role : sets) {
        commands.push_back({"ZCARD", lane.keys.ofRole(role)});
        roles << role;
    }
    for (const char* role : hashes) {
        commands.push_back({"HLEN", lane.keys.ofRole(role)});
        roles << role;
    }
    const auto replies = m_scripts.client().pipeline(commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].isError() && (*replies)[i].bytes.startsWith("WRONGTYPE"))
            return m_scripts.typedErrorOf("DAMAGED " + roles[qsizetype(i)], lane.keys);
    }
    lane.areKeysKnown = true; // let the claim itself report keys that the user isn't allowed to check
    return {};
}

Result<Claim> NativeBroker::claim(const ClaimRequest& request)
{
    const auto found = laneOf(request.queue);
    if (!found)
        return found.error();
    Lane& lane = **found;
    if (const auto checked = checkKeys(lane); !checked)
        return checked.error();
    if (!(lane.types == request.types)) {
        lane.types = request.types;
        lane.pendingRank = lane.retryRank = 0;
    }
    std::vector<QByteArray> arguments{QByteArray::number(std::clamp(request.limit, 1, maxBatch)),
        QByteArray::number(qint64(leaseWithin(request.leaseFor).count())), QByteArray::number(lookAhead),
        QByteArray::number(lane.pendingRank), QByteArray::number(lane.retryRank)};
    const NativeOverlay* overlay = m_scripts.overlay();
    if (overlay)
        arguments.insert(arguments.end(), overlay->claimArguments.begin(), overlay->claimArguments.end());
    if (request.types.hasExceptions()) {
        arguments.emplace_back("-2");
        const auto append = [&arguments](const char* mark, const std::vector<QByteArray>& names) {
            for (const QByteArray& name : names)
                arguments.push_back(mark + name);
        };
        append("+=", request.types.exact);
        append("-=", request.types.exceptExact);
        append("+~", request.types.prefixes);
        append("-~", request.types.exceptPrefixes);
        if (request.types.all)
            arguments.emplace_back("+~");
    } else if (request.types.all) {
        arguments.emplace_back("-1");
    } else {
        arguments.push_back(QByteArray::number(qulonglong(request.types.exact.size())));
        arguments.insert(arguments.end(), request.types.exact.begin(), request.types.exact.end());
        arguments.insert(arguments.end(), request.types.prefixes.begin(), request.types.prefixes.end());
    }
    Result<Reply> reply = once("claim", lane, ClaimCall, std::move(arguments));
    if (!reply)
        return reply.error();

    std::vector<Reply>& items = reply->items;
    if (items.size() < 3 || !items[0].isInteger())
        return unexpected("claim");
    Claim claim;
    claim.serverNow = fromMs(items[1].integer);
    if (items[0].integer == 2) {
        claim.paused = true;
        claim.nearestExpiry = instant(items[2].integer);
        return claim;
    }
    if (items.size() < 7)
        return unexpected("claim");
    claim.nearestExpiry = instant(items[3].integer);
    lane.pendingRank = items[4].integer;
    lane.retryRank = items[5].integer;
    if (items[0].integer == 0) {
        claim.nextDue = instant(items[2].integer);
        claim.more = items[6].integer == 1;
        if (items.size() > 7)
            claim.lookAt = instant(items[7].integer);
        return claim;
    }
    claim.expiresAt = fromMs(items[2].integer);
    if (items.size() < 8)
        return unexpected("claim");
    const QByteArray shared = std::move(items[6].bytes);
    std::vector<Reply>& fields = items[7].items;
    const std::size_t width = shared.isEmpty() ? 4 : 2;
    if (fields.size() % width != 0)
        return unexpected("claim");
    claim.leases.reserve(fields.size() / width);
    for (std::size_t i = 0; i < fields.size(); i += width) {
        Lease& lease = claim.leases.emplace_back();
        lease.id = std::move(fields[i].bytes);
        lease.dueAt = fromMs(fields[i + 1].integer);
        lease.token = width == 2 ? shared : fields[i + 2].bytes;
        lease.attempt = width == 2 ? 1 : int(fields[i + 3].integer);
        if (overlay && overlay->typeOf)
            lease.type = overlay->typeOf(lease.id);
    }
    return claim;
}

Result<std::vector<TaskLoad>> NativeBroker::load(const QueueName& queue, const std::vector<Lease>& leases)
{
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    return NativeLoad(m_scripts.client(), (*found)->keys).load(leases);
}

Result<std::vector<WriteOutcome>> NativeBroker::write(
    const char* script, Lane& lane, Kind kind, std::vector<QByteArray> arguments, std::size_t asked)
{
    const Result<Reply> reply = once(script, lane, kind, std::move(arguments));
    if (!reply)
        return reply.error();
    if (std::size_t(reply->bytes.size()) != asked)
        return unexpected(script);
    std::vector<WriteOutcome> outcomes;
    outcomes.reserve(asked);
    for (const char code : reply->bytes) {
        outcomes.push_back(code == '1' ? WriteOutcome::Accepted
                : code == '3'          ? WriteOutcome::AcceptedLate
                : code == 's'          ? WriteOutcome::Stale
                                       : WriteOutcome::Unknown);
    }
    return outcomes;
}

Result<std::vector<WriteOutcome>> NativeBroker::ack(
    const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results)
{
    if (acks.empty())
        return std::vector<WriteOutcome>();
    if (acks.size() > std::size_t(maxBatch))
        return tooMany(acks.size());
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    Lane& lane = **found;
    std::vector<QByteArray> arguments;
    arguments.reserve(acks.size() + 8);
    arguments.push_back(NativeOutcomes::stamped(results, m_scripts.client().config().database));
    arguments.push_back(lane.resultsChannel);
    arguments.emplace_back();
    qulonglong kept = 0;
    for (const Ack& ack : acks) {
        if (ack.result) {
            arguments.push_back(ack.id);
            arguments.push_back(*ack.result);
            ++kept;
        }
    }
    arguments[2] = QByteArray::number(kept);
    appendGroups(arguments, acks);
    return write("ack", lane, AckCall, std::move(arguments), acks.size());
}

Result<std::vector<WriteOutcome>> NativeBroker::nack(
    const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results)
{
    if (nacks.empty())
        return std::vector<WriteOutcome>();
    if (nacks.size() > std::size_t(maxBatch))
        return tooMany(nacks.size());
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    Lane& lane = **found;
    std::vector<QByteArray> arguments;
    arguments.reserve(nacks.size() * 5 + 4);
    arguments.push_back(NativeOutcomes::stamped(results, m_scripts.client().config().database));
    arguments.push_back(lane.resultsChannel);
    arguments.push_back(lane.wakeChannel);
    for (const Nack& nack : nacks) {
        arguments.push_back(nack.id);
        arguments.push_back(nack.token);
        arguments.push_back(nack.retryIn ? QByteArray::number(qint64(std::max(*nack.retryIn, Millis(0)).count()))
                                         : QByteArrayLiteral("-1"));
        arguments.push_back(dueText(nack.dueAt));
        arguments.push_back(NativeCodec::historyNote(nack.outcome, nack.error));
    }
    return write("nack", lane, NackCall, std::move(arguments), nacks.size());
}

Result<std::vector<WriteOutcome>> NativeBroker::release(const QueueName& queue, const std::vector<Lease>& leases)
{
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    std::vector<WriteOutcome> outcomes;
    for (const std::vector<Lease>& batch : batches(leases)) {
        std::vector<QByteArray> arguments{(*found)->wakeChannel};
        for (const Lease& lease : batch) {
            arguments.push_back(lease.id);
            arguments.push_back(lease.token);
            arguments.push_back(dueText(lease.dueAt));
        }
        auto written = write("release", **found, ReleaseCall, std::move(arguments), batch.size());
        if (!written)
            return written;
        outcomes.insert(outcomes.end(), written->begin(), written->end());
    }
    return outcomes;
}

Result<std::vector<ExtendOutcome::Value>> NativeBroker::extend(
    const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor)
{
    std::vector<ExtendOutcome::Value> outcomes;
    if (leases.empty())
        return outcomes;
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    const NativeKeys& keys = (*found)->keys;
    const std::vector<QByteArray> keyNames{keys.leased(), keys.leases(), keys.cancel(), keys.meta()};
    outcomes.reserve(leases.size());
    for (const std::vector<Lease>& batch : batches(leases)) {
        std::vector<QByteArray> arguments{QByteArray::number(qint64(leaseWithin(leaseFor).count()))};
        appendGroups(arguments, batch);
        const Result<Reply> reply = m_scripts.run("extend", keys, keyNames, arguments);
        if (!reply)
            return reply.error();
        if (std::size_t(reply->bytes.size()) != batch.size())
            return unexpected("extend");
        for (const char code : reply->bytes) {
            outcomes.push_back(code == '1' ? ExtendOutcome::Held
                    : code == 'c'          ? ExtendOutcome::Cancel
                                           : ExtendOutcome::Lost);
        }
    }
    return outcomes;
}

Result<Recovered> NativeBroker::recover(const QueueName& queue, int limit)
{
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    const NativeKeys& keys = (*found)->keys;
    const QueueSettings standard;
    for (int step = 1;; ++step) {
        const Result<Reply> reply = m_scripts.run("recover", keys,
            {keys.leased(), keys.leases(), keys.retry(), keys.failed(), keys.tries(), keys.history(),
                keys.statisticsPrefix(), keys.meta(), keys.events(), keys.expiring(), keys.cancel()},
            {QByteArray::number(std::clamp(limit, 1, maxRecover)), QByteArray::number(standard.maxExpiries),
                QByteArray::number(qint64(NativeCodec::maxLease.count())), (*found)->wakeChannel,
                QByteArray::number(qint64(standard.leaseFor.count()))});
        if (!reply)
            return reply.error();
        if (reply->items.size() != 4)
            return unexpected("recover");
        if (reply->items[3].integer == 0 || step == maxClockSteps)
            return Recovered{reply->items[0].integer, reply->items[1].integer, instant(reply->items[2].integer)};
    }
}

Result<> NativeBroker::quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason)
{
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    const NativeKeys& keys = (*found)->keys;
    for (const std::vector<Lease>& batch : batches(leases)) {
        std::vector<QByteArray> arguments{errorExcerpt(reason, NativeCodec::maxError)};
        for (const Lease& lease : batch) {
            arguments.push_back(lease.id);
            arguments.push_back(lease.token);
        }
        const Result<Reply> reply = m_scripts.run("quarantine", keys,
            {keys.leased(), keys.leases(), keys.damaged(), keys.tries(), keys.history(), keys.meta(), keys.events(),
                keys.expiring(), keys.cancel()},
            arguments);
        if (!reply)
            return reply.error();
    }
    return {};
}

Result<> NativeBroker::beat(const WorkerInfo& worker, Millis leaseFor, bool leaving)
{
    return NativeWorkers(m_scripts).beat(worker, leaseFor, leaving);
}

Result<bool> NativeBroker::sweep(const QueueName& queue)
{
    const auto found = laneOf(queue);
    if (!found)
        return found.error();
    return NativeSweep(m_scripts, (*found)->keys, (*found)->walk).step();
}

} // namespace dueline
