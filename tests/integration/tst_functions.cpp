// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/functionlibrary.h"
#include "core/queue/errors/errorexcerpt.h"
#include "core/queue/retrypolicy.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/rediscluster.h"

#include <QFile>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr const char* queueKey = "dueline:{q}";

QByteArray told(const Reply& reply) { return reply.isInteger() ? QByteArray::number(reply.integer) : reply.bytes; }

/// Returns the source of Dueline's library as a program of this version would load it.
QByteArray ofVersion(const char* version)
{
    return FunctionLibrary::source().replace("'" DUELINE_VERSION "'", QByteArray("'") + version + "'");
}

} // namespace

/// Tests the Redis Functions library: how it is loaded, and each function's effect as duectl shows it.
class Functions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = true, .password = {}, .arguments = {}});
        m_duectl = std::make_unique<Duectl>(m_server->url());
    }

    void loadingListingRemoving()
    {
        const Answer none = m_duectl->run("functions list");
        QVERIFY2(none.code == 1 && none.out.contains("functions load"), none.all());
        const Answer loaded = m_duectl->run("functions load");
        QVERIFY2(
            loaded.code == 0 && loaded.out == "Loaded the functions of Dueline " DUELINE_VERSION ".\n", loaded.all());
        QVERIFY(m_duectl->run("functions load").out.contains("were already loaded"));
        const Answer listed = m_duectl->run("functions list --json");
        EXIT(listed, 0);
        const QJsonObject on = listed.array().at(0).toObject();
        QCOMPARE(sorted(on.keys()), (QStringList{u"functions"_s, u"server"_s, u"state"_s, u"version"_s}));
        QCOMPARE(on[u"state"_s].toString(), u"current"_s);
        QCOMPARE(on[u"functions"_s].toArray().size(), 7);
        QCOMPARE(told(m_server->call({"FCALL", "dueline_version", "0"})), QByteArray(DUELINE_VERSION));
        m_server->restart();
        EXIT(m_duectl->run("functions list"), 0);
        EXIT(m_duectl->run("functions remove"), 0);
        QVERIFY(m_duectl->run("functions remove").out.contains("There were no functions"));
        QVERIFY(m_server->call({"FCALL", "dueline_version", "0"}).isError());
    }

    void anotherVersionIsToldAndANewerOneKept()
    {
        m_server->call({"FUNCTION", "LOAD", ofVersion("0.0.1")});
        const Answer doctor = m_duectl->run("doctor --json");
        EXIT(doctor, 1);
        QVERIFY2(doctor.out.contains("\"functions\"") && doctor.out.contains("0.0.1"), doctor.all());
        EXIT(m_duectl->run("functions list"), 1);
        EXIT(m_duectl->run("functions load"), 0);
        QVERIFY(!m_duectl->run("doctor --json").out.contains("\"kind\":\"functions\""));

        m_server->call({"FUNCTION", "LOAD", "REPLACE", ofVersion("999.0.0")});
        FAILS(m_duectl->run("functions load"), 1, "newer than this program");
        FAILS(m_duectl->run("functions remove"), 1, "newer than this program");
        QCOMPARE(told(m_server->call({"FCALL", "dueline_version", "0"})), QByteArray("999.0.0"));
        EXIT(m_duectl->run("functions load --force"), 0);
        EXIT(m_duectl->run("functions list"), 0);

        m_server->call({"FUNCTION", "LOAD", "REPLACE",
            "#!lua name=dueline\nredis.register_function('theirs', function() return 1 end)"});
        FAILS(m_duectl->run("functions load"), 1, "did not create");
        QVERIFY(m_duectl->run("doctor").out.contains("is not from Dueline"));
        m_server->call({"FUNCTION", "FLUSH"});
        m_server->call(
            {"FUNCTION", "LOAD", "#!lua name=theirs\nredis.register_function('dueline_add', function() return 1 end)"});
        FAILS(m_duectl->run("functions load"), 1, "Another library");
        FAILS(m_duectl->run("functions reload"), 2, "load, list or remove");
        FAILS(m_duectl->run("functions list --force"), 2, "--force");
    }

    void aServerWithoutFunctionsAndAUserWithoutTheRightAreToldTheOtherWay()
    {
        RedisServer old(
            {.tcp = false, .aof = false, .password = {}, .arguments = {u"--rename-command"_s, u"FUNCTION"_s, u""_s}});
        FAILS(Duectl(old.url()).run("functions load"), 3, "EVALSHA");
        EXIT(Duectl(old.url()).run("add q t"), 0);
        QVERIFY(!Duectl(old.url()).run("doctor").out.contains("FUNCTION"));
        m_server->call({"ACL", "SETUSER", "bob", "on", ">p", "~*", "&*", "+@all", "-function"});
        FAILS(Duectl(u"redis://bob:p@127.0.0.1:%1"_s.arg(m_server->port())).run("functions load"), 3, "EVALSHA");
    }

    void whatAProducerAddsIsWhatDuectlWouldAdd()
    {
        load();
        const QByteArray id = call({"dueline_add", "1", queueKey, "mail", "hello"});
        QVERIFY2(id.startsWith("mail#") && id.size() == 21, id.constData());
        QCOMPARE(m_duectl->run("queues --json").array().at(0).toObject()[u"name"_s].toString(), u"q"_s);
        const QJsonObject task = shown(id);
        QCOMPARE(task[u"state"_s].toString(), u"due"_s);
        QCOMPARE(m_duectl->run({u"show"_s, u"q"_s, QString::fromUtf8(id), u"--payload"_s}).out, QByteArray("hello"));

        const QByteArray later = call({"dueline_add", "1", queueKey, "mail", "x", "+1h30m", "ATTEMPTS", "2", "BACKOFF",
            "fixed:7s", "LEASE", "2m", "EXPIRES", "+2h", "RESULT", "keep"});
        QCOMPARE(shown(later)[u"state"_s].toString(), u"scheduled"_s);
        QCOMPARE(shown(later)[u"max_attempts"_s].toInt(), 2);
        const QByteArray envelope = m_server->call({"HGET", "dueline:{q}:tasks", later}).bytes;
        QVERIFY2(envelope.contains("\"b\":\"fixed:7s\"") && envelope.contains("\"l\":120000")
                && envelope.contains("\"r\":1") && envelope.contains("\"a\":2"),
            envelope.constData());

        // Adding an id again has no effect, or is refused if the content differs. A unique key, too, is accepted only
        // once.
        QCOMPARE(call({"dueline_add", "1", queueKey, "mail", "y", "now", "ID", "seven"}), QByteArray("mail#seven"));
        QCOMPARE(
            call({"dueline_add", "1", queueKey, "mail", "y", "now", "ID", "mail#seven"}), QByteArray("mail#seven"));
        QVERIFY(call({"dueline_add", "1", queueKey, "mail", "z", "now", "ID", "seven"}).startsWith("EXISTS"));
        QVERIFY(!call({"dueline_add", "1", queueKey, "mail", "u", "now", "UNIQUE", "k", "1h"}).isEmpty());
        QVERIFY(
            m_server->call({"FCALL", "dueline_add", "1", queueKey, "mail", "u", "now", "UNIQUE", "k", "1h"}).isNil());
        // A thousand tasks added in a row have different ids.
        QSet<QByteArray> ids;
        for (int i = 0; i < 1000; ++i)
            ids.insert(call({"dueline_add", "1", "dueline:{many}:", "t", "same"}));
        QCOMPARE(ids.size(), 1000);
    }

    void aLargePayloadHasAKeyOfItsOwn()
    {
        load();
        const QByteArray large(200'000, 'x');
        const QByteArray id = call({"dueline_add", "1", queueKey, "mail", large, "now", "ID", "big"});
        QCOMPARE(m_duectl->run({u"show"_s, u"q"_s, QString::fromUtf8(id), u"--payload"_s}).out, large);
        QVERIFY(call({"dueline_add", "1", queueKey, "mail", QByteArray(300'000, 'y'), "now", "ID", "big"})
                    .startsWith("EXISTS"));
        QCOMPARE(m_duectl->run({u"show"_s, u"q"_s, QString::fromUtf8(id), u"--payload"_s}).out, large);
        const Reply claimed = m_server->call({"FCALL", "dueline_claim", "1", queueKey, "w"});
        QCOMPARE(claimed.items.at(0).items.at(2).bytes, large);
        QVERIFY(call({"dueline_add", "1", queueKey, "t", QByteArray(2'000'000, 'x')}).contains("1 MiB"));
    }

    void whatIsTypedWronglyIsToldAndAddsNothing_data()
    {
        QTest::addColumn<QByteArrayList>("words");
        QTest::addColumn<QByteArray>("said");
        const auto row = [](const char* name, QByteArrayList words, const char* said) {
            QTest::newRow(name) << words << QByteArray(said);
        };
        row("no payload", {"dueline_add", "1", queueKey, "t"}, "Usage: FCALL dueline_add");
        row("no braces", {"dueline_add", "1", "dueline:q", "t", "p"}, "Usage: FCALL dueline_add");
        row("two keys", {"dueline_add", "2", queueKey, queueKey, "t", "p"}, "Usage: FCALL");
        row("seconds", {"dueline_add", "1", queueKey, "t", "p", "1764153600"}, "ms since 1970");
        row("no sign", {"dueline_add", "1", queueKey, "t", "p", "5m"}, "+90s");
        row("unit", {"dueline_add", "1", queueKey, "t", "p", "+5x"}, "1h30m");
        row("type", {"dueline_add", "1", queueKey, "t#1", "p"}, "not contain #");
        row("option", {"dueline_add", "1", queueKey, "t", "p", "now", "COLOUR", "red"}, "Usage: FCALL");
        row("backoff", {"dueline_add", "1", queueKey, "t", "p", "now", "BACKOFF", "exp:5m:2s"}, "BACKOFF must be");
        row("attempts", {"dueline_add", "1", queueKey, "t", "p", "now", "ATTEMPTS", "0"}, "ATTEMPTS must be");
        row("half a unique key", {"dueline_add", "1", queueKey, "t", "p", "now", "UNIQUE", "k"}, "duration of UNIQUE");
        row("worker", {"dueline_claim", "1", queueKey, "a b"}, "The worker name must");
        row("count", {"dueline_claim", "1", queueKey, "w", "30s", "101"}, "1 to 100");
        row("token", {"dueline_ack", "1", queueKey, "t#1", "x"}, "dueline_claim returned");
        row("no error", {"dueline_nack", "1", queueKey, "t#1", "1-w.1-1"}, "Usage: FCALL dueline_nack");
        row("delay", {"dueline_nack", "1", queueKey, "t#1", "1-w.1-1", "e", "soon"}, "DELAY must be");
    }
    void whatIsTypedWronglyIsToldAndAddsNothing()
    {
        QFETCH(QByteArrayList, words);
        load();
        Command command{"FCALL"};
        command.insert(command.end(), words.begin(), words.end());
        const Reply reply = m_server->call(command);
        QFETCH(QByteArray, said);
        QVERIFY2(reply.isError() && reply.bytes.contains(said), reply.bytes.constData());
        QCOMPARE(m_server->call({"DBSIZE"}).integer, 0);
    }

    void aWorkerClaimsKeepsAndEndsALease()
    {
        load();
        EXIT(m_duectl->run("add q mail --payload one --keep-result"), 0);
        EXIT(m_duectl->run("add q other --copies 3"), 0);
        QCOMPARE(m_server->call({"FCALL", "dueline_claim", "1", queueKey, "w", "1m", "5", "none"}).items.size(),
            std::size_t(0));
        const auto [id, token] = claim({"1m", "5", "ma*"});
        QVERIFY(id.startsWith("mail#"));
        QCOMPARE(m_duectl->run("leases q --json").array().size(), 1);
        QVERIFY(m_duectl->run("workers").out.contains("w "));
        QCOMPARE(call({"dueline_extend", "1", queueKey, id, token, "5m"}), QByteArray("1"));
        EXIT(m_duectl->run({u"cancel"_s, u"q"_s, QString::fromUtf8(id)}), 0);
        QCOMPARE(call({"dueline_extend", "1", queueKey, id, token}), QByteArray("2"));
        QCOMPARE(call({"dueline_ack", "1", queueKey, id, token, "fine"}), QByteArray("1"));
        // Repeat the call, as if the first reply had been lost.
        QCOMPARE(call({"dueline_ack", "1", queueKey, id, token, "fine"}), QByteArray("1"));
        QCOMPARE(call({"dueline_extend", "1", queueKey, id, token}), QByteArray("0"));
        QCOMPARE(call({"dueline_nack", "1", queueKey, id, token, "late"}), QByteArray("0"));
        QCOMPARE(shown(id)[u"state"_s].toString(), u"done"_s);
        QCOMPARE(shown(id)[u"result"_s].toString(), u"fine"_s);
    }

    /// Checks the delays before retries: the jitter is a tenth of the delay, and otherwise they follow the rules of
    /// Dueline's worker.
    void aFailureWaitsByTheTasksOwnRules_data()
    {
        QTest::addColumn<QByteArray>("backoff");
        for (const char* text : {"none", "fixed:7s", "exp:2s:5m", "exp:1m:1m30s", "list:1s,10s,1h1m"})
            QTest::newRow(text) << QByteArray(text);
    }
    void aFailureWaitsByTheTasksOwnRules()
    {
        QFETCH(QByteArray, backoff);
        load();
        const auto rule = parseBackoff(QString::fromUtf8(backoff));
        QVERIFY(rule.ok());
        call({"dueline_add", "1", queueKey, "t", "p", "now", "ID", "a", "ATTEMPTS", "5", "BACKOFF", backoff});
        for (int attempt = 1; attempt <= 5; ++attempt) {
            const auto [id, token] = claim({});
            QCOMPARE(id, QByteArray("t#a"));
            const qint64 before = now();
            QCOMPARE(call({"dueline_nack", "1", queueKey, id, token, "no\nroute"}), QByteArray("1"));
            if (attempt == 5)
                break;
            const qint64 due = m_server->call({"ZSCORE", "dueline:{q}:retry", id}).bytes.toLongLong();
            const double wanted = double(rule->delayAfter(attempt).count());
            QVERIFY2(double(due - before) >= 0.9 * wanted - 1 && double(due - now()) <= 1.1 * wanted + 1,
                qPrintable(u"%1: %2 of %3"_s.arg(attempt).arg(due - before).arg(wanted)));
            if (wanted > 0)
                EXIT(m_duectl->run("run-now q a --state retrying,due"), 0);
        }
        const QJsonObject task = shown("t#a");
        QCOMPARE(task[u"state"_s].toString(), u"failed"_s);
        QCOMPARE(task[u"attempts"_s].toArray().size(), 5);
        QCOMPARE(task[u"attempts"_s].toArray().at(0).toObject()[u"error"_s].toString(), u"no\nroute"_s);
    }

    void delaysAndFailuresForGoodMayBeAskedFor()
    {
        load();
        EXIT(m_duectl->run("add q t --id a"), 0);
        const auto [id, token] = claim({});
        const qint64 before = now();
        QCOMPARE(call({"dueline_nack", "1", queueKey, id, token, "later", "1h"}), QByteArray("1"));
        const qint64 due = m_server->call({"ZSCORE", "dueline:{q}:retry", id}).bytes.toLongLong();
        QVERIFY(due >= before + 3'600'000 && due <= now() + 3'600'000);
        EXIT(m_duectl->run("run-now q a"), 0);
        const auto again = claim({});
        QCOMPARE(call({"dueline_nack", "1", queueKey, again.first, again.second, QByteArray(3000, 'e'), "fail"}),
            QByteArray("1"));
        QCOMPARE(shown(id)[u"state"_s].toString(), u"failed"_s);
        QCOMPARE(shown(id)[u"attempts"_s].toArray().at(1).toObject()[u"error"_s].toString().size(), 1024);
    }

    /// Checks that a long error's first and last lines are kept, as in the native programs. In some languages, the last
    /// line is the most useful.
    void ofALongErrorTheFirstAndTheLastLinesAreKept_data()
    {
        QTest::addColumn<QByteArray>("error");
        QByteArray trace = "Traceback (most recent call last):\n";
        for (int i = 0; i < 60; ++i)
            trace += "  File \"/srv/mail/deliver.py\", line " + QByteArray::number(i) + ", in deliver\n";
        const QByteArray letter = "\xE4\xB8\x87"; // the character 万
        QTest::newRow("a traceback") << trace + "smtplib.SMTPServerDisconnected: closed";
        QTest::newRow("with lines behind it") << trace + "smtplib.SMTPServerDisconnected: closed\n\n ";
        QTest::newRow("one long line") << letter.repeated(500);
        QTest::newRow("two long lines") << letter.repeated(500) + '\n' + letter.repeated(600);
        QTest::newRow("a short one before a long one") << "a\n" + letter.repeated(600);
        QTest::newRow("a line that just has room") << QByteArray(800, 'a') + '\n' + QByteArray(512, 'b');
        QTest::newRow("a line that has just no room") << QByteArray(800, 'a') + '\n' + QByteArray(513, 'b');
        QTest::newRow("first lines that just have room")
            << QByteArray(507, 'a') + '\n' + QByteArray(90, 'c') + '\n' + QByteArray(512, 'b');
    }
    void ofALongErrorTheFirstAndTheLastLinesAreKept()
    {
        QFETCH(const QByteArray, error);
        load();
        EXIT(m_duectl->run("add q t --id a"), 0);
        const auto [id, token] = claim({});
        QCOMPARE(call({"dueline_nack", "1", queueKey, id, token, error, "fail"}), QByteArray("1"));
        QCOMPARE(shown(id)[u"attempts"_s].toArray().at(0).toObject()[u"error"_s].toString().toUtf8(),
            errorExcerpt(error, 1024));
    }

    void whatAKilledWorkerHeldComesBackByTheNextClaim()
    {
        load();
        EXIT(m_duectl->run("add q t --id a"), 0);
        claim({"1"}); // a 1 ms lease
        std::pair<QByteArray, QByteArray> again;
        QTRY_COMPARE((again.first.isEmpty() ? again = claim({}) : again).first, QByteArray("t#a"));
        QCOMPARE(shown("t#a")[u"attempt"_s].toInt(), 2);
    }

    void aWorkerOfOursAndOneOfTheirsShareAQueue()
    {
        load();
        for (int i = 0; i < 50; ++i)
            call({"dueline_add", "1", queueKey, "t", QByteArray::number(i)});
        for (int i = 0; i < 10; ++i) {
            const auto [id, token] = claim({});
            QCOMPARE(call({"dueline_ack", "1", queueKey, id, token}), QByteArray("1"));
        }
        EXIT(m_duectl->run("work --queue q --handler t=echo --exit-when-empty"), 0);
        QCOMPARE(m_server->call({"ZCARD", "dueline:{q}:done"}).integer, 50);
        EXIT(m_duectl->run("doctor"), 1 - 1);
    }

    void cancellingDiscardsWhatWaitsAndAsksWhoRuns()
    {
        load();
        const QByteArray id = call({"dueline_add", "1", queueKey, "t", "p", "+1h"});
        QCOMPARE(call({"dueline_cancel", "1", queueKey, id}), QByteArray("1"));
        QCOMPARE(shown(id)[u"state"_s].toString(), u"trash"_s);
        QCOMPARE(call({"dueline_cancel", "1", queueKey, id}), QByteArray("0"));
        const QJsonObject operation = m_duectl->run("operations q --json").array().at(0).toObject();
        QCOMPARE(operation[u"kind"_s].toString(), u"discard"_s);
        EXIT(m_duectl->run({u"undo"_s, operation[u"id"_s].toString()}), 0);
        QCOMPARE(shown(id)[u"state"_s].toString(), u"scheduled"_s);
        EXIT(m_duectl->run("run-now q --all"), 0);
        const auto [claimed, token] = claim({});
        QCOMPARE(call({"dueline_cancel", "1", queueKey, claimed}), QByteArray("2"));
        QCOMPARE(call({"dueline_extend", "1", queueKey, claimed, token}), QByteArray("2"));
        QCOMPARE(call({"dueline_cancel", "1", queueKey, "t#none"}), QByteArray("0"));
    }

    void aKeyOfAnotherTypeIsNamedAndAnUnreadableTaskPutAside()
    {
        load();
        EXIT(m_duectl->run("add q t --id a"), 0);
        m_server->call({"HSET", "dueline:{q}:tasks", "t#a", "no envelope"});
        QCOMPARE(m_server->call({"FCALL", "dueline_claim", "1", queueKey, "w"}).items.size(), std::size_t(0));
        QCOMPARE(m_server->call({"HLEN", "dueline:{q}:damaged"}).integer, 1);
        m_server->call({"DEL", "dueline:{q}:leased"});
        m_server->call({"SET", "dueline:{q}:leased", "x"});
        QCOMPARE(m_server->call({"FCALL", "dueline_claim", "1", queueKey, "w"}).bytes, QByteArray("DAMAGED leased"));
        m_server->call({"SET", "dueline:{p}:pending", "x"});
        QCOMPARE(call({"dueline_add", "1", "dueline:{p}", "t", "p"}), QByteArray("DAMAGED pending"));
    }

    void aFullServerRefusesOnlyWhatAdds()
    {
        load();
        EXIT(m_duectl->run("add q t --id a"), 0);
        m_server->call({"CONFIG", "SET", "maxmemory", "1"});
        QVERIFY(call({"dueline_add", "1", queueKey, "t", "p"}).startsWith("OOM"));
        const auto [id, token] = claim({});
        QCOMPARE(call({"dueline_ack", "1", queueKey, id, token}), QByteArray("1"));
    }

    void aProducerAddsAndCancelsAndNothingElse()
    {
        load();
        EXIT(m_duectl->run("add q t --id a"), 0);
        const Answer printed = m_duectl->run("acl producer --user producer");
        EXIT(printed, 0);
        QVERIFY2(printed.out.startsWith(
                     "ACL SETUSER producer reset on ~dueline:{*}:* ~dueline:{*} ~dueline:queues resetchannels "),
            printed.out);
        QCOMPARE(m_duectl->run("acl producer --json").object()[u"user"_s].toString(), u"dueline-producer"_s);
        FAILS(m_duectl->run("acl producer --layout bullmq"), 2, "which only native queues support");
        FAILS(m_duectl->run("acl producer --queue q"), 2, "--queue applies only to Celery");
        const QString rule = QString::fromUtf8(printed.out).replace(u" on "_s, u" on >p "_s);
        const QString worker = QString::fromUtf8(m_duectl->run("acl worker --user worker --layout native").out)
                                   .replace(u" on "_s, u" on >p "_s);
        for (const QString& line : {rule, worker}) {
            Command command;
            for (const QString& word : line.simplified().split(u' '))
                command.push_back(word.toUtf8());
            const Reply set = m_server->call(command);
            QVERIFY2(set.isStatus(), set.bytes.constData());
        }
        const auto as = [this](const char* user) {
            RedisConfig config = m_server->config();
            config.user = QString::fromLatin1(user);
            config.password = Secret(QByteArray("p"));
            return config;
        };
        RedisConnection producer(as("producer"));
        QVERIFY(producer.open().ok());
        const auto added = producer.call({"FCALL", "dueline_add", "1", "dueline:{new}", "t", "p", "+1h"});
        QVERIFY2(added.ok() && added->bytes.startsWith("t#"), added ? "" : qPrintable(added.error().detail));
        QVERIFY(m_server->call({"SISMEMBER", "dueline:queues", "new"}).integer == 1);
        QVERIFY(producer.call({"FCALL", "dueline_add", "1", "dueline:{new}", "t", QByteArray(100'000, 'x')}).ok());
        const auto cancelled = producer.call({"FCALL", "dueline_cancel", "1", "dueline:{new}", added->bytes});
        QVERIFY(cancelled.ok() && cancelled->integer == 1);
        const QByteArray before = m_server->call({"DEBUG", "DIGEST"}).bytes;
        for (const Command& call :
            {Command{"FCALL", "dueline_claim", "1", queueKey, "w"},
                Command{"FCALL", "dueline_ack", "1", queueKey, "t#a", "1-w.1-1"},
                Command{"HGETALL", "dueline:{q}:tasks"}, Command{"FCALL", "dueline_add", "1", "other:{q}", "t", "p"}}) {
            const auto refused = producer.call(call);
            QVERIFY2(!refused && refused.error().code == ErrorCode::Permission, call.at(1).constData());
        }
        QCOMPARE(m_server->call({"DEBUG", "DIGEST"}).bytes, before);
        // No permission is superfluous: a call is refused if one is missing. Only the permissions for connecting are
        // exempt.
        const QStringList greeting{
            u"asking"_s, u"client|setname"_s, u"cluster|slots"_s, u"info"_s, u"ping"_s, u"select"_s, u"time"_s};
        int number = 0;
        for (const QString& word : rule.simplified().split(u' ')) {
            if (!word.startsWith(u'+') || greeting.contains(word.mid(1)))
                continue;
            m_server->call({"ACL", "SETUSER", "producer", QByteArray("-") + word.mid(1).toUtf8()});
            const QByteArray key = "dueline:{n" + QByteArray::number(++number) + '}';
            RedisConnection less(as("producer"));
            QVERIFY(less.open().ok());
            const auto one = less.call({"FCALL", "dueline_add", "1", key, "t", "p", "+1h"});
            const bool isListed
                = m_server->call({"SISMEMBER", "dueline:queues", "n" + QByteArray::number(number)}).integer == 1;
            const auto gone = one ? less.call({"FCALL", "dueline_cancel", "1", key, one->bytes}) : one;
            QVERIFY2(!one || !isListed || !gone, qPrintable(word));
            m_server->call({"ACL", "SETUSER", "producer", word.toUtf8()});
        }

        RedisConnection working(as("worker"));
        QVERIFY(working.open().ok());
        const auto claimed = working.call({"FCALL", "dueline_claim", "1", queueKey, "w"});
        QVERIFY2(claimed.ok() && claimed->items.size() == 1, claimed ? "" : qPrintable(claimed.error().detail));
        const std::vector<Reply>& task = claimed->items[0].items;
        QVERIFY(working.call({"FCALL", "dueline_extend", "1", queueKey, task[0].bytes, task[1].bytes}).ok());
        QCOMPARE(working.call({"FCALL", "dueline_ack", "1", queueKey, task[0].bytes, task[1].bytes})->integer, 1);
        QVERIFY(m_duectl->run("workers").out.contains("w "));
    }

    void inAClusterEveryMasterHasThem()
    {
        RedisCluster cluster;
        const Duectl duectl(cluster.url());
        EXIT(duectl.run("functions load"), 0);
        QCOMPARE(duectl.run("functions list --json").array().size(), 3);
        cluster.node(1).call({"FUNCTION", "FLUSH"});
        const Answer listed = duectl.run("functions list");
        QVERIFY2(listed.code == 1 && listed.out.count("no functions") == 1, listed.all());
        EXIT(duectl.run("functions load"), 0);
        EXIT(duectl.run("functions list"), 0);
        for (int i = 0; i < 3; ++i) { // each node has different slots
            for (const char* name : {"a", "b", "c", "d"}) {
                const QByteArray key = QByteArray("dueline:{") + name + '}';
                const Reply added = cluster.node(i).call({"FCALL", "dueline_add", "1", key, "t", "p"});
                QVERIFY2(added.bytes.startsWith("t#") || added.bytes.startsWith("MOVED"), added.bytes.constData());
                const Reply claimed = cluster.node(i).call({"FCALL", "dueline_claim", "1", key, "w"});
                if (!added.bytes.startsWith("t#"))
                    continue;
                const std::vector<Reply>& task = claimed.items.at(0).items;
                QCOMPARE(task.at(0).bytes, added.bytes);
                QCOMPARE(cluster.node(i)
                             .call({"FCALL", "dueline_ack", "1", key, task.at(0).bytes, task.at(1).bytes})
                             .integer,
                    1);
            }
        }
        int done = 0;
        for (const char* name : {"a", "b", "c", "d"})
            done += duectl.run({u"list"_s, QString::fromLatin1(name), u"--state"_s, u"done"_s, u"--json"_s})
                        .array()
                        .size()
                > 0;
        QCOMPARE(done, 4);
    }

private:
    void load() const { EXIT(m_duectl->run("functions load"), 0); }
    /// Returns a function's reply: a string, a number as text, or the error.
    QByteArray call(const QByteArrayList& words)
    {
        Command command{"FCALL"};
        command.insert(command.end(), words.begin(), words.end());
        return told(m_server->call(command));
    }
    /// Claims one task for the worker `w` and returns its id and token, or empty strings if no task was due.
    std::pair<QByteArray, QByteArray> claim(const QByteArrayList& words)
    {
        Command command{"FCALL", "dueline_claim", "1", queueKey, "w"};
        command.insert(command.end(), words.begin(), words.end());
        const Reply reply = m_server->call(command);
        if (reply.items.empty())
            return {};
        return {reply.items[0].items.at(0).bytes, reply.items[0].items.at(1).bytes};
    }
    QJsonObject shown(const QByteArray& id) const
    {
        return m_duectl->run({u"show"_s, u"q"_s, QString::fromUtf8(id), u"--json"_s}).object();
    }
    qint64 now()
    {
        const Reply time = m_server->call({"TIME"});
        return time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000;
    }

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Duectl> m_duectl;
};

QTEST_GUILESS_MAIN(Functions)
#include "tst_functions.moc"
