// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/timelinegroups.h"

#include <algorithm>
#include <array>
#include <utility>

namespace dueline {

namespace {

constexpr std::array colourNames{std::pair{TimelineColour::State, "state"}, std::pair{TimelineColour::Type, "type"},
    std::pair{TimelineColour::Error, "error"}, std::pair{TimelineColour::Queue, "queue"}};

} // namespace

QString colourName(TimelineColour colour)
{
    const auto* found = std::find_if(
        colourNames.begin(), colourNames.end(), [colour](const auto& named) { return named.first == colour; });
    return QString::fromLatin1(found->second);
}

std::optional<TimelineColour> colourFromName(const QString& name)
{
    const auto* found = std::find_if(colourNames.begin(), colourNames.end(),
        [&name](const auto& named) { return name == QLatin1String(named.second); });
    return found == colourNames.end() ? std::nullopt : std::optional(found->first);
}

TimelineQueue TimelineQueue::of(const QByteArray& key)
{
    const qsizetype end = key.indexOf('\0');
    return {QString::fromUtf8(key.left(end)), key.mid(end + 1)};
}

std::vector<qint64> TimelineGroups::ofBin(std::size_t bin, qint64 listed) const
{
    std::vector<qint64> counts = bin < bins.size() ? bins[bin] : std::vector<qint64>(named.size() + 1);
    for (qint64& count : counts) { // limit the sum to `listed`: the bars may have been counted slightly later
        count = std::clamp<qint64>(count, 0, listed);
        listed -= count;
    }
    return counts;
}

} // namespace dueline
