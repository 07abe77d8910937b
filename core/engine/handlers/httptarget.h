// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QUrl>

namespace dueline {

/// Target address of an `http:` handler. Secrets are stored separately.
struct HttpTarget
{
    QUrl url; ///< http or https, with a host; without user, password or fragment
    // Authorization header value, from the user and password in the address; empty: none
    QByteArray authorization;
    QString shown; ///< text for display and logs: scheme, host, port and path, without the query's content

    /// Parses `http://…` or `https://…`. Errors: Usage; the message doesn't repeat the address, which may contain a
    /// password.
    static Result<HttpTarget> parse(const QString& address);
    /// Returns an address as plain text of at most 200 characters, without user, password or query.
    static QString withoutSecrets(const QUrl& url);
};

} // namespace dueline
