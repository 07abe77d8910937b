// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/metrics/metricspass.h"

#include "core/base/text.h"
#include "core/console/connect/session.h"
#include "core/console/operations/operationlog.h"
#include "core/queue/leaseholders.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int operationsAsked = 100;
constexpr int leasesAsked = 500;
// Last bucket with an upper bound: 2^22 - 1 ms (70 minutes). Longer durations only count toward +Inf.
constexpr std::size_t lastBucket = 22;
/// Maximum number of queues that a reading counts. If there are more, they take turns.
constexpr std::size_t queuesCounted = 500;
constexpr qsizetype longestLabel = 300; ///< maximum number of characters in a label value
/// Time that each reading spends searching for queues, until all keys have been scanned.
constexpr Millis searchesFor{200};

double secondsOf(Millis duration) { return double(duration.count()) / 1000; }

/// Returns the longest duration in bucket `k` of StatisticsBin, in seconds.
double endOfClass(std::size_t k) { return double((qint64(1) << k) - 1) / 1000; }
double middleOfClass(std::size_t k)
{
    return k == 0 ? 0 : (double(qint64(1) << (k - 1)) + double((qint64(1) << k) - 1)) / 2000;
}

void addDurationClasses(
    MetricFamily& family, const MetricSample::Labels& labels, const decltype(StatisticsBin::lateness)& classes)
{
    std::map<double, qint64> buckets;
    qint64 count = 0;
    double sum = 0;
    for (std::size_t k = 0; k < classes.size(); ++k) {
        count += classes[k];
        sum += double(classes[k]) * middleOfClass(k);
        if (k >= 1 && k <= lastBucket)
            buckets[endOfClass(k)] = count;
    }
    family.addHistogram(labels, buckets, count, sum);
}

struct WorkerCounts
{
    qint64 alive = 0;
    qint64 lost = 0;
    qint64 unknown = 0;

    void count(const WorkerInfo& worker)
    {
        const bool isUnknown = worker.knownBy == WorkerInfo::KnownBy::Job || worker.quiet;
        ++(worker.lost ? lost : isUnknown ? unknown : alive);
    }
    void addTo(MetricFamily& family, const MetricSample::Labels& labels) const
    {
        for (const auto& [state, value] : {std::pair("alive", alive), {"lost", lost}, {"unknown", unknown}}) {
            MetricSample::Labels all = labels;
            all.emplace_back("state", state);
            family.add(std::move(all), double(value));
        }
    }
};

} // namespace

/// Records that a part couldn't be read. Returns whether to continue: false if the next requests would fail too.
bool MetricsPass::take(MetricPart part, const Error& error)
{
    m_reading.failed.insert(part);
    return !endsReading(error.code);
}

/// Searches for queues. Runs the initial scan to its end, then further steps for a limited time, until all keys have
/// been scanned. Later readings run one step each.
void MetricsPass::discover()
{
    QueueDiscovery* discovery = m_backend.discovery();
    if (!discovery || !m_request.queues.empty())
        return;
    const QDeadlineTimer steps(searchesFor);
    for (;;) {
        const auto complete = discovery->step();
        if (!complete)
            m_reading.failed.insert(MetricPart::Discovery);
        const DiscoveryState state = discovery->state();
        const bool isOver = complete && *complete && (state.isComplete() || state.isForbidden || steps.hasExpired());
        if (!complete || isOver || m_until.hasExpired())
            break;
    }
    const DiscoveryState state = discovery->state();
    family(Metric::DiscoveryComplete).add({}, state.gap().isEmpty() && state.unopened.empty() ? 1 : 0);
}

Result<std::vector<QueueInfo>> MetricsPass::list()
{
    if (m_request.queues.empty()) {
        m_inspector.paceCounts({queuesCounted, m_memory.told});
        return m_inspector.queues();
    }
    std::vector<QueueInfo> queues;
    for (const QueueName& name : m_request.queues) {
        auto queue = m_inspector.queue(name);
        const auto meant = m_request.meant.find(name);
        if (!queue && queue.error().code == ErrorCode::NotFound && meant != m_request.meant.end())
            queue = m_inspector.queue(meant->second);
        if (!queue && endsReading(queue.error().code))
            return queue.error();
        if (queue) {
            queues.push_back(*std::move(queue));
            continue;
        }
        QueueInfo unreadable;
        unreadable.name = name;
        unreadable.unreadable = queue.error().message.toUtf8();
        queues.push_back(std::move(unreadable));
    }
    return queues;
}

/// Selects the queues to report. Omits a queue if its label would repeat another queue's: Prometheus would reject the
/// entire output.
void MetricsPass::choose(std::vector<QueueInfo> queues)
{
    std::set<QByteArray> labels;
    m_memory.told.clear();
    for (QueueInfo& info : queues) {
        const QByteArray label = printable(info.name, longestLabel).toUtf8();
        if (m_queues.size() >= m_request.most || !labels.insert(label).second) {
            ++m_reading.leftOut;
            continue;
        }
        const Capabilities& can = m_backend.capabilities(info.name);
        m_memory.told.push_back(info.name);
        m_queues.push_back({std::move(info), {{"queue", label}, {"layout", can.layout}}, can});
    }
    family(Metric::Queues).add({}, double(queues.size()));
    family(Metric::QueuesLeftOut).add({}, double(m_reading.leftOut));
}

