// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/commandmonitor.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Server where `mail` is the name of a native, a BullMQ and a Sidekiq queue, `jobs` is a queue under one of two BullMQ
/// prefixes, and `old` is a Bull queue. The keys are in the formats of these frameworks.
class AutoPlace
{
public:
    explicit AutoPlace(const RedisServer::Options& options = {})
        : server(options)
    {
        duectl.setVariable("XDG_STATE_HOME", state.path());
    }
    void fill()
    {
        call("HSET bull:mail:meta version bullmq:6.7.0 opts.maxLenEvents 10000");
        call("XADD bull:mail:events * event added");
        call("SET bull:mail:id 2");
        call("LPUSH bull:mail:wait 1");
        call("ZADD bull:mail:failed 1795236791229 2");
        call("HSET bull:mail:1 name send data {} timestamp 1795236791000");
        call("HSET bull:mail:2 name send data {} timestamp 1795236791000 failedReason no");
        for (const char* prefix : {"shop", "a:b"})
            server.call(
                {"HSET", QByteArray(prefix) + ":jobs:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "1"});
        call("SET bull:old:id 1");
        call("ZADD bull:old:priority 3 1");
        call("LPUSH bull:old:wait 1");
        call("SADD queues mail");
        call("LPUSH queue:mail {\"jid\":\"j\",\"class\":\"Mail\",\"args\":[]}");
        call("ZADD retry 1795236791.2 {\"jid\":\"r\",\"class\":\"Mail\",\"args\":[],\"queue\":\"mail\"}");
        call("SADD rq:queues rq:queue:low");
        call("SADD asynq:queues high");
        QCOMPARE(duectl.run("--layout native add mail send --id own").code, 0);
    }
    Reply call(const QByteArray& line)
    {
        Command command;
        for (const QByteArray& word : line.split(' '))
            command.push_back(word);
        return server.call(command);
    }
    QStringList names(const Answer& answer, const char* member = "name") const
    {
        QStringList names;
        for (const QJsonValue& each : answer.array())
            names << each[QLatin1String(member)].toString();
        return names;
    }
    QStringList filesKept() const
    {
        QStringList files;
        QDirIterator each(state.filePath(u"dueline/found"_s), QDir::Files);
        while (each.hasNext())
            files << each.next();
        return files;
    }

    QTemporaryDir state;
    RedisServer server;
    Duectl duectl{server.url()};
};

const QStringList everything{u"mail"_s, u"high@asynq"_s, u"old@bull"_s, u"mail@bullmq"_s, u"jobs@bullmq:a:b"_s,
    u"jobs@bullmq:shop"_s, u"@rq"_s, u"low@rq"_s, u"@sidekiq"_s, u"mail@sidekiq"_s};

RedisServer::Options onLoopback()
{
    RedisServer::Options options;
    options.tcp = true; // URLs with user names require TCP.
    return options;
}

} // namespace

/// Tests duectl without --layout: it finds native queues and every framework's queues.
class DuectlAuto : public QObject
{
    Q_OBJECT

private slots:
    void queuesOfAllFrameworksAreListed();
    void onlyNativeAnswersAsTheNativeLayoutDoes();
    void aBareNameMeansNativeAndTellsTheOthers();
    void aBareNameThatNativeLacksMeansTheOnlyOther();
    void aQueueThatTwoHaveAndNativeLacksIsRefused();
    void whatMakesAQueueMeansNative();
    void aNameOfALayoutMeansItWhateverWasFound();
    void namingAQueueLooksThroughNoKeys();
    void lookingIsPure();
    void aUserSeesWhatIsAllowed();
    void whatWasFoundLastTimeIsFoundAtOnce();
    void aUserWithoutScanIsToldAndNamesQueues();
    void layoutsThatAreNotOpenedAreNamed();
    void nativeQueuesThatAUserMayNotReadSayWhy();
    void queuesThatCannotBeReadDoNotVanish();
    void missingKeyPermissionsAreNamed();
    void whatBothHaveOpenedIsListedOnce();
    void ourOwnKeysAndOtherPeoplesAreNone();
    void anOperationOfANativeQueueIsUndoneByItsId();
    void usageIsToldBeforeAMissingServer();
    void profilesAndListsMayNameIt();
};

void DuectlAuto::queuesOfAllFrameworksAreListed()
{
    AutoPlace place;
    place.fill();
    const Answer listed = place.duectl.run("queues --json");
    EXIT(listed, 0);
    QCOMPARE(place.names(listed), everything);
    const QJsonObject native = listed.array()[0].toObject();
    for (const char* member : {"layout", "queue", "as_of_ms", "version"})
        QVERIFY(!native.contains(QLatin1String(member)));
    const QJsonObject found = listed.array()[3].toObject();
    QCOMPARE(found[u"layout"_s].toString(), u"bullmq"_s);
    QCOMPARE(found[u"queue"_s].toString(), u"mail"_s);
    QCOMPARE(found[u"version"_s].toString(), u"6.7.0"_s);
    QVERIFY(found[u"as_of_ms"_s].toInteger() > 1'700'000'000'000);
    QCOMPARE(found[u"due"_s].toInt() + found[u"failed"_s].toInt(), 2);
    const Answer text = place.duectl.run("queues");
    QVERIFY2(text.out.contains("jobs@bullmq:shop") && text.out.contains("@sidekiq"), text.out.constData());
    QVERIFY2(text.err.isEmpty(), text.err.constData());
}

void DuectlAuto::onlyNativeAnswersAsTheNativeLayoutDoes()
{
    const AutoPlace place;
    EXIT(place.duectl.run("add mail send --id 1 --at 2030-01-01T00:00:00Z"), 0);
    EXIT(place.duectl.run("add mail send --id 2 --at 2030-01-01T00:00:00Z"), 0);
    for (const char* line : {"queues --json", "list mail --json", "show mail send#1 --json", "queue mail show --json",
             "timeline mail --from 2029-12-31T00:00:00Z --to 2030-01-02T00:00:00Z --bins 4", "list nothing",
             "show mail none", "schedules mail", "workers", "leases mail", "operations mail", "results mail",
             "check mail", "queues"}) {
        const Answer own = place.duectl.run(QByteArray("--layout native ").append(line));
        const Answer meant = place.duectl.run(line);
        QVERIFY2(own.code == meant.code && own.err == meant.err, line + ("\n" + own.all() + "\n" + meant.all()));
        if (!QByteArrayView(line).contains("queue")) // Queue lists depend on the current time.
            QCOMPARE(meant.out, own.out);
    }
    QVERIFY(place.filesKept().isEmpty());
}

void DuectlAuto::aBareNameMeansNativeAndTellsTheOthers()
{
    AutoPlace place;
    place.fill();
    const Answer listed = place.duectl.run("list mail --json");
    EXIT(listed, 0);
    QCOMPARE(place.names(listed, "id"), QStringList{u"send#own"_s});
    QCOMPARE(listed.err, QByteArray("Using the native queue mail; there is also mail@bullmq and mail@sidekiq.\n"));
    QVERIFY(place.duectl.run("list mail@native --json").err.isEmpty());
}

void DuectlAuto::aBareNameThatNativeLacksMeansTheOnlyOther()
{
    AutoPlace place;
    place.fill();
    QCOMPARE(place.names(place.duectl.run("list old --json"), "id"), QStringList{u"1"_s});
    EXIT(place.duectl.run("check old"), 0);
    FAILS(place.duectl.run("list nothing"), 1, "nothing");
}

void DuectlAuto::aQueueThatTwoHaveAndNativeLacksIsRefused()
{
    AutoPlace place;
    place.fill();
    EXIT(place.duectl.run("--layout native queue mail delete --force --yes"), 0);
    for (const char* line : {"list mail", "show mail 1", "check mail", "watch mail", "timeline mail", "retry mail 2"})
        FAILS(place.duectl.run(line), 2, "mail@bullmq or mail@sidekiq");
    EXIT(place.duectl.run("list mail@bullmq"), 0);
    // If two frameworks have a queue with this name, the user probably means one of them.
    for (const char* line : {"add mail send", "schedules mail add nightly \"30 3 * * *\" report",
             "work --queue mail --handler *=echo --exit-when-empty"})
        FAILS(place.duectl.run(line), 2, "Use mail@bullmq or mail@sidekiq, or mail@native to create the native queue.");
    QVERIFY(place.call("KEYS dueline:{mail}*").items.empty());
    EXIT(place.duectl.run("work --queue mail@native --handler *=echo --exit-when-empty"), 0);
    EXIT(place.duectl.run("add mail@native send --id 1"), 0);
    EXIT(place.duectl.run("add mail send --id 2"), 0);
    QCOMPARE(place.duectl.run("list mail@native --json").array().size(), 2);
}

void DuectlAuto::whatMakesAQueueMeansNative()
{
    AutoPlace place;
    place.fill();
    // If no native queue has the name, it is refused: the tasks wouldn't reach the workers of the queue that was
    // probably intended.
    const QByteArray exported = place.duectl.run("export mail@bullmq - --match id:1").out;
    for (const char* line : {"import old -", "import old - --dry-run"}) {
        const Answer refused = place.duectl.run(line, exported);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("no native queue old. Use old@bull, or old@native to create"), refused.all());
    }
    for (const char* line : {"copy mail@bullmq 1 --to old --yes", "move mail@bullmq 1 --to old --dry-run"})
        FAILS(place.duectl.run(line), 2, "Use old@bull, or old@native");
    QVERIFY(place.call("KEYS dueline:{old}*").items.empty());
    const Answer added = place.duectl.run("add old send --id 7");
    EXIT(added, 0);
    QVERIFY2(added.err.contains("Creating the native queue old; old@bull is a different queue."), added.all());
    QVERIFY2(
        !place.duectl.run("add old send --id 8").err.contains("native"), "once the queue is there, its name means it");
    QCOMPARE(place.duectl.run("delete old send#8 --yes").code, 0);
    QCOMPARE(place.names(place.duectl.run("list old@native --json"), "id"), QStringList{u"send#7"_s});
    EXIT(place.duectl.run("work --queue old --handler send=echo --exit-when-empty"), 0);
    QCOMPARE(place.duectl.run("show old send#7 --json").object()[u"state"_s].toString(), u"done"_s);
    QCOMPARE(place.call("LLEN bull:old:wait").integer, 1);
    QCOMPARE(place.duectl.run("work --queue old@bull --handler *=echo --exit-when-empty").code, 2);
}

