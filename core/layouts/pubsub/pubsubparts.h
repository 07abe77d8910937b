// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombackend.h"
#include "core/layouts/pubsub/pubsubspec.h"

namespace dueline {

/// Returns the parts that the `pubsub` design provides for CustomBackend.
CustomParts pubsubParts(const PubsubSpec& spec);

} // namespace dueline
