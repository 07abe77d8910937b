// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>

#include <optional>
#include <vector>

class QDBusMessage;

namespace dueline {

/// Messages of the desktop (org.freedesktop.Notifications on the session bus). Plain text whatever is in it: a server
/// that takes text for markup gets it escaped. Waits for nobody; the bus is first asked when there is something to
/// tell.
class DesktopNotifier : public QObject
{
    Q_OBJECT

public:
    struct Message
    {
        QString key; ///< a newer one of the same key replaces it where it still stands
        QString title;
        QString text;
    };

    explicit DesktopNotifier(QObject* parent = nullptr);
    ~DesktopNotifier() override;

    void tell(const Message& message);
    /// Takes it away where it still stands.
    void withdraw(const QString& key);

Q_SIGNALS:
    /// Somebody has clicked on it.
    void activated(const QString& key);
    /// The desktop did not take a message; why, in its own words.
    void failed(const QString& reason);

private Q_SLOTS:
    void invoked(uint id, const QString& action);
    void closed(uint id, uint reason);

private:
    bool reach();
    void ask();
    void send(const Message& message);

    bool m_reached = false;
    std::optional<bool> m_markup; ///< whether the server takes text for markup; nullopt: not known yet
    bool m_asking = false;
    std::vector<Message> m_waiting;
    QHash<QString, uint> m_standing; ///< the server's ids
    QHash<QString, int> m_onTheWay; ///< sent, and not answered yet
    QSet<QString> m_unwanted; ///< of these, withdrawn meanwhile
};

} // namespace dueline
