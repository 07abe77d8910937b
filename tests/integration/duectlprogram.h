// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTest>

#include <memory>

namespace dueline {

/// What one run of duectl answered.
struct Answer
{
    int code = -1; ///< -1: it did not end by itself
    QByteArray out;
    QByteArray err;

    QJsonDocument json() const;
    QJsonArray array() const;
    QJsonObject object() const;
    QList<QByteArray> lines() const;
    /// For failure messages: everything that was said.
    QByteArray all() const;
    /// The form of every error: nothing on standard output, one to four lines on standard error.
    bool isError(int expected) const;
};

/// A command line as words; `"quoted ones"` may hold spaces.
QStringList words(const char* line);

/// For comparing the names of fields.
QStringList sorted(QStringList names);

/// The real program, as $DUECTL names it, against one server.
class Duectl
{
public:
    explicit Duectl(const QString& url = {});

    const QString& url() const { return m_url; }
    void setVariable(const char* name, const QString& value);

    /// The same from a line of words; "quoted ones" may hold spaces.
    Answer run(const char* line, const QByteArray& input = {}) const;

    /// Runs to the end.
    Answer run(const QStringList& arguments, const QByteArray& input = {}, int timeoutMs = 60'000) const;

    /// Leaves it running; standard input stays open.
    std::unique_ptr<QProcess> start(const QStringList& arguments) const { return startWithout({}, arguments); }

    /// The same with these of the descriptors 0 to 2 closed, as some supervisors start programs.
    std::unique_ptr<QProcess> startWithout(
        const QList<int>& closed, const QStringList& arguments, const QString& standardOutput = {}) const;

    static Answer finish(QProcess& process, int timeoutMs = 60'000);

    /// Waits until standard output (or error) holds `text`; what was read is kept in `seen`.
    static bool waitFor(QProcess& process, QProcess::ProcessChannel channel, const QByteArray& text, QByteArray& seen);

    /// Waits until a program that runs would do something of its own at that signal. False: it ended, or did not.
    static bool waitUntilCatching(const QProcess& process, int signal);

private:
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