void DuectlAuto::aNameOfALayoutMeansItWhateverWasFound()
{
    AutoPlace place;
    place.fill();
    EXIT(place.duectl.run("list jobs@bullmq:a:b"), 0); // The name works before queues have been discovered.
    QCOMPARE(place.names(place.duectl.run("list @sidekiq --json"), "id"), QStringList{u"r"_s});
    // A native queue whose name ends with a layout's name must be given its full name on every server.
    EXIT(place.duectl.run("add x@bullmq@native send --id 1"), 0);
    QVERIFY(place.names(place.duectl.run("queues --json")).contains(u"x@bullmq@native"_s));
    QCOMPARE(place.names(place.duectl.run("--layout native list x@bullmq --json"), "id"), QStringList{u"send#1"_s});
    FAILS(place.duectl.run("list x@bullmq"), 1, "no queue");
    EXIT(place.duectl.run("add x@zset:jobs send --id 1"), 0); // the zset layout is never detected
    QVERIFY(place.names(place.duectl.run("--layout native queues --json")).contains(u"x@zset:jobs"_s));
}

void DuectlAuto::namingAQueueLooksThroughNoKeys()
{
    AutoPlace place;
    place.fill();
    CommandMonitor monitor(place.server);
    for (const char* line : {"list mail", "list old", "list mail@bullmq", "add mail send", "check mail", "pause mail",
             "show mail send#own", "timeline mail"})
        place.duectl.run(line);
    const auto commands = monitor.taken();
    QVERIFY(!commands.empty());
    for (const Command& command : commands)
        QVERIFY2(
            command.front().toUpper() != "SCAN" && command.front().toUpper() != "KEYS", command.front().constData());
    // A name without a key is searched for among all queues, because the queue may be bound to a different Celery
    // exchange.
    FAILS(place.duectl.run("list nothing"), 1, "no queue");
}

