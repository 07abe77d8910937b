// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placeparser.h"

namespace dueline {

/// Parser of the actions in a layout file. It checks that every name that an action writes can be composed from the
/// values of a task.
class ActionParser
{
public:
    ActionParser(TableReader& reader, PlaceParser& places, const Description& description)
        : m_reader(reader)
        , m_places(places)
        , m_description(description)
    { }

    /// Parses an action. `name`: name of the action, such as `run-now`.
    DescribedAction action(const QByteArray& name, const TomlValue& table);
    void run(const TomlValue& table);
    /// Checks the keys of payloads, fields, locks and companions.
    void checkDescription();

private:
    void checkMove(const DescribedAction& action);
    /// Fails if a pattern needs a variable that a task in the place does not define. `isDecoded`: the payload is
    /// decoded first.
    void checkKnown(
        const KeyPattern& pattern, const DescribedPlace& place, bool isDecoded, TextPosition at, const QString& what);

    TableReader& m_reader;
    PlaceParser& m_places;
    const Description& m_description;
};

} // namespace dueline
