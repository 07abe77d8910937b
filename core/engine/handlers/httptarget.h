// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QUrl>

namespace dueline {

/// Where an `http:` handler posts to, with what must not be shown kept apart.
struct HttpTarget
{
    QUrl url; ///< http or https, with a host; without user, password and fragment
    QByteArray authorization; ///< the value of that header, from the address's user and password; empty: none
    QString shown; ///< for people and logs: scheme, host, port and path; a query is only hinted at

    /// Reads `http://…` or `https://…`. Errors: Usage; the message does not repeat the address, which may hold a
    /// password.
    static Result<HttpTarget> parse(const QString& address);
    /// Any address without user, password and the content of its query, as plain text of at most 200 characters.
    static QString withoutSecrets(const QUrl& url);
};

} // namespace dueline
