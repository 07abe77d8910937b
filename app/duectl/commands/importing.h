// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/signals.h"
#include "core/console/transfer/importrun.h"

#include <utility>
#include <vector>

namespace dueline::duectl {

class Context;

/// Returns a request to import the tasks that match a filter and a set of states. If the filter tests payloads, the
/// queue's reader decodes them. Takes the reason and --dry-run from the command line. Errors: same as
/// ReadingBackend::textsOf().
Result<ImportRequest> importRequest(
    Context& context, const QueueName& queue, const TaskFilter& filter, StateSet states, const QByteArray& source);

/// Imports tasks into a queue, shows the progress, records the operation in the journal, and prints the result. A
/// signal stops the import after the current step. `remedy`: how to add the remaining tasks after an error. `facts`:
/// additional members of the JSON output. Returns the exit code: 1 if some tasks weren't added. Errors: same as
/// ImportRun.
Result<int> importInto(Context& context, Backend& backend, ImportRequest request, QIODevice& device,
    const SignalWatch& signalWatch, const QString& remedy,
    const std::vector<std::pair<const char*, qint64>>& facts = {});

} // namespace dueline::duectl
