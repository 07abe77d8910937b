// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QSet>

#include <optional>
#include <vector>

class QDBusMessage;

namespace dueline {

/// Desktop notifications (org.freedesktop.Notifications on the session bus). All text is plain, so it is escaped if the
/// notification server interprets markup. Calls never block. The first notification connects to the bus.
class DesktopNotifier : public QObject
{
    Q_OBJECT

public:
    struct Message
    {
        /// Key of the notification. A new notification replaces any open one with the same key.
        QString key;
        QString title;
        QString text;
    };

    explicit DesktopNotifier(QObject* parent = nullptr);
    ~DesktopNotifier() override;

    void tell(const Message& message);
    /// Closes the notification with this key if it is still open.
    void withdraw(const QString& key);

Q_SIGNALS:
    /// Emitted when the user clicks a notification.
    void activated(const QString& key);
    /// Emitted when the desktop rejects a notification. `reason`: the desktop's error text.
    void failed(const QString& reason);

private Q_SLOTS:
    void invoked(uint id, const QString& action);
    void closed(uint id, uint reason);

private:
    bool reach();
    void ask();
    void send(const Message& message);

    bool m_reached = false;
    std::optional<bool> m_markup; ///< true if the server interprets markup; nullopt if unknown
    bool m_asking = false;
    std::vector<Message> m_waiting;
    QHash<QString, uint> m_standing; ///< ids assigned by the notification server, by key
    QHash<QString, int> m_onTheWay; ///< number of pending Notify calls by key
    QSet<QString> m_unwanted; ///< keys of notifications that were withdrawn while their Notify call was pending
};

} // namespace dueline
