// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errorcursor.h"

namespace dueline {

/// How long the host name at this place is, with its port. 0: none begins here. Names with dots are those of modules,
/// too
/// (`app.billing`): one is a host by how it ends (`example.org`, `db.internal`), by a digit, a hyphen or a port
/// (`redis-1.shop`, `db.shop:5432`), or by the word before it (`lookup db.shop`, `connect to db.shop`).
qsizetype hostNameAt(const ErrorCursor& cursor);

/// Where the parts of a URL end, each at or behind the one before. A scheme that ends where it begins: no URL begins
/// here.
struct ErrorUrl
{
    qsizetype scheme = 0; ///< behind `://`
    qsizetype host = 0; ///< with user and port
    qsizetype path = 0;
    qsizetype end = 0; ///< of what is asked for, from `?` or `#` on
};
ErrorUrl urlAt(const ErrorCursor& cursor);

/// Bytes that a URL can have in the text of an error.
bool isOfUrl(char c);

} // namespace dueline
