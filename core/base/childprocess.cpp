// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childprocess.h"

#include "core/base/groupguard.h"
#include "core/base/interruption.h"
#include "core/base/ownchild.h"
#include "core/base/programcheck.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dueline {

using namespace std::chrono_literals;

namespace {

/// File descriptor that is closed on destruction.
class Descriptor
{
public:
    explicit Descriptor(int fd = -1)
        : m_fd(fd)
    { }
    Descriptor(Descriptor&& other) noexcept
        : m_fd(std::exchange(other.m_fd, -1))
    { }
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor() { close(); }
    void close()
    {
        if (m_fd >= 0)
            ::close(std::exchange(m_fd, -1));
    }
    int fd() const { return m_fd; }
    bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd;
};

struct Pipe
{
    Descriptor read;
    Descriptor write;
};

/// Creates a pipe whose descriptors are close-on-exec and above 2, because 0 to 2 are the child's own streams.
std::optional<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return {};
    Pipe pipe{Descriptor(ends[0]), Descriptor(ends[1])};
    for (Descriptor* end : {&pipe.read, &pipe.write}) {
        if (end->fd() > 2)
            continue;
        Descriptor moved(::fcntl(end->fd(), F_DUPFD_CLOEXEC, 3));
        if (!moved.isOpen())
            return {};
        *end = std::move(moved);
    }
    return pipe;
}

/// Data for the child between fork and exec, when it must not allocate memory or take locks.
struct Launch
{
    const char* program;
    char* const* arguments;
    char* const* environment;
    int input;
    int output;
    int errors;
    int failure; ///< descriptor the child writes errno to if exec fails
    pid_t parent;
    const GroupGuard& guard;
};

constexpr unsigned closeRangeOnExec = 1U << 2; // CLOSE_RANGE_CLOEXEC in linux/close_range.h

[[noreturn]] void becomeProgram(const Launch& launch)
{
    ::setpgid(0, 0);
    launch.guard.watch(::getpid());
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int signal = 1; signal < 32; ++signal)
        ::signal(signal, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    ::syscall(
        // marks all descriptors above 2 close-on-exec; has no effect on old kernels
        SYS_close_range, 3U, ~0U, closeRangeOnExec);
    if (::getppid() == launch.parent && ::dup2(launch.input, 0) == 0 && ::dup2(launch.output, 1) == 1
        && ::dup2(launch.errors, 2) == 2)
        ::execve(launch.program, launch.arguments, launch.environment);
    const int error = errno;
    (void)!::write(launch.failure, &error, sizeof error);
    ::_exit(127);
}

std::vector<char*> pointersTo(const std::vector<QByteArray>& strings)
{
    std::vector<char*> pointers;
    pointers.reserve(strings.size() + 1);
    for (const QByteArray& string : strings)
        pointers.push_back(const_cast<char*>(string.constData()));
    pointers.push_back(nullptr);
    return pointers;
}

/// Splitter that passes a stream to a function line by line, truncating each line to 4 KiB.
class Lines
{
public:
    explicit Lines(const std::function<void(QByteArrayView)>& sink)
        : m_sink(sink)
    { }
    void feed(QByteArrayView bytes)
    {
        if (!m_sink)
            return;
        for (qsizetype feedAt = 0; (feedAt = bytes.indexOf('\n')) >= 0; bytes = bytes.sliced(feedAt + 1)) {
            m_open.append(bytes.first(feedAt));
            flush();
        }
        m_open.append(bytes.first(qMin<qsizetype>(bytes.size(), 4096 - qMin<qsizetype>(m_open.size(), 4096))));
    }
    void flush()
    {
        if (m_sink && !m_open.isEmpty())
            m_sink(m_open);
        m_open.clear();
    }

private:
    const std::function<void(QByteArrayView)>& m_sink;
    QByteArray m_open;
};

