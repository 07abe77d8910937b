// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/handmade/handmadebackend.h"

namespace dueline {

/// What the design `pubsub` brings to the shared backend.
HandmadeParts pubsubParts(const HandmadeSpec& spec);

} // namespace dueline
