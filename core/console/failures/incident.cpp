// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/incident.h"

#include "core/queue/errors/errortemplate.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace dueline {

namespace {

/// Returns the key of the share that contains an error message of a queue.
QByteArray shareKey(std::size_t kind, const CountedFailures& queue, const FailureGroup& text)
{
    return QByteArray::number(qulonglong(kind)) + '\0' + queue.server + '\0' + queue.queue + '\0' + text.type;
}

/// Clusters the errors of all queues together.
KindClustering clusteringOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier)
{
    QByteArrayList errors;
    for (const CountedFailures& queue : counted) {
        for (const FailureGroup& text : queue.texts)
            errors.append(text.error);
    }
    KindClustering clustering(errors, earlier);
    for (const CountedFailures& queue : counted) {
        for (const FailureGroup& text : queue.texts)
            clustering.note(text.error, text.values);
    }
    return clustering;
}

} // namespace

qint64 Incident::tasksIn(const QueueName& queue) const
{
    qint64 sum = 0;
    for (const IncidentShare& share : shares)
        sum += share.queue == queue ? share.tasks : 0;
    return sum;
}

QByteArrayList Incidents::texts() const
{
    QByteArrayList texts;
    for (const Incident& incident : kinds)
        texts.append(incident.kind);
    return texts;
}

const Incident* Incidents::find(const QByteArray& kind) const
{
    for (const Incident& incident : kinds) {
        if (incident.kind == kind)
            return &incident;
    }
    const ErrorTemplate wanted(kind);
    for (const Incident& incident : kinds) {
        if (wanted.isNested(ErrorTemplate(incident.kind)))
            return &incident;
    }
    return nullptr;
}

const Incident* Incidents::worst(
    TimePoint newSince, const QueueName& queue, const std::function<bool(const Incident& group)>& isIgnored) const
{
    constexpr qint64 leastShare = 100;
    const auto counts = [&isIgnored](const Incident& group) { return !isIgnored || !isIgnored(group); };
    const Incident* found = nullptr;
    std::pair<bool, qint64> most;
    qint64 inQueue = 0;
    for (const Incident& incident : kinds)
        inQueue += counts(incident) ? incident.tasksIn(queue) : 0;
    for (const Incident& incident : kinds) {
        if (!counts(incident))
            continue;
        std::pair<bool, qint64> here{incident.first >= newSince, incident.tasks};
        if (!queue.isEmpty()) {
            here.second = incident.tasksIn(queue);
            here.first = here.second * leastShare >= inQueue;
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

Incidents incidentsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier)
{
    Incidents incidents;
    const KindClustering clustering = clusteringOf(counted, earlier);
    std::map<std::size_t, Incident> found; // incidents, by failure group
    QHash<QByteArray, std::size_t> places; // indexes of the shares, by shareKey()
    for (const CountedFailures& queue : counted) {
        for (const FailureGroup& text : queue.texts) {
            const std::size_t which = *clustering.kindOf(text.error);
            Incident& kind = found[which];
            if (kind.tasks == 0) {
                kind.kind = clustering.kinds()[which].text();
                kind.name = clustering.nameOf(which);
                kind.terms = clustering.filterOf(which);
                kind.first = text.first;
            }
            kind.tasks += text.count;
            kind.first = std::min(kind.first, text.first);
            if (text.last >= kind.last) {
                kind.last = text.last;
                kind.sample = text.example;
            }
            const QByteArray key = shareKey(which, queue, text);
            if (!places.contains(key)) {
                places.insert(key, kind.shares.size());
                kind.shares.push_back(
                    {queue.queue, queue.layout, queue.server, text.type, {}, 0, text.first, text.last, {}});
            }
            IncidentShare& share = kind.shares[places[key]];
            share.trend.join(text.trend);
            kind.trend.join(text.trend);
            share.tasks += text.count;
            share.ownQueues.insert(text.ownQueues.begin(), text.ownQueues.end());
            share.first = std::min(share.first, text.first);
            if (text.last >= share.last) {
                share.last = text.last;
                share.sample = text.example;
            }
            incidents.counted += text.count;
        }
    }
    for (auto& [which, kind] : found) {
        std::sort(kind.shares.begin(), kind.shares.end(), [](const IncidentShare& a, const IncidentShare& b) {
            return std::tie(b.tasks, a.queue, a.type, a.server) < std::tie(a.tasks, b.queue, b.type, b.server);
        });
        incidents.trend.join(kind.trend);
        incidents.kinds.push_back(std::move(kind));
    }
    std::sort(incidents.kinds.begin(), incidents.kinds.end(), [](const Incident& a, const Incident& b) {
        return std::tie(b.tasks, b.last, a.kind) < std::tie(a.tasks, a.last, b.kind);
    });
    return incidents;
}

} // namespace dueline
