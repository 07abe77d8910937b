// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/adopt/adoption.h"

namespace dueline::duectl {

/// Says what an adoption would move, and what of the design is not kept. Exit code 0.
int reportAdoptPreview(Output& out, bool json, const LayoutSpec& layout, const AdoptPreview& preview, bool dryRun);

/// Says what was moved, how to undo it, and on standard error what stayed and why. Exit code 1 when something stayed.
int reportAdoption(
    Output& out, bool json, const OperationRecord& record, const AdoptProgress& progress, const StateCounts& staying);

} // namespace dueline::duectl
