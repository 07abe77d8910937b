// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/errors/errorpattern.h"

#include "core/base/text.h"
#include "core/queue/errors/errorcode.h"
#include "core/queue/errors/errorhost.h"
#include "core/queue/errors/errortokens.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView fold = "<*>";
constexpr qsizetype readAtMost = 4096; ///< maximum number of bytes to read from a line
constexpr qsizetype longestQuoted = 128;
constexpr qsizetype shortestHex = 8;
// minimum length of a mix of letters and digits that counts as an id; anything shorter is a word with numbers
constexpr qsizetype shortestRandom = 16;
constexpr qsizetype shortestUnique = 12; ///< minimum length of the part of an id after `#` if it has no digits
constexpr qsizetype shortestLiteral = 3;
/// maximum number of spaces in a quoted value; with more, it's a sentence
constexpr qsizetype mostQuotedSpaces = 2;
constexpr qsizetype longestWord = 64; ///< maximum length of a word; anything longer is an id
constexpr qsizetype shortestRandomPart = 8;

/// Returns the first nonblank line, trimmed and converted to printable text.
QByteArray firstLine(QByteArrayView error)
{
    QByteArrayView line = error.trimmed();
    const qsizetype end = line.indexOf('\n');
    line = (end < 0 ? line : line.first(end)).first(std::min(end < 0 ? line.size() : end, readAtMost)).trimmed();
    if (std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }))
        return line.toByteArray();
    return printable(line, readAtMost).toUtf8();
}

/// Rules for which digits and ids to keep.
enum class Folding : quint8 { Pattern, Kind };

/// Returns the last line. In a traceback, it names the exception.
QByteArrayView lastLine(QByteArrayView error)
{
    error = error.trimmed();
    return error.sliced(error.lastIndexOf('\n') + 1);
}

/// Replaces the details in one line with placeholders ("folding"), from left to right. The functions that recognize
/// details return the number of bytes to fold at the cursor, or 0.
class ErrorNormalizer : private ErrorCursor
{
public:
    ErrorNormalizer(QByteArrayView text, Folding folding)
        : ErrorCursor{text, 0, {}}
        , m_kind(folding == Folding::Kind)
        , m_hasAt(text.contains('@'))
        , m_hasDot(text.contains('.'))
        , m_hasColons(text.count(':') >= 2)
        , m_hasScheme(text.contains("://"))
    { }

    QByteArray folded()
    {
        out.reserve(line.size());
        while (place < line.size())
            step();
        return out;
    }
    /// Returns the folded values in ErrorReading's format. Call it after folded().
    const QByteArray& values() const { return m_values; }

private:
    void take(qsizetype length)
    {
        out += line.sliced(place, length);
        place += length;
    }
    void foldAway(qsizetype length)
    {
        out += fold;
        m_values += line.sliced(place, length);
        m_values += '\0';
        place += length;
    }
    void foldNumber(qsizetype length)
    {
        out += fold;
        m_values += '\0';
        place += length;
    }

    void step()
    {
        const char c = line[place];
        if (m_kind) {
            if (const qsizetype length = colourAt(); length > 0)
                return take(length);
            if (const qsizetype length = codeAt(*this); length > 0)
                return take(length);
            if (const qsizetype length = quotedCodeAt(*this); length > 0)
                return take(1 + length + 1);
        }
        if (const qsizetype quoted = m_kind ? quotedText() : quotedWord(); quoted > 0) {
            take(1);
            foldAway(quoted);
            return take(1);
        }
        const bool begins = !isAlnumByte(before()) && !out.endsWith(fold);
        if (begins) {
            if (const qsizetype length = address(); length > 0)
                return foldAway(length);
            if (const qsizetype length = isDigitByte(c) ? instant() : 0; length > 0)
                return foldNumber(length);
            if (const qsizetype length = placeInMemoryOrNet(); length > 0)
                return foldAway(length);
        }
        if (begins && m_kind) {
            if (const ErrorUrl url = m_hasScheme ? urlAt(*this) : ErrorUrl(); url.scheme > 0)
                return takeUrl(url);
            if (const qsizetype length = nameOrId(); length > 0)
                return foldAway(length);
        }
        if (isAlnumByte(c))
            return word();
        take(1);
        if (c == '#' && (isAlnumByte(before(2)) || before(2) == fold.back()))
            uniquePart();
    }

