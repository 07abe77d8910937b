// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layoutfacts.h"

#include <set>

namespace dueline {

/// Returns the properties that a new job can have in both Bull and BullMQ, except for its priority.
AddingFacts jobFacts();
/// Returns the read commands that both layouts need in addition to the ones common to all frameworks.
const std::set<QByteArray>& jobReading();
/// Returns the dialog field for the key prefix.
LayoutField jobPrefixField();

} // namespace dueline
