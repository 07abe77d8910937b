// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/passwordcommand.h"

#include "core/base/childprocess.h"
#include "core/base/interruption.h"
#include "core/base/programcheck.h"
#include "core/base/text.h"
#include "core/redis/waiting.h"

#include <QProcess>

#include <algorithm>
#include <cstring>

#include <unistd.h>

namespace dueline {

namespace {

constexpr Millis sharedFor{1'000};
constexpr Millis endsWithin{300}; ///< time between SIGTERM and SIGKILL
constexpr qsizetype mostTold = 200; ///< maximum number of characters from standard error in a message

std::vector<QByteArray> wholeEnvironment()
{
    std::vector<QByteArray> variables;
    for (char** variable = environ; variable && *variable; ++variable)
        variables.emplace_back(*variable);
    return variables;
}

Error commandCancelled()
{
    return {ErrorCode::Cancelled, QStringLiteral("Interrupted while waiting for the password command.")};
}

} // namespace

std::shared_ptr<PasswordCommand> PasswordCommand::of(const QString& text)
{
    std::vector<QByteArray> words;
    const QStringList split = QProcess::splitCommand(text);
    for (const QString& word : split)
        words.push_back(word.toLocal8Bit());
    if (words.empty() || words.front().isEmpty())
        return {};
    return std::shared_ptr<PasswordCommand>(new PasswordCommand(std::move(words)));
}

Result<Secret> PasswordCommand::password(QDeadlineTimer deadline)
{
    const Waiting waiting([] { return QStringLiteral("the password command"); });
    std::unique_lock turn(m_mutex, std::defer_lock);
    const QDeadlineTimer by = deadline.isForever() ? QDeadlineTimer(patience) : deadline;
    while (!turn.try_lock_for(Millis(Interruption::stepMs(by)))) {
        if (Interruption::isDueHere())
            return commandCancelled();
        if (by.hasExpired())
            return Error{ErrorCode::Unreachable, QStringLiteral("The password command did not respond in time.")};
    }
    if (m_last && monotonicNow() - m_lastAt < sharedFor)
        return *m_last;
    Result<Secret> answer = run(by);
    if (answer) {
        m_last = *answer;
        m_lastAt = monotonicNow();
    } else if (m_last && answer.error().code != ErrorCode::Cancelled) {
        return *m_last;
    }
    return answer;
}

void PasswordCommand::refused(const Secret& password)
{
    const std::lock_guard turn(m_mutex);
    if (m_last == password)
        m_last.reset();
}

Result<Secret> PasswordCommand::run(QDeadlineTimer deadline) const
{
    ChildSpec spec;
    spec.arguments = m_words;
    spec.environment = wholeEnvironment();
    const Millis within = std::min<Millis>(patience, Millis(std::max<qint64>(deadline.remainingTime(), 1)));
    spec.deadline = monotonicNow() + within;
    spec.killAfter = endsWithin;
    spec.interruptible = true;
    spec.mostOutput = mostOutput;
    ChildResult result = runChild(spec);
    const QString program = printable(m_words.front(), 80);
    const auto failed = [&](const QString& how, const QString& wayOut) {
        const QByteArray said = result.errors.lastLine();
        return Error{ErrorCode::Unreachable,
            QStringLiteral("The password command %1 %2%3; %4.")
                .arg(program, how,
                    said.isEmpty() ? QString() : QStringLiteral(" (standard error: %1)").arg(printable(said, mostTold)),
                    wayOut)};
    };
    const QString tryIt = QStringLiteral("run it in a terminal to see why");
    if (result.startError != 0) {
        QByteArray why = whyNotRunnable(m_words.front(), spec.environment);
        if (why.isEmpty())
            why = std::strerror(result.startError);
        return failed(QStringLiteral("cannot be run: %1").arg(printable(why, mostTold)),
            QStringLiteral("name an existing program"));
    }
    if (result.stopped)
        return commandCancelled();
    if (result.overdue)
        return failed(
            QStringLiteral("did not finish within %1 s").arg(double(within.count()) / 1000, 0, 'g', 3), tryIt);
    const QByteArray written = result.output.text();
    const qsizetype end = written.indexOf('\n');
    QByteArray first = end < 0 ? written : written.first(end);
    if (first.endsWith('\r'))
        first.chop(1);
    if (result.wroteTooMuch)
        return failed(QStringLiteral("wrote more than %1").arg(formatBytes(mostOutput)),
            QStringLiteral("it must print only the password, on one line"));
    if (result.signalled)
        return failed(QStringLiteral("was killed by signal %1").arg(result.code), tryIt);
    if (result.code != 0)
        return failed(QStringLiteral("exited with code %1").arg(result.code), tryIt);
    if (first.isEmpty())
        return failed(QStringLiteral("printed no password on its first line"), tryIt);
    if (first.contains('\0') || first.size() > longestPassword)
        return failed(QStringLiteral("printed something other than a password on its first line"), tryIt);
    return Secret(first);
}

} // namespace dueline