    /// Reads a URL. Treats its path as ordinary words, because it identifies the request.
    void takeUrl(const ErrorUrl& url)
    {
        take(url.scheme - place);
        if (url.host > place)
            foldAway(url.host - place);
        while (place < url.path)
            step();
        if (place == url.path && url.end > place + 1) {
            take(1);
            foldAway(url.end - place);
        }
    }

    qsizetype address() const
    {
        const qsizetype mail = m_hasAt ? mailAddress() : 0;
        return mail > 0 || byteAt(place + 8) != '-' ? mail : uuid();
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
        if (const qsizetype length = m_hasDot ? hostNameAt(*this) : 0; length > 0)
            return length;
        if (const qsizetype length = joinedId(); length > 0)
            return length;
        return longWord();
    }

    /// Returns the length of a quoted string that contains a digit and no spaces.
    qsizetype quotedWord() const
    {
        const char quote = byteAt(place);
        if ((quote != '\'' && quote != '"' && quote != '`') || isAlnumByte(before()))
            return 0;
        const qsizetype length = run(place + 1, [quote](char c) { return c != quote && c != ' '; });
        const QByteArrayView inside = line.sliced(place + 1, length);
        const bool closed = byteAt(place + 1 + length) == quote;
        return closed && length <= longestQuoted && std::any_of(inside.begin(), inside.end(), isDigitByte) ? length : 0;
    }

    /// Returns the length of a quoted string of up to three words. Used for Folding::Kind.
    qsizetype quotedText() const
    {
        const char quote = byteAt(place);
        if ((quote != '\'' && quote != '"' && quote != '`') || isAlnumByte(before()))
            return 0;
        qsizetype length = run(place + 1, [quote](char c) { return c != quote; });
        // Skip apostrophes, as in "it's".
        while (quote == '\'' && isAlnumByte(byteAt(place + length)) && isAlnumByte(byteAt(place + 2 + length)))
            length += 1 + run(place + 2 + length, [quote](char c) { return c != quote; });
        const char next = byteAt(place + 2 + length);
        const QByteArrayView inside = line.sliced(place + 1, length);
        return byteAt(place + 1 + length) == quote && length <= longestQuoted && !isAlnumByte(next)
                && (next != ':' || isReference(inside)) && inside.count(' ') <= mostQuotedSpaces
            ? length
            : 0;
    }

    /// Returns whether a quoted string is a reference such as `"registry.shop/mailer:7f1a"`. JSON member names aren't
    /// references. Neither are URLs, because their paths identify the request.
    bool isReference(QByteArrayView quoted) const
    {
        const QByteArrayView written = QByteArrayView(out).trimmed();
        return quoted.contains('/') && !quoted.contains("://") && !quoted.contains(' ') && !written.isEmpty()
            && written.back() != '{' && written.back() != ',';
    }

    /// Returns the length of a terminal color sequence written by firstLine().
    qsizetype colourAt() const
    {
        if (line[place] != '\\' || !line.sliced(place).startsWith(colourBegin))
            return 0;
        const qsizetype from = place + colourBegin.size();
        const qsizetype numbers = run(from, [](char c) { return isDigitByte(c) || c == ';'; });
        return byteAt(from + numbers) == 'm' ? colourBegin.size() + numbers + 1 : 0;
    }

    /// Returns the length of an ARN such as `arn:aws:s3:::shop/x`.
    qsizetype resourceName() const { return line.sliced(place).startsWith("arn:") ? run(place, isOfUrl) : 0; }

    /// Returns the length of an identifier such as `cus_hahcFAAH`: parts joined by `-` or `_`, with a digit or random
    /// letters in at least one.
    qsizetype joinedId() const
    {
        if (!isAlnumByte(byteAt(place)))
            return 0; // a hyphen here is a minus sign
        qsizetype length = run(place, [](char c) { return isAlnumByte(c) || c == '-' || c == '_'; });
        while (length > 0 && !isAlnumByte(byteAt(place + length - 1)))
            --length;
        const QByteArrayView id = line.sliced(place, length);
        const auto isJoint = [](char c) { return c == '-' || c == '_'; };
        const qsizetype joint = std::find_if(id.begin(), id.end(), isJoint) - id.begin();
        if (joint == length || isOneOf(joinedCodes, id.first(joint))
            || isCodeOfWord(id.first(joint), id.sliced(joint + 1)))
            return 0;
        return std::any_of(id.begin(), id.end(), isDigitByte) || isRandomPart(id.sliced(joint + 1)) ? length : 0;
    }

