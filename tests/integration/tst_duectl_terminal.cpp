// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QElapsedTimer>
#include <QRegularExpression>

#include <csignal>

#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// A run of duectl with a user at a terminal who answers its questions in turn.
struct Dialogue
{
    struct Turn
    {
        QByteArray asked;
        QByteArray answer;
    };

    int code = -1; ///< negative signal number if a signal ended the program
    QByteArray screen;

    Dialogue(const QString& url, const char* line, std::vector<Turn> turns)
    {
        std::vector<QByteArray> arguments{qgetenv("DUECTL"), "--url", url.toUtf8()};
        for (const QString& word : words(line))
            arguments.push_back(word.toUtf8());
        std::vector<char*> argv;
        for (QByteArray& argument : arguments)
            argv.push_back(argument.data());
        argv.push_back(nullptr);

        int terminal = -1;
        const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
        if (child == 0) {
            ::unsetenv("REDISCLI_AUTH");
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        QElapsedTimer timer;
        timer.start();
        qsizetype seen = 0;
        pollfd readable{terminal, POLLIN, 0};
        while (timer.elapsed() < 20'000) {
            if (::poll(&readable, 1, 100) <= 0)
                continue;
            char bytes[4096];
            const ssize_t n = ::read(terminal, bytes, sizeof bytes);
            if (n <= 0)
                break;
            screen.append(bytes, n);
            if (turns.empty())
                continue;
            if (const qsizetype at = screen.indexOf(turns.front().asked, seen); at >= 0) {
                seen = at + turns.front().asked.size();
                const QByteArray answer = turns.front().answer;
                turns.erase(turns.begin());
                if (::write(terminal, answer.constData(), std::size_t(answer.size())) != answer.size())
                    break;
            }
        }
        if (timer.elapsed() >= 20'000)
            sendSignal(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ::close(terminal);
        code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
};

} // namespace

/// Tests the questions that duectl asks a user at a terminal.
class DuectlTerminal : public QObject
{
    Q_OBJECT

private slots:
    void manyTasksAreAskedForAndNoChangesNothing();
    void ctrlCAtAQuestionChangesNothing();
    void deletingAQueueWantsItsName();
    void thePasswordIsAskedForWithoutEcho();
    void ctrlCAtThePasswordEndsTheProgram();
    void anIdCannotCommandTheTerminal();
    void watchRedrawsItsLinesWithTheTime();

private:
    static qint64 trash(RedisServer& server) { return server.call({"ZCARD", "dueline:{q}:trash"}).integer; }
};

void DuectlTerminal::manyTasksAreAskedForAndNoChangesNothing()
{
    RedisServer server;
    EXIT(Duectl(server.url()).run("add q t --copies 3 --in 1h"), 0);
    const Dialogue no(server.url(), "discard q --all", {{"[y/N]", "n\n"}});
    QVERIFY2(no.code == 1 && no.screen.contains("Discard 3 tasks in q"), no.screen);
    QCOMPARE(trash(server), 0);
    const Dialogue enter(server.url(), "discard q --all", {{"[y/N]", "\n"}});
    QCOMPARE(enter.code, 1);
    QCOMPARE(trash(server), 0);
    const Dialogue yes(server.url(), "discard q --all", {{"[y/N]", "y\n"}});
    QVERIFY2(yes.code == 0 && yes.screen.contains("3 discarded"), yes.screen);
    QCOMPARE(trash(server), 3);
}

void DuectlTerminal::ctrlCAtAQuestionChangesNothing()
{
    RedisServer server;
    EXIT(Duectl(server.url()).run("add q t --copies 3 --in 1h"), 0);
    const Dialogue interrupted(server.url(), "discard q --all", {{"[y/N]", "\x03"}});
    QCOMPARE(interrupted.code, -SIGINT);
    QCOMPARE(trash(server), 0);
}

void DuectlTerminal::deletingAQueueWantsItsName()
{
    RedisServer server;
    EXIT(Duectl(server.url()).run("add q t --in 1h"), 0);
    QCOMPARE(Dialogue(server.url(), "queue q delete", {{"its name:", "yes\n"}}).code, 1);
    QCOMPARE(server.call({"EXISTS", "dueline:{q}:tasks"}).integer, 1);
    QCOMPARE(Dialogue(server.url(), "queue q delete", {{"its name:", "q\n"}}).code, 0);
    QCOMPARE(server.call({"EXISTS", "dueline:{q}:tasks"}).integer, 0);
}

void DuectlTerminal::thePasswordIsAskedForWithoutEcho()
{
    RedisServer::Options options;
    options.tcp = true;
    options.password = "open sesame";
    RedisServer server(options);
    const QString url = u"redis://127.0.0.1:%1"_s.arg(server.port());
    const Dialogue right(url, "queues", {{"Password for", "open sesame\n"}});
    QVERIFY2(right.code == 0 && right.screen.contains("No queues yet"), right.screen);
    QVERIFY2(!right.screen.contains("sesame"), right.screen);
    QCOMPARE(Dialogue(url, "queues", {{"Password for", "guessed\n"}}).code, 3);
}

void DuectlTerminal::ctrlCAtThePasswordEndsTheProgram()
{
    RedisServer::Options options;
    options.tcp = true;
    options.password = "open sesame";
    RedisServer server(options);
    const Dialogue interrupted(u"redis://127.0.0.1:%1"_s.arg(server.port()), "queues", {{"Password for", "half\x03"}});
    QCOMPARE(interrupted.code, -SIGINT);
    QVERIFY2(!interrupted.screen.contains("half"), interrupted.screen);
}

void DuectlTerminal::anIdCannotCommandTheTerminal()
{
    RedisServer server;
    const Dialogue refused(server.url(), "add q t --id a\033[31mb --in 1h", {});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.screen.contains("a\\u{1B}[31mb") && !refused.screen.contains('\033'), refused.screen);
    QCOMPARE(server.call({"DBSIZE"}).integer, 0);
    // Other clients can still add an id with control characters.
    EXIT(Duectl(server.url()).run("add q t --id plain --in 1h"), 0);
    server.call({"ZADD", "dueline:{q}:pending", "4000000000000", "t#c\033[31md"});
    server.call({"HSET", "dueline:{q}:tasks", "t#c\033[31md", "{}\n"});
    const Dialogue listed(server.url(), "list q", {});
    QVERIFY2(listed.code == 0 && listed.screen.contains("t#c\\u{1B}[31md") && !listed.screen.contains("\033[31m"),
        listed.screen);
}

void DuectlTerminal::watchRedrawsItsLinesWithTheTime()
{
    RedisServer server;
    EXIT(Duectl(server.url()).run("add q t --in 1h"), 0);
    // The user presses Ctrl+C after the second refresh.
    const Dialogue watched(server.url(), "watch", {{"q: 1 scheduled", ""}, {"q: 1 scheduled", "\x03"}});
    QCOMPARE(watched.code, 0);
    const QString screen = QString::fromUtf8(watched.screen);
    static const QRegularExpression line(u"[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}  q: 1 scheduled"_s);
    QVERIFY2(screen.count(line) >= 2, watched.screen);
}

QTEST_GUILESS_MAIN(DuectlTerminal)
#include "tst_duectl_terminal.moc"
