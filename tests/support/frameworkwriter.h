// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "tests/support/redisserver.h"

#include <QStringList>

#include <memory>

namespace dueline {

/// A job as a framework shall have it.
struct WrittenJob
{
    TaskId id;
    TaskState state = TaskState::Due; ///< a state that the writer does not have is not written
    QByteArray type = "send";
    QByteArray payload = "[]"; ///< JSON, an array where the framework wants arguments
    TimePoint at = {}; ///< when it is due, or when it ended
    QByteArray error = "Error: it broke"; ///< of one that failed
};

/// Writes jobs into the keys of a framework, with plain commands, as its own clients and workers leave them. Without
/// any peer, so what is written says nothing about the framework; tests beside live peers do that.
class FrameworkWriter
{
public:
    explicit FrameworkWriter(RedisServer& server)
        : m_server(server)
    { }
    virtual ~FrameworkWriter() = default;

    /// As `--layout` names it.
    virtual QByteArray layout() const = 0;
    /// The place of what all queues share; empty: there is none.
    virtual QueueName shared() const { return {}; }
    /// Where jobs of `queue` in that state stand: the queue itself, or the shared place.
    virtual QueueName placeOf(const QueueName& queue, TaskState) const { return queue; }
    /// The state of jobs that wait for their time, which others may share.
    virtual TaskState later() const { return TaskState::Scheduled; }
    /// The states of which it writes jobs.
    virtual StateSet states() const = 0;
    virtual void write(const QueueName& queue, const WrittenJob& job) = 0;
    /// What `duectl acl` has to be told besides the layout, for a queue.
    virtual QStringList aclOptions(const QueueName&) const { return {}; }
    /// A job that others belong to, which fill() writes, too; empty: there is no such thing.
    virtual TaskId parent() const { return {}; }
    /// `count` jobs of each state, called as filledId() says.
    void fill(const QueueName& queue, int count);
    static TaskId filledId(TaskState state, int number);

    /// One of each framework that is read.
    static std::vector<QByteArray> layouts();
    static std::unique_ptr<FrameworkWriter> of(const QByteArray& layout, RedisServer& server);

protected:
    virtual void writeParent(const QueueName&) { }
    RedisServer& server() { return m_server; }
    qint64 nowMs();

private:
    RedisServer& m_server;
};

} // namespace dueline
