// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/bullmq/bullmqevents.h"

#include "core/layouts/bullmq/bullmqwords.h"
#include "core/layouts/shared/bull/bulljob.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <map>

namespace dueline {

namespace {

constexpr qsizetype longestEventText = 1024;

QByteArray streamOf(const QByteArray& base) { return base + "events"; }

/// Returns the outcome in a stream entry; nullopt if there is none.
std::optional<Outcome> endOf(const std::vector<Reply>& fields)
{
    std::map<QByteArrayView, QByteArray> values;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
        values[fields[i].bytes] = fields[i + 1].bytes;
    Outcome outcome;
    outcome.id = values["jobId"];
    if (outcome.id.isEmpty())
        return std::nullopt;
    if (values["event"] == "completed") {
        outcome.outcome = "done";
        outcome.output = values["returnvalue"].left(longestEventText);
    } else if (values["event"] == "failed") {
        outcome.outcome = "failed";
        outcome.error = values["failedReason"].left(longestEventText);
    } else {
        return std::nullopt;
    }
    return outcome;
}

} // namespace

Result<std::unique_ptr<EventSource>> BullmqEvents::make(
    RedisClient& client, const BullmqSpec& spec, const std::vector<QueueName>& queues)
{
    if (client.config().topology == Topology::Cluster) {
        return Error{ErrorCode::NotSupported, bullmqwords::eventsAreOnSeveralNodes()};
    }
    return std::unique_ptr<EventSource>(new BullmqEvents(client, spec, queues));
}

BullmqEvents::BullmqEvents(RedisClient& client, const BullmqSpec& spec, const std::vector<QueueName>& queues)
    : m_client(client)
    , m_connection(client.config())
{
    for (std::size_t i = 0; i < queues.size() && i < mostFollowed; ++i)
        m_streams.push_back({queues[i], spec.base(queues[i])});
}

Result<> BullmqEvents::open()
{
    if (auto opened = m_connection.open(); !opened)
        return opened;
    std::vector<Command> pipeline;
    for (const Stream& stream : m_streams)
        pipeline.push_back({"XREVRANGE", streamOf(stream.base), "+", "-", "COUNT", "1"});
    const auto replies = m_connection.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<Stream> readable;
    std::optional<Error> refused;
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        const Reply& newest = (*replies)[i];
        if (newest.isError()) { // the key has the wrong type, or the user isn't allowed to read it
            refused = errorFromReply(newest.bytes);
            continue;
        }
        Stream stream = m_streams[i];
        if (stream.last.isEmpty()) {
            const bool isEmpty = newest.items.empty() || newest.items[0].items.empty();
            stream.last = isEmpty ? QByteArray("0-0") : newest.items[0].items[0].bytes;
        }
        readable.push_back(std::move(stream));
    }
    if (readable.empty() && refused)
        return *refused;
    m_streams = std::move(readable);
    return {};
}

Result<std::optional<QueueEvent>> BullmqEvents::next(Millis timeout)
{
    // Keep waiting after a skipped entry: callers stop reading if no outcome is returned.
    const QDeadlineTimer deadline(timeout);
    while (m_pending.empty()) {
        const Millis left(std::max<qint64>(0, deadline.remainingTime()));
        if (auto done = this->read(left); !done)
            return done.error();
        if (deadline.hasExpired())
            break;
    }
    if (m_pending.empty())
        return std::optional<QueueEvent>();
    QueueEvent event = std::move(m_pending.front());
    m_pending.pop_front();
    return std::optional(std::move(event));
}

Result<> BullmqEvents::read(Millis timeout)
{
    if (!m_connection.isOpen())
        return Error{ErrorCode::Disconnected, bullmqwords::connectionIsClosed()};
    Command command{"XREAD", "COUNT", QByteArray::number(perRead)};
    if (timeout.count() > 0) // BLOCK 0 would wait forever
        command.insert(command.end(), {"BLOCK", QByteArray::number(timeout.count())});
    command.push_back("STREAMS");
    for (const Stream& stream : m_streams)
        command.push_back(streamOf(stream.base));
    for (const Stream& stream : m_streams)
        command.push_back(stream.last);
    const auto reply = m_connection.call(command);
    if (!reply)
        return reply.error();
    std::vector<Ended> ended;
    for (const Reply& read : reply->items) {
        if (read.items.size() != 2)
            return unexpectedReply();
        const auto stream = std::find_if(m_streams.begin(), m_streams.end(),
            [&read](const Stream& one) { return streamOf(one.base) == read.items[0].bytes; });
        if (stream == m_streams.end())
            return unexpectedReply();
        for (const Reply& entry : read.items[1].items) {
            if (entry.items.size() != 2)
                return unexpectedReply();
            stream->last = entry.items[0].bytes;
            if (auto outcome = endOf(entry.items[1].items))
                ended.push_back({std::size_t(stream - m_streams.begin()), *std::move(outcome)});
        }
    }
    complete(ended);
    for (const Ended& one : ended)
        m_pending.push_back({QueueEvent::Kind::Results, m_streams[one.stream].queue, encodeOutcomes({one.outcome})});
    return {};
}

/// Adds data from the jobs' hashes to the outcomes. A job that was removed when it ended has no hash, so only its
/// stream entry is available.
void BullmqEvents::complete(std::vector<Ended>& ended)
{
    JobWords words;
    words.attemptsMade = "atm";
    std::vector<Command> pipeline;
    for (const Ended& one : ended)
        pipeline.push_back(BullJob::fieldsOf(m_streams[one.stream].base + one.outcome.id, words));
    if (pipeline.empty())
        return;
    const auto hashes = m_client.pipeline(pipeline);
    if (!hashes)
        return;
    for (std::size_t i = 0; i < ended.size(); ++i) {
        Outcome& outcome = ended[i].outcome;
        const BullJob job = BullJob::read((*hashes)[i]);
        outcome.type = job.name;
        outcome.worker = job.worker;
        outcome.attempt = std::max(job.attemptsMade, 1);
        if (job.processedAt && job.finishedAt)
            outcome.ran = std::max(Millis(0), *job.finishedAt - *job.processedAt);
        if (job.processedAt && job.addedAt && outcome.attempt == 1)
            outcome.late = std::max(Millis(0), *job.processedAt - *job.addedAt - job.delay);
    }
}

} // namespace dueline
