// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/completer.h"

#include "core/base/cappedoutput.h"
#include "core/queue/errors/errorexcerpt.h"

#include <algorithm>
#include <set>
#include <thread>

namespace dueline {

using namespace std::chrono_literals;

namespace {

constexpr auto linger = 200us; ///< time to wait for a batch to fill while handlers are fast
constexpr auto deadlineExceeded = "deadline exceeded";
constexpr qsizetype shown = 1024; ///< maximum size, in bytes, of an error or output excerpt

constexpr qsizetype keptResult = 64 * 1024; ///< maximum size, in bytes, of a result stored with its task
/// Maximum total size of results per write, in bytes, so that no script blocks the server for long.
constexpr qsizetype resultsPerWrite = 256 * 1024;

} // namespace

Completer::Completer(Pipeline& pipeline, Backend& backend)
    : m_pipeline(pipeline)
    , m_backend(backend)
    , m_broker(*backend.broker())
    , m_random(QRandomGenerator::securelySeeded())
{ }

Completer::Report Completer::runOnce(Instant now)
{
    Report report;
    collect();
    for (TaskItem* item : m_collected)
        plan(*item, now, report);
    m_collected.clear();

    std::set<int> waiting; // queues with a failed write that must be retried before any other write
    for (auto it = m_writes.begin(); it != m_writes.end();) {
        Write& write = *it;
        if (waiting.contains(write.queue) || (write.retryAt > now && !m_pipeline.giveUpWrites.load())) {
            waiting.insert(write.queue);
            report.next = std::min(report.next, std::max(write.retryAt, now));
            ++it;
            continue;
        }
        const auto answers = send(write);
        if (answers && answers->size() == write.items.size()) {
            settle(write, *answers, report);
            it = m_writes.erase(it);
            continue;
        }
        report.failed = true;
        m_pipeline.trouble(EngineService::Completer,
            answers ? Error{ErrorCode::Protocol,
                QStringLiteral("The server's reply does not contain one result for each outcome written.")}
                    : answers.error());
        const Instant failedAt = monotonicNow();
        // While the engine is running, tasks whose outcome was refused stay leased, so that they don't run over and
        // over. While it is stopping, release them.
        if (!answers && isRefusal(answers.error().code) && m_pipeline.stopping() && write.kind != Kind::Release) {
            giveBack(write);
            continue;
        }
        if (failedAt >= write.giveUpAt || m_pipeline.giveUpWrites.load()) {
            drop(write, report);
            it = m_writes.erase(it);
            continue;
        }
        write.retryAt = failedAt + write.backoff.next();
        waiting.insert(write.queue);
        report.next = std::min(report.next, write.retryAt);
        ++it;
    }
    if (!report.failed && report.written > 0)
        m_pipeline.fine(EngineService::Completer);
    if (m_pipeline.fetcherWaitsForWrites.load(std::memory_order_relaxed)
        && m_pipeline.fetcherWaitsForWrites.exchange(false))
        m_pipeline.fetcherWaker.wake();
    return report;
}

void Completer::collect()
{
    m_pipeline.finished.takeAll(m_collected);
    if (m_collected.empty() || int(m_collected.size()) >= m_pipeline.config.batch)
        return;
    const bool coming = m_pipeline.ready.size() > 0 && m_pipeline.meter.mean() < 50us;
    if (coming && !m_pipeline.draining()) {
        std::this_thread::sleep_for(linger);
        m_pipeline.finished.takeAll(m_collected);
    }
}

void Completer::plan(TaskItem& item, Instant now, Report& report)
{
    Verdict verdict = judge(item, now);
    if (verdict.drop) {
        lose(item, report);
        return;
    }
    Write& write = openWrite(item.batch->queue, verdict.kind, now);
    append(write, item, std::move(verdict));
}

Completer::Verdict Completer::judge(const TaskItem& item, Instant now)
{
    const HandlerResult& result = item.result;
    if (result.kind == HandlerResult::Kind::Done)
        return {false, Kind::Ack, {}, QByteArrayLiteral("done"), {}};
    switch (item.stopReason.load(std::memory_order_acquire)) {
    case StopReason::LeaseLost:
        return {true, Kind::Release, {}, {}, {}};
    case StopReason::Shutdown:
        return {false, Kind::Release, {}, QByteArrayLiteral("released"), {}};
    case StopReason::Cancelled:
        return {false, Kind::Nack, {}, QByteArrayLiteral("cancelled"), QByteArrayLiteral("cancelled by an operator")};
    case StopReason::Deadline: {
        // A command handler enforces the deadline itself, and its error already mentions it.
        const bool said = result.error.startsWith(deadlineExceeded);
        QByteArray error = said ? result.error : QByteArray(deadlineExceeded);
        if (!said && !result.error.isEmpty())
            error += ": " + result.error;
        return judgeFailure(item, error, now);
    }
    case StopReason::None:
        break;
    }
    if (result.kind == HandlerResult::Kind::Stopped || result.kind == HandlerResult::Kind::Unready)
        return {false, Kind::Release, {}, QByteArrayLiteral("released"), {}};
    return judgeFailure(item, result.error, now);
}

Completer::Verdict Completer::judgeFailure(const TaskItem& item, const QByteArray& error, Instant now)
{
    const HandlerResult& result = item.result;
    const bool askedToRetry = result.kind == HandlerResult::Kind::Retry;
    Verdict verdict{false, Kind::Nack, {}, askedToRetry ? QByteArrayLiteral("retry") : QByteArrayLiteral("failed"),
        errorExcerpt(error, shown)};
    if (result.kind == HandlerResult::Kind::Fail && !result.retryable)
        return verdict;
    const int queue = item.batch->queue;
    const auto settings
        = m_pipeline.settings.refreshed(queue, m_pipeline.queues[std::size_t(queue)].name, m_backend.inspector(), now);
    RetryPolicy policy = settings ? settings->retry : m_pipeline.settings.settings(queue).retry;
    policy.maxAttempts = item.load.options.maxAttempts.value_or(policy.maxAttempts);
    policy.backoff = item.load.options.backoff.value_or(policy.backoff);
    verdict.retryIn = policy.delayAfter(item.lease.attempt, m_random.generateDouble());
    if (verdict.retryIn && askedToRetry && result.after)
        verdict.retryIn = result.after;
    return verdict;
}

Completer::Write& Completer::openWrite(int queue, Kind kind, Instant now)
{
    for (Write& write : m_writes) {
        // a write that has been sent must not change, in case it is repeated
        const bool sent = write.retryAt != Instant();
        if (write.queue == queue && write.kind == kind && !sent && int(write.items.size()) < m_pipeline.config.batch
            && write.resultBytes < resultsPerWrite)
            return write;
    }
    Write& write = m_writes.emplace_back();
    write.queue = queue;
    write.kind = kind;
    write.giveUpAt = now + m_pipeline.leaseFor(queue);
    write.keepResults = kind == Kind::Ack && m_pipeline.settings.settings(queue).keepResults;
    write.items.reserve(std::size_t(m_pipeline.config.batch));
    write.outcomes.reserve(std::size_t(m_pipeline.config.batch));
    return write;
}

Outcome Completer::outcomeOf(const TaskItem& item, const Verdict& verdict) const
{
    Outcome outcome;
    outcome.id = item.lease.id;
    outcome.type = item.lease.type;
    outcome.outcome = verdict.word == "cancelled" || verdict.kind != Kind::Nack ? verdict.word
        : verdict.retryIn                                                       ? QByteArrayLiteral("retry")
                                                                                : QByteArrayLiteral("failed");
    outcome.attempt = item.lease.attempt;
    outcome.worker = m_pipeline.config.session;
    const EngineStatistics::Sample sample = sampleOf(item);
    outcome.late = std::chrono::floor<Millis>(sample.late.value_or(Millis(0)));
    outcome.ran = std::chrono::floor<Millis>(sample.finishedAt - sample.startedAt);
    outcome.error = verdict.error;
    if (verdict.kind == Kind::Ack)
        outcome.output = item.result.result.left(shown);
    return outcome;
}

void Completer::append(Write& write, TaskItem& item, Verdict verdict)
{
    write.outcomes.push_back(outcomeOf(item, verdict));
    write.items.push_back(&item);
    switch (write.kind) {
    case Kind::Ack: {
        Ack& ack = write.acks.emplace_back(Ack{item.lease.id, item.lease.token, {}});
        if (item.load.options.keepResult || write.keepResults) {
            CappedOutput kept(keptResult);
            kept.append(item.result.result);
            ack.result = kept.text();
            write.resultBytes += ack.result->size();
        }
        break;
    }
    case Kind::Nack:
        write.nacks.push_back({item.lease.id, item.lease.token, verdict.retryIn, std::move(verdict.word),
            std::move(verdict.error), item.lease.dueAt});
        break;
    case Kind::Release:
        write.leases.push_back(item.lease);
        break;
    }
}

Result<std::vector<WriteOutcome>> Completer::send(Write& write)
{
    const QueueName& queue = m_pipeline.queues[std::size_t(write.queue)].name;
    if (m_pipeline.config.publish && write.results.isEmpty() && write.kind != Kind::Release)
        write.results = encodeOutcomes(write.outcomes);
    switch (write.kind) {
    case Kind::Ack:
        return m_broker.ack(queue, write.acks, write.results);
    case Kind::Nack:
        return m_broker.nack(queue, write.nacks, write.results);
    case Kind::Release:
        return m_broker.release(queue, write.leases);
    }
    Q_UNREACHABLE();
}

void Completer::settle(Write& write, const std::vector<WriteOutcome>& answers, Report& report)
{
    using Ended = EngineStatistics::Ended;
    const QueueName& queue = m_pipeline.queues[std::size_t(write.queue)].name;
    m_samples.clear();
    std::vector<Outcome> accepted;
    std::optional<Millis> nearestRetry;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        TaskItem& item = *write.items[i];
        EngineStatistics::Sample sample = sampleOf(item);
        sample.ended = write.kind == Kind::Ack ? Ended::Done
            : write.kind == Kind::Release      ? Ended::Released
            : write.nacks[i].retryIn           ? Ended::Retried
                                               : Ended::Failed;
        if (answers[i] == WriteOutcome::Stale || answers[i] == WriteOutcome::Unknown) {
            sample.ended = Ended::Stale;
            ++report.stale;
            if (m_pipeline.observer)
                m_pipeline.observer->leaseLost(queue, item.lease);
        } else {
            ++report.written;
            if (write.kind == Kind::Nack && write.nacks[i].retryIn)
                nearestRetry = std::min(nearestRetry.value_or(Millis::max()), *write.nacks[i].retryIn);
            if (m_pipeline.observer)
                accepted.push_back(std::move(write.outcomes[i]));
        }
        m_samples.push_back(sample);
    }
    m_pipeline.statistics.record(m_samples);
    if (nearestRetry)
        m_pipeline.wake(write.queue, m_pipeline.clock.now() + *nearestRetry);
    if (!accepted.empty())
        m_pipeline.observer->tasksFinished(queue, accepted);
    for (TaskItem* item : write.items)
        m_pipeline.close(*item);
}

