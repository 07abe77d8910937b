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

/// One open connection of the window: its session, what it keeps fresh, and what is known of its queues.
class Connection : public QObject
{
    Q_OBJECT

public:
    /// `sandbox`: the private server this connection leads to, ended with it; null for others.
    Connection(Profile profile, ConnectionSpec spec, std::unique_ptr<Sandbox> sandbox, QObject* parent = nullptr);

    /// Opens what a profile says. Errors: Usage, NotSupported (its URL or layout).
    /// The passwords of the environment.
    static Result<std::unique_ptr<Connection>> open(const Profile& profile);
    /// With these instead, where its URL has none.
    static Result<std::unique_ptr<Connection>> open(const Profile& profile, const Credentials& credentials);
    /// Starts a private server with demo queues and opens it. Errors: Io.
    static Result<std::unique_ptr<Connection>> openSandbox();

    QString id() const { return m_id; }
    /// Tries again now, also what was refused.
    void reconnect();
    /// The same with another password, which all that connects from here on offers, the embedded worker included.
    /// `keep`: passwordAccepted() once the server has taken it.
    void givePassword(const Secret& password, bool keep);
    Session& session() { return m_session; }
    const Session& session() const { return m_session; }
    Refresher& refresher() { return m_refresher; }
    const Profile& profile() const { return m_session.profile(); }
    /// `127.0.0.1:6379`, without user or password.
    QString address() const;
    /// The language has changed: a sandbox is named in it.
    void reword();
    bool isEncrypted() const { return m_spec.redis.tls; }
    bool isSandbox() const { return m_sandbox != nullptr; }
    bool mayWrite() const { return m_session.access() != Access::ReadOnly && m_refusal.isEmpty(); }
    /// How often it is looked at what changed: at most this while nothing does, more often while something does.
    void setRefreshPeriod(Millis period);
    Millis refreshPeriod() const { return m_refreshPeriod; }
    /// Whether anybody sees what is shown of it. While nobody does, everything is asked for `unseenPace` times less
    /// often; seen again, everything at once.
    void setSeen(bool seen);
    bool isSeen() const { return m_seen; }
    static constexpr int unseenPace = 10;
    /// Why nothing can be changed there, whatever this session may: a replica, or an old Redis. Empty: it can.
    const QString& refusal() const { return m_refusal; }
    bool mayWork() const { return m_session.access() == Access::OperateAndWork && m_refusal.isEmpty(); }

    const std::vector<QueueInfo>& queues() const { return m_queues; }
    const QueueInfo* queue(const QueueName& name) const;
    /// Those whose tasks can be run from here: readable, and of a layout that leases.
    std::vector<QueueName> workableQueues() const;
    /// Queues of other frameworks on the same server; looked for once, after it first came online.
    const ForeignQueues& foreign() const { return m_foreign; }
    /// Whether that look has ended, or there is nothing to look at: before, that there are none says nothing.
    bool knowsForeign() const { return m_knowsForeign; }
    /// How far the server was looked through, where the connection opens what it finds.
    const DiscoveryState& discovered() const { return m_refresher.discovered(); }
    /// Returns Refresher::isSearching().
    bool isSearching() const { return m_refresher.isSearching(); }
    /// How tasks ended where nothing keeps it, as far as it was heard; null: there is no such place.
    const ObservedOutcomes* heardEnds() const { return m_heardEnds.get(); }
    const std::vector<OperationRecord>& operations() const { return m_operations; }
    /// Whether operations were read since it was opened: before, that there are none says nothing.
    bool knowsOperations() const { return m_knowsOperations; }
    /// When the queues were last read, changed or not, this machine's clock; the epoch: never.
    TimePoint refreshedAt() const { return m_refreshedAt; }
    /// Makes backends for the embedded worker, which shows as `session` in leases and worker lists. They may what the
    /// session may at this moment: of a locked connection they have no broker, and no engine starts on them.
    BackendFactory workerFactory(const QByteArray& session) const
    {
        ConnectionSpec whole = m_spec; // handlers need their payloads as they are
        whole.maskedFields.clear();
        return backendFactory(whole, session, m_session.access());
    }
    /// Where it leads, for what opens connections of its own.
    const ConnectionSpec& spec() const { return m_spec; }
    /// What its connections send, while somebody listens.
    CommandLog& commands() { return *m_commands; }
    /// Makes backends that only read.
    BackendFactory readFactory() const { return backendFactory(m_spec, {}, Access::ReadOnly); }

Q_SIGNALS:
    /// One that was given here, and shall be kept.
    void passwordAccepted(const dueline::Secret& password);
    void stateChanged();
    void queuesChanged();
    /// Another process answers than before; told before queuesChanged().
    void serverChanged(const dueline::ServerChange& change);
    void operationsChanged();
    /// More was heard of how tasks ended.
    void heardChanged();

private:
    void listenToEnds();
    void lookForForeign();
    void askForRefusal();

    QString m_id;
    QString m_address;
    std::unique_ptr<Sandbox> m_sandbox; // before the session: it has to outlive it
    std::shared_ptr<CommandLog> m_commands; // connections on other threads may outlive this
    std::shared_ptr<RenewablePassword> m_password; // the same
    std::optional<Secret> m_toKeep; ///< until the server has said what it thinks of it
    ConnectionSpec m_spec;
    Session m_session;
    Refresher m_refresher;
    std::vector<QueueInfo> m_queues;
    ForeignQueues m_foreign;
    QString m_refusal;
    bool m_lookedForForeign = false;
    bool m_knowsForeign = false;
    BackgroundTask m_foreignLook{*this}; ///< up to two seconds, with a connection of its own
    std::vector<OperationRecord> m_operations;
    bool m_knowsOperations = false;
    TimePoint m_refreshedAt{};
    Millis m_refreshPeriod{5'000};
    bool m_seen = true;
    std::unique_ptr<ObservedOutcomes> m_heardEnds;
    QTimer m_pulse; ///< whether the server is there, its clock, the round trip
};

} // namespace dueline
