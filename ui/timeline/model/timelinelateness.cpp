// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/timelinelateness.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace dueline {

namespace {

constexpr double leastLate = 10; ///< minimum displayed delay in milliseconds
constexpr double mostLate = 86'400'000;

struct LateSum
{
    Millis length{};
    DurationClasses classes{};
    std::optional<Millis> waits = {};
};

TimePoint beginOf(TimePoint at, Millis length)
{
    const qint64 ms = toMs(at);
    const qint64 step = std::max<qint64>(1, length.count());
    return fromMs(ms - ((ms % step) + step) % step);
}

} // namespace

double TimelineLateness::share(double ms)
{
    return std::clamp(std::log(std::max(ms, leastLate) / leastLate) / std::log(mostLate / leastLate), 0.0, 1.0);
}

TimelineLateness TimelineLateness::of(
    const std::vector<StatisticsBin>& statistics, const TimelineData& data, TimePoint now)
{
    TimelineLateness lateness;
    if (!data.isKnown())
        return lateness;
    std::map<TimePoint, LateSum> sums;
    for (const StatisticsBin& bin : statistics) {
        if (bin.from + bin.length <= data.range.from || bin.from >= data.range.to || bin.started() == 0)
            continue;
        const Millis length = std::max(data.span, bin.length);
        LateSum& sum = sums[beginOf(bin.from, length)];
        sum.length = std::max(sum.length, length);
        for (std::size_t k = 0; k < sum.classes.size(); ++k)
            sum.classes[k] += bin.lateness[k];
    }
    for (const TimelineBin& bin : data.bins) {
        if (bin.counts[TaskState::Due] == 0 || bin.from >= now)
            continue;
        // The bar may be part of a longer statistics bin that starts at or before the bar.
        auto holds = sums.upper_bound(bin.from);
        const bool isIn = holds != sums.begin() && std::prev(holds)->first + std::prev(holds)->second.length > bin.from;
        LateSum& sum = isIn ? std::prev(holds)->second : sums[bin.from];
        sum.length = std::max(sum.length, data.span);
        // The exact instant within the bar is unknown, so this is the minimum waiting time.
        const Millis waits = std::max(Millis(0), now - std::min(bin.to, now));
        sum.waits = std::max(sum.waits.value_or(waits), waits);
    }
    for (const auto& [from, sum] : sums) {
        Column column{{from, from + sum.length}, 0, 0, 0, sum.waits};
        for (const qint64 count : sum.classes)
            column.started += count;
        column.half = percentile(sum.classes, 0.5).value_or(0);
        column.most = percentile(sum.classes, 0.95).value_or(0);
        lateness.columns.push_back(column);
    }
    return lateness;
}

const TimelineLateness::Column* TimelineLateness::at(TimePoint instant) const
{
    const auto after = std::upper_bound(columns.begin(), columns.end(), instant,
        [](TimePoint at, const Column& column) { return at < column.range.from; });
    return after != columns.begin() && std::prev(after)->range.contains(instant) ? &*std::prev(after) : nullptr;
}

} // namespace dueline
