// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"

#include <QString>

namespace dueline {

/// Returns the icon name for an action.
QString iconOf(ActionKind kind);
/// Returns a description of a completed action, such as `3 tasks retried`, in the correct plural form.
QString doneWords(ActionKind kind, qint64 count);
/// Returns a phrase such as `3 changed in the meantime`.
QString skippedWords(SkipReason reason, qint64 tasks);
/// Returns skippedWords() for each reason, followed by the first tasks, such as `3 changed in the meantime (a, b, …)`;
/// empty if no task was skipped.
QString leftAloneWords(const SkippedTasks& skipped, int namedOfEach = 3);
/// Returns an operation's current stage, such as `trying one task first`, or why it stopped, such as `stopped, 3 of 10
/// failed`. `stage`: text from the operation's record. Unknown text is escaped but not translated.
QString stageWords(const QByteArray& stage);
/// Returns whether the operation is still processing its first tasks.
bool isFirstStage(const QByteArray& stage);

} // namespace dueline
