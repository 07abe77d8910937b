// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <set>

namespace dueline {

/// What a job of Bull or BullMQ can be given when it is added, but for its priority.
AddingFacts jobFacts();
/// The commands by which both are read, besides those of all frameworks.
const std::set<QByteArray>& jobReading();
/// Asks for the prefix of the keys.
LayoutField jobPrefixField();

} // namespace dueline
