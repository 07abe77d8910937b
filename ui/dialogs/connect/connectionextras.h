// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QWidget>

class QLineEdit;

namespace dueline {

class Theme;

/// Rarely needed settings of a connection: certificates, the user for the sentinels, a time zone, and masked payload
/// fields. TLS options are part of the URL, but have their own fields while this widget is visible.
class ConnectionExtras : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionExtras(const Theme& theme, QWidget* parent = nullptr);

    /// Shows the settings of a profile, except its URL.
    void edit(const Profile& profile);
    /// Moves the TLS options from a URL into the fields. Returns the URL without them; a URL that does not parse is
    /// returned unchanged.
    QString takeFrom(const QString& url);
    /// Writes the fields to a profile.
    void apply(Profile& profile) const;

Q_SIGNALS:
    void changed();

private:
    QLineEdit* m_authority;
    QLineEdit* m_serverName;
    QLineEdit* m_certificate;
    QLineEdit* m_key;
    QLineEdit* m_sentinelUser;
    QLineEdit* m_zone;
    QLineEdit* m_masked;
};

} // namespace dueline
