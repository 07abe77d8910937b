// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/jsontree.h"

#include "core/base/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace dueline {

class JsonTree::Parser
{
public:
    Parser(const QByteArray& bytes, Limits limits)
        : m_data(bytes.constData())
        , m_size(bytes.size())
        , m_limits(limits)
    { }

    bool run(std::vector<Node>& nodes)
    {
        m_nodes = &nodes;
        skipSpace();
        if (value(-1, 0) < 0)
            return false;
        skipSpace();
        return m_at == m_size || fail(QCoreApplication::translate("JsonTree", "extra text after the value"));
    }

    QString error() const { return m_error; }
    bool pastLimits() const { return m_pastLimits; }

private:
    bool fail(const QString& what)
    {
        if (m_error.isEmpty())
            m_error = QCoreApplication::translate("JsonTree", "Not JSON: %1 at byte %2.").arg(what).arg(m_at);
        return false;
    }
    void skipSpace()
    {
        while (m_at < m_size
            && (m_data[m_at] == ' ' || m_data[m_at] == '\t' || m_data[m_at] == '\n' || m_data[m_at] == '\r'))
            ++m_at;
    }
    char peek() const { return m_at < m_size ? m_data[m_at] : '\0'; }

    /// Parses a value and returns its node's index; -1 on failure.
    int value(int parent, int depth)
    {
        if (depth > m_limits.depth || int(m_nodes->size()) >= m_limits.nodes) {
            // Report the limit rather than a JSON error: the rest of the document hasn't been parsed.
            if (!m_pastLimits && m_error.isEmpty()) {
                m_error = depth > m_limits.depth
                    ? QCoreApplication::translate("JsonTree", "Too deep for the tree view (more than %1 levels).")
                          .arg(m_limits.depth)
                    : QCoreApplication::translate("JsonTree", "Too large for the tree view (%1).")
                          .arg(formatBytes(m_size));
            }
            m_pastLimits = true;
            return -1;
        }
        const int index = int(m_nodes->size());
        m_nodes->emplace_back();
        m_nodes->back().parent = parent;
        m_nodes->back().offset = m_at;
        Kind kind = Kind::Null;
        bool ok = false;
        switch (peek()) {
        case '{':
            kind = Kind::Object;
            ok = container(index, depth, '}');
            break;
        case '[':
            kind = Kind::Array;
            ok = container(index, depth, ']');
            break;
        case '"':
            kind = Kind::String;
            ok = string();
            break;
        case 't':
            kind = Kind::True;
            ok = word("true");
            break;
        case 'f':
            kind = Kind::False;
            ok = word("false");
            break;
        case 'n':
            ok = word("null");
            break;
        default:
            kind = Kind::Number;
            ok = number();
        }
        if (!ok)
            return -1;
        Node& node = (*m_nodes)[std::size_t(index)];
        node.kind = kind;
        node.length = m_at - node.offset;
        return index;
    }

    bool container(int index, int depth, char close)
    {
        ++m_at;
        skipSpace();
        if (peek() == close) {
            ++m_at;
            return true;
        }
        while (true) {
            qsizetype keyAt = -1;
            qsizetype keyLength = 0;
            if (close == '}') {
                keyAt = m_at;
                if (!string())
                    return false;
                keyLength = m_at - keyAt;
                skipSpace();
                if (peek() != ':')
                    return fail(QCoreApplication::translate("JsonTree", "expected a colon"));
                ++m_at;
                skipSpace();
            }
            const int child = value(index, depth + 1);
            if (child < 0)
                return false;
            Node& node = (*m_nodes)[std::size_t(child)];
            node.keyOffset = keyAt;
            node.keyLength = keyLength;
            auto& siblings = (*m_nodes)[std::size_t(index)].children;
            node.row = int(siblings.size());
            siblings.push_back(child);
            skipSpace();
            if (peek() == close) {
                ++m_at;
                return true;
            }
            if (peek() != ',')
                return fail(QCoreApplication::translate("JsonTree", "expected a comma or closing bracket"));
            ++m_at;
            skipSpace();
        }
    }

