// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/errorcursor.h"

#include <functional>

namespace dueline {

/// Returns the length of the code at the cursor; 0 if there is none. Codes aren't replaced, because they identify the
/// error. They include status, reply, exit and error codes: `HTTP 503`, `451 4.7.1`, `exit code 137`, `Errno 111`.
qsizetype codeAt(const ErrorCursor& cursor);

/// Returns the length of a code or error name in quotes at the cursor, as in `"code":"card_declined"`, `code:
/// 'ER_DEADLOCK'`, `"status":"503"` or `"error":"invalid_grant"`; 0 if there is none.
qsizetype quotedCodeAt(const ErrorCursor& cursor);

/// Returns whether a word and a number form a code: `HTTP-502`, `exit_1`.
bool isCodeOfWord(QByteArrayView word, QByteArrayView number);

/// Returns whether `is` accepts any of the words that may precede a code.
bool isAfterCodeWord(const std::function<bool(QByteArrayView)>& is);

} // namespace dueline
