// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/transfer/backgroundtransfer.h"
#include "core/console/witness/changes.h"
#include "core/queue/task.h"

#include <QPointer>
#include <QTimer>

namespace dueline {

class Connection;

/// Start of the period that a report covers.
struct ChangesStart
{
    /// Usual: see ChangesRequest. Event: just before the event at the time `at`.
    enum class Kind : quint8 { Usual, Event, LastHour, Recording };

    Kind kind = Kind::Usual;
    TimePoint at{};
    bool operator==(const ChangesStart&) const = default;
};

/// Report on a recording, with the events that can be chosen as the next report's start.
struct ChangesReport
{
    Changes changes;
    std::vector<QueueEventRecord> starts; ///< restarts, failovers, flushes, evictions and marks, newest first
    std::vector<qint64> causes; ///< ids of the events that caused losses
};

/// Feed of reports about a connection's recording, or about a recording that the user has opened. While the feed is
/// active, a background thread rereads the file repeatedly.
class ChangesFeed : public QObject
{
    Q_OBJECT

public:
    /// Maximum number of events that can be chosen as a report's start; the newest ones are listed.
    static constexpr std::size_t mostStarts = 30;
    static constexpr qint64 mostCopied = 100'000; ///< maximum number of ids to copy

    explicit ChangesFeed(QObject* parent);

    /// Reports on this queue, or on all of the connection's queues if `queue` is empty.
    void show(Connection* connection, const QueueName& queue, const ChangesStart& start);
    void setStart(const ChangesStart& start);
    void setQueue(const QueueName& queue);
    /// Reports on this file instead of the connection's recording. An empty path switches back to the recording.
    void setFile(const QString& path);
    void setActive(bool active);

    Connection* connection() const;
    const QueueName& queue() const { return m_queue; }
    const ChangesStart& start() const { return m_start; }
    const QString& file() const { return m_file; }
    /// Returns the file being reported on; empty if the connection isn't being recorded.
    QString path() const;
    /// Returns the report; null until it has been read.
    const ChangesReport* report() const { return m_report ? &*m_report : nullptr; }
    /// Returns why the file can't be read; null if it can.
    const Error* error() const { return m_error ? &*m_error : nullptr; }

    /// Reads the ids of lost tasks, in the order the tasks were added, then emits copied().
    void copyIds(const VanishedTasks& tasks);
    /// Splits lost tasks by the queues they can be added to (tasksByOwnQueue()), then emits split().
    void splitTasks(const VanishedTasks& tasks);
    /// Returns a source for importing the lost tasks that a recording contains in full. During the import, the tasks
    /// are stored in an unnamed temporary file.
    static ImportSource source(const QString& recording, const VanishedTasks& tasks);
    /// Writes all lost tasks that were recorded in full to a file that can be imported, then emits exported().
    void exportTasks(const VanishedTasks& tasks, const QString& file);
    bool isExporting() const { return m_export.isRunning() || m_split.isRunning(); }

Q_SIGNALS:
    void changed();
    void copied(const QByteArrayList& ids);
    void split(const std::vector<dueline::VanishedTasks>& queues);
    void exported(qint64 tasks, const QString& file);
    void failed(const dueline::Error& error);

private:
    void reset();
    void read();

    QPointer<Connection> m_connection;
    QueueName m_queue;
    ChangesStart m_start;
    QString m_file;
    bool m_isActive = false;
    std::optional<ChangesReport> m_report;
    std::optional<Error> m_error;
    QTimer m_next;
    BackgroundTask m_reading{*this};
    BackgroundTask m_export{*this};
    BackgroundTask m_split{*this};
};

} // namespace dueline
