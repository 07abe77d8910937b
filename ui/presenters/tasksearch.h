// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Search of one queue for tasks whose ids contain a string, in steps on the background lane. It ends when the maximum
/// number of tasks has been found, all tasks have been examined, or the string changes.
class TaskSearch : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t enough = 12;

    TaskSearch(Connection& connection, QueueName queue, QObject* parent = nullptr);

    /// Searches for `part`, which is case-sensitive; `*` matches any text. The search starts when the user stops
    /// typing. If the text is too short to identify a task, an empty result is reported immediately.
    void look(const QString& part);

Q_SIGNALS:
    /// Emitted with the tasks found so far. `complete`: true if the search has ended.
    void found(const QString& part, const std::vector<dueline::Task>& tasks, bool complete);

private:
    void begin();
    void step();

    QPointer<Connection> m_connection;
    SearchRequest m_request;
    QString m_part;
    std::vector<Task> m_tasks;
    QTimer m_pause; ///< timer that delays the search while the user types
    int m_generation = 0;
};

} // namespace dueline
