// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/keypattern.h"

namespace dueline {

/// Binary member that consists of fields, such as `len8 random`, `len64 payload`, `u16 tries`, `f64 at`, `bytes16 id`
/// and `rest payload`. Numbers are little-endian, or big-endian if `be` follows the size.
class PackedMember
{
public:
    static constexpr std::size_t mostFields = 16;

    PackedMember() = default;
    /// Parses field definitions. Errors: Usage; the message is a clause without a position.
    static Result<PackedMember> parse(const std::vector<QByteArray>& fields);

    bool isEmpty() const { return m_fields.empty(); }
    std::vector<QByteArray> variables() const;
    /// Returns the fields' values, with numbers in decimal; nullopt if the bytes don't match the fields.
    std::optional<Variables> match(QByteArrayView bytes) const;
    /// Returns the member; nullopt if a value is missing or doesn't fit its field.
    std::optional<QByteArray> render(const Variables& values) const;

private:
    enum class Form : quint8 { Length, Unsigned, Signed, Float, Bytes, Rest };
    struct Field
    {
        Form form = Form::Rest;
        int bytes = 0; ///< size of the number or length prefix; for Bytes, the number of bytes
        bool isBig = false;
        QByteArray name;

        bool operator==(const Field&) const = default;
    };

    std::vector<Field> m_fields;

public:
    bool operator==(const PackedMember&) const = default;
};

} // namespace dueline