    bool string()
    {
        if (peek() != '"')
            return fail(QCoreApplication::translate("JsonTree", "expected a string"));
        for (++m_at; m_at < m_size; ++m_at) {
            const auto c = uchar(m_data[m_at]);
            if (c == '"') {
                ++m_at;
                return true;
            }
            if (c < 0x20)
                return fail(QCoreApplication::translate("JsonTree", "control character in a string"));
            if (c != '\\')
                continue;
            ++m_at;
            const char escape = peek();
            if (escape == 'u') {
                for (int i = 0; i < 4; ++i) {
                    ++m_at;
                    if (!isxdigit(uchar(peek())))
                        return fail(QCoreApplication::translate("JsonTree", "invalid escape sequence"));
                }
            } else if (escape == '\0' || !strchr("\"\\/bfnrt", escape)) {
                return fail(QCoreApplication::translate("JsonTree", "invalid escape sequence"));
            }
        }
        return fail(QCoreApplication::translate("JsonTree", "unterminated string"));
    }

    bool word(const char* expected)
    {
        const auto length = qsizetype(strlen(expected));
        if (m_size - m_at < length || memcmp(m_data + m_at, expected, size_t(length)) != 0)
            return fail(QCoreApplication::translate("JsonTree", "unrecognized word"));
        m_at += length;
        return true;
    }

    bool digits()
    {
        if (!isdigit(uchar(peek())))
            return fail(QCoreApplication::translate("JsonTree", "expected a value"));
        while (isdigit(uchar(peek())))
            ++m_at;
        return true;
    }

    bool number()
    {
        if (peek() == '-')
            ++m_at;
        if (peek() == '0')
            ++m_at;
        else if (!digits())
            return false;
        if (peek() == '.') {
            ++m_at;
            if (!digits())
                return false;
        }
        if (peek() == 'e' || peek() == 'E') {
            ++m_at;
            if (peek() == '+' || peek() == '-')
                ++m_at;
            return digits();
        }
        return true;
    }

    const char* m_data;
    qsizetype m_size;
    Limits m_limits;
    qsizetype m_at = 0;
    std::vector<Node>* m_nodes = nullptr;
    QString m_error;
    bool m_pastLimits = false;
};

std::optional<JsonTree> JsonTree::parse(const QByteArray& bytes, QString* error, Limits limits, bool* pastLimits)
{
    JsonTree tree;
    tree.m_bytes = bytes;
    Parser parser(bytes, limits);
    if (!parser.run(tree.m_nodes)) {
        if (error)
            *error = parser.error();
        if (pastLimits)
            *pastLimits = parser.pastLimits();
        return {};
    }
    return tree;
}

namespace {

/// Returns a quoted JSON string's text with its escapes decoded.
QByteArray unescaped(QByteArrayView quoted)
{
    QByteArray text;
    text.reserve(quoted.size());
    QString pending; // consecutive \u escapes' code units, which may form surrogate pairs
    const auto flush = [&] {
        text += pending.toUtf8();
        pending.clear();
    };
    for (qsizetype i = 1; i + 1 < quoted.size(); ++i) {
        const char c = quoted[i];
        if (c != '\\') {
            flush();
            text += c;
            continue;
        }
        const char escape = quoted[++i];
        if (escape == 'u') {
            pending += QChar(ushort(quoted.sliced(i + 1, 4).toByteArray().toUShort(nullptr, 16)));
            i += 4;
            continue;
        }
        flush();
        switch (escape) {
        case 'b':
            text += '\b';
            break;
        case 'f':
            text += '\f';
            break;
        case 'n':
            text += '\n';
            break;
        case 'r':
            text += '\r';
            break;
        case 't':
            text += '\t';
            break;
        default:
            text += escape;
        }
    }
    flush();
    return text;
}

/// Returns how much of a truncated quoted string can be decoded, excluding an incomplete escape at its end.
qsizetype endOfWholeEscapes(QByteArrayView beginning)
{
    qsizetype end = 1;
    while (end < beginning.size()) {
        const QByteArrayView rest = beginning.sliced(end);
        const qsizetype length = rest.startsWith("\\u") ? 6 : rest.startsWith('\\') ? 2 : 1;
        if (length > rest.size())
            break;
        end += length;
    }
    return end;
}

/// Returns whether a string contains an escaped surrogate. Don't compare such strings in decoded form: decoding turns
/// every unpaired surrogate into the same replacement character.
bool hasSurrogateEscape(QByteArrayView quoted)
{
    for (qsizetype at = quoted.indexOf("\\u"); at >= 0; at = quoted.indexOf("\\u", at + 2)) {
        if (at + 4 <= quoted.size() && (quoted[at + 2] | 0x20) == 'd' && quoted[at + 3] >= '8')
            return true;
    }
    return false;
}

/// Returns a comparison key for strings: strings with equal keys are equal after decoding.
QByteArray meaning(QByteArrayView quoted)
{
    return hasSurrogateEscape(quoted) ? quoted.toByteArray() : '=' + unescaped(quoted);
}

} // namespace

