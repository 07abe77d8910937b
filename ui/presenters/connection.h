// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/connect/commandlog.h"
#include "core/console/connect/openbackend.h"
#include "core/console/connect/refresher.h"
#include "core/console/connect/session.h"
#include "core/layouts/port/detection.h"
#include "core/redis/renewablepassword.h"
#include "core/redis/sandbox.h"
#include "ui/presenters/observedoutcomes.h"

#include <QObject>

#include <memory>

namespace dueline {

class SilenceFeed;
class WindowRecord;

/// One of the window's open connections, with its session, its refresher, and cached data about its queues.
class Connection : public QObject
{
    Q_OBJECT

public:
    /// Creates a connection. `sandbox`: private server to connect to, which stops when the connection is destroyed;
    /// null for any other server.
    Connection(Profile profile, ConnectionSpec spec, std::unique_ptr<Sandbox> sandbox, QObject* parent = nullptr);

    /// Opens a profile with passwords from the environment. Errors: Usage, NotSupported (invalid URL or layout).
    static Result<std::unique_ptr<Connection>> open(const Profile& profile);
    /// Opens a profile with these credentials, unless the profile's URL contains its own.
    static Result<std::unique_ptr<Connection>> open(const Profile& profile, const Credentials& credentials);
    /// Starts a private server with demo queues and opens a connection to it. Errors: Io.
    static Result<std::unique_ptr<Connection>> openSandbox();

    QString id() const { return m_id; }
    /// Reconnects immediately, even if the server has refused the connection.
    void reconnect();
    /// Reconnects with a new password. Later connections, including the embedded worker's, also use it. `keep`: true to
    /// emit passwordAccepted() once the server has accepted the password.
    void givePassword(const Secret& password, bool keep);
    Session& session() { return m_session; }
    const Session& session() const { return m_session; }
    Refresher& refresher() { return m_refresher; }
    const Profile& profile() const { return m_session.profile(); }
    /// Returns the address without user and password, such as `127.0.0.1:6379`.
    QString address() const;
    /// Retranslates the name of a sandbox after a language change.
    void reword();
    bool isEncrypted() const { return m_spec.redis.tls; }
    bool isSandbox() const { return m_sandbox != nullptr; }
    bool mayWrite() const { return m_session.access() != Access::ReadOnly && m_refusal.isEmpty(); }
    /// Sets the maximum interval between polls. Polls are more frequent while data is changing.
    void setRefreshPeriod(Millis period);
    Millis refreshPeriod() const { return m_refreshPeriod; }
    /// Sets whether the connection's data is visible. While it is hidden, polls are `unseenPace` times less frequent.
    /// When it becomes visible again, all data is refreshed immediately.
    void setSeen(bool seen);
    bool isSeen() const { return m_seen; }
    static constexpr int unseenPace = 10;
    /// Returns why the server rejects all changes, for example because it is a replica or its Redis version is too old;
    /// empty if it accepts changes.
    const QString& refusal() const { return m_refusal; }
    bool mayWork() const { return m_session.access() == Access::OperateAndWork && m_refusal.isEmpty(); }

