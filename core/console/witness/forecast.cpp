// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/forecast.h"

#include "core/base/text.h"
#include "core/console/witness/recordfile.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace dueline {

namespace {

constexpr double confidence = 1.28; ///< half the width of an 80% confidence interval, in standard deviations
constexpr double unmodelled = 0.05; ///< relative deviation that remains however long the rate is measured
constexpr double oneMinuteDeviation = 0.3; ///< assumed relative deviation if only one minute was measured

/// Returns the last row at or before `at`; null if there is none.
template <typename Row> const Row* rowAt(const std::vector<Row>& rows, TimePoint at)
{
    const auto after
        = std::upper_bound(rows.begin(), rows.end(), at, [](TimePoint time, const Row& row) { return time < row.at; });
    return after == rows.begin() ? nullptr : &*std::prev(after);
}

/// Returns how many tasks were due at an instant; nullopt if unknown.
std::optional<qint64> dueAt(const std::vector<RecordSample>& rows, TimePoint at)
{
    const RecordSample* row = rowAt(rows, at);
    return row ? (*row)[RecordSample::Due] : std::nullopt;
}

bool isCounted(const RecordSample& row)
{
    return row[RecordSample::Due] && !(row.flags & (RecordSample::Unreadable | RecordSample::LowerBound));
}

/// Returns the standard error of the mean rate as a fraction of the mean, computed from the rates of the window's
/// complete minutes.
double deviationOf(const std::vector<RecordSample>& samples, TimePoint now, Millis window, double mean)
{
    std::vector<double> rates;
    for (Millis back{minuteMs}; back <= window; back += Millis(minuteMs)) {
        const auto before = dueAt(samples, now - back);
        const auto after = dueAt(samples, now - back + Millis(minuteMs));
        if (before && after)
            rates.push_back(double(*before - *after));
    }
    if (rates.size() < 2)
        return oneMinuteDeviation;
    double sum = 0;
    for (const double rate : rates)
        sum += (rate - mean) * (rate - mean);
    return std::sqrt(sum / double(rates.size())) / std::sqrt(double(rates.size())) / mean;
}

Millis minutesLong(double count) { return Millis(std::llround(count * double(minuteMs))); }

/// Returns when `room` bytes will be used up at a given rate; nullopt if that is too far ahead.
std::optional<Millis> timeUntilFull(double room, double perMinute, Millis window)
{
    if (perMinute <= 0)
        return {};
    const Millis left = minutesLong(std::max(0.0, room) / perMinute);
    return left <= window * DrainForecast::furthest ? std::optional(left) : std::nullopt;
}

/// Times when anything other than workers and producers last changed the figures.
struct Disturbances
{
    TimePoint server{}; ///< last restart, failover, flush, or eviction
    /// Last operation on each queue, by the queue's id in the recording.
    std::map<qint64, TimePoint> queues;

