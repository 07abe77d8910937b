// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profile.h"
#include "core/queue/queueinfo.h"

#include <QAbstractListModel>
#include <QSet>

namespace dueline {

/// One open connection as the sidebar shows it.
struct SidebarConnection
{
    enum class Status : quint8 { Connecting, Online, Offline };

    QString id; ///< unique in this window
    QString name;
    Environment environment = Environment::Development;
    Status status = Status::Connecting;
    std::vector<QueueInfo> queues;

    bool operator==(const SidebarConnection&) const = default;
};

/// A place in the sidebar: a connection, one of its queues, or a state of it.
struct SidebarPlace
{
    QString connection;
    QueueName queue; ///< empty: the connection itself
    std::optional<TaskState> state;

    bool operator==(const SidebarPlace&) const = default;
};

/// Connections, their queues, and the states of opened queues, as one list of rows. Live counts change rows in place;
/// rows are inserted and removed one by one, so that the selection stays.
class SidebarModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Head, Connection, Queue, AllTasks, State };
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
        QString problem; ///< why it cannot be read

        bool sameRow(const Row& other) const { return kind == other.kind && place == other.place; }
        bool operator==(const Row&) const = default;
    };
    enum Role { RowRole = Qt::UserRole };

    explicit SidebarModel(QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    void setConnections(std::vector<SidebarConnection> connections);
    void setOpen(const SidebarPlace& place, bool open);
    bool isOpen(const SidebarPlace& place) const;
    QModelIndex find(const SidebarPlace& place) const;
    const Row& row(int index) const { return m_rows[std::size_t(index)]; }

private:
    std::vector<Row> build() const;
    void apply(std::vector<Row> rows);
    static QString keyOf(const SidebarPlace& place);

    std::vector<SidebarConnection> m_connections;
    std::vector<Row> m_rows;
    QSet<QString> m_closedConnections;
    QSet<QString> m_openQueues;
};

} // namespace dueline

Q_DECLARE_METATYPE(dueline::SidebarModel::Row)
