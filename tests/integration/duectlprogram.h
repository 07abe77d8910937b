// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

#include <unistd.h>

namespace dueline {

/// What one run of duectl answered.
struct Answer
{
    int code = -1; ///< -1: it did not end by itself
    QByteArray out;
    QByteArray err;

    QJsonDocument json() const { return QJsonDocument::fromJson(out); }
    QJsonArray array() const { return json().array(); }
    QJsonObject object() const { return json().object(); }
    QList<QByteArray> lines() const
    {
        QList<QByteArray> all = out.split('\n');
        all.removeAll(QByteArray());
        return all;
    }
    /// For failure messages: everything that was said.
    QByteArray all() const
    {
        return "exit " + QByteArray::number(code) + "\nout: " + out.left(2000) + "\nerr: " + err.left(2000);
    }
    /// The form of every error: nothing on standard output, one to four lines on standard error.
    bool isError(int expected) const
    {
        const auto count = err.count('\n');
        return code == expected && out.isEmpty() && count >= 1 && count <= 4 && err.endsWith('\n');
    }
};

/// A command line as words; `"quoted ones"` may hold spaces.
inline QStringList words(const char* line) { return QProcess::splitCommand(QString::fromUtf8(line)); }

/// For comparing the names of fields.
inline QStringList sorted(QStringList names)
{
    names.sort();
    return names;
}

/// The real program, as $DUECTL names it, against one server.
class Duectl
{
public:
    explicit Duectl(const QString& url = {})
        : m_url(url)
        , m_environment(QProcessEnvironment::systemEnvironment())
    {
        m_environment.remove(QStringLiteral("REDISCLI_AUTH"));
        m_environment.insert(QStringLiteral("XDG_STATE_HOME"), stateFolder());
        m_environment.insert(QStringLiteral("XDG_CONFIG_HOME"), stateFolder());
    }

    const QString& url() const { return m_url; }
    void setVariable(const char* name, const QString& value) { m_environment.insert(QString::fromLatin1(name), value); }

    /// The same from a line of words; "quoted ones" may hold spaces.
    Answer run(const char* line, const QByteArray& input = {}) const { return run(words(line), input); }

    /// Runs to the end.
    Answer run(const QStringList& arguments, const QByteArray& input = {}, int timeoutMs = 60'000) const
    {
        const auto process = start(arguments);
        if (!input.isEmpty())
            process->write(input);
        process->closeWriteChannel();
        return finish(*process, timeoutMs);
    }

    /// Leaves it running; standard input stays open.
    std::unique_ptr<QProcess> start(const QStringList& arguments) const { return startWithout({}, arguments); }

    /// The same with these of the descriptors 0 to 2 closed, as some supervisors start programs.
    std::unique_ptr<QProcess> startWithout(const QList<int>& closed, const QStringList& arguments,
        const QString& standardOutput = {}) const
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

    static Answer finish(QProcess& process, int timeoutMs = 60'000)
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

    /// Waits until standard output (or error) holds `text`; what was read is kept in `seen`.
    static bool waitFor(QProcess& process, QProcess::ProcessChannel channel, const QByteArray& text, QByteArray& seen)
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

    /// Waits until a program that runs would do something of its own at that signal. False: it ended, or did not.
    static bool waitUntilCatching(const QProcess& process, int signal)
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

private:
    static QString stateFolder()
    {
        static const QTemporaryDir folder;
        return folder.path();
    }

    QString m_url;
    QProcessEnvironment m_environment;
};

} // namespace dueline

/// Compares the exit code and shows everything on a mismatch.
#define EXIT(answer, expected)                                                                                         \
    do {                                                                                                               \
        const dueline::Answer once = (answer);                                                                         \
        QVERIFY2(once.code == (expected), once.all().constData());                                                     \
    } while (false)
/// Checks the form of an error and that it says `text`.
#define FAILS(answer, expected, text)                                                                                  \
    do {                                                                                                               \
        const dueline::Answer once = (answer);                                                                         \
        QVERIFY2(once.isError(expected) && once.err.contains(text), once.all().constData());                           \
    } while (false)
