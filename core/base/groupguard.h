// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include <sys/types.h>

namespace dueline {

/// Sees to it that a process group does not outlive this process, however it ends, SIGKILL included. The first one
/// starts a watcher for all: a small process that waits for the end of a pipe only this process holds open, and then
/// kills the groups that stand in a table both share. So a group costs no system call. What cannot be had (no memory
/// for the table, no process left, more than 4096 groups at a time) leaves the group unwatched.
class GroupGuard
{
public:
    GroupGuard();
    ~GroupGuard();
    GroupGuard(const GroupGuard&) = delete;
    GroupGuard& operator=(const GroupGuard&) = delete;

    /// From now on the group is killed when this process ends. May be called between vfork and exec.
    void watch(pid_t group) const;
    /// From now on it may live on. To be called before its leader is waited for, while its number is certainly its own.
    void forget() const;

private:
    std::atomic<pid_t>* m_entry = nullptr; ///< null: unwatched
};

} // namespace dueline
