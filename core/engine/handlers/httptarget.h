// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QUrl>

namespace dueline {

/// Target address of an `http:` handler, with its secrets kept apart.
struct HttpTarget
{
    QUrl url; ///< http or https, with a host; without user, password and fragment
    QByteArray authorization; ///< value of the Authorization header, from the address's user and password; empty: none
    QString shown; ///< text for people and logs: scheme, host, port and path; a query is only indicated

    /// Parses `http://…` or `https://…`. Errors: Usage; the message does not repeat the address, which may contain a
    /// password.
    static Result<HttpTarget> parse(const QString& address);
    /// Returns any address without user, password and the content of its query, as plain text of at most 200
    /// characters.
    static QString withoutSecrets(const QUrl& url);
};

} // namespace dueline
