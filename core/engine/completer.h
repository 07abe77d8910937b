// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/backend.h"

#include <QRandomGenerator>

#include <list>

namespace dueline {

/// Service that writes outcomes in batches: acks, nacks according to the retry policy, and releases. A failed write is
/// repeated unchanged until one lease period has passed since the batch was created. After that, its tasks' leases are
/// allowed to expire, and the tasks are recovered. A failed write doesn't delay other queues.
class Completer
{
public:
    struct Report
    {
        int written = 0; ///< number of outcomes that the server accepted
        int stale = 0; ///< number of outcomes that the server refused
        int dropped = 0; ///< number of outcomes not written because the lease was lost or the time limit was reached
        bool failed = false;
        Instant next = Instant::max(); ///< time of the next call, unless the thread is woken earlier
    };

    Completer(Pipeline& pipeline, Backend& backend);

    Report runOnce(Instant now);

private:
    enum class Kind : quint8 { Ack, Nack, Release };

    /// One broker call, kept until its reply arrives.
    struct Write
    {
        int queue = 0;
        Kind kind = Kind::Ack;
        std::vector<TaskItem*> items;
        std::vector<Outcome> outcomes; ///< outcomes to publish, one per item
        std::vector<Ack> acks;
        std::vector<Nack> nacks;
        std::vector<Lease> leases;
        QByteArray results;
        bool keepResults = false; ///< true if the queue stores all task results
        qsizetype resultBytes = 0; ///< total size, in bytes, of the results to store
        Instant retryAt{};
        Instant giveUpAt{};
        BackoffDelay backoff;
    };
    struct Verdict
    {
        bool drop = false; ///< true if the outcome won't be written
        Kind kind = Kind::Ack;
        std::optional<Millis> retryIn;
        QByteArray word;
        QByteArray error;
    };

    /// Collects finished tasks from the slots, after a short wait that lets batches fill.
    void collect();
    void plan(TaskItem& item, Instant now, Report& report);
    Verdict judge(const TaskItem& item, Instant now);
    Verdict judgeFailure(const TaskItem& item, const QByteArray& error, Instant now);
    Write& openWrite(int queue, Kind kind, Instant now);
    Outcome outcomeOf(const TaskItem& item, const Verdict& verdict) const;
    void append(Write& write, TaskItem& item, Verdict verdict);
    Result<std::vector<WriteOutcome>> send(Write& write);
    void settle(Write& write, const std::vector<WriteOutcome>& answers, Report& report);
    /// Replaces a refused write with one that releases its leases.
    static void giveBack(Write& write);
    void drop(Write& write, Report& report);
    void lose(TaskItem& item, Report& report);
    EngineStatistics::Sample sampleOf(const TaskItem& item) const;

    Pipeline& m_pipeline;
    Backend& m_backend;
    TaskBroker& m_broker;
    std::vector<TaskItem*> m_collected;
    std::list<Write> m_writes; ///< writes, in creation order
    std::vector<EngineStatistics::Sample> m_samples;
    QRandomGenerator m_random;
};

} // namespace dueline