QByteArrayView JsonTree::rawView(int index) const
{
    return QByteArrayView(m_bytes).sliced(node(index).offset, node(index).length);
}

QByteArray JsonTree::raw(int index) const { return rawView(index).toByteArray(); }

QByteArray JsonTree::keyMeaning(int index) const
{
    const Node& n = node(index);
    return n.keyOffset < 0 ? QByteArray() : meaning(QByteArrayView(m_bytes).sliced(n.keyOffset, n.keyLength));
}

QByteArray JsonTree::stringMeaning(int index) const { return meaning(rawView(index)); }

QString JsonTree::key(int index) const
{
    const Node& n = node(index);
    if (n.keyOffset < 0)
        return n.parent < 0 ? QString() : QStringLiteral("[%1]").arg(n.row);
    return printable(unescaped(QByteArrayView(m_bytes).sliced(n.keyOffset, n.keyLength)), 120);
}

QString JsonTree::value(int index, qsizetype maxCharacters) const
{
    const Node& n = node(index);
    switch (n.kind) {
    case Kind::Object:
        return QStringLiteral("{%1}").arg(n.children.size());
    case Kind::Array:
        return QStringLiteral("[%1]").arg(n.children.size());
    case Kind::String: {
        // Truncate before decoding, rather than decoding 10 MB for 300 characters. Keep one character more than the
        // maximum, so that the result is recognized as truncated.
        const qsizetype wanted = std::min(n.length, (maxCharacters + 1) * 6 + 2);
        QByteArray part = m_bytes.mid(n.offset, wanted);
        if (wanted < n.length) {
            part.truncate(endOfWholeEscapes(part));
            part += '"';
        }
        return u'"' + printable(unescaped(part), maxCharacters) + u'"';
    }
    default:
        return printable(
            QByteArrayView(m_bytes).sliced(n.offset, std::min(n.length, maxCharacters * 2)), maxCharacters);
    }
}

QByteArray JsonTree::formatted(int indent) const
{
    QByteArray text;
    format(text, 0, indent, 0);
    return text;
}

void JsonTree::format(QByteArray& text, int index, int indent, int depth) const
{
    const Node& n = node(index);
    const bool isObject = n.kind == Kind::Object;
    if (n.children.empty() && (isObject || n.kind == Kind::Array)) {
        text += isObject ? "{}" : "[]";
        return;
    }
    if (!isObject && n.kind != Kind::Array) {
        text += rawView(index);
        return;
    }
    const auto breakLine = [&](int columns) {
        if (indent > 0)
            text += '\n' + QByteArray(columns, ' ');
    };
    text += isObject ? '{' : '[';
    for (const int child : n.children) {
        if (child != n.children.front())
            text += ',';
        breakLine((depth + 1) * indent);
        if (isObject) {
            text += QByteArrayView(m_bytes).sliced(node(child).keyOffset, node(child).keyLength);
            text += indent > 0 ? ": " : ":";
        }
        format(text, child, indent, depth + 1);
    }
    breakLine(depth * indent);
    text += isObject ? '}' : ']';
}

QString JsonTree::path(int index) const
{
    QString path;
    for (int i = index; i >= 0 && node(i).parent >= 0; i = node(i).parent)
        path.prepend(node(i).keyOffset < 0 ? key(i) : u'.' + key(i));
    return u'$' + path;
}

} // namespace dueline
