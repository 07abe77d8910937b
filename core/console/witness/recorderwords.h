// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordrows.h"

#include <QString>

namespace dueline {

/// Returns `once` or a number such as `3 times`.
QString timesText(qint64 times);
/// Returns the number of keys as text, such as `: keys 27,606 to 54` or `: keys unchanged at 54`; empty if either
/// number is unknown.
QString keysText(const ServerSample& before, const ServerSample& after);
/// Returns a sentence about an operation on the queue itself, to be translated in the context `LayoutWords`; nullptr if
/// the operation acts on tasks. The sentence leaves out the record's number of tasks, which is always 1 for such an
/// operation.
const char* queueOperationText(const QByteArray& kind);

} // namespace dueline
