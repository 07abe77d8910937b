// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/description.h"
#include "core/layouts/described/tablereader.h"

namespace dueline {

/// Parser for the tables in a layout file that define where tasks and payloads are stored.
class PlaceParser
{
public:
    explicit PlaceParser(TableReader& reader)
        : m_reader(reader)
    { }

    DescribedQueues queues(const TomlValue& table);
    DescribedStore store(const TomlValue& table, const QByteArray& what);
    DescribedField field(const QByteArray& name, const TomlValue& value);
    /// Parses a place. `usual`: store to use if the place doesn't define its own.
    DescribedPlace place(const QByteArray& name, const TomlValue& table, const DescribedStore& usual);
    DescribedCompanion companion(const TomlValue& table, const std::vector<DescribedPlace>& places);
    /// Returns the index of a place by name. Reports an error if there is no such place.
    std::size_t placeNamed(const QByteArray& name, const std::vector<DescribedPlace>& places, TextPosition at);
    /// Returns the type and the key in an entry such as `zset = "…"`. Reports an error unless the table has exactly one
    /// such entry.
    std::pair<DescribedPlace::Kind, KeyPattern> typedKey(
        const TomlValue& table, const std::vector<QByteArray>& types, const QByteArray& what);
    DescribedHashField hashField(const TomlValue& table, const QByteArray& what);

private:
    void readTimes(DescribedPlace& place, const TomlValue& table);
    void readWorkers(DescribedPlace& place, const TomlValue& table);
    void readKeys(DescribedPlace& place, const TomlValue& table);
    void readLeases(DescribedPlace& place, const TomlValue& table);
    ScoreUnit unit(const TomlValue& table, QByteArrayView key);
    int bucket(const TomlValue& value);

    TableReader& m_reader;
};

} // namespace dueline
