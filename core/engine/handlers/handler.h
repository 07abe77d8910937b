// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskbroker.h"

#include <atomic>
#include <stop_token>

namespace dueline {

/// Why a running handler was asked to stop.
enum class StopReason : quint8 {
    None,
    Shutdown, ///< the engine stops: the task is given back, its attempt not spent
    LeaseLost, ///< the lease is gone, or could not be confirmed in time: whatever the handler still does may be done
               ///< twice
    Cancelled, ///< an operator asked for it
    Deadline, ///< the attempt ran longer than the engine's time limit
};

/// Takes the lines a handler writes for people. Called on the thread of the handler.
class TaskLog
{
public:
    virtual ~TaskLog() = default;
    /// `line` is untrusted text without its line feed, at most 4 KiB.
    virtual void write(const QueueName& queue, const Lease& lease, QByteArrayView line) = 0;
    /// A piece of what the program of a task wrote to stdout or stderr, as it came: untrusted bytes.
    virtual void writeOutput(const QueueName&, const Lease&, bool /*isErrors*/, QByteArrayView) { }
};

/// What a handler sees of the attempt it runs. Valid only until run() returns.
struct TaskContext
{
    const QueueName& queue;
    const Lease& lease; ///< the token fences the handler's own effects
    QByteArrayView type;
    const QByteArray& payload;
    const TaskOptions& options;
    TimePoint startedAt{}; ///< by the server's clock
    TimePoint deadline{}; ///< by the server's clock: when the stop token fires for `Deadline`
    Millis timeLimit{}; ///< deadline - startedAt
    const std::stop_token&
        stop; ///< fires for every StopReason; a handler that ignores it loses lease and slot (EngineConfig::graceFor)
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

/// How one run ended, in the handler's words. What becomes of the task is the engine's decision.
struct HandlerResult
{
    enum class Kind : quint8 {
        Done,
        Fail, ///< a failed attempt; the retry policy decides unless `retryable` is off
        Retry, ///< come back later: spends an attempt, too, so that it ends
        Stopped, ///< gave up because the stop token fired
        Unready, ///< was never started, for want of something on this machine: given back, no attempt spent, and held
    };

    Kind kind = Kind::Done;
    QByteArray result; ///< Done: 64 KiB of it are kept where task or queue ask for it; its first KiB is published
    QByteArray error; ///< Unready: what is missing, for whoever has to mend it. Fail, Retry: untrusted text; its first
                      ///< line says what went wrong, more may tell how; 1 KiB is kept
    bool retryable = true; ///< Fail
    std::optional<Millis> after; ///< Retry: instead of the policy's delay

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

/// What a slot that runs a task may need of this process' limits, beside its thread.
struct SlotNeeds
{
    int files = 0;
    int processes = 0;
    bool keeps = false; ///< a slot that has run one keeps them: no more slots are started than have them all
};

/// Runs tasks of some types. One object serves all slots: run() is called on several threads at once. An exception it
/// throws ends the attempt as failed with the exception's text.
class Handler
{
public:
    virtual ~Handler() = default;
    virtual HandlerResult run(TaskContext& context) = 0;
    /// Why no task could be started on this machine now, as far as that can be seen without one; empty: nothing.
    virtual QByteArray unreadyBecause() const { return {}; }
    virtual SlotNeeds needsPerSlot() const { return {}; }
};

} // namespace dueline
