// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/desktopnotifier.h"

#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusPendingCallWatcher>
#include <QtDBus/QDBusPendingReply>

#include <utility>

namespace dueline {

namespace {

const QString notificationService = QStringLiteral("org.freedesktop.Notifications");
const QString notificationPath = QStringLiteral("/org/freedesktop/Notifications");
constexpr int answerWithin = 5'000; ///< reply timeout of the notification server, in milliseconds

QDBusMessage callOf(const QString& method, const QVariantList& arguments = {})
{
    QDBusMessage call
        = QDBusMessage::createMethodCall(notificationService, notificationPath, notificationService, method);
    call.setArguments(arguments);
    return call;
}

/// Calls `then` with the reply if `context` still exists.
template <typename Then> void callNotifications(QObject* context, const QDBusMessage& message, Then then)
{
    auto* watcher
        = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(message, answerWithin), context);
    QObject::connect(
        watcher, &QDBusPendingCallWatcher::finished, context, [then = std::move(then)](QDBusPendingCallWatcher* done) {
            then(done->reply());
            done->deleteLater();
        });
}

} // namespace

DesktopNotifier::DesktopNotifier(QObject* parent)
    : QObject(parent)
{ }

DesktopNotifier::~DesktopNotifier() = default;

bool DesktopNotifier::reach()
{
    if (m_reached)
        return true;
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return false;
    m_reached = bus.connect(notificationService, notificationPath, notificationService, QStringLiteral("ActionInvoked"),
                    this, SLOT(invoked(uint, QString)))
        && bus.connect(notificationService, notificationPath, notificationService, QStringLiteral("NotificationClosed"),
            this, SLOT(closed(uint, uint)));
    return m_reached;
}

void DesktopNotifier::tell(const Message& message)
{
    if (!reach())
        return Q_EMIT failed(tr("There is no session bus."));
    if (m_markup)
        return send(message);
    m_waiting.push_back(message);
    if (!std::exchange(m_asking, true))
        ask();
}

/// Queries the notification server's capabilities, which determine whether text must be escaped.
void DesktopNotifier::ask()
{
    callNotifications(this, callOf(QStringLiteral("GetCapabilities")), [this](const QDBusMessage& reply) {
        m_asking = false;
        const std::vector<Message> waiting = std::exchange(m_waiting, {});
        if (reply.type() == QDBusMessage::ErrorMessage)
            return Q_EMIT failed(reply.errorMessage());
        m_markup = reply.arguments().value(0).toStringList().contains(QStringLiteral("body-markup"));
        for (const Message& message : waiting)
            send(message);
    });
}

void DesktopNotifier::send(const Message& message)
{
    const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("io.github.dueline.Dueline")},
        {QStringLiteral("urgency"), QVariant::fromValue(uchar(1))}};
    const QDBusMessage call = callOf(QStringLiteral("Notify"),
        {QStringLiteral("Dueline"), m_standing.value(message.key, 0), QStringLiteral("dueline"), message.title,
            *m_markup ? message.text.toHtmlEscaped() : message.text, QStringList{QStringLiteral("default"), tr("Show")},
            hints, -1});
    m_unwanted.remove(message.key);
    ++m_onTheWay[message.key];
    callNotifications(this, call, [this, key = message.key](const QDBusMessage& reply) {
        if (--m_onTheWay[key] == 0)
            m_onTheWay.remove(key);
        if (reply.type() == QDBusMessage::ErrorMessage)
            return Q_EMIT failed(reply.errorMessage());
        m_standing.insert(key, reply.arguments().value(0).toUInt());
        if (!m_onTheWay.contains(key) && m_unwanted.remove(key))
            withdraw(key);
    });
}

void DesktopNotifier::withdraw(const QString& key)
{
    std::erase_if(m_waiting, [&key](const Message& message) { return message.key == key; });
    if (m_onTheWay.contains(key))
        // Close the notification once the reply with its id arrives.
        m_unwanted.insert(key);
    else if (const uint id = m_standing.take(key); id != 0)
        QDBusConnection::sessionBus().asyncCall(callOf(QStringLiteral("CloseNotification"), {id}), answerWithin);
}

void DesktopNotifier::invoked(uint id, const QString& action)
{
    const QString key = m_standing.key(id);
    if (!key.isEmpty() && action == QStringLiteral("default"))
        Q_EMIT activated(key);
}

void DesktopNotifier::closed(uint id, uint)
{
    // An unknown id belongs to another program's notification.
    if (const QString key = m_standing.key(id); !key.isEmpty())
        m_standing.remove(key);
}

} // namespace dueline
