// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDBusVariant;

namespace dueline {

/// The desktop's preference for a dark or light theme, and changes to it, from the settings portal
/// (org.freedesktop.appearance, color-scheme). Without a portal or a preference, no signal is emitted, and the
/// desktop's palette is used. Source: the XDG Desktop Portal's documentation of org.freedesktop.portal.Settings.
class DesktopScheme : public QObject
{
    Q_OBJECT

public:
    /// Creates the object and requests the preference asynchronously.
    explicit DesktopScheme(QObject* parent = nullptr);

Q_SIGNALS:
    void told(bool dark);

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(uint scheme);

    bool m_knowsRequest = false; ///< true once a preference has been reported, so that its removal is a change
};

} // namespace dueline
