// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failuregroups.h"

#include "core/queue/errors/errortemplate.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace dueline {

namespace {

/// Returns a FailureGroup::Share's key, made of the kind, server, queue, and task type.
QByteArray shareKey(std::size_t kind, const CountedFailures& queue, const FailureCount& text)
{
    return QByteArray::number(qulonglong(kind)) + '\0' + queue.server + '\0' + queue.queue + '\0' + text.type;
}

/// Adds failures to a group or one of its shares.
template <typename Counted>
void addFailures(Counted& to, qint64 tasks, TimePoint first, TimePoint last, const QByteArray& sample)
{
    to.first = to.tasks == 0 ? first : std::min(to.first, first);
    to.tasks += tasks;
    if (last >= to.last) {
        to.last = last;
        to.sample = sample;
    }
}

/// Clusters all queues' errors, so that groups can span queues.
KindClustering clusteringOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier)
{
    QByteArrayList errors;
    for (const CountedFailures& queue : counted) {
        for (const FailureCount& text : queue.texts)
            errors.append(text.error);
    }
    KindClustering clustering(errors, earlier);
    for (const CountedFailures& queue : counted) {
        for (const FailureCount& text : queue.texts)
            clustering.note(text.error, text.values);
    }
    return clustering;
}

} // namespace

qint64 FailureGroup::tasksIn(const QueueName& queue) const
{
    qint64 sum = 0;
    for (const FailureGroup::Share& share : shares)
        sum += share.queue == queue ? share.tasks : 0;
    return sum;
}

QByteArrayList FailureGroup::types() const
{
    std::set<QByteArray> types;
    for (const Share& share : shares)
        types.insert(share.type);
    return QByteArrayList(types.begin(), types.end());
}

QByteArrayList FailureGroup::queues() const
{
    std::set<QueueName> queues;
    for (const Share& share : shares)
        queues.insert(share.queue);
    return QByteArrayList(queues.begin(), queues.end());
}

QByteArrayList FailureGroup::ownQueues() const
{
    std::set<QueueName> queues;
    for (const Share& share : shares)
        queues.insert(share.ownQueues.begin(), share.ownQueues.end());
    return QByteArrayList(queues.begin(), queues.end());
}

QByteArrayList FailureGroups::texts() const
{
    QByteArrayList texts;
    for (const FailureGroup& group : groups)
        texts.append(group.error);
    return texts;
}

const FailureGroup* FailureGroups::find(const QByteArray& error) const
{
    for (const FailureGroup& group : groups) {
        if (group.error == error)
            return &group;
    }
    const ErrorTemplate wanted(error);
    for (const FailureGroup& group : groups) {
        if (wanted.isNested(ErrorTemplate(group.error)))
            return &group;
    }
    return nullptr;
}

const FailureGroup* FailureGroups::worst(
    TimePoint newSince, const QueueName& queue, const std::function<bool(const FailureGroup& group)>& isIgnored) const
{
    constexpr qint64 leastShare = 100;
    const auto counts = [&isIgnored](const FailureGroup& group) { return !isIgnored || !isIgnored(group); };
    const FailureGroup* found = nullptr;
    std::pair<bool, qint64> most;
    qint64 inQueue = 0;
    for (const FailureGroup& group : groups)
        inQueue += counts(group) ? group.tasksIn(queue) : 0;
    for (const FailureGroup& group : groups) {
        if (!counts(group))
            continue;
        std::pair<bool, qint64> here{group.first >= newSince, group.tasks};
        if (!queue.isEmpty()) {
            here.second = group.tasksIn(queue);
            here.first = here.second * leastShare >= inQueue;
            for (const FailureGroup::Share& share : group.shares)
                here.first = here.first && (share.queue != queue || share.first >= newSince);
        }
        if (here.second > 0 && (!found || here > most)) {
            found = &group;
            most = here;
        }
    }
    return found;
}

FailureGroups failureGroupsOf(const std::vector<CountedFailures>& counted, const QByteArrayList& earlier)
{
    FailureGroups result;
    const KindClustering clustering = clusteringOf(counted, earlier);
    std::map<std::size_t, FailureGroup> found; // groups, by index of their kind
    QHash<QByteArray, std::size_t> places; // indexes of shares within their groups, by shareKey()
    for (const CountedFailures& queue : counted) {
        for (const FailureCount& text : queue.texts) {
            const std::size_t which = *clustering.kindOf(text.error);
            FailureGroup& group = found[which];
            if (group.tasks == 0) {
                group.error = clustering.kinds()[which].text();
                group.name = clustering.nameOf(which);
                group.terms = clustering.filterOf(which);
            }
            addFailures(group, text.count, text.first, text.last, text.example);
            const QByteArray key = shareKey(which, queue, text);
            if (!places.contains(key)) {
                places.insert(key, group.shares.size());
                group.shares.push_back({queue.queue, queue.layout, queue.server, text.type, {}, 0, {}, {}, {}});
            }
            FailureGroup::Share& share = group.shares[places[key]];
            share.trend.join(text.trend);
            group.trend.join(text.trend);
            addFailures(share, text.count, text.first, text.last, text.example);
            share.ownQueues.insert(text.ownQueues.begin(), text.ownQueues.end());
            result.counted += text.count;
        }
    }
    for (auto& [which, group] : found) {
        std::sort(
            group.shares.begin(), group.shares.end(), [](const FailureGroup::Share& a, const FailureGroup::Share& b) {
                return std::tie(b.tasks, a.queue, a.type, a.server) < std::tie(a.tasks, b.queue, b.type, b.server);
            });
        result.trend.join(group.trend);
        result.groups.push_back(std::move(group));
    }
    std::sort(result.groups.begin(), result.groups.end(), [](const FailureGroup& a, const FailureGroup& b) {
        return std::tie(b.tasks, b.last, a.error) < std::tie(a.tasks, a.last, b.error);
    });
    return result;
}

std::vector<FailureGroup> splitByLayout(const FailureGroups& groups)
{
    std::vector<FailureGroup> result;
    for (const FailureGroup& group : groups.groups) {
        std::map<QByteArray, FailureGroup> byLayout;
        for (const FailureGroup::Share& share : group.shares) {
            FailureGroup& part = byLayout[share.layout];
            if (part.tasks == 0) {
                part.error = group.error;
                part.name = group.name;
                part.terms = group.terms;
            }
            addFailures(part, share.tasks, share.first, share.last, share.sample);
            part.shares.push_back(share);
        }
        for (auto& [layout, part] : byLayout)
            result.push_back(std::move(part));
    }
    const auto place = [](const FailureGroup& group) { return std::tie(group.name, group.shares.front().layout); };
    std::sort(result.begin(), result.end(), [&place](const FailureGroup& a, const FailureGroup& b) {
        return std::tuple(b.tasks, b.last, place(a)) < std::tuple(a.tasks, a.last, place(b));
    });
    return result;
}

} // namespace dueline
