// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests how duectl responds to command lines before it connects to Redis.
class DuectlUsage : public QObject
{
    Q_OBJECT

private slots:
    void helpNamesEveryCommand();
    void everyCommandHasHelp_data();
    void everyCommandHasHelp();
    void versionNamesTheBuild();
    void mistakesAreUsageErrors_data();
    void mistakesAreUsageErrors();
    void optionsMayStandBeforeOrAfterTheCommand();
    void aDoubleDashEndsTheOptions();
    void anUnreachableServerIsExitCode3();
    void mistakesAreFoundBeforeTheServerIsAsked();
    void passwordsAreNeverShownBack();
    void thePasswordIsGoneFromTheProcessList();
    void aProductionProfileIsReadOnlyUntilUnlocked();
    void aMissingProfileIsNamed();
};

void DuectlUsage::helpNamesEveryCommand()
{
    const Answer answer = Duectl().run("--help");
    EXIT(answer, 0);
    QVERIFY(answer.err.isEmpty());
    for (const char* command : {"queues", "add", "list", "show", "edit", "retry", "discard", "restore", "run-now",
             "reschedule", "delete", "operations", "undo", "cancel", "release", "extend", "pause", "resume", "queue",
             "timeline", "results", "watch", "work", "workers", "leases", "check", "doctor", "record", "changed",
             "forecast", "putback", "mark", "sandbox"})
        QVERIFY2(answer.out.contains("\n  " + QByteArray(command) + " "), command);
    qsizetype at = 0;
    for (const char* heading : {"Inspect", "Act", "Run", "Monitor", "Move data", "Set up", "Topics"}) {
        at = answer.out.indexOf("\n\n" + QByteArray(heading) + ":\n  ", at);
        QVERIFY2(at > 0, heading);
    }
}

void DuectlUsage::everyCommandHasHelp_data()
{
    QTest::addColumn<QString>("command");
    for (const char* command : {"queues", "add", "list", "show", "edit", "retry", "reschedule", "delete", "operations",
             "undo", "cancel", "extend", "pause", "queue", "timeline", "results", "watch", "work", "workers", "leases",
             "check", "doctor", "record", "changed", "forecast", "putback", "mark", "sandbox"})
        QTest::newRow(command) << QString::fromLatin1(command);
}

void DuectlUsage::everyCommandHasHelp()
{
    QFETCH(QString, command);
    const Answer answer = Duectl().run({command, u"--help"_s});
    EXIT(answer, 0);
    QVERIFY2(answer.out.startsWith("Usage: duectl " + command.toUtf8()), answer.all());
    QVERIFY(answer.err.isEmpty());
}

void DuectlUsage::versionNamesTheBuild()
{
    const Answer answer = Duectl().run("--version");
    EXIT(answer, 0);
    static const QRegularExpression form(
        QStringLiteral("\\A(.*)\ncommit ([0-9a-f]{40}(-dirty)?|unknown)\nQt (.*)\nhiredis [0-9.]+\n\\z"));
    const auto match = form.match(QString::fromUtf8(answer.out));
    QVERIFY2(match.hasMatch(), answer.all());
    QCOMPARE(match.captured(1), QStringLiteral("duectl " DUELINE_VERSION)); // other programs parse this line
    QCOMPARE(match.captured(4), QString::fromLatin1(qVersion()));
}

