// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QDBusVariant;

namespace dueline {

/// Whether the desktop is to be dark, as its settings portal says (org.freedesktop.appearance, color-scheme), and when
/// that changes. A desktop without a portal, or without a request, tells nothing: then its palette decides. Source: the
/// XDG Desktop Portal's documentation of org.freedesktop.portal.Settings.
class DesktopScheme : public QObject
{
    Q_OBJECT

public:
    /// Asks at once, and waits for nothing.
    explicit DesktopScheme(QObject* parent = nullptr);

Q_SIGNALS:
    void told(bool dark);

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void take(uint scheme);

    bool m_knowsRequest = false; ///< it had one before: none after it is a change, too
};

} // namespace dueline
