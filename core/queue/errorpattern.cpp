// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errorpattern.h"

#include "core/base/text.h"
#include "core/queue/errorkind.h"

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr QByteArrayView fold = "<*>";
constexpr qsizetype readAtMost = 4096; ///< of a line: more is no message
constexpr qsizetype longestQuoted = 128;
constexpr qsizetype shortestHex = 8;
constexpr qsizetype shortestRandom = 16; ///< letters and digits in turn: an id, not a word with a number
constexpr qsizetype shortestUnique = 12; ///< of the part behind `#`, when it has no digit
constexpr qsizetype shortestLiteral = 3;
constexpr qsizetype mostQuotedSpaces = 2; ///< more is a sentence
constexpr qsizetype shortestHost = 5;
constexpr qsizetype longestCode = 5;
constexpr qsizetype longestWord = 64; ///< more is no word

constexpr bool isDigitByte(char c) { return c >= '0' && c <= '9'; }
constexpr bool isLetterByte(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool isAlnumByte(char c) { return isDigitByte(c) || isLetterByte(c); }
constexpr bool isHexByte(char c) { return isDigitByte(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// The first line that is not blank, without spaces around it, as a person reads it.
QByteArray firstLine(QByteArrayView error)
{
    QByteArrayView line = error.trimmed();
    const qsizetype end = line.indexOf('\n');
    line = (end < 0 ? line : line.first(end)).first(std::min(end < 0 ? line.size() : end, readAtMost)).trimmed();
    if (std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }))
        return line.toByteArray();
    return printable(line, readAtMost).toUtf8();
}

constexpr QByteArrayView wideColon = "：";

constexpr bool isLowerByte(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool isUpperByte(char c) { return c >= 'A' && c <= 'Z'; }

template <std::size_t N> bool isOneOf(const std::array<QByteArrayView, N>& words, QByteArrayView word)
{
    return std::any_of(words.begin(), words.end(), [word](QByteArrayView one) { return one.compare(word, Qt::CaseInsensitive) == 0; });
}

// Behind them a number is a code: of up to five digits, of three to five, of three.
constexpr std::array<QByteArrayView, 12> beforeAnyCode{
    "code", "codes", "status", "statuscode", "errno", "exit", "exited", "exitcode", "rc", "sqlstate", "signal", "curl"};
constexpr std::array<QByteArrayView, 2> beforeLongCode{"error", "errorcode"};
constexpr std::array<QByteArrayView, 14> beforeReply{"http", "https", "smtp", "reply", "response", "returned", "lmtp",
    "received", "replied", "answered", "got", "said", "failed", "responded"};
/// They may stand between such a word and its number.
constexpr std::array<QByteArrayView, 4> joining{"with", "was", "is", "of"};
/// The same in Chinese: error code, status code, return code, exit code, status.
constexpr std::array<QByteArrayView, 5> beforeAnyCodeInChinese{"错误码", "状态码", "返回码", "退出码", "状态"};
/// Numbers joined to them by a hyphen are codes or standards.
constexpr std::array<QByteArrayView, 8> joinedCodes{"ORA", "TNS", "PLS", "SQL", "UTF", "SHA", "ISO", "RFC"};

/// What ends so is a file of a program, not the name of a host.
constexpr std::array<QByteArrayView, 20> fileEndings{"js", "mjs", "cjs", "jsx", "ts", "tsx", "py", "rb", "php", "java", "kt", "go",
    "rs", "cs", "cpp", "jar", "json", "yaml", "yml", "html"};

/// What is kept of digits and what is an id.
enum class Folding : quint8 { Pattern, Kind };

/// The end says what was raised.
QByteArrayView lastLine(QByteArrayView error)
{
    error = error.trimmed();
    return error.sliced(error.lastIndexOf('\n') + 1);
}

/// Folds one line from left to right. Each reader says how many bytes it would fold at a place; 0: none.
class Folder
{
public:
    Folder(QByteArrayView line, Folding folding)
        : m_line(line)
        , m_kind(folding == Folding::Kind)
        , m_hasAt(line.contains('@'))
        , m_hasDot(line.contains('.'))
        , m_hasColons(line.count(':') >= 2)
        , m_hasScheme(line.contains("://"))
    { }

    QByteArray folded()
    {
        m_out.reserve(m_line.size());
        while (m_at < m_line.size())
            step();
        return m_out;
    }
    /// Once folded: as ErrorReading has them.
    const QByteArray& values() const { return m_values; }

private:
    char byteAt(qsizetype at) const { return at >= 0 && at < m_line.size() ? m_line[at] : '\0'; }
    template <typename Is> qsizetype run(qsizetype from, Is is) const
    {
        qsizetype end = from;
        while (end < m_line.size() && is(m_line[end]))
            ++end;
        return end - from;
    }

    /// What stands before this place as it is written now, so that a pattern is read as its errors were.
    char before(qsizetype back = 1) const { return m_out.size() >= back ? m_out[m_out.size() - back] : '\0'; }

    void take(qsizetype length)
    {
        m_out += m_line.sliced(m_at, length);
        m_at += length;
    }
    void foldAway(qsizetype length)
    {
        m_out += fold;
        m_values += m_line.sliced(m_at, length);
        m_values += '\0';
        m_at += length;
    }
    void foldNumber(qsizetype length)
    {
        m_out += fold;
        m_values += '\0';
        m_at += length;
    }

    void step()
    {
        const char c = m_line[m_at];
        if (m_kind) {
            if (const qsizetype length = code(); length > 0)
                return take(length);
        }
        if (const qsizetype quoted = m_kind ? quotedText() : quotedWord(); quoted > 0) {
            take(1);
            foldAway(quoted);
            return take(1);
        }
        const bool begins = !isAlnumByte(before()) && !m_out.endsWith(fold);
        if (begins) {
            if (const qsizetype length = address(); length > 0)
                return foldAway(length);
            if (const qsizetype length = isDigitByte(c) ? instant() : 0; length > 0)
                return foldNumber(length);
            if (const qsizetype length = placeInMemoryOrNet(); length > 0)
                return foldAway(length);
        }
        if (begins && m_kind) {
            if (const qsizetype scheme = m_hasScheme ? schemeOfUrl() : 0; scheme > 0) {
                take(scheme);
                return foldAway(run(m_at, isOfUrl));
            }
            if (const qsizetype length = nameOrId(); length > 0)
                return foldAway(length);
        }
        if (isAlnumByte(c))
            return word();
        take(1);
        if (c == '#' && (isAlnumByte(before(2)) || before(2) == fold.back()))
            uniquePart();
    }

    qsizetype address() const
    {
        const qsizetype mail = m_hasAt ? mailAddress() : 0;
        return mail > 0 || byteAt(m_at + 8) != '-' ? mail : uuid();
    }

    qsizetype placeInMemoryOrNet() const
    {
        const qsizetype memory = memoryAddress();
        return memory > 0 || !m_hasColons ? memory : sixthAddress();
    }

    qsizetype nameOrId() const
    {
        if (const qsizetype length = resourceName(); length > 0)
            return length;
        if (const qsizetype length = m_hasDot ? hostName() : 0; length > 0)
            return length;
        if (const qsizetype length = joinedId(); length > 0)
            return length;
        return longWord();
    }

    /// Between this quote and the next: without spaces and with a digit.
    qsizetype quotedWord() const
    {
        const char quote = byteAt(m_at);
        if ((quote != '\'' && quote != '"' && quote != '`') || isAlnumByte(before()))
            return 0;
        const qsizetype length = run(m_at + 1, [quote](char c) { return c != quote && c != ' '; });
        const QByteArrayView inside = m_line.sliced(m_at + 1, length);
        const bool closed = byteAt(m_at + 1 + length) == quote;
        return closed && length <= longestQuoted && std::any_of(inside.begin(), inside.end(), isDigitByte) ? length : 0;
    }

    /// The same of a kind: whatever it is, of a few words.
    qsizetype quotedText() const
    {
        const char quote = byteAt(m_at);
        if ((quote != '\'' && quote != '"' && quote != '`') || isAlnumByte(before()))
            return 0;
        qsizetype length = run(m_at + 1, [quote](char c) { return c != quote; });
        while (quote == '\'' && isAlnumByte(byteAt(m_at + length)) && isAlnumByte(byteAt(m_at + 2 + length))) // it's
            length += 1 + run(m_at + 2 + length, [quote](char c) { return c != quote; });
        const char next = byteAt(m_at + 2 + length);
        return byteAt(m_at + 1 + length) == quote && length <= longestQuoted && !isAlnumByte(next) && next != ':'
                && m_line.sliced(m_at + 1, length).count(' ') <= mostQuotedSpaces
            ? length
            : 0;
    }

    /// The word before this place and what parts it from here, as written; at most three bytes do. "exited with 1" is
    /// about the word in front of that.
    QByteArrayView wordBefore(char& parted) const
    {
        const QByteArrayView out(m_out);
        qsizetype end = out.size();
        while (end > 0 && out.size() - end < 3 && QByteArrayView(" :=([#/-\"").contains(out[end - 1]))
            --end;
        parted = end < out.size() ? out[end] : '\0';
        const QByteArrayView word = wordThatEnds(out.first(end));
        return isOneOf(joining, word) ? wordThatEnds(out.first(end - word.size()).trimmed()) : word;
    }
    static QByteArrayView wordThatEnds(QByteArrayView out)
    {
        qsizetype from = out.size();
        while (from > 0 && isLetterByte(out[from - 1]))
            --from;
        return out.sliced(from);
    }
    bool isBehindChineseWord() const
    {
        QByteArrayView out(m_out);
        while (!out.isEmpty() && QByteArrayView(" :=").contains(out.back()))
            out.chop(1);
        if (out.endsWith(wideColon))
            out.chop(wideColon.size());
        return std::any_of(beforeAnyCodeInChinese.begin(), beforeAnyCodeInChinese.end(),
            [out](QByteArrayView word) { return out.endsWith(word); });
    }
    /// As in the log of a server: `GET /orders 404`.
    bool isBehindPath() const
    {
        if (before() != ' ')
            return false;
        const QByteArrayView out = QByteArrayView(m_out).trimmed();
        const QByteArrayView last = out.sliced(out.lastIndexOf(' ') + 1);
        return last.startsWith('/') || last.contains("://");
    }
    /// `0x80070005`: a result of Windows, or an error of its kernel.
    qsizetype windowsResult() const
    {
        const QByteArrayView rest = m_line.sliced(m_at);
        const bool begins = rest.startsWith("0x800") || rest.startsWith("0xC00") || rest.startsWith("0xc00");
        return begins && run(m_at, isAlnumByte) == 10 ? 10 : 0;
    }

    /// A status, reply, exit or error code, which says what went wrong and stays.
    qsizetype code() const
    {
        if (!isAlnumByte(byteAt(m_at)) || isAlnumByte(before()) || before() == '.' || before() == '>')
            return 0;
        if (const qsizetype windows = windowsResult(); windows > 0)
            return windows;
        const qsizetype length = run(m_at, isAlnumByte);
        const qsizetype digits = run(m_at, isDigitByte);
        if (digits == 0 && length != longestCode && byteAt(m_at) != 'E')
            return 0;
        char parted = '\0';
        const QByteArrayView word = wordBefore(parted);
        if (word.compare("sqlstate", Qt::CaseInsensitive) == 0 && parted != '\0' && length == longestCode)
            return length;
        if (digits == 0) // E11000
            return byteAt(m_at) == 'E' && length > 3 && length <= longestCode + 1 && run(m_at + 1, isDigitByte) == length - 1
                ? length
                : 0;
        if (parted == '/' && word.compare("http", Qt::CaseInsensitive) == 0)
            return numberAt(m_at);
        if (const qsizetype enhanced = enhancedStatus(); enhanced > 0)
            return enhanced;
        const char next = byteAt(m_at + digits);
        const char after = byteAt(m_at + digits + 1);
        if (digits != length || digits > longestCode || ((next == '.' || next == ',' || next == ':') && isDigitByte(after)))
            return 0;
        const bool isReply = digits == 3 && byteAt(m_at) >= '1' && byteAt(m_at) <= '5';
        if (parted != '\0' && !word.isEmpty()
            && (isOneOf(beforeAnyCode, word) || (digits >= 3 && isOneOf(beforeLongCode, word))
                || (isReply && isOneOf(beforeReply, word)) || (parted == '-' && isOneOf(joinedCodes, word))))
            return digits;
        const bool isSignal = word.startsWith("SIG") && parted != '\0' && digits <= 2;
        if (isSignal || isBehindChineseWord())
            return digits;
        const bool isEnclosed = (before() == '(' && next == ')') || (before() == '[' && next == ']');
        if (isReply && byteAt(m_at) >= '4' && (isEnclosed || isBehindPath()))
            return digits;
        const bool first = m_out.isEmpty() || m_out.endsWith(": ") || m_out.endsWith("; ") || m_out.endsWith('(');
        const bool says = (next == ' ' || next == '-') && (isUpperByte(after) || isDigitByte(after));
        return isReply && ((first && (says || (before() == '(' && next == ','))) || (next == ' ' && isUpperByte(after)))
            ? digits
            : 0;
    }

    /// `4.7.1` of RFC 3463.
    qsizetype enhancedStatus() const
    {
        const char first = byteAt(m_at);
        if ((first != '2' && first != '4' && first != '5') || byteAt(m_at + 1) != '.' || byteAt(m_at + 2) < '0'
            || byteAt(m_at + 2) > '7' || byteAt(m_at + 3) != '.')
            return 0;
        const qsizetype detail = run(m_at + 4, isDigitByte);
        const char next = byteAt(m_at + 4 + detail);
        return detail >= 1 && detail <= 3 && !isAlnumByte(next) && next != '.' ? 4 + detail : 0;
    }

    static bool isOfUrl(char c) { return c > ' ' && !QByteArrayView("\"'`<>(){}[],;").contains(c); }

    qsizetype schemeOfUrl() const
    {
        const qsizetype name = run(m_at, isLetterByte);
        return name > 0 && m_line.sliced(m_at + name).startsWith("://") && isOfUrl(byteAt(m_at + name + 3)) ? name + 3 : 0;
    }

    /// `arn:aws:s3:::shop/x`
    qsizetype resourceName() const
    {
        return m_line.sliced(m_at).startsWith("arn:") ? run(m_at, isOfUrl) : 0;
    }

    /// Lower-case labels with dots, and a port.
    qsizetype hostName() const
    {
        qsizetype length = run(m_at, [](char c) { return isAlnumByte(c) || c == '.' || c == '-'; });
        while (length > 0 && !isAlnumByte(byteAt(m_at + length - 1)))
            --length;
        const QByteArrayView name = m_line.sliced(m_at, length);
        const qsizetype dot = name.lastIndexOf('.');
        const char next = byteAt(m_at + length);
        if (dot <= 0 || length < shortestHost || length - dot < 3 || name.contains("..") || next == '_' || next == '('
            || std::any_of(name.begin(), name.end(), isUpperByte)
            || !std::all_of(name.begin() + dot + 1, name.end(), isLowerByte) || isOneOf(fileEndings, name.sliced(dot + 1)))
            return 0;
        const qsizetype port = next == ':' ? run(m_at + length + 1, isDigitByte) : 0;
        return length + (port > 0 ? 1 + port : 0);
    }

    /// Parts joined by `-` or `_`, with a digit.
    qsizetype joinedId() const
    {
        if (!isAlnumByte(byteAt(m_at)))
            return 0; // the sign of a number
        qsizetype length = run(m_at, [](char c) { return isAlnumByte(c) || c == '-' || c == '_'; });
        while (length > 0 && !isAlnumByte(byteAt(m_at + length - 1)))
            --length;
        const QByteArrayView id = m_line.sliced(m_at, length);
        const qsizetype joint = std::min(id.contains('-') ? id.indexOf('-') : length, id.contains('_') ? id.indexOf('_') : length);
        return joint < length && std::any_of(id.begin(), id.end(), isDigitByte) && !isOneOf(joinedCodes, id.first(joint))
            ? length
            : 0;
    }

    /// Too long to be one, or with digits where words have none.
    qsizetype longWord() const
    {
        const qsizetype length = run(m_at, isAlnumByte);
        if (length > longestWord)
            return length;
        const qsizetype letters = run(m_at, isLetterByte);
        const qsizetype digits = run(m_at + letters, isDigitByte);
        const qsizetype left = length - letters - digits; // behind the first number
        return digits > 0 && (letters > 0 ? left > 0 : left >= 3) ? length : 0;
    }

    qsizetype mailAddress() const
    {
        const auto isLocal = [](char c) { return isAlnumByte(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-'; };
        const qsizetype name = run(m_at, isLocal);
        if (name == 0 || byteAt(m_at + name) != '@')
            return 0;
        qsizetype host = run(m_at + name + 1, [](char c) { return isAlnumByte(c) || c == '.' || c == '-'; });
        while (host > 0 && !isAlnumByte(byteAt(m_at + name + host))) // the full stop of the sentence
            --host;
        return m_line.sliced(m_at + name + 1, host).contains('.') ? name + 1 + host : 0;
    }

    qsizetype uuid() const
    {
        qsizetype at = m_at;
        for (const qsizetype part : {8, 4, 4, 4, 12}) {
            if (at != m_at && byteAt(at++) != '-')
                return 0;
            if (run(at, isHexByte) != part)
                return 0;
            at += part;
        }
        return isAlnumByte(byteAt(at)) ? 0 : at - m_at;
    }

    /// `2026-11-21`, with a time behind it or not.
    qsizetype instant() const
    {
        qsizetype at = m_at;
        for (const qsizetype part : {4, 2, 2}) {
            if (at != m_at && byteAt(at++) != '-')
                return 0;
            if (run(at, isDigitByte) != part)
                return 0;
            at += part;
        }
        const bool timed = (byteAt(at) == 'T' || byteAt(at) == ' ') && run(at + 1, isDigitByte) == 2
            && byteAt(at + 3) == ':';
        if (timed) {
            at += 1 + numberAt(at + 1);
            if (byteAt(at) == 'Z')
                ++at;
            else if ((byteAt(at) == '+' || byteAt(at) == '-') && run(at + 1, isDigitByte) >= 2)
                at += 1 + numberAt(at + 1);
        }
        return isAlnumByte(byteAt(at)) ? 0 : at - m_at;
    }

    qsizetype memoryAddress() const
    {
        if (byteAt(m_at) != '0' || (byteAt(m_at + 1) != 'x' && byteAt(m_at + 1) != 'X'))
            return 0;
        const qsizetype digits = run(m_at + 2, isHexByte);
        return digits > 0 && !isAlnumByte(byteAt(m_at + 2 + digits)) ? 2 + digits : 0;
    }

    /// An IPv6 address; times have two colons at most, and none beside the other.
    qsizetype sixthAddress() const
    {
        const qsizetype length = run(m_at, [](char c) { return isHexByte(c) || c == ':'; });
        const QByteArrayView text = m_line.sliced(m_at, length);
        const bool scoped = text.count(':') >= 2 && text.contains("::") && std::any_of(text.begin(), text.end(), isHexByte);
        const char next = byteAt(m_at + length);
        return (scoped || text.count(':') == 7) && !isAlnumByte(next) && next != fold.front() ? length : 0;
    }

    /// Digits, and what joins them: `1,000`, `1.5`, `10.0.0.1:6379`, `12:30:05.2`.
    qsizetype numberAt(qsizetype from) const
    {
        qsizetype at = from + run(from, isDigitByte);
        while ((byteAt(at) == '.' || byteAt(at) == ',' || byteAt(at) == ':') && isDigitByte(byteAt(at + 1)))
            at += 1 + run(at + 1, isDigitByte);
        return at - from;
    }

    /// Letters and digits up to the next other byte: an id as a whole, or a word whose numbers are folded.
    void word()
    {
        const qsizetype length = run(m_at, isAlnumByte);
        const QByteArrayView text = m_line.sliced(m_at, length);
        const bool digits = std::any_of(text.begin(), text.end(), isDigitByte);
        const bool letters = std::any_of(text.begin(), text.end(), isLetterByte);
        const auto isHex = [text] { return text.size() >= shortestHex && std::all_of(text.begin(), text.end(), isHexByte); };
        if (m_kind && letters && !digits && isHex())
            return foldAway(length); // deadbeef
        if (digits && letters) {
            int runs = 0;
            for (qsizetype i = 0; i < length; ++i)
                runs += isDigitByte(text[i]) && (i == 0 || !isDigitByte(text[i - 1]));
            if (isHex() || (length >= shortestRandom && runs >= 2))
                return foldAway(length);
        }
        const qsizetype end = m_at + length;
        while (m_at < end) {
            if (isDigitByte(m_line[m_at]))
                foldNumber(numberAt(m_at)); // may reach beyond the word
            else
                take(run(m_at, isLetterByte));
        }
    }

    /// Behind the `#` of a task id.
    void uniquePart()
    {
        const qsizetype length = run(m_at, [](char c) { return isAlnumByte(c) || c == '-' || c == '_'; });
        const QByteArrayView text = m_line.sliced(m_at, length);
        if (length >= shortestUnique || std::any_of(text.begin(), text.end(), isDigitByte))
            foldAway(length);
    }

    QByteArrayView m_line;
    bool m_kind; ///< Folding::Kind
    bool m_hasAt; ///< of the line: most lack what some readers look for
    bool m_hasDot;
    bool m_hasColons; ///< two or more
    bool m_hasScheme;
    qsizetype m_at = 0;
    QByteArray m_out;
    QByteArray m_values;
};

/// The values of the `<*>` that a text has; nothing is told of any where it cannot be said whose they are.
QByteArray valuesOf(QByteArrayView line, const QByteArray& text, const QByteArray& read)
{
    const qsizetype places = text.count(fold);
    if (line.contains("<*")) // some stood there before
        return QByteArray(places, '\0');
    qsizetype end = 0;
    for (qsizetype place = 0; place < places; ++place) // further ones were cut off
        end = read.indexOf('\0', end) + 1;
    return read.first(end);
}

QByteArray shortenedText(const QByteArray& folded) { return ErrorTokens::shortened(folded, errorTextTokens).trimmed(); }

/// A folded text, folded until it is its own text: what is folded or cut off may change how the rest is read.
QByteArray settled(QByteArray text)
{
    constexpr int mostRounds = 100; // one does but for nonsense
    for (int round = 0; round < mostRounds; ++round) {
        QByteArray folded = shortenedText(Folder(text, Folding::Kind).folded());
        if (folded == text)
            break;
        text = std::move(folded);
    }
    return text;
}

/// At most errorPatternLength bytes of whole characters, with an ellipsis where something is left out.
QByteArray shortened(QByteArray text)
{
    if (text.size() <= errorPatternLength)
        return text;
    const QByteArray ellipsis = "…";
    qsizetype end = errorPatternLength - ellipsis.size();
    while (end > 0 && (uchar(text[end]) & 0xC0) == 0x80)
        --end;
    return text.first(end) + ellipsis;
}

} // namespace

QByteArray errorPattern(QByteArrayView error)
{
    return shortened(Folder(firstLine(error), Folding::Pattern).folded());
}

QByteArray errorLine(QByteArrayView error)
{
    return firstLine(error.trimmed().startsWith("Traceback (most recent call last)") ? lastLine(error) : error);
}

QByteArray errorText(QByteArrayView error) { return readError(error).text; }

ErrorReading readError(QByteArrayView error) { return ErrorReader().read(error); }

ErrorReading ErrorReader::read(QByteArrayView error)
{
    const QByteArray line = errorLine(error);
    Folder folder(line, Folding::Kind);
    const QByteArray first = shortenedText(folder.folded());
    const auto known = m_known.constFind(first);
    const QByteArray text = known == m_known.constEnd() ? settled(first) : *known;
    if (known == m_known.constEnd()) {
        if (m_known.size() >= mostKnown)
            m_known.clear();
        m_known.insert(first, text);
    }
    // What a further round folds may hold what the first one did.
    return {text, text == first ? valuesOf(line, text, folder.values()) : QByteArray(text.count(fold), '\0')};
}

QByteArray kindText(const QByteArray& told)
{
    constexpr QByteArrayView stands = "anywordthatvaries";
    if (!told.contains(ErrorTokens::anyWord) || told.contains(stands))
        return told.contains(ErrorTokens::anyWord) ? told : errorText(told);
    const auto with = [&told](QByteArrayView word) {
        QByteArray text = told;
        return text.replace(ErrorTokens::anyWord, word);
    };
    const auto isText = [&with](QByteArrayView word) { return errorText(with(word)) == with(word); };
    const auto isKind = [&isText](const auto& words) { return std::any_of(words.begin(), words.end(), isText); };
    // As errors of it are read, whichever word it is: behind some a number stays.
    if (isText(stands) || isKind(beforeAnyCode) || isKind(beforeLongCode) || isKind(beforeReply))
        return told;
    QByteArray text = errorText(with(stands));
    return text.replace(stands, ErrorTokens::anyWord);
}

QByteArray literalOf(QByteArrayView pattern)
{
    QByteArrayView best;
    qsizetype from = 0;
    const auto end = [&](qsizetype at) {
        if (at - from > best.size())
            best = pattern.sliced(from, at - from);
    };
    for (qsizetype at = 0; at < pattern.size();) {
        const bool any = pattern.sliced(at).startsWith(ErrorTokens::anyWord);
        if (any || pattern.sliced(at).startsWith(fold)) {
            end(at);
            from = at += any ? ErrorTokens::anyWord.size() : fold.size();
        } else if (pattern[at] == '\\') { // may stand for a byte that cannot be shown
            end(at);
            while (at < pattern.size() && pattern[at] != ' ')
                ++at;
            from = at;
        } else if (pattern[at] < ' ' || pattern[at] > '~') {
            end(at > from && pattern[at - 1] == ' ' ? at - 1 : at); // the space may belong to what is left out
            from = ++at;
        } else {
            ++at;
        }
    }
    end(pattern.size());
    return best.size() >= shortestLiteral ? best.toByteArray() : QByteArray();
}

} // namespace dueline
