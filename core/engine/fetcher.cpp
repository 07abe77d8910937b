// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/fetcher.h"

#include <algorithm>

namespace dueline {

using namespace std::chrono_literals;

namespace {
constexpr auto aheadFor = 5ms; ///< estimated run time of the tasks to claim ahead for each slot
constexpr auto hostageAfter = 1s; ///< time after which tasks still waiting for a slot are released
constexpr int claimsPerRun = 16;
/// Pause after a scan that found only due tasks of other types, as a multiple of the scan's duration.
constexpr int restPerPass = 20;
constexpr auto longestSafety = 120s;
constexpr int unwrittenBatches = 6; ///< number of unwritten outcome batches above which claiming pauses
}

Fetcher::Fetcher(Pipeline& pipeline, Backend& backend)
    : m_pipeline(pipeline)
    , m_backend(backend)
    , m_broker(*backend.broker())
    , m_types(pipeline.handlers.types())
    , m_random(QRandomGenerator::securelySeeded())
{
    for (int i = 0; i < int(pipeline.queues.size()); ++i)
        m_lanes.emplace_back().index = i;
}

Fetcher::Report Fetcher::runOnce(Instant now)
{
    Report report;
    if (now < m_retryAt && !m_pipeline.giveUpWrites.load()) {
        report.next = m_retryAt;
        return report;
    }
    if (!loadClaimed(report)) {
        report.next = m_retryAt;
        return report;
    }
    if (m_pipeline.draining()) {
        // Repeat a claim whose reply was lost: otherwise, its leases would remain until they expire.
        for (Lane& lane : m_lanes) {
            if (lane.repeat && !m_pipeline.stopping() && !m_pipeline.giveUpWrites.load()) {
                if (!claimFrom(lane, 0, report) || !loadClaimed(report)) {
                    report.next = m_retryAt;
                    return report;
                }
            }
        }
        if (releaseUnstarted(report, {})) {
            m_pipeline.fetcherEmptied.store(true);
            m_pipeline.watchdogWaker.wake();
        }
        report.next = report.failed ? m_retryAt : Instant::max();
        return report;
    }

    takeWakeUps(now);
    const bool startable = followHolds(now);
    if (!releaseUnstarted(report, now - hostageAfter)) {
        report.next = m_retryAt;
        return report;
    }
    for (int call = 0; startable && call < claimsPerRun && !m_pipeline.draining(); ++call) {
        const Demand asked = demand(now);
        if (asked.want < asked.least)
            break;
        Lane* lane = pickLane(now);
        if (!lane)
            break;
        if (!claimFrom(*lane, claimLimit(asked.want), report))
            continue; // this queue is paused after an error; continue with the others
        if (!loadClaimed(report))
            break;
        now = monotonicNow();
    }
    if (!report.failed)
        m_pipeline.fine(EngineService::Fetcher);
    report.next = startable ? nextCall(monotonicNow()) : Instant::max();
    if (const auto end = m_pipeline.holds.any() ? m_pipeline.holds.nextEnd(monotonicNow()) : std::nullopt)
        report.next = std::min(report.next, *end);
    return report;
}

bool Fetcher::followHolds(Instant now)
{
    if (!m_pipeline.holds.any() && !m_types.hasExceptions() && !m_held)
        return true;
    TypeSelection types = m_pipeline.handlers.typesWithout([&](const Handler* handler) {
        if (!m_pipeline.holds.isHeld(handler, now)) {
            // The handler's hold has ended. Check everything that can be checked without a task.
            const QByteArray why = m_pipeline.holds.any() ? handler->unreadyBecause() : QByteArray();
            if (!why.isEmpty())
                m_pipeline.holdHandler(handler, why, now);
            return !why.isEmpty();
        }
        return true;
    });
    m_held = types.isEmpty() || types.hasExceptions();
    if (!m_held)
        types = m_pipeline.handlers.types();
    if (!(types == m_types)) {
        m_types = std::move(types);
        for (Lane& lane : m_lanes) {
            lane.tryAt = now; // types that weren't claimed before may have due tasks
            lane.passClaims = 0;
            lane.passTime = {};
        }
    }
    return !m_types.isEmpty();
}

Fetcher::Demand Fetcher::demand(Instant now) const
{
    const EngineConfig& config = m_pipeline.config;
    if (m_pipeline.unwritten() > unwrittenBatches * config.batch)
        return {};
    const int held = m_pipeline.held();
    const int running = m_pipeline.running();
    int ahead = 0;
    const bool blocked = running >= config.concurrency && now - m_pipeline.meter.lastFinish() > aheadFor;
    if (!blocked && m_pipeline.payloadBytes() < config.payloadBudget) {
        const auto mean = std::max<std::chrono::nanoseconds>(m_pipeline.meter.mean(), 1us);
        ahead
            = int(std::min<qint64>(config.prefetch, config.concurrency * (std::chrono::nanoseconds(aheadFor) / mean)));
    }
    return {config.concurrency + ahead - held, std::clamp(ahead / 2, 1, config.batch)};
}

int Fetcher::claimLimit(int want) const
{
    const qint64 room
        = (m_pipeline.config.payloadBudget - m_pipeline.payloadBytes()) / std::max<qint64>(1, m_meanPayload);
    return int(std::clamp<qint64>(room, 1, std::min(want, m_pipeline.config.batch)));
}

void Fetcher::takeWakeUps(Instant now)
{
    for (Lane& lane : m_lanes) {
        const TimePoint due = line(lane).wakeAt.exchange(TimePoint::max(), std::memory_order_acq_rel);
        if (due == TimePoint::max())
            continue;
        const Instant at
            = std::max(due <= m_pipeline.clock.now() ? now : m_pipeline.clock.toLocal(due), lane.restUntil);
        lane.tryAt = std::min(lane.tryAt, at);
    }
}

Fetcher::Lane* Fetcher::pickLane(Instant now)
{
    Lane* best = nullptr;
    for (Lane& lane : m_lanes) {
        if (lane.tryAt > now)
            continue;
        if (m_pipeline.config.strict)
            return &lane;
        if (!best || lane.pass < best->pass)
            best = &lane;
    }
    return best;
}

bool Fetcher::claimFrom(Lane& lane, int limit, Report& report)
{
    if (!lane.repeat) {
        // Refresh the lease length and whether to keep results. If this fails, the claim will fail too and report the
        // error.
        (void)m_pipeline.settings.refreshed(lane.index, line(lane).name, m_backend.inspector(), monotonicNow(), 60s);
        lane.repeat = ClaimRequest{line(lane).name, limit, m_pipeline.leaseFor(lane.index), m_types};
    }
    const Instant sent = monotonicNow();
    Result<Claim> claim = m_broker.claim(*lane.repeat);
    const Instant received = monotonicNow();
    ++report.claims;
    if (!claim) {
        if (isRefusal(claim.error().code))
            lane.repeat.reset(); // nothing was leased, so there is no claim to repeat
        lane.tryAt = received + lane.backoff.next();
        if (m_pipeline.draining())
            m_retryAt = lane.tryAt;
        failed(claim.error(), report);
        return false;
    }
    lane.backoff.reset();
    m_pipeline.fetcherHeard.store(received);
    m_pipeline.noteTime(sent, received, claim->serverNow);
    m_pipeline.noteExpiry(lane.index, claim->nearestExpiry);
    lane.safetyAt = nextSafety(received);
    const Millis promised = lane.repeat->leaseFor;
    lane.repeat.reset();
    if (claim->leases.empty()) {
        noteEmpty(lane, *claim, sent, received);
        return true;
    }
    line(lane).upcoming = true;
    lane.passClaims = 0;
    lane.passTime = {};
    lane.tryAt = received;
    // Let a queue that was empty continue at the current virtual time, so that it doesn't get extra slots for its idle
    // time.
    m_time = std::max(lane.pass, m_time);
    lane.pass = m_time + double(claim->leases.size()) / line(lane).weight;
    report.claimed += int(claim->leases.size());
    // By the server's clock, the lease may be older than this call: a repeated claim returns the original claim's time.
    const Instant byServer = m_pipeline.clock.toLocal(claim->expiresAt) - 1ms;
    m_unloaded = Unloaded{lane.index, std::move(claim->leases), std::min(sent + promised, byServer), promised};
    return true;
}

void Fetcher::noteEmpty(Lane& lane, const Claim& claim, Instant sent, Instant received)
{
    line(lane).upcoming = !claim.paused && (claim.more || claim.nextDue);
    ++lane.passClaims;
    lane.passTime += received - sent;
    if (claim.more && !claim.paused) {
        lane.tryAt = received;
        return;
    }
    // Many due tasks are of other types. Pause before the next scan, which would only load the server.
    if (lane.passClaims > 1) {
        lane.restUntil = received + lane.passTime * restPerPass;
        lane.safetyAt = std::max(lane.safetyAt, received + std::min(lane.passClaims * 1s, longestSafety));
    }
    lane.passClaims = 0;
    lane.passTime = {};
    lane.tryAt = lane.safetyAt;
    for (const auto& at : {claim.nextDue, claim.lookAt}) {
        if (at && !claim.paused)
            lane.tryAt = std::min(lane.tryAt, std::max(m_pipeline.clock.toLocal(*at), received + 200us));
    }
    lane.tryAt = std::max(lane.tryAt, lane.restUntil);
}

bool Fetcher::loadClaimed(Report& report)
{
    if (!m_unloaded)
        return true;
    const QueueName& name = m_pipeline.queues[std::size_t(m_unloaded->lane)].name;
    Result<std::vector<TaskLoad>> loads = m_broker.load(name, m_unloaded->leases);
    if (!loads || loads->size() != m_unloaded->leases.size()) {
        const Instant now = monotonicNow();
        m_retryAt = now + m_backoff.next();
        if (!loads && isRefusal(loads.error().code)) {
            // These tasks can't run until the cause of the refusal is fixed, so release them.
            Lane& lane = m_lanes[std::size_t(m_unloaded->lane)];
            lane.tryAt = lane.restUntil = m_retryAt;
            m_toRelease.emplace_back(m_unloaded->lane, std::move(m_unloaded->leases));
            m_unloaded.reset();
            failed(loads.error(), report);
            m_retryAt = now; // release immediately; `tryAt` delays only the next claim
            return false;
        }
        failed(loads ? Error{ErrorCode::Protocol,
                   QStringLiteral("The number of payloads in the server's reply does not match the number requested.")}
                     : loads.error(),
            report);
        if (m_retryAt + 1s > m_unloaded->heldUntil || m_pipeline.giveUpWrites.load())
            m_unloaded.reset(); // the lease ends before the tasks can be loaded; they are recovered later
        return false;
    }
    m_backoff.reset();
    m_pipeline.fetcherHeard.store(monotonicNow());
    admit(*m_unloaded, std::move(*loads), report);
    m_unloaded.reset();
    return true;
}

void Fetcher::admit(const Unloaded& unloaded, std::vector<TaskLoad> loads, Report& report)
{
    const QueueName& name = m_pipeline.queues[std::size_t(unloaded.lane)].name;
    std::vector<Lease> damaged;
    bool ownLeases = false;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (loads[i].damaged)
            damaged.push_back(unloaded.leases[i]);
    }
    if (!damaged.empty()) {
        if (Result<> aside = m_broker.quarantine(name, damaged, "no readable envelope"); !aside)
            failed(aside.error(), report); // the tasks will be recovered once their leases have expired
        else
            report.quarantined += int(damaged.size());
    }
    if (damaged.size() == loads.size())
        return;
    auto batch = std::make_shared<TaskBatch>(unloaded.lane, loads.size() - damaged.size());
    batch->readyAt = monotonicNow();
    std::size_t at = 0;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (loads[i].damaged)
            continue;
        TaskItem& item = batch->items[at++];
        item.batch = batch.get();
        item.lease = unloaded.leases[i];
        item.load = std::move(loads[i]);
        m_meanPayload += (item.load.payload.size() - m_meanPayload) / 16;
        item.leaseFor.store(unloaded.leaseFor, std::memory_order_relaxed);
        item.heldUntil.store(unloaded.heldUntil, std::memory_order_relaxed);
        ownLeases |= item.load.options.leaseFor && *item.load.options.leaseFor > unloaded.leaseFor;
    }
    if (ownLeases)
        applyOwnLeases(*batch);
    report.entered += int(batch->items.size());
    m_pipeline.enter(std::move(batch));
}

