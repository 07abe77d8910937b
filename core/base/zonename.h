// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QTimeZone>

#include <vector>

namespace dueline {

/// Who names a zone: somebody who is here and may have mistyped it, or something that was accepted on another machine.
enum class ZoneOrigin : quint8 { Typed, Stored };

/// The time zone that a name means on every machine:
/// - `UTC`, and offsets from it: `UTC+08:00`, `UTC-3:30`, `UTC+8`;
/// - IANA's names of places: `Area/City`, `Area/Region/City`, the older ones by country (`US/Eastern`) included.
///
/// What else the system's data has a file for is refused, since the name means something else to somebody:
/// abbreviations (`CST` is at least three zones), `localtime`, `Etc/GMT+5`, which is behind UTC. The C library takes
/// any letters for UTC; so does Qt. Errors: Usage, a sentence with what was probably meant, or that this machine's data
/// lacks the zone.
Result<QTimeZone> timeZoneNamed(QByteArrayView name, ZoneOrigin origin = ZoneOrigin::Typed);

/// Whether it is the name of a place that this machine's data does not have: another machine may.
bool isZoneMissingHere(QByteArrayView name);

/// The places this machine knows, to be offered; in the order of the alphabet.
std::vector<QByteArray> knownPlaces();

} // namespace dueline
