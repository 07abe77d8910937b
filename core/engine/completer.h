// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/backend.h"

#include <QRandomGenerator>

#include <list>

namespace dueline {

/// Writes outcomes, a batch at a time: acks, nacks by the retry policy, releases. A failed write is repeated as it was
/// until one lease after the batch was made; then its tasks are left to recover. The other queues go on meanwhile.
class Completer
{
public:
    struct Report
    {
        int written = 0; ///< outcomes the server took
        int stale = 0; ///< outcomes it refused
        int dropped = 0; ///< not written: the lease was lost, or time ran out
        bool failed = false;
        Instant next = Instant::max(); ///< when to call again, unless woken
    };

    Completer(Pipeline& pipeline, Backend& backend);

    Report runOnce(Instant now);

private:
    enum class Kind : quint8 { Ack, Nack, Release };

    /// One call to the broker, kept until it was answered.
    struct Write
    {
        int queue = 0;
        Kind kind = Kind::Ack;
        std::vector<TaskItem*> items;
        std::vector<Outcome> outcomes; ///< one per item
        std::vector<Ack> acks;
        std::vector<Nack> nacks;
        std::vector<Lease> leases;
        QByteArray results;
        bool keepResults = false; ///< the queue asks for those of every task
        qsizetype resultBytes = 0; ///< to be kept
        Instant retryAt{};
        Instant giveUpAt{};
        BackoffDelay backoff;
    };
    struct Verdict
    {
        bool drop = false; ///< nothing to write
        Kind kind = Kind::Ack;
        std::optional<Millis> retryIn;
        QByteArray word; ///< of the attempt
        QByteArray error;
    };

    /// Takes what the slots handed over; lingers shortly when more is just coming, so that batches are full.
    void collect();
    void plan(TaskItem& item, Instant now, Report& report);
    Verdict judge(const TaskItem& item, Instant now);
    Verdict judgeFailure(const TaskItem& item, const QByteArray& error, Instant now);
    Write& openWrite(int queue, Kind kind, Instant now);
    Outcome outcomeOf(const TaskItem& item, const Verdict& verdict) const;
    void append(Write& write, TaskItem& item, Verdict verdict);
    Result<std::vector<WriteOutcome>> send(Write& write);
    void settle(Write& write, const std::vector<WriteOutcome>& answers, Report& report);
    /// Makes of a write that is refused the release of its leases.
    static void giveBack(Write& write);
    void drop(Write& write, Report& report);
    void lose(TaskItem& item, Report& report);
    EngineStatistics::Sample sampleOf(const TaskItem& item) const;

    Pipeline& m_pipeline;
    Backend& m_backend;
    TaskBroker& m_broker;
    std::vector<TaskItem*> m_collected;
    std::list<Write> m_writes; ///< in the order they were made
    std::vector<EngineStatistics::Sample> m_samples;
    QRandomGenerator m_random;
};

} // namespace dueline