void MetricsPass::tellCounts(const Told& queue)
{
    const QueueInfo& info = queue.info;
    family(Metric::Readable).add(queue.labels, info.unreadable.isEmpty() ? 1 : 0);
    if (!info.unreadable.isEmpty()) {
        m_reading.failed.insert(MetricPart::Queues);
        return;
    }
    family(Metric::Paused).add(queue.labels, info.paused ? 1 : 0);
    family(Metric::Damaged).add(queue.labels, double(info.damaged));
    for (const TaskState state : allStates) {
        if (!info.states.contains(state))
            continue;
        MetricSample::Labels labels = queue.labels;
        labels.emplace_back("state", stateName(state).toByteArray());
        family(Metric::Tasks).add(std::move(labels), double(info.counts[state]));
    }
    if (info.oldestDue)
        family(Metric::OldestDueAge).add(queue.labels, std::max(0.0, secondsOf(info.serverNow - *info.oldestDue)));
    else if (!info.oldestUnknown)
        family(Metric::OldestDueAge).add(queue.labels, 0);
}

bool MetricsPass::readWorkers()
{
    if (!m_backend.capabilities().workers)
        return true;
    auto workers = m_inspector.workers();
    if (!workers)
        return take(MetricPart::Workers, workers.error());
    m_workers = *std::move(workers);
    m_knowsWorkers = true;
    WorkerCounts all;
    std::map<QueueName, WorkerCounts> byQueue;
    qint64 room = 0;
    qint64 used = 0;
    for (const WorkerInfo& worker : m_workers) {
        all.count(worker);
        for (const QueueName& queue : worker.queues)
            byQueue[queue].count(worker);
        room += worker.lost ? 0 : worker.concurrency;
        used += worker.lost ? 0 : worker.running;
    }
    all.addTo(family(Metric::Workers), {});
    family(Metric::WorkerSlots).add({}, double(room));
    family(Metric::WorkerSlotsUsed).add({}, double(used));
    for (const Told& queue : m_queues) {
        if (queue.can.workers && !queue.info.unseenWorkers && queue.info.unreadable.isEmpty())
            byQueue[queue.info.name].addTo(family(Metric::QueueWorkers), queue.labels);
    }
    return true;
}

/// Reports whether workers are claiming the due tasks. The first reading reports nothing, because detecting silence
/// takes two readings.
bool MetricsPass::readSilence()
{
    std::vector<QueueInfo> infos;
    for (const Told& queue : m_queues)
        infos.push_back(queue.info);
    const auto judged = m_memory.silence.look(m_backend, infos, infos.empty() ? TimePoint() : infos.front().serverNow);
    if (!judged)
        return take(MetricPart::Workers, judged.error());
    if (m_memory.looks++ == 0)
        return true;
    for (const Told& queue : m_queues) {
        const auto each = std::find_if(judged->begin(), judged->end(),
            [&queue](const Stillness& stillness) { return stillness.queue == queue.info.name; });
        if (each == judged->end())
            continue;
        const bool isSilent = each->kind == Stillness::Kind::Silent;
        family(Metric::SilentSeconds).add(queue.labels, isSilent ? secondsOf(each->length()) : 0);
        for (const PulseHold hold : {PulseHold::Paused, PulseHold::Suspended, PulseHold::Limited}) {
            MetricSample::Labels labels = queue.labels;
            labels.emplace_back("reason", holdName(hold));
            const bool isHeld = each->kind == Stillness::Kind::Held && each->hold == hold;
            family(Metric::Held).add(std::move(labels), isHeld ? 1 : 0);
        }
    }
    return true;
}

bool MetricsPass::readOperations()
{
    std::vector<QueueInfo> infos;
    for (const Told& queue : m_queues)
        infos.push_back(queue.info);
    OperationsReading reading(infos, operationsAsked);
    for (;;) {
        const auto complete = reading.step(m_inspector);
        if (!complete)
            return take(MetricPart::Operations, complete.error());
        if (*complete || isLate())
            break;
    }
    std::map<QueueName, std::pair<qint64, qint64>> underWay; // number of running operations, and of interrupted ones
    for (const OperationRecord& record : reading.take()) {
        underWay[record.queue].first += record.running && !record.finished ? 1 : 0;
        underWay[record.queue].second += record.isInterrupted() ? 1 : 0;
    }
    for (const Told& queue : m_queues) {
        if (queue.can.actions.empty() || !queue.info.unreadable.isEmpty())
            continue;
        const auto& [running, interrupted] = underWay[queue.info.name];
        for (const auto& [state, value] : {std::pair("running", running), {"interrupted", interrupted}}) {
            MetricSample::Labels labels = queue.labels;
            labels.emplace_back("state", state);
            family(Metric::Operations).add(std::move(labels), double(value));
        }
    }
    return true;
}

