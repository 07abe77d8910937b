// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"

#include <QString>

namespace dueline {

/// Returns the name of an action's icon.
QString iconOf(ActionKind kind);
/// Returns `3 tasks retried`, in the past tense and the correct plural form.
QString doneWords(ActionKind kind, qint64 count);
/// Returns a phrase such as `3 changed in the meantime`.
QString skippedWords(SkipReason reason, qint64 tasks);
/// Returns skippedWords() for each reason, with the first tasks: `3 changed in the meantime (a, b, …)`; empty if no
/// task was skipped.
QString leftAloneWords(const SkippedTasks& skipped, int namedOfEach = 3);
/// Returns the current stage of an operation, or why it stopped, from its record: `trying one task first`, `stopped, 3
/// of 10 failed`. Strings from other programs are escaped but not translated.
QString stageWords(const QByteArray& stage);
/// Returns whether the operation is still trying its first tasks.
bool isFirstStage(const QByteArray& stage);

} // namespace dueline
