// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobworkers.h"

#include "core/layouts/port/eachmaster.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QByteArrayList>

#include <algorithm>
#include <thread>

namespace dueline {

namespace {

constexpr std::size_t queuesPerRead = 500;

/// Returns the value of a field in a line of the CLIENT LIST reply (`name=value name=value …`).
QByteArray fieldOf(const QByteArray& line, QByteArrayView name)
{
    for (const QByteArray& word : line.split(' ')) {
        if (word.size() > name.size() && word.startsWith(name) && word[name.size()] == '=')
            return word.mid(name.size() + 1);
    }
    return {};
}

bool isListening(const QByteArray& line)
{
    return fieldOf(line, "sub").toInt() > 0 || fieldOf(line, "psub").toInt() > 0;
}

/// Returns whether an error means that the user isn't allowed to read the data or that the server lacks the command.
bool isHidden(const Error& error) { return error.code == ErrorCode::Permission || error.code == ErrorCode::Server; }

qint64 connectedClients(const Reply& info)
{
    for (const QByteArray& line : info.bytes.split('\n')) {
        if (line.startsWith("connected_clients:"))
            return line.mid(18).trimmed().toLongLong();
    }
    return -1;
}

} // namespace

JobWorkers::JobWorkers(RedisClient& client, QByteArray prefix, Traces traces)
    : m_client(client)
    , m_prefix(std::move(prefix))
    , m_traces(std::move(traces))
{ }

void JobWorkers::forget()
{
    m_readAt.reset();
    m_toldAt.reset();
}

void JobWorkers::settle()
{
    if (m_settled++ >= mostSettled)
        return;
    std::this_thread::sleep_for(settling);
    forget();
}

std::optional<JobWorkers::Connection> JobWorkers::connectionOf(const QByteArray& line, TimePoint now) const
{
    const QByteArray name = fieldOf(line, "name");
    if (!name.startsWith(m_prefix + ':'))
        return std::nullopt;
    const QByteArray rest = name.mid(m_prefix.size() + 1);
    const qsizetype end = rest.indexOf(':');
    const bool isNamed = end > 0 && rest.mid(end).startsWith(":w:");
    if (end >= 0 && !isNamed) // connections with other suffixes receive events or wait for flows
        return std::nullopt;
    const auto queue = QByteArray::fromBase64Encoding(
        isNamed ? rest.left(end) : rest, QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!queue || queue.decoded.isEmpty())
        return std::nullopt;
    Connection connection;
    connection.queue = queue.decoded;
    WorkerInfo& worker = connection.worker;
    const QByteArray address = fieldOf(line, "addr");
    worker.id = isNamed ? rest.mid(end + 3) : address + '#' + fieldOf(line, "id");
    worker.host = address.left(address.lastIndexOf(':'));
    worker.startedAt = now - std::chrono::seconds(std::max<qint64>(fieldOf(line, "age").toLongLong(), 0));
    worker.seenAt = now;
    worker.queues = {connection.queue};
    worker.knownBy = WorkerInfo::KnownBy::Connection;
    const QByteArray command = fieldOf(line, "cmd");
    connection.sign.waits = command == "bzpopmin" || command == "brpoplpush" || command == "blmove";
    connection.sign.isBlocked = fieldOf(line, "flags").contains('b');
    connection.sign.idle = std::chrono::seconds(fieldOf(line, "idle").toLongLong());
    return connection;
}

Result<> JobWorkers::readNode(RedisClient& node, TimePoint now)
{
    const auto info = node.call({"INFO", "clients"});
    if (!info)
        return info.error();
    if (connectedClients(*info) > mostClients) {
        m_isSeen = false;
        return {};
    }
    const auto list = node.call({"CLIENT", "LIST"});
    if (!list)
        return list.error();
    std::vector<QByteArray> lines;
    /// number of connections still to be skipped, by queue: a Bull 3 worker has three connections but is listed once
    std::map<QueueName, int> spare;
    for (const QByteArray& line : list->bytes.split('\n')) {
        const auto connection = connectionOf(line, now);
        if (!connection)
            continue;
        lines.push_back(line);
        // Bull 3 gives all three connections of a worker the same name, but only one of them listens.
        if (isListening(line))
            spare[connection->queue] += 2;
    }
    for (const QByteArray& line : lines) {
        auto connection = connectionOf(line, now);
        if (!isListening(line) && spare[connection->queue] > 0) {
            --spare[connection->queue];
            continue;
        }
        WorkerInfo& worker = connection->worker;
        const bool isKnown = std::any_of(m_connections.begin(), m_connections.end(),
            [&worker](const Connection& other) { return other.worker.id == worker.id; });
        if (isKnown) // all connections of a worker may share one name, so append the connection id
            worker.id += '#' + fieldOf(line, "id");
        m_connections.push_back(*std::move(connection));
    }
    return {};
}

Result<> JobWorkers::readConnections(TimePoint now)
{
    const auto here = std::chrono::steady_clock::now();
    if (m_readAt && here - *m_readAt < believedFor)
        return {};
    m_connections.clear();
    m_isSeen = true;
    const auto read = onEachMaster(m_client, [this, now](RedisClient& node) { return readNode(node, now); });
    if (!read && !isHidden(read.error()))
        return read;
    m_isSeen = m_isSeen && read.ok();
    if (!m_isSeen)
        m_connections.clear();
    m_readAt = here;
    return {};
}

Result<bool> JobWorkers::addListening(const std::vector<QueueName>& queues, std::vector<WorkerInfo>& workers)
{
    if (m_client.config().topology == Topology::Cluster) // each node counts only its own connections
        return false;
    for (std::size_t from = 0; from < queues.size(); from += queuesPerRead) {
        const std::size_t until = std::min(queues.size(), from + queuesPerRead);
        Command command{"PUBSUB", "NUMSUB"};
        for (std::size_t i = from; i < until; ++i)
            command.push_back(m_prefix + ':' + queues[i] + ':' + m_traces.channel);
        const auto counts = m_client.call(command);
        if (!counts)
            return isHidden(counts.error()) ? Result<bool>(false) : counts.error();
        for (std::size_t i = from; i < until && 2 * (i - from) + 1 < counts->items.size(); ++i) {
            constexpr qint64 most = 100;
            for (qint64 k = 1; k <= std::min(most, counts->items[2 * (i - from) + 1].integer); ++k) {
                WorkerInfo worker;
                worker.id = queues[i] + '#' + number(k);
                worker.queues = {queues[i]};
                worker.knownBy = WorkerInfo::KnownBy::Subscription;
                workers.push_back(std::move(worker));
            }
        }
    }
    return true;
}

/// Adds the workers named in running jobs, unless their connections are already known. A worker counts as lost if none
/// of its jobs is locked.
Result<> JobWorkers::addNamesInJobs(
    const std::vector<QueueName>& queues, TimePoint now, std::vector<WorkerInfo>& workers)
{
    struct Running
    {
        QueueName queue;
        QByteArray hash;
    };
    std::vector<Running> running;
    for (std::size_t from = 0; from < queues.size(); from += queuesPerRead) {
        const std::size_t until = std::min(queues.size(), from + queuesPerRead);
        std::vector<Command> pipeline;
        for (std::size_t i = from; i < until; ++i)
            pipeline.push_back({"LRANGE", m_prefix + ':' + queues[i] + ":active", "0", number(jobsPerQueue - 1)});
        const auto ids = m_client.pipeline(pipeline);
        if (!ids)
            return ids.error();
        for (std::size_t i = from; i < until; ++i) {
            for (const Reply& id : (*ids)[i - from].items)
                running.push_back({queues[i], m_prefix + ':' + queues[i] + ':' + id.bytes});
        }
    }
    std::map<std::pair<QByteArray, QueueName>, WorkerInfo> named;
    for (std::size_t from = 0; from < running.size(); from += queuesPerRead) {
        const std::size_t until = std::min(running.size(), from + queuesPerRead);
        std::vector<Command> pipeline;
        for (std::size_t i = from; i < until; ++i) {
            pipeline.push_back({"HGET", running[i].hash, "pb"});
            pipeline.push_back({"PTTL", running[i].hash + ":lock"});
        }
        const auto replies = m_client.pipeline(pipeline);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < until; ++i) {
            const Reply& name = (*replies)[2 * (i - from)];
            const bool isLocked = (*replies)[2 * (i - from) + 1].integer >= 0;
            if (!name.isBytes() || name.bytes.isEmpty())
                continue;
            WorkerInfo& worker = named[{name.bytes, running[i].queue}];
            worker.lost = (worker.id.isEmpty() || worker.lost) && !isLocked;
            worker.id = name.bytes;
            worker.queues = {running[i].queue};
            worker.knownBy = WorkerInfo::KnownBy::Job;
            worker.seenAt = isLocked ? now : TimePoint();
            ++worker.running;
        }
    }
    for (auto& [key, worker] : named) {
        const auto listed = std::find_if(workers.begin(), workers.end(), [&worker = worker](const WorkerInfo& other) {
            return other.id == worker.id && other.queues == worker.queues;
        });
        if (listed == workers.end())
            workers.push_back(std::move(worker));
        else
            listed->running = worker.running;
    }
    return {};
}

