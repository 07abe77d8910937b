// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <sys/types.h>

namespace dueline {

/// Child process that this program starts and waits for. collectOrphans() ignores the process until forget() is called.
/// Every child process that this program starts has an OwnChild.
class OwnChild
{
public:
    OwnChild() = default;
    ~OwnChild() { forget(); }
    OwnChild(const OwnChild&) = delete;
    OwnChild& operator=(const OwnChild&) = delete;

    /// Calls `start`, which must return the child's process id, or a value below 1 on failure. Blocks collectOrphans()
    /// during the call, so that it can't collect a child that ends immediately.
    pid_t startBy(const std::function<pid_t()>& start);
    /// Lets collectOrphans() collect this process id. Call this after waiting for the child: from then on, the kernel
    /// may reuse the process id.
    void forget();

private:
    pid_t m_process = 0;
};

/// Returns whether this process adopts orphaned processes, that is, it is a container's first process or a subreaper
/// (PR_SET_CHILD_SUBREAPER). If so, it must collect orphans that have ended, because no other process will.
bool adoptsOrphans();

/// Waits, without blocking, for children that have ended and have no OwnChild. Returns their number. May miss some of
/// them while an OwnChild's process has ended but hasn't been waited for; a later call finds them. Thread-safe.
int collectOrphans();

} // namespace dueline
