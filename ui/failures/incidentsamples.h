// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/failures/samplemodel.h"

#include <QDeadlineTimer>
#include <QPointer>

namespace dueline {

class Connection;
class PanelTable;
class Theme;

/// Table of the newest failed tasks of a failure group, with the full error of the selected one. The tasks are read
/// again after the group has changed, at most every five seconds, until the user selects one of them.
class IncidentSamples : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t few = 3;
    static constexpr std::size_t many = 8; ///< on a wide page

    static constexpr int leastHeight = 60; ///< minimum height of the table

    /// Creates the table without a parent.
    IncidentSamples(const Theme& theme, const Formatting& formatting, QObject* parent = nullptr);

    SampleModel& model() { return m_model; }
    PanelTable& table() { return *m_table; }
    /// Sets the number of rows: `few` or `many`.
    void setMost(std::size_t most);
    /// Returns the height of the table that shows all rows.
    int tableHeight() const;

    /// Removes all rows, before another group is shown.
    void clear();
    /// Reads the newest tasks of the group if they may have changed.
    void follow(Connection* connection, const Incident& incident, TimePoint now);
    /// Returns the selected task; nullopt until its details have been read.
    const std::optional<TaskDetail>& detail() const { return m_detail; }
    const QueueName& queue() const { return m_queue; } ///< queue of detail()
    const QByteArray& payload() const { return m_payload; } ///< beginning of its payload

Q_SIGNALS:
    /// Emitted when the details of the selected task have been read.
    void detailRead();
    /// Emitted on Return or a double click.
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
    bool m_isChosen = false; ///< the user has selected a task
    int m_asked = 0; ///< number of requests so far; answers to earlier requests are ignored
    QByteArray m_detailOf; ///< key of the row whose details were last requested
    QueueName m_queue;
    std::optional<TaskDetail> m_detail;
    QByteArray m_payload;
};

} // namespace dueline
