// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/incident/incident.h"

#include "core/queue/errorkind.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace dueline {

namespace {

/// Where the bins of all trends begin, and how long each has to be for all of them to fit.
void layTrends(const std::vector<CountedFailures>& counted, Incidents& incidents)
{
    std::optional<TimePoint> from;
    TimePoint last{};
    Millis each{};
    for (const CountedFailures& queue : counted) {
        if (queue.texts.empty())
            continue;
        from = std::min(from.value_or(queue.trendFrom), queue.trendFrom);
        each = std::max(each, queue.trendEach);
        for (const FailureGroup& text : queue.texts)
            last = std::max(last, text.last);
    }
    if (!from || each <= Millis(0))
        return;
    while (last >= *from + each * int(Incident::trendBins))
        each *= 2;
    incidents.trendFrom = *from;
    incidents.trendEach = each;
}

/// Adds the bins of one queue to those of all, each where its middle is.
void addTrend(Incident& kind, IncidentShare& share, const Incidents& all, const FailureGroup& text, const CountedFailures& queue)
{
    if (all.trendEach <= Millis(0))
        return;
    for (std::size_t i = 0; i < text.trend.size(); ++i) {
        const TimePoint middle = queue.trendFrom + queue.trendEach * qint64(i) + queue.trendEach / 2;
        const auto bin = qint64((middle - all.trendFrom) / all.trendEach);
        const auto at = std::size_t(std::clamp<qint64>(bin, 0, Incident::trendBins - 1));
        kind.trend[at] += text.trend[i];
        share.trend[at] += text.trend[i];
    }
}

IncidentShare& shareOf(Incident& kind, const CountedFailures& queue, const FailureGroup& text)
{
    const auto known = std::find_if(kind.shares.begin(), kind.shares.end(),
        [&](const IncidentShare& share) { return share.queue == queue.queue && share.type == text.type; });
    if (known != kind.shares.end())
        return *known;
    kind.shares.push_back({queue.queue, queue.layout, text.type, 0, text.first, text.last, {}});
    return kind.shares.back();
}

} // namespace

qint64 Incident::tasksIn(const QueueName& queue) const
{
    qint64 sum = 0;
    for (const IncidentShare& share : shares)
        sum += share.queue == queue ? share.tasks : 0;
    return sum;
}

const Incident* Incidents::find(const QByteArray& kind) const
{
    for (const Incident& incident : kinds) {
        if (incident.kind == kind)
            return &incident;
    }
    const ErrorKind wanted(kind);
    for (const Incident& incident : kinds) {
        if (ErrorKind(incident.kind).covers(kind) || wanted.covers(incident.kind))
            return &incident;
    }
    return nullptr;
}

const Incident* Incidents::worst(TimePoint newSince, const QueueName& queue) const
{
    const Incident* found = nullptr;
    std::pair<bool, qint64> most;
    for (const Incident& incident : kinds) {
        std::pair<bool, qint64> here{incident.first >= newSince, incident.tasks};
        if (!queue.isEmpty()) {
            here = {true, incident.tasksIn(queue)};
            for (const IncidentShare& share : incident.shares)
                here.first = here.first && (share.queue != queue || share.first >= newSince);
        }
        if (here.second > 0 && (!found || here > most)) {
            found = &incident;
            most = here;
        }
    }
    return found;
}

Incidents incidentsOf(const std::vector<CountedFailures>& counted)
{
    Incidents incidents;
    layTrends(counted, incidents);
    const KindClustering clustering = clusteringOf(counted);
    std::map<std::size_t, Incident> found; // by kind
    for (const CountedFailures& queue : counted) {
        for (const FailureGroup& text : queue.texts) {
            const std::size_t which = *clustering.kindOf(text.error);
            Incident& kind = found[which];
            if (kind.tasks == 0) {
                kind.kind = clustering.kinds()[which].text();
                kind.terms = clustering.filterOf(which);
                kind.first = text.first;
            }
            kind.tasks += text.count;
            kind.first = std::min(kind.first, text.first);
            if (text.last >= kind.last) {
                kind.last = text.last;
                kind.sample = text.example;
            }
            IncidentShare& share = shareOf(kind, queue, text);
            addTrend(kind, share, incidents, text, queue);
            share.tasks += text.count;
            share.first = std::min(share.first, text.first);
            share.last = std::max(share.last, text.last);
            incidents.counted += text.count;
        }
    }
    for (auto& [which, kind] : found) {
        std::sort(kind.shares.begin(), kind.shares.end(), [](const IncidentShare& a, const IncidentShare& b) {
            return std::tie(b.tasks, a.queue, a.type) < std::tie(a.tasks, b.queue, b.type);
        });
        incidents.kinds.push_back(std::move(kind));
    }
    std::sort(incidents.kinds.begin(), incidents.kinds.end(), [](const Incident& a, const Incident& b) {
        return std::tie(b.tasks, b.last, a.kind) < std::tie(a.tasks, a.last, b.kind);
    });
    return incidents;
}

} // namespace dueline