bool MetricsPass::readOldestFailed(const Told& queue)
{
    const QueueInfo& info = queue.info;
    if (!info.states.contains(TaskState::Failed))
        return true;
    if (info.counts[TaskState::Failed] == 0)
        m_memory.failed.erase(info.name);
    else if (!findOldestFailed(info))
        return false;
    const auto known = m_memory.failed.find(info.name);
    const double age = known == m_memory.failed.end() ? 0 : secondsOf(info.serverNow - known->second.at);
    family(Metric::OldestFailedAge).add(queue.labels, std::max(0.0, age));
    return true;
}

/// Updates the oldest failed task's time if the number of failed tasks has changed or the last update was over a minute
/// ago.
bool MetricsPass::findOldestFailed(const QueueInfo& info)
{
    const qint64 failed = info.counts[TaskState::Failed];
    const auto known = m_memory.failed.find(info.name);
    if (known != m_memory.failed.end() && known->second.count == failed
        && info.serverNow - known->second.readAt < OldestFailed::believedFor)
        return true;
    // Failed tasks are sorted newest first, so the oldest is the last.
    const auto page = m_inspector.page({info.name, TaskState::Failed, failed - 1, 1});
    if (!page)
        return take(MetricPart::Failed, page.error());
    // The page is empty if tasks have been removed since they were counted.
    if (!page->tasks.empty() && isRecorded(page->tasks.back()))
        m_memory.failed[info.name] = {failed, page->tasks.back().at, info.serverNow};
    return true;
}

bool MetricsPass::readLeases(const Told& queue)
{
    if (!m_knowsWorkers || !queue.can.workers || queue.info.unseenWorkers)
        return true;
    qint64 silent = 0;
    if (queue.info.counts[TaskState::Leased] > 0) {
        const auto page = m_inspector.page({queue.info.name, TaskState::Leased, 0, leasesAsked});
        if (!page)
            return take(MetricPart::Leases, page.error());
        const LeaseHolders holders(m_workers);
        silent = std::count_if(page->tasks.begin(), page->tasks.end(),
            [&](const Task& task) { return holders.fateOf(task, queue.info.name, queue.can) != LeaseFate::Held; });
    }
    family(Metric::SilentLeases).add(queue.labels, double(silent));
    return true;
}

/// Reads a queue's new statistics. Skips layouts whose tasks Dueline's workers can't run, because their statistics
/// count different events.
bool MetricsPass::readStatistics(const Told& queue)
{
    if (!queue.can.leases || !queue.can.statistics)
        return true;
    const QueueTotals::Window window = m_memory.totals.window(queue.info.name, queue.info.serverNow);
    if (!window.isEmpty()) {
        const auto bins = m_inspector.statistics(queue.info.name, window.from, window.to);
        if (!bins)
            return take(MetricPart::Statistics, bins.error());
        m_memory.totals.add(queue.info.name, window, *bins);
    }
    tellStatistics(queue);
    return true;
}

void MetricsPass::tellStatistics(const Told& queue)
{
    const StatisticsBin sum = m_memory.totals.of(queue.info.name);
    family(Metric::Added).add(queue.labels, double(sum.added));
    family(Metric::Discarded).add(queue.labels, double(sum.trashed));
    family(Metric::Claims).add(queue.labels, double(sum.started()));
    for (const auto& [outcome, value] :
        {std::pair("done", sum.done()), {"retried", sum.retried}, {"failed", sum.failed()}, {"expired", sum.expired}}) {
        MetricSample::Labels labels = queue.labels;
        labels.emplace_back("outcome", outcome);
        family(Metric::Outcomes).add(std::move(labels), double(value));
    }
    addDurationClasses(family(Metric::Lateness), queue.labels, sum.lateness);
    addDurationClasses(family(Metric::RunTime), queue.labels, sum.runTime);
}

/// Returns whether the time limit has passed, and records it if so.
bool MetricsPass::isLate()
{
    if (!m_until.hasExpired())
        return false;
    m_reading.failed.insert(MetricPart::Time);
    return true;
}

void MetricsPass::readQueues()
{
    for (const Told& queue : m_queues) {
        if (!queue.info.unreadable.isEmpty())
            continue;
        if (isLate() || !readOldestFailed(queue) || !readLeases(queue) || !readStatistics(queue))
            return;
    }
}

MetricsReading MetricsPass::run()
{
    m_reading.families = allFamilies();
    discover();
    auto queues = list();
    if (!queues) {
        m_reading.failed.insert(MetricPart::Queues);
        m_reading.error = queues.error();
        return std::move(m_reading);
    }
    const QByteArray version = m_backend.serverVersion();
    if (!version.isEmpty())
        family(Metric::RedisInfo).add({{"version", printable(version, longestLabel).toUtf8()}}, 1);
    choose(*std::move(queues));
    m_until.setRemainingTime(m_request.within.count());
    for (const Told& queue : m_queues)
        tellCounts(queue);
    if (readWorkers() && !isLate() && readSilence() && readOperations() && !isLate())
        readQueues();
    return std::move(m_reading);
}

} // namespace dueline
