// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <sys/types.h>

namespace dueline {

/// A child process that somebody here waits for, from its start until that is done: collectOrphans() leaves it alone.
/// Whoever starts a process in this program does so by one.
class OwnChild
{
public:
    OwnChild() = default;
    ~OwnChild() { forget(); }
    OwnChild(const OwnChild&) = delete;
    OwnChild& operator=(const OwnChild&) = delete;

    /// Calls `start`, which returns the child's number, or one below 1 where there is none. Nothing is collected
    /// meanwhile, so that a child which ends at once is not taken for somebody else's.
    pid_t startBy(const std::function<pid_t()>& start);
    /// It was waited for: its number may be given to others.
    void forget();

private:
    pid_t m_process = 0;
};

/// Whether processes that their parents leave behind become children of this one: it is the first of a container, or
/// was asked to take them (PR_SET_CHILD_SUBREAPER). Nobody else collects them then when they end.
bool adoptsOrphans();

/// Collects those that have ended and are nobody's OwnChild, and returns how many. An own one that nobody has waited
/// for yet may hide others: they are collected by a later call. Thread-safe; never waits for a process.
int collectOrphans();

} // namespace dueline
