// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <optional>

namespace dueline {

/// Schema of Protocol Buffers messages, from a user's file. It only reads descriptors and creates no messages.
class ProtoSchema
{
public:
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 1'000'000;
    static constexpr qint64 mostFile = 16 * 1024 * 1024; ///< bytes of a file

    /// Loads a `.proto`, with imports from its folder or the well-known ones, or a descriptor set (`protoc
    /// --descriptor_set_out`). Errors: NotFound (no file, or an unreadable one), Usage (what is wrong in it, with the
    /// line).
    static Result<std::shared_ptr<const ProtoSchema>> load(const QString& file);

    virtual ~ProtoSchema() = default;

    /// Returns the full names of the file's own messages, sorted.
    virtual QStringList messages() const = 0;
    virtual bool has(const QString& message) const = 0;
    /// Returns a message as JSON, at most `most` bytes. Fields and enums have their names, unknown fields are `#7`,
    /// and bytes are text if possible, else `\xFF`. Returns nullopt for another message, or beyond a limit.
    virtual std::optional<QByteArray> read(const QString& message, QByteArrayView bytes, qsizetype most) const = 0;
};

} // namespace dueline
