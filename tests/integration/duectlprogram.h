// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <memory>

namespace dueline {

/// Result of a duectl run.
struct Answer
{
    int code = -1; ///< -1: killed after a timeout
    QByteArray out;
    QByteArray err;

    QJsonDocument json() const;
    QJsonArray array() const;
    QJsonObject object() const;
    QList<QByteArray> lines() const;
    /// Returns all output for failure messages.
    QByteArray all() const;
    /// Returns whether the output looks like every error: nothing on stdout, and one to four lines on stderr.
    bool isError(int expected) const;
};

/// Splits a command line into words. "Quoted words" may contain spaces.
QStringList words(const char* line);

/// Returns the names in sorted order, for comparison.
QStringList sorted(QStringList names);

/// Runs the program at $DUECTL against one server.
class Duectl
{
public:
    explicit Duectl(const QString& url = {});

    const QString& url() const { return m_url; }
    void setVariable(const char* name, const QString& value);

    /// Runs a command line. "Quoted words" may contain spaces.
    Answer run(const char* line, const QByteArray& input = {}) const;

    /// Runs duectl to completion.
    Answer run(const QStringList& arguments, const QByteArray& input = {}, int timeoutMs = 60'000) const;

    /// Starts the program and leaves its stdin open.
    std::unique_ptr<QProcess> start(const QStringList& arguments) const { return startWithout({}, arguments); }

    /// Starts the program with the given descriptors (0 to 2) closed, as some supervisors do.
    std::unique_ptr<QProcess> startWithout(
        const QList<int>& closed, const QStringList& arguments, const QString& standardOutput = {}) const;

    static Answer finish(QProcess& process, int timeoutMs = 60'000);

    /// Waits until the channel (stdout or stderr) contains `text`, and stores all output in `seen`.
    static bool waitFor(QProcess& process, QProcess::ProcessChannel channel, const QByteArray& text, QByteArray& seen);

    /// Waits until a running program has installed a handler for the signal. Returns false if the program ends first.
    static bool waitUntilCatching(const QProcess& process, int signal);

private:
    QString m_url;
    QProcessEnvironment m_environment;
};

} // namespace dueline

/// Compares the exit code and shows all output on a mismatch.
#define EXIT(answer, expected)                                                                                         \
    do {                                                                                                               \
        const dueline::Answer once = (answer);                                                                         \
        QVERIFY2(once.code == (expected), once.all().constData());                                                     \
    } while (false)
/// Checks that an error has the usual form and contains `text`.
#define FAILS(answer, expected, text)                                                                                  \
    do {                                                                                                               \
        const dueline::Answer once = (answer);                                                                         \
        QVERIFY2(once.isError(expected) && once.err.contains(text), once.all().constData());                           \
    } while (false)
