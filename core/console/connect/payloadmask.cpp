// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/payloadmask.h"

namespace dueline {

namespace {

constexpr qsizetype longestName = 1024;

bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool endsScalar(char c) { return c == ',' || c == '}' || c == ']' || isSpace(c); }

/// Decodes the escapes in a JSON string. `written`: the text between the quotes.
QString unescaped(const QByteArray& written)
{
    const QString text = QString::fromUtf8(written);
    QString plain;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'\\' || i + 1 >= text.size()) {
            plain += text[i];
            continue;
        }
        const QChar kind = text[++i];
        if (kind == u'u' && i + 4 < text.size()) {
            plain += QChar(text.mid(i + 1, 4).toUShort(nullptr, 16));
            i += 4;
        } else {
            plain += kind; // other escapes, such as \n, don't occur in names of hidden fields
        }
    }
    return plain;
}

} // namespace

PayloadMask::PayloadMask(const QStringList& fields)
{
    for (const QString& field : fields) {
        if (!field.isEmpty())
            m_fields << field.toLower();
    }
}

void PayloadMask::reset()
{
    m_state = State::Outside;
    m_name.clear();
    m_escaped = m_inString = m_isPickle = false;
    m_depth = 0;
    m_scalar = 0;
}

bool PayloadMask::isWanted() const { return m_fields.contains(unescaped(m_name).toLower()); }

void PayloadMask::step(QByteArray& piece, qsizetype at)
{
    const char c = piece.at(at);
    switch (m_state) {
    case State::AfterName:
        if (isSpace(c))
            return;
        if (c == ':') {
            m_state = isWanted() ? State::Value : State::Outside;
            return;
        }
        m_state = State::Outside;
        [[fallthrough]];
    case State::Outside:
        if (c == '"' || c == '\'') {
            m_isPickle = c == '\'';
            m_state = m_isPickle ? State::PickleName : State::Name;
            m_name.clear();
            m_escaped = false;
        }
        return;
    case State::PickleName:
        return stepInPickleName(piece, at);
    case State::PickleValue:
        return stepInPickleValue(piece, at);
    case State::Name:
        if (c == '"' && !m_escaped) {
            m_state = State::AfterName;
            return;
        }
        m_escaped = c == '\\' && !m_escaped;
        if (m_name.size() < longestName)
            m_name += c;
        return;
    case State::Value:
        if (isSpace(c))
            return;
        m_escaped = false;
        if (m_isPickle) {
            m_state = State::PickleValue;
            m_depth = 0;
            m_inString = false;
            return stepInPickleValue(piece, at);
        }
        if (c == '"') {
            m_state = State::String;
        } else if (c == '{' || c == '[') {
            m_state = State::Container;
            m_depth = 1;
            m_inString = false;
            piece[at] = '"';
        } else if (endsScalar(c)) {
            m_state = State::Outside; // the name has no value
        } else {
            m_state = State::Scalar;
            m_scalar = 1;
            piece[at] = '0';
        }
        return;
    case State::String:
        if (c == '"' && !m_escaped) {
            m_state = State::Outside;
            return;
        }
        m_escaped = c == '\\' && !m_escaped;
        piece[at] = '*';
        return;
    case State::Container:
        piece[at] = '*';
        if (m_inString) {
            if (c == '"' && !m_escaped)
                m_inString = false;
            m_escaped = c == '\\' && !m_escaped;
        } else if (c == '"') {
            m_inString = true;
            m_escaped = false;
        } else if (c == '{' || c == '[') {
            ++m_depth;
        } else if ((c == '}' || c == ']') && --m_depth == 0) {
            m_state = State::Outside;
            piece[at] = '"';
        }
        return;
    case State::Scalar:
        if (endsScalar(c)) {
            m_state = State::Outside;
            return;
        }
        // The previous piece, with the complete replacement, has already been output. Replace the rest of the scalar
        // with spaces.
        if (at == 0) {
            m_state = State::ScalarRest;
            piece[at] = ' ';
            return;
        }
        // The piece may end here, so always close the string. The next character overwrites the closing quote.
        piece[at - 1] = m_scalar == 1 ? '"' : '*';
        piece[at] = '"';
        ++m_scalar;
        return;
    case State::ScalarRest:
        if (endsScalar(c))
            m_state = State::Outside;
        else
            piece[at] = ' ';
        return;
    }
}

/// Handles a character after an apostrophe. If names can't contain the character, the apostrophe didn't begin a name.
void PayloadMask::stepInPickleName(QByteArray& piece, qsizetype at)
{
    const char c = piece.at(at);
    if (c == '\'' && !m_escaped) {
        m_state = State::AfterName;
        return;
    }
    if (m_name.size() >= longestName || QByteArrayView("\"{}[](),:\n").contains(c)) {
        m_state = State::Outside;
        return step(piece, at);
    }
    m_escaped = c == '\\' && !m_escaped;
    m_name += c;
}

/// Masks a character of the value, which ends at the next comma or closing bracket at the same nesting depth.
void PayloadMask::stepInPickleValue(QByteArray& piece, qsizetype at)
{
    const char c = piece.at(at);
    if (m_inString) {
        m_inString = c != m_quote || m_escaped;
        m_escaped = c == '\\' && !m_escaped;
    } else if (c == '\'' || c == '"') {
        m_inString = true;
        m_quote = c;
        m_escaped = false;
    } else if (c == '{' || c == '[' || c == '(') {
        ++m_depth;
    } else if (m_depth == 0 && (c == ',' || c == '\n' || c == '}' || c == ']' || c == ')')) {
        m_state = State::Outside;
        return;
    } else if (c == '}' || c == ']' || c == ')') {
        --m_depth;
    }
    piece[at] = '*';
}

void PayloadMask::apply(QByteArray& piece)
{
    if (m_fields.isEmpty())
        return;
    for (qsizetype at = 0; at < piece.size(); ++at)
        step(piece, at);
}

QByteArray PayloadMask::masked(const QByteArray& text, const QStringList& fields)
{
    PayloadMask mask(fields);
    QByteArray result = text;
    mask.apply(result);
    return result;
}

} // namespace dueline
