// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/samplemodel.h"

#include <QDeadlineTimer>
#include <QPointer>

namespace dueline {

class Connection;
class PanelTable;
class Theme;

/// Table of the newest failed tasks in a failure group. Also reads the details of the selected task, including its full
/// error. When the group changes, the tasks are reread, at most once every five seconds, until the user selects one.
/// The displayed details change only when the user selects another task.
class FailureGroupSamples : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t few = 3;
    static constexpr std::size_t many = 8; ///< number of rows on a very wide page

    static constexpr int leastHeight = 60; ///< minimum height of the table in pixels

    /// Creates the table. The table widget has no parent; the caller adds it to a layout. `parent`: owner of this
    /// object.
    FailureGroupSamples(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    SampleModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }
    /// Sets the number of rows: `few` or `many`.
    void setMost(std::size_t most);
    /// Returns the height needed to show all rows.
    int tableHeight() const;

    /// Removes all rows. Call this before showing a different group.
    void clear();
    /// Reads the group's newest tasks if they may have changed.
    void follow(Connection* connection, const FailureGroup& group, TimePoint now);
    /// Returns the details of the selected task; nullopt until they have been read.
    const std::optional<TaskDetail>& detail() const { return m_detail; }
    const QueueName& queue() const { return m_queue; } ///< queue of the task in detail()
    const QByteArray& payload() const { return m_payload; } ///< beginning of the task's payload

Q_SIGNALS:
    /// Emitted when the details of the selected task have been read.
    void detailRead();
    /// Emitted when the user presses Return on a task or double-clicks it.
    void taskRequested(const dueline::QueueName& queue, const dueline::TaskId& id);

private:
    void take(const std::vector<RecentFailures::Found>& tasks);
    void readDetail();

    SampleModel m_model;
    PanelTable* m_table;
    std::size_t m_most = few;
    QPointer<Connection> m_connection;
    QByteArray m_seen; ///< state of the group when its tasks were last requested
    QDeadlineTimer m_again;
    bool m_isUpdating = false;
    bool m_isChosen = false; ///< true if the user has selected a task
    int m_asked = 0; ///< sequence number of the last request; answers to earlier requests are ignored
    QByteArray m_detailOf; ///< key of the row whose details were last requested
    QueueName m_queue;
    std::optional<TaskDetail> m_detail;
    QByteArray m_payload;
};

} // namespace dueline
