// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include <sys/types.h>

namespace dueline {

/// Guard that kills a process group when this process ends, even by SIGKILL. The first guard starts a single watcher
/// process for all groups. The watcher reads from a pipe whose other end only this process holds open. When the read
/// ends, it kills the groups listed in a table in shared memory, so registering a group needs no system call. A group
/// isn't watched if there is no memory for the table, if the watcher can't be started, or if 4096 groups are already
/// watched.
class GroupGuard
{
public:
    GroupGuard();
    ~GroupGuard();
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    /// Registers a group to be killed when this process ends. Safe between vfork and exec.
    void watch(pid_t group) const;
    /// Unregisters the group. Call this before waiting for the group's leader: after that, the kernel may reuse the
    /// process id.
    void forget() const;

private:
    std::atomic<pid_t>* m_entry = nullptr; ///< the group's table entry; null if the group isn't watched
};

} // namespace dueline