class Child
{
public:
    explicit Child(const ChildSpec& spec)
        : m_spec(spec)
        , m_lines(spec.onErrorLine)
    { }
    ChildResult run();

private:
    /// Starts the program. Returns 0 on success, or an errno value.
    int start();
    void pump();
    void writeInput();
    /// Reads what is available, up to 1 MiB. Returns false at the end of the stream.
    bool readSome(ChildSpec::Stream stream);
    void signalGroup(int signal) { ::kill(-m_pid, signal); }
    void endBy(Instant now);
    bool reap();

    const ChildSpec& m_spec;
    ChildResult m_result;
    Lines m_lines;
    Descriptor m_input;
    Descriptor m_output;
    Descriptor m_errors;
    Descriptor m_exit;
    Descriptor m_stopped;
    GroupGuard m_guard;
    OwnChild m_own;
    pid_t m_pid = -1;
    qsizetype m_written = 0;
    std::optional<Instant> m_killAt;
    bool m_killed = false;
};

int Child::start()
{
    std::optional<Pipe> input = makePipe();
    std::optional<Pipe> output = input ? makePipe() : std::nullopt;
    std::optional<Pipe> errors = output ? makePipe() : std::nullopt;
    std::optional<Pipe> failure = errors ? makePipe() : std::nullopt;
    if (!failure)
        return errno;
    m_stopped = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (!m_stopped.isOpen())
        return errno; // without the eventfd, a stop request couldn't end poll()
    const QByteArray program = findProgram(m_spec.arguments.front(), m_spec.environment);
    const std::vector<char*> arguments = pointersTo(m_spec.arguments);
    const std::vector<char*> environment = pointersTo(m_spec.environment);
    const Launch launch{program.constData(), arguments.data(), environment.data(), input->read.fd(), output->write.fd(),
        errors->write.fd(), failure->write.fd(), ::getpid(), m_guard};

    // vfork avoids copying a large process's page tables. The child shares this process's memory, so block signals:
    // this program's handlers must not run in the child.
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    m_pid = m_own.startBy([&launch] {
        const pid_t process = ::vfork(); // NOLINT(clang-analyzer-unix.Vfork,clang-analyzer-security.insecureAPI.vfork)
        if (process == 0)
            becomeProgram(launch);
        return process;
    });
    const int forkError = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (m_pid < 0)
        return forkError;

    failure->write.close();
    int error = 0;
    ssize_t size = 0;
    do
        size = ::read(failure->read.fd(), &error, sizeof error);
    while (size < 0 && errno == EINTR);
    if (size == ssize_t(sizeof error)) {
        m_guard.forget();
        ::waitpid(m_pid, nullptr, 0);
        m_own.forget();
        return error ? error : ECHILD;
    }
    m_exit = Descriptor(int(::syscall(SYS_pidfd_open, m_pid, 0)));
    m_input = std::move(input->write);
    m_output = std::move(output->read);
    m_errors = std::move(errors->read);
    for (const Descriptor* end : {&m_input, &m_output, &m_errors})
        ::fcntl(end->fd(), F_SETFL, O_NONBLOCK);
    return 0;
}

void Child::writeInput()
{
    while (m_written < m_spec.input.size()) {
        const ssize_t size
            = ::write(m_input.fd(), m_spec.input.constData() + m_written, size_t(m_spec.input.size() - m_written));
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && errno == EAGAIN)
            return;
        if (size < 0)
            break; // EPIPE: the program has closed its stdin
        m_written += size;
    }
    m_input.close();
}

