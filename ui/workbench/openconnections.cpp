// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/openconnections.h"

#include "core/console/profiles/profilestore.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/presenters/windowrecord.h"
#include "ui/sidebar/model/sidebarrows.h"

#include <algorithm>
#include <utility>

namespace dueline {

OpenConnections::OpenConnections(QObject* parent)
    : QObject(parent)
{
    connect(
        &m_worker, &EmbeddedWorker::stateChanged, this,
        [this] {
            if (!m_worker.isRunning() && !m_closeOnceIdle.isEmpty())
                close(std::exchange(m_closeOnceIdle, {}));
        },
        Qt::QueuedConnection);
}

Connection* OpenConnections::find(const QString& id) const
{
    for (const auto& connection : m_connections) {
        if (connection->id() == id)
            return connection.get();
    }
    return nullptr;
}

Connection* OpenConnections::find(const ConnectionSpec& spec) const
{
    const auto found = std::find_if(m_connections.begin(), m_connections.end(), [&spec](const auto& open) {
        const ConnectionSpec& other = open->spec();
        return other.layout == spec.layout && other.prefix == spec.prefix && isSameServer(other.redis, spec.redis)
            && other.redis.database == spec.redis.database;
    });
    return found == m_connections.end() ? nullptr : found->get();
}

bool OpenConnections::isSaved(const Connection& connection) const
{
    return !connection.isSandbox()
        && std::any_of(m_profiles.begin(), m_profiles.end(),
            [&connection](const Profile& profile) { return profile.name == connection.profile().name; });
}

void OpenConnections::add(std::unique_ptr<Connection> connection)
{
    Connection* opened = connection.get();
    nameApart(*opened);
    m_connections.push_back(std::move(connection));
    connect(opened, &Connection::stateChanged, this, [this, opened] {
        Q_EMIT listingChanged();
        Q_EMIT stateChanged(opened);
    });
    connect(opened, &Connection::queuesChanged, this, [this, opened] {
        Q_EMIT listingChanged();
        Q_EMIT queuesChanged(opened);
    });
    connect(opened, &Connection::passwordAccepted, this,
        [this, opened](const Secret& password) { Q_EMIT passwordAccepted(opened, password); });
    connect(opened, &Connection::operationsChanged, this, &OpenConnections::operationsChanged);
    connect(opened, &Connection::serverChanged, this,
        [this, opened](const ServerChange& change) { Q_EMIT serverChanged(opened, change); });
    connect(opened, &Connection::recordFailed, this, &OpenConnections::recordFailed);
    opened->setRecorded(m_recordInterval);
    Q_EMIT listingChanged();
    Q_EMIT added(opened);
    Q_EMIT changed();
}

void OpenConnections::close(const QString& id)
{
    const auto found
        = std::find_if(m_connections.begin(), m_connections.end(), [&id](const auto& c) { return c->id() == id; });
    if (found == m_connections.end())
        return;
    if (m_worker.connectionId() == id) {
        m_closeOnceIdle = id;
        m_worker.stop();
        return;
    }
    Q_EMIT closing(found->get());
    m_connections.erase(found);
    Q_EMIT listingChanged();
    Q_EMIT changed();
}

void OpenConnections::leave()
{
    for (const auto& connection : m_connections) {
        connection->session().leave();
        if (WindowRecord* record = connection->record())
            record->leave();
    }
}

void OpenConnections::setProfiles(std::vector<Profile> profiles)
{
    m_profiles = std::move(profiles);
    Q_EMIT listingChanged();
}

void OpenConnections::chooseReader(
    const Connection& connection, const QueueName& queue, QByteArrayView type, const ReaderChoice& choice)
{
    connection.spec().readers->choose(queue, type, choice);
    Q_EMIT readersChosen(&connection);
}

void OpenConnections::setRecorded(std::optional<Millis> interval)
{
    m_recordInterval = interval;
    for (const auto& connection : m_connections)
        connection->setRecorded(interval);
}

Result<> OpenConnections::removeRecordings()
{
    const std::optional<Millis> interval = m_recordInterval;
    setRecorded(std::nullopt);
    const auto removed = WindowRecord::removeAll();
    setRecorded(interval);
    return removed;
}

void OpenConnections::noticeSilence()
{
    const QSet<QString> silent = silentConnections(m_connections);
    if (std::exchange(m_silent, silent) == silent)
        return;
    Q_EMIT listingChanged();
    Q_EMIT silenceChanged();
}

void OpenConnections::reword()
{
    for (const auto& connection : m_connections) {
        connection->reword();
        if (connection->isSandbox())
            nameApart(*connection);
    }
    Q_EMIT listingChanged();
}

/// Makes the names of open connections unique, because titles, notices and dialogs show only the name. Doesn't rename
/// saved connections.
void OpenConnections::nameApart(Connection& connection)
{
    if (isSaved(connection))
        return;
    std::vector<Profile> taken = m_profiles;
    for (const auto& open : m_connections) {
        if (open.get() != &connection)
            taken.push_back(open->profile());
    }
    connection.session().rename(ProfileStore::freeName(connection.profile().name, taken));
}

} // namespace dueline
