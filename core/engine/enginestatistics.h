// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"
#include "core/engine/latencyhistogram.h"
#include "core/queue/task.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

namespace dueline {

/// Engine totals since the start, used for `--stats` and the metrics.
struct EngineFigures
{
    /// Percentiles in fractional milliseconds.
    struct Spread
    {
        double p50 = 0;
        double p95 = 0;
        double p99 = 0;
        double max = 0;
    };

    qint64 processed = 0; ///< done tasks whose outcome the server accepted
    qint64 failed = 0; ///< failed tasks, including cancelled tasks
    qint64 retried = 0; ///< attempts that ended in a retry
    qint64 released = 0; ///< tasks released without counting the attempt
    qint64 leasesLost = 0;
    qint64 staleAcks = 0; ///< outcomes that the server refused because the task had another lease
    /// Number of leases (identified by task id and fence) for which a task was started twice because the server lost a
    /// write.
    qint64 duplicates = 0;
    // rate of finished attempts (processed + failed + retried), from the first start to the last end
    double perSecond = 0;
    Spread latenessMs; ///< delay between due time and handler start, by the server's clock
    Spread runMs;
};

/// Collector that adds up the totals batch by batch. Thread-safe.
class EngineStatistics
{
public:
    enum class Ended : quint8 { Done, Failed, Retried, Released, Stale };

    struct Sample
    {
        Ended ended = Ended::Done;
        quint64 leaseHash = 0; ///< lease hash (see leaseHash()); 0 if not checked for duplicates
        bool ran = true; ///< true if a handler was started
        std::optional<LatencyHistogram::Micros> late; ///< unset if the due time is unknown
        Instant startedAt{};
        Instant finishedAt{};
    };

    void record(const std::vector<Sample>& samples);
    void leaseLost() { m_leasesLost.fetch_add(1, std::memory_order_relaxed); }
    EngineFigures figures() const;

    /// Returns a hash that identifies a lease by the task's queue, its id, and the fence at the start of the token.
    static quint64 leaseHash(int queue, const TaskId& id, const QByteArray& token);

private:
    /// Set of the most recently started leases: the last half million to one million of them, in two generations of a
    /// flat hash set.
    class SeenLeases
    {
    public:
        /// Adds a hash. Returns true if the set already contained it.
        bool insert(quint64 hash);

    private:
        static constexpr std::size_t capacity = 1 << 20; ///< slots per generation; at most half of them are used
        static bool contains(const std::vector<quint64>& table, quint64 hash);
        std::vector<quint64> m_current;
        std::vector<quint64> m_previous;
        std::size_t m_used = 0;
    };

    mutable std::mutex m_mutex;
    EngineFigures m_figures;
    LatencyHistogram m_lateness;
    LatencyHistogram m_runTime;
    SeenLeases m_seen;
    std::optional<Instant> m_firstStart;
    Instant m_lastEnd{};
    std::atomic<qint64> m_leasesLost = 0;
};

} // namespace dueline
