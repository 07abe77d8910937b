// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/text/notice.h"

#include <QObject>
#include <QPointer>

#include <memory>

namespace dueline {

class Connection;

/// What came of tasks that were to be added.
struct AddedTasks
{
    QString connection; ///< id
    QueueName queue;
    qint64 asked = 0;
    qint64 added = 0;
    bool uniqueHeld = false; ///< the only one was not added, since an earlier task holds its unique key
    std::vector<TaskRef> tasks = {}; ///< as they are there now, where they are few
};

/// Adds tasks for the window, many in bounded steps, and says what came of it.
class TaskAdding : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void add(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks);

    static constexpr std::size_t few = 20; ///< that are looked at after they were added

Q_SIGNALS:
    void added(const dueline::AddedTasks& tasks);
    void noticed(const dueline::Notice& notice);

private:
    struct Work;

    void runForTimeSlice(const QPointer<Connection>& connection, const std::shared_ptr<Work>& work);
};

} // namespace dueline
