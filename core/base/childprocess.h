// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cappedoutput.h"
#include "core/base/instant.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace dueline {

/// How a program is run.
struct ChildSpec
{
    std::vector<QByteArray> arguments; ///< the program first; without a slash it is looked up in PATH
    std::vector<QByteArray> environment; ///< NAME=value, nothing else is passed on
    QByteArray input; ///< stdin; a program that does not read it is fine
    Instant deadline = Instant::max();
    Millis killAfter{5'000}; ///< from asking it to end (SIGTERM) to SIGKILL
    std::stop_token stop;
    bool interruptible = false; ///< the Interruption of the calling thread ends it, too
    std::optional<qint64> mostOutput; ///< bytes; it is ended once it has written more to stdout
    std::function<void(QByteArrayView)> onErrorLine; ///< each line of stderr as it comes; may be empty
    enum class Stream : quint8 { Output, Errors };
    /// Each piece of stdout and stderr as it comes; may be empty.
    std::function<void(Stream, QByteArrayView)> onWritten;
};

/// What became of it.
struct ChildResult
{
    int startError = 0; ///< errno when it could not be started
    bool signalled = false;
    int code = 0; ///< exit code, or the signal that ended it
    bool overdue = false; ///< it was ended at the deadline
    bool stopped = false; ///< it was ended by the stop token, or interrupted
    bool wroteTooMuch = false; ///< it was ended for that
    CappedOutput output;
    CappedOutput errors;
};

/// Runs a program in a process group of its own and waits for it. At the deadline or stop the whole group gets SIGTERM,
/// then SIGKILL. A grandchild that outlives the program does not hold the call up, even if it keeps the pipes open. The
/// program dies with the calling thread (PDEATHSIG), which therefore has to be a permanent one; its whole group dies
/// with this process, however that ends (GroupGuard).
ChildResult runChild(const ChildSpec& spec);

} // namespace dueline
