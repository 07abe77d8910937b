// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"

#include <map>

namespace dueline {

/// The fields of a JSON object by the last one of each name, as most readers take them.
class JsonFields
{
public:
    /// None at all.
    JsonFields() = default;
    /// Of `node`, which is an object; else there are none. The tree outlives this.
    JsonFields(const JsonTree& tree, int node);

    std::optional<int> place(QByteArrayView name) const;
    /// As it is written; empty where it is not there.
    QByteArray raw(QByteArrayView name) const;
    bool is(QByteArrayView name, JsonTree::Kind kind) const;
    bool isString(QByteArrayView name) const { return is(name, JsonTree::Kind::String); }
    bool isNumber(QByteArrayView name) const { return is(name, JsonTree::Kind::Number); }
    /// A string without quotes and escapes; of another kind as it is written; nothing of null.
    QByteArray text(QByteArrayView name) const;
    const std::map<QByteArray, int>& places() const { return m_places; }

private:
    const JsonTree* m_tree = nullptr;
    std::map<QByteArray, int> m_places;
};

/// A JSON string, with its quotes, as the text that it means.
QByteArray jsonStringText(const QByteArray& quoted);

} // namespace dueline
