// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Which types a worker handles: exact names, or prefixes (`mail.*`), or all (`*`); and which of these it leaves out
/// for now. An exact name goes before any prefix, then the longest prefix counts.
struct TypeSelection
{
    bool all = false;
    std::vector<QByteArray> exact;
    std::vector<QByteArray> prefixes; ///< without the star: `mail.` stands for `mail.*`
    std::vector<QByteArray> exceptExact = {};
    std::vector<QByteArray> exceptPrefixes = {};

    bool contains(QByteArrayView type) const;
    bool hasExceptions() const { return !exceptExact.empty() || !exceptPrefixes.empty(); }
    /// There is no type that it holds.
    bool isEmpty() const { return !all && exact.empty() && prefixes.empty(); }
    bool operator==(const TypeSelection&) const = default;
};

struct ClaimRequest
{
    QueueName queue;
    int limit = 100; ///< at most TaskBroker::maxClaim
    Millis leaseFor{30'000};
    TypeSelection types;
};

/// The right to work on one task until it expires. Leases of one claim share the expiry and, mostly, the token.
struct Lease
{
    TaskId id;
    QByteArray token; ///< `<fence>-<session>.<seq>-<leasedAt>`; compared whole
    int attempt = 1; ///< the running one, 1 = the first
    TimePoint dueAt{}; ///< where known; else the epoch
    QByteArray type = {}; ///< as Task::type

    bool operator==(const Lease&) const = default;
};

/// What names the handler of a leased task.
inline QByteArrayView typeOf(const Lease& lease)
{
    return lease.type.isEmpty() ? typeOf(lease.id) : QByteArrayView(lease.type);
}

struct Claim
{
    std::vector<Lease> leases;
    TimePoint expiresAt{};
    TimePoint serverNow{}; ///< the server's clock while claiming
    std::optional<TimePoint>
        nextDue; ///< of an empty claim: the next due time later than now that these types could run
    std::optional<TimePoint> lookAt; ///< of an empty claim that did not see far enough to tell: when to look again
    std::optional<TimePoint> nearestExpiry; ///< the first lease of the queue to run out, anybody's
    bool more = false; ///< nothing for these types in the part looked at: claim again at once, it goes on from there
    bool paused = false;
};

/// What a handler needs besides the lease.
struct TaskLoad
{
    QByteArray payload;
    TaskOptions options;
    bool damaged = false; ///< no envelope, or one that cannot be read: quarantine it
};

struct Ack
{
    TaskId id;
    QByteArray token;
    std::optional<QByteArray> result; ///< kept only where task or queue ask for it
};

struct Nack
{
    TaskId id;
    QByteArray token;
    std::optional<Millis> retryIn; ///< nullopt: the task fails
    QByteArray outcome = "failed"; ///< as in Attempt::outcome
    QByteArray error; ///< cut to 1 KiB by the layout
    TimePoint dueAt{}; ///< as the lease said, so that the first due time stays known; the epoch: not known
};

enum class WriteOutcome : quint8 {
    Accepted,
    AcceptedLate, ///< the lease had expired, but nobody else had taken the task
    Stale, ///< the task belongs to another lease, or was acted on by an operator: nothing written
    Unknown, ///< no such task any more
};

struct ExtendOutcome
{
    enum Value : quint8 { Held, Lost, Cancel }; ///< Cancel: held, but an operator asks to stop it
};

struct Recovered
{
    qint64 retried = 0;
    qint64 failed = 0;
    std::optional<TimePoint> nearestExpiry; ///< of what is still leased
};

/// What a worker engine needs. Every call is atomic per call, judged by the server's clock, and safe to repeat after a
/// lost reply, by (session, sequence). One broker belongs to one thread; brokers of one engine share the session id but
/// not the lane. Errors of all: those of QueueInspector, and Full.
class TaskBroker
{
public:
    static constexpr int maxClaim = 250; ///< leases of one claim
    static constexpr int maxRecover = 100; ///< leases of one recover()

    virtual ~TaskBroker() = default;

    /// Leases due tasks, earliest due first.
    virtual Result<Claim> claim(const ClaimRequest& request) = 0;
    /// Payloads and options of leased tasks, one per lease, in order.
    virtual Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) = 0;
    /// At most 250 each. `results` carries the outcomes to publish with the batch (JSON, see Outcome); empty: nothing
    /// published.
    virtual Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results)
        = 0;
    virtual Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results)
        = 0;
    /// Gives leases back, attempt not spent; due again at once, at their old place where Lease::dueAt tells it.
    virtual Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) = 0;
    /// Until `leaseFor` from now, or as long as they have already when that is longer.
    virtual Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor)
        = 0;
    /// Returns expired leases to retry, or to failed once they ran out too often. At most `limit`, and maxRecover.
    virtual Result<Recovered> recover(const QueueName& queue, int limit) = 0;
    /// Puts leased tasks without a readable envelope aside, with a reason; nothing is dropped.
    virtual Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) = 0;
    /// Reports this worker; it counts as lost when it is not repeated within `leaseFor`. `leaving` takes it off the
    /// list.
    virtual Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) = 0;
    /// Housekeeping in one bounded step: what is past its retention, operations past their undo, statistics of full
    /// hours, tasks past their expiry. True: there is more to do at once.
    virtual Result<bool> sweep(const QueueName& queue) = 0;
};

} // namespace dueline
