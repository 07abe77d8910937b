// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueeditor.h"
#include "ui/text/notice.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <map>
#include <memory>

namespace dueline {

class Connection;

/// Operator actions that cancel, release or extend leases in any number of queues. Each edit affects only the lease
/// that was displayed. Edits are recorded in each queue and reported in a single notice.
class LeaseEdits : public QObject
{
    Q_OBJECT

public:
    using Chosen = std::map<QueueName, std::vector<TaskRef>>;
    using QObject::QObject;

    void cancel(Connection& connection, const Chosen& chosen);
    void release(Connection& connection, const Chosen& chosen);
    /// Makes the leases expire `leaseFor` from now, according to the server's clock.
    void extend(Connection& connection, const Chosen& chosen, Millis leaseFor);

Q_SIGNALS:
    /// Emitted when an edit has finished or failed.
    void noticed(const dueline::Notice& notice);

private:
    struct Edit
    {
        QByteArray kind; ///< operation kind; see OperationRecord
        QString icon;
        std::function<Result<ItemOutcome>(QueueEditor&, const QueueName&, const TaskRef&)> act;
        std::function<QString(int)> done; ///< returns the message for this many edited leases, in the past tense
    };
    struct Work;

    void begin(Connection& connection, const Chosen& chosen, Edit edit);
    void step(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work);
};

} // namespace dueline
