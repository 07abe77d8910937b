// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqflow.h"

#include "core/layouts/bullmq/bullmqsources.h"
#include "core/layouts/shared/jobs/jobplaces.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <functional>
#include <numeric>

namespace dueline {

namespace {

constexpr std::size_t mostAbove = 30; ///< maximum number of ancestors to read
// Suffixes of the keys that list a job's children: failed children that made the job fail, failed children that were
// ignored, children that the job is waiting for, and completed children.
const QByteArray unsuccessful = ":unsuccessful";
const QByteArray ignored = ":failed";
const QByteArray awaited = ":dependencies";
const QByteArray processed = ":processed";

/// Parts of a job's key: prefix, queue and id.
struct JobKey
{
    QByteArray prefix;
    QueueName queue;
    TaskId id;
};

/// Splits a key. If it has the known prefix, the queue name ends at the next colon. With any other prefix, the id
/// starts after the last colon, as in BullMQ.
JobKey readKey(const QByteArray& key, const QByteArray& prefix)
{
    if (key.startsWith(prefix + ':')) {
        const QByteArray rest = key.mid(prefix.size() + 1);
        const qsizetype colon = rest.indexOf(':');
        return {prefix, rest.left(std::max<qsizetype>(colon, 0)), rest.mid(colon + 1)};
    }
    const QByteArray path = key.left(std::max<qsizetype>(key.lastIndexOf(':'), 0));
    const qsizetype colon = path.lastIndexOf(':');
    return {path.left(std::max<qsizetype>(colon, 0)), path.mid(colon + 1), key.mid(path.size() + 1)};
}

/// Returns whether job key `a` sorts before `b`. Ids are usually numbers, so 9 sorts before 10.
bool isBefore(const JobKey& a, const JobKey& b)
{
    if (a.prefix != b.prefix)
        return a.prefix < b.prefix;
    if (a.queue != b.queue)
        return a.queue < b.queue;
    bool bothNumbers = false;
    const qulonglong first = a.id.toULongLong(&bothNumbers);
    bool isNumber = false;
    const qulonglong second = b.id.toULongLong(&isNumber);
    return bothNumbers && isNumber && first != second ? first < second : a.id < b.id;
}

} // namespace

qint64 BullmqFlow::Node::children() const { return std::accumulate(counts.begin(), counts.end(), qint64(0)); }

const std::vector<QByteArray>& BullmqFlow::childrenKeys()
{
    static const std::vector<QByteArray> keys{unsuccessful, ignored, awaited, processed};
    return keys;
}

std::size_t BullmqFlow::add(const QByteArray& key, std::size_t parent)
{
    m_known.insert(key);
    m_nodes.push_back({key, int(parent)});
    m_nodes[parent].below.push_back(m_nodes.size() - 1);
    return m_nodes.size() - 1;
}

/// Reads a job and its ancestors, starting with the root.
Result<> BullmqFlow::climb(const QByteArray& key)
{
    std::vector<QByteArray> above{key};
    while (true) {
        const auto parent = m_client.call({"HMGET", above.back(), "parentKey", "parent"});
        if (!parent && isRefusal(parent.error().code)) // the user isn't allowed to read the parent
            break;
        if (!parent)
            return parent.error();
        QByteArray next = parent->items.size() == 2 ? parent->items[0].bytes : QByteArray();
        if (next.isEmpty() && parent->items.size() == 2) {
            const QJsonObject said = QJsonDocument::fromJson(parent->items[1].bytes).object();
            const QString queueKey = said.value(QLatin1StringView("queueKey")).toString();
            if (!queueKey.isEmpty())
                next = (queueKey + u':' + said.value(QLatin1StringView("id")).toString()).toUtf8();
        }
        if (next.isEmpty() || std::find(above.begin(), above.end(), next) != above.end())
            break;
        if (above.size() == mostAbove) {
            m_goesHigher = true;
            break;
        }
        above.push_back(next);
    }
    m_nodes.push_back({above.back()});
    m_known.insert(above.back());
    for (auto each = above.rbegin() + 1; each != above.rend(); ++each)
        add(*each, m_nodes.size() - 1);
    return {};
}

/// Counts these jobs' children.
Result<> BullmqFlow::count(const std::vector<std::size_t>& level)
{
    std::vector<Command> pipeline;
    for (const std::size_t node : level) {
        const QByteArray& key = m_nodes[node].key;
        pipeline.push_back({"ZCARD", key + unsuccessful});
        pipeline.push_back({"HLEN", key + ignored});
        pipeline.push_back({"SCARD", key + awaited});
        pipeline.push_back({"HLEN", key + processed});
    }
    const auto counts = m_client.pipeline(pipeline);
    if (!counts)
        return counts.error();
    for (std::size_t i = 0; i < level.size(); ++i) {
        // A count is 0 if the key has the wrong type or the user isn't allowed to read it.
        for (std::size_t key = 0; key < 4; ++key)
            m_nodes[level[i]].counts[key] = (*counts)[i * 4 + key].integer;
    }
    return {};
}

/// Returns the keys of these jobs' children, up to each job's limit: failed children first, then the children that the
/// job is waiting for.
Result<std::vector<std::vector<QByteArray>>> BullmqFlow::childrenOf(
    const std::vector<std::size_t>& parents, const std::vector<std::size_t>& most)
{
    std::vector<Command> pipeline;
    std::vector<std::array<bool, 4>> asked;
    for (std::size_t i = 0; i < parents.size(); ++i) {
        const Node& node = m_nodes[parents[i]];
        asked.push_back({});
        const auto ask = [&](std::size_t key, Command command) {
            asked.back()[key] = true;
            pipeline.push_back(std::move(command));
        };
        const auto askHash = [&](std::size_t key, const QByteArray& hash) {
            if (node.counts[key] == 0 || node.counts[key] > m_namesLeft)
                return;
            m_namesLeft -= node.counts[key];
            ask(key, {"HKEYS", hash});
        };
        if (most[i] == 0)
            continue;
        if (node.counts[0] > 0)
            ask(0, {"ZRANGE", node.key + unsuccessful, "0", number(qint64(most[i]) - 1)});
        askHash(1, node.key + ignored);
        if (node.counts[2] > 0)
            ask(2, {"SSCAN", node.key + awaited, "0", "COUNT", number(qint64(most[i]))});
        askHash(3, node.key + processed);
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<std::vector<QByteArray>> children;
    auto reply = replies->begin();
    for (std::size_t i = 0; i < parents.size(); ++i) {
        std::vector<QByteArray>& own = children.emplace_back();
        for (std::size_t key = 0; key < 4; ++key) {
            if (!asked[i][key])
                continue;
            const bool isScan = key == 2 && reply->items.size() == 2;
            for (const Reply& name : isScan ? reply->items[1].items : reply->items) {
                if (own.size() < most[i] && name.isBytes())
                    own.push_back(name.bytes);
            }
            ++reply;
        }
    }
    return children;
}

/// Reads the tree level by level, so that only the deepest levels are cut if it is too large. Jobs on the same level
/// share the remaining budget.
Result<> BullmqFlow::descend()
{
    std::vector<std::size_t> level{0};
    while (!level.empty()) {
        if (const auto counted = count(level); !counted)
            return counted;
        std::vector<std::size_t> parents;
        std::vector<std::size_t> most;
        std::vector<std::size_t> next;
        for (const std::size_t node : level) {
            if (m_nodes[node].children() > 0)
                parents.push_back(node);
            next.insert(next.end(), m_nodes[node].below.begin(), m_nodes[node].below.end());
        }
        std::size_t room = TaskFlow::most - m_nodes.size();
        for (std::size_t i = 0; i < parents.size(); ++i) {
            const std::size_t share = (room + parents.size() - i - 1) / (parents.size() - i);
            const auto own = std::min(share, std::size_t(m_nodes[parents[i]].children()));
            most.push_back(own == 0 ? 0 : own + m_nodes[parents[i]].below.size());
            room -= own;
        }
        const auto children = childrenOf(parents, most);
        if (!children)
            return children.error();
        for (std::size_t i = 0; i < parents.size(); ++i) {
            for (const QByteArray& child : (*children)[i]) {
                if (m_nodes[parents[i]].below.size() < most[i] && m_nodes.size() < TaskFlow::most
                    && !m_known.count(child))
                    next.push_back(add(child, parents[i]));
            }
        }
        level = std::move(next);
    }
    return {};
}

FlowTask BullmqFlow::taskOf(const QByteArray& key) const
{
    const JobKey names = readKey(key, m_spec.prefix);
    FlowTask task;
    task.queue = names.queue;
    task.id = names.id;
    if (names.prefix != m_spec.prefix) {
        BullmqSpec other;
        other.prefix = names.prefix;
        task.layout = names.prefix.isEmpty() ? QByteArray("?") : other.text().toUtf8();
    }
    return task;
}

/// Sets the tasks' states and types.
Result<> BullmqFlow::tellPlaces(std::vector<FlowTask>& tasks, const std::vector<QByteArray>& keys)
{
    std::vector<JobPlaces::Job> jobs;
    std::vector<Command> pipeline;
    for (const QByteArray& key : keys) {
        const JobKey names = readKey(key, m_spec.prefix);
        std::vector<TaskSource> sources = bullmqSources(key.chopped(names.id.size()), {});
        std::erase_if(sources, [](const TaskSource& source) { return source.state == TaskState::Trash; });
        jobs.push_back({std::move(sources), key, names.id});
        pipeline.push_back({"HMGET", key, "name"});
        pipeline.push_back({"EXISTS", key + ":lock"});
    }
    const auto places = JobPlaces::find(m_client, jobs, m_now);
    if (!places)
        return places.error();
    const auto fields = m_client.pipeline(pipeline);
    if (!fields)
        return fields.error();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Reply& name = (*fields)[2 * i];
        if (name.items.size() == 1)
            tasks[i].type = name.items.front().bytes.left(Task::previewBytes);
        const JobPlaces::Place& place = (*places)[i];
        if (!place) {
            tasks[i].forbidden = true;
            continue;
        }
        if (!*place)
            continue;
        tasks[i].state = (*place)->state;
        tasks[i].nativeState = jobs[i].sources[(*place)->source].word;
        if ((*place)->state == TaskState::Leased && (*fields)[2 * i + 1].integer == 0)
            tasks[i].nativeState = "stalled";
    }
    return {};
}

/// Returns the tree in display order.
Result<TaskFlow> BullmqFlow::told()
{
    TaskFlow flow;
    flow.goesHigher = m_goesHigher;
    std::vector<QByteArray> keys;
    const std::function<void(std::size_t, int)> tell = [&](std::size_t node, int parent) {
        Node& own = m_nodes[node];
        const int at = int(flow.tasks.size());
        flow.tasks.push_back(taskOf(own.key));
        flow.tasks.back().parent = parent;
        flow.tasks.back().more = std::max<qint64>(0, own.children() - qint64(own.below.size()));
        keys.push_back(own.key);
        std::sort(own.below.begin(), own.below.end(), [this](std::size_t a, std::size_t b) {
            return isBefore(readKey(m_nodes[a].key, m_spec.prefix), readKey(m_nodes[b].key, m_spec.prefix));
        });
        for (const std::size_t child : own.below)
            tell(child, at);
    };
    tell(0, -1);
    if (const auto placed = tellPlaces(flow.tasks, keys); !placed)
        return placed.error();
    return flow;
}

Result<TaskFlow> BullmqFlow::read(const QueueName& queue, const TaskId& id)
{
    if (const auto climbed = climb(m_spec.base(queue) + id); !climbed)
        return climbed.error();
    if (const auto descended = descend(); !descended)
        return descended.error();
    if (m_nodes.size() == 1 && m_nodes.front().children() == 0)
        return TaskFlow();
    return told();
}

} // namespace dueline
