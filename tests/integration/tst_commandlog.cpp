// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/commandlog.h"
#include "core/console/connect/commandtext.h"
#include "core/console/connect/openbackend.h"
#include "core/redis/redisclient.h"
#include "tests/support/redisserver.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the command log: it omits secrets and payloads, and records commands only while something is listening.
class TestCommandLog : public QObject
{
    Q_OBJECT

private slots:
    void whatMustNotBeSeenIsNotShown_data();
    void whatMustNotBeSeenIsNotShown();
    void readingAndWritingAreToldApart();
    void whatABackendSendsIsNotedWithItsAnswer();
    void nothingIsNotedWhileNobodyListens();
    void theLogIsBounded();
    void errorsAreToldByTheirFirstWord();
};

void TestCommandLog::whatMustNotBeSeenIsNotShown_data()
{
    QTest::addColumn<QByteArrayList>("command");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const QByteArrayList& command, const QString& text) {
        QTest::newRow(name) << command << text;
    };
    row("a password", {"AUTH", "S3cr"}, u"AUTH •••"_s);
    row("user and password", {"auth", "ops", "S3cr"}, u"AUTH •••"_s);
    row("greeting with a password", {"HELLO", "3", "AUTH", "u", "S3cr"}, u"HELLO •••"_s);
    row("a setting", {"CONFIG", "SET", "requirepass", "S3cr"}, u"CONFIG SET [2 values, 15 B]"_s);
    row("a user", {"ACL", "SETUSER", "u", ">S3cr"}, u"ACL SETUSER [2 values, 6 B]"_s);
    row("a payload", {"HSET", "dueline:{q}:tasks", "t#1", "S3cr"}, u"HSET dueline:{q}:tasks [2 values, 7 B]"_s);
    row("a message", {"PUBLISH", "dueline:{q}:wake", "S3cr"}, u"PUBLISH dueline:{q}:wake [1 value, 4 B]"_s);
    row("a command nobody knows", {"OBSCURE", "S3cr1", "S3cr2"}, u"OBSCURE S3cr1 [1 value, 5 B]"_s);
    row("a script of somebody", {"EVAL", "return 'S3cr'", "1", "k", "S3cr"}, u"EVAL [a script] k [1 value, 4 B]"_s);
    row("a count of keys that is a lie", {"EVALSHA", "00", "99", "k"}, u"EVALSHA [a script] k"_s);
    row("ids and ranges", {"ZRANGE", "dueline:{q}:pending", "0", "99"}, u"ZRANGE dueline:{q}:pending 0 99"_s);
    row("control characters", {"GET", "a\x1b[2Jb"}, u"GET a\\u{1B}[2Jb"_s);
    row("nothing", {}, QString());
}

void TestCommandLog::whatMustNotBeSeenIsNotShown()
{
    QFETCH(QByteArrayList, command);
    QFETCH(QString, text);
    const QString shown = commandText(Command(command.begin(), command.end()));
    QCOMPARE(shown, text);
    if (!QByteArray(QTest::currentDataTag()).startsWith("a command nobody"))
        QVERIFY(!shown.contains(u"S3cr"));
}

void TestCommandLog::readingAndWritingAreToldApart()
{
    for (const Command& command : {Command{"ZRANGE", "k", "0", "1"}, {"evalsha_ro", "x", "0"},
             {"CONFIG", "GET", "save"}, {"AUTH", "x"}, {"INFO"}, {"SUBSCRIBE", "c"}})
        QVERIFY2(!isWriting(command), command.front());
    for (const Command& command : {Command{"ZADD", "k", "0", "1"}, {"EVALSHA", "x", "0"}, {"CONFIG", "SET", "save", ""},
             {"FLUSHALL"}, {"NOBODY-KNOWS"}, {"PUBLISH", "c", "m"}})
        QVERIFY2(isWriting(command), command.front());
}

void TestCommandLog::whatABackendSendsIsNotedWithItsAnswer()
{
    RedisServer server({.tcp = false, .aof = false, .password = "S3cr-pass", .arguments = {}});
    const auto log = std::make_shared<CommandLog>();
    log->setListening(true);
    RedisConfig redis = server.config();
    redis.observer = log;
    const auto backend = openLayout(defaultLayout(), redis, "dueline", {}, Access::Operate);
    QVERIFY(backend.ok());
    QVERIFY((*backend)->editor()->add("q", {{"mail#1", {}, {}, {}, "S3cr-payload"}}).ok());
    QVERIFY((*backend)->editor()->add("q", {{"mail#2", {}, {}, {}, QByteArray(70'000, 'x') + "S3cr-payload"}}).ok());
    QVERIFY((*backend)->inspector().payload("q", "mail#1", 0, -1).ok());
    const auto commands = log->since(0);
    QByteArrayList names;
    quint64 number = 0;
    bool readPayload = false;
    for (const LoggedCommand& entry : commands) {
        names << entry.name;
        QCOMPARE(entry.number, ++number);
        QVERIFY2(!entry.text.contains(u"S3cr"), qPrintable(entry.text));
        QVERIFY(entry.took.count() > 0);
        readPayload = readPayload || entry.replyBytes >= 12;
    }
    QVERIFY2(names.contains("AUTH") && names.contains("native/add"), names.join(' '));
    QVERIFY(readPayload);
    const auto add = std::find_if(commands.begin(), commands.end(), [](const LoggedCommand& entry) {
        return entry.name == "native/add" && entry.error != u"NOSCRIPT"; // The client then repeats the command.
    });
    QVERIFY(add != commands.end());
    QVERIFY(add->writes && add->error.isEmpty() && add->text.contains(u"dueline:{q}:pending"));
    QVERIFY(log->since(log->lastNumber()).empty());
    QCOMPARE(log->since(log->lastNumber() - 3).size(), 3U);
}

void TestCommandLog::nothingIsNotedWhileNobodyListens()
{
    RedisServer server;
    const auto log = std::make_shared<CommandLog>();
    RedisConfig redis = server.config();
    redis.observer = log;
    RedisClient client(redis);
    QVERIFY(client.open().ok());
    QVERIFY(client.call({"PING"}).ok());
    QCOMPARE(log->lastNumber(), 0U);
    log->setListening(true);
    QVERIFY(client.call({"PING"}).ok());
    QCOMPARE(log->since(0).size(), 1U);
    log->setListening(false);
    QVERIFY(client.call({"PING"}).ok());
    QCOMPARE(log->lastNumber(), 1U);
}

void TestCommandLog::theLogIsBounded()
{
    CommandLog log;
    const std::vector<Command> many(CommandLog::capacity + 700, Command{"PING"});
    log.sent(many, nullptr, std::chrono::nanoseconds(1));
    log.sent({{"TIME"}}, nullptr, std::chrono::nanoseconds(1));
    const auto commands = log.since(0);
    QCOMPARE(commands.size(), CommandLog::capacity);
    QCOMPARE(commands.back().name, "TIME");
    QCOMPARE(commands.back().replyBytes, -1);
    log.clear();
    QVERIFY(log.since(0).empty());
}

void TestCommandLog::errorsAreToldByTheirFirstWord()
{
    CommandLog log;
    Reply error;
    error.type = Reply::Type::Error;
    error.bytes = "ERR unknown command with args beginning with: 'S3cr-payload'";
    const std::vector<Reply> replies{error};
    log.sent({{"NOPE", "a", "S3cr-payload"}}, &replies, std::chrono::nanoseconds(1));
    QCOMPARE(log.since(0).at(0).error, u"ERR"_s);
}

QTEST_GUILESS_MAIN(TestCommandLog)
#include "tst_commandlog.moc"
