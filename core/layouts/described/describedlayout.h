// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layouts of the files that are part of the program, by name: `bee-queue`.
const std::vector<const LayoutType*>& shippedLayouts();

/// Returns the layout `file:PATH`: queues that a file on the disk describes.
const LayoutType& fileLayout();

} // namespace dueline
