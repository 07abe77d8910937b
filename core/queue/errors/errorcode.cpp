// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorcode.h"

namespace dueline {

namespace {

constexpr qsizetype longestCode = 5;
constexpr QByteArrayView wideColon = "：";

// Words that precede a code of up to five digits (first list), three to five digits (second list), or exactly three
// digits (third list).
constexpr std::array<QByteArrayView, 15> beforeAnyCode{"code", "codes", "status", "statuscode", "errno", "exit",
    "exited", "exitcode", "rc", "sqlstate", "sqlcode", "signal", "curl", "winerror", "alert"};
constexpr std::array<QByteArrayView, 3> beforeLongCode{"error", "errorcode", "msg"};
constexpr std::array<QByteArrayView, 16> beforeReply{"http", "https", "smtp", "reply", "response", "returned", "lmtp",
    "received", "replied", "answered", "got", "said", "failed", "responded", "httperror", "httpexception"};
/// Words before a number that is a count or position, never a code.
constexpr std::array<QByteArrayView, 6> beforeCount{"line", "row", "column", "port", "item", "at"};
/// JSON members that aren't codes but whose quoted text identifies the error.
constexpr std::array<QByteArrayView, 2> beforeNamedError{"error", "reason"};
constexpr qsizetype longestNamedError = 48;
/// Units of measurement. A number before a unit isn't a reply code: `512 MB`, `120 EUR`.
constexpr std::array<QByteArrayView, 23> units{"B", "KB", "MB", "GB", "TB", "PB", "KiB", "MiB", "GiB", "TiB", "Mbit",
    "Gbit", "Hz", "MHz", "GHz", "EUR", "USD", "GBP", "CHF", "JPY", "CNY", "RMB", "W"};
/// Chinese words that precede a code: error code, status code, return code, exit code, status.
constexpr std::array<QByteArrayView, 5> beforeAnyCodeInChinese{"错误码", "状态码", "返回码", "退出码", "状态"};

bool isBehindChineseWord(QByteArrayView out)
{
    while (!out.isEmpty() && QByteArrayView(" :=").contains(out.back()))
        out.chop(1);
    if (out.endsWith(wideColon))
        out.chop(wideColon.size());
    return std::any_of(beforeAnyCodeInChinese.begin(), beforeAnyCodeInChinese.end(),
        [out](QByteArrayView word) { return out.endsWith(word); });
}
/// Returns whether there is a path before the cursor, as in a server log: `GET /orders 404`.
bool isBehindPath(const ErrorCursor& cursor)
{
    if (cursor.before() != ' ')
        return false;
    const QByteArrayView out = QByteArrayView(cursor.out).trimmed();
    const QByteArrayView last = out.sliced(out.lastIndexOf(' ') + 1);
    return last.startsWith('/') || last.contains("://");
}
/// Returns whether there is an HTTP version before the cursor, as in `HTTP/2 502`.
bool isBehindHttpVersion(const ErrorCursor& cursor)
{
    const QByteArrayView out = QByteArrayView(cursor.out).trimmed();
    const QByteArrayView last = out.sliced(out.lastIndexOf(' ') + 1);
    return cursor.before() == ' ' && last.size() <= 8
        && last.first(std::min<qsizetype>(5, last.size())).compare("http/", Qt::CaseInsensitive) == 0;
}
/// Returns the length of a hexadecimal exit code, as in `exit code 0x1`.
qsizetype hexCode(const ErrorCursor& cursor, QByteArrayView word, char parted)
{
    constexpr qsizetype longest = 10; // maximum length of a hexadecimal code; anything longer is an address
    const qsizetype length = cursor.run(cursor.place, isAlnumByte);
    return parted != '\0' && isOneOf(beforeAnyCode, word) && length > 2 && length <= longest
            && cursor.byteAt(cursor.place) == '0' && cursor.byteAt(cursor.place + 1) == 'x'
            && cursor.run(cursor.place + 2, isHexByte) == length - 2
        ? length
        : 0;
}
/// Returns the length of a reply code attached to `HTTP`, as in `HTTP502`.
qsizetype joinedReply(const ErrorCursor& cursor)
{
    const qsizetype letters = cursor.run(cursor.place, isLetterByte);
    return (letters == 4 || letters == 5)
            && cursor.line.sliced(cursor.place, 4).compare("http", Qt::CaseInsensitive) == 0
            && cursor.run(cursor.place + letters, isAlnumByte) == 3
            && cursor.run(cursor.place + letters, isDigitByte) == 3
        ? letters + 3
        : 0;
}
/// Returns the length of a Windows result code or kernel error, such as `0x80070005`.
qsizetype windowsResult(const ErrorCursor& cursor)
{
    const QByteArrayView rest = cursor.line.sliced(cursor.place);
    const bool begins = rest.startsWith("0x800") || rest.startsWith("0xC00") || rest.startsWith("0xc00");
    return begins && cursor.run(cursor.place, isAlnumByte) == 10 ? 10 : 0;
}

/// Returns the length of an enhanced status code (RFC 3463), such as `4.7.1`.
qsizetype enhancedStatus(const ErrorCursor& cursor)
{
    const char first = cursor.byteAt(cursor.place);
    if ((first != '2' && first != '4' && first != '5') || cursor.byteAt(cursor.place + 1) != '.'
        || cursor.byteAt(cursor.place + 2) < '0' || cursor.byteAt(cursor.place + 2) > '7'
        || cursor.byteAt(cursor.place + 3) != '.')
        return 0;
    const qsizetype detail = cursor.run(cursor.place + 4, isDigitByte);
    const char next = cursor.byteAt(cursor.place + 4 + detail);
    return detail >= 1 && detail <= 3 && !isAlnumByte(next) && next != '.' ? 4 + detail : 0;
}

/// Returns whether a string consists of letters and joining characters, such as `card_declined`, `ERR_LOCK-timeout` or
/// `db.busy`.
bool isName(QByteArrayView text)
{
    return !text.isEmpty() && isLetterByte(text.front()) && std::all_of(text.begin(), text.end(), [](char c) {
        return isLetterByte(c) || c == '_' || c == '-' || c == '.';
    });
}

} // namespace

qsizetype quotedCodeAt(const ErrorCursor& cursor)
{
    const char quote = cursor.byteAt(cursor.place);
    if (quote != '"' && quote != '\'')
        return 0;
    const qsizetype length = cursor.run(cursor.place + 1, [quote](char c) { return c != quote; });
    if (length == 0 || length > longestNamedError || cursor.byteAt(cursor.place + 1 + length) != quote)
        return 0;
    QByteArrayView member = QByteArrayView(cursor.out).trimmed();
    if (member.isEmpty() || (member.back() != ':' && member.back() != '='))
        return 0;
    member = member.chopped(1).trimmed();
    const bool isQuoted = !member.isEmpty() && member.back() == quote;
    const QByteArrayView word = wordThatEnds(isQuoted ? member.chopped(1) : member);
    const QByteArrayView text = cursor.line.sliced(cursor.place + 1, length);
    const bool isShort = length <= longestCode && std::all_of(text.begin(), text.end(), isAlnumByte);
    return (isOneOf(beforeAnyCode, word) && (isShort || isName(text)))
            || (isQuoted && isOneOf(beforeNamedError, word) && isName(text))
        ? length
        : 0;
}

qsizetype codeAt(const ErrorCursor& cursor)
{
    if (!isAlnumByte(cursor.byteAt(cursor.place)) || isAlnumByte(cursor.before()) || cursor.before() == '.'
        || cursor.before() == '>')
        return 0;
    if (const qsizetype windows = windowsResult(cursor); windows > 0)
        return windows;
    if (const qsizetype reply = joinedReply(cursor); reply > 0)
        return reply;
    const qsizetype length = cursor.run(cursor.place, isAlnumByte);
    const qsizetype digits = cursor.run(cursor.place, isDigitByte);
    if (digits == 0 && length != longestCode && cursor.byteAt(cursor.place) != 'E')
        return 0;
    char parted = '\0';
    const QByteArrayView word = cursor.wordBefore(parted);
    if (word.compare("sqlstate", Qt::CaseInsensitive) == 0 && parted != '\0' && length == longestCode)
        return length;
    if (digits == 0) // an `E` and digits, as in E11000
        return cursor.byteAt(cursor.place) == 'E' && length > 3 && length <= longestCode + 1
                && cursor.run(cursor.place + 1, isDigitByte) == length - 1
            ? length
            : 0;
    if (parted == '/' && word.compare("http", Qt::CaseInsensitive) == 0)
        return cursor.numberAt(cursor.place);
    if (const qsizetype hex = hexCode(cursor, word, parted); hex > 0)
        return hex;
    if (const qsizetype enhanced = enhancedStatus(cursor); enhanced > 0)
        return enhanced;
    const char next = cursor.byteAt(cursor.place + digits);
    const char after = cursor.byteAt(cursor.place + digits + 1);
    if (digits != length || digits > longestCode || ((next == '.' || next == ',' || next == ':') && isDigitByte(after)))
        return 0;
    const bool isReply = digits == 3 && cursor.byteAt(cursor.place) >= '1' && cursor.byteAt(cursor.place) <= '5';
    if (parted != '\0' && !word.isEmpty()
        && (isOneOf(beforeAnyCode, word) || (digits >= 3 && isOneOf(beforeLongCode, word))
            || (isReply && isOneOf(beforeReply, word)) || (parted == '-' && isOneOf(joinedCodes, word))))
        return digits;
    const bool isSignal = word.startsWith("SIG") && parted != '\0' && digits <= 2;
    if (isSignal || isBehindChineseWord(cursor.out))
        return digits;
    const bool isEnclosed = (cursor.before() == '(' && next == ')') || (cursor.before() == '[' && next == ']');
    if (isReply && cursor.byteAt(cursor.place) >= '4'
        && (isEnclosed || isBehindPath(cursor) || isBehindHttpVersion(cursor)))
        return digits;
    const bool first
        = cursor.out.isEmpty() || cursor.out.endsWith(": ") || cursor.out.endsWith("; ") || cursor.out.endsWith('(');
    // Accept a reply code between colons, as in `gateway: 502: down`.
    if (isReply && cursor.byteAt(cursor.place) >= '4' && first && next == ':' && after == ' '
        && !isOneOf(beforeCount, word))
        return digits;
    if (next == ' ') {
        const QByteArrayView rest = cursor.line.sliced(cursor.place + digits + 1);
        const QByteArrayView unit = rest.first(cursor.run(cursor.place + digits + 1, isAlnumByte));
        if (std::find(units.begin(), units.end(), unit) != units.end())
            return 0;
    }
    const bool says = (next == ' ' || next == '-') && (isUpperByte(after) || isDigitByte(after));
    return isReply
            && ((first && (says || (cursor.before() == '(' && next == ','))) || (next == ' ' && isUpperByte(after)))
        ? digits
        : 0;
}

bool isCodeOfWord(QByteArrayView word, QByteArrayView number)
{
    return !number.isEmpty() && number.size() <= longestCode && std::all_of(number.begin(), number.end(), isDigitByte)
        && (isOneOf(beforeAnyCode, word) || isOneOf(beforeLongCode, word) || isOneOf(beforeReply, word));
}

bool isAfterCodeWord(const std::function<bool(QByteArrayView)>& is)
{
    const auto isOfOne = [&is](const auto& words) { return std::any_of(words.begin(), words.end(), is); };
    return isOfOne(beforeAnyCode) || isOfOne(beforeLongCode) || isOfOne(beforeReply);
}

} // namespace dueline
