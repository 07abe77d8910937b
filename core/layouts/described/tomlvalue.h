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

/// Value in a TOML file. A table's entries are in file order.
struct TomlValue
{
    enum class Kind : quint8 { Text, Integer, Number, Boolean, Array, Table };

    static constexpr qsizetype mostBytes = 256 * 1024; ///< maximum file size in bytes
    static constexpr int mostValues = 5'000;
    static constexpr int mostDepth = 8; ///< maximum nesting depth of tables and arrays

    struct Entry;

    Kind kind = Kind::Table;
    QByteArray text; ///< for Text
    qint64 integer = 0; ///< for Integer
    double number = 0; ///< for Number
    bool boolean = false; ///< for Boolean
    std::vector<TomlValue> items; ///< for Array
    std::vector<Entry> entries; ///< for Table
    TextPosition at; ///< position of the value, or in a table, of its key

    /// Parses a file. Errors: Usage, with line and column, if the file isn't valid TOML, exceeds a limit, or contains a
    /// date or a NUL byte.
    static Result<TomlValue> parse(const QByteArray& file);

    bool isText() const { return kind == Kind::Text; }
    bool isTable() const { return kind == Kind::Table; }
    bool isArray() const { return kind == Kind::Array; }
    /// Returns a key's value in a table; null if there is none.
    const TomlValue* find(QByteArrayView key) const;
};

struct TomlValue::Entry
{
    QByteArray key;
    TomlValue value;
};

} // namespace dueline
