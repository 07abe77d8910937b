// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QWidget>

class QLineEdit;

namespace dueline {

class Theme;

/// What few connections need: certificates, the sentinels' user, a time zone of their own, fields of payloads that are
/// not shown. TLS options stand in the URL; while this is in sight they have fields instead.
class ConnectionExtras : public QWidget
{
    Q_OBJECT

public:
    explicit ConnectionExtras(const Theme& theme, QWidget* parent = nullptr);

    /// Shows what a profile has, but its URL.
    void edit(const Profile& profile);
    /// Takes the TLS options out of a URL into the fields; the URL without them. What does not parse stays as it is.
    QString takeFrom(const QString& url);
    /// The profile with what the fields say.
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