    /// Returns whether a part has at least `shortestRandomPart` letters and changes case at least twice, like a random
    /// id.
    static bool isRandomPart(QByteArrayView part)
    {
        if (part.size() < shortestRandomPart || !std::all_of(part.begin(), part.end(), isLetterByte))
            return false;
        int changes = 0; // number of changes between lowercase and uppercase
        for (qsizetype i = 1; i < part.size(); ++i) {
            changes += isLowerByte(part[i - 1]) && isUpperByte(part[i]);
            changes += i > 1 && isUpperByte(part[i - 2]) && isUpperByte(part[i - 1]) && isLowerByte(part[i]);
        }
        return changes >= 2;
    }

    /// Returns the length of a word that is too long or has digits in unusual places.
    qsizetype longWord() const
    {
        const qsizetype length = run(place, isAlnumByte);
        if (length > longestWord)
            return length;
        const qsizetype letters = run(place, isLetterByte);
        const qsizetype digits = run(place + letters, isDigitByte);
        const qsizetype left = length - letters - digits; // length left after the first number
        return digits > 0 && (letters > 0 ? left > 0 : left >= 3) ? length : 0;
    }

    qsizetype mailAddress() const
    {
        const auto isLocal
            = [](char c) { return isAlnumByte(c) || c == '.' || c == '_' || c == '%' || c == '+' || c == '-'; };
        const qsizetype name = run(place, isLocal);
        if (name == 0 || byteAt(place + name) != '@')
            return 0;
        qsizetype host = run(place + name + 1, [](char c) { return isAlnumByte(c) || c == '.' || c == '-'; });
        while (host > 0 && !isAlnumByte(byteAt(place + name + host))) // leave out the period at the end of a sentence
            --host;
        return line.sliced(place + name + 1, host).contains('.') ? name + 1 + host : 0;
    }

    qsizetype uuid() const
    {
        qsizetype at = place;
        for (const qsizetype part : {8, 4, 4, 4, 12}) {
            if (at != place && byteAt(at++) != '-')
                return 0;
            if (run(at, isHexByte) != part)
                return 0;
            at += part;
        }
        return isAlnumByte(byteAt(at)) ? 0 : at - place;
    }

    /// Returns the length of a date such as `2026-11-21`, with or without a time.
    qsizetype instant() const
    {
        qsizetype at = place;
        for (const qsizetype part : {4, 2, 2}) {
            if (at != place && byteAt(at++) != '-')
                return 0;
            if (run(at, isDigitByte) != part)
                return 0;
            at += part;
        }
        const bool timed
            = (byteAt(at) == 'T' || byteAt(at) == ' ') && run(at + 1, isDigitByte) == 2 && byteAt(at + 3) == ':';
        if (timed) {
            at += 1 + numberAt(at + 1);
            if (byteAt(at) == 'Z')
                ++at;
            else if ((byteAt(at) == '+' || byteAt(at) == '-') && run(at + 1, isDigitByte) >= 2)
                at += 1 + numberAt(at + 1);
        }
        return isAlnumByte(byteAt(at)) ? 0 : at - place;
    }

    qsizetype memoryAddress() const
    {
        if (byteAt(place) != '0' || (byteAt(place + 1) != 'x' && byteAt(place + 1) != 'X'))
            return 0;
        const qsizetype digits = run(place + 2, isHexByte);
        return digits > 0 && !isAlnumByte(byteAt(place + 2 + digits)) ? 2 + digits : 0;
    }

    /// Returns the length of an IPv6 address. A time such as `12:34:56` isn't an address: it has at most two colons,
    /// never adjacent.
    qsizetype sixthAddress() const
    {
        const qsizetype length = run(place, [](char c) { return isHexByte(c) || c == ':'; });
        const QByteArrayView text = line.sliced(place, length);
        const bool scoped
            = text.count(':') >= 2 && text.contains("::") && std::any_of(text.begin(), text.end(), isHexByte);
        const char next = byteAt(place + length);
        return (scoped || text.count(':') == 7) && !isAlnumByte(next) && next != fold.front() ? length : 0;
    }

