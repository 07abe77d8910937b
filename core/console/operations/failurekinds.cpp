// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/failurekinds.h"

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

KindClustering clusteringOf(const std::vector<CountedFailures>& counted)
{
    QByteArrayList errors;
    for (const CountedFailures& queue : counted) {
        for (const FailureGroup& text : queue.texts)
            errors.append(text.error);
    }
    return KindClustering(errors);
}

std::vector<FailureKind> failureKinds(const std::vector<CountedFailures>& counted)
{
    const KindClustering clustering = clusteringOf(counted);
    std::map<std::pair<std::size_t, QByteArray>, FailureKind> found; // by kind and layout
    for (const CountedFailures& queue : counted) {
        for (const FailureGroup& text : queue.texts) {
            const std::size_t which = *clustering.kindOf(text.error);
            FailureKind& kind = found[{which, queue.layout}];
            if (kind.tasks == 0) {
                kind.kind = clustering.kinds()[which].text();
                kind.filter = QStringLiteral("state:failed ") + clustering.filterOf(which);
                kind.layout = queue.layout;
                kind.first = text.first;
            }
            kind.tasks += text.count;
            kind.first = std::min(kind.first, text.first);
            if (text.last >= kind.last) {
                kind.last = text.last;
                kind.sample = text.example;
            }
            addOnce(kind.types, text.type);
            addOnce(kind.queues, queue.queue);
        }
    }
    std::vector<FailureKind> kinds;
    for (auto& [key, kind] : found)
        kinds.push_back(std::move(kind));
    std::sort(kinds.begin(), kinds.end(), [](const FailureKind& a, const FailureKind& b) {
        return std::tie(b.tasks, b.last, a.kind, a.layout) < std::tie(a.tasks, a.last, b.kind, b.layout);
    });
    return kinds;
}

} // namespace dueline
