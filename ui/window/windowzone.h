// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimeZone>

namespace dueline {

class Actions;
class Connection;
class ViewedPlace;

/// Time zone of displayed times: the zone specified in the connection's profile, or the zone selected for the window.
class WindowZone : public QObject
{
    Q_OBJECT

public:
    WindowZone(ViewedPlace& view, Actions& actions, QObject* parent);

    /// Returns the IANA name of the selected zone, or `UTC`; empty: the machine's zone.
    const QString& choice() const { return m_choice; }
    /// Shows all times in this zone, overriding the zone of the profile. If the machine does not know the zone, the
    /// machine's zone is used.
    void choose(const QString& name);
    /// Returns the current zone.
    QTimeZone zone() const;

    /// Returns the zone for a choice().
    static QTimeZone named(const QString& name);

Q_SIGNALS:
    void changed();

private:
    void follow();

    ViewedPlace& m_view;
    QString m_choice;
    /// Zone specified by the current connection's profile, used unless a later choice overrides it; empty: none.
    QString m_ofProfile;
    QString m_requested; ///< specified zone, even if overridden
};

} // namespace dueline
