// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QTimeZone>

#include <vector>

namespace dueline {

/// Source of a zone name. Typed: just typed, so it may be misspelled. Stored: accepted earlier, possibly on another
/// machine.
enum class ZoneOrigin : quint8 { Typed, Stored };

/// Returns the time zone for a name that has the same meaning on every machine:
/// - `UTC`, and offsets from it: `UTC+08:00`, `UTC-3:30`, `UTC+8`;
/// - IANA place names: `Area/City`, `Area/Region/City`, including the older names by country
///   (`US/Eastern`).
/// All other names in the system's zone data are refused as ambiguous: abbreviations (`CST` is at
/// least three zones), `localtime`, and `Etc/GMT+5`, which is behind UTC. The C library and Qt
/// treat unknown letters as UTC. Errors: Usage, with a sentence that suggests a name or states that
/// this machine's zone data lacks the zone.
Result<QTimeZone> timeZoneNamed(QByteArrayView name, ZoneOrigin origin = ZoneOrigin::Typed);

/// Returns whether a name is a valid IANA name that this machine's zone data lacks. Other machines may have it.
bool isZoneMissingHere(QByteArrayView name);

/// Returns the IANA names in this machine's zone data, in alphabetical order.
std::vector<QByteArray> knownPlaces();

} // namespace dueline
