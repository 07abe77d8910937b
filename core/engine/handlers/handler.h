// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskbroker.h"

#include <atomic>
#include <stop_token>

namespace dueline {

/// Reason for stopping a running handler.
enum class StopReason : quint8 {
    None,
    Shutdown, ///< the engine is stopping: the task is released without counting the attempt
    /// The lease was lost or not confirmed in time. Another worker may already be running the task.
    LeaseLost,
    Cancelled,
    Deadline, ///< the attempt ran longer than the engine's time limit
};

/// Receiver of handlers' log lines. Called on the handler's thread.
class TaskLog
{
public:
    virtual ~TaskLog() = default;
    /// Receives a line without its line feed. The line is untrusted text of at most 4 KiB.
    virtual void write(const QueueName& queue, const Lease& lease, QByteArrayView line) = 0;
    /// Receives a piece of a program's stdout, or of its stderr if `isErrors`, as it arrives. The bytes are untrusted.
    virtual void writeOutput(const QueueName&, const Lease&, bool /*isErrors*/, QByteArrayView) { }
};

/// An attempt, as presented to its handler. Valid only until run() returns.
struct TaskContext
{
    const QueueName& queue;
    const Lease& lease; ///< the lease; systems other than Dueline can use its token for fencing
    QByteArrayView type;
    const QByteArray& payload;
    const TaskOptions& options;
    TimePoint startedAt{}; ///< start time on the server's clock
    TimePoint deadline{}; ///< time on the server's clock at which the stop token triggers with `Deadline`
    Millis timeLimit{}; ///< time from `startedAt` to `deadline`
    /// Triggers for every StopReason. A handler that ignores it loses its lease and its slot after
    /// EngineConfig::graceFor.
    const std::stop_token& stop;
    const std::atomic<StopReason>& stopReason;
    TaskLog* logger = nullptr;

    void log(QByteArrayView line) const
    {
        if (logger)
            logger->write(queue, lease, line.first(qMin<qsizetype>(line.size(), 4096)));
    }
    void logOutput(bool isErrors, QByteArrayView piece) const
    {
        if (logger)
            logger->writeOutput(queue, lease, isErrors, piece);
    }
};

/// Result of one run, as reported by the handler. The engine decides what happens to the task.
struct HandlerResult
{
    enum class Kind : quint8 {
        Done,
        Fail, ///< a failed attempt; the retry policy applies unless `retryable` is false
        Retry, ///< try again later; this counts as an attempt, so the retry limit applies
        Stopped, ///< the handler ended early because the stop token was triggered
        /// The task couldn't be started because something is missing on this machine. The task is released without
        /// counting the attempt, and the handler is held.
        Unready,
    };

    Kind kind = Kind::Done;
    /// for Done: result, stored up to 64 KiB if the task or queue keeps results; the first KiB is published
    QByteArray result;
    /// Error text. For Unready: tells the operator what is missing. For Fail and Retry: untrusted text, stored up to 1
    /// KiB; its first line names the problem, and further lines may explain it.
    QByteArray error;
    bool retryable = true; ///< for Fail: false to skip the remaining retries
    std::optional<Millis> after; ///< for Retry: delay that overrides the retry policy

    static HandlerResult done(QByteArray result = {}) { return {Kind::Done, std::move(result), {}, true, {}}; }
    static HandlerResult fail(QByteArray error, bool retryable = true)
    {
        return {Kind::Fail, {}, std::move(error), retryable, {}};
    }
    static HandlerResult retry(QByteArray error, std::optional<Millis> after = {})
    {
        return {Kind::Retry, {}, std::move(error), true, after};
    }
    static HandlerResult unready(QByteArray error) { return {Kind::Unready, {}, std::move(error), true, {}}; }
    static HandlerResult stopped(QByteArray error = {}) { return {Kind::Stopped, {}, std::move(error), true, {}}; }
};

/// Resources that a running slot may need in addition to its thread.
struct SlotNeeds
{
    int files = 0;
    int processes = 0;
    // True if a slot keeps the resources after its first run. If so, they limit the number of slots.
    bool keeps = false;
};

/// Handler for tasks of certain types. A single object serves all slots, so run() is called concurrently on several
/// threads. If run() throws an exception, the attempt fails with the exception's text.
class Handler
{
public:
    virtual ~Handler() = default;
    virtual HandlerResult run(TaskContext& context) = 0;
    /// Returns why tasks can't currently be started on this machine, without examining a task; empty if there is no
    /// known reason.
    virtual QByteArray unreadyBecause() const { return {}; }
    virtual SlotNeeds needsPerSlot() const { return {}; }
};

} // namespace dueline
