// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/commandhandler.h"

#include "core/base/childprocess.h"
#include "core/base/programcheck.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace dueline {
namespace {

constexpr qsizetype keptLine = 400;
/// Maximum size of an error, in bytes. An attempt stores at most 1 KiB of error text.
constexpr qsizetype keptError = 1000;
constexpr int exitRetry = 75; // EX_TEMPFAIL in sysexits.h
constexpr int exitNotRun = 126; // returned by shells and env if a program can't be run
constexpr int exitNotFound = 127; // returned by shells, env and the dynamic loader if something isn't found
constexpr QByteArrayView loaderSays = ": error while loading shared libraries: ";

void addVariables(std::vector<QByteArray>& environment, const TaskContext& context)
{
    const auto add = [&](const char* name, QByteArrayView value) {
        QByteArray& variable = environment.emplace_back(name);
        variable.append('=').append(value);
        variable.replace('\0', ' '); // ids may contain any byte, but environment variables can't contain zero bytes
    };
    add("DUELINE_ID", context.lease.id);
    add("DUELINE_TYPE", context.type);
    add("DUELINE_QUEUE", context.queue);
    add("DUELINE_ATTEMPT", QByteArray::number(context.lease.attempt));
    add("DUELINE_TOKEN", context.lease.token);
    if (context.lease.dueAt != TimePoint())
        add("DUELINE_DUE_MS", QByteArray::number(toMs(context.lease.dueAt)));
    add("DUELINE_DEADLINE_MS", QByteArray::number(toMs(context.deadline)));
}

/// Returns the line that describes the failure: the last line that is neither a stack frame nor one of an interpreter's
/// standard closing lines.
QByteArray tellingLine(const CappedOutput& errors)
{
    const QList<QByteArray> lines = errors.text().split('\n');
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const QByteArray text = line->trimmed();
        if (text.startsWith("panic: ")) // Go doesn't indent its stack traces, so use the panic message
            return text;
    }
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        const QByteArray text = line->trimmed();
        const bool isInside = line->startsWith(' ') || line->startsWith('\t') || text.startsWith("at ");
        const bool isBelow = text.startsWith("Node.js v") || text.startsWith("note: run with");
        const bool hasWord
            = std::any_of(text.begin(), text.end(), [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; });
        if (!isInside && !isBelow && (hasWord || quint8(text.isEmpty() ? 0 : text[0]) >= 0x80))
            return text;
    }
    return errors.lastLine();
}

/// Describes a failure: its kind and the relevant line of stderr, then the tail of stderr if there is more.
QByteArray describe(const ChildResult& child)
{
    QByteArray text = child.signalled
        ? QByteArray("killed by signal ") + QByteArray::number(child.code) + " (" + ::strsignal(child.code) + ')'
        : QByteArray("exit ") + QByteArray::number(child.code);
    const QByteArray line = tellingLine(child.errors);
    if (line.isEmpty())
        return text;
    text += ": " + line.left(keptLine);
    const QByteArray all = child.errors.text().trimmed();
    return all == line ? text : text + '\n' + all.last(std::min(all.size(), keptError - text.size() - 1));
}

} // namespace

QByteArray CommandHandler::unreadyBecause() const { return whyNotRunnable(m_arguments.front(), m_environment); }

HandlerResult CommandHandler::notStarted(int code) const
{
    if (code == E2BIG) // the environment is too large: a permanent error, but only for this task
        return HandlerResult::fail("its id, type or queue is too long for the environment of a program", false);
    QByteArray why = shortageOf(code);
    if (why.isEmpty())
        why = unreadyBecause();
    if (why.isEmpty())
        why = m_arguments.front() + " cannot be run: "
            + (code == ENOENT ? QByteArray("the loader that it requires does not exist")
                    : code == ENOEXEC
                    ? QByteArray("it is not a program for this machine, and its first line does not name an "
                                 "interpreter")
                    : QByteArray(::strerror(code)));
    return HandlerResult::unready(why);
}

CommandHandler::CommandHandler(std::vector<QByteArray> arguments, Millis killAfter)
    : m_arguments(std::move(arguments))
    , m_killAfter(killAfter)
{
    for (const char* name : {"PATH", "HOME", "LANG"}) {
        if (qEnvironmentVariableIsSet(name))
            m_environment.push_back(QByteArray(name) + '=' + qgetenv(name));
    }
}

HandlerResult CommandHandler::run(TaskContext& context)
{
    ChildSpec spec;
    spec.arguments = m_arguments;
    spec.environment = m_environment;
    addVariables(spec.environment, context);
    spec.input = context.payload;
    spec.deadline = monotonicNow() + context.timeLimit;
    spec.killAfter = m_killAfter;
    spec.stop = context.stop;
    if (context.logger)
        spec.onErrorLine = [&context](QByteArrayView line) { context.log(line); };
    if (context.logger)
        spec.onWritten = [&context](ChildSpec::Stream stream, QByteArrayView piece) {
            context.logOutput(stream == ChildSpec::Stream::Errors, piece);
        };
    ChildResult child = runChild(spec);
    if (child.startError != 0)
        return notStarted(child.startError);
    const bool succeeded = !child.signalled && child.code == 0;
    if (succeeded)
        return HandlerResult::done(child.output.text());
    if (child.overdue)
        return HandlerResult::fail("deadline exceeded: " + describe(child));
    if (child.stopped)
        return HandlerResult::stopped(describe(child));
    if (!child.signalled && (child.code == exitNotFound || child.code == exitNotRun)) {
        // Either env or the dynamic loader reported that the program couldn't be started.
        QByteArray why = whyNotRunnable(m_arguments.front(), m_environment);
        if (const QByteArray line = child.errors.lastLine(); why.isEmpty() && line.contains(loaderSays))
            why = line.left(keptLine);
        if (!why.isEmpty())
            return HandlerResult::unready(why);
    }
    if (!child.signalled && child.code == exitRetry)
        return HandlerResult::retry(describe(child));
    return HandlerResult::fail(describe(child));
}

} // namespace dueline
