// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/keypattern.h"
#include "core/layouts/described/tomlvalue.h"

#include <QStringList>

namespace dueline {

/// Reads the values in a layout file, and remembers the first error. After that, all functions return default values,
/// so callers need to check error() only once, at the end.
class TableReader
{
public:
    const std::optional<Error>& error() const { return m_error; }
    void fail(TextPosition at, const QString& sentence);
    void setParameters(Variables parameters) { m_parameters = std::move(parameters); }
    const Variables& parameters() const { return m_parameters; }

    /// Reports an error if a table has a key that isn't in `names`. `what`: the table's name for use in messages.
    void checkNames(const TomlValue& table, const std::vector<QByteArray>& names, const QByteArray& what);
    /// Returns a key's value, which must be a table; an empty table if there is none.
    const TomlValue& table(const TomlValue& parent, QByteArrayView key);
    /// Returns the tables in a key's value, which must be a table or an array of tables.
    std::vector<const TomlValue*> tables(const TomlValue& parent, QByteArrayView key);
    /// Returns a key's value, which must be a string; empty if there is none.
    QByteArray text(const TomlValue& table, QByteArrayView key);
    QByteArray textOf(const TomlValue& value);
    bool boolean(const TomlValue& table, QByteArrayView key);
    /// Returns the strings in a key's value, which must be a string or an array of strings.
    std::vector<std::pair<QByteArray, TextPosition>> texts(const TomlValue& table, QByteArrayView key);
    /// Parses a key's value as a pattern, with parameters substituted; empty if there is none.
    KeyPattern pattern(const TomlValue& table, QByteArrayView key);
    KeyPattern patternOf(const QByteArray& text, TextPosition at);
    /// Parses a key's value as a pattern for a Redis key. Reports an error if it could match one of Dueline's own keys.
    KeyPattern key(const TomlValue& table, QByteArrayView key);
    KeyPattern keyOf(const QByteArray& text, TextPosition at);
    /// Returns the index of a word in `words`, or reports an error with a suggestion. `lead`: beginning of the error
    /// sentence, such as `no state is called`.
    std::size_t choice(
        const QByteArray& word, const std::vector<QByteArray>& words, TextPosition at, const QString& lead);

    /// Returns a key's position in a table, or the table's position if the key is missing.
    static TextPosition positionOf(const TomlValue& table, QByteArrayView key);
    static QString listed(const std::vector<QByteArray>& words);
    /// Returns a word from the file for use in messages: shortened, in backquotes, with control characters made
    /// visible.
    static QString quoted(QByteArrayView word);

private:
    std::optional<Error> m_error;
    Variables m_parameters;
};

} // namespace dueline
