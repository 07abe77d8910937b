// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/keypattern.h"

#include <algorithm>

namespace dueline {

namespace {

/// Maximum length, in bytes, of a name in which numbers are matched. Key names and short members aren't longer.
constexpr qsizetype longestNumbered = 4096;

bool isPatternLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isPatternDigit(char c) { return c >= '0' && c <= '9'; }

bool isNumericVariable(const QByteArray& variable)
{
    return variable == "time" || variable == "bucket" || variable == "version";
}

/// Returns the length of the `<name>` variable at the start of `text`; 0 if there is none.
qsizetype variableLength(QByteArrayView text)
{
    if (text.size() < 3 || text[0] != '<' || !isPatternLetter(text[1]))
        return 0;
    qsizetype end = 2;
    while (end < text.size()
        && (isPatternLetter(text[end]) || isPatternDigit(text[end]) || text[end] == '-' || text[end] == '_'))
        ++end;
    return end < text.size() && text[end] == '>' ? end + 1 : 0;
}

/// Lengths of the numbers in a name. They are computed only once, so that matching a long run of digits takes linear
/// time.
class NumberLengths
{
public:
    explicit NumberLengths(QByteArrayView bytes)
        : m_bytes(bytes)
        , m_digits(std::size_t(bytes.size()) + 1, 0)
    {
        for (qsizetype at = bytes.size() - 1; at >= 0; --at)
            m_digits[std::size_t(at)] = isPatternDigit(bytes[at]) ? m_digits[std::size_t(at) + 1] + 1 : 0;
    }

    /// Returns the length of the number at `at`; 0 if there is none. If `isTime` is true, the number may have a sign
    /// and a fraction.
    qsizetype from(qsizetype at, bool isTime) const
    {
        const qsizetype first = isTime && at < m_bytes.size() && m_bytes[at] == '-' ? at + 1 : at;
        qsizetype end = first + m_digits[std::size_t(first)];
        if (end == first)
            return 0;
        if (isTime && end + 1 < m_bytes.size() && m_bytes[end] == '.')
            end += m_digits[std::size_t(end) + 1] > 0 ? m_digits[std::size_t(end) + 1] + 1 : 0;
        return end - at;
    }

private:
    QByteArrayView m_bytes;
    std::vector<int> m_digits; ///< number of consecutive digits starting at each position
};

} // namespace

Result<KeyPattern> KeyPattern::parse(const QByteArray& text, const Variables& parameters)
{
    KeyPattern pattern;
    QByteArray literal;
    const auto flush = [&] {
        if (!literal.isEmpty())
            pattern.m_parts.push_back({literal, false});
        literal.clear();
    };
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype length = variableLength(QByteArrayView(text).sliced(at));
        if (length > 0) {
            const QByteArray name = text.mid(at + 1, length - 2);
            if (const auto parameter = parameters.find(name); parameter != parameters.end()) {
                literal += parameter->second;
            } else {
                flush();
                if (!pattern.m_parts.empty() && pattern.m_parts.back().isVariable) {
                    return Error{ErrorCode::Usage,
                        QStringLiteral("nothing separates <%1> and <%2>, so the end of <%1> is ambiguous")
                            .arg(QString::fromUtf8(pattern.m_parts.back().text), QString::fromUtf8(name))};
                }
                pattern.m_parts.push_back({name, true, isNumericVariable(name)});
            }
            at += length;
        } else {
            const bool isEscape = QByteArrayView(text).sliced(at).startsWith("<<");
            literal += text[at];
            at += isEscape ? 2 : 1;
        }
    }
    flush();
    qsizetype bytes = 0;
    for (const Part& part : pattern.m_parts)
        bytes += part.text.size();
    if (bytes > mostBytes || pattern.variables().size() > std::size_t(mostVariables)) {
        return Error{ErrorCode::Usage,
            QStringLiteral("a pattern can have at most %1 bytes and %2 variables").arg(mostBytes).arg(mostVariables)};
    }
    return pattern;
}

QByteArray KeyPattern::text() const
{
    QByteArray text;
    for (const Part& part : m_parts)
        text += part.isVariable ? '<' + part.text + '>' : QByteArray(part.text).replace("<", "<<");
    return text;
}

bool KeyPattern::has(QByteArrayView variable) const
{
    return std::any_of(
        m_parts.begin(), m_parts.end(), [&](const Part& part) { return part.isVariable && part.text == variable; });
}

std::vector<QByteArray> KeyPattern::variables() const
{
    std::vector<QByteArray> names;
    for (const Part& part : m_parts) {
        if (part.isVariable && std::find(names.begin(), names.end(), part.text) == names.end())
            names.push_back(part.text);
    }
    return names;
}