void DuectlAuto::lookingIsPure()
{
    AutoPlace place;
    place.fill();
    const auto before = keySpaceOf(place.server);
    CommandMonitor monitor(place.server);
    EXIT(place.duectl.run("queues --json"), 0);
    EXIT(place.duectl.run("queues --json"), 0); // lists the queues that the first run found
    EXIT(place.duectl.run("list old"), 0);
    static const QByteArrayList reads{"AUTH", "CLIENT", "CLUSTER", "DBSIZE", "ECHO", "EVALSHA_RO", "EVAL_RO", "EXISTS",
        "GET", "HELLO", "HEXISTS", "HGET", "HGETALL", "HLEN", "HMGET", "HSTRLEN", "INFO", "LINDEX", "LLEN", "LRANGE",
        "MGET", "PING", "PTTL", "SCAN", "SCARD", "SCRIPT", "SELECT", "SISMEMBER", "SMEMBERS", "SSCAN", "STRLEN", "TIME",
        "TYPE", "XINFO", "XLEN", "ZCARD", "ZCOUNT", "ZMSCORE", "ZRANGE", "ZRANGEBYSCORE", "ZREVRANGE", "ZSCORE"};
    for (const Command& command : monitor.taken())
        QVERIFY2(reads.contains(command.front().toUpper()), command.front().constData());
    QCOMPARE(keySpaceOf(place.server), before);
}

