// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDBusVariant;

namespace dueline {

/// The desktop's preference for dark or light colors. The settings portal (org.freedesktop.appearance, color-scheme)
/// reports the preference and its changes. If there is no portal or no preference, no signal is emitted, and the
/// desktop's palette determines the colors. Source: documentation of org.freedesktop.portal.Settings in the XDG Desktop
/// Portal.
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

    /// True once a preference has been reported; only then does the removal of a preference count as a change.
    bool m_knowsRequest = false;
};

} // namespace dueline
