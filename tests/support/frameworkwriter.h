// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "tests/support/redisserver.h"

#include <QStringList>

#include <memory>

namespace dueline {

/// Job to write into a framework's keys.
struct WrittenJob
{
    TaskId id;
    TaskState state = TaskState::Due; ///< the job's state; not written if the writer doesn't support it
    QByteArray type = "send";
    QByteArray payload = "[]"; ///< JSON text; must be an array if the framework stores arguments
    TimePoint at = {}; ///< when the job is due or ended
    QByteArray error = "Error: it broke"; ///< error of a failed job
};

/// Writes jobs into a framework's keys with plain commands, just as the framework's clients and workers would store
/// them. The framework itself is not involved, so only tests with live peers prove anything about it.
class FrameworkWriter
{
public:
    explicit FrameworkWriter(RedisServer& server)
        : m_server(server)
    { }
    virtual ~FrameworkWriter() = default;

    /// Returns the layout's name for `--layout`.
    virtual QByteArray layout() const = 0;
    /// Returns the name of the pseudo-queue that all queues share, or an empty name.
    virtual QueueName shared() const { return {}; }
    /// Returns where Dueline lists the jobs of `queue` in a state: the queue itself, or the shared pseudo-queue.
    virtual QueueName placeOf(const QueueName& queue, TaskState) const { return queue; }
    /// Returns the state that delayed jobs are in. It may contain other jobs too.
    virtual TaskState later() const { return TaskState::Scheduled; }
    /// Returns the states that the writer can create jobs in.
    virtual StateSet states() const = 0;
    virtual void write(const QueueName& queue, const WrittenJob& job) = 0;
    /// Returns the options that `duectl acl` needs for a queue in addition to the layout.
    virtual QStringList aclOptions(const QueueName&) const { return {}; }
    /// Returns the id of the job that fill() writes as the parent of other jobs, or an empty id.
    virtual TaskId parent() const { return {}; }
    /// Writes `count` jobs in each state, with ids from filledId().
    void fill(const QueueName& queue, int count);
    static TaskId filledId(TaskState state, int number);

    /// Returns one layout of each supported framework.
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
