// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeacl.h"
#include "core/layouts/native/nativescripts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const std::vector<AclRole> roles{AclRole::Viewer, AclRole::Operator, AclRole::Worker};

/// Read-only commands, in every form.
const QStringList looks{u"queues"_s, u"queues --json"_s, u"list q"_s, u"list q --match payload:x"_s,
    u"list q --offset 2"_s, u"show q a"_s, u"show q big --payload"_s, u"operations"_s, u"operations q"_s,
    u"queue q show"_s, u"timeline"_s, u"failures q --new-since 1ms"_s, u"timeline q --from -3h --to 1h"_s,
    u"results q"_s, u"workers"_s, u"leases q"_s, u"check q --oldest-due 10h"_s, u"metrics"_s};
/// Commands that change data, ordered so that each finds data to change.
const QStringList aclActs{u"add q t --id new --payload x"_s, u"add q t --copies 3 --in 1h"_s,
    u"run-now q --all --yes --pace 5"_s, u"discard q new"_s, u"restore q new"_s, u"reschedule q new --in 2h"_s,
    u"edit q new --payload y"_s, u"discard q new --reason why"_s, u"retry q --state failed --all --yes"_s, u"pause q"_s,
    u"resume q"_s, u"queue q set retention=2d"_s, u"delete q new"_s, u"add q t --id leased"_s, u"add gone t --id x"_s,
    u"queue gone delete --yes"_s};

