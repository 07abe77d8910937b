// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueeditor.h"
#include "ui/widgets/messagebar.h"

#include <QObject>

#include <functional>

namespace dueline {

class Connection;

/// What an operator does to leases: asks workers to stop, takes leases away, gives more time. Each acts on the lease
/// that was seen, and on no later one; what was done is recorded with the queue and told in a notice.
class LeaseEdits : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void cancel(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs);
    void release(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs);
    /// Lets them end `leaseFor` from the server's now.
    void extend(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs, Millis leaseFor);

Q_SIGNALS:
    /// It is over, or went wrong.
    void noticed(const dueline::Notice& notice);

private:
    struct Edit
    {
        QByteArray kind; ///< as OperationRecord's
        QString icon;
        std::function<Result<ItemOutcome>(QueueEditor&, const QueueName&, const TaskRef&)> act;
        std::function<QString(int)> done; ///< in the past tense
    };

    void run(Connection& connection, const QueueName& queue, const std::vector<TaskRef>& refs, Edit edit);
};

} // namespace dueline
