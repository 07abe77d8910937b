// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custominspector.h"
#include "core/layouts/described/describedhome.h"
#include "core/layouts/native/nativebroker.h"
#include "core/layouts/native/nativeeditor.h"

#include <QDeadlineTimer>

#include <memory>

namespace dueline {

/// Claimed tasks of one described queue: a native queue (see NativeOverlay) with the tasks that Dueline's workers have
/// taken from the keys in the layout file.
struct RunQueue
{
    RunQueue(RedisClient& client, DescribedInspector& inspector, const QueueName& queue, const QByteArray& session);

    /// Creates the native queue if it does not exist. Errors: those of NativeScripts::prepare().
    Result<> make();

    QueueName name;
    NativeScripts scripts;
    DescribedHome home;
    CustomInspector both; ///< reads the tasks in the keys of the file and the claimed tasks as one list
    NativeInspector inspector;
    NativeEditor editor;
    NativeBroker broker;
};

/// Claimed tasks of all queues of a described layout. A set lists the queues that have ever had claimed tasks.
class RunQueues
{
public:
    RunQueues(RedisClient& client, std::shared_ptr<const Description> description, DescribedInspector& inspector,
        QByteArray session);

    /// Returns the claimed tasks of a queue; null for the queue that represents the places shared by all queues.
    RunQueue* of(const QueueName& queue);
    /// Returns the listed queues. Errors: those of RedisClient::call().
    Result<std::vector<QueueName>> names();
    /// Returns the claimed tasks of a queue if the queue is listed; null if it is not, or if the user is not allowed to
    /// read the list. Reads of other queues therefore need no scripts. Errors: those of RedisClient::call().
    Result<RunQueue*> listed(const QueueName& queue);
    /// Adds a queue to the list, at most once per minute. Errors: those of RedisClient::call().
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
    std::map<QueueName, QDeadlineTimer> m_listed; ///< times until which queues need not be listed again
};

} // namespace dueline
