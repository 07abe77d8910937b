// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>

#include <vector>

namespace dueline {

/// Line and column in a file, both starting at 1.
struct TextPosition
{
    int line = 1;
    int column = 1;

    bool operator==(const TextPosition&) const = default;
};

/// Returns a Usage error that starts with a position, such as `line 27, column 1: …`.
Error errorAt(TextPosition at, const QString& sentence);

/// Value in a TOML file. The entries of a table are in the order of the file.
struct TomlValue
{
    enum class Kind : quint8 { Text, Integer, Number, Boolean, Array, Table };

    static constexpr qsizetype mostBytes = 256 * 1024; ///< maximum size of a file in bytes
    static constexpr int mostValues = 5'000;
    static constexpr int mostDepth = 8; ///< maximum nesting depth of tables and arrays

    struct Entry;

    Kind kind = Kind::Table;
    QByteArray text; ///< value if the kind is Text
    qint64 integer = 0; ///< value if the kind is Integer
    double number = 0; ///< value if the kind is Number
    bool boolean = false; ///< value if the kind is Boolean
    std::vector<TomlValue> items; ///< value if the kind is Array
    std::vector<Entry> entries; ///< value if the kind is Table
    TextPosition at; ///< position of the value; for an entry of a table, position of its key

    /// Parses a file. Errors: Usage with line and column, if the file is not valid TOML, exceeds a limit, or contains a
    /// date or a NUL byte.
    static Result<TomlValue> parse(const QByteArray& file);

    bool isText() const { return kind == Kind::Text; }
    bool isTable() const { return kind == Kind::Table; }
    bool isArray() const { return kind == Kind::Array; }
    /// Returns the value of a key in a table; null if there is none.
    const TomlValue* find(QByteArrayView key) const;
};

struct TomlValue::Entry
{
    QByteArray key;
    TomlValue value;
};

} // namespace dueline
