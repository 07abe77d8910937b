// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <sys/types.h>

namespace dueline {

/// Child process that this program waits for. Until forget() is called, collectOrphans() ignores it. Every process that
/// this program starts has an OwnChild.
class OwnChild
{
public:
    OwnChild() = default;
    ~OwnChild() { forget(); }
    OwnChild(const OwnChild&) = delete;
    OwnChild& operator=(const OwnChild&) = delete;

    /// Calls `start`, which returns the child's process id, or a value below 1 if there is none. During the call,
    /// collectOrphans() is blocked, so that it cannot collect a child that ends immediately.
    pid_t startBy(const std::function<pid_t()>& start);
    /// Ends the protection of the child process. Call this after waiting for the child, because the
    /// kernel may then reuse the process id.
    void forget();

private:
    pid_t m_process = 0;
};

/// Returns whether this process adopts orphaned processes. It does if it is the first process in a container or a
/// subreaper (PR_SET_CHILD_SUBREAPER). It must then collect the orphans when they end, because no other process does.
bool adoptsOrphans();

/// Collects terminated children that have no OwnChild, and returns their number. While a terminated child with an
/// OwnChild has not been waited for, it may hide other terminated children; a later call collects them. Thread-safe;
/// never waits for a process.
int collectOrphans();

} // namespace dueline
