// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/metricstable.h"

namespace dueline {

namespace {

struct MetricRow
{
    Metric metric;
    const char* name;
    MetricFamily::Type type;
    const char* help;
};

constexpr std::array metricRows{
    MetricRow{Metric::Up, "dueline_up", MetricFamily::Type::Gauge, "1 if the queues could be read, otherwise 0."},
    MetricRow{Metric::Build, "dueline_build_info", MetricFamily::Type::Gauge,
        "Version of duectl, as a label; the value is always 1."},
    MetricRow{Metric::RedisInfo, "dueline_redis_info", MetricFamily::Type::Gauge,
        "Version of the Redis server, as a label; the value is always 1."},
    MetricRow{
        Metric::ScrapeSeconds, "dueline_scrape_duration_seconds", MetricFamily::Type::Gauge, "Duration of the scrape."},
    MetricRow{Metric::ScrapeCommands, "dueline_scrape_commands", MetricFamily::Type::Gauge,
        "Redis commands sent for the scrape."},
    MetricRow{Metric::Scrapes, "dueline_scrapes", MetricFamily::Type::Counter, "Scrapes since duectl was started."},
    MetricRow{Metric::ScrapeErrors, "dueline_scrape_errors", MetricFamily::Type::Counter,
        "Incomplete scrapes since duectl was started, with a part or a queue missing."},
    MetricRow{Metric::Queues, "dueline_queues", MetricFamily::Type::Gauge, "Known queues."},
    MetricRow{Metric::QueuesLeftOut, "dueline_queues_left_out", MetricFamily::Type::Gauge,
        "Queues omitted because of the limit."},
    MetricRow{Metric::DiscoveryComplete, "dueline_discovery_complete", MetricFamily::Type::Gauge,
        "1 if all keys have been searched and all found layouts are open, otherwise 0."},
    MetricRow{Metric::Workers, "dueline_workers", MetricFamily::Type::Gauge,
        "Workers by state: alive, lost (the heartbeat is overdue), or unknown."},
    MetricRow{Metric::WorkerSlots, "dueline_worker_slots", MetricFamily::Type::Gauge,
        "Tasks that live workers can run in parallel."},
    MetricRow{Metric::WorkerSlotsUsed, "dueline_worker_slots_used", MetricFamily::Type::Gauge,
        "Tasks that live workers were running at their last heartbeat."},
    MetricRow{Metric::Readable, "dueline_queue_readable", MetricFamily::Type::Gauge,
        "1 if the queue could be read, otherwise 0."},
    MetricRow{
        Metric::Paused, "dueline_queue_paused", MetricFamily::Type::Gauge, "1 if the queue is paused, otherwise 0."},
    MetricRow{Metric::Tasks, "dueline_tasks", MetricFamily::Type::Gauge, "Tasks by state."},
    MetricRow{Metric::OldestDueAge, "dueline_oldest_due_age_seconds", MetricFamily::Type::Gauge,
        "Time that the oldest due task has waited since its due time; 0 if none is due, absent if due tasks have no due time."},
    MetricRow{Metric::OldestFailedAge, "dueline_oldest_failed_age_seconds", MetricFamily::Type::Gauge,
        "Time since the oldest stored failed task failed; 0 if no failed tasks are stored."},
    MetricRow{Metric::Damaged, "dueline_damaged_entries", MetricFamily::Type::Gauge,
        "Quarantined entries, which are not valid tasks."},
    MetricRow{Metric::QueueWorkers, "dueline_queue_workers", MetricFamily::Type::Gauge,
        "The queue's workers by state: alive, lost (the heartbeat is overdue), or unknown."},
    MetricRow{Metric::SilentLeases, "dueline_leases_without_heartbeat", MetricFamily::Type::Gauge,
        "Leases of lost workers, among the 500 leases that expire first."},
    MetricRow{Metric::SilentSeconds, "dueline_queue_silent_seconds", MetricFamily::Type::Gauge,
        "Time for which no due task has been claimed, if it is longer than usual; otherwise 0."},
    MetricRow{Metric::Held, "dueline_queue_held", MetricFamily::Type::Gauge,
        "1 if due tasks are held back for this reason (paused, suspended, or limited by a rate limit), otherwise 0."},
    MetricRow{Metric::Operations, "dueline_operations", MetricFamily::Type::Gauge,
        "Unfinished operations among the connection's newest 100: running, or interrupted (the program has "
        "exited)."},
    MetricRow{Metric::Added, "dueline_tasks_added", MetricFamily::Type::Counter,
        "Tasks added, counted over complete minutes."},
    MetricRow{Metric::Discarded, "dueline_tasks_discarded", MetricFamily::Type::Counter,
        "Tasks moved to the trash, counted over complete minutes."},
    MetricRow{Metric::Claims, "dueline_claims", MetricFamily::Type::Counter,
        "Tasks claimed by workers, counted over complete minutes."},
    MetricRow{Metric::Outcomes, "dueline_outcomes", MetricFamily::Type::Counter,
        "Outcomes of attempts, counted over complete minutes: done, retried (runs again), failed (permanently), or "
        "expired (the lease ran out)."},
    MetricRow{Metric::Lateness, "dueline_start_lateness_seconds", MetricFamily::Type::Histogram,
        "Delay between due time and claim, over complete minutes; the sum is estimated from the middle of each bucket."},
    MetricRow{Metric::RunTime, "dueline_run_time_seconds", MetricFamily::Type::Histogram,
        "Run time of successful attempts, over complete minutes; the sum is estimated from the middle of each bucket."},
};

} // namespace

QByteArray metricPartName(MetricPart part)
{
    switch (part) {
    case MetricPart::Queues:
        return "queues";
    case MetricPart::Discovery:
        return "discovery";
    case MetricPart::Workers:
        return "workers";
    case MetricPart::Operations:
        return "operations";
    case MetricPart::Failed:
        return "failed";
    case MetricPart::Leases:
        return "leases";
    case MetricPart::Statistics:
        return "statistics";
    case MetricPart::Time:
        return "time";
    }
    Q_UNREACHABLE();
    return {};
}

MetricFamily familyOf(Metric metric)
{
    const MetricRow& row = metricRows[std::size_t(metric)];
    Q_ASSERT(row.metric == metric);
    return {row.name, row.type, row.help};
}

std::vector<MetricFamily> allFamilies()
{
    std::vector<MetricFamily> families;
    for (const MetricRow& row : metricRows)
        families.push_back(familyOf(row.metric));
    return families;
}

} // namespace dueline
