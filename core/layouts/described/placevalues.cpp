// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placereader.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 longestTimed = 256; ///< maximum size in bytes of a value to parse as a due time
constexpr qint64 longestValue = 1024 * 1024; ///< maximum number of bytes to read from a string
constexpr qint64 longestValueOfMany = 64 * 1024;
constexpr qint64 mostValueBytes = 64 * 1024 * 1024; ///< maximum total size of the values on one page, in bytes

} // namespace

Result<> PlaceReader::addStrings(const std::vector<std::size_t>& keys)
{
    std::vector<Command> commands;
    for (const std::size_t key : keys)
        commands.push_back({"STRLEN", m_keys[key].key});
    const auto lengths = ask(commands);
    if (!lengths)
        return lengths.error();
    commands.clear();
    std::vector<std::size_t> timed; // indexes of keys whose values contain a due time
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const Reply& length = (*lengths)[i];
        if (!length.isInteger())
            return errorOf(keys[i], length);
        if (place(keys[i]).unit && length.integer > 0 && length.integer <= longestTimed) {
            commands.push_back({"GET", m_keys[keys[i]].key});
            timed.push_back(i);
        }
    }
    const auto replies = ask(commands);
    if (!replies)
        return replies.error();
    std::vector<QByteArray> known(keys.size());
    for (std::size_t i = 0; i < timed.size(); ++i)
        known[timed[i]] = (*replies)[i].bytes;
    // one part per place and state, in page order
    std::map<std::tuple<std::size_t, TaskState, bool>, Part> held;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const qint64 length = (*lengths)[i].integer;
        if (length == 0) // the key doesn't exist
            continue;
        const DescribedPlace& place = this->place(keys[i]);
        PlaceEntry entry{keys[i], known[i], {}, {}, place.state, known[i].isEmpty() ? length : known[i].size()};
        const auto values = place.unit ? place.member.match(known[i]) : std::nullopt;
        if (values && values->contains("time"))
            entry.at = ScoreScale{*place.unit}.instantOf(values->at("time").toDouble());
        entry.state = stateAt(place, entry.at);
        const bool isPast = entry.at && *entry.at <= m_now;
        Part& part = held[{m_keys[keys[i]].place, entry.state, isPast}];
        part.key = keys[i];
        part.state = entry.state;
        part.isHeld = true;
        part.isPast = isPast;
        ++part.count;
        part.held.push_back(std::move(entry));
    }
    for (auto& [which, part] : held) {
        std::stable_sort(
            part.held.begin(), part.held.end(), [](const PlaceEntry& a, const PlaceEntry& b) { return a.at < b.at; });
        part.isDated = std::all_of(
            part.held.begin(), part.held.end(), [](const PlaceEntry& entry) { return entry.at.has_value(); });
        add(std::move(part));
    }
    return {};
}

/// Reads the values of strings that have only been counted. Truncates long values to limit the page size.
Result<> PlaceReader::readValues(std::vector<std::vector<PlaceEntry>>& all)
{
    std::vector<PlaceEntry*> missing;
    qint64 bytes = 0;
    for (std::vector<PlaceEntry>& entries : all) {
        for (PlaceEntry& entry : entries) {
            if (entry.length <= entry.member.size())
                continue;
            missing.push_back(&entry);
            bytes += std::min(entry.length, longestValue);
        }
    }
    const qint64 longest = bytes > mostValueBytes ? longestValueOfMany : longestValue;
    std::vector<Command> commands;
    for (const PlaceEntry* entry : missing)
        commands.push_back({"GETRANGE", m_keys[entry->key].key, "0", number(longest - 1)});
    const auto replies = ask(commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (!(*replies)[i].isBytes())
            return errorOf(missing[i]->key, (*replies)[i]);
        missing[i]->member = (*replies)[i].bytes;
    }
    return {};
}

} // namespace dueline