    const std::vector<QueueInfo>& queues() const { return m_queues; }
    const QueueInfo* queue(const QueueName& name) const;
    /// Returns the queues whose tasks the embedded worker can run: readable queues in a layout with leases.
    std::vector<QueueName> workableQueues() const;
    /// Returns other frameworks' queues on this server. They are detected once, when the connection first comes online.
    const ForeignQueues& foreign() const { return m_foreign; }
    /// Returns whether detection for foreign() has finished or is unnecessary. Until then, foreign() is empty.
    bool knowsForeign() const { return m_knowsForeign; }
    /// Returns the progress of the scan for queues if the connection's layout discovers queues by scanning.
    const DiscoveryState& discovered() const { return m_refresher.discovered(); }
    /// Returns whether the search for queues is still in progress; see Refresher::isSearching().
    bool isSearching() const { return m_refresher.isSearching(); }
    /// Returns the observed outcomes of tasks in queues that don't record them; null if there are no such queues.
    const ObservedOutcomes* heardEnds() const { return m_heardEnds.get(); }
    /// Returns the feed of queues whose due tasks aren't being claimed by any worker.
    SilenceFeed& silence() const { return *m_silence; }
    /// Starts the window's own recording of this server, with one reading per `interval`; nullopt stops it. Sandboxes
    /// are never recorded.
    void setRecorded(std::optional<Millis> interval);
    /// Returns the window's own recording; null if this server isn't being recorded.
    WindowRecord* record() const { return m_record; }
    const std::vector<OperationRecord>& operations() const { return m_operations; }
    /// Returns whether operations have been read since the connection was opened. Until then, operations() is empty.
    bool knowsOperations() const { return m_knowsOperations; }
    /// Returns when the queues were last read, according to this machine's clock; the epoch if they haven't been read
    /// yet.
    TimePoint refreshedAt() const { return m_refreshedAt; }
    /// Returns a factory for the embedded worker's backends. The worker is named `session` in leases and worker lists.
    /// The backends have the session's current access level. On a locked connection, they have no broker, so no engine
    /// can start.
    BackendFactory workerFactory(const QByteArray& session) const
    {
        // Don't mask any fields: handlers need the complete payloads.
        ConnectionSpec whole = m_spec;
        whole.maskedFields.clear();
        return backendFactory(whole, session, m_session.access());
    }
    /// Returns the specification for opening additional connections.
    const ConnectionSpec& spec() const { return m_spec; }
    /// Returns the log of commands sent by this connection. Commands are recorded only while the log is being observed.
    CommandLog& commands() { return *m_commands; }
    /// Returns a factory for read-only backends.
    BackendFactory readFactory() const { return backendFactory(m_spec, {}, Access::ReadOnly); }

Q_SIGNALS:
    /// Emitted when the server has accepted a password that should be stored.
    void passwordAccepted(const dueline::Secret& password);
    void stateChanged();
    void queuesChanged();
    /// Emitted before queuesChanged() when a different server process responds.
    void serverChanged(const dueline::ServerChange& change);
    void operationsChanged();
    /// Emitted when outcomes have been observed.
    void heardChanged();
    /// Emitted when the recording has started or stopped, or has new events.
    void recordChanged();
    /// Emitted when the recording can't be written.
    void recordFailed(const dueline::Error& error);

private:
    void listenToEnds();
    void lookForForeign();
    void askForRefusal();

    QString m_id;
    QString m_address;
    std::unique_ptr<Sandbox> m_sandbox; // must outlive the session
    // Shared: connections on other threads may outlive this object.
    std::shared_ptr<CommandLog> m_commands;
    // Shared: connections on other threads may outlive this object.
    std::shared_ptr<RenewablePassword> m_password;
    std::optional<Secret> m_toKeep; ///< password to store once the server has accepted it
    ConnectionSpec m_spec;
    Session m_session;
    Refresher m_refresher;
    std::vector<QueueInfo> m_queues;
    ForeignQueues m_foreign;
    QString m_refusal;
    bool m_lookedForForeign = false;
    bool m_knowsForeign = false;
    // Detects other frameworks on a separate connection. Takes up to two seconds.
    BackgroundTask m_foreignLook{*this};
    std::vector<OperationRecord> m_operations;
    bool m_knowsOperations = false;
    TimePoint m_refreshedAt{};
    Millis m_refreshPeriod{5'000};
    bool m_seen = true;
    std::unique_ptr<ObservedOutcomes> m_heardEnds;
    SilenceFeed* m_silence; ///< feed of silent queues, a child of this object
    /// Recording of the server, a child of this object; null if it isn't being recorded.
    WindowRecord* m_record = nullptr;
    QTimer m_pulse; ///< timer for checking availability, clock and round-trip time
};

} // namespace dueline
