// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QHash>
#include <QObject>

namespace dueline {

class Connection;
class ViewedPlace;

/// Failure groups that the user has muted, shared by all views. A muted group is never shown as new and is listed after
/// the other groups. It stays muted until another task fails with the group's error.
class MutedGroups : public QObject
{
    Q_OBJECT

public:
    /// Returns the workbench's instance, which has the same lifetime as the workbench.
    static MutedGroups& of(ViewedPlace& view);

    /// Mutes one of a connection's groups. `kind`: its ErrorTemplate; `last`: time of its last failure.
    void mute(const Connection& connection, const QByteArray& kind, TimePoint last);
    void unmute(const Connection& connection, const QByteArray& kind);
    /// Returns whether a group is muted. `kind` may have become more general since the group was muted.
    bool isMuted(const Connection& connection, const QByteArray& kind) const;
    /// Unmutes a group if another task has failed with the group's error since the group was muted. `last`: time of the
    /// group's last failure. Does nothing if `connection` is null.
    void observe(const Connection* connection, const QByteArray& kind, TimePoint last);
    /// Returns all of a connection's muted groups.
    const MutedFailures& all(const Connection& connection) const;

Q_SIGNALS:
    void changed(const dueline::Connection* connection);

private:
    explicit MutedGroups(QObject* parent)
        : QObject(parent)
    { }

    MutedFailures& groupsOf(const Connection& connection);
    static MutedFailures::const_iterator find(const MutedFailures& muted, const QByteArray& kind);

    /// Muted groups by connection id. A connection without an entry uses the muted groups of its profile.
    QHash<QString, MutedFailures> m_muted;
};

} // namespace dueline
