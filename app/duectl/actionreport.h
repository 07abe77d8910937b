// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/duectl/output.h"
#include "core/console/operations/operationrun.h"

namespace dueline::duectl {

/// What is asked for, after `This would`: `retry 5 tasks of mail`, `run 1 task of mail now`.
QString describeRequest(const OperationRequest& request, qint64 tasks);

/// The reader of a report: an assistant has no option that forces an action.
enum class Audience : quint8 { Person, Assistant };

/// Says what an operation would do: of --dry-run, or because nothing is left to do. Answers the exit code: 1 when what
/// was asked for by name, or without --force, would be left alone; 0 else. An error where it would be only that.
Result<int> reportPreview(Output& out, bool json, const OperationRequest& request, const OperationPreview& preview,
    bool dryRun, Audience audience = Audience::Person);

/// What is to be known before it is done, besides counts and undo: each a sentence.
QStringList cautionsOf(const OperationPreview& preview);

/// A sentence with a space before it where the operation takes longer, at its pace, than it can be undone; else empty.
QString undoOverEarly(const OperationRequest& request, const OperationPreview& preview);

/// Says what an operation did, how to undo it, and on standard error what was left alone and why; exit code as above.
int reportOperation(Output& out, bool json, const OperationRun& run);

} // namespace dueline::duectl
