// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/layoutfacts.h"

namespace dueline {

/// What a job of Bull or BullMQ can be given when it is added, but for its priority.
AddingFacts jobFacts();
/// Asks for the prefix of the keys.
LayoutField jobPrefixField();

} // namespace dueline
