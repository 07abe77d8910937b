// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/base/instant.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace dueline {

/// Program to run, with its input, its limits, and callbacks for its output.
struct ChildSpec
{
    // Program and arguments. A program name without a slash is looked up in `environment`'s PATH.
    std::vector<QByteArray> arguments;
    std::vector<QByteArray> environment; ///< variables as NAME=value; no others are inherited
    QByteArray input; ///< bytes for stdin; the program doesn't have to read them
    Instant deadline = Instant::max();
    Millis killAfter{5'000}; ///< time between SIGTERM and SIGKILL
    std::stop_token stop;
    bool interruptible = false; ///< true if an Interruption of the calling thread stops the program
    /// number of bytes that the program may write to stdout before it is stopped; nullopt: unlimited
    std::optional<qint64> mostOutput;
    std::function<void(QByteArrayView)> onErrorLine; ///< called with each line of stderr; may be empty
    enum class Stream : quint8 { Output, Errors };
    /// Called with each piece of stdout and stderr as it arrives; may be empty.
    std::function<void(Stream, QByteArrayView)> onWritten;
};

/// Result of running a program.
struct ChildResult
{
    int startError = 0; ///< errno if the program couldn't be started; otherwise 0
    bool signalled = false;
    int code = 0; ///< exit code, or the number of the signal that ended the program
    bool overdue = false; ///< true if the program was stopped at the deadline
    bool stopped = false; ///< true if a stop token or an interruption stopped the program
    bool wroteTooMuch = false; ///< true if the program was stopped for writing more than `mostOutput`
    CappedOutput output;
    CappedOutput errors;
};

/// Runs a program in its own process group and waits until it ends. At the deadline or on a stop request, sends SIGTERM
/// and later SIGKILL to the entire group. Doesn't wait for grandchildren, even if they keep the pipes open. Call this
/// from a long-lived thread: the program is killed when the calling thread ends (PDEATHSIG). When this process ends for
/// any reason, the entire group is killed (GroupGuard).
ChildResult runChild(const ChildSpec& spec);

} // namespace dueline
