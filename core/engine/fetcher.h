// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/backoffdelay.h"
#include "core/engine/pipeline.h"
#include "core/queue/backend.h"

#include <QRandomGenerator>

namespace dueline {

/// Claims due tasks for the free slots, loads them, and hands them to the line. Sleeps until the next due time, a
/// wake-up or a free slot; asks all the same every safety poll.
class Fetcher
{
public:
    struct Report
    {
        int claimed = 0; ///< leases taken
        int entered = 0; ///< tasks handed to the line
        int quarantined = 0; ///< damaged ones put aside
        int released = 0; ///< given back unstarted
        int claims = 0; ///< claim calls made
        bool failed = false; ///< a call failed; it is repeated
        Instant next = Instant::max(); ///< when to call again, unless woken
    };

    Fetcher(Pipeline& pipeline, Backend& backend);

    Report runOnce(Instant now);

private:
    /// A queue as the claims see it.
    struct Lane
    {
        int index = 0;
        double pass = 0; ///< virtual time: tasks claimed / weight; the lowest goes first
        Instant tryAt{}; ///< nothing to claim before
        Instant safetyAt{}; ///< claim then although nothing is known
        int passClaims = 0; ///< in a row that found only others' tasks
        std::chrono::nanoseconds passTime{};
        Instant restUntil{}; ///< a pass over others' tasks is not made again before
        std::optional<ClaimRequest> repeat; ///< a claim whose answer was lost: the same again, before any other
        BackoffDelay backoff;
    };
    /// Claimed, not yet loaded.
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
        int least = 1; ///< not worth a call below that
    };

    QueueLine& line(const Lane& lane) { return m_pipeline.queues[std::size_t(lane.index)]; }
    Demand demand(Instant now) const;
    void takeWakeUps(Instant now);
    /// What is claimed follows which handlers can be started; false: none can.
    bool followHolds(Instant now);
    Lane* pickLane(Instant now);
    /// False: the call failed.
    bool claimFrom(Lane& lane, int limit, Report& report);
    void noteEmpty(Lane& lane, const Claim& claim, Instant sent, Instant received);
    /// True: nothing is left to load.
    bool loadClaimed(Report& report);
    /// True: nothing is left to give back.
    bool releaseUnstarted(Report& report, std::optional<Instant> olderThan);
    void admit(const Unloaded& unloaded, std::vector<TaskLoad> loads, Report& report);
    void applyOwnLeases(TaskBatch& batch);
    bool sendReleases(Report& report);
    void failed(const Error& error, Report& report);
    int claimLimit(int want) const;
    Instant nextCall(Instant now);
    /// Wakes more slots when those awake do not get through; when to look again.
    Instant relieve(Instant now);
    Instant nextSafety(Instant now);

    Pipeline& m_pipeline;
    Backend& m_backend;
    TaskBroker& m_broker;
    TypeSelection m_types;
    bool m_held = false; ///< it leaves handlers out that cannot be started
    std::vector<Lane> m_lanes;
    double m_time = 0; ///< virtual time of the last claim
    std::optional<Unloaded> m_unloaded;
    std::vector<std::pair<int, std::vector<Lease>>>
        m_toRelease; ///< by queue; taken out of the line, not yet given back
    qint64 m_meanPayload = 0;
    BackoffDelay m_backoff;
    Instant m_retryAt{};
    QRandomGenerator m_random;
};

} // namespace dueline
