// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/operations/operationrun.h"

namespace dueline::duectl {

/// Returns a phrase to follow `This would`, such as `retry 5 tasks in mail` or `run 1 task in mail now`.
QString describeRequest(const OperationRequest& request, qint64 tasks);

/// Reader of a report. Reports for assistants never suggest --force, because assistants can't use it.
enum class Audience : quint8 { Person, Assistant };

/// Reports what an operation would do, for --dry-run or if there is nothing to do. Returns the exit code: 1 if named
/// tasks, or tasks that need --force, would be skipped; otherwise 0. If the exit code would be 1 and no task would be
/// changed, returns an error instead.
Result<int> reportPreview(Output& out, bool json, const OperationRequest& request, const OperationPreview& preview,
    bool dryRun, Audience audience = Audience::Person);

/// Returns warnings about the action, one sentence each. Excludes warnings about task counts and undo.
QStringList cautionsOf(const OperationPreview& preview);

/// Returns a warning, with a leading space, if the undo period would end before the operation finishes at the requested
/// pace; otherwise empty.
QString undoOverEarly(const OperationRequest& request, const OperationPreview& preview);

/// Reports what an operation did and how to undo it. Writes skipped tasks and the reasons to standard error.
/// `undoCommand`: shell command that undoes the operation. Returns an exit code, like reportPreview().
int reportOperation(Output& out, bool json, const OperationRun& run, const QString& undoCommand);

} // namespace dueline::duectl