/// Redis server with a queue that contains every kind of data, and a user for each role.
class GuardedServer
{
public:
    GuardedServer()
        : redis({.tcp = true, .aof = false, .password = {}, .arguments = {}})
    {
        const Duectl admin = as({});
        const auto must = [](const Answer& answer) {
            if (answer.code != 0)
                qFatal("%s", answer.all().constData());
        };
        must(admin.run("add q t --id a --payload xyz"));
        must(admin.run("add q fails --id f --max-attempts 1"));
        must(admin.run("add q t --keep-result --payload r"));
        must(admin.run("work --queue q --handler fails=fail --handler t=echo --exit-when-empty"));
        must(admin.run("add q t --id a --payload xyz --in 1h"));
        must(admin.run(words("add q t --id big --in 1h --payload-file -"), QByteArray(200'000, 'x')));
        for (const AclRole role : roles) {
            Command command{"ACL", "SETUSER", aclRoleName(role), "reset", "on", ">p"};
            for (const QByteArray& rule : nativeRights(role, "dueline").rules())
                command.push_back(rule);
            const Reply reply = redis.call(command);
            if (!reply.isStatus())
                qFatal("ACL SETUSER: %s", reply.bytes.constData());
        }
    }

    Duectl as(std::optional<AclRole> role) const
    {
        const QString user = role ? QString::fromLatin1(aclRoleName(*role)) + u":p@"_s : QString();
        return Duectl(u"redis://"_s + user + u"127.0.0.1:%1"_s.arg(redis.port()));
    }
    /// Returns a digest that changes whenever a key changes.
    QByteArray digest() { return redis.call({"DEBUG", "DIGEST"}).bytes; }
    /// Returns the commands that the server has run since CONFIG RESETSTAT, in uppercase, with subcommands as `A|B`.
    std::set<QByteArray> commandsRun()
    {
        std::set<QByteArray> names;
        for (const QByteArray& line : redis.call({"INFO", "commandstats"}).bytes.split('\n')) {
            if (line.startsWith("cmdstat_"))
                names.insert(line.mid(8, line.indexOf(':') - 8).toUpper());
        }
        return names;
    }

    RedisServer redis;
};

QByteArray sortedLines(const std::set<QByteArray>& names)
{
    return QByteArrayList(names.begin(), names.end()).join(' ');
}

} // namespace

/// Tests users with exactly the permissions that Dueline needs: everything works, and no permission is unused.
class NativeAcl : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void commandsAreReadFromTheScripts()
    {
        const auto commands = commandsOf({"x",
            "local a = call('HGET', KEYS[1])\nb = try(k and 'ZMSCORE' or 'HMGET', 'LIMIT')\nredis.pcall('GET')\n"
            "recall('NOT')",
            {}, true});
        QCOMPARE(sortedLines(commands), QByteArray("GET HGET HMGET ZMSCORE"));
        for (const auto& [name, script] : NativeScripts::library().all())
            QVERIFY2(name.contains("probe") || name == "recent" || commandsOf(script).contains("TIME"),
                // All other scripts read the clock. `recent` doesn't, because it gets the names of the per-minute keys.
                name.constData());
    }

    void aPrefixWithWildcardsIsNone()
    {
        const QByteArrayList rules = nativeRights(AclRole::Viewer, "a*[b]").rules();
        QVERIFY(rules.contains("%R~a\\*\\[b\\]:queues"));
    }

    void aViewerSeesEverythingAndChangesNothing()
    {
        GuardedServer server;
        const Duectl viewer = server.as(AclRole::Viewer);
        const Duectl admin = server.as({});
        for (const QString& line : looks) {
            const Answer seen = viewer.run(QStringList{u"--layout"_s, u"native"_s} + words(qPrintable(line)));
            QVERIFY2(seen.code == 0, qPrintable(line + u"\n"_s + QString::fromUtf8(seen.all())));
            QVERIFY2(!seen.err.contains("not allowed") && !seen.err.contains("lacks a permission"), seen.all());
        }
        const QByteArray before = server.digest();
        for (const QString& line : aclActs) {
            const Answer refused = viewer.run(words(qPrintable(line)));
            // A command that finds nothing to act on reports that instead. No command is executed only partly.
            QVERIFY2(refused.code == 3 || refused.code == 1, refused.all());
            if (refused.code == 3)
                QVERIFY2(refused.isError(3) && refused.err.contains("not allowed") && refused.err.count('\n') == 1,
                    refused.all());
            QCOMPARE(server.digest(), before);
        }
        FAILS(viewer.run("add q t"), 3, "not allowed to change the queue \"q\"");
        FAILS(viewer.run("discard q a"), 3, "not allowed to change the queue \"q\"");
        FAILS(viewer.run("work --queue q --handler *=echo --exit-when-empty"), 3, "not allowed");
        QCOMPARE(server.digest(), before);
    }

    void anOperatorActsAndRunsNothing()
    {
        GuardedServer server;
        const Duectl user = server.as(AclRole::Operator);
        for (const QString& line : aclActs + looks) {
            const Answer done = user.run(words(qPrintable(line)));
            QVERIFY2(done.code == 0, qPrintable(line + u"\n"_s + QString::fromUtf8(done.all())));
        }
        const QByteArray id = user.run("operations q --json").array().at(0).toObject()[u"id"_s].toString().toUtf8();
        QVERIFY(!id.isEmpty());
        EXIT(user.run("add q t --id back"), 0);
        EXIT(user.run("discard q back"), 0);
        const QByteArray last = user.run("operations q --json").array().at(0).toObject()[u"id"_s].toString().toUtf8();
        EXIT(user.run({u"undo"_s, QString::fromUtf8(last), u"--yes"_s}), 0);
        EXIT(user.run(words("add q t --id large --payload-file -"), QByteArray(200'000, 'y')), 0);
        const QByteArray longer(300'000, 'z');
        const Answer edited = user.run(words("edit q large --payload-file - --json"), longer);
        EXIT(edited, 0);
        QCOMPARE(user.run("show q large --payload").out, longer);
        EXIT(user.run({u"undo"_s, edited.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
        QCOMPARE(user.run("show q large --payload").out, QByteArray(200'000, 'y'));
        actOnALease(server, user);

        const QByteArray before = server.digest();
        FAILS(user.run("work --queue q --handler *=echo --exit-when-empty"), 3, "not allowed to run tasks");
        QCOMPARE(server.digest(), before); // no task was claimed
    }

    void aWorkerRunsTasksAndRemovesNoQueue()
    {
        GuardedServer server;
        const Duectl user = server.as(AclRole::Worker);
        EXIT(server.as({}).run(words("add w t --payload-file -"), QByteArray(200'000, 'y')), 0);
        EXIT(server.as({}).run("add w t --copies 5"), 0);
        EXIT(server.as({}).run("add w fails --max-attempts 3 --backoff none"), 0);
        const Answer worked = user.run("work --queue w --handler t=echo --handler fails=fail --exit-when-empty");
        QVERIFY2(worked.code == 0 && worked.err.contains("6 done, 1 failed"), worked.all());
        QCOMPARE(server.redis.call({"ZCARD", "dueline:{w}:done"}).integer, 6);
        QCOMPARE(server.redis.call({"ZCARD", "dueline:{w}:failed"}).integer, 1);
        const QByteArray before = server.digest();
        FAILS(user.run("queue q delete --yes"), 3, "not allowed");
        QCOMPARE(server.digest(), before);
    }

    void nobodyReachesAnotherPrefix()
    {
        GuardedServer server;
        EXIT(server.as({}).run("--prefix other add q t --id a"), 0);
        const QByteArray before = server.digest();
        for (const AclRole role : roles) {
            for (const char* line : {"--prefix other queues", "--prefix other list q", "--prefix other discard q a"})
                FAILS(server.as(role).run(line), 3, "This Redis user");
        }
        QCOMPARE(server.digest(), before);
    }

    /// Checks that each permitted command is needed.
    void noRightIsTooMuch()
    {
        GuardedServer server;
        const std::set<QByteArray> always{"AUTH", "ACL|SETUSER", "CONFIG|RESETSTAT"};
        for (const AclRole role : roles) {
            const Duectl user = server.as(role);
            server.redis.call({"CONFIG", "RESETSTAT"});
            server.redis.call({"SCRIPT", "FLUSH"});
            std::set<QByteArray> allowed;
            for (const QByteArray& rule : nativeRights(role, "dueline").rules()) {
                if (rule.startsWith('+'))
                    allowed.insert(rule.mid(1).toUpper());
            }
            std::set<QByteArray> called; // commands called by scripts, even if not reached in this run
            for (const auto& [name, script] : NativeScripts::library().all()) {
                if (script.readsOnly || role != AclRole::Viewer)
                    called.merge(commandsOf(script));
            }
            if (role == AclRole::Worker) {
                work(server, user);
            } else {
                for (const QString& line : role == AclRole::Viewer ? looks : aclActs + looks)
                    user.run(words(qPrintable(line)));
                follow(server, user);
            }
            if (role == AclRole::Operator) {
                EXIT(server.as({}).run("add q t --id taken --payload x"), 0);
                user.run("add q t --id taken --payload y");
                user.run(words("add q t --payload-file -"), QByteArray(200'000, 'z'));
                const QString last = user.run("operations q --json").array().at(0).toObject()[u"id"_s].toString();
                user.run({u"undo"_s, last, u"--yes"_s});
                user.run("doctor");
            }
            std::set<QByteArray> unused;
            const std::set<QByteArray> run = server.commandsRun();
            for (const QByteArray& name : allowed) {
                // Only clusters need ASKING and CLUSTER SLOTS. A subscription sends PING after half a minute of
                // silence.
                const bool elsewhere = name == "ASKING" || name == "CLUSTER|SLOTS" || name == "PING";
                if (!elsewhere && !run.contains(name) && !called.contains(name))
                    unused.insert(name);
            }
            QVERIFY2(unused.empty(), aclRoleName(role) + " never used " + sortedLines(unused));
        }
    }

    void theRuleIsPrinted()
    {
        const Duectl nowhere(u"redis://127.0.0.1:1"_s);
        const Answer told = nowhere.run("acl viewer --prefix shop --user bob");
        QCOMPARE(told.code, 0);
        QVERIFY2(told.out.startsWith("ACL SETUSER bob reset on %R~shop:{*}:* ") && told.out.contains(" -@all +"),
            told.all());
        QVERIFY(told.err.contains(">PASSWORD"));
        const QJsonObject json = nowhere.run("acl worker --json").object();
        QCOMPARE(json[u"user"_s].toString(), u"dueline-worker"_s);
        QCOMPARE(json[u"rules"_s].toArray().size(), nativeRights(AclRole::Worker, "dueline").rules().size());
        FAILS(nowhere.run("acl admin"), 2, "viewer, operator, worker or producer");
        FAILS(nowhere.run(QStringList{u"acl"_s, u"viewer"_s, u"--user"_s, u"a b"_s}), 2, "without spaces");

        // Redis accepts the printed rule.
        RedisServer redis({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        QByteArray line = nowhere.run("acl operator").out.trimmed();
        const QList<QByteArray> parts = line.split(' ');
        QVERIFY(redis.call(Command(parts.begin(), parts.end())).isStatus());
        QVERIFY(redis.call({"ACL", "SETUSER", "dueline-operator", ">p"}).isStatus());
        EXIT(Duectl(u"redis://dueline-operator:p@127.0.0.1:%1"_s.arg(redis.port())).run("add q t"), 0);
    }

private:
    /// Extends, cancels and releases a lease held by the administrator's worker.
    static void actOnALease(GuardedServer& server, const Duectl& user)
    {
        EXIT(user.run("add held sleeps --id h"), 0);
        const auto worker = server.as({}).start(words("work --queue held --handler sleeps=sleep:60000"));
        QTRY_COMPARE(server.redis.call({"ZCARD", "dueline:{held}:leased"}).integer, 1);
        EXIT(user.run("extend held h --lease 90s"), 0);
        EXIT(user.run("cancel held h"), 0);
        QTRY_COMPARE(server.redis.call({"ZCARD", "dueline:{held}:leased"}).integer, 0);
        worker->kill();
        worker->waitForFinished();
    }
    /// Runs tasks that need different commands: small and large payloads, failures, a missing queue.
    static void work(GuardedServer& server, const Duectl& user)
    {
        const Duectl admin = server.as({});
        EXIT(admin.run(words("add w t --payload-file -"), QByteArray(200'000, 'y')), 0);
        EXIT(admin.run("add w t --copies 5 --payload x"), 0);
        EXIT(admin.run("add w fails --max-attempts 2 --backoff none"), 0);
        EXIT(user.run("work --queue w --queue none --handler t=echo --handler fails=fail --exit-when-empty"), 0);
        EXIT(admin.run("functions load"), 0);
        RedisConfig config = server.redis.config();
        config.user = u"worker"_s;
        config.password = Secret(QByteArray("p"));
        RedisConnection connection(config);
        QVERIFY(connection.open() && connection.call({"FCALL", "dueline_claim", "1", "dueline:{w}", "theirs"}));
    }
    /// Follows the results through a subscription.
    static void follow(GuardedServer& server, const Duectl& user)
    {
        const auto following = user.start(words("results q --follow"));
        QTRY_VERIFY(server.redis.call({"PUBSUB", "NUMSUB", "dueline:{q}:results"}).items.at(1).integer > 0);
        following->terminate();
        Duectl::finish(*following);
    }
};

QTEST_GUILESS_MAIN(NativeAcl)
#include "tst_nativeacl.moc"