    /// Returns the time of the last disturbance that affected a queue's figures.
    TimePoint before(qint64 queue) const
    {
        const auto found = queues.find(queue);
        return found == queues.end() ? server : std::max(server, found->second);
    }
};

Result<Disturbances> disturbancesOf(const RecordFile& file, const RecordSpan& span)
{
    // Assumed duration of an operation, since only its start is recorded.
    constexpr Millis longestOperation{10 * secondMs};
    const auto events = file.events(span.seen - MemoryForecast::longestWindow, span.seen + Millis(1));
    if (!events)
        return events.error();
    Disturbances found;
    for (const RecordEvent& event : *events) {
        if (event.isDiscontinuity())
            found.server = event.at;
        else if (event.kind == "operation" && event.queue)
            found.queues[*event.queue] = std::min(event.at + longestOperation, span.seen);
    }
    return found;
}

/// Returns the current span's rows from at most `longest` before the last reading, and no earlier than `earliest`.
template <typename Row, typename Read, typename ReadLast>
Result<std::vector<Row>> rowsOf(
    const RecordSpan& span, Millis longest, TimePoint earliest, const Read& read, const ReadLast& readLast)
{
    const TimePoint from = std::max({span.began, span.seen - longest, earliest});
    auto rows = read(from, span.seen + Millis(1));
    if (!rows)
        return rows.error();
    std::optional<Row> before;
    if (rows->empty() || rows->front().at > from) {
        auto last = readLast(from);
        if (!last)
            return last.error();
        before = *std::move(last);
    }
    // Rows are only written when a figure changes, so the period may not begin with one. Use the previous row unless it
    // is from before the gap.
    if (before && before->at >= span.began) {
        before->at = from;
        rows->insert(rows->begin(), *std::move(before));
    }
    return rows;
}

Result<Forecasts> readAll(RecordFile& file, const QByteArray& queue, qint64 extra)
{
    const auto name = [&file] { return printable(file.path().toUtf8(), 200); };
    const auto spans = file.spans();
    const auto server = file.meta("server");
    auto queues = file.queues();
    if (!spans || !server || !queues)
        return !spans ? spans.error() : !server ? server.error() : queues.error();
    if (spans->empty())
        return Error{ErrorCode::NotFound, QStringLiteral("The recording %1 is empty.").arg(name())};
    const RecordSpan& span = spans->back();
    if (!queue.isEmpty()) {
        auto found = file.queueNamed(queue);
        if (!found)
            return found.error();
        *queues = {*std::move(found)};
    }
    Forecasts forecasts{*server, span.began, span.seen, span.clockOffset, span.isCurrent(), {}, {}};
    const auto disturbances = disturbancesOf(file, span);
    if (!disturbances)
        return disturbances.error();
    constexpr RecordTier tier = RecordTier::Seconds;
    for (const RecordQueue& row : *queues) {
        const auto rows = rowsOf<RecordSample>(
            span, DrainForecast::longestWindow, disturbances->before(row.id),
            [&](TimePoint from, TimePoint to) { return file.samples(tier, row.id, from, to); },
            [&](TimePoint until) { return file.lastSample(tier, row.id, until); });
        if (!rows)
            return rows.error();
        const bool isListed = !rows->empty() && !(rows->back().flags & RecordSample::Absent);
        if (isListed || !queue.isEmpty())
            forecasts.queues.push_back({row.name, drainForecast(*rows, span.seen, extra)});
    }
    std::sort(forecasts.queues.begin(), forecasts.queues.end(),
        [](const QueueForecast& a, const QueueForecast& b) { return a.queue < b.queue; });
    const auto rows = rowsOf<ServerSample>(
        span, MemoryForecast::longestWindow, disturbances->server,
        [&](TimePoint from, TimePoint to) { return file.servers(tier, from, to); },
        [&](TimePoint until) { return file.lastServer(tier, until); });
    if (!rows)
        return rows.error();
    forecasts.memory = memoryForecast(*rows, span.seen);
    auto policy = file.meta("policy");
    if (!policy)
        return policy.error();
    forecasts.memory.policy = *std::move(policy);
    return forecasts;
}

} // namespace

