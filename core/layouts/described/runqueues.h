// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custominspector.h"
#include "core/layouts/described/describedhome.h"
#include "core/layouts/native/nativebroker.h"
#include "core/layouts/native/nativeeditor.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

/// Claimed tasks from one described queue: a native queue (see NativeOverlay) with the tasks that Dueline's workers
/// have taken from the layout file's keys.
struct RunQueue
{
    RunQueue(RedisClient& client, DescribedInspector& inspector, const QueueName& queue, const QByteArray& session);

    /// Creates the native queue if it doesn't exist. Errors: same as NativeScripts::prepare().
    Result<> make();

    QueueName name;
    NativeScripts scripts;
    DescribedHome home;
    CustomInspector both; ///< reads the tasks in the file's keys and the claimed tasks as one list
    NativeInspector inspector;
    NativeEditor editor;
    NativeBroker broker;
};

/// Claimed tasks from all queues of a described layout. A set lists every queue that has ever had claimed tasks.
class RunQueues
{
public:
    RunQueues(RedisClient& client, std::shared_ptr<const Description> description, DescribedInspector& inspector,
        QByteArray session);

    /// Returns a queue's claimed tasks; null for the queue that represents the places shared by all queues.
    RunQueue* of(const QueueName& queue);
    /// Returns the listed queues. Errors: same as RedisClient::call().
    Result<std::vector<QueueName>> names();
    /// Returns a queue's claimed tasks if the queue is listed; null if it isn't, or if the user isn't allowed to read
    /// the list. Queues that aren't listed can be read without scripts. Errors: same as RedisClient::call().
    Result<RunQueue*> listed(const QueueName& queue);
    /// Adds a queue to the list, at most once per minute. Errors: same as RedisClient::call().
    Result<> enlist(const QueueName& queue);
    void reconnected();

    RedisClient& client() const { return m_client; }
    const Description& description() const { return *m_description; }
    DescribedInspector& inspector() const { return m_inspector; }

private:
    QByteArray listKey() const { return m_inspector.overlayOf(m_inspector.places().shared()).overlay + "running"; }

    RedisClient& m_client;
    std::shared_ptr<const Description> m_description;
    DescribedInspector& m_inspector;
    QByteArray m_session;
    std::map<QueueName, std::unique_ptr<RunQueue>> m_queues;
    std::map<QueueName, QDeadlineTimer> m_listed; ///< time after which each queue must be listed again
};

} // namespace dueline
