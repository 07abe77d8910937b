// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/keypattern.h"
#include "core/layouts/described/tomlvalue.h"

#include <QStringList>

namespace dueline {

/// Reads the values of a layout file and keeps the first error. After an error, every call returns a usual value, so
/// that callers check error() once at the end.
class TableReader
{
public:
    const std::optional<Error>& error() const { return m_error; }
    void fail(TextPosition at, const QString& sentence);
    void setParameters(Variables parameters) { m_parameters = std::move(parameters); }
    const Variables& parameters() const { return m_parameters; }

    /// Fails if a table has a key that is not among `names`. `what`: the table, as a person names it.
    void checkNames(const TomlValue& table, const std::vector<QByteArray>& names, const QByteArray& what);
    /// Returns the table of a key; an empty one if there is none.
    const TomlValue& table(const TomlValue& parent, QByteArrayView key);
    /// Returns the tables of a key, which holds one table or a list of tables.
    std::vector<const TomlValue*> tables(const TomlValue& parent, QByteArrayView key);
    /// Returns a text; empty if there is none.
    QByteArray text(const TomlValue& table, QByteArrayView key);
    QByteArray textOf(const TomlValue& value);
    bool boolean(const TomlValue& table, QByteArrayView key);
    /// Returns the texts of a key, which holds a text or a list of texts.
    std::vector<std::pair<QByteArray, TextPosition>> texts(const TomlValue& table, QByteArrayView key);
    /// Returns the pattern of a key, with the parameters inserted; empty if there is none.
    KeyPattern pattern(const TomlValue& table, QByteArrayView key);
    KeyPattern patternOf(const QByteArray& text, TextPosition at);
    /// Returns the name of a key of Redis. Fails if Dueline's own keys begin like it.
    KeyPattern key(const TomlValue& table, QByteArrayView key);
    KeyPattern keyOf(const QByteArray& text, TextPosition at);
    /// Returns the index of a word among `words`. Fails with a suggestion; `lead` begins the sentence: `no state is
    /// called`.
    std::size_t choice(
        const QByteArray& word, const std::vector<QByteArray>& words, TextPosition at, const QString& lead);

    /// Returns the position of a key in a table; that of the table if there is no such key.
    static TextPosition positionOf(const TomlValue& table, QByteArrayView key);
    static QString listed(const std::vector<QByteArray>& words);
    /// Returns a word of the file between backquotes, shortened and with its control characters visible.
    static QString quoted(QByteArrayView word);

private:
    std::optional<Error> m_error;
    Variables m_parameters;
};

} // namespace dueline