void DuectlAuto::aUserSeesWhatIsAllowed()
{
    AutoPlace place(onLoopback());
    place.fill();
    place.call("ACL SETUSER some reset on >pw &* +@all %R~bull:* %R~dueline:overlay:*");
    QString url = place.server.url();
    Duectl limited(url.replace(u"redis://"_s, u"redis://some@"_s));
    limited.setVariable("REDISCLI_AUTH", u"pw"_s);
    const Answer listed = limited.run("queues --json");
    EXIT(listed, 0);
    QCOMPARE(place.names(listed), (QStringList{u"old@bull"_s, u"mail@bullmq"_s}));
    EXIT(limited.run("list mail@bullmq"), 0);
    QCOMPARE(place.names(limited.run("list old --json"), "id"), QStringList{u"1"_s});
}

void DuectlAuto::whatWasFoundLastTimeIsFoundAtOnce()
{
    AutoPlace place(onLoopback());
    place.fill();
    EXIT(place.duectl.run("queues"), 0);
    QCOMPARE(place.filesKept().size(), 1);
    QFile file(place.filesKept().front());
    QCOMPARE(QFileInfo(file).permissions() & QFile::Permissions(0x77), QFile::Permissions());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray kept = file.readAll();
    file.close();
    QVERIFY(kept.contains("shop:jobs:") && !kept.contains("Mail"));
    // A discovered prefix can be omitted.
    const Answer jobs = place.duectl.run("list jobs");
    QCOMPARE(jobs.code, 2);
    QVERIFY2(jobs.err.contains("jobs@bullmq:a:b or jobs@bullmq:shop"), jobs.err.constData());
    // The prefix is known before keys are scanned, and deleted queues are no longer listed.
    place.call("DEL a:b:jobs:meta");
    place.call("ACL SETUSER default -scan");
    QVERIFY(place.names(place.duectl.run("queues --json")).contains(u"jobs@bullmq:shop"_s));
    QVERIFY(!place.names(place.duectl.run("queues --json")).contains(u"jobs@bullmq:a:b"_s));
    // A damaged file is ignored.
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write(QByteArray("{\"layouts\":[1,\"bullmq:\"],\"places\":[]") + '\0');
    file.close();
    EXIT(place.duectl.run("list mail"), 0);
}

void DuectlAuto::aUserWithoutScanIsToldAndNamesQueues()
{
    AutoPlace place;
    place.fill();
    place.call("ACL SETUSER default -scan");
    const Answer listed = place.duectl.run("queues --json");
    EXIT(listed, 0);
    QVERIFY(place.names(listed).contains(u"mail@sidekiq"_s) && !place.names(listed).contains(u"mail@bullmq"_s));
    QVERIFY2(listed.err.contains("SCAN"), listed.err.constData());
    EXIT(place.duectl.run("list mail@bullmq"), 0);
}

/// Checks that keys whose layout the user must open are reported. Otherwise, `check` would report success if there were
/// no other queues.
void DuectlAuto::layoutsThatAreNotOpenedAreNamed()
{
    AutoPlace place;
    place.call("SADD queues mail");
    EXIT(place.duectl.run("check"), 0);
    place.call("SADD resque:queues a");
    place.call("RPUSH huey.redis.app x");
    place.call("RPUSH queue:mail x"); // a key of Sidekiq, not a list in the format of the book "Redis in Action"
    const QByteArray told = "There are keys of layouts that are not opened automatically: huey, resque. Open them with "
                            "--layout auto --layout huey --layout resque.";
    const Answer checked = place.duectl.run("check");
    QCOMPARE(checked.code, 3);
    QVERIFY2(checked.err.contains(told), checked.all());
    for (const char* line : {"queues", "list --match error:x", "timeline"}) {
        const Answer listed = place.duectl.run(line);
        QVERIFY2(listed.err.contains(told), line + listed.all());
    }
    for (const char* line : {"list a@resque", "list a"})
        FAILS(place.duectl.run(line), 1, told);
    QVERIFY(!place.duectl.run("list a@resque").err.contains("a@resque@LAYOUT"));
    QVERIFY(place.duectl.run("metrics").out.contains("\ndueline_discovery_complete 0"));
    const QByteArray opened = "--layout auto --layout huey --layout resque ";
    EXIT(place.duectl.run((opened + "check").constData()), 0);
    EXIT(place.duectl.run((opened + "list a@resque").constData()), 0);
    QVERIFY(place.duectl.run((opened + "metrics").constData()).out.contains("\ndueline_discovery_complete 1"));
}

