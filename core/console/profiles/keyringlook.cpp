// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keyringlook.h"

#include <QMap>
#include <QStringList>
#include <QTimer>
#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMetaType>
#include <QtDBus/QDBusObjectPath>
#include <QtDBus/QDBusPendingCallWatcher>
#include <QtDBus/QDBusPendingReply>

namespace dueline {

namespace {

/// D-Bus services that QtKeychain can use: the Secret Service or else KWallet.
const QStringList keyringNames{QStringLiteral("org.freedesktop.secrets"), QStringLiteral("org.kde.kwalletd6"),
    QStringLiteral("org.kde.kwalletd5"), QStringLiteral("org.kde.kwalletd")};

QDBusMessage toTheBus(const QString& method)
{
    return QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.DBus"),
        QStringLiteral("/org/freedesktop/DBus"), QStringLiteral("org.freedesktop.DBus"), method);
}

bool offersKeyring(const QStringList& names)
{
    for (const QString& name : keyringNames) {
        if (names.contains(name))
            return true;
    }
    return false;
}

/// Sends a call, and calls `then` with the reply unless `context` has been destroyed.
template <typename Reply>
void whenReplied(
    const QDBusMessage& call, Millis patience, QObject* context, const std::function<void(const Reply&)>& then)
{
    auto* watcher
        = new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call, int(patience.count())), context);
    QObject::connect(watcher, &QDBusPendingCallWatcher::finished, context, [then](QDBusPendingCallWatcher* ended) {
        ended->deleteLater();
        then(*ended);
    });
}

} // namespace

KeyringLook::KeyringLook(Millis patience)
    : m_patience(patience)
{ }

void KeyringLook::whyNone(QObject* context, const std::function<void(QString)>& answer) const
{
    if (!QDBusConnection::sessionBus().isConnected()) {
        QTimer::singleShot(0, context, [answer] { answer(QStringLiteral("there is no D-Bus session")); });
        return;
    }
    using Names = QDBusPendingReply<QStringList>;
    whenReplied<Names>(toTheBus(QStringLiteral("ListNames")), m_patience, context,
        [context, answer, patience = m_patience](const Names& running) {
            if (offersKeyring(running.value()))
                return answer({});
            whenReplied<Names>(
                toTheBus(QStringLiteral("ListActivatableNames")), patience, context, [answer](const Names& startable) {
                    answer(offersKeyring(startable.value())
                            ? QString()
                            : QStringLiteral("no program in this session provides one"));
                });
        });
}

void KeyringLook::holding(
    const QString& service, const QString& key, QObject* context, const std::function<void(Holding)>& answer) const
{
    static const bool registered = qDBusRegisterMetaType<QMap<QString, QString>>().isValid();
    if (!registered || !QDBusConnection::sessionBus().isConnected()) {
        QTimer::singleShot(0, context, [answer] { answer(Holding::Nothing); });
        return;
    }
    QDBusMessage search = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.secrets"),
        QStringLiteral("/org/freedesktop/secrets"), QStringLiteral("org.freedesktop.Secret.Service"),
        QStringLiteral("SearchItems"));
    // Don't start the service: only a running one can have given the answer that is being checked.
    search.setAutoStartService(false);
    // QtKeychain stores its entries with these attributes.
    search << QVariant::fromValue(
        QMap<QString, QString>{{QStringLiteral("server"), service}, {QStringLiteral("user"), key}});
    using Paths = QList<QDBusObjectPath>;
    using Found = QDBusPendingReply<Paths, Paths>; // unlocked items, locked items
    whenReplied<Found>(search, m_patience, context, [answer](const Found& found) {
        if (!found.isError())
            return answer(found.argumentAt<1>().isEmpty() ? Holding::Nothing : Holding::Locked);
        const QDBusError::ErrorType type = found.error().type();
        const bool late = type == QDBusError::NoReply || type == QDBusError::Timeout || type == QDBusError::TimedOut;
        answer(late ? Holding::NoAnswer : Holding::Nothing);
    });
}

} // namespace dueline
