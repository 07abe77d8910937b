// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/adopt/adoption.h"

namespace dueline::duectl {

/// Reports which tasks an adoption would move and which of the layout's data it would lose. Returns 0.
int reportAdoptPreview(Output& out, bool json, const LayoutSpec& layout, const AdoptPreview& preview, bool dryRun);

/// Reports what was moved and how to undo it. Writes the tasks that weren't moved, and why, to standard error. Returns
/// 1 if any task was left behind, otherwise 0.
int reportAdoption(
    Output& out, bool json, const OperationRecord& record, const AdoptProgress& progress, const StateCounts& staying);

} // namespace dueline::duectl
