// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/groupguard.h"

#include "core/base/ownchild.h"

#include <QFile>
#include <QList>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <mutex>
#include <new>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr pid_t noGroup = 0;
constexpr pid_t taken = -1; ///< value of a table entry that a guard has reserved but not used yet

using Table = std::array<std::atomic<pid_t>, 4096>;
static_assert(std::atomic<pid_t>::is_always_lock_free, "shared between processes");

constexpr std::string_view name = "dueline-watcher";

/// This process's command line in memory, where `ps` reads it. The watcher, a fork of this process, overwrites its
/// copy, so that a `pkill -f` for the worker's command line doesn't kill the watcher too.
class CommandLine
{
public:
    CommandLine()
    {
        QFile file(QStringLiteral("/proc/self/stat"));
        if (!file.open(QIODevice::ReadOnly))
            return;
        const QByteArray line = file.readAll();
        // Fields after the process name, starting with the third field in the file.
        const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (fields.size() < 47)
            return;
        const quintptr start = fields[45].toULongLong();
        const quintptr end = fields[46].trimmed().toULongLong();
        if (start != 0 && end > start) {
            m_words = reinterpret_cast<char*>(start);
            m_size = end - start;
        }
    }
    /// Replaces the command line. Only called in the forked process, so it must not allocate memory or take locks.
    void replace(std::string_view text) const
    {
        if (m_size == 0)
            return;
        std::memset(m_words, 0, m_size);
        std::memcpy(m_words, text.data(), std::min(m_size - 1, text.size()));
    }

private:
    char* m_words = nullptr;
    std::size_t m_size = 0;
};

/// Runs the watcher process. It is a fork of a multithreaded process, so it must not allocate memory or take locks.
/// Closes the inherited descriptors, and ignores signals from the terminal or a service manager, so that the watcher
/// outlives the process it watches.
[[noreturn]] void watchOver(Table& groups, int pipeEnd, const CommandLine& shown)
{
    ::setsid();
    shown.replace(name);
    for (int signal = 1; signal < 32; ++signal)
        ::signal(signal, SIG_IGN);
    ::prctl(PR_SET_NAME, name.data());
    ::dup2(pipeEnd, 0);
    if (::syscall(SYS_close_range, 1U, ~0U, 0U) != 0) {
        for (int fd = 1; fd < 1024; ++fd)
            ::close(fd); // the kernel lacks close_range()
    }
    (void)!::chdir("/");
    char byte = 0;
    while (::read(0, &byte, 1) < 0 && errno == EINTR) { }
    for (const auto& group : groups) {
        if (const pid_t id = group.load(std::memory_order_acquire); id > 1)
            ::kill(-id, SIGKILL);
    }
    ::_exit(0);
}

/// Owner of the watcher process and the table of groups. Each process has one instance.
class Watcher
{
public:
    /// Reserves a table entry; null if the table is full or the watcher can't be started.
    std::atomic<pid_t>* take()
    {
        if (!ensureRunning())
            return nullptr;
        const std::size_t first = m_next.fetch_add(1, std::memory_order_relaxed);
        for (std::size_t i = 0; i < m_groups->size(); ++i) {
            auto& entry = (*m_groups)[(first + i) % m_groups->size()];
            pid_t expected = noGroup;
            if (entry.load(std::memory_order_relaxed) == noGroup && entry.compare_exchange_strong(expected, taken))
                return &entry;
        }
        return nullptr;
    }

private:
    /// Starts the watcher if necessary. Returns whether it is running.
    bool ensureRunning()
    {
        const std::lock_guard lock(m_mutex);
        if (m_process > 0 && ::waitpid(m_process, nullptr, WNOHANG) == 0)
            return true;
        if (m_pipeEnd >= 0)
            ::close(std::exchange(m_pipeEnd, -1));
        m_process = -1;
        if (!m_groups)
            m_groups = mapTable();
        std::array<int, 2> ends{};
        if (!m_groups || ::pipe2(ends.data(), O_CLOEXEC) != 0)
            return false;
        const CommandLine words;
        // Block signals: this program's handlers must not run in the child, which starts by ignoring signals.
        sigset_t all;
        sigset_t before;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &before);
        m_process = m_own.startBy([&] {
            const pid_t process = ::fork();
            if (process == 0)
                watchOver(*m_groups, ends[0], words);
            return process;
        });
        ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
        ::close(ends[0]);
        if (m_process < 0) {
            ::close(ends[1]);
            return false;
        }
        m_pipeEnd = ends[1];
        return true;
    }

    static Table* mapTable()
    {
        void* memory = ::mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        return memory == MAP_FAILED ? nullptr : new (memory) Table{};
    }

    std::mutex m_mutex;
    Table* m_groups = nullptr;
    OwnChild m_own;
    pid_t m_process = -1;
    int m_pipeEnd = -1; ///< pipe end held open only by this process
    std::atomic<std::size_t> m_next = 0;
};

/// Returns the watcher. It is never destroyed, because guards may exist until the process ends.
Watcher& watcher()
{
    static Watcher* const instance = new Watcher;
    return *instance;
}

} // namespace

GroupGuard::GroupGuard()
    : m_entry(watcher().take())
{ }

GroupGuard::~GroupGuard()
{
    if (m_entry)
        m_entry->store(noGroup, std::memory_order_release);
}

void GroupGuard::watch(pid_t group) const
{
    if (m_entry)
        m_entry->store(group, std::memory_order_release);
}

void GroupGuard::forget() const
{
    if (m_entry)
        m_entry->store(taken, std::memory_order_release);
}

} // namespace dueline
