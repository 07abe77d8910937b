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

/// What an operator does to leases, of any number of queues at once: asks workers to stop, takes leases away, gives
/// more time. Each acts on the lease that was seen, and on no later one; what was done is recorded with each queue and
/// told in one notice.
class LeaseEdits : public QObject
{
    Q_OBJECT

public:
    using Chosen = std::map<QueueName, std::vector<TaskRef>>;
    using QObject::QObject;

    void cancel(Connection& connection, const Chosen& chosen);
    void release(Connection& connection, const Chosen& chosen);
    /// Lets them end `leaseFor` from the server's now.
    void extend(Connection& connection, const Chosen& chosen, Millis leaseFor);

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
    struct Work;

    void begin(Connection& connection, const Chosen& chosen, Edit edit);
    void step(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work);
};

} // namespace dueline
