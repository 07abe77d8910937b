// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace dueline {

class Theme;

/// Rarely needed connection settings: certificates, the Sentinel user, a time zone, masked payload fields, and what the
/// window records. TLS options are part of the URL, but have their own fields while this widget is visible.
class ConnectionExtras : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionExtras(const Theme& theme, QWidget* parent = nullptr);

    /// Shows a profile's settings except its URL.
    void edit(const Profile& profile);
    /// Moves a URL's TLS options to the fields. Returns the URL without them, or unchanged if it can't be parsed.
    QString takeFrom(const QString& url);
    /// Writes the field values to a profile.
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
    QComboBox* m_recorded;
};

} // namespace dueline
