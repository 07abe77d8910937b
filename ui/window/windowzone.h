// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimeZone>

namespace dueline {

class Actions;
class Connection;
class ViewedPlace;

/// Time zone in which the window shows times: the zone requested by the connection's profile, or the zone chosen for
/// the window.
class WindowZone : public QObject
{
    Q_OBJECT

public:
    WindowZone(ViewedPlace& view, Actions& actions, QObject* parent);

    /// Returns the chosen IANA name or `UTC`; empty: the machine's zone.
    const QString& choice() const { return m_choice; }
    /// Shows all times in this zone, overriding the zone of the profile. A zone that is unknown to this machine means
    /// the machine's zone.
    void choose(const QString& name);
    /// Returns the current zone.
    QTimeZone zone() const;

    /// Returns the zone of a choice().
    static QTimeZone named(const QString& name);

Q_SIGNALS:
    void changed();

private:
    void follow();

    ViewedPlace& m_view;
    QString m_choice;
    /// Zone requested by the current connection, used unless a later choice overrides it; empty: none.
    QString m_ofProfile;
    QString m_requested; ///< the requested zone, even if overridden
};

} // namespace dueline
