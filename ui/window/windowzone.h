// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimeZone>

namespace dueline {

class Actions;
class Connection;
class Workbench;

/// The time zone in which the window writes times: that of the connection's profile where it requests for one, else
/// what was chosen for the window.
class WindowZone : public QObject
{
    Q_OBJECT

public:
    WindowZone(Workbench& bench, Actions& actions, QObject* parent);

    /// An IANA name, `UTC` for that; empty: the machine's own.
    const QString& choice() const { return m_choice; }
    /// From here on times are written in this zone, also where a profile asked for another. What no machine knows is
    /// the machine's own.
    void choose(const QString& name);
    /// In force.
    QTimeZone zone() const;

    /// The zone behind a choice().
    static QTimeZone named(const QString& name);

Q_SIGNALS:
    void changed();

private:
    void follow();

    Workbench& m_bench;
    QString m_choice;
    /// The current connection's request, in force unless something was chosen after it; empty: none.
    QString m_ofProfile;
    QString m_requested; ///< the same, whatever was chosen after it
};

} // namespace dueline
