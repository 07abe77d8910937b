// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Tokens of an errorText(). A word consists of letters, digits, `_`, `-` and non-ASCII bytes. `<*>` is a replaced
/// value, `<**>` is any single word, and every other byte is a separate token. Joining the tokens yields the text.
class ErrorTokens
{
public:
    static constexpr QByteArrayView folded = "<*>";
    static constexpr QByteArrayView anyWord = "<**>";

    /// Splits a string into views, which are valid during the lifetime of `text`.
    static std::vector<QByteArrayView> of(QByteArrayView text);
    /// Returns the length of the first token of a non-empty string.
    static qsizetype firstLength(QByteArrayView text);
    /// Returns the first `most` tokens, followed by ` …` if more were omitted.
    static QByteArray shortened(const QByteArray& text, qsizetype most);
    static bool isWord(QByteArrayView token);
    /// Returns whether a token can be one of many values: `<*>`, `<**>` and most words. Returns false for words that
    /// identify the error: words with digits (codes), in capitals (`ECONNREFUSED`), or with an initial and an inner
    /// capital (`NoSuchKey`, `TimeoutError`). Also returns false for non-ASCII words of more than three characters,
    /// because they may be entire sentences.
    static bool mayVary(QByteArrayView token);
};

} // namespace dueline
