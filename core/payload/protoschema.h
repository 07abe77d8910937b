// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QStringList>

#include <memory>
#include <optional>

namespace dueline {

/// Protocol Buffers message types from the user's schema file. Reads only descriptors and creates no messages.
class ProtoSchema
{
public:
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 1'000'000;
    static constexpr qint64 mostFile = 16 * 1024 * 1024; ///< maximum size of a file in bytes

    /// Loads a `.proto` file or a descriptor set (`protoc --descriptor_set_out`). A `.proto` file may import the
    /// well-known types and files in its folder. Errors: NotFound (the file is missing or unreadable), Usage (an error
    /// in the file, with its line).
    static Result<std::shared_ptr<const ProtoSchema>> load(const QString& file);

    virtual ~ProtoSchema() = default;

    /// Returns the full names of the file's own messages, sorted.
    virtual QStringList messages() const = 0;
    virtual bool has(const QString& message) const = 0;
    /// Returns a message as JSON, at most `most` bytes. Fields and enum values have names, unknown fields have numbers
    /// (`#7`), and bytes that aren't valid UTF-8 become text such as `\xFF`. Returns nullopt if the data isn't a
    /// message of this type or exceeds a limit.
    virtual std::optional<QByteArray> read(const QString& message, QByteArrayView bytes, qsizetype most) const = 0;
};

} // namespace dueline
