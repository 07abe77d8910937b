// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace dueline {

namespace {

QString stateFolder()
{
    static const QTemporaryDir folder;
    return folder.path();
}

} // namespace

QJsonDocument Answer::json() const { return QJsonDocument::fromJson(out); }
QJsonArray Answer::array() const { return json().array(); }
QJsonObject Answer::object() const { return json().object(); }

QList<QByteArray> Answer::lines() const
{
    QList<QByteArray> all = out.split('\n');
    all.removeAll(QByteArray());
    return all;
}

QByteArray Answer::all() const
{
    return "exit " + QByteArray::number(code) + "\nout: " + out.left(2000) + "\nerr: " + err.left(2000);
}

bool Answer::isError(int expected) const
{
    const auto count = err.count('\n');
    return code == expected && out.isEmpty() && count >= 1 && count <= 4 && err.endsWith('\n');
}

QStringList words(const char* line) { return QProcess::splitCommand(QString::fromUtf8(line)); }

QStringList sorted(QStringList names)
{
    names.sort();
    return names;
}

Duectl::Duectl(const QString& url)
    : m_url(url)
    , m_environment(QProcessEnvironment::systemEnvironment())
{
    m_environment.remove(QStringLiteral("REDISCLI_AUTH"));
    m_environment.insert(QStringLiteral("XDG_STATE_HOME"), stateFolder());
    m_environment.insert(QStringLiteral("XDG_CONFIG_HOME"), stateFolder());
}

void Duectl::setVariable(const char* name, const QString& value)
{
    m_environment.insert(QString::fromLatin1(name), value);
}

Answer Duectl::run(const char* line, const QByteArray& input) const { return run(words(line), input); }

Answer Duectl::run(const QStringList& arguments, const QByteArray& input, int timeoutMs) const
{
    const auto process = start(arguments);
    if (!input.isEmpty())
        process->write(input);
    process->closeWriteChannel();
    return finish(*process, timeoutMs);
}

std::unique_ptr<QProcess> Duectl::startWithout(
    const QList<int>& closed, const QStringList& arguments, const QString& standardOutput) const
{
    auto process = std::make_unique<QProcess>();
    process->setChildProcessModifier([closed] {
        for (const int stream : closed)
            ::close(stream);
    });
    if (!standardOutput.isEmpty())
        process->setStandardOutputFile(standardOutput);
    process->setProcessEnvironment(m_environment);
    QStringList all;
    if (!m_url.isEmpty())
        all << QStringLiteral("--url") << m_url;
    process->start(qEnvironmentVariable("DUECTL"), all + arguments);
    if (!process->waitForStarted())
        qFatal("duectl does not start; is DUECTL set? %s", qPrintable(process->errorString()));
    return process;
}

Answer Duectl::finish(QProcess& process, int timeoutMs)
{
    Answer answer;
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished();
    } else if (process.exitStatus() == QProcess::NormalExit) {
        answer.code = process.exitCode();
    }
    answer.out = process.readAllStandardOutput();
    answer.err = process.readAllStandardError();
    return answer;
}

bool Duectl::waitFor(QProcess& process, QProcess::ProcessChannel channel, const QByteArray& text, QByteArray& seen)
{
    QElapsedTimer timer;
    timer.start();
    process.setReadChannel(channel);
    while (!seen.contains(text) && timer.elapsed() < 20'000) {
        seen += process.readAll();
        if (seen.contains(text))
            return true;
        if (!process.waitForReadyRead(1'000) && process.state() == QProcess::NotRunning)
            break;
    }
    seen += process.readAll();
    return seen.contains(text);
}

bool Duectl::waitUntilCatching(const QProcess& process, int signal)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < 20'000) {
        QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
        if (!status.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = status.readAll();
        const qsizetype from = text.indexOf("SigCgt:") + 7;
        const quint64 caught = text.mid(from, text.indexOf('\n', from) - from).trimmed().toULongLong(nullptr, 16);
        if (caught >> (signal - 1) & 1)
            return true;
        QTest::qSleep(2);
    }
    return false;
}

} // namespace dueline
