// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/payload/pickletree.h"

#include <QHash>
#include <QLocale>
#include <QString>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dueline {

namespace {

constexpr int markPlace = -1; ///< stack value that stands for a mark

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

bool isPickleNumber(QByteArrayView text, const char* letters)
{
    const QByteArrayView allowed(letters);
    return !text.isEmpty() && text.size() < 10'000
        && std::all_of(text.begin(), text.end(), [&](char c) { return allowed.contains(c); });
}

/// Converts a protocol 0 string (Latin-1 with `\uXXXX`) to UTF-8.
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

/// Interpreter of pickle opcodes that creates text rather than values.
class PickleReader
{
public:
    explicit PickleReader(QByteArrayView pickle)
        : m_rest(pickle)
    { }

    /// Returns the root node's index; -1 if the pickle can't be read.
    int run()
    {
        for (int i = 0; i < PickleTree::mostOperations && !m_failed; ++i) {
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
    std::vector<PickleNode> takeNodes() { return std::move(m_nodes); }

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
    /// Reads a length stored in `count` bytes, least significant byte first.
    quint64 length(int count)
    {
        quint64 value = 0;
        const QByteArrayView bytes = take(quint64(count));
        for (qsizetype i = bytes.size(); i-- > 0;)
            value = value << 8 | uchar(bytes[i]);
        return value;
    }
    /// Reads a line and skips the line break.
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
    /// Pops a value from the stack. If the stack is empty, marks the pickle as unreadable and returns an arbitrary
    /// node.
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
        case 'S': { // string in Python 2 syntax with escapes
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
        if (module.size() + name.size() > PickleTree::longestName)
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
        return m_argumentsCopied <= std::size_t(PickleTree::mostOperations) ? pushWith(Kind::Call, std::move(children))
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
        return m_memo.size() <= PickleTree::mostRemembered || fail();
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
    /// total number of arguments copied; limited because many calls may use the same tuple
    std::size_t m_argumentsCopied = 0;
};

} // namespace

std::optional<PickleTree> PickleTree::read(QByteArrayView pickle)
{
    PickleReader reader(pickle);
    const int root = reader.run();
    return root < 0 ? std::nullopt : std::optional(PickleTree{reader.takeNodes(), root});
}

} // namespace dueline
