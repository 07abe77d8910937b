// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/operations/operationrun.h"

namespace dueline::duectl {

/// Returns a description of the request that can follow `This would`: `retry 5 tasks of mail`, `run 1 task of mail
/// now`.
QString describeRequest(const OperationRequest& request, qint64 tasks);

/// Intended reader of a report. An assistant cannot use an option that forces an action.
enum class Audience : quint8 { Person, Assistant };

/// Reports what an operation would do, for --dry-run or if there is nothing to do. Returns the exit
/// code: 1 if named tasks, or tasks that need --force, would be skipped; otherwise 0. Returns an
/// error if the exit code would be 1 and no task would be changed.
Result<int> reportPreview(Output& out, bool json, const OperationRequest& request, const OperationPreview& preview,
    bool dryRun, Audience audience = Audience::Person);

/// Returns warnings about the action, one sentence each. Warnings about counts and undo are not
/// included.
QStringList cautionsOf(const OperationPreview& preview);

/// Returns a sentence, with a leading space, if the operation takes longer than the undo period at the requested pace;
/// otherwise empty.
QString undoOverEarly(const OperationRequest& request, const OperationPreview& preview);

/// Reports what an operation did and how to undo it. Writes skipped tasks and the reasons to standard error.
/// `undoCommand`: shell command that undoes the operation. Returns the exit code, like reportPreview().
int reportOperation(Output& out, bool json, const OperationRun& run, const QString& undoCommand);

} // namespace dueline::duectl
