// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/adopt/adoption.h"

namespace dueline::duectl {

/// Reports which tasks an adoption would move, and which of the layout's data would be lost. Returns 0.
int reportAdoptPreview(Output& out, bool json, const LayoutSpec& layout, const AdoptPreview& preview, bool dryRun);

/// Reports what was moved and how to undo it. Writes the tasks that were not moved, with the reasons, to standard
/// error. Returns 1 if any task was not moved, otherwise 0.
int reportAdoption(
    Output& out, bool json, const OperationRecord& record, const AdoptProgress& progress, const StateCounts& staying);

} // namespace dueline::duectl
