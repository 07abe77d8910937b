// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include <sys/types.h>

namespace dueline {

/// Guard that kills a process group when this process ends, even by SIGKILL. The first guard starts one watcher process
/// for all groups. The watcher waits for the end of a pipe that only this process keeps open, and then kills the groups
/// listed in a table in shared memory. Therefore, registering a group needs no system call. The group is not watched if
/// there is no memory for the table, the watcher cannot be started, or 4096 groups are already being watched.
class GroupGuard
{
public:
    GroupGuard();
    ~GroupGuard();
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    /// Starts watching a group, so that it is killed when this process ends. May be called between vfork and exec.
    void watch(pid_t group) const;
    /// Stops watching the group. Call this before waiting for the group's leader, because the kernel may then reuse the
    /// process id.
    void forget() const;

private:
    std::atomic<pid_t>* m_entry = nullptr; ///< table entry of the group; null if the group is not watched
};

} // namespace dueline
