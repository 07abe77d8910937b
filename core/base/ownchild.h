// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <sys/types.h>

namespace dueline {

/// Child process that this program waits for. collectOrphans() ignores the process until it is forgotten. Every process
/// that this program starts has an OwnChild.
class OwnChild
{
public:
    OwnChild() = default;
    ~OwnChild() { forget(); }
    OwnChild(const OwnChild&) = delete;
    OwnChild& operator=(const OwnChild&) = delete;

    /// Calls `start`, which returns the child's process id, or a value below 1 if there is none. collectOrphans() is
    /// blocked meanwhile, so that it cannot collect a child that ends immediately.
    pid_t startBy(const std::function<pid_t()>& start);
    /// Ends the protection. Call it after waiting for the child: the kernel may reuse its process id.
    void forget();

private:
    pid_t m_process = 0;
};

/// Returns whether this process adopts orphaned processes: it is the first process of a container, or a subreaper
/// (PR_SET_CHILD_SUBREAPER). No other process collects them when they end.
bool adoptsOrphans();

/// Collects ended children that have no OwnChild, and returns their number. A child with an OwnChild that is not
/// waited for yet may hide others; a later call collects those. Thread-safe; never waits for a process.
int collectOrphans();

} // namespace dueline
