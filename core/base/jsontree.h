// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace dueline {

/// JSON document as a tree of ranges in its own bytes. Numbers keep their notation (18446744073709551615, 0.1000), keys
/// may repeat, and nothing is re-encoded. The tree is stored flat: even a document of several MB needs only a few
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
        qsizetype offset = 0; ///< offset of the value, including quotes and brackets
        qsizetype length = 0;
    };

    struct Limits
    {
        int nodes = 200'000;
        int depth = 200;
    };

    /// Parses `bytes`. Returns nullopt if they are not a single JSON value or exceed the limits. `error` then describes
    /// the fault and its position, and `pastLimits` is true if a limit was exceeded.
    static std::optional<JsonTree> parse(
        const QByteArray& bytes, QString* error = nullptr, Limits limits = {200'000, 200}, bool* pastLimits = nullptr);

    const Node& root() const { return m_nodes.front(); }
    const Node& node(int index) const { return m_nodes[std::size_t(index)]; }
    int size() const { return int(m_nodes.size()); }

    /// Returns the key without quotes and escapes; control and BiDi characters are made visible.
    QString key(int index) const;
    /// Returns the value as one line: strings in quotes with decoded escapes and visible forms of invisible characters,
    /// numbers as written, `{3}` and `[2]` for containers. The line has at most `maxCharacters`.
    QString value(int index, qsizetype maxCharacters = 300) const;
    /// Returns the bytes of the value in the document.
    QByteArray raw(int index) const;
    QByteArrayView rawView(int index) const;
    /// Returns the key in a form for comparisons: equal keys have the same form, however their characters are escaped.
    /// A string with an escaped unpaired surrogate equals only itself. Empty if there is no key.
    QByteArray keyMeaning(int index) const;
    QByteArray stringMeaning(int index) const;
    /// Returns the path, such as `$.vars.order` or `$.list[3]`.
    QString path(int index) const;

private:
    class Parser;
    QByteArray m_bytes;
    std::vector<Node> m_nodes;
};

} // namespace dueline
