// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/programcheck.h"

#include "core/base/plainfile.h"
#include "core/base/text.h"

#include <QFile>

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr qint64 kernelReads = 256; // number of bytes at a file's start in which the kernel looks for the `#!` line
constexpr int mostInterpreters = 4; // maximum nesting depth of interpreters, which may themselves be scripts

QByteArray shownPath(const QByteArray& path) { return printable(path, 200).toUtf8(); }

/// Returns why an existing path can't be run; empty if no reason is found.
QByteArray fileTrouble(const QByteArray& path)
{
    struct stat found = {};
    if (::stat(path.constData(), &found) != 0)
        return errno == ENOENT ? QByteArray("does not exist") : "cannot be run: " + QByteArray(::strerror(errno));
    if (S_ISDIR(found.st_mode))
        return "is a folder";
    if (!S_ISREG(found.st_mode))
        return "is not a file";
    // Use the effective user id, since the child process runs with it.
    if (::faccessat(AT_FDCWD, path.constData(), X_OK, AT_EACCESS) != 0)
        return errno == EACCES
            ? QByteArray("cannot be executed: run chmod +x, or check whether its file system is mounted noexec")
            : "cannot be run: " + QByteArray(::strerror(errno));
    return {};
}

QByteArray beginning(const QByteArray& path)
{
    QFile file(QFile::decodeName(path));
    return openPlain(file, Links::Followed).isEmpty() ? file.read(kernelReads) : QByteArray();
}

bool isFound(const QByteArray& name, const std::vector<QByteArray>& environment)
{
    return fileTrouble(findProgram(name, environment)).isEmpty();
}

QByteArray ofWindows(const QByteArray& word)
{
    return word.endsWith('\r') ? QByteArray(": its first line has a Windows line ending (CR LF)") : QByteArray();
}

/// Returns what is wrong with the `#!` line's interpreter; empty if nothing is. `next`: set to the interpreter, which
/// may itself be a script.
QByteArray interpreterTrouble(const QByteArray& begin, const std::vector<QByteArray>& environment, QByteArray& next)
{
    const qsizetype end = begin.indexOf('\n');
    QByteArray line = begin.mid(2, end < 0 ? -1 : end - 2);
    while (line.startsWith(' ') || line.startsWith('\t'))
        line.remove(0, 1);
    while (line.endsWith(' ') || line.endsWith('\t'))
        line.chop(1);
    qsizetype space = 0;
    while (space < line.size() && line[space] != ' ' && line[space] != '\t')
        ++space;
    const QByteArray interpreter = line.left(space);
    if (interpreter.isEmpty())
        return "its first line does not name an interpreter";
    if (const QByteArray trouble = fileTrouble(interpreter); !trouble.isEmpty())
        return "its interpreter " + shownPath(interpreter) + ' ' + trouble + ofWindows(interpreter);
    next = interpreter;
    QByteArray argument = line.mid(space);
    while (argument.startsWith(' ') || argument.startsWith('\t'))
        argument.remove(0, 1);
    // The kernel passes the rest of the line as a single argument. If the interpreter is `env`, that argument is the
    // name of a program in PATH.
    const bool plain = !argument.isEmpty() && !argument.startsWith('-') && !argument.contains('=');
    if (interpreter.endsWith("/env") && plain && !isFound(argument, environment))
        return "the " + shownPath(argument) + " that its first line requests from " + interpreter + " is not in PATH"
            + ofWindows(argument);
    return {};
}

} // namespace

QByteArray findProgram(const QByteArray& name, const std::vector<QByteArray>& environment)
{
    if (name.contains('/'))
        return name;
    QByteArray path = "/usr/local/bin:/usr/bin:/bin";
    for (const QByteArray& variable : environment) {
        if (variable.startsWith("PATH="))
            path = variable.sliced(5);
    }
    for (const QByteArray& folder : path.split(':')) {
        const QByteArray candidate = (folder.isEmpty() ? QByteArray(".") : folder) + '/' + name;
        struct stat found = {};
        if (::stat(candidate.constData(), &found) == 0 && S_ISREG(found.st_mode)
            && ::access(candidate.constData(), X_OK) == 0)
            return candidate;
    }
    return name;
}

QByteArray shortageOf(int code)
{
    switch (code) {
    case EMFILE:
        return "this worker has reached its limit on open files; raise the limit (ulimit -n, LimitNOFILE=) or use "
               "fewer slots";
    case ENFILE:
        return "the machine has reached its limit on open files; raise fs.file-max or end other programs";
    case EAGAIN:
        return "the process limit has been reached; raise the limit (ulimit -u, TasksMax=) or use fewer slots";
    case ENOMEM:
    case ENOBUFS:
        return "there is not enough memory for another program; use fewer slots or end other programs";
    default:
        return {};
    }
}

QByteArray whyNotRunnable(const QByteArray& name, const std::vector<QByteArray>& environment)
{
    QByteArray path = findProgram(name, environment);
    if (!path.contains('/'))
        return shownPath(name) + " is not in PATH";
    if (const QByteArray trouble = fileTrouble(path); !trouble.isEmpty())
        return shownPath(path) + ' ' + trouble;
    const QByteArray program = shownPath(path);
    for (int depth = 0; depth < mostInterpreters; ++depth) {
        const QByteArray begin = beginning(path);
        if (!begin.startsWith("#!"))
            break;
        QByteArray next;
        if (const QByteArray trouble = interpreterTrouble(begin, environment, next); !trouble.isEmpty())
            return program + " cannot be run: " + trouble;
        path = next;
    }
    return {};
}

} // namespace dueline
