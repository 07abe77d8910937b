// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/base/instant.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace dueline {

/// Program to run, and its limits.
struct ChildSpec
{
    // the program and its arguments; a program name without a slash is looked up in PATH
    std::vector<QByteArray> arguments;
    std::vector<QByteArray> environment; ///< variables as NAME=value; the child inherits no others
    QByteArray input; ///< input to write to stdin; the program need not read it
    Instant deadline = Instant::max();
    Millis killAfter{5'000}; ///< time from SIGTERM to SIGKILL
    std::stop_token stop;
    bool interruptible = false; ///< true to also stop the program when the calling thread is interrupted (Interruption)
    std::optional<qint64> mostOutput; ///< size of stdout in bytes at which the program is stopped; nullopt: unlimited
    std::function<void(QByteArrayView)> onErrorLine; ///< function that receives each line of stderr; may be empty
    enum class Stream : quint8 { Output, Errors };
    /// Function that receives each piece of stdout and stderr as it arrives; may be empty.
    std::function<void(Stream, QByteArrayView)> onWritten;
};

/// Result of running a program.
struct ChildResult
{
    int startError = 0; ///< errno value if the program could not be started
    bool signalled = false;
    int code = 0; ///< exit code, or the number of the signal that ended the program
    bool overdue = false; ///< true if the program was stopped at the deadline
    bool stopped = false; ///< true if the program was stopped by the stop token or an interruption
    bool wroteTooMuch = false; ///< true if the program was stopped after writing more than `mostOutput`
    CappedOutput output;
    CappedOutput errors;
};

/// Runs a program in its own process group and waits for it. At the deadline, or when a stop is requested, the entire
/// group receives SIGTERM, then SIGKILL. Does not wait for grandchildren, even if they keep the pipes open. The program
/// is killed when the calling thread ends (PDEATHSIG), so call this from a permanent thread. When this process ends for
/// any reason, the entire group is killed (GroupGuard).
ChildResult runChild(const ChildSpec& spec);

} // namespace dueline
