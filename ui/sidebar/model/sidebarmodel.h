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

/// One open connection as the sidebar shows it.
struct SidebarConnection
{
    /// Silent: connected, and nothing is answered.
    enum class Status : quint8 { Off, Connecting, Online, Silent, Failed };

    QString id; ///< unique in this window; empty: a saved one that is not open
    QString name;
    QString profile; ///< the saved one it is, by its name; empty: not saved
    Environment environment = Environment::Development;
    Status status = Status::Connecting;
    QString problem; ///< Failed: why
    std::vector<QueueInfo> queues;
    std::vector<ForeignQueue> foreign; ///< of other frameworks, which cannot be read
    DiscoveryState discovered = {}; ///< how far its server was looked through

    bool operator==(const SidebarConnection&) const = default;
};

/// A saved filter as the sidebar shows it.
struct SidebarFilter
{
    QString name;
    QString text; ///< as it is typed
    std::optional<qint64> count; ///< of the queue looked at; nullopt: it would have to be searched
    bool active = false; ///< the table shows it

    bool operator==(const SidebarFilter&) const = default;
};

/// A place in the sidebar: a connection, one of its queues, or a state of it.
struct SidebarPlace
{
    QString connection;
    QueueName queue; ///< empty: the connection itself
    std::optional<TaskState> state;

    bool operator==(const SidebarPlace&) const = default;
};

/// Connections, their queues, the states of opened queues, and saved filters, as one list of rows. Live counts change
/// rows in place; rows are inserted and removed one by one, so that the selection stays.
class SidebarModel : public QAbstractListModel
{
    Q_OBJECT

public:
    /// Layout: above the queues of one framework, or saying how far the server was looked through.
    /// Group: queues whose names begin alike, folded into one row.
    enum class Kind : quint8 { Head, Hint, Connection, Layout, Queue, AllTasks, State, Foreign, Filter, Group };
    /// Which queues are listed.
    enum class Narrowing : quint8 {
        None, ///< all
        Failures, ///< those in which tasks have failed
        Late, ///< those in which a due task has waited for lateAfter
    };
    static constexpr Millis lateAfter{std::chrono::minutes(5)}; ///< as `duectl check` has it
    static constexpr int foldedFrom = 6; ///< so many queues that begin alike are one row
    struct Row
    {
        Kind kind = Kind::Queue;
        SidebarPlace place;
        QString text;
        Environment environment = Environment::Development;
        SidebarConnection::Status status = SidebarConnection::Status::Online;
        qint64 count = 0;
        qint64 failed = 0; ///< shown on closed queues
        bool paused = false;
        bool open = false;
        QString mark; ///< Queue: the framework that keeps it, a word; empty: native, or its name says it
        QString age; ///< Queue: that it was counted some time ago, a sentence
        QString problem; ///< why it cannot be read, or reached
        QString filter; ///< Filter: its text
        QString profile; ///< Connection: the saved one it is, empty when it is none
        QByteArray group; ///< Group: which one
        QByteArray plus; ///< Head: the action of its +, none when empty
        bool counted = true; ///< `count` means something

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
    /// `group`: Row::group.
    void setGroupOpen(const QByteArray& group, bool open);
    bool isGroupOpen(const QByteArray& group) const { return m_openGroups.contains(group); }
    /// The group that a queue is folded into; empty: none.
    QByteArray groupOf(const SidebarPlace& place) const;
    /// Only queues with this text in their names, and of these the narrowed ones, one by one; empty and None: all.
    void narrow(const QString& text, Narrowing to);
    bool isNarrowed() const { return !m_text.isEmpty() || m_narrowing != Narrowing::None; }
    QModelIndex find(const SidebarPlace& place) const;
    const Row& row(int index) const { return m_rows[std::size_t(index)]; }

private:
    std::vector<Row> build() const;
    void apply(const std::vector<Row>& rows);
    static QString keyOf(const SidebarPlace& place);

    void buildConnection(std::vector<Row>& rows, const SidebarConnection& connection) const;
    void buildQueue(std::vector<Row>& rows, const SidebarConnection& connection, const QueueInfo& queue) const;
    bool isListed(const QueueInfo& queue) const;
    /// By group, of a connection: its queues, where they are enough to be folded.
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
