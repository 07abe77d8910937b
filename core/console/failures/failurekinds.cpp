// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failurekinds.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace dueline {

namespace {

void addOnce(QByteArrayList& names, const QByteArray& name)
{
    const auto place = std::lower_bound(names.begin(), names.end(), name);
    if (place == names.end() || *place != name)
        names.insert(place, name);
}

} // namespace

std::vector<FailureKind> failureKinds(const Incidents& incidents)
{
    std::vector<FailureKind> kinds;
    for (const Incident& incident : incidents.kinds) {
        std::map<QByteArray, FailureKind> found; // failure groups by layout
        for (const IncidentShare& share : incident.shares) {
            FailureKind& kind = found[share.layout];
            if (kind.tasks == 0) {
                kind.kind = incident.name;
                kind.filter = incident.filter();
                kind.layout = share.layout;
                kind.first = share.first;
            }
            kind.tasks += share.tasks;
            kind.first = std::min(kind.first, share.first);
            if (share.last >= kind.last) {
                kind.last = share.last;
                kind.sample = share.sample;
            }
            addOnce(kind.types, share.type);
            addOnce(kind.queues, share.queue);
            for (const QueueName& queue : share.ownQueues)
                addOnce(kind.ownQueues, queue);
        }
        for (auto& [layout, kind] : found)
            kinds.push_back(std::move(kind));
    }
    std::sort(kinds.begin(), kinds.end(), [](const FailureKind& a, const FailureKind& b) {
        return std::tie(b.tasks, b.last, a.kind, a.layout) < std::tie(a.tasks, a.last, b.kind, b.layout);
    });
    return kinds;
}

} // namespace dueline
