// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Tokens of an errorText(). A word consists of letters, digits, `_`, `-` and non-ASCII bytes. `<*>` is a folded
/// value, `<**>` any one word, and every other byte is a token. Joined tokens give the text.
class ErrorTokens
{
public:
    static constexpr QByteArrayView folded = "<*>";
    static constexpr QByteArrayView anyWord = "<**>";

    /// Splits a text into views, which are valid as long as `text`.
    static std::vector<QByteArrayView> of(QByteArrayView text);
    /// Returns the first `most` tokens, followed by ` …` if more were omitted.
    static QByteArray shortened(const QByteArray& text, qsizetype most);
    static bool isWord(QByteArrayView token);
    /// Returns whether a token can be one value of many: `<*>`, `<**>` and most words. Excluded are words that
    /// identify the error: with digits (codes), in capitals (`ECONNREFUSED`), with an initial and an inner capital
    /// (`NoSuchKey`, `TimeoutError`). Non-ASCII sentences are excluded too; a name of up to three such characters may
    /// vary.
    static bool mayVary(QByteArrayView token);
};

/// Kind of an error (failure group): an errorText() in which `<**>` stands for any one word that varies.
class ErrorKind
{
public:
    explicit ErrorKind(QByteArray text);
    ErrorKind(const ErrorKind&) = delete; // m_tokens views m_text
    ErrorKind& operator=(const ErrorKind&) = delete;
    ErrorKind(ErrorKind&&) = default;
    ErrorKind& operator=(ErrorKind&&) = default;

    const QByteArray& text() const { return m_text; }
    int anyWords() const { return m_anyWords; }
    /// Returns whether an error with this errorText() belongs to this kind. Also accepts another kind, if this kind
    /// contains all of it.
    bool covers(QByteArrayView errorText) const;
    /// Returns whether an error can belong to both kinds.
    bool meets(const ErrorKind& other) const;

private:
    QByteArray m_text;
    std::vector<QByteArrayView> m_tokens;
    int m_anyWords = 0;
};

} // namespace dueline
