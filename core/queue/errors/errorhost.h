// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errorcursor.h"

namespace dueline {

/// Returns the length of the host name at the cursor, including its port; 0 if there is none. Module names contain dots
/// too (`app.billing`), so a host must have a known ending (`example.org`, `db.internal`), a digit, a hyphen or a port
/// (`redis-1.shop`, `db.shop:5432`), or follow a word that usually precedes a host (`lookup db.shop`, `connect to
/// db.shop`).
qsizetype hostNameAt(const ErrorCursor& cursor);

/// End positions of a URL's parts, in ascending order. If `scheme` is 0, there is no URL at the cursor.
struct ErrorUrl
{
    qsizetype scheme = 0; ///< position after `://`
    qsizetype host = 0; ///< position after the host, including user and port
    qsizetype path = 0;
    qsizetype end = 0; ///< position after the query, which starts at `?` or `#`
};
ErrorUrl urlAt(const ErrorCursor& cursor);

/// Returns whether a byte can be part of a URL in an error message.
bool isOfUrl(char c);

} // namespace dueline
