// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/desktopscheme.h"

#include <QtDBus/QDBusConnection>
#include <QtDBus/QDBusMessage>
#include <QtDBus/QDBusPendingCallWatcher>
#include <QtDBus/QDBusVariant>

namespace dueline {

namespace {

const QString portalService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString portalPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString settingsInterface = QStringLiteral("org.freedesktop.portal.Settings");
const QString appearance = QStringLiteral("org.freedesktop.appearance");
const QString colorScheme = QStringLiteral("color-scheme");
enum Scheme : uint { NoRequest, Dark, Light };

/// Returns the innermost value. The Read method returns a variant within a variant, but the signal contains a single
/// variant.
QVariant unwrapped(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(portalService, portalPath, settingsInterface, QStringLiteral("SettingChanged"), this,
        SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage read
        = QDBusMessage::createMethodCall(portalService, portalPath, settingsInterface, QStringLiteral("Read"));
    read.setArguments({appearance, colorScheme});
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(read), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher* done) {
        if (const QDBusMessage reply = done->reply(); reply.type() == QDBusMessage::ReplyMessage)
            take(unwrapped(reply.arguments().value(0)).toUInt());
        done->deleteLater();
    });
}

void DesktopScheme::settingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group != appearance || key != colorScheme)
        return;
    m_knowsRequest = true;
    take(unwrapped(value.variant()).toUInt());
}

/// Applies a color scheme. GNOME reports "no preference" where other desktops report "light".
void DesktopScheme::take(uint scheme)
{
    if (scheme == NoRequest && !m_knowsRequest)
        return;
    m_knowsRequest = true;
    Q_EMIT told(scheme == Dark);
}

} // namespace dueline