void DuectlUsage::mistakesAreUsageErrors_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, const char* arguments, const char* says) {
        QTest::newRow(name) << QString::fromUtf8(arguments).split(u' ', Qt::SkipEmptyParts) << QByteArray(says);
    };
    row("no command", "", "needs a command");
    row("unknown command", "quues", "Did you mean \"queues\"");
    row("far-off command", "frobnicate", "--help");
    row("unknown option", "list q --limt 5", "Did you mean --limit");
    row("option of another command", "list q --bins 5", "--bins is an option of timeline");
    row("single dash", "list q -l", "Unknown option -l");
    row("value missing", "list q --limit", "--limit needs a value");
    row("value that is an option", "list q --match --json", "--match needs a value");
    row("flag with a value", "queues --json=yes", "--json does not take a value");
    row("option twice", "list q --limit 5 --limit 6", "used twice");
    row("queue missing", "leases", "duectl leases QUEUE");
    row("queue missing, and nothing to look for", "list", "\"list\" needs a queue");
    row("one word too many", "list q r", "\"r\"");
    row("bad queue name", "list q{1}", "{ and }");
    row("bad number", "list q --limit ten", "--limit must be a whole number");
    row("bad state", "list q --state ready", "\"ready\" is not a state");
    row("bad URL", "--url http://localhost queues", "redis://");
    row("bad port", "--url redis://localhost:99999 queues", "port");
    row("bad layout", "--layout sheet queues", "layout");
    row("url and profile", "--url redis://localhost --profile p queues", "cannot be used together");
    row("bad duration", "add q t --in soon", "--in:");
    row("bad instant", "add q t --at someday", "--at:");
    row("two due times", "add q t --in 5m --at 2026-11-21T08:00:00Z", "--in and --at");
    row("id and copies", "add q t --id a --copies 2", "--id and --copies");
    row("spread without copies", "add q t --spread 5m", "--copies");
    row("two payloads", "add q t --payload a --payload-file b", "--payload-file");
    row("bad type", "add q a#b", "#");
    row("id of two lines", "add q t --id a\nb", "--id \"a\\u{A}b\" contains a control character");
    row("id that commands a terminal", "add q t --id \033[2J", "contains a control character");
    row("id with DEL", "add q t --id a\x7f", "contains a control character");
    row("type with a byte order mark", "add q \xef\xbb\xbfmail", "byte order mark (U+FEFF)");
    row("type of two lines", "add q a\nb", "The type \"a\\u{A}b\" contains a control character");
    row("bad backoff", "add q t --backoff often", "--backoff:");
    row("zero attempts", "add q t --max-attempts 0", "--max-attempts");
    row("no selection", "retry q", "needs one of ID");
    row("two selections", "retry q a --all", "needs only one of ID");
    row("empty filter", "retry q --match=", "--match is empty");
    row("no new time", "reschedule q --all", "one of --in");
    row("two new times", "reschedule q --all --in 5m --shift 5m", "only one of --in");
    row("spread backwards", "reschedule q --all --spread +2h..+1h", "earlier time must come first");
    row("force where there is none", "restore q a --force", "--force");
    row("edit of nothing", "edit q a", "edit needs at least one change");
    row("edit by an unknown default", "edit q a --default payload", "--default \"payload\"");
    row("edit both ways", "edit q a --lease 1m --default lease", "cannot be used together");
    row("edit by two payloads", "edit q a --payload a --payload-file b", "--payload-file");
    row("extend without lease", "extend q a", "--lease");
    row("queue without verb", "queue q", "duectl queue QUEUE");
    row("queue with a wrong verb", "queue q drop", "show, set");
    row("unknown setting", "queue q set speed=9", "Unknown setting \"speed\"");
    row("bad setting", "queue q set lease=long", "lease:");
    row("lease of the queue too short", "queue q set lease=49ms", "lease: A lease of less than 50 ms is too short");
    row("lease of a task too short", "add q t --lease 1ms", "--lease: A lease of less than 50 ms is too short");
    row("lease of a worker too short", "work --queue q --handler *=echo --lease 49ms", "less than 50 ms");
    row("extended by too little", "extend q a --lease 0", "less than 50 ms");
    row("set nothing", "queue q set", "NAME=VALUE");
    row("timeline backwards", "timeline --bins 0", "--bins");
    row("undo without slash", "undo nonsense", "");
    row("work without queue", "work --handler *=echo", "needs a queue");
    row("work without handler", "work --queue q", "needs a handler");
    row("bad handler", "work --queue q --handler *=dance", "dance");
    row("handler without kind", "work --queue q --handler echo", "");
    row("bad weight", "work --queue q=many --handler *=echo", "weight");
    row("queue twice", "work --queue q --queue q=2 --handler *=echo", "used twice");
    row("sandbox elsewhere", "sandbox --url redis://localhost", "--url");
}

void DuectlUsage::mistakesAreUsageErrors()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, says);
    const Answer answer = Duectl().run(arguments);
    FAILS(answer, 2, says);
}

void DuectlUsage::optionsMayStandBeforeOrAfterTheCommand()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies=3"), 0);
    const Answer before = duectl.run("--limit 2 --json list q");
    EXIT(before, 0);
    QCOMPARE(before.array().size(), 2);
    const Answer after = duectl.run("list q --json --limit=2");
    QCOMPARE(after.out, before.out);
}