bool Child::readSome(ChildSpec::Stream stream)
{
    const bool isErrors = stream == ChildSpec::Stream::Errors;
    Descriptor& from = isErrors ? m_errors : m_output;
    CappedOutput& to = isErrors ? m_result.errors : m_result.output;
    std::array<char, 65536> buffer;
    for (int pieces = 0; pieces < 16; ++pieces) {
        const ssize_t size = ::read(from.fd(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0 && errno == EAGAIN)
            return true;
        if (size <= 0) {
            from.close();
            return false;
        }
        const QByteArrayView bytes(buffer.data(), size);
        to.append(bytes);
        if (isErrors)
            m_lines.feed(bytes);
        if (m_spec.onWritten)
            m_spec.onWritten(stream, bytes);
    }
    return true;
}

bool Child::reap()
{
    // Use WNOWAIT, so that the guard can forget the group before waitpid() lets the kernel reuse the process id.
    siginfo_t ended{};
    if (::waitid(P_PID, id_t(m_pid), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid != m_pid)
        return false;
    if (!m_killAt)
        m_guard.forget();
    int status = 0;
    if (::waitpid(m_pid, &status, WNOHANG) != m_pid)
        return false;
    m_own.forget();
    m_result.signalled = WIFSIGNALED(status);
    m_result.code = m_result.signalled ? WTERMSIG(status) : WEXITSTATUS(status);
    return true;
}

void Child::endBy(Instant now)
{
    if (!m_killAt) {
        m_result.stopped = m_spec.stop.stop_requested() || (m_spec.interruptible && Interruption::isDueHere());
        m_result.overdue = !m_result.stopped && now >= m_spec.deadline;
        m_result.wroteTooMuch = m_spec.mostOutput && m_result.output.size() > *m_spec.mostOutput;
        if (!m_result.stopped && !m_result.overdue && !m_result.wroteTooMuch)
            return;
        signalGroup(SIGTERM);
        m_killAt = now + m_spec.killAfter;
    } else if (!m_killed && now >= *m_killAt) {
        signalGroup(SIGKILL);
        m_killed = true;
    }
}

void Child::pump()
{
    for (;;) {
        const Instant now = monotonicNow();
        endBy(now);
        const Instant until = m_killed ? now + 100ms : m_killAt.value_or(m_spec.deadline);
        auto wait = std::clamp<Millis>(until - now > 60s ? 60s : std::chrono::ceil<Millis>(until - now), 0ms, 60s);
        if (m_spec.interruptible)
            wait = std::min<Millis>(wait, Interruption::step);
        if (!m_exit.isOpen())
            wait = std::min<Millis>(wait, 10ms); // without pidfd_open(), check for the end every 10 ms
        std::array<pollfd, 5> watched{{{m_input.fd(), POLLOUT, 0}, {m_output.fd(), POLLIN, 0},
            {m_errors.fd(), POLLIN, 0}, {m_exit.fd(), POLLIN, 0}, {m_killAt ? -1 : m_stopped.fd(), POLLIN, 0}}};
        if (::poll(watched.data(), watched.size(), int(wait.count())) < 0 && errno != EINTR)
            return;
        if (watched[0].revents)
            writeInput();
        if (watched[1].revents)
            readSome(ChildSpec::Stream::Output);
        if (watched[2].revents)
            readSome(ChildSpec::Stream::Errors);
        if ((watched[3].revents || !m_exit.isOpen()) && reap())
            return;
    }
}

ChildResult Child::run()
{
    // Block SIGPIPE, so that this process survives if the program closes its stdin. Never unblock it: a pending signal
    // would be delivered then.
    sigset_t brokenPipe;
    ::sigemptyset(&brokenPipe);
    ::sigaddset(&brokenPipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &brokenPipe, nullptr);

    m_result.startError = start();
    if (m_result.startError != 0)
        return std::move(m_result);
    {
        const std::stop_callback onStop(m_spec.stop, [this] { ::eventfd_write(m_stopped.fd(), 1); });
        if (m_spec.input.isEmpty())
            m_input.close();
        pump();
    }
    // Read what the program has already written. Don't wait for the end of the streams, which grandchildren may keep
    // open.
    if (m_output.isOpen())
        readSome(ChildSpec::Stream::Output);
    if (m_errors.isOpen())
        readSome(ChildSpec::Stream::Errors);
    m_lines.flush();
    if (m_killAt)
        signalGroup(SIGKILL); // kills any group members still running
    return std::move(m_result);
}

} // namespace

ChildResult runChild(const ChildSpec& spec) { return Child(spec).run(); }

} // namespace dueline