void Completer::giveBack(Write& write)
{
    write.kind = Kind::Release;
    write.acks.clear();
    write.nacks.clear();
    write.results.clear();
    for (const TaskItem* item : write.items)
        write.leases.push_back(item->lease);
    write.retryAt = {};
}

void Completer::drop(Write& write, Report& report)
{
    for (TaskItem* item : write.items)
        lose(*item, report);
}

void Completer::lose(TaskItem& item, Report& report)
{
    ++report.dropped;
    m_pipeline.statistics.leaseLost();
    if (m_pipeline.observer)
        m_pipeline.observer->leaseLost(m_pipeline.queues[std::size_t(item.batch->queue)].name, item.lease);
    m_pipeline.close(item);
}

EngineStatistics::Sample Completer::sampleOf(const TaskItem& item) const
{
    EngineStatistics::Sample sample;
    sample.startedAt = item.startedAt.load(std::memory_order_relaxed);
    sample.finishedAt = item.finishedAt;
    sample.ran = sample.startedAt != Instant();
    if (!sample.ran)
        return sample;
    sample.leaseHash = EngineStatistics::leaseHash(item.batch->queue, item.lease.id, item.lease.token);
    if (item.lease.dueAt != TimePoint())
        sample.late = std::max(LatencyHistogram::Micros(0),
            m_pipeline.clock.toServer(sample.startedAt) - item.lease.dueAt.time_since_epoch());
    return sample;
}

} // namespace dueline