Result<std::vector<WorkerInfo>> JobWorkers::of(const std::vector<QueueName>& queues, TimePoint now)
{
    const auto here = std::chrono::steady_clock::now();
    if (m_toldAt && here - *m_toldAt < believedFor && m_toldQueues == queues)
        return m_told;
    if (const auto read = readConnections(now); !read)
        return read.error();
    const std::vector<QueueName> asked(queues.begin(), queues.begin() + qptrdiff(std::min(queues.size(), mostQueues)));
    const std::set<QueueName> wanted(queues.begin(), queues.end());
    std::vector<WorkerInfo> workers;
    for (const Connection& connection : m_connections) {
        if (wanted.count(connection.queue))
            workers.push_back(connection.worker);
    }
    if (!m_isSeen && !m_traces.channel.isEmpty()) {
        if (const auto added = addListening(asked, workers); !added)
            return added.error();
    }
    if (m_traces.namesInJobs) {
        if (const auto added = addNamesInJobs(asked, now, workers); !added)
            return added.error();
    }
    m_toldAt = here;
    m_toldQueues = queues;
    m_told = workers;
    return workers;
}

Result<std::optional<bool>> JobWorkers::serve(const QueueName& queue, TimePoint now)
{
    if (const auto read = readConnections(now); !read)
        return read.error();
    const bool isListed = std::any_of(m_connections.begin(), m_connections.end(),
        [&queue](const Connection& connection) { return connection.queue == queue; });
    if (m_isSeen || m_traces.channel.isEmpty())
        return m_isSeen ? std::optional(isListed) : std::nullopt;
    std::vector<WorkerInfo> listening;
    const auto told = addListening({queue}, listening);
    if (!told)
        return told.error();
    return *told ? std::optional(!listening.empty()) : std::nullopt;
}

std::vector<JobWorkers::Sign> JobWorkers::signsOf(const QueueName& queue) const
{
    std::vector<Sign> signs;
    for (const Connection& connection : m_connections) {
        if (connection.queue == queue)
            signs.push_back(connection.sign);
    }
    return signs;
}

} // namespace dueline
