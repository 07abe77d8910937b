// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombackend.h"
#include "core/layouts/zset/zsetspec.h"

namespace dueline {

/// Returns the CustomBackend parts for designs with a sorted set scored by time (cron, lock and poll).
CustomParts zsetParts(const ZsetSpec& spec);
/// Returns the part of an id before the last `_`, such as the command `report` in `report_1795236791`.
QByteArray cronCommandOf(const TaskId& id);

} // namespace dueline