DrainForecast drainForecast(const std::vector<RecordSample>& samples, TimePoint now, qint64 extra)
{
    using enum DrainForecast::Verdict;
    DrainForecast forecast;
    forecast.at = now;
    if (!samples.empty() && samples.back().flags & RecordSample::Absent) {
        forecast.verdict = Absent;
        return forecast;
    }
    if (samples.empty() || !isCounted(samples.back()))
        return forecast;
    const qint64 due = *samples.back()[RecordSample::Due] + extra;
    forecast.due = due;
    // Only use the rows after the last one in which the count is unknown or the queue is paused.
    const auto broken = std::find_if(samples.rbegin(), samples.rend(),
        [](const RecordSample& row) { return !isCounted(row) || row.flags & RecordSample::Paused; });
    const bool isPaused = samples.back().flags & RecordSample::Paused;
    if (due == 0 || isPaused) {
        forecast.verdict = due == 0 ? Empty : Paused;
        return forecast;
    }
    const std::vector<RecordSample> usable(broken.base(), samples.end());
    const TimePoint from = std::max(usable.front().at, now - DrainForecast::longestWindow);
    forecast.window = now - from;
    if (forecast.window < DrainForecast::shortestWindow) {
        forecast.verdict = TooShort;
        return forecast;
    }
    const qint64 fall = *dueAt(usable, from) - *usable.back()[RecordSample::Due];
    forecast.perMinute = double(fall) * double(minuteMs) / double(forecast.window.count());
    if (fall <= 0) {
        forecast.verdict = Growing;
        return forecast;
    }
    if (fall < DrainForecast::fewestTasks) {
        forecast.verdict = TooFew;
        return forecast;
    }
    const double left = double(due) / forecast.perMinute;
    const double band = confidence * deviationOf(usable, now, forecast.window, forecast.perMinute) + unmodelled;
    if (minutesLong(left) > forecast.window * DrainForecast::furthest) {
        forecast.verdict = TooFar;
        return forecast;
    }
    if (band > DrainForecast::widestBand) {
        forecast.verdict = Uncertain;
        return forecast;
    }
    forecast.verdict = Expected;
    forecast.left = minutesLong(left);
    forecast.earliest = minutesLong(left / (1 + band));
    forecast.latest = minutesLong(left / (1 - band));
    return forecast;
}

std::optional<DrainForecast> withExtra(const DrainForecast& forecast, qint64 extra)
{
    if (forecast.verdict != DrainForecast::Verdict::Expected)
        return {};
    DrainForecast later = forecast;
    later.due += extra;
    const double longer = double(later.due) / double(forecast.due);
    for (Millis DrainForecast::*time : {&DrainForecast::left, &DrainForecast::earliest, &DrainForecast::latest})
        later.*time = Millis(std::llround(double((forecast.*time).count()) * longer));
    return later.left <= later.window * DrainForecast::furthest ? std::optional(later) : std::nullopt;
}

MemoryForecast memoryForecast(const std::vector<ServerSample>& samples, TimePoint now)
{
    MemoryForecast forecast;
    if (samples.empty())
        return forecast;
    forecast.used = samples.back()[ServerSample::Memory];
    if (const auto maximum = samples.back()[ServerSample::Maximum]; maximum.value_or(0) > 0)
        forecast.maximum = maximum;
    const TimePoint from = std::max(samples.front().at, now - MemoryForecast::longestWindow);
    const Millis window = now - from;
    const auto usedAt = [&](TimePoint at) {
        const ServerSample* row = rowAt(samples, at);
        return row ? (*row)[ServerSample::Memory] : std::nullopt;
    };
    const Millis quarter = window / 4;
    const auto first = usedAt(from);
    const auto later = usedAt(now - quarter);
    if (window < Millis(minuteMs) || !first || !later || !forecast.used)
        return forecast;
    forecast.window = window;
    const auto rate = [&](qint64 start, Millis period) {
        return double(*forecast.used - start) * double(minuteMs) / double(period.count());
    };
    forecast.perMinute = rate(*first, window);
    if (!forecast.maximum)
        return forecast;
    const double room = double(*forecast.maximum - *forecast.used);
    forecast.left = timeUntilFull(room, forecast.perMinute, window);
    const double lately = rate(*later, quarter);
    if (std::abs(lately - forecast.perMinute) > std::abs(forecast.perMinute) / 2)
        forecast.leftLately = timeUntilFull(room, lately, window);
    return forecast;
}

const DrainForecast* Forecasts::of(const QByteArray& queue) const
{
    const auto found = std::lower_bound(queues.begin(), queues.end(), queue,
        [](const QueueForecast& each, const QByteArray& name) { return each.queue < name; });
    return found != queues.end() && found->queue == queue ? &found->drain : nullptr;
}

Result<Forecasts> readForecasts(RecordFile& file, const QByteArray& queue, qint64 extra)
{
    return file.readTogether([&] { return readAll(file, queue, extra); });
}

} // namespace dueline
