// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/described/placeparser.h"

namespace dueline {

/// Parser for the actions in a layout file. Also checks that the names of all keys, fields and members that actions
/// write can be composed from a task's values.
class ActionParser
{
public:
    ActionParser(TableReader& reader, PlaceParser& places, const Description& description)
        : m_reader(reader)
        , m_places(places)
        , m_description(description)
    { }

    /// Parses an action. `name`: the action's name, such as `run-now`.
    DescribedAction action(const QByteArray& name, const TomlValue& table);
    /// Parses the `[add]` table. Chooses the places for new tasks if the table doesn't name any.
    DescribedAdding adding(const TomlValue& table);
    /// Parses the `[run]` table. Call this after all actions have been parsed.
    DescribedRunning running(const TomlValue& table);
    /// Checks that the names of payload keys, fields, locks and companions can be composed from a task's values.
    void checkDescription();

private:
    void readEffects(const TomlValue& table, DescribedEffects& effects);
    void checkMove(const DescribedAction& action);
    /// Checks that new tasks can be written to a place.
    void checkArrival(const DescribedPlace& place, std::size_t index, const DescribedAdding& adding);
    /// Checks that a claim can remove tasks from a place just as the design's own workers do.
    void checkClaim(const DescribedPlace& place, std::size_t index, TextPosition at);
    /// Reports an error if a pattern has a variable that isn't in `known`.
    void checkFillable(const KeyPattern& pattern, const std::vector<QByteArray>& known, TextPosition at);
    /// Reports an error if a pattern needs a variable that tasks in the place don't define. `isDecoded`: true if values
    /// from the decoded payload are also available.
    void checkKnown(
        const KeyPattern& pattern, const DescribedPlace& place, bool isDecoded, TextPosition at, const QString& what);

    TableReader& m_reader;
    PlaceParser& m_places;
    const Description& m_description;
};

} // namespace dueline
