// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace dueline {

/// JSON document as a tree of ranges in the original bytes. Numbers keep their notation (18446744073709551615, 0.1000),
/// keys may repeat, and nothing is re-encoded. The tree is stored flat: even a document of several MB needs only a few
/// vectors.
class JsonTree
{
public:
    enum class Kind : quint8 { Object, Array, String, Number, True, False, Null };

    struct Node
    {
        Kind kind = Kind::Null;
        int parent = -1;
        int row = 0; ///< index among its siblings
        std::vector<int> children;
        qsizetype keyOffset = -1; ///< offset of the key's opening quote; -1 for array items and the root
        qsizetype keyLength = 0;
        qsizetype offset = 0; ///< offset of the value's first byte, which may be a quote or a bracket
        qsizetype length = 0;
    };

    struct Limits
    {
        int nodes = 200'000;
        int depth = 200;
    };

    /// Parses `bytes`. Returns nullopt if they aren't exactly one JSON value or exceed the limits. In that case,
    /// `error` describes the error and its position, and `pastLimits` is true if a limit was exceeded.
    static std::optional<JsonTree> parse(
        const QByteArray& bytes, QString* error = nullptr, Limits limits = {200'000, 200}, bool* pastLimits = nullptr);

    const Node& root() const { return m_nodes.front(); }
    const Node& node(int index) const { return m_nodes[std::size_t(index)]; }
    int size() const { return int(m_nodes.size()); }

    /// Returns the key without quotes and with escapes decoded; control and BiDi characters are shown as escapes.
    QString key(int index) const;
    /// Returns the value on one line of at most `maxCharacters`: a string in quotes, with escapes decoded and invisible
    /// characters shown as escapes; a number as written; `{3}` or `[2]` for an object or array with that many members.
    QString value(int index, qsizetype maxCharacters = 300) const;
    /// Returns the value's bytes, as in the document.
    QByteArray raw(int index) const;
    QByteArrayView rawView(int index) const;
    /// Returns the key in a form for comparison: keys with equal forms are equal, however their characters are escaped.
    /// A key with an escaped surrogate only equals a key that is written identically. Empty if there is no key.
    QByteArray keyMeaning(int index) const;
    QByteArray stringMeaning(int index) const;
    /// Returns the document with every value as written and other white space: a line for each value, or, without an
    /// indent, none at all.
    QByteArray formatted(int indent) const;
    /// Returns a node's path, such as `$.vars.order` or `$.list[3]`.
    QString path(int index) const;

private:
    class Parser;
    void format(QByteArray& text, int index, int indent, int depth) const;
    QByteArray m_bytes;
    std::vector<Node> m_nodes;
};

} // namespace dueline
