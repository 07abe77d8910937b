// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/scheduler.h"

#include "core/base/logging.h"
#include "core/base/text.h"

#include <algorithm>

namespace dueline {

using namespace std::chrono_literals;

namespace {
/// Polling interval per queue when no tick is known to be due. Polling is needed because messages can be lost.
constexpr Millis lookAtQueueEvery{30'000};
}

Scheduler::Scheduler(Pipeline& pipeline, ScheduleBook& book)
    : m_pipeline(pipeline)
    , m_book(book)
    , m_random(QRandomGenerator::securelySeeded())
{
    for (int i = 0; i < int(pipeline.queues.size()); ++i) {
        Lane& lane = m_lanes.emplace_back();
        lane.index = i;
        lane.lookAt = monotonicNow();
    }
}

Scheduler::Report Scheduler::runOnce(Instant now)
{
    Report report;
    if (m_pipeline.draining())
        return report; // other workers handle the ticks from now on
    for (Lane& lane : m_lanes) {
        if (m_pipeline.queues[std::size_t(lane.index)].schedulesChanged.exchange(false))
            lane.lookAt = now;
        if (now >= std::max(lane.lookAt, lane.notBefore)) {
            if (look(lane, report))
                lane.backoff.reset();
            else
                lane.notBefore = monotonicNow() + lane.backoff.next();
        }
        report.next = std::min(report.next, std::max(lane.lookAt, lane.notBefore));
        report.trouble |= lane.stuck;
    }
    if (!report.trouble)
        m_pipeline.fine(EngineService::Scheduler);
    return report;
}

bool Scheduler::look(Lane& lane, Report& report)
{
    const QueueName& queue = m_pipeline.queues[std::size_t(lane.index)].name;
    lane.stuck = false;
    const auto fail = [&](const Error& error) {
        report.trouble = true;
        m_pipeline.trouble(EngineService::Scheduler, error);
        return false;
    };
    const Instant sent = monotonicNow();
    const Result<DueSchedules> found = m_book.due(queue);
    ++report.calls;
    if (!found)
        return fail(found.error());
    m_pipeline.noteTime(sent, monotonicNow(), found->serverNow);
    lane.lookAt = monotonicNow() + lazily();
    if (found->next)
        lane.lookAt = std::min(lane.lookAt, m_pipeline.clock.toLocal(*found->next) + 1ms);
    for (const ScheduleState& state : found->due) {
        if (state.schedule.damaged) {
            // A damaged schedule's ticks are unknown. Leave it unchanged until it is fixed or removed: advancing it
            // would hide the damage.
            lane.stuck = true;
            m_pipeline.trouble(EngineService::Scheduler,
                {ErrorCode::WrongType,
                    QStringLiteral(
                        "The schedule \"%1\" of the queue \"%2\" cannot be read; save it again or remove it.")
                        .arg(printable(state.schedule.name, 64), printable(queue))});
            continue;
        }
        if (!state.schedule.unready.isEmpty()) {
            // leave the schedule unchanged: another worker may be able to compute its ticks
            lane.stuck = true;
            m_pipeline.trouble(EngineService::Scheduler,
                {ErrorCode::NotSupported,
                    QStringLiteral(
                        "This worker cannot run the schedule \"%1\" of the queue \"%2\", but other workers may be able to: %3")
                        .arg(printable(state.schedule.name, 64), printable(queue), state.schedule.unready)});
            continue;
        }
        if (const auto ticked = tick(queue, state, found->serverNow, report); !ticked)
            return fail(ticked.error());
        lane.lookAt = monotonicNow(); // the next tick is unknown, so poll again
    }
    return true;
}

Result<> Scheduler::tick(const QueueName& queue, const ScheduleState& state, TimePoint now, Report& report)
{
    const auto decision = decideTick(state.schedule, *state.next, now);
    if (!decision)
        return decision.error();
    ++report.calls;
    const auto outcome = m_book.tick(queue, state, *decision);
    if (!outcome)
        return outcome.error();
    if (*outcome == TickOutcome::NotOurs)
        return {};
    report.made += *outcome == TickOutcome::Made ? 1 : 0;
    report.skipped += int(decision->skipped);
    if (decision->skipped > 0)
        qCInfo(logEngine) << "the schedule" << printable(state.schedule.name, 64) << "skipped" << decision->skipped
                          << "ticks";
    return {};
}

Millis Scheduler::lazily()
{
    // With many queues, limit an idle worker's total call rate.
    const Millis every = std::max<Millis>(lookAtQueueEvery, Millis(30'000) * qint64(m_lanes.size()));
    return every * (80 + int(m_random.bounded(40))) / 100;
}

} // namespace dueline
