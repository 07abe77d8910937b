// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/measuredprogram.h"
#include "tests/support/sendsignal.h"

#include <QFile>

#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dueline {

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

MeasuredProgram::MeasuredProgram(const QString& program, const QStringList& arguments,
    const std::vector<std::pair<QByteArray, QByteArray>>& variables)
{
    // Create everything before the fork, because nothing may be allocated between fork and exec.
    QList<QByteArray> words{QFile::encodeName(program)};
    for (const QString& argument : arguments)
        words << argument.toUtf8();
    std::vector<char*> argv;
    for (QByteArray& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    QList<QByteArray> settings;
    for (char** entry = environ; *entry; ++entry) {
        const QByteArray name = QByteArray(*entry).split('=').first();
        const bool replaced = std::any_of(
            variables.begin(), variables.end(), [&](const auto& variable) { return variable.first == name; });
        if (!replaced)
            settings << *entry;
    }
    for (const auto& [name, value] : variables) {
        if (!value.isEmpty())
            settings << name + '=' + value;
    }
    std::vector<char*> envp;
    for (QByteArray& setting : settings)
        envp.push_back(setting.data());
    envp.push_back(nullptr);
    const QByteArray out = QFile::encodeName(m_folder.filePath(QStringLiteral("out")));
    const QByteArray err = QFile::encodeName(m_folder.filePath(QStringLiteral("err")));

    m_timer.start();
    m_pid = ::fork();
    if (m_pid != 0) {
        if (m_pid < 0)
            qFatal("cannot fork");
        m_end = std::async(std::launch::async, [pid = pid_t(m_pid), timer = m_timer] {
            End end;
            int status = 0;
            rusage usage{};
            ::wait4(pid, &status, 0, &usage);
            end.took = Millis(timer.elapsed());
            end.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            end.peakKiB = usage.ru_maxrss;
            return end;
        });
        return;
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::dup2(::open("/dev/null", O_RDONLY), 0);
    ::dup2(::open(out.constData(), O_CREAT | O_WRONLY | O_TRUNC, 0600), 1);
    ::dup2(::open(err.constData(), O_CREAT | O_WRONLY | O_TRUNC, 0600), 2);
    ::execve(argv.front(), argv.data(), envp.data());
    ::_exit(127);
}

MeasuredProgram::~MeasuredProgram()
{
    if (m_end.valid())
        finish(Millis(0));
}

MeasuredProgram::End MeasuredProgram::finish(Millis within)
{
    const Millis left = within - Millis(m_timer.elapsed());
    if (m_end.wait_for(std::max(left, Millis(0))) != std::future_status::ready)
        sendSignal(m_pid, SIGKILL);
    End end = m_end.get();
    end.out = contentsOf(m_folder.filePath(QStringLiteral("out")));
    end.err = contentsOf(m_folder.filePath(QStringLiteral("err")));
    return end;
}

} // namespace dueline
