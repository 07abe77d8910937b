// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/widgets/messagebar.h"

#include <QPointer>

#include <memory>

namespace dueline {

class Connection;

/// Adds tasks for the window, many in bounded steps, and says how many were new.
class TaskAdding : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void add(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks);

Q_SIGNALS:
    void noticed(const dueline::Notice& notice);

private:
    struct Work;

    void takeTurn(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work);
    void tell(const Work& work, const QString& connection);
};

} // namespace dueline