void Fetcher::applyOwnLeases(TaskBatch& batch)
{
    std::map<Millis, std::vector<TaskItem*>> byLease;
    for (TaskItem& item : batch.items) {
        const Millis own = item.load.options.leaseFor.value_or(Millis(0));
        if (own > item.leaseFor.load(std::memory_order_relaxed))
            byLease[own].push_back(&item);
    }
    for (const auto& [own, items] : byLease) {
        std::vector<Lease> leases;
        for (const TaskItem* item : items)
            leases.push_back(item->lease);
        const Instant sent = monotonicNow();
        const auto held = m_broker.extend(m_pipeline.queues[std::size_t(batch.queue)].name, leases, own);
        for (std::size_t i = 0; i < items.size(); ++i) {
            // if the extension failed, the Heartbeater will repeat it
            items[i]->leaseFor.store(own, std::memory_order_relaxed);
            if (held && i < held->size() && (*held)[i] != ExtendOutcome::Lost)
                items[i]->heldUntil.store(sent + own, std::memory_order_relaxed);
        }
    }
}

bool Fetcher::releaseUnstarted(Report& report, std::optional<Instant> olderThan)
{
    if (!m_toRelease.empty() && !sendReleases(report))
        return false;
    if (m_pipeline.ready.size() == 0)
        return true;
    if (olderThan) {
        const std::optional<Instant> oldest = m_pipeline.ready.oldest();
        const bool blocked = m_pipeline.meter.lastFinish() < *olderThan;
        if (!blocked || !oldest || *oldest > *olderThan)
            return true;
    }
    for (const std::shared_ptr<TaskBatch>& batch : m_pipeline.book.batches()) {
        std::vector<Lease> leases;
        for (TaskItem& item : batch->items) {
            if (item.takeFromReady(TaskItem::State::Finished)) {
                leases.push_back(item.lease);
                m_pipeline.leave(item);
            }
        }
        if (!leases.empty())
            m_toRelease.emplace_back(batch->queue, std::move(leases));
    }
    return sendReleases(report);
}

