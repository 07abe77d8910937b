// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/notice.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace dueline {

class Connection;

/// Outcome of adding tasks.
struct AddedTasks
{
    QString connection; ///< id of the connection
    QueueName queue;
    qint64 asked = 0;
    qint64 added = 0;
    bool uniqueHeld = false; ///< true if the only task to add was rejected because an earlier task holds its unique key
    std::vector<TaskRef> tasks = {}; ///< references to the new tasks if there are no more than `few`
};

/// Commands that add tasks in small steps and report the outcome.
class TaskAdding : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void add(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks);

    /// Maximum number of added tasks to read back. If there are more, none are read back.
    static constexpr std::size_t few = 20;

Q_SIGNALS:
    void added(const dueline::AddedTasks& tasks);
    void noticed(const dueline::Notice& notice);

private:
    struct Work;

    void runForTimeSlice(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work);
};

} // namespace dueline
