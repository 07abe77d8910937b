// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimeZone>

namespace dueline {

class Actions;
class Connection;
class ViewedPlace;

/// Time zone for displayed times, either specified in the connection's profile or selected for the window.
class WindowZone : public QObject
{
    Q_OBJECT

public:
    WindowZone(ViewedPlace& view, Actions& actions, QObject* parent);

    /// Returns the IANA name of the selected zone, or `UTC`; empty for the machine's zone.
    const QString& choice() const { return m_choice; }
    /// Shows all times in this zone, overriding the profile's. If the zone is unknown on this machine, uses the
    /// machine's zone.
    void choose(const QString& name);
    /// Returns the current zone.
    QTimeZone zone() const;

    /// Returns the zone for a choice() value.
    static QTimeZone named(const QString& name);

Q_SIGNALS:
    void changed();

private:
    void follow();

    ViewedPlace& m_view;
    QString m_choice;
    /// Zone specified in the current connection's profile; empty if none. It is used unless the user has selected
    /// another zone since then.
    QString m_ofProfile;
    QString m_requested; ///< name of the specified zone, even if it is overridden
};

} // namespace dueline
