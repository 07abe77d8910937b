// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include <sys/types.h>

namespace dueline {

/// Guard that kills a process group when this process ends, even by SIGKILL. The first guard starts one watcher process
/// for all groups. The watcher reads from a pipe whose other end only this process keeps open. When the read ends, the
/// watcher kills the groups listed in a table in shared memory, so that registering a group needs no system call. A
/// group is not watched if there is no memory for the table, if the watcher cannot be started, or if 4096 groups are
/// already watched.
class GroupGuard
{
public:
    GroupGuard();
    ~GroupGuard();
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    /// Registers a group, so that it is killed when this process ends. Safe between vfork and exec.
    void watch(pid_t group) const;
    /// Unregisters the group. Call this before waiting for the group's leader: after the wait, the kernel may reuse the
    /// process id.
    void forget() const;

private:
    std::atomic<pid_t>* m_entry = nullptr; ///< table entry of the group; null if the group is not watched
};

} // namespace dueline
