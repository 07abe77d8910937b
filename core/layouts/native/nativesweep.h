// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"

namespace dueline {

/// Housekeeping of one queue, a bounded step at a time: tasks past their start deadline or retention, records of
/// operations and what undo needed, sums of full hours, and a small random sample looked at for leftovers.
class NativeSweep
{
public:
    /// Where a walk over `before` stands between two steps.
    struct Walk
    {
        QByteArray cursor; ///< empty: no walk under way
        qint64 until = 0; ///< operations up to here (ms) are forgotten
    };

    NativeSweep(NativeScripts& scripts, const NativeKeys& keys, Walk& walk);

    /// One step; true: there is more to do at once. Errors: as TaskBroker::sweep.
    Result<bool> step();

private:
    Result<bool> trim();
    Result<bool> rollUp(qint64 now, qint64 rolled);
    Result<bool> forget(qint64 now, qint64 swept, Millis keepUndo);
    Result<std::vector<QByteArray>> oldEntries(const std::vector<Reply>& entries);

    NativeScripts& m_scripts;
    const NativeKeys& m_keys;
    Walk& m_walk;
};

} // namespace dueline
