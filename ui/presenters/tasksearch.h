// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Looks for the tasks of one queue whose id has a part in it: step by step on the background lane, so that nothing
/// waits for it, until enough are found, everything was looked at, or something else is asked for.
class TaskSearch : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t enough = 12;

    TaskSearch(Connection& connection, QueueName queue, QObject* parent = nullptr);

    /// Case matters, as in ids; `*` stands for anything. Answers once nothing else was asked for a moment. Text that is
    /// too short to mean a task is answered at once, with none.
    void look(const QString& part);

Q_SIGNALS:
    /// What was found so far for the last part asked for; `complete`: there will be no more.
    void found(const QString& part, const std::vector<dueline::Task>& tasks, bool complete);

private:
    void begin();
    void step();

    QPointer<Connection> m_connection;
    SearchRequest m_request;
    QString m_part;
    std::vector<Task> m_tasks;
    QTimer m_pause; ///< while somebody types
    int m_generation = 0;
};

} // namespace dueline
