// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <sys/types.h>

namespace dueline {

/// Child process that this program starts and waits for. Until forget() is called, collectOrphans() ignores the
/// process. Every child process that this program starts has an OwnChild.
class OwnChild
{
public:
    OwnChild() = default;
    ~OwnChild() { forget(); }
    OwnChild(const OwnChild&) = delete;
    OwnChild& operator=(const OwnChild&) = delete;

    /// Calls `start`, which must return the child's process id, or a value below 1 on failure. Blocks collectOrphans()
    /// during the call, so that it cannot collect a child that ends immediately.
    pid_t startBy(const std::function<pid_t()>& start);
    /// Lets collectOrphans() collect this process id again. Call this after waiting for the child: from then on, the
    /// kernel may reuse the process id.
    void forget();

private:
    pid_t m_process = 0;
};

/// Returns whether this process adopts orphaned processes, because it is the first process of a container or a
/// subreaper (PR_SET_CHILD_SUBREAPER). It must then collect orphans that have ended, because no other process does.
bool adoptsOrphans();

/// Waits for those children that have ended and have no OwnChild, without blocking. Returns their number. May miss some
/// of them while a child with an OwnChild has ended but has not been waited for; a later call finds them. Thread-safe.
int collectOrphans();

} // namespace dueline
