// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/readabletext.h"

#include <QString>

#include <algorithm>

namespace dueline {

namespace {

// maximum number of escapes to look for per part; above it, only a backslash is looked for, which every escape contains
constexpr qsizetype mostEscapes = 32;

constexpr char asciiLower(char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; }

} // namespace

bool ReadableText::containsFolded(QByteArrayView text, QByteArrayView part)
{
    return std::search(text.begin(), text.end(), part.begin(), part.end(),
               [](char a, char b) { return asciiLower(a) == asciiLower(b); })
        != text.end()
        || part.isEmpty();
}

bool ReadableText::contains(QByteArrayView part)
{
    if (containsFolded(m_stored, part))
        return true;
    QByteArrayView text = m_stored;
    for (int level = 1; level <= levels && text.contains('\\'); ++level) {
        text = decoded(level);
        if (containsFolded(text, part))
            return true;
    }
    return false;
}

const QByteArray& ReadableText::decoded(int level)
{
    if (m_decoded.empty())
        m_decoded.reserve(levels);
    while (int(m_decoded.size()) < level)
        m_decoded.push_back(JsonEscapes::decoded(m_decoded.empty() ? m_stored : QByteArrayView(m_decoded.back())));
    return m_decoded[std::size_t(level - 1)];
}

QByteArray ReadableText::folded(QByteArray text)
{
    for (char& c : text)
        c = asciiLower(c);
    return text;
}

QByteArrayList ReadableText::escapesOf(QByteArrayView part)
{
    // Always include \u00: \u00XX can encode any ASCII character, including the digits of other escapes.
    QByteArrayList escapes{"\\u00"};
    const QString text = QString::fromUtf8(part);
    for (const QChar c : text) {
        QByteArray escape;
        if (c.unicode() >= 0x100)
            escape = "\\u" + QByteArray::number(c.unicode(), 16).rightJustified(4, '0');
        else if (const qsizetype at = QByteArrayView("\"\\/\b\f\n\r\t").indexOf(char(c.unicode())); at >= 0)
            escape = QByteArray("\\") + "\"\\/bfnrt"[at];
        if (!escape.isEmpty() && !escapes.contains(escape))
            escapes.append(escape);
    }
    return escapes.size() <= mostEscapes ? escapes : QByteArrayList{"\\"};
}

ReadablePieces::ReadablePieces(std::vector<QByteArray> parts)
    : m_parts(std::move(parts))
    , m_found(qsizetype(m_parts.size()), '0')
{
    for (QByteArray& part : m_parts) {
        part = ReadableText::folded(std::move(part));
        m_kept = std::max(m_kept, part.size() - 1);
    }
    look(0, {});
}

void ReadablePieces::feed(const QByteArray& piece) { look(0, piece); }

void ReadablePieces::finish()
{
    for (std::size_t level = 0; level + 1 < m_levels.size(); ++level) {
        if (const QByteArray rest = m_levels[level].escapes.finish(); !rest.isEmpty())
            look(level + 1, rest);
    }
}

/// Searches a level's text, and decodes it for the next level. As long as a level has no backslash, the next level has
/// the same text and isn't searched.
void ReadablePieces::look(std::size_t level, const QByteArray& text)
{
    Level& here = m_levels[level];
    const bool goesOn = level + 1 < m_levels.size();
    if (goesOn && !here.isEscaped && text.contains('\\')) {
        here.isEscaped = true;
        m_levels[level + 1].tail = here.tail;
    }
    const QByteArray window = here.tail + ReadableText::folded(text);
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_found[qsizetype(i)] == '0' && window.contains(m_parts[i]))
            m_found[qsizetype(i)] = '1';
    }
    here.tail = window.right(m_kept);
    if (goesOn && here.isEscaped) {
        if (const QByteArray above = here.escapes.feed(text); !above.isEmpty())
            look(level + 1, above);
    }
}

} // namespace dueline
