// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"
#include "core/layouts/port/detection.h"
#include "core/queue/queuediscovery.h"
#include "core/queue/queueinfo.h"

#include <QAbstractListModel>
#include <QHash>
#include <QSet>

namespace dueline {

struct SidebarConnection
{
    /// Status of a connection. Silent means connected to a server that doesn't respond.
    enum class Status : quint8 { Off, Connecting, Online, Silent, Failed };

    /// Connection id, unique in this window; empty for a saved connection that isn't open.
    QString id;
    QString name;
    QString profile; ///< name of the saved connection; empty if it isn't saved
    Environment environment = Environment::Development;
    Status status = Status::Connecting;
    QString problem; ///< reason for the Failed status
    std::vector<QueueInfo> queues;
    std::vector<ForeignQueue> foreign; ///< other frameworks' queues, which this connection can't read
    DiscoveryState discovered = {}; ///< progress of the scan for queues

    bool operator==(const SidebarConnection&) const = default;
};

struct SidebarFilter
{
    QString name;
    QString text; ///< filter as typed by the user
    std::optional<qint64> count; ///< number of matches in the current queue; nullopt if unknown
    bool active = false; ///< true if the table shows this filter's matches

    bool operator==(const SidebarFilter&) const = default;
};

/// Place that the sidebar can show: a connection, one of its queues, one of a queue's states, or all servers.
struct SidebarPlace
{
    QString connection;
    QueueName queue; ///< queue; empty for the entire connection
    std::optional<TaskState> state;
    /// True for all open connections. `connection` is then the one that actions on a connection affect.
    bool all = false;

    bool operator==(const SidebarPlace&) const = default;
};

/// List model of the connections, their queues, the states of expanded queues, and the saved filters. Live counts
/// update rows in place. Rows are inserted and removed individually to preserve the selection.
class SidebarModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// Kind of row. AllServers is the row above two or more open connections. Layout is the header above a framework's
    /// queues, or the progress of discovery. Group is a row that stands for several queues with a common prefix.
    enum class Kind : quint8 {
        Head,
        Hint,
        AllServers,
        Connection,
        Layout,
        Queue,
        AllTasks,
        State,
        Foreign,
        Filter,
        Group
    };
    /// Condition that limits which queues are listed.
    enum class Narrowing : quint8 {
        None, ///< all queues
        Failures, ///< queues with failed tasks
        Late, ///< queues with a task that has been due for `lateAfter` or longer
    };
    /// Threshold for late tasks, the same as in `duectl check`.
    static constexpr Millis lateAfter{std::chrono::minutes(5)};
    static constexpr int foldedFrom = 6; ///< minimum number of queues with a shared prefix that form a group
    struct Row
    {
        Kind kind = Kind::Queue;
        SidebarPlace place;
        QString text;
        Environment environment = Environment::Development;
        SidebarConnection::Status status = SidebarConnection::Status::Online;
        qint64 count = 0;
        qint64 failed = 0; ///< number of failed tasks
        bool paused = false;
        bool open = false;
        QString mark; ///< queue's framework in one word; empty for native queues, or if the name contains it
        QString age; ///< sentence saying how old a queue's counts are
        QString problem; ///< error while connecting or reading
        QString filter; ///< filter text in a Filter row
        QString profile; ///< saved connection's name; empty if the connection isn't saved
        QByteArray group; ///< group key in a Group row
        /// Id of the action for the + button in a Head row; empty if there is no button.
        QByteArray plus;
        /// True if `count` is valid or, in a Head row, if the rows below it have counts.
        bool counted = true;

        bool isClosedProfile() const { return kind == Kind::Connection && place.connection.isEmpty(); }
        bool sameRow(const Row& other) const
        {
            return kind == other.kind && place == other.place && profile == other.profile && group == other.group
                && (text == other.text
                    || (kind != Kind::Head && kind != Kind::Hint && kind != Kind::Filter && kind != Kind::Foreign
                        && kind != Kind::Layout));
        }
        bool operator==(const Row&) const = default;
    };
    enum Role { RowRole = Qt::UserRole };

    explicit SidebarModel(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    void setConnections(std::vector<SidebarConnection> connections);
    void setFilters(std::vector<SidebarFilter> filters);
    void setOpen(const SidebarPlace& place, bool open);
    bool isOpen(const SidebarPlace& place) const;
    /// Expands or collapses a group. `group`: Row::group.
    void setGroupOpen(const QByteArray& group, bool open);
    bool isGroupOpen(const QByteArray& group) const { return m_openGroups.contains(group); }
    /// Returns the key of the group that contains a queue; empty if the queue isn't in a group.
    QByteArray groupOf(const SidebarPlace& place) const;
    /// Lists only queues that match the condition and whose names contain `text`, without groups. If `text` is empty
    /// and `to` is None, lists all queues.
    void narrow(const QString& text, Narrowing to);
    bool isNarrowed() const { return !m_text.isEmpty() || m_narrowing != Narrowing::None; }
    QModelIndex find(const SidebarPlace& place) const;
    const Row& row(int index) const { return m_rows[std::size_t(index)]; }

private:
    std::vector<Row> build() const;
    void apply(const std::vector<Row>& rows);
    static QString keyOf(const SidebarPlace& place);

    void buildAllServers(std::vector<Row>& rows) const;
    void buildConnection(std::vector<Row>& rows, const SidebarConnection& connection) const;
    void buildQueue(std::vector<Row>& rows, const SidebarConnection& connection, const QueueInfo& queue) const;
    bool isListed(const QueueInfo& queue) const;
    /// Returns a connection's queues by group. Includes only groups with enough queues.
    QHash<QByteArray, std::vector<const QueueInfo*>> groupsOf(const SidebarConnection& connection) const;
    Row groupRow(const SidebarConnection& connection, const QByteArray& group,
        const std::vector<const QueueInfo*>& queues) const;
    static void buildLayout(std::vector<Row>& rows, const SidebarConnection& connection, const QByteArray& layout);
    static void buildLooked(std::vector<Row>& rows, const SidebarConnection& connection);
    static void buildForeign(std::vector<Row>& rows, const SidebarConnection& connection);
    void buildFilters(std::vector<Row>& rows) const;
    QString spoken(const Row& row) const;
    static QString whatCounts(const Row& row);

    std::vector<SidebarConnection> m_connections;
    std::vector<SidebarFilter> m_filters;
    std::vector<Row> m_rows;
    QSet<QString> m_closedConnections;
    QSet<QString> m_openQueues;
    QSet<QByteArray> m_openGroups;
    QString m_text;
    Narrowing m_narrowing = Narrowing::None;
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::SidebarModel::Row)
