// SPDX-License-Identifier: GPL-3.0-or-later
// Command for `duectl work --handler '*=command:bench_timestamp FILE'`. Appends a line with the number of microseconds
// since its task's due time. On x86-64, runs without a C library, because starting one (0.4 ms) would take longer than
// everything being measured.
#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace {

constexpr char dueName[] = "DUELINE_DUE_MS=";

#if defined(__x86_64__)
long systemCall(long number, long first, long second, long third, long fourth = 0)
{
    long answer = 0;
    register long fourthRegister __asm__("r10") = fourth;
    __asm__ volatile("syscall"
                     : "=a"(answer)
                     : "a"(number), "D"(first), "S"(second), "d"(third), "r"(fourthRegister)
                     : "rcx", "r11", "memory");
    return answer;
}
#else
template <typename... Arguments> long systemCall(long number, Arguments... arguments)
{
    return syscall(number, arguments...);
}
#endif

/// Returns the due time from the environment, in milliseconds, or 0 if it is not set.
long dueIn(const char* const* environment)
{
    for (; *environment; ++environment) {
        const char* at = *environment;
        const char* name = dueName;
        while (*name && *at == *name)
            ++at, ++name;
        if (*name)
            continue;
        long due = 0;
        for (; *at >= '0' && *at <= '9'; ++at)
            due = due * 10 + (*at - '0');
        return due;
    }
    return 0;
}

/// Writes `value` and a line feed so that they end just before `end`. Returns a pointer to the first character.
char* printBefore(char* end, long value)
{
    const bool negative = value < 0;
    unsigned long rest = negative ? 0UL - static_cast<unsigned long>(value) : static_cast<unsigned long>(value);
    *--end = '\n';
    do {
        *--end = static_cast<char>('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (negative)
        *--end = '-';
    return end;
}

int append(long count, const char* const* arguments, const char* const* environment)
{
    timespec now;
    systemCall(SYS_clock_gettime, CLOCK_REALTIME, reinterpret_cast<long>(&now), 0);
    const long due = dueIn(environment);
    if (count != 2 || due == 0)
        return 2;
    char line[32];
    char* const end = line + sizeof line;
    const char* const begin = printBefore(end, now.tv_sec * 1'000'000 + now.tv_nsec / 1000 - due * 1000);
    const long file = systemCall(
        SYS_openat, AT_FDCWD, reinterpret_cast<long>(arguments[1]), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    return file >= 0 && systemCall(SYS_write, file, reinterpret_cast<long>(begin), end - begin) == end - begin ? 0 : 1;
}

} // namespace

#if defined(__x86_64__)
// The kernel starts the program here, with argc, argv and the environment on the stack.
__asm__(".globl _start\n_start:\n\txor %ebp, %ebp\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall beginAt\n");

extern "C" [[noreturn]] void beginAt(const long* stack)
{
    const auto* arguments = reinterpret_cast<const char* const*>(stack + 1);
    systemCall(SYS_exit_group, append(stack[0], arguments, arguments + stack[0] + 1), 0, 0);
    __builtin_unreachable();
}
#else
int main(int argc, char** argv, char** environment) { return append(argc, argv, environment); }
#endif
