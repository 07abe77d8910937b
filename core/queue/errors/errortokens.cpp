// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errortokens.h"

#include <QString>

#include <algorithm>

namespace dueline {

namespace {

/// maximum number of characters in a non-ASCII name; anything longer may be a sentence
constexpr qsizetype longestForeignName = 3;

constexpr bool isTokenDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isTokenUpper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool isOfWord(char c)
{
    return isTokenDigit(c) || isTokenUpper(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '-' || uchar(c) >= 0x80;
}

/// Returns whether a byte starts a character between U+3000 and the Hangul syllables, or a full-width character.
constexpr bool isOfWideScript(char c) { return (uchar(c) >= 0xE3 && uchar(c) <= 0xED) || uchar(c) == 0xEF; }

} // namespace

std::vector<QByteArrayView> ErrorTokens::of(QByteArrayView text)
{
    std::vector<QByteArrayView> tokens;
    while (!text.isEmpty()) {
        const qsizetype length = firstLength(text);
        tokens.push_back(text.first(length));
        text = text.sliced(length);
    }
    return tokens;
}

qsizetype ErrorTokens::firstLength(QByteArrayView text)
{
    for (const QByteArrayView sign : {folded, anyWord}) {
        if (text.startsWith(sign))
            return sign.size();
    }
    // Chinese and similar scripts have no spaces between a name and the text around it: 用户anna的订单.
    const auto isForeign = [](char c) { return isOfWideScript(c) || (uchar(c) >= 0x80 && uchar(c) < 0xC0); };
    const bool isWide = !text.isEmpty() && isOfWideScript(text.front());
    const auto end = std::find_if_not(
        text.begin(), text.end(), [=](char c) { return isWide ? isForeign(c) : isOfWord(c) && !isOfWideScript(c); });
    return std::max<qsizetype>(end - text.begin(), 1);
}

QByteArray ErrorTokens::shortened(const QByteArray& text, qsizetype most)
{
    QByteArrayView left = text;
    for (qsizetype token = 0; token < most && !left.isEmpty(); ++token)
        left = left.sliced(firstLength(left));
    if (left.isEmpty())
        return text;
    return text.first(text.size() - left.size()) + " \xE2\x80\xA6";
}

bool ErrorTokens::isWord(QByteArrayView token) { return !token.isEmpty() && isOfWord(token.front()); }

bool ErrorTokens::mayVary(QByteArrayView token)
{
    if (token == folded || token == anyWord)
        return true;
    if (!isWord(token) || std::any_of(token.begin(), token.end(), isTokenDigit))
        return false;
    if (std::any_of(token.begin(), token.end(), [](char c) { return uchar(c) >= 0x80; }))
        return QString::fromUtf8(token).size() <= longestForeignName;
    return !isTokenUpper(token.front()) || token.contains('-')
        || std::none_of(token.begin() + 1, token.end(), isTokenUpper);
}

} // namespace dueline
