// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineshares.h"

namespace dueline {

namespace {

std::vector<TimelineShare> sharesOf(const TimelineGroups& groups, const std::vector<qint64>& counts, qint64 listed)
{
    std::vector<TimelineShare> shares;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const bool isNamed = i < groups.named.size();
        if (counts[i] > 0)
            shares.push_back({isNamed ? groups.named[i].words : TimelineShareWords::others(), counts[i], int(i)});
        listed -= counts[i];
    }
    if (listed > 0)
        shares.push_back({TimelineShareWords::none(groups), listed, -1});
    return shares;
}

} // namespace

QString TimelineShareWords::plural(TimelineColour by)
{
    switch (by) {
    case TimelineColour::Type:
        return tr("types");
    case TimelineColour::Error:
        return tr("failure groups");
    case TimelineColour::Queue:
        return tr("queues");
    case TimelineColour::State:
        break;
    }
    return tr("states");
}

QString TimelineShareWords::others() { return tr("others", "types, kinds of failure or queues together"); }

QString TimelineShareWords::none(const TimelineGroups& groups)
{
    if (groups.partial)
        return tr("not counted yet");
    return groups.by == TimelineColour::Error ? tr("no error") : tr("unknown", "type or queue of tasks");
}

std::vector<TimelineShare> sharesOf(const TimelineData& data, std::size_t bin)
{
    const qint64 listed = data.listedOfBin(bin);
    return sharesOf(*data.groups, data.groups->ofBin(bin, listed), listed);
}

std::vector<TimelineShare> sharesOf(const TimelineData& data)
{
    std::vector<qint64> counts(data.groups->named.size() + 1);
    qint64 listed = 0;
    for (std::size_t bin = 0; bin < data.bins.size(); ++bin) {
        const qint64 ofBin = data.listedOfBin(bin);
        const std::vector<qint64> shares = data.groups->ofBin(bin, ofBin);
        for (std::size_t i = 0; i < counts.size() && i < shares.size(); ++i)
            counts[i] += shares[i];
        listed += ofBin;
    }
    return sharesOf(*data.groups, counts, listed);
}

} // namespace dueline
