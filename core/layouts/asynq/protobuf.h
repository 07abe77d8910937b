// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>
#include <vector>

namespace dueline {

/// Field of a protobuf message in wire format.
struct ProtobufField
{
    enum class Wire : quint8 { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

    quint32 number = 0;
    Wire wire = Wire::Varint;
    quint64 value = 0; ///< set unless the wire type is Bytes
    QByteArray bytes; ///< set if the wire type is Bytes

    bool operator==(const ProtobufField&) const = default;
};

/// Protobuf message, parsed into a sequence of fields without a schema.
struct Protobuf
{
    static constexpr std::size_t mostFields = 10'000;

    /// Parses a message; nullopt if it is invalid, uses groups (wire types 3 and 4), or has more than `mostFields`
    /// fields.
    static std::optional<std::vector<ProtobufField>> read(const QByteArray& message);
    static void put(QByteArray& message, quint32 number, quint64 value);
    static void put(QByteArray& message, quint32 number, const QByteArray& bytes);
    /// Returns a valid message in which a field is replaced, or appended if it is missing. All other fields stay
    /// unchanged, byte for byte.
    static QByteArray withField(const QByteArray& message, quint32 number, const QByteArray& bytes);
};

} // namespace dueline