/// Reading native queues takes scripts, so a user with read-only permissions sees only their names.
void DuectlAuto::nativeQueuesThatAUserMayNotReadSayWhy()
{
    AutoPlace place(onLoopback());
    place.fill();
    EXIT(place.duectl.run("add shop mail.send --id order-7"), 0);
    place.call("ACL SETUSER viewer reset on >pw ~* &* +@all -eval_ro -evalsha_ro -eval -evalsha -fcall -fcall_ro");
    Duectl viewer(place.server.url().replace(u"redis://"_s, u"redis://viewer@"_s));
    viewer.setVariable("REDISCLI_AUTH", u"pw"_s);
    const Answer listed = viewer.run("queues");
    QCOMPARE(listed.code, 1); // The exit code says that part of the data could not be read.
    const auto lines = listed.out.split('\n');
    const auto row
        = std::find_if(lines.begin(), lines.end(), [](const QByteArray& line) { return line.startsWith("shop "); });
    QVERIFY2(row != lines.end(), listed.out.constData());
    QVERIFY2(row->contains("EVALSHA_RO") && row->contains("duectl acl viewer"), row->constData());
    QVERIFY2(listed.out.contains("mail@bullmq"), listed.out.constData());
}

/// Checks that queues stay listed for a user who may not query the server's time, even if another layout has a queue.
void DuectlAuto::queuesThatCannotBeReadDoNotVanish()
{
    AutoPlace place(onLoopback());
    place.fill();
    EXIT(place.duectl.run("retry mail@bullmq 2"), 0);
    place.call("ACL SETUSER noon on >pw ~* &* +@all -time");
    Duectl noon(place.server.url().replace(u"redis://"_s, u"redis://noon@"_s));
    noon.setVariable("REDISCLI_AUTH", u"pw"_s);
    const Answer listed = noon.run("queues");
    QCOMPARE(listed.code, 1);
    QVERIFY2(listed.out.contains("@bullmq") && listed.out.contains("@sidekiq"), listed.all());
    QCOMPARE(noon.run("check").code, 3);
    for (const char* line : {"operations", "workers", "operations --json", "workers --json"}) {
        const Answer answer = noon.run(line);
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.err.contains("Not included: ") && answer.err.contains("which cannot be read."), answer.all());
        QVERIFY2(!answer.err.contains("No operations") && !answer.err.contains("No workers"), answer.all());
    }
}

/// Checks the error for a user who may read a framework's keys but not Dueline's keys for it.
void DuectlAuto::missingKeyPermissionsAreNamed()
{
    AutoPlace place(onLoopback());
    place.fill();
    EXIT(place.duectl.run("discard mail@bullmq 2"), 0);
    place.call("ACL SETUSER bull on >pw ~bull:* &* +@all");
    Duectl bull(place.server.url().replace(u"redis://"_s, u"redis://bull@"_s));
    bull.setVariable("REDISCLI_AUTH", u"pw"_s);
    for (const char* line : {"operations", "operations --json", "workers", "workers --json"}) {
        const Answer answer = bull.run(line);
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.err.contains("Not included: ") && answer.err.contains("Dueline's own keys"), answer.all());
        QVERIFY2(!answer.err.contains("No operations") && !answer.err.contains("No workers"), answer.all());
    }
    QVERIFY(bull.run("operations").err.contains("mail@bullmq"));
    for (const char* line : {"list mail@bullmq --state trash", "list mail@bullmq --state trash --match id:2",
             "restore mail@bullmq --all --dry-run", "export mail@bullmq - --state trash",
             "delete mail@bullmq --state trash --all --dry-run"})
        FAILS(bull.run(line), 3, "The trash of mail@bullmq is unknown");
    const Answer both = bull.run("list mail@bullmq --state trash,failed");
    QVERIFY2(both.code == 3 && both.err.contains("The trash of mail@bullmq is unknown"), both.all());
    const Answer everywhere = bull.run("list --state trash --match id:2");
    QVERIFY2(everywhere.code == 3 && everywhere.err.contains("the trash of "), everywhere.all());
    const Answer usual = bull.run("list mail@bullmq");
    QVERIFY2(usual.code == 0 && usual.err.contains("The trash of mail@bullmq is unknown"), usual.all());
    // This user can access Dueline's keys for frameworks, but not the keys of native workers.
    place.call("ACL SETUSER beside on >pw ~bull:* ~dueline:overlay:* &* +@all");
    Duectl beside(place.server.url().replace(u"redis://"_s, u"redis://beside@"_s));
    beside.setVariable("REDISCLI_AUTH", u"pw"_s);
    for (const char* line : {"workers", "workers --json"}) {
        const Answer answer = beside.run(line);
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.err.contains("Not included: workers of native queues"), answer.all());
        QVERIFY2(!answer.err.contains("No workers"), answer.all());
    }
    const Answer operations = beside.run("operations");
    QVERIFY2(operations.code == 1 && operations.out.contains("discard"), operations.all());
    QVERIFY2(operations.err.contains("Not included: operations of native queues"), operations.all());
    EXIT(beside.run("list mail@bullmq --state trash"), 0);
    FAILS(bull.run("operations mail@bullmq"), 3, "permission");
    EXIT(bull.run("--layout bullmq workers"), 0);
    for (const QJsonValue& queue : bull.run("queues --json").array())
        QVERIFY(queue[u"name"_s] != u"mail@bullmq"_s || queue[u"trash"_s].isNull());
    for (const QByteArray& line : bull.run("metrics").lines())
        QVERIFY(!line.startsWith("dueline_tasks{queue=\"mail@bullmq\"") || !line.contains("trash"));
}

