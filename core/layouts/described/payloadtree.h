// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"
#include "core/layouts/described/description.h"

namespace dueline {

/// Decoded payload from which fields are read. Decoding never creates objects or executes code.
class PayloadTree
{
public:
    static constexpr qsizetype mostBytes = 4 * 1024 * 1024; ///< maximum size in bytes of the output of each layer

    /// Decodes a payload. Returns nullopt if a layer cannot be decoded or exceeds a limit; `failed` then receives that
    /// layer.
    static std::optional<PayloadTree> decode(
        const QByteArray& payload, const std::vector<DescribedDecoder>& decoders, DescribedDecoder& failed);

    /// Returns the value at a path: a string without quotes, or another value as JSON; nullopt if there is no value or
    /// it is null. If a string contains JSON, the next step of the path is applied to that JSON.
    std::optional<QByteArray> value(const PayloadPath& path) const;
    /// Returns the bytes of a value exactly as they appear in a JSON payload; nullopt if there is none.
    static std::optional<QByteArray> written(const QByteArray& payload, const PayloadPath& path);

private:
    explicit PayloadTree(JsonTree tree)
        : m_tree(std::move(tree))
    { }

    JsonTree m_tree;
};

} // namespace dueline
