// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

namespace dueline {

/// Types that a worker handles: exact names, prefixes (`mail.*`) or all types (`*`), with exceptions. Exact names take
/// precedence over prefixes, and longer prefixes over shorter ones.
struct TypeSelection
{
    bool all = false;
    std::vector<QByteArray> exact;
    std::vector<QByteArray> prefixes; ///< prefixes without the star: `mail.` for `mail.*`
    std::vector<QByteArray> exceptExact = {};
    std::vector<QByteArray> exceptPrefixes = {};

    bool contains(QByteArrayView type) const;
    bool hasExceptions() const { return !exceptExact.empty() || !exceptPrefixes.empty(); }
    /// Returns whether no types are selected.
    bool isEmpty() const { return !all && exact.empty() && prefixes.empty(); }
    bool operator==(const TypeSelection&) const = default;
};

struct ClaimRequest
{
    QueueName queue;
    int limit = 100; ///< maximum number of leases, up to TaskBroker::maxClaim
    Millis leaseFor{30'000};
    TypeSelection types;
};

/// Exclusive right to run one task until the lease expires. A claim's leases all have the same expiry and usually the
/// same token.
struct Lease
{
    TaskId id;
    QByteArray token; ///< `<fence>-<session>.<seq>-<leasedAt>`; always compared as a whole
    int attempt = 1; ///< number of the current attempt, starting at 1
    TimePoint dueAt{}; ///< due time; the epoch if unknown
    QByteArray type = {}; ///< see Task::type

    bool operator==(const Lease&) const = default;
};

/// Returns the type that determines a leased task's handler.
inline QByteArrayView typeOf(const Lease& lease)
{
    return lease.type.isEmpty() ? typeOf(lease.id) : QByteArrayView(lease.type);
}

struct Claim
{
    std::vector<Lease> leases;
    TimePoint expiresAt{};
    TimePoint serverNow{}; ///< server time of the claim
    /// earliest future due time of a task of these types; set if this claim is empty
    std::optional<TimePoint> nextDue;
    // when to claim again; set if this claim is empty and hasn't scanned all tasks
    std::optional<TimePoint> lookAt;
    std::optional<TimePoint> nearestExpiry; ///< earliest expiry of any worker's lease in the queue
    /// True if none of the tasks scanned so far has one of these types. Claim again right away to continue the scan.
    bool more = false;
    bool paused = false;
};

/// Payload and options of a leased task.
struct TaskLoad
{
    QByteArray payload;
    TaskOptions options;
    bool damaged = false; ///< true if the envelope is missing or unreadable, and the task must be quarantined
};

struct Ack
{
    TaskId id;
    QByteArray token;
    /// result; stored only if the task or the queue keeps results
    std::optional<QByteArray> result;
};

struct Nack
{
    TaskId id;
    QByteArray token;
    std::optional<Millis> retryIn; ///< delay before the retry; nullopt: the task fails
    QByteArray outcome = "failed"; ///< outcome of the attempt; see Attempt::outcome
    QByteArray error; ///< error text; the layout truncates it to 1 KiB
    /// due time from the lease, to record as the first due time; the epoch if unknown
    TimePoint dueAt{};
};

enum class WriteOutcome : quint8 {
    Accepted,
    AcceptedLate, ///< the lease had expired, but the task hadn't been claimed again
    Stale, ///< Another worker holds the task, or a user has changed it. Nothing was written.
    Unknown, ///< the task no longer exists
};

struct ExtendOutcome
{
    // Cancel: the lease is held, but a user wants the task to stop.
    enum Value : quint8 { Held, Lost, Cancel };
};

struct Recovered
{
    qint64 retried = 0;
    qint64 failed = 0;
    std::optional<TimePoint> nearestExpiry; ///< earliest expiry of the remaining leases
};

/// Queue operations for worker engines. Every call is atomic and uses the server's clock. Calls are identified by
/// (session, sequence), so a call is safe to repeat after a lost reply. A broker belongs to one thread. An engine's
/// brokers share the session id but use different lanes. Any call can fail with Full or with any of QueueInspector's
/// errors.
class TaskBroker
{
public:
    static constexpr int maxClaim = 250; ///< maximum number of leases per claim
    static constexpr int maxRecover = 100; ///< maximum number of leases per recover() call

    virtual ~TaskBroker() = default;

    /// Leases due tasks, earliest first.
    virtual Result<Claim> claim(const ClaimRequest& request) = 0;
    /// Returns the payloads and options of leased tasks, one per lease, in order.
    virtual Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) = 0;
    /// Acknowledges up to 250 tasks per call. `results`: outcomes to publish with the batch, as JSON (see Outcome);
    /// empty: publish nothing.
    virtual Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results)
        = 0;
    virtual Result<std::vector<WriteOutcome>> nack(
        const QueueName& queue, const std::vector<Nack>& nacks, const QByteArray& results)
        = 0;
    /// Returns leases to the queue without counting the attempts. The tasks are due immediately, and keep their
    /// position if Lease::dueAt is set.
    virtual Result<std::vector<WriteOutcome>> release(const QueueName& queue, const std::vector<Lease>& leases) = 0;
    /// Extends leases to expire `leaseFor` from now. Never shortens a lease.
    virtual Result<std::vector<ExtendOutcome::Value>> extend(
        const QueueName& queue, const std::vector<Lease>& leases, Millis leaseFor)
        = 0;
    /// Moves tasks with expired leases to retrying, or to failed after too many expiries. Moves up to `limit` tasks,
    /// never more than maxRecover.
    virtual Result<Recovered> recover(const QueueName& queue, int limit) = 0;
    /// Quarantines leased tasks without a readable envelope, with a reason. No task is lost.
    virtual Result<> quarantine(const QueueName& queue, const std::vector<Lease>& leases, const QByteArray& reason) = 0;
    /// Sends this worker's heartbeat. A worker counts as lost if it sends no heartbeat for `leaseFor`. `leaving`: true
    /// to remove the worker from the list.
    virtual Result<> beat(const WorkerInfo& worker, Millis leaseFor, bool leaving) = 0;
    /// Runs one housekeeping step: removes tasks past their retention, fails expired tasks, drops expired undo data,
    /// and combines the statistics of completed hours. Returns true if more steps are needed.
    virtual Result<bool> sweep(const QueueName& queue) = 0;
};

} // namespace dueline
