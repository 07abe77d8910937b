// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"
#include "ui/presenters/embeddedworker.h"

#include <QSet>

#include <memory>

namespace dueline {

/// Open connections, saved connections, and the embedded worker, which runs on an open connection.
class OpenConnections : public QObject
{
    Q_OBJECT

public:
    explicit OpenConnections(QObject* parent = nullptr);

    const std::vector<std::unique_ptr<Connection>>& all() const { return m_connections; }
    /// Returns the open connection with this id; null if there is none.
    Connection* find(const QString& id) const;
    const std::vector<Profile>& profiles() const { return m_profiles; }
    /// Returns whether the connection has a saved profile.
    bool isSaved(const Connection& connection) const;
    EmbeddedWorker& worker() { return m_worker; }

    void add(std::unique_ptr<Connection> connection);
    /// Closes a connection. If the embedded worker uses it, waits until the worker has released its leases.
    void close(const QString& id);
    /// Disconnects all connections in parallel, before the program ends.
    void leave();
    void setProfiles(std::vector<Profile> profiles);
    /// Selects the reader for payloads of a type. The connection must have readers.
    void chooseReader(
        const Connection& connection, const QueueName& queue, QByteArrayView type, const ReaderChoice& choice);
    /// Detects connections that do not respond. Called once per second.
    void noticeSilence();
    /// Updates all stored strings after a change of language.
    void reword();

Q_SIGNALS:
    void added(dueline::Connection* connection);
    /// Emitted before a connection is deleted.
    void closing(dueline::Connection* connection);
    /// Emitted after a connection was added or closed.
    void changed();
    /// Emitted after a change to a property that is shown in lists of open and saved connections.
    void listingChanged();
    void stateChanged(dueline::Connection* connection);
    void queuesChanged(dueline::Connection* connection);
    void operationsChanged();
    /// Emitted when a connection has stopped or resumed responding.
    void silenceChanged();
    /// Emitted when the server has accepted a password for a saved connection, so that it can be stored.
    void passwordAccepted(const dueline::Connection* connection, const dueline::Secret& password);
    /// Emitted when different payload readers have been selected for a connection. A saved connection stores them.
    void readersChosen(const dueline::Connection* connection);
    /// Emitted when a different server process responds on a connection.
    void serverChanged(const dueline::Connection* connection, const dueline::ServerChange& change);

private:
    void nameApart(Connection& connection);

    std::vector<Profile> m_profiles;
    std::vector<std::unique_ptr<Connection>> m_connections;
    EmbeddedWorker m_worker; // declared after the connections, so that it is destroyed first
    QString m_closeOnceIdle; ///< id of the connection to close once the worker has ended
    QSet<QString> m_silent; ///< connections that did not respond at the last check
};

} // namespace dueline