bool KeyPattern::hasLiteral() const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [](const Part& part) { return !part.isVariable; });
}

QByteArray KeyPattern::beginning() const
{
    return m_parts.empty() || m_parts.front().isVariable ? QByteArray() : m_parts.front().text;
}

QByteArray KeyPattern::ending() const
{
    return m_parts.size() < 2 || m_parts.back().isVariable ? QByteArray() : m_parts.back().text;
}

std::optional<QByteArray> KeyPattern::render(const Variables& values) const
{
    QByteArray name;
    for (const Part& part : m_parts) {
        if (!part.isVariable) {
            name += part.text;
            continue;
        }
        const auto value = values.find(part.text);
        if (value == values.end())
            return std::nullopt;
        name += value->second;
    }
    return name;
}

std::optional<Variables> KeyPattern::match(QByteArrayView bytes) const
{
    const auto ends = endsOf(bytes);
    if (!ends)
        return std::nullopt;
    Variables values;
    qsizetype from = 0;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const QByteArrayView value = bytes.sliced(from, (*ends)[i] - from);
        from = (*ends)[i];
        if (!m_parts[i].isVariable)
            continue;
        const auto [known, isNew] = values.emplace(m_parts[i].text, value.toByteArray());
        if (!isNew && known->second != value)
            return std::nullopt;
    }
    return values;
}

/// Returns the end of each part; nullopt if the pattern doesn't match. Without numbers, the first occurrence of each
/// literal is the right one, and the last part extends to the end of the bytes. With numbers, a later occurrence may be
/// the right one, so the function works backward from the end, and determines for each part and position whether the
/// rest matches.
std::optional<std::vector<qsizetype>> KeyPattern::endsOf(QByteArrayView bytes) const
{
    const std::size_t parts = m_parts.size();
    if (parts == 0)
        return bytes.isEmpty() ? std::optional(std::vector<qsizetype>()) : std::nullopt;
    const bool hasNumbers = std::any_of(m_parts.begin(), m_parts.end(), [](const Part& part) { return part.isNumber; });
    std::vector<qsizetype> ends(parts, 0);
    if (!hasNumbers) {
        qsizetype at = 0;
        for (std::size_t i = 0; i < parts; ++i) {
            const Part& part = m_parts[i];
            const bool isLast = i + 1 == parts;
            if (!part.isVariable) {
                if (!bytes.sliced(at).startsWith(part.text) || (isLast && at + part.text.size() != bytes.size()))
                    return std::nullopt;
                at += part.text.size();
            } else if (isLast) {
                at = bytes.size();
            } else { // the next part is a literal
                const QByteArray& next = m_parts[i + 1].text;
                const qsizetype found = i + 2 == parts ? (bytes.endsWith(next) ? bytes.size() - next.size() : -1)
                    : at + 1 <= bytes.size()           ? bytes.indexOf(next, at + 1)
                                                       : -1;
                if (found < 0)
                    return std::nullopt;
                at = found;
            }
            const qsizetype from = i == 0 ? 0 : ends[i - 1];
            if (at <= from)
                return std::nullopt;
            ends[i] = at;
        }
        return ends;
    }
    if (bytes.size() > longestNumbered)
        return std::nullopt;
    const NumberLengths numbers(bytes);
    const auto positions = std::size_t(bytes.size()) + 1;
    // end[i * positions + p] is the end of part i if it begins at p and the rest of the pattern matches; otherwise -1.
    std::vector<int> end(parts * positions, -1);
    const auto fits = [&](std::size_t part, qsizetype at) {
        return part == parts ? at == bytes.size() : end[part * positions + std::size_t(at)] >= 0;
    };
    for (std::size_t i = parts; i-- > 0;) {
        const Part& part = m_parts[i];
        const bool isTime = part.text == "time";
        qsizetype next = -1; // first position after p at which the rest of the pattern matches
        for (qsizetype p = bytes.size(); p >= 0; --p) {
            int& here = end[i * positions + std::size_t(p)];
            if (!part.isVariable) {
                if (bytes.sliced(p).startsWith(part.text) && fits(i + 1, p + part.text.size()))
                    here = int(p + part.text.size());
            } else if (part.isNumber) {
                const qsizetype length = numbers.from(p, isTime);
                if (length > 0 && fits(i + 1, p + length))
                    here = int(p + length);
            } else {
                here = int(next);
            }
            if (fits(i + 1, p))
                next = p;
        }
    }
    for (std::size_t i = 0; i < parts; ++i) {
        const qsizetype from = i == 0 ? 0 : ends[i - 1];
        const int until = end[i * positions + std::size_t(from)];
        if (until < 0)
            return std::nullopt;
        ends[i] = until;
    }
    return ends;
}

} // namespace dueline
