// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrun.h"

#include <QString>

namespace dueline {

/// The icon of an action, by its name.
QString iconOf(ActionKind kind);
/// `3 tasks retried`, in the past tense and the right number.
QString doneWords(ActionKind kind, qint64 count);
/// `3 moved on meanwhile`.
QString skippedWords(SkipReason reason, qint64 tasks);
/// The same for each reason, with the first of the tasks: `3 moved on meanwhile (a, b, …)`; empty where none was left
/// alone.
QString leftAloneWords(const SkippedTasks& skipped, int namedOfEach = 3);
/// Where an operation by stages is, or why it stopped, as its record says it: `trying one task first`, `stopped, 3 of
/// 10 failed`. Another program's words as they are, escaped.
QString stageWords(const QByteArray& stage);
/// Whether it still tries some before the rest.
bool isFirstStage(const QByteArray& stage);

} // namespace dueline