bool Fetcher::sendReleases(Report& report)
{
    while (!m_toRelease.empty()) {
        const auto& [queue, leases] = m_toRelease.back();
        auto released = m_broker.release(m_pipeline.queues[std::size_t(queue)].name, leases);
        if (!released) {
            if (m_pipeline.giveUpWrites.load()) {
                m_toRelease.clear();
                return true;
            }
            m_retryAt = monotonicNow() + m_backoff.next();
            failed(released.error(), report);
            return false;
        }
        m_backoff.reset();
        report.released += int(leases.size());
        std::vector<EngineStatistics::Sample> samples(leases.size());
        for (EngineStatistics::Sample& sample : samples) {
            sample.ended = EngineStatistics::Ended::Released;
            sample.ran = false;
        }
        m_pipeline.statistics.record(samples);
        m_toRelease.pop_back();
    }
    return true;
}

void Fetcher::failed(const Error& error, Report& report)
{
    report.failed = true;
    m_pipeline.trouble(EngineService::Fetcher, error);
}

Instant Fetcher::nextCall(Instant now)
{
    if (m_unloaded || !m_toRelease.empty())
        return m_retryAt;
    if (m_pipeline.unwritten() > unwrittenBatches * m_pipeline.config.batch) {
        m_pipeline.fetcherWaitsForWrites.store(true);
        return now + 100ms;
    }
    Instant next = Instant::max();
    const Demand asked = demand(now);
    if (asked.want >= asked.least) {
        m_pipeline.wakeFetcherAt(-1);
        for (const Lane& lane : m_lanes)
            next = std::min(next, lane.tryAt);
    } else { // the ready queue is full, so wait until more slots are free
        const int level = m_pipeline.held() + asked.want - asked.least;
        m_pipeline.wakeFetcherAt(level);
        if (m_pipeline.held() <= level)
            return now;
    }
    return std::min(next, relieve(now));
}

Instant Fetcher::relieve(Instant now)
{
    const int waiting = m_pipeline.ready.size();
    if (waiting == 0)
        return Instant::max();
    if (m_pipeline.ready.idle() == 0)
        return now + hostageAfter;
    // If slots are asleep while tasks are waiting, the active slots are blocked or slower than estimated.
    const Instant oldest = m_pipeline.ready.oldest().value_or(now);
    if (now - std::max(m_pipeline.meter.lastFinish(), oldest) > 2ms)
        m_pipeline.ready.wake(waiting);
    else if (now - oldest > 1ms && m_pipeline.slotsFor(waiting) > m_pipeline.running())
        m_pipeline.ready.wake(1);
    return now + 1ms;
}

Instant Fetcher::nextSafety(Instant now)
{
    // Limit an idle worker to about one claim every four seconds, no matter how many queues it has.
    const Millis every = std::max<Millis>(m_pipeline.config.safetyPoll, Millis(4'000) * qint64(m_lanes.size()));
    return now + every * (90 + int(m_random.bounded(20))) / 100;
}

} // namespace dueline
