// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/connection.h"
#include "ui/presenters/embeddedworker.h"

#include <QSet>

#include <memory>

namespace dueline {

/// Open connections, saved connections, and the embedded worker, which uses one of the open connections.
class OpenConnections : public QObject
{
    Q_OBJECT

public:
    explicit OpenConnections(QObject* parent = nullptr);

    const std::vector<std::unique_ptr<Connection>>& all() const { return m_connections; }
    /// Returns the open connection with this id; null if there is none.
    Connection* find(const QString& id) const;
    /// Returns the open connection to the same server with the same layout and prefix; null if there is none.
    Connection* find(const ConnectionSpec& spec) const;
    const std::vector<Profile>& profiles() const { return m_profiles; }
    /// Returns whether the connection is saved as a profile.
    bool isSaved(const Connection& connection) const;
    EmbeddedWorker& worker() { return m_worker; }

    void add(std::unique_ptr<Connection> connection);
    /// Closes a connection. If the embedded worker uses it, waits for the worker to release its leases first.
    void close(const QString& id);
    /// Disconnects all connections in parallel. Call this before the program ends.
    void leave();
    void setProfiles(std::vector<Profile> profiles);
    /// Selects the reader for payloads of a type. The connection must have payload readers.
    void chooseReader(
        const Connection& connection, const QueueName& queue, QByteArrayView type, const ReaderChoice& choice);
    /// Records all open connections' servers, including connections opened later, with one reading per interval;
    /// nullopt stops recording.
    void setRecorded(std::optional<Millis> interval);
    /// Deletes all of the window's recordings and starts new ones if servers are being recorded. Errors: Io.
    Result<> removeRecordings();
    /// Checks which connections have stopped responding. Called once per second.
    void noticeSilence();
    /// Retranslates all stored strings.
    void reword();

Q_SIGNALS:
    void added(dueline::Connection* connection);
    /// Emitted before a connection is deleted.
    void closing(dueline::Connection* connection);
    /// Emitted after a connection has been added or closed.
    void changed();
    /// Emitted when a property shown in the lists of open and saved connections changes.
    void listingChanged();
    void stateChanged(dueline::Connection* connection);
    void queuesChanged(dueline::Connection* connection);
    void operationsChanged();
    /// Emitted when a connection stops or resumes responding.
    void silenceChanged();
    /// Emitted when the server has accepted a new password for a saved connection, so that it can be stored.
    void passwordAccepted(const dueline::Connection* connection, const dueline::Secret& password);
    /// Emitted when different payload readers have been selected for a connection. If the connection is saved, its
    /// profile stores them.
    void readersChosen(const dueline::Connection* connection);
    /// Emitted when the user has described unknown keys on a saved connection. `profile`: connection that shows these
    /// keys as queues, and must be saved too.
    void profileDescribed(const dueline::Profile& profile, const dueline::Secret& password);
    /// Emitted when a connection's recording can't be written.
    void recordFailed(const dueline::Error& error);
    /// Emitted when a different server process responds on a connection.
    void serverChanged(const dueline::Connection* connection, const dueline::ServerChange& change);

private:
    void nameApart(Connection& connection);

    std::vector<Profile> m_profiles;
    std::vector<std::unique_ptr<Connection>> m_connections;
    // Embedded worker. Declared after the connections, so that it is destroyed first.
    EmbeddedWorker m_worker;
    QString m_closeOnceIdle; ///< id of the connection to close once the worker is idle
    /// Interval between readings; nullopt if servers aren't being recorded.
    std::optional<Millis> m_recordInterval;
    QSet<QString> m_silent; ///< connections that didn't respond at the last check
};

} // namespace dueline
