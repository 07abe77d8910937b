// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <set>

namespace dueline {

/// Returns the properties that a new job of Bull or BullMQ can have, except its priority.
AddingFacts jobFacts();
/// Returns the read commands needed by both layouts, in addition to those common to all frameworks.
const std::set<QByteArray>& jobReading();
/// Returns the dialog field for the key prefix.
LayoutField jobPrefixField();

} // namespace dueline