void DuectlUsage::aDoubleDashEndsTheOptions()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add -- --q --type"), 0);
    const Answer listed = duectl.run("--json list -- --q");
    EXIT(listed, 0);
    QCOMPARE(listed.array().at(0).toObject().value(u"type"_s).toString(), u"--type"_s);
}

void DuectlUsage::anUnreachableServerIsExitCode3()
{
    const QString url = u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort());
    FAILS(Duectl(url).run("queues"), 3, "127.0.0.1");
    FAILS(Duectl(u"unix:/nonexistent/redis.sock"_s).run("queues --json"), 3, "/nonexistent/redis.sock");
}

void DuectlUsage::mistakesAreFoundBeforeTheServerIsAsked()
{
    const Duectl nowhere(u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort()));
    FAILS(nowhere.run("list q --match colour:red"), 2, "^");
    FAILS(nowhere.run("timeline --from someday"), 2, "--from");
    FAILS(nowhere.run("add q t --payload-file /nonexistent"), 1, "/nonexistent");
}

void DuectlUsage::passwordsAreNeverShownBack()
{
    const QByteArray secret = "hunter2-and-more";
    const QString url = u"redis://u:%1@127.0.0.1:%2"_s.arg(QString::fromLatin1(secret)).arg(RedisServer::freePort());
    for (const QStringList& arguments :
        {QStringList{u"--url"_s, url, u"queues"_s}, QStringList{u"--url="_s + url, u"queues"_s},
            QStringList{u"--url"_s, url + u"/no-number"_s, u"queues"_s}, QStringList{url, u"queues"_s},
            QStringList{u"list"_s, u"q"_s, url}, QStringList{u"queues"_s, u"--ulr="_s + url}}) {
        const Answer answer = Duectl().run(arguments);
        QVERIFY(answer.code == 2 || answer.code == 3);
        QVERIFY2(!answer.err.contains(secret), answer.all());
    }
}

void DuectlUsage::thePasswordIsGoneFromTheProcessList()
{
    RedisServer::Options options;
    options.tcp = true;
    options.password = "in-the-open";
    RedisServer server(options);
    const QString url = u"redis://:in-the-open@127.0.0.1:%1"_s.arg(server.port());
    for (const QStringList& arguments :
        {QStringList{u"--url"_s, url, u"watch"_s}, QStringList{u"--url="_s + url, u"watch"_s}}) {
        const auto process = Duectl().start(arguments);
        QByteArray seen;
        QVERIFY2(Duectl::waitFor(*process, QProcess::StandardError, "No queues yet", seen), seen);
        QFile commandLine(u"/proc/%1/cmdline"_s.arg(process->processId()));
        QVERIFY(commandLine.open(QIODevice::ReadOnly));
        const QByteArray shown = commandLine.readAll();
        QVERIFY2(shown.contains("watch") && shown.contains("127.0.0.1"), shown);
        QVERIFY2(!shown.contains("in-the-open"), shown);
        process->terminate();
        EXIT(Duectl::finish(*process), 0);
    }
}

void DuectlUsage::aProductionProfileIsReadOnlyUntilUnlocked()
{
    RedisServer server;
    QTemporaryDir config;
    QDir(config.path()).mkpath(u"dueline"_s);
    QFile file(config.filePath(u"dueline/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QJsonObject profile{{u"name"_s, u"live"_s}, {u"url"_s, server.url()}, {u"layout"_s, u"native"_s},
        {u"prefix"_s, u"dueline"_s}, {u"environment"_s, u"production"_s}, {u"readOnly"_s, false}};
    file.write(QJsonDocument(QJsonObject{{u"version"_s, 1}, {u"profiles"_s, QJsonArray{profile}}}).toJson());
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);

    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", config.path());
    const QStringList add = words("--profile live add q t");
    FAILS(duectl.run(add), 1, "--unlock");
    EXIT(duectl.run(add + words("--unlock")), 0);
    EXIT(duectl.run("--profile live list q"), 0);
    const QStringList work = words("--profile live work --queue q --handler *=echo --exit-when-empty");
    FAILS(duectl.run(work + words("--unlock")), 1, "--unlock-worker");
    EXIT(duectl.run(work + words("--unlock --unlock-worker")), 0);
}

void DuectlUsage::aMissingProfileIsNamed() { FAILS(Duectl().run("--profile nowhere queues"), 1, "nowhere"); }

QTEST_GUILESS_MAIN(DuectlUsage)
#include "tst_duectl_usage.moc"
