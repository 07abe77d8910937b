// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/framework/pickletext.h"

#include <QByteArrayList>
#include <QHash>
#include <QLocale>
#include <QStringDecoder>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

namespace dueline {

namespace {

constexpr const char* pickleCut = "\xe2\x80\xa6";
constexpr int markPlace = -1; ///< stands on the stack for a mark

struct PickleNode
{
    enum class Kind : quint8 { Word, String, Bytes, ByteArray, Long, Tuple, List, Dict, Set, FrozenSet, Global, Call };

    Kind kind = Kind::Word;
    QByteArrayView view; ///< of the pickle's bytes, not escaped
    QByteArray own = {}; ///< instead of `view`, where the bytes are not written so in the pickle
    std::vector<int> children
        = {}; ///< items; of a dict keys and values in turn; of a call what is called, then arguments
    std::vector<int> items = {}; ///< of a call: what was appended
    std::vector<int> pairs = {}; ///< of a call: what was set by key
    int state = -1; ///< what was put into it last; -1: nothing

    QByteArrayView bytes() const { return own.isNull() ? view : QByteArrayView(own); }
};

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

/// The length of the UTF-8 sequence at the start of `bytes` that is no control character; 0: there is none.
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

/// A whole number of any length in two's complement, lowest byte first.
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

QByteArray pythonFloat(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    QByteArray text = QByteArray::number(value, 'g', QLocale::FloatingPointShortest);
    if (!text.contains('.') && !text.contains('e'))
        text += ".0";
    return text;
}

bool isPythonName(QByteArrayView bytes)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !bytes.isEmpty() && isLetter(bytes[0])
        && std::all_of(bytes.begin(), bytes.end(), [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

bool isPickleNumber(QByteArrayView text, const char* letters)
{
    const QByteArrayView allowed(letters);
    return !text.isEmpty() && text.size() < 10'000
        && std::all_of(text.begin(), text.end(), [&](char c) { return allowed.contains(c); });
}

/// A text as protocol 0 writes it, Latin-1 with `\uXXXX`, in UTF-8.
QByteArray fromRawUnicode(QByteArrayView line)
{
    QString text;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char kind = line[i] == '\\' && i + 1 < line.size() ? line[i + 1] : 0;
        const qsizetype digits = kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
        bool isHex = digits > 0 && i + 2 + digits <= line.size();
        const uint letter = isHex ? line.sliced(i + 2, digits).toUInt(&isHex, 16) : 0;
        if (isHex && letter <= 0x10ffff) {
            text += QChar::fromUcs4(letter);
            i += 1 + digits;
        } else {
            text += QLatin1Char(line[i]);
        }
    }
    return text.toUtf8();
}

/// The machine of a pickle, with texts in the place of values.
class PickleReader
{
public:
    explicit PickleReader(QByteArrayView pickle)
        : m_rest(pickle)
    { }

    /// The node of the whole; -1: it cannot be read.
    int run()
    {
        for (int i = 0; i < PickleText::mostOperations && !m_failed; ++i) {
            const uchar operation = byte();
            if (m_failed)
                break;
            if (operation == '.')
                return m_rest.isEmpty() && m_stack.size() == 1 && m_stack[0] != markPlace ? m_stack[0] : -1;
            if (!(simple(operation) || text(operation) || container(operation) || object(operation)
                    || remembered(operation)))
                fail();
        }
        return -1;
    }
    const std::vector<PickleNode>& nodes() const { return m_nodes; }

private:
    using Kind = PickleNode::Kind;

    bool fail()
    {
        m_failed = true;
        return false;
    }
    QByteArrayView take(quint64 length)
    {
        if (m_failed || length > quint64(m_rest.size())) {
            fail();
            return {};
        }
        const QByteArrayView taken = m_rest.first(qsizetype(length));
        m_rest = m_rest.sliced(qsizetype(length));
        return taken;
    }
    uchar byte()
    {
        const QByteArrayView one = take(1);
        return m_failed ? 0 : uchar(one[0]);
    }
    /// Of `count` bytes, lowest first.
    quint64 length(int count)
    {
        quint64 value = 0;
        const QByteArrayView bytes = take(quint64(count));
        for (qsizetype i = bytes.size(); i-- > 0;)
            value = value << 8 | uchar(bytes[i]);
        return value;
    }
    /// Up to the end of the line, which is taken, too.
    QByteArrayView line()
    {
        const qsizetype end = m_rest.indexOf('\n');
        if (end < 0) {
            fail();
            return {};
        }
        const QByteArrayView taken = take(quint64(end));
        take(1);
        return taken;
    }

    int make(Kind kind, QByteArrayView view = {})
    {
        m_nodes.push_back({kind, view});
        return int(m_nodes.size()) - 1;
    }
    bool push(int node)
    {
        m_stack.push_back(node);
        return true;
    }
    bool push(Kind kind, QByteArrayView view) { return push(make(kind, view)); }
    bool pushWord(const QByteArray& word)
    {
        const int node = make(Kind::Word);
        m_nodes[std::size_t(node)].own = word;
        return push(node);
    }
    bool pushWith(Kind kind, std::vector<int> children)
    {
        const int node = make(kind);
        m_nodes[std::size_t(node)].children = std::move(children);
        return push(node);
    }
    /// A value from the stack; of what is none the machine fails, and any node is given.
    int pop()
    {
        if (m_stack.empty() || m_stack.back() == markPlace) {
            fail();
            return make(Kind::Word);
        }
        const int node = m_stack.back();
        m_stack.pop_back();
        return node;
    }
    std::vector<int> popCount(int count)
    {
        std::vector<int> nodes(std::size_t(count), 0);
        for (std::size_t i = nodes.size(); i-- > 0;)
            nodes[i] = pop();
        return nodes;
    }
    std::vector<int> popToMark()
    {
        const auto mark = std::find(m_stack.rbegin(), m_stack.rend(), markPlace);
        if (mark == m_stack.rend()) {
            fail();
            return {};
        }
        std::vector<int> nodes(mark.base(), m_stack.end());
        m_stack.erase(mark.base() - 1, m_stack.end());
        return nodes;
    }
    /// The value on the top, which stays there.
    PickleNode& top()
    {
        const int node = pop();
        m_stack.push_back(node);
        return m_nodes[std::size_t(node)];
    }

    bool simple(uchar operation)
    {
        switch (operation) {
        case 0x80: // PROTO
            return byte() <= 5 || fail();
        case 0x95: // FRAME
            take(8);
            return true;
        case '(':
            return push(markPlace);
        case '0': // POP
            if (!m_stack.empty() && m_stack.back() == markPlace)
                m_stack.pop_back();
            else
                pop();
            return true;
        case '1':
            popToMark();
            return true;
        case '2':
            return push(m_stack.empty() ? pop() : m_stack.back());
        case 'N':
            return pushWord("None");
        case 0x88:
            return pushWord("True");
        case 0x89:
            return pushWord("False");
        case 'J':
            return pushWord(QByteArray::number(qint32(quint32(length(4)))));
        case 'K':
            return pushWord(QByteArray::number(length(1)));
        case 'M':
            return pushWord(QByteArray::number(length(2)));
        case 0x8a:
            return push(Kind::Long, take(length(1)));
        case 0x8b:
            return push(Kind::Long, take(length(4)));
        case 'G': {
            const QByteArrayView bytes = take(8);
            quint64 value = 0;
            for (const char one : bytes)
                value = value << 8 | uchar(one);
            return pushWord(pythonFloat(std::bit_cast<double>(value)));
        }
        default:
            return false;
        }
    }

    bool text(uchar operation)
    {
        switch (operation) {
        case 'I': {
            const QByteArrayView number = line();
            if (number == "00" || number == "01")
                return pushWord(number == "01" ? "True" : "False");
            return isPickleNumber(number, "+-0123456789") ? push(Kind::Word, number) : fail();
        }
        case 'L': {
            QByteArrayView number = line();
            if (number.endsWith('L'))
                number.chop(1);
            return isPickleNumber(number, "+-0123456789") ? push(Kind::Word, number) : fail();
        }
        case 'F': {
            const QByteArrayView number = line();
            return isPickleNumber(number, "+-.0123456789einfaEINFA") ? push(Kind::Word, number) : fail();
        }
        case 'S': { // written as Python 2 writes it, escapes and all
            const QByteArrayView quoted = line();
            const bool isQuoted = quoted.size() >= 2 && (quoted[0] == '\'' || quoted[0] == '"')
                && quoted[0] == quoted[quoted.size() - 1];
            return isQuoted ? push(Kind::String, quoted.sliced(1, quoted.size() - 2)) : fail();
        }
        case 'V': {
            const int node = make(Kind::String);
            m_nodes[std::size_t(node)].own = fromRawUnicode(line());
            return push(node);
        }
        case 'X':
            return push(Kind::String, take(length(4)));
        case 0x8c:
            return push(Kind::String, take(length(1)));
        case 0x8d:
            return push(Kind::String, take(length(8)));
        case 'T':
            return push(Kind::Bytes, take(length(4)));
        case 'U':
            return push(Kind::Bytes, take(length(1)));
        case 'B':
            return push(Kind::Bytes, take(length(4)));
        case 'C':
            return push(Kind::Bytes, take(length(1)));
        case 0x8e:
            return push(Kind::Bytes, take(length(8)));
        case 0x96:
            return push(Kind::ByteArray, take(length(8)));
        default:
            return false;
        }
    }

    bool container(uchar operation)
    {
        switch (operation) {
        case ')':
            return push(make(Kind::Tuple));
        case 't':
            return pushWith(Kind::Tuple, popToMark());
        case 0x85:
        case 0x86:
        case 0x87:
            return pushWith(Kind::Tuple, popCount(operation - 0x84));
        case ']':
            return push(make(Kind::List));
        case 'l':
            return pushWith(Kind::List, popToMark());
        case '}':
            return push(make(Kind::Dict));
        case 'd':
            return pushPairs(popToMark());
        case 0x8f:
            return push(make(Kind::Set));
        case 0x91:
            return pushWith(Kind::FrozenSet, popToMark());
        case 'a':
            return addItems(popCount(1));
        case 'e':
        case 0x90:
            return addItems(popToMark());
        case 's':
            return addPairs(popCount(2));
        case 'u':
            return addPairs(popToMark());
        default:
            return false;
        }
    }
    bool pushPairs(std::vector<int> pairs)
    {
        return pairs.size() % 2 == 0 ? pushWith(Kind::Dict, std::move(pairs)) : fail();
    }
    bool addItems(const std::vector<int>& items)
    {
        PickleNode& target = top();
        const bool hasItems = target.kind == Kind::List || target.kind == Kind::Set;
        if (!hasItems && target.kind != Kind::Call)
            return fail();
        std::vector<int>& list = hasItems ? target.children : target.items;
        list.insert(list.end(), items.begin(), items.end());
        return true;
    }
    bool addPairs(const std::vector<int>& pairs)
    {
        PickleNode& target = top();
        if (pairs.size() % 2 != 0 || (target.kind != Kind::Dict && target.kind != Kind::Call))
            return fail();
        std::vector<int>& list = target.kind == Kind::Dict ? target.children : target.pairs;
        list.insert(list.end(), pairs.begin(), pairs.end());
        return true;
    }

    bool object(uchar operation)
    {
        switch (operation) {
        case 'c': {
            const QByteArray module = line().toByteArray();
            return pushGlobal(module, line().toByteArray());
        }
        case 0x93: {
            const std::vector<int> names = popCount(2);
            const PickleNode& module = m_nodes[std::size_t(names[0])];
            const PickleNode& name = m_nodes[std::size_t(names[1])];
            if (module.kind != Kind::String || name.kind != Kind::String)
                return fail();
            return pushGlobal(module.bytes().toByteArray(), name.bytes().toByteArray());
        }
        case 'R':
        case 0x81: { // REDUCE, NEWOBJ
            const std::vector<int> pair = popCount(2);
            return pushCall(pair[0], pair[1]);
        }
        case 0x92: { // NEWOBJ_EX
            const std::vector<int> three = popCount(3);
            pushCall(three[0], three[1]);
            m_nodes.back().state = three[2];
            return true;
        }
        case 'i': {
            const QByteArray module = line().toByteArray();
            pushGlobal(module, line().toByteArray());
            const int called = pop();
            std::vector<int> children = popToMark();
            children.insert(children.begin(), called);
            return pushWith(Kind::Call, std::move(children));
        }
        case 'o': {
            std::vector<int> children = popToMark();
            return children.empty() ? fail() : pushWith(Kind::Call, std::move(children));
        }
        case 'b': {
            const int state = pop();
            top().state = state;
            return true;
        }
        default:
            return false;
        }
    }
    bool pushGlobal(const QByteArray& module, const QByteArray& name)
    {
        if (module.size() + name.size() > PickleText::mostText)
            return fail();
        const int node = make(Kind::Global);
        m_nodes[std::size_t(node)].own = module + '.' + name;
        return push(node);
    }
    bool pushCall(int called, int arguments)
    {
        std::vector<int> children{called};
        const PickleNode& given = m_nodes[std::size_t(arguments)];
        if (given.kind == Kind::Tuple)
            children.insert(children.end(), given.children.begin(), given.children.end());
        else
            children.push_back(arguments);
        m_argumentsCopied += children.size();
        return m_argumentsCopied <= std::size_t(PickleText::mostOperations) ? pushWith(Kind::Call, std::move(children))
                                                                            : fail();
    }

    bool remembered(uchar operation)
    {
        switch (operation) {
        case 'p':
            return remember(named());
        case 'q':
            return remember(length(1));
        case 'r':
            return remember(length(4));
        case 0x94:
            return remember(quint64(m_memo.size()));
        case 'g':
            return recall(named());
        case 'h':
            return recall(length(1));
        case 'j':
            return recall(length(4));
        default:
            return false;
        }
    }
    quint64 named()
    {
        bool isNumber = false;
        const quint64 index = line().toULongLong(&isNumber);
        if (!isNumber)
            fail();
        return index;
    }
    bool remember(quint64 index)
    {
        const int node = pop();
        m_stack.push_back(node);
        m_memo.insert(index, node);
        return m_memo.size() <= PickleText::mostRemembered || fail();
    }
    bool recall(quint64 index)
    {
        const auto found = m_memo.constFind(index);
        return found == m_memo.constEnd() ? fail() : push(*found);
    }

    QByteArrayView m_rest;
    bool m_failed = false;
    std::vector<PickleNode> m_nodes;
    std::vector<int> m_stack;
    QHash<quint64, int> m_memo;
    std::size_t m_argumentsCopied = 0; ///< of one tuple again and again
};

/// Writes nodes as Python does.
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
            while (!m_out.isEmpty() && (uchar(m_out.back()) & 0xc0) == 0x80) // back to the start of a character
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
        if (m_isOpen[at]) { // it is a part of itself
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
    /// The bytes that Python packs a date into, as what people write; nothing for any other.
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
    /// One argument of a call.
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
    /// `module.name(arguments, [appended], {set}, state)`; a state of named fields as `name=value`.
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
    PickleReader reader(pickle);
    const int whole = reader.run();
    if (whole < 0)
        return std::nullopt;
    return PickleWriter(reader.nodes()).text(whole);
}

QByteArray PickleText::inHex(const QByteArray& bytes)
{
    constexpr qsizetype most = mostText / 2;
    return bytes.left(most).toHex() + (bytes.size() > most ? "\xe2\x80\xa6" : "");
}

} // namespace dueline
