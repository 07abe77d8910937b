// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errorcursor.h"

#include <functional>

namespace dueline {

/// How long the status, reply, exit or error code at this place is, which says what went wrong and stays: `HTTP 503`,
/// `451 4.7.1`, `exit code 137`, `Errno 111`. 0: none begins here.
qsizetype codeAt(const ErrorCursor& cursor);

/// How many bytes in the quotes at this place are such a code, or the name of an error: `"code":"card_declined"`,
/// `code: 'ER_DEADLOCK'`, `"status":"503"`, `"error":"invalid_grant"`; 0: none.
qsizetype quotedCodeAt(const ErrorCursor& cursor);

/// Whether they are written as one: `HTTP-502`, `exit_1`.
bool isCodeOfWord(QByteArrayView word, QByteArrayView number);

/// Whether `is` holds for one of the words behind which a number is a code.
bool isAfterCodeWord(const std::function<bool(QByteArrayView)>& is);

} // namespace dueline
