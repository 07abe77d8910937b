// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

namespace dueline {

/// Returns an error without the parts that vary from task to task, so that equal failures have the same text: `Timeout
/// after 30 s` and `Timeout after 5 s` both become `Timeout after <*> s`. Replaces numbers, times, hex ids, UUIDs, IP,
/// mail and memory addresses, the unique part of task ids, and quoted words with a digit. Uses only the first
/// meaningful line. The result has at most `errorPatternLength` characters and is printable UTF-8. Applying the
/// function to its own result changes nothing.
QByteArray errorPattern(QByteArrayView error);

constexpr qsizetype errorPatternLength = 240;

/// Returns the text used to form failure groups. Unlike errorPattern(), it keeps status and reply codes (`HTTP 503`,
/// `451 4.7.1`, `exit code 137`, `Errno 111`, `"code":"card_declined"`). It also replaces quoted text of up to three
/// words (except names of JSON members), host names, the query of a URL (`?…`), ARNs, and words that are ids because of
/// their digits (`checkout-7d9f8-x2k4q`, `i-0ab3`). For a Python traceback, it uses the last line. The result has at
/// most `errorTextTokens` tokens. Applying the function to its own result changes nothing.
QByteArray errorText(QByteArrayView error);

constexpr qsizetype errorTextTokens = 96;

/// Text of an error and its replaced values, for counting errors.
struct ErrorReading
{
    QByteArray text; ///< result of errorText()
    /// Values of the `<*>` placeholders in the text, each followed by a NUL. An empty value means that the value varies
    /// (a number or a time) or is unknown.
    QByteArray values;
};
ErrorReading readError(QByteArrayView error);

/// Reads many errors. Returns the same results as readError(), but is faster if errors repeat.
class ErrorReader
{
public:
    ErrorReading read(QByteArrayView error);

private:
    static constexpr qsizetype mostKnown = 8'192;

    QHash<QByteArray, QByteArray> m_known; ///< errorText() results, by the text after the first round of folding
};

/// Returns the ErrorTemplate text for an error or for a displayed template, which may contain values in place of
/// placeholders.
QByteArray kindText(const QByteArray& told);

/// Returns the line of an error that errorText() uses, in displayable form: the first meaningful line, or the last line
/// of a Python traceback.
QByteArray errorLine(QByteArrayView error);

/// Returns the longest ASCII text that all errors with this pattern or group text contain verbatim, for a fast search
/// on the server. Empty if there is no useful text.
QByteArray literalOf(QByteArrayView pattern);

} // namespace dueline
