// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"
#include "core/layouts/described/description.h"

namespace dueline {

/// Decoded payload to read fields from. Decoding never creates objects or executes code.
class PayloadTree
{
public:
    static constexpr qsizetype mostBytes = 4 * 1024 * 1024; ///< maximum output size of each layer, in bytes

    /// Decodes a payload. Returns nullopt if a layer can't be decoded or exceeds a limit; `failed` then receives that
    /// layer.
    static std::optional<PayloadTree> decode(
        const QByteArray& payload, const std::vector<DescribedDecoder>& decoders, DescribedDecoder& failed);

    /// Returns the value at a path: a string without quotes, or any other value as JSON; nullopt if there is no value
    /// or it is null. If a string contains JSON, the next step of the path applies to that JSON.
    std::optional<QByteArray> value(const PayloadPath& path) const;
    /// Returns a value's bytes exactly as they appear in a JSON payload; nullopt if there is none.
    static std::optional<QByteArray> written(const QByteArray& payload, const PayloadPath& path);

private:
    explicit PayloadTree(JsonTree tree)
        : m_tree(std::move(tree))
    { }

    JsonTree m_tree;
};

} // namespace dueline
