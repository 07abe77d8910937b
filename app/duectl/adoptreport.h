// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/adopt/adoption.h"

namespace dueline::duectl {

/// Reports what an adoption would move, and which data of the layout is lost. Returns 0.
int reportAdoptPreview(Output& out, bool json, const LayoutSpec& layout, const AdoptPreview& preview, bool dryRun);

/// Reports what was moved and how to undo it; tasks that stayed, with their reasons, go to standard error. Returns 1
/// if any stayed.
int reportAdoption(
    Output& out, bool json, const OperationRecord& record, const AdoptProgress& progress, const StateCounts& staying);

} // namespace dueline::duectl
