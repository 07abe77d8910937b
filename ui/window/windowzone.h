// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimeZone>

namespace dueline {

class Actions;
class Connection;
class ViewedPlace;

/// Time zone of displayed times. It is either specified in the connection's profile or selected for the window.
class WindowZone : public QObject
{
    Q_OBJECT

public:
    WindowZone(ViewedPlace& view, Actions& actions, QObject* parent);

    /// Returns the IANA name of the selected zone, or `UTC`; empty for the machine's zone.
    const QString& choice() const { return m_choice; }
    /// Shows all times in this zone, which overrides the profile's zone. If the zone is unknown on this machine, the
    /// machine's zone is used.
    void choose(const QString& name);
    /// Returns the current zone.
    QTimeZone zone() const;

    /// Returns the zone for a value of choice().
    static QTimeZone named(const QString& name);

Q_SIGNALS:
    void changed();

private:
    void follow();

    ViewedPlace& m_view;
    QString m_choice;
    /// Zone specified by the current connection's profile; empty if none. It is used unless the
    /// user has since selected a different zone.
    QString m_ofProfile;
    QString m_requested; ///< name of the specified zone, even if it is overridden
};

} // namespace dueline
