// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <vector>

namespace dueline {

/// A JSON document as a tree of places in its own bytes: numbers stay as they were written (18446744073709551615,
/// 0.1000), keys may repeat, and nothing is re-encoded. Flat, so that a document of some MB costs a few vectors.
class JsonTree
{
public:
    enum class Kind : quint8 { Object, Array, String, Number, True, False, Null };

    struct Node
    {
        Kind kind = Kind::Null;
        int parent = -1;
        int row = 0; ///< among its siblings
        std::vector<int> children;
        qsizetype keyOffset = -1; ///< of the key's opening quote, -1 for array items and the root
        qsizetype keyLength = 0;
        qsizetype offset = 0; ///< of the value, quotes and brackets included
        qsizetype length = 0;
    };

    struct Limits
    {
        int nodes = 200'000;
        int depth = 200;
    };

    /// nullopt when `bytes` are not one JSON value, or past the limits; `error` then says what and where, and
    /// `pastLimits` which of both.
    static std::optional<JsonTree> parse(
        const QByteArray& bytes, QString* error = nullptr, Limits limits = {200'000, 200}, bool* pastLimits = nullptr);

    const Node& root() const { return m_nodes.front(); }
    const Node& node(int index) const { return m_nodes[std::size_t(index)]; }
    int size() const { return int(m_nodes.size()); }

    /// The key without quotes and escapes; control and BiDi characters made visible.
    QString key(int index) const;
    /// What stands for the value in a row: strings in quotes with escapes resolved and invisible characters shown,
    /// numbers as written, `{3}` and `[2]` for containers. At most `maxCharacters`.
    QString value(int index, qsizetype maxCharacters = 300) const;
    /// The value's own bytes.
    QByteArray raw(int index) const;
    QByteArrayView rawView(int index) const;
    /// Words to compare keys and strings by, whichever way they are escaped; one with half a surrogate pair written as
    /// an escape equals only itself. Empty where there is no key.
    QByteArray keyMeaning(int index) const;
    QByteArray stringMeaning(int index) const;
    /// `$.vars.order`, `$.list[3]`.
    QString path(int index) const;

private:
    class Parser;
    QByteArray m_bytes;
    std::vector<Node> m_nodes;
};

} // namespace dueline
