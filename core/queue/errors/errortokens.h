// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Tokens of an errorText(). A word consists of letters, digits, `_`, `-` and non-ASCII bytes. `<*>` is a replaced
/// value, `<**>` is any single word, and every other byte is a token of length one. Joining the tokens yields the text.
class ErrorTokens
{
public:
    static constexpr QByteArrayView folded = "<*>";
    static constexpr QByteArrayView anyWord = "<**>";

    /// Splits a string into views, valid as long as `text`.
    static std::vector<QByteArrayView> of(QByteArrayView text);
    /// Returns the length of the first token of a non-empty string.
    static qsizetype firstLength(QByteArrayView text);
    /// Returns the first `most` tokens, plus ` …` if there are more.
    static QByteArray shortened(const QByteArray& text, qsizetype most);
    static bool isWord(QByteArrayView token);
    /// Returns whether a token can be one of many values: `<*>`, `<**>` and most words. Words that identify the error
    /// can't: words with digits (codes), in capitals (`ECONNREFUSED`), or with an initial and an inner capital
    /// (`NoSuchKey`, `TimeoutError`). Neither can non-ASCII words of more than three characters, because they may be
    /// whole sentences.
    static bool mayVary(QByteArrayView token);
};

} // namespace dueline
