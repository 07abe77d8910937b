// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/pickletext.h"

#include "core/payload/pickletree.h"

#include <QByteArrayList>
#include <QStringDecoder>

#include <algorithm>
#include <utility>
#include <vector>

namespace dueline {

namespace {

constexpr const char* pickleCut = "\xe2\x80\xa6";

void appendPickleHex(QByteArray& out, const char* beginning, uint value, int digits)
{
    out += beginning + QByteArray::number(value, 16).rightJustified(digits, '0');
}

void appendPickleByte(QByteArray& out, uchar c, char quote)
{
    if (c == '\n')
        out += "\\n";
    else if (c == '\r')
        out += "\\r";
    else if (c == '\t')
        out += "\\t";
    else if (c == '\\' || (quote != 0 && c == uchar(quote)))
        (out += '\\') += char(c);
    else if (c < 0x20 || c >= 0x7f)
        appendPickleHex(out, "\\x", c, 2);
    else
        out += char(c);
}

char pythonQuote(QByteArrayView bytes) { return bytes.contains('\'') && !bytes.contains('"') ? '"' : '\''; }

/// Returns the length of the UTF-8 sequence at the start of `bytes`; 0 if it is invalid or a control character.
qsizetype shownLetter(QByteArrayView bytes)
{
    const uchar first = uchar(bytes[0]);
    const qsizetype length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4 || bytes.size() < length)
        return 0;
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(bytes.first(length));
    if (decoder.hasError() || text.isEmpty())
        return 0;
    const char32_t letter
        = text[0].isHighSurrogate() && text.size() == 2 ? QChar::surrogateToUcs4(text[0], text[1]) : text[0].unicode();
    const QChar::Category category = QChar::category(letter);
    const bool isHidden = category == QChar::Other_Control || category == QChar::Other_Format
        || category == QChar::Separator_Line || category == QChar::Separator_Paragraph;
    return isHidden ? 0 : length;
}

/// Formats a two's complement integer of any length, least significant byte first.
QByteArray decimalOf(QByteArrayView bytes)
{
    constexpr qsizetype longest = 128;
    constexpr quint32 perPart = 1'000'000'000;
    if (bytes.isEmpty())
        return "0";
    QByteArray magnitude = bytes.toByteArray();
    const bool isNegative = (uchar(magnitude.back()) & 0x80) != 0;
    if (isNegative) {
        int carry = 1;
        for (char& byte : magnitude) {
            const int value = (~byte & 0xff) + carry;
            byte = char(value);
            carry = value >> 8;
        }
    }
    if (magnitude.size() > longest) {
        std::reverse(magnitude.begin(), magnitude.end());
        return (isNegative ? "-0x" : "0x") + magnitude.toHex();
    }
    std::vector<quint32> parts{0};
    for (qsizetype i = magnitude.size(); i-- > 0;) {
        quint64 carry = uchar(magnitude[i]);
        for (quint32& part : parts) {
            carry += quint64(part) * 256;
            part = quint32(carry % perPart);
            carry /= perPart;
        }
        if (carry > 0)
            parts.push_back(quint32(carry));
    }
    QByteArray text = QByteArray::number(parts.back());
    for (std::size_t i = parts.size() - 1; i-- > 0;)
        text += QByteArray::number(parts[i]).rightJustified(9, '0');
    return isNegative && text != "0" ? '-' + text : text;
}

bool isPythonName(QByteArrayView bytes)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !bytes.isEmpty() && isLetter(bytes[0])
        && std::all_of(bytes.begin(), bytes.end(), [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

/// Writer that formats nodes in Python's syntax.
class PickleWriter
{
public:
    explicit PickleWriter(const std::vector<PickleNode>& nodes)
        : m_nodes(nodes)
        , m_isOpen(nodes.size(), false)
    { }

    std::optional<QByteArray> text(int node)
    {
        write(node, 0);
        if (m_isTooDeep)
            return std::nullopt;
        if (isFull()) {
            m_out.truncate(PickleText::mostText);
            while (!m_out.isEmpty() && (uchar(m_out.back()) & 0xc0) == 0x80) // back up to the start of a character
                m_out.chop(1);
            if (!m_out.isEmpty() && uchar(m_out.back()) >= 0xc0)
                m_out.chop(1);
            m_out += pickleCut;
        }
        return m_out;
    }

private:
    using Kind = PickleNode::Kind;

    bool isFull() const { return m_out.size() > PickleText::mostText; }

    void write(int index, int depth)
    {
        m_isTooDeep = m_isTooDeep || depth > PickleText::deepest;
        if (isFull() || m_isTooDeep)
            return;
        const auto at = std::size_t(index);
        const PickleNode& node = m_nodes[at];
        if (m_isOpen[at]) { // the object contains itself, directly or indirectly
            m_out += "...";
            return;
        }
        m_isOpen[at] = true;
        switch (node.kind) {
        case Kind::Word:
            m_out += node.bytes();
            break;
        case Kind::Long:
            m_out += decimalOf(node.bytes());
            break;
        case Kind::String:
            writeString(node.bytes());
            break;
        case Kind::Bytes:
            writeBytes(node.bytes());
            break;
        case Kind::ByteArray:
            m_out += "bytearray(";
            writeBytes(node.bytes());
            m_out += ')';
            break;
        case Kind::Global:
            writeLetters(node.bytes(), 0);
            break;
        case Kind::Tuple:
            writeItems("(", node.children, node.children.size() == 1 ? ",)" : ")", depth);
            break;
        case Kind::List:
            writeItems("[", node.children, "]", depth);
            break;
        case Kind::Dict:
            writePairs("{", node.children, "}", depth);
            break;
        case Kind::Set:
            writeItems(node.children.empty() ? "set(" : "{", node.children, node.children.empty() ? ")" : "}", depth);
            break;
        case Kind::FrozenSet:
            writeItems("frozenset({", node.children, "})", depth);
            break;
        case Kind::Call:
            writeCall(node, depth);
            break;
        }
        if (node.state >= 0 && node.kind != Kind::Call) {
            m_out += ".__setstate__(";
            write(node.state, depth + 1);
            m_out += ')';
        }
        m_isOpen[at] = false;
    }

    void writeItems(const char* begin, const std::vector<int>& items, const char* end, int depth)
    {
        m_out += begin;
        for (std::size_t i = 0; i < items.size() && !isFull(); ++i) {
            m_out += i > 0 ? ", " : "";
            write(items[i], depth + 1);
        }
        m_out += end;
    }
    void writePairs(const char* begin, const std::vector<int>& pairs, const char* end, int depth)
    {
        m_out += begin;
        for (std::size_t i = 0; i + 1 < pairs.size() && !isFull(); i += 2) {
            m_out += i > 0 ? ", " : "";
            write(pairs[i], depth + 1);
            m_out += ": ";
            write(pairs[i + 1], depth + 1);
        }
        m_out += end;
    }
    /// Formats a Python date's packed bytes; empty for any other bytes.
    static QByteArray dateOf(QByteArrayView bytes)
    {
        constexpr qsizetype withoutTime = 4;
        constexpr qsizetype withTime = 10;
        if (bytes.size() != withoutTime && bytes.size() != withTime)
            return {};
        QByteArrayList parts{QByteArray::number(uchar(bytes[0]) * 256 + uchar(bytes[1])),
            QByteArray::number(uchar(bytes[2]) & 0x7f), QByteArray::number(uchar(bytes[3]))};
        for (qsizetype i = withoutTime; i + 3 < bytes.size(); ++i)
            parts << QByteArray::number(uchar(bytes[i]));
        if (bytes.size() == withTime)
            parts << QByteArray::number(uchar(bytes[7]) * 65536 + uchar(bytes[8]) * 256 + uchar(bytes[9]));
        return parts.join(", ");
    }
    /// Writes one argument of a call.
    void writeArgument(const PickleNode& call, std::size_t at, int depth)
    {
        const PickleNode& argument = m_nodes[std::size_t(call.children[at])];
        const QByteArrayView called = m_nodes[std::size_t(call.children[0])].bytes();
        if (at == 1 && argument.kind == Kind::Bytes && (called == "datetime.datetime" || called == "datetime.date")) {
            if (const QByteArray date = dateOf(argument.bytes()); !date.isEmpty()) {
                m_out += date;
                return;
            }
        }
        write(call.children[at], depth + 1);
    }
    /// Writes `module.name(arguments, [appended], {set}, state)`, with named fields in the state as `name=value`.
    void writeCall(const PickleNode& node, int depth)
    {
        write(node.children[0], depth + 1);
        m_out += '(';
        const char* between = "";
        const auto separate = [&] { m_out += std::exchange(between, ", "); };
        for (std::size_t i = 1; i < node.children.size() && !isFull(); ++i) {
            separate();
            writeArgument(node, i, depth);
        }
        if (!node.items.empty()) {
            separate();
            writeItems("[", node.items, "]", depth);
        }
        if (!node.pairs.empty()) {
            separate();
            writePairs("{", node.pairs, "}", depth);
        }
        if (node.state >= 0)
            writeState(node.state, separate, depth);
        m_out += ')';
    }
    template <typename Separate> void writeState(int index, const Separate& separate, int depth)
    {
        const PickleNode& state = m_nodes[std::size_t(index)];
        bool isNamed = state.kind == Kind::Dict && state.state < 0;
        for (std::size_t i = 0; i < state.children.size() && isNamed; i += 2) {
            const PickleNode& key = m_nodes[std::size_t(state.children[i])];
            isNamed = key.kind == Kind::String && key.state < 0 && isPythonName(key.bytes());
        }
        if (!isNamed) {
            separate();
            write(index, depth + 1);
            return;
        }
        for (std::size_t i = 0; i + 1 < state.children.size() && !isFull(); i += 2) {
            separate();
            m_out += m_nodes[std::size_t(state.children[i])].bytes();
            m_out += '=';
            write(state.children[i + 1], depth + 1);
        }
    }

    void writeString(QByteArrayView text)
    {
        const char quote = pythonQuote(text);
        m_out += quote;
        writeLetters(text, quote);
        m_out += quote;
    }
    void writeLetters(QByteArrayView text, char quote)
    {
        for (qsizetype i = 0; i < text.size() && !isFull();) {
            const qsizetype length = uchar(text[i]) < 0x80 ? 0 : shownLetter(text.sliced(i));
            if (length == 0)
                appendPickleByte(m_out, uchar(text[i]), quote);
            else
                m_out += text.sliced(i, length);
            i += std::max<qsizetype>(length, 1);
        }
    }
    void writeBytes(QByteArrayView bytes)
    {
        const char quote = pythonQuote(bytes);
        (m_out += 'b') += quote;
        for (qsizetype i = 0; i < bytes.size() && !isFull(); ++i)
            appendPickleByte(m_out, uchar(bytes[i]), quote);
        m_out += quote;
    }

    const std::vector<PickleNode>& m_nodes;
    std::vector<bool> m_isOpen;
    QByteArray m_out;
    bool m_isTooDeep = false;
};

} // namespace

std::optional<QByteArray> PickleText::read(QByteArrayView pickle)
{
    const auto tree = PickleTree::read(pickle);
    return tree ? PickleWriter(tree->nodes).text(tree->root) : std::nullopt;
}

QByteArray PickleText::inHex(const QByteArray& bytes)
{
    constexpr qsizetype most = mostText / 2;
    return bytes.left(most).toHex() + (bytes.size() > most ? "\xe2\x80\xa6" : "");
}

} // namespace dueline
