// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"

#include <QString>

namespace dueline {

/// The icon of an action, by its name.
QString iconOf(ActionKind kind);
/// `3 tasks retried`, in the past tense and the right number.
QString doneWords(ActionKind kind, qint64 count);

} // namespace dueline
