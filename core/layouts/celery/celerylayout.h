// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Returns the layout of Celery 5 on kombu's Redis transport.
const LayoutType& celeryLayout();

} // namespace dueline