void DuectlAuto::whatBothHaveOpenedIsListedOnce()
{
    AutoPlace place;
    place.fill();
    place.call("HSET bull:old:meta version bullmq:5.81.5 opts.maxLenEvents 10000");
    const Answer listed = place.duectl.run("queues --json");
    const QStringList names = place.names(listed);
    QVERIFY(names.contains(u"old@bull"_s) && !names.contains(u"old@bullmq"_s));
    QVERIFY(listed.out.contains("have both opened this queue"));
    EXIT(place.duectl.run("list old"), 0); // The bare name is unambiguous, because the queue is listed only once.
}

void DuectlAuto::ourOwnKeysAndOtherPeoplesAreNone()
{
    AutoPlace place;
    place.call("HSET dueline:overlay:x:meta version bullmq:5.81.5 opts.maxLenEvents 1");
    place.call("HSET other:meta version 3");
    place.call("SET user:1:id 5");
    place.call("SADD app:queues a");
    place.call("SET queues text");
    const Answer listed = place.duectl.run("queues --json");
    EXIT(listed, 0);
    QCOMPARE(listed.array().size(), 0);
}

void DuectlAuto::anOperationOfANativeQueueIsUndoneByItsId()
{
    AutoPlace place;
    place.fill();
    EXIT(place.duectl.run("discard mail send#own"), 0);
    const QString id = place.duectl.run("operations mail --json").array()[0][u"id"_s].toString();
    QVERIFY2(id.startsWith(u"mail/"), qPrintable(id));
    EXIT(place.duectl.run({u"undo"_s, id, u"--yes"_s}), 0);
    QCOMPARE(place.duectl.run("show mail send#own --json").object()[u"state"_s].toString(), u"due"_s);
}

void DuectlAuto::usageIsToldBeforeAMissingServer()
{
    const Duectl nobody(u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort()));
    QCOMPARE(nobody.run("list mail --state none").code, 2);
    FAILS(nobody.run("list mail"), 3, "Cannot reach");
}

void DuectlAuto::profilesAndListsMayNameIt()
{
    AutoPlace place;
    place.fill();
    place.call("ZADD design 1795236791 a");
    QCOMPARE(place.names(place.duectl.run("--layout auto queues --json")).mid(0, everything.size()), everything);
    const Answer both = place.duectl.run("--layout zset:design --layout auto queues --json");
    QVERIFY2(place.names(both).contains(u"design@zset:design"_s) && place.names(both).contains(u"mail@bullmq"_s),
        both.all().constData());
    QCOMPARE(place.names(place.duectl.run("--layout zset:design --layout auto list design --json"), "id"),
        QStringList{u"a"_s});
    QCOMPARE(place.duectl.run("--layout auto:x queues").code, 2);
}

QTEST_GUILESS_MAIN(DuectlAuto)
#include "tst_duectl_auto.moc"
