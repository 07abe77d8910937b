// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/ownchild.h"

#include <mutex>
#include <set>
#include <shared_mutex>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dueline {

namespace {

/// Returns the mutex that separates starting children (shared lock) from collecting orphans (exclusive lock).
std::shared_mutex& startsMutex()
{
    static std::shared_mutex mutex;
    return mutex;
}

struct OwnChildren
{
    std::mutex mutex;
    std::set<pid_t> numbers;
};

OwnChildren& ownChildren()
{
    static OwnChildren children;
    return children;
}

} // namespace

pid_t OwnChild::startBy(const std::function<pid_t()>& start)
{
    forget();
    const std::shared_lock starting(startsMutex());
    const pid_t process = start();
    if (process > 0) {
        OwnChildren& own = ownChildren();
        const std::scoped_lock lock(own.mutex);
        own.numbers.insert(process);
        m_process = process;
    }
    return process;
}

void OwnChild::forget()
{
    if (m_process <= 0)
        return;
    OwnChildren& own = ownChildren();
    const std::scoped_lock lock(own.mutex);
    own.numbers.erase(m_process);
    m_process = 0;
}

bool adoptsOrphans()
{
    int isAsked = 0;
    return ::getpid() == 1 || (::prctl(PR_GET_CHILD_SUBREAPER, &isAsked) == 0 && isAsked != 0);
}

int collectOrphans()
{
    const std::unique_lock nobodyStarts(startsMutex());
    for (int collected = 0;; ++collected) {
        siginfo_t ended{};
        if (::waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid <= 0)
            return collected;
        OwnChildren& own = ownChildren();
        const std::scoped_lock lock(own.mutex);
        if (own.numbers.contains(ended.si_pid) || ::waitpid(ended.si_pid, nullptr, WNOHANG) != ended.si_pid)
            return collected;
    }
}

} // namespace dueline
