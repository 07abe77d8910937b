// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"

namespace dueline {

/// Performs one queue's housekeeping in bounded steps: handles tasks whose start deadline or retention period has
/// passed, removes old operation records and undo data, adds up the statistics of completed hours, and checks a small
/// random sample for leftover data.
class NativeSweep
{
public:
    /// Position between two steps of a `before` scan.
    struct Position
    {
        QByteArray cursor; ///< HSCAN cursor; empty if no scan is active
        qint64 until = 0; ///< time in ms; undo data is removed for operations up to this time
    };

    NativeSweep(NativeScripts& scripts, const NativeKeys& keys, Position& walk);

    /// Performs one step. Returns true if more work can be done immediately. Errors: same as TaskBroker::sweep().
    Result<bool> step();

private:
    Result<bool> trim();
    Result<bool> rollUp(qint64 now, qint64 rolled);
    Result<bool> forget(qint64 now, qint64 swept, Millis keepUndo);
    Result<std::vector<QByteArray>> oldEntries(const std::vector<Reply>& entries);

    NativeScripts& m_scripts;
    const NativeKeys& m_keys;
    Position& m_walk;
};

} // namespace dueline
