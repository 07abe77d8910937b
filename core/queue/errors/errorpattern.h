// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

namespace dueline {

/// An error without what differs from task to task, so that the same failure has the same text: `Timeout after 30 s`
/// and `Timeout after 5 s` are both `Timeout after <*> s`. Folded are numbers, instants, hex ids, UUIDs, IP, mail and
/// memory addresses, the unique part of task ids, and quoted words with a digit. Of several lines the first that says
/// something; at most `errorPatternLength` characters. Always printable UTF-8, and a pattern is its own pattern.
QByteArray errorPattern(QByteArrayView error);

constexpr qsizetype errorPatternLength = 240;

/// The text of which kinds of failure are made: as errorPattern(), but status and reply codes stay (`HTTP 503`, `451
/// 4.7.1`, `exit code 137`, `Errno 111`, `"code":"card_declined"`), and also folded are what stands in quotes (up to
/// three words, not the name of a JSON member), host names, what a URL asks of a host (`?…`), ARNs, and words whose
/// digits make them ids (`checkout-7d9f8-x2k4q`, `i-0ab3`). Of a Python traceback its last line. At most
/// `errorTextTokens` tokens; a text is its own text.
QByteArray errorText(QByteArrayView error);

constexpr qsizetype errorTextTokens = 96;

/// An error as it is counted.
struct ErrorReading
{
    QByteArray text; ///< errorText()
    /// What stands at each `<*>` of the text, a NUL behind each. Empty between two of them: that varies in any case,
    /// since it is a number or an instant, or it cannot be told.
    QByteArray values;
};
ErrorReading readError(QByteArrayView error);

/// Reads many errors as readError() does, faster where their texts are the same.
class ErrorReader
{
public:
    ErrorReading read(QByteArrayView error);

private:
    static constexpr qsizetype mostKnown = 8'192;

    QHash<QByteArray, QByteArray> m_known; ///< what was made of a line at first, and its errorText()
};

/// The text of the ErrorKind that is meant by a kind as it is told, in which values may stand, or by an error.
QByteArray kindText(const QByteArray& told);

/// The line of an error that errorText() is made of, as a person reads it: the first that says something, of a Python
/// traceback the last.
QByteArray errorLine(QByteArrayView error);

/// The longest piece of ASCII that stands as it is in every error of this pattern or kind: what a search near the data
/// can look for first. Empty: there is none worth it.
QByteArray literalOf(QByteArrayView pattern);

} // namespace dueline
