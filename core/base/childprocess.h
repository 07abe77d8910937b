// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/base/instant.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace dueline {

/// Program to run, with its limits.
struct ChildSpec
{
    std::vector<QByteArray> arguments; ///< program first; a name without a slash is searched in PATH
    std::vector<QByteArray> environment; ///< NAME=value; the child inherits nothing else
    QByteArray input; ///< stdin; the program need not read it
    Instant deadline = Instant::max();
    Millis killAfter{5'000}; ///< time from SIGTERM to SIGKILL
    std::stop_token stop;
    bool interruptible = false; ///< the calling thread's Interruption stops it too
    std::optional<qint64> mostOutput; ///< bytes of stdout after which it is stopped
    std::function<void(QByteArrayView)> onErrorLine; ///< receives each line of stderr as it arrives; may be empty
    enum class Stream : quint8 { Output, Errors };
    /// Receives each piece of stdout and stderr as it arrives; may be empty.
    std::function<void(Stream, QByteArrayView)> onWritten;
};

/// Result of a run.
struct ChildResult
{
    int startError = 0; ///< errno if it could not be started
    bool signalled = false;
    int code = 0; ///< exit code, or number of the signal that ended it
    bool overdue = false; ///< True if the deadline stopped the program.
    bool stopped = false; ///< True if the stop token or an interruption stopped the program.
    bool wroteTooMuch = false; ///< True if the program was stopped at `mostOutput`.
    CappedOutput output;
    CappedOutput errors;
};

/// Runs a program in its own process group and waits for it. At the deadline or on a stop, the whole group receives
/// SIGTERM, then SIGKILL. The call does not wait for grandchildren, even if they keep the pipes open. The program is
/// killed when the calling thread ends (PDEATHSIG), so call this from a permanent thread. The whole group is killed
/// when this process ends, for whatever reason (GroupGuard).
ChildResult runChild(const ChildSpec& spec);

} // namespace dueline
