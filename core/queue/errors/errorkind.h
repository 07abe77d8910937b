// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// An errorText() in tokens: words (letters, digits, `_`, `-` and what is not ASCII), `<*>` for what was folded, `<**>`
/// for any one word, and each other byte by itself. Joined they are the text.
class ErrorTokens
{
public:
    static constexpr QByteArrayView folded = "<*>";
    static constexpr QByteArrayView anyWord = "<**>";

    /// Views into `text`, which must stay.
    static std::vector<QByteArrayView> of(QByteArrayView text);
    /// The first `most` tokens; where something is left out, ` …` stands for it.
    static QByteArray shortened(const QByteArray& text, qsizetype most);
    static bool isWord(QByteArrayView token);
    /// Whether a token can be one value of many: `<*>`, `<**>` and words, but for those that say what went wrong: with
    /// digits (codes), in capitals (`ECONNREFUSED`), with a capital at their begin and inside (`NoSuchKey`,
    /// `TimeoutError`), and sentences that are not ASCII (a name of up to three such characters may vary).
    static bool mayVary(QByteArrayView token);
};

/// A kind of failure: an errorText() in which `<**>` stands for any one word that may vary.
class ErrorKind
{
public:
    explicit ErrorKind(QByteArray text);
    ErrorKind(const ErrorKind&) = delete; // m_tokens view m_text
    ErrorKind& operator=(const ErrorKind&) = delete;
    ErrorKind(ErrorKind&&) = default;
    ErrorKind& operator=(ErrorKind&&) = default;

    const QByteArray& text() const { return m_text; }
    int anyWords() const { return m_anyWords; }
    /// Whether an error of this errorText() is of this kind; also whether it holds all of another kind.
    bool covers(QByteArrayView errorText) const;
    /// Whether an error can be of both.
    bool meets(const ErrorKind& other) const;

private:
    QByteArray m_text;
    std::vector<QByteArrayView> m_tokens;
    int m_anyWords = 0;
};

} // namespace dueline
