// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/backend.h"

#include <QRandomGenerator>

namespace dueline {

/// Service that claims due tasks for free slots, then loads and queues them. It sleeps until a task becomes due, a
/// wake-up event arrives or a slot becomes free, and also polls at the safety interval.
class Fetcher
{
public:
    struct Report
    {
        int claimed = 0; ///< number of leases obtained
        int entered = 0; ///< number of tasks queued for slots
        int quarantined = 0; ///< number of damaged tasks moved to quarantine
        int released = 0; ///< number of tasks released before they started
        int claims = 0;
        bool failed = false; ///< true if a call failed and will be retried
        Instant next = Instant::max(); ///< time of the next call, unless the thread is woken earlier
    };

    Fetcher(Pipeline& pipeline, Backend& backend);

    Report runOnce(Instant now);

private:
    /// Claim state of one queue.
    struct Lane
    {
        int index = 0;
        double pass = 0; ///< virtual time: claimed tasks / weight; the queue with the lowest value is next
        Instant tryAt{}; ///< earliest time of the next claim
        Instant safetyAt{}; ///< time of the next safety poll
        int passClaims = 0; ///< number of consecutive claims that found only tasks of other types
        std::chrono::nanoseconds passTime{};
        Instant restUntil{}; ///< earliest time of the next claim after finding only tasks of other types
        // claim whose reply was lost; repeated unchanged before any other claim
        std::optional<ClaimRequest> repeat;
        BackoffDelay backoff;
    };
    /// Leases that have been claimed but not loaded yet.
    struct Unloaded
    {
        int lane = 0;
        std::vector<Lease> leases;
        Instant heldUntil{};
        Millis leaseFor{};
    };
    struct Demand
    {
        int want = 0;
        int least = 1; ///< minimum number of tasks per claim; if fewer are wanted, the claim is postponed
    };

    QueueLine& line(const Lane& lane) { return m_pipeline.queues[std::size_t(lane.index)]; }
    Demand demand(Instant now) const;
    void takeWakeUps(Instant now);
    /// Restricts claims to types whose handlers can be started. Returns false if there are none.
    bool followHolds(Instant now);
    Lane* pickLane(Instant now);
    /// Claims tasks from a queue. Returns false if the call failed.
    bool claimFrom(Lane& lane, int limit, Report& report);
    void noteEmpty(Lane& lane, const Claim& claim, Instant sent, Instant received);
    /// Loads the claimed leases. Returns true if there are none left.
    bool loadClaimed(Report& report);
    /// Releases tasks that weren't started. Returns true if there are none left.
    bool releaseUnstarted(Report& report, std::optional<Instant> olderThan);
    void admit(const Unloaded& unloaded, std::vector<TaskLoad> loads, Report& report);
    void applyOwnLeases(TaskBatch& batch);
    bool sendReleases(Report& report);
    void failed(const Error& error, Report& report);
    int claimLimit(int want) const;
    Instant nextCall(Instant now);
    /// Wakes more slots if the active ones can't keep up. Returns the time of the next check.
    Instant relieve(Instant now);
    Instant nextSafety(Instant now);

    Pipeline& m_pipeline;
    Backend& m_backend;
    TaskBroker& m_broker;
    TypeSelection m_types;
    bool m_held = false; ///< true if claims exclude types whose handlers can't be started
    std::vector<Lane> m_lanes;
    double m_time = 0; ///< virtual time of the last claim
    std::optional<Unloaded> m_unloaded;
    std::vector<std::pair<int, std::vector<Lease>>>
        m_toRelease; ///< leases removed from the ready queue but not released yet, by queue
    qint64 m_meanPayload = 0;
    BackoffDelay m_backoff;
    Instant m_retryAt{};
    QRandomGenerator m_random;
};

} // namespace dueline
