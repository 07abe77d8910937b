// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <optional>

namespace dueline {

/// What messages of Protocol Buffers are made of, by a user's own file. Only descriptions are read; no message is made.
class ProtoSchema
{
public:
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 1'000'000;
    static constexpr qint64 mostFile = 16 * 1024 * 1024; ///< bytes of a file

    /// Of a `.proto`, whose imports lie in its folder or in the well-known ones, or of a descriptor set
    /// (`protoc --descriptor_set_out`). Errors: NotFound (no file, or one that cannot be read), Usage (what is wrong in
    /// it, with the line).
    static Result<std::shared_ptr<const ProtoSchema>> load(const QString& file);

    virtual ~ProtoSchema() = default;

    /// Full names of the messages that the file itself has, sorted.
    virtual QStringList messages() const = 0;
    virtual bool has(const QString& message) const = 0;
    /// A message as JSON, at most `most` bytes: fields by their names, unknown ones as `#7`, enums by name, bytes as
    /// text where they are text, else `\xFF`. nullopt: it is no such message, or past a limit.
    virtual std::optional<QByteArray> read(const QString& message, QByteArrayView bytes, qsizetype most) const = 0;
};

} // namespace dueline
