// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/jsonfields.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace dueline {

JsonFields::JsonFields(const JsonTree& tree, int node)
    : m_tree(&tree)
{
    if (tree.node(node).kind != JsonTree::Kind::Object)
        return;
    for (const int child : tree.node(node).children) {
        const QByteArray meaning = tree.keyMeaning(child); // `=` and the decoded key, or the key as written
        m_places[meaning.startsWith('=') ? meaning.mid(1) : meaning] = child;
    }
}

std::optional<int> JsonFields::place(QByteArrayView name) const
{
    const auto found = m_places.find(name.toByteArray());
    return found == m_places.end() ? std::nullopt : std::optional(found->second);
}

QByteArray JsonFields::raw(QByteArrayView name) const
{
    const auto found = place(name);
    return found ? m_tree->raw(*found) : QByteArray();
}

bool JsonFields::is(QByteArrayView name, JsonTree::Kind kind) const
{
    const auto found = place(name);
    return found && m_tree->node(*found).kind == kind;
}

QByteArray JsonFields::text(QByteArrayView name) const
{
    const QByteArray bytes = raw(name);
    if (isString(name))
        return jsonStringText(bytes);
    return bytes == "null" ? QByteArray() : bytes;
}

QByteArray jsonStringText(const QByteArray& quoted)
{
    if (!quoted.contains('\\'))
        return quoted.sliced(1).chopped(1);
    return QJsonDocument::fromJson('[' + quoted + ']').array().at(0).toString().toUtf8();
}

} // namespace dueline
