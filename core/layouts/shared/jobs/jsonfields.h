// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"

#include <map>

namespace dueline {

/// Fields of a JSON object. If a name occurs more than once, the last value wins, as in most parsers.
class JsonFields
{
public:
    JsonFields() = default;
    /// Reads the fields of `node`, or none if it isn't an object. The tree must outlive this object.
    JsonFields(const JsonTree& tree, int node);

    std::optional<int> place(QByteArrayView name) const;
    /// Returns a value as written in the JSON text; empty if the field is missing.
    QByteArray raw(QByteArrayView name) const;
    bool is(QByteArrayView name, JsonTree::Kind kind) const;
    bool isString(QByteArrayView name) const { return is(name, JsonTree::Kind::String); }
    bool isNumber(QByteArrayView name) const { return is(name, JsonTree::Kind::Number); }
    /// Returns a string value without quotes and escape sequences, or any other value as written; empty for null.
    QByteArray text(QByteArrayView name) const;
    const std::map<QByteArray, int>& places() const { return m_places; }

private:
    const JsonTree* m_tree = nullptr;
    std::map<QByteArray, int> m_places;
};

/// Returns the text of a quoted JSON string.
QByteArray jsonStringText(const QByteArray& quoted);

} // namespace dueline
