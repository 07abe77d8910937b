// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// A search of one queue for tasks whose id contains a text, step by step on the background lane. It ends once enough
/// tasks are found, all were examined, or the text changes.
class TaskSearch : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t enough = 12;

    TaskSearch(Connection& connection, QueueName queue, QObject* parent = nullptr);

    /// Searches for `part`, case-sensitively; `*` matches anything. Starts once typing has paused. Text too short to
    /// identify a task is answered immediately, with no tasks.
    void look(const QString& part);

Q_SIGNALS:
    /// Emitted with the tasks found so far for the last search. `complete`: no more follow.
    void found(const QString& part, const std::vector<dueline::Task>& tasks, bool complete);

private:
    void begin();
    void step();

    QPointer<Connection> m_connection;
    SearchRequest m_request;
    QString m_part;
    std::vector<Task> m_tasks;
    QTimer m_pause; ///< runs while the user types
    int m_generation = 0;
};

} // namespace dueline