    /// Reads a run of letters and digits. Folds all of it if it is an id, otherwise only its numbers.
    void word()
    {
        const qsizetype length = run(place, isAlnumByte);
        const QByteArrayView text = line.sliced(place, length);
        const bool digits = std::any_of(text.begin(), text.end(), isDigitByte);
        const bool letters = std::any_of(text.begin(), text.end(), isLetterByte);
        const auto isHex
            = [text] { return text.size() >= shortestHex && std::all_of(text.begin(), text.end(), isHexByte); };
        if (m_kind && letters && !digits && isHex())
            return foldAway(length); // a hexadecimal id such as deadbeef
        if (digits && letters) {
            int runs = 0;
            for (qsizetype i = 0; i < length; ++i)
                runs += isDigitByte(text[i]) && (i == 0 || !isDigitByte(text[i - 1]));
            if (isHex() || (length >= shortestRandom && runs >= 2))
                return foldAway(length);
        }
        const qsizetype end = place + length;
        while (place < end) {
            if (isDigitByte(line[place]))
                foldNumber(numberAt(place)); // the number may extend past the word
            else
                take(run(place, isLetterByte));
        }
    }

    /// Reads the unique part of a task id, after the `#`.
    void uniquePart()
    {
        const qsizetype length = run(place, [](char c) { return isAlnumByte(c) || c == '-' || c == '_'; });
        const QByteArrayView text = line.sliced(place, length);
        if (length >= shortestUnique || std::any_of(text.begin(), text.end(), isDigitByte))
            foldAway(length);
    }

    bool m_kind; ///< true for Folding::Kind
    /// true if the line contains an @; this and similar flags skip rules that can't match
    bool m_hasAt;
    bool m_hasDot;
    bool m_hasColons; ///< true if the line has at least two colons
    bool m_hasScheme;
    QByteArray m_values;
};

/// Returns the value of each `<*>` in `text`. If the values can't be matched up, they are all empty.
QByteArray valuesOf(QByteArrayView line, const QByteArray& text, const QByteArray& read)
{
    const qsizetype places = text.count(fold);
    if (line.contains("<*")) // the line itself contains a placeholder, so values can't be matched up
        return QByteArray(places, '\0');
    qsizetype end = 0;
    // ignore values whose placeholders were truncated
    for (qsizetype place = 0; place < places; ++place)
        end = read.indexOf('\0', end) + 1;
    return read.first(end);
}

QByteArray shortenedText(const QByteArray& folded) { return ErrorTokens::shortened(folded, errorTextTokens).trimmed(); }

/// Folds text until it stops changing, because folding or truncating one part may affect the rest.
QByteArray settled(QByteArray text)
{
    constexpr int mostRounds = 100; // ordinary text needs only one
    for (int round = 0; round < mostRounds; ++round) {
        QByteArray folded = shortenedText(ErrorNormalizer(text, Folding::Kind).folded());
        if (folded == text)
            break;
        text = std::move(folded);
    }
    return text;
}

/// Truncates text longer than errorPatternLength bytes, without splitting a character, and appends an ellipsis.
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
    return shortened(ErrorNormalizer(firstLine(error), Folding::Pattern).folded());
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
    ErrorNormalizer normalizer(line, Folding::Kind);
    const QByteArray first = shortenedText(normalizer.folded());
    const auto known = m_known.constFind(first);
    const QByteArray text = known == m_known.constEnd() ? settled(first) : *known;
    if (known == m_known.constEnd()) {
        if (m_known.size() >= mostKnown)
            m_known.clear();
        m_known.insert(first, text);
    }
    // If later rounds changed the text, the first round's values no longer match its placeholders.
    return {text, text == first ? valuesOf(line, text, normalizer.values()) : QByteArray(text.count(fold), '\0')};
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
    // Where the template has a placeholder, errors have an ordinary word, and the word before a number determines
    // whether the number is kept. So replace the placeholders with words.
    if (isText(stands) || isAfterCodeWord(isText))
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
        } else if (pattern[at] == '\\') { // the text up to the next space may be an escaped byte
            end(at);
            while (at < pattern.size() && pattern[at] != ' ')
                ++at;
            from = at;
        } else if (pattern[at] < ' ' || pattern[at] > '~') {
            // the space before it may belong to the omitted part
            end(at > from && pattern[at - 1] == ' ' ? at - 1 : at);
            from = ++at;
        } else {
            ++at;
        }
    }
    end(pattern.size());
    return best.size() >= shortestLiteral ? best.toByteArray() : QByteArray();
}

} // namespace dueline
