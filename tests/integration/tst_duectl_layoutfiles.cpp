// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/hostilelayouts.h"
#include "tests/support/redisserver.h"
#include "tests/support/sourcepath.h"
#include "tests/support/writecommands.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl layout`, which needs no server, and queues described by a layout file that ships with Dueline.
class DuectlLayoutFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsAndShows()
    {
        const Answer listed = m_duectl.run("layout list");
        QVERIFY2(
            listed.code == 0 && listed.out.contains("rsmq") && listed.out.contains("bee-queue 1, 2"), listed.all());
        const QJsonArray all = m_duectl.run("layout list --json").array();
        QCOMPARE(all.size(), 18);
        QCOMPARE(all[0].toObject()[u"name"_s].toString(), u"arq"_s);
        const Answer shown = m_duectl.run("layout show bee-queue");
        QVERIFY2(shown.code == 0 && shown.out.contains("\nname = \"bee-queue\"\n"), shown.all());
        QCOMPARE(m_duectl.run("layout show bee-queue --json").object()[u"file"_s].toString().toUtf8(), shown.out);
        FAILS(m_duectl.run("layout show nothing"), 1, "\"duectl layout list\" shows the files");
    }

    void checks()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(u"orders.toml"_s);
        const auto written = [&](QByteArray text, const char* from, const char* to) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text.replace(from, to)) > 0;
        };
        const QByteArray shipped = m_duectl.run("layout show rsmq").out;
        const QByteArray check = "layout check " + path.toUtf8();
        QVERIFY(written(shipped, "name = \"rsmq\"", "name = \"orders\""));
        const Answer checked = m_duectl.run(check);
        QVERIFY2(checked.code == 0
                && checked.out.contains(
                    "the layout \"orders\" is valid; it describes 1 place, and its sample was read (2 tasks)."),
            checked.all());
        QCOMPARE(m_duectl.run(check + " --json").object()[u"places"_s].toArray(), QJsonArray{u"messages"_s});
        QVERIFY2(checked.out.contains("Actions tested: 4; undone byte for byte: 3."), checked.all());
        QCOMPARE(m_duectl.run(check + " --json").object()[u"sample_tasks"_s].toInt(), 2);
        QCOMPARE(m_duectl.run(check + " --json").object()[u"actions_tried"_s].toInt(), 4);
        QVERIFY(written(shipped, "due = \"1900000000000\"", "due = \"1900000000001\""));
        FAILS(m_duectl.run(check), 2, "due is \"1900000000000\", not \"1900000000001\"");
        QVERIFY(written(shipped, "SADD rsmq:QUEUES mail", "CONFIG SET dir /tmp"));
        FAILS(m_duectl.run(check), 2, "a sample cannot contain the command CONFIG");
        QVERIFY(written(shipped, "score =", "scroe ="));
        FAILS(m_duectl.run(check), 2, "orders.toml: line ");
        FAILS(m_duectl.run(check), 2, "place.messages has no `scroe`; did you mean `score`?");
        QVERIFY(written(shipped, "name = \"rsmq\"", "name = \"bullmq\""));
        FAILS(m_duectl.run(check), 2, "`bullmq` is the name of a built-in layout");
        FAILS(m_duectl.run("layout check /nothing/here.toml"), 1, "The file /nothing/here.toml does not exist.");
        FAILS(m_duectl.run("layout check /dev/zero"), 1, "cannot be read");
    }

    /// Each hostile file is refused with a position when an action uses it, and nothing is written.
    void hostileFilesWriteNothing()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        server.call({"ZADD", "jobs", "1900000000", "a"});
        server.call({"RPUSH", "q:mail", "b"});
        server.call({"CONFIG", "RESETSTAT"});
        QTemporaryDir folder;
        const QString path = folder.filePath(u"orders.toml"_s);
        const QString layout = u"file:"_s + path;
        const auto isWritten = [&path](const QByteArray& text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        const auto files = hostileLayouts();
        for (const auto& [name, text] : files) {
            QVERIFY(isWritten(text));
            const Answer answer
                = duectl.run({u"--layout"_s, layout, u"discard"_s, u"jobs"_s, u"--all"_s, u"--force"_s, u"--yes"_s});
            QVERIFY2(answer.isError(2) && answer.err.contains(": line ") && answer.err.contains(", column "),
                name + answer.all());
            QVERIFY2(answer.err.size() < 700, name + answer.all());
        }
        QVERIFY(isWritten(files.front().second));
        for (const QString& command : {u"check"_s, u"allow"_s}) {
            FAILS(duectl.run({u"layout"_s, command, command == u"check" ? path : layout}), 2,
                "line 1, column 1: the file is larger than 256 KiB, the limit for layout files");
        }
        QCOMPARE(writeCommandsRun(server), QByteArrayList());
    }

    /// A user's own layout file only allows reading on a server until the user allows changes there.
    void aFileIsAllowedOncePerServer()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        QTemporaryDir folder;
        QFile file(folder.filePath(u"orders.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"orders\"\n[queues]\nnames = [\"orders\"]\n[place.later]\n"
                   "state = \"scheduled\"\nzset = \"orders\"\nscore = \"s\"\n");
        file.close();
        server.call({"ZADD", "orders", "1900000000", "a"});
        const QByteArray layout = "file:" + file.fileName().toUtf8();
        const QByteArray discard = "--layout " + layout + " discard orders --all --yes";
        FAILS(duectl.run(discard), 3, "may change these keys: orders.");
        FAILS(duectl.run(discard), 3, "duectl layout allow file:");
        QCOMPARE(server.call({"ZCARD", "orders"}).integer, 1);
        FAILS(duectl.run("layout allow bee-queue"), 2, "requires your own layout file");
        const Answer allowed = duectl.run("layout allow " + layout);
        QVERIFY2(allowed.code == 0 && allowed.out.contains("may change these keys: orders."), allowed.all());
        const Answer discarded = duectl.run(discard);
        QVERIFY2(discarded.code == 0, discarded.all());
        QCOMPARE(server.call({"ZCARD", "orders"}).integer, 0);
        const Answer restored = duectl.run("--layout " + layout + " restore orders --all --yes");
        QVERIFY2(restored.code == 0, restored.all());
        QCOMPARE(server.call({"ZSCORE", "orders", "a"}).bytes, QByteArray("1900000000"));
        QVERIFY(file.open(QIODevice::Append));
        file.write("# changed\n");
        file.close();
        FAILS(duectl.run(discard), 3, "duectl layout allow file:");
    }

    /// Control characters in a file must not reach the terminal, where they could hide the preview.
    void cautionsArePrintedAsText()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        QTemporaryDir folder;
        const QByteArray path = folder.filePath(u"orders.toml"_s).toUtf8();
        QFile file(QString::fromUtf8(path));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"orders\"\n[queues]\nnames = [\"orders\"]\n[place.later]\n"
                   "state = \"scheduled\"\nzset = \"orders\"\nscore = \"s\"\n[action.reschedule]\n"
                   "from = \"later\"\ncaution = \"\\u001b[2Jlook\"\n");
        file.close();
        server.call({"ZADD", "orders", "1900000000", "a"});
        EXIT(duectl.run("layout allow file:" + path), 0);
        const Answer preview = duectl.run("--layout file:" + path + " reschedule orders --all --in 1h --dry-run");
        QVERIFY2(preview.code == 0 && preview.out.contains("look") && !preview.out.contains('\x1b'), preview.all());
    }

    /// The refusal lists the keys of the queues on this server, and `show` the time when a task was created.
    void realKeysAndTimesAreShown()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        QTemporaryDir folder;
        QFile file(folder.filePath(u"orders.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"orders\"\n[queues]\nscan = \"q:<queue>:later\"\n[payload]\n"
                   "decode = [\"json\"]\n[fields]\nid = \"$.id\"\ncreated = \"$.at\"\n[place.later]\n"
                   "state = \"scheduled\"\nzset = \"q:<queue>:later\"\nscore = \"s\"\n[place.ready]\n"
                   "state = \"due\"\nlist = \"q:<queue>:ready\"\nnext = \"head\"\n[action.run-now]\n"
                   "from = \"later\"\nto = \"ready\"\n");
        file.close();
        for (const char* queue : {"a", "b", "c", "d"}) {
            server.call({"ZADD", QByteArray("q:") + queue + ":later", "1900000000", R"({"id":"t1","at":1790000000})"});
        }
        const QByteArray layout = "--layout file:" + file.fileName().toUtf8() + ' ';
        FAILS(duectl.run(layout + "discard a --all --yes"), 3,
            "On this server, these keys include q:a:later, q:a:ready, q:b:later, q:b:ready, q:c:later and 3 more.");
        QCOMPARE(duectl.run(layout + "show a t1 --json").object()[u"added_ms"_s].toInteger(), 1790000000000);
        const Answer shown = duectl.run(layout + "show a t1");
        QVERIFY2(shown.out.contains("\nAdded:        ") && shown.out.contains("2026-09-21T"), shown.all());
    }

    /// Tasks are added, exported, reimported, and removed by undo. A user's own file must be allowed first.
    void addsAndImports()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        const QByteArray layout = "--layout think-queue ";
        const QString job = uR"({"job":"Mail","id":"a1","data":{"to":1},"attempts":0})"_s;
        const Answer added = duectl.run(
            {u"--layout"_s, u"think-queue"_s, u"add"_s, u"mail"_s, u"Mail"_s, u"--in"_s, u"1h"_s, u"--payload"_s, job});
        QVERIFY2(added.code == 0, added.all());
        QCOMPARE(added.out, QByteArray("a1\n"));
        QCOMPARE(server.call({"ZSCORE", "{queues:mail}:delayed", job.toUtf8()}).isNil(), false);
        FAILS(duectl.run({u"--layout"_s, u"think-queue"_s, u"add"_s, u"mail"_s, u"Sms"_s, u"--payload"_s, job}), 1,
            "would read this task with the type \"Mail\"");
        const QByteArray exported = duectl.run(layout + "export mail -").out;
        QVERIFY(exported.contains("a1"));
        QCOMPARE(duectl.run(layout + "delete mail --all --yes").code, 0);
        const Answer preview = duectl.run(layout + "import mail - --dry-run", exported);
        QVERIFY2(preview.code == 0 && preview.all().contains("1 would be added"), preview.all());
        QCOMPARE(server.call({"EXISTS", "{queues:mail}:delayed"}).integer, 0);
        const Answer imported = duectl.run(layout + "import mail -", exported);
        QVERIFY2(imported.code == 0 && imported.all().contains("1 added"), imported.all());
        QCOMPARE(server.call({"ZRANGE", "{queues:mail}:delayed", "0", "-1"}).items.front().bytes, job.toUtf8());
        const Answer again = duectl.run(layout + "import mail -", exported);
        QVERIFY2(again.all().contains("1 already added"), again.all());
        const QJsonArray operations = duectl.run(layout + "operations mail --json").array();
        QByteArray import;
        for (const QJsonValue& each : operations) {
            if (each[u"kind"_s] == u"import"_s && each[u"undoable"_s].toBool())
                import = each[u"id"_s].toString().toUtf8();
        }
        QVERIFY(!import.isEmpty());
        const Answer undone = duectl.run(layout + "undo " + import + " --yes");
        QVERIFY2(undone.code == 0 && undone.all().contains("1 of 1 imported tasks removed"), undone.all());
        QCOMPARE(server.call({"EXISTS", "{queues:mail}:delayed"}).integer, 0);
        FAILS(duectl.run(layout + "undo " + import + " --yes"), 1, "already undone");
        FAILS(duectl.run("--layout rsmq add mail mail --payload x"), 1, "does not describe how tasks are added");
        QTemporaryDir folder;
        QFile file(folder.filePath(u"orders.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"orders\"\n[queues]\nnames = [\"orders\"]\n[place.later]\n"
                   "state = \"scheduled\"\nzset = \"orders\"\nscore = \"s\"\n[add]\n");
        file.close();
        const QByteArray own = "file:" + file.fileName().toUtf8();
        const QByteArray add = "--layout " + own + " add orders orders --payload x";
        FAILS(duectl.run(add), 3, "may change these keys: orders.");
        QCOMPARE(server.call({"EXISTS", "orders"}).integer, 0);
        QCOMPARE(duectl.run("layout allow " + own).code, 0);
        QCOMPARE(duectl.run(add).code, 0);
        QCOMPARE(server.call({"ZCARD", "orders"}).integer, 1);
    }

    /// Checks that a description that makes any list a queue can't be used to change a Sidekiq queue.
    void queuesOfFrameworksStayUntouched()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        server.call({"SADD", "queues", "mail"});
        server.call({"SET", "stat:processed", "1"});
        server.call({"LPUSH", "queue:mail", R"({"jid":"j","class":"Mail","args":[1],"queue":"mail"})"});
        server.call({"RPUSH", "own", "{}"});
        const QByteArray discard = "--layout redisson discard NAME --state due --all --yes";
        QCOMPARE(duectl.run(QByteArray(discard).replace("NAME", "own")).code, 0);
        const QByteArray why
            = "The key queue:mail belongs to a framework that Dueline knows, so a layout file must not change it.";
        FAILS(duectl.run(QByteArray(discard).replace("NAME", "queue:mail")), 1, why);
        FAILS(duectl.run(QByteArray(discard).replace("NAME", "queue:mail") + " --dry-run"), 1, why);
        QCOMPARE(server.call({"LLEN", "own"}).integer, 0);
        QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 1);

        // Neither a shipped file nor a file on disk may change such a key by its literal name.
        FAILS(duectl.run("--layout redis-in-action discard mail --all --yes"), 1, why);
        QTemporaryDir folder;
        QFile file(folder.filePath(u"own.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"own\"\n[queues]\nnames = [\"q\"]\n"
                   "[place.later]\nstate = \"scheduled\"\nzset = \"schedule\"\nscore = \"s\"\n");
        file.close();
        const QByteArray own = "--layout file:" + file.fileName().toUtf8();
        EXIT(duectl.run("layout allow file:" + file.fileName().toUtf8()), 0);
        server.call({"ZADD", "schedule", "1900000000", R"({"jid":"k","class":"Mail","args":[1],"queue":"mail"})"});
        FAILS(duectl.run(own + " discard q --all --yes"), 1,
            "The key schedule belongs to a framework that Dueline knows, so a layout file must not change it.");
        QCOMPARE(server.call({"ZCARD", "schedule"}).integer, 1);
        QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 1);
        server.call({"FLUSHALL"});
        server.call({"ZADD", "schedule", "1900000000", "job"}); // without Sidekiq, the key is an ordinary one
        EXIT(duectl.run(own + " discard q --all --yes"), 0);
        QCOMPARE(server.call({"ZCARD", "schedule"}).integer, 0);
    }

    /// What a command does not check or do is stated, together with the way out.
    void limitsAreStated()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        const Answer checked
            = m_duectl.run({u"layout"_s, u"check"_s, sourcePath(u"tests/support/layouts/symfony.toml"_s)});
        QVERIFY2(checked.out.contains("Tasks in streams were not checked; the layout \"stream\" shows them."),
            checked.all());
        server.call({"XADD", "orders", "1-1", "id", "7"});
        server.call({"XGROUP", "CREATE", "orders", "billing", "0"});
        server.call({"XREADGROUP", "GROUP", "billing", "w", "STREAMS", "orders", ">"});
        const Answer released = duectl.run("--layout stream release orders/billing 1-1");
        QVERIFY2(released.code != 0 && released.err.contains("use duectl retry --force."), released.all());
    }

    /// A task whose data has the wrong type stays as it is, and does not keep the others from being changed.
    void aDamagedTaskIsSkippedAlone()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        for (const char* id : {"a", "b", "c"}) {
            const QByteArray key = QByteArray("dq:{mail}:m:") + id;
            if (key.endsWith('b'))
                server.call({"SET", key, "not a hash"});
            else
                server.call({"HSET", key, "bd", "hello", "rc", "2"});
            server.call({"RPUSH", "dq:{mail}:ready", key});
        }
        const Answer discarded = duectl.run("--layout smartwalle-dq discard mail --all --yes");
        QVERIFY2(discarded.all().contains("2 discarded, 1 skipped"), discarded.all());
        QCOMPARE(server.call({"LLEN", "dq:{mail}:ready"}).integer, 1);
        QCOMPARE(server.call({"GET", "dq:{mail}:m:b"}).bytes, QByteArray("not a hash"));
        QCOMPARE(server.call({"EXISTS", "dq:{mail}:m:a", "dq:{mail}:m:c"}).integer, 0);
        EXIT(duectl.run("--layout smartwalle-dq restore mail --all --yes"), 0);
        QCOMPARE(server.call({"LLEN", "dq:{mail}:ready"}).integer, 3);
        QCOMPARE(server.call({"HGET", "dq:{mail}:m:c", "bd"}).bytes, QByteArray("hello"));
    }

    /// Checks that a layout file doesn't restore tasks that a different file with the same name discarded from other
    /// keys.
    void filesOfOneNameHaveTheirOwnTrash()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        QTemporaryDir folder;
        const auto layoutOf = [&](const QByteArray& key) {
            QFile file(folder.filePath(QString::fromLatin1(key)));
            const QByteArray text = "dueline-layout = 1\nname = \"orders\"\n[queues]\nscan = \"" + key
                + ":<queue>\"\n[place.wait]\nstate = \"due\"\nlist = \"" + key + ":<queue>\"\nnext = \"head\"\n";
            const QByteArray layout = "file:" + file.fileName().toUtf8();
            const bool isWritten = file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
            file.close();
            return isWritten && duectl.run("layout allow " + layout).code == 0 ? layout : QByteArray();
        };
        const QByteArray first = layoutOf("first");
        const QByteArray second = layoutOf("second");
        QVERIFY(!first.isEmpty() && !second.isEmpty());
        server.call({"RPUSH", "first:q", "a", "b"});
        server.call({"RPUSH", "second:q", "c"});
        EXIT(duectl.run("--layout " + first + " discard q --all --yes"), 0);
        duectl.run("--layout " + second + " restore q --all --yes");
        QCOMPARE(server.call({"LLEN", "first:q"}).integer, 0);
        EXIT(duectl.run("--layout " + first + " restore q --all --yes"), 0);
        QCOMPARE(server.call({"LLEN", "first:q"}).integer, 2);
    }

    /// Checks moving tasks between two groups of keys, each with one list per timestamp and its own index of
    /// timestamps.
    void timestampsAreListedInTheIndexOfTheirPlace()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        QTemporaryDir folder;
        QFile file(folder.filePath(u"orders.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"orders\"\n[queues]\nnames = [\"orders\"]\n"
                   "[place.a]\nstate = \"scheduled\"\nlist = \"a:<time>\"\nnext = \"head\"\n"
                   "times = {zset = \"aidx\", score = \"s\"}\n"
                   "[place.b]\nstate = \"scheduled\"\nlist = \"b:<time>\"\nnext = \"head\"\n"
                   "times = {zset = \"bidx\", score = \"s\"}\n"
                   "[action.reschedule]\nfrom = \"a\"\nto = \"b\"\n");
        file.close();
        const QByteArray layout = "file:" + file.fileName().toUtf8();
        EXIT(duectl.run("layout allow " + layout), 0);
        server.call({"RPUSH", "a:1900000000", "x"});
        server.call({"ZADD", "aidx", "1900000000", "1900000000"});
        EXIT(duectl.run("--layout " + layout + " reschedule orders --all --at 2031-01-01T00:00:00Z --yes"), 0);
        QCOMPARE(server.call({"ZCARD", "aidx"}).integer, 0);
        QCOMPARE(server.call({"ZSCORE", "bidx", "1924992000"}).bytes, QByteArray("1924992000"));
        QCOMPARE(server.call({"LRANGE", "b:1924992000", "0", "-1"}).items.at(0).bytes, QByteArray("x"));
    }

    /// Actions need permissions only for the keys that `layout allow` lists.
    void rightsAreTheKeysThatActionsChange()
    {
        const Answer rights = m_duectl.run("--layout bee-queue acl operator");
        QVERIFY2(rights.code == 0, rights.all());
        for (const char* rule : {" ~bq:*:delayed ", " ~bq:*:jobs ", " ~bq:*:stalling ", " %R~bq:*:active ",
                 " &bq:*:earlierDelayed ", " ~dueline:overlay:*@bee\\-queue\\?prefix=bq:* "})
            QVERIFY2(rights.out.contains(rule), rights.out + " lacks " + rule);
        QVERIFY2(!rights.out.contains(" ~* "), rights.out);
        FAILS(m_duectl.run("--layout bee-queue acl worker"), 2, "");
    }

    void wrongWordsAreNamed()
    {
        FAILS(m_duectl.run("layout find"), 2, "use list, show, check, guess or allow");
        FAILS(m_duectl.run("layout show"), 2, "needs the name of a layout file");
        FAILS(m_duectl.run("layout list rsmq"), 2, "takes no further arguments");
    }

    /// Checks every page of a set that is larger than the sorting limit.
    void aLargeSetHasAllItsPages()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        constexpr int members = 20'000;
        server.call({"HSET", "bq:big:jobs", "1", "{}"});
        for (int i = 0; i < members; i += 1000) {
            Command add{"SADD", "bq:big:succeeded"};
            for (int at = i; at < i + 1000; ++at)
                add.push_back("t" + QByteArray::number(at));
            server.call(add);
        }
        QSet<QString> ids;
        for (const int offset : {0, 9'999, 15'000, members - 3}) {
            const Answer listed = duectl.run(QStringList{u"--layout"_s, u"bee-queue"_s, u"list"_s, u"big"_s,
                u"--state"_s, u"done"_s, u"--limit"_s, u"3"_s, u"--offset"_s, QString::number(offset), u"--json"_s});
            QVERIFY2(listed.code == 0 && listed.array().size() == 3, listed.all());
            for (const QJsonValue& task : listed.array())
                ids << task[u"id"_s].toString();
        }
        QCOMPARE(ids.size(), 12);
    }

    /// The list of queue names is read completely; if it is too long, the output says so.
    void everyQueueIsChecked()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        int queues = 0;
        const auto addUpTo = [&](int count) {
            Command add{"SADD", "rsmq:QUEUES"};
            for (; queues < count; ++queues)
                add.push_back("q" + QByteArray::number(queues));
            server.call(add);
        };
        const QStringList check{u"--layout"_s, u"rsmq"_s, u"check"_s};
        addUpTo(600);
        const Answer some = duectl.run(check);
        QVERIFY2(some.code == 0 && some.out.count('\n') == 600, some.all());
        server.call({"SET", "rsmq:q99", "text"}); // The other queues are still read.
        const Answer unread = duectl.run(check);
        QVERIFY2(unread.code == 3 && unread.out.count('\n') == 599, unread.all());
        QVERIFY2(unread.err.contains("q99 cannot be read"), unread.all());
        server.call({"DEL", "rsmq:q99"});
        addUpTo(10'001);
        const Answer cut = duectl.run(check);
        QVERIFY2(cut.code == 3 && cut.out.count('\n') == 10'000, cut.err);
        QVERIFY2(cut.err.contains("There are too many queues to list them all"), cut.err);
    }

    /// Every command that reads only part of a queue says so.
    void aPartOfAQueueIsReported()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        server.call({"SADD", "resque:queues", "mail"});
        Command times{"ZADD", "resque:delayed_queue_schedule"};
        for (int i = 0; i < 5'001; ++i) {
            const QByteArray at = QByteArray::number(1'900'000'000 + i);
            times.insert(times.end(), {at, at});
        }
        server.call(times);
        server.call({"RPUSH", "resque:delayed:1900000000", "{}"});
        const auto run = [&duectl](const QString& words) {
            return duectl.run(QStringList{u"--layout"_s, u"resque"_s} + words.split(u' '));
        };
        const char* const note = "delayed has more than 5000 keys";
        const Answer listed = run(u"list @resque --match state:scheduled"_s);
        QVERIFY2(listed.code == 0 && listed.err.contains(note), listed.all());
        const Answer found = run(u"list --match state:scheduled"_s);
        QVERIFY2(found.code == 3 && found.err.contains(note), found.all());
        const Answer exported = run(u"export @resque -"_s);
        QVERIFY2(exported.code == 1 && exported.err.contains("Not all tasks were found"), exported.all());
        QVERIFY2(exported.err.contains(note), exported.all());
        const Answer counted = run(u"failures @resque"_s);
        QVERIFY2(counted.code == 1 && counted.err.contains(note), counted.all());
        QCOMPARE(run(u"export mail -"_s).code, 0);
    }

    /// bee-queue doesn't record when a task was claimed or ended. Its creation time must not be shown instead.
    void anUnknownTimeStaysUnknown()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        server.call({"HSET", "bq:mail:jobs", "1", "{\"options\":{\"timestamp\":1750000000000}}", "2", "{}"});
        server.call({"SADD", "bq:mail:failed", "1"});
        server.call({"LPUSH", "bq:mail:active", "2"});
        const auto shown = [&duectl](const char* id, bool json) {
            QStringList words{u"--layout"_s, u"bee-queue"_s, u"show"_s, u"mail"_s, QString::fromLatin1(id)};
            return duectl.run(json ? words << u"--json"_s : words);
        };
        const Answer failed = shown("1", false);
        QVERIFY2(failed.code == 0 && failed.out.contains("\nFailed:       -\n"), failed.all());
        QVERIFY(shown("1", true).object()[u"at_ms"_s].isNull());
        const Answer claimed = shown("2", false);
        QVERIFY2(claimed.code == 0 && !claimed.out.contains(" ago") && !claimed.out.contains("now"), claimed.all());
        QVERIFY(shown("2", true).object()[u"at_ms"_s].isNull());
        for (const QString& old : {u"at<-1h"_s, u"-at>-1h"_s}) {
            const Answer none
                = duectl.run({u"--layout"_s, u"bee-queue"_s, u"list"_s, u"mail"_s, u"--match"_s, old, u"--json"_s});
            QVERIFY2(none.out.trimmed() == "[]", none.all());
        }
        const Answer bins = duectl.run({u"--layout"_s, u"bee-queue"_s, u"failures"_s, u"mail"_s});
        QVERIFY2(bins.code == 1 && !bins.out.contains("1970") && !bins.out.contains(" ago"), bins.all());
    }

    /// `show` with an unknown id stops searching at a limit and says so.
    void anUnknownIdIsAnsweredSoon()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        for (int i = 0; i < 120'000; i += 1'000) {
            Command waiting{"ZADD", "rsmq:mail"};
            Command delayed{"ZADD", "delayed:"};
            for (int at = i; at < i + 1'000; ++at) {
                const QByteArray id = "m" + QByteArray::number(at);
                waiting.insert(waiting.end(), {"1900000000000", id});
                delayed.insert(delayed.end(), {"1900000000", "[\"" + id + "\"]"});
            }
            server.call(waiting);
            server.call(delayed);
        }
        server.call({"SADD", "rsmq:QUEUES", "mail"});
        for (const auto& [layout, queue] :
            {std::pair(u"rsmq"_s, u"mail"_s), std::pair(u"redis-in-action"_s, u"@redis-in-action"_s)}) {
            const Answer none = duectl.run({u"--layout"_s, layout, u"show"_s, queue, u"none"_s});
            QVERIFY2(none.code == 1 && none.err.contains("100000 of its tasks were searched"), none.all());
        }
        QCOMPARE(duectl.run({u"--layout"_s, u"rsmq"_s, u"show"_s, u"mail"_s, u"m119999"_s}).code, 0);
    }

    /// If there are more keys than Dueline reads, every command reports that its result is incomplete.
    void aPartSaysSo()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        for (int i = 0; i < 5'100; ++i) {
            const QByteArray at = QByteArray::number(1'900'000'000 + i);
            server.call({"ZADD", "resque:delayed_queue_schedule", at, at});
            server.call({"RPUSH", "resque:delayed:" + at, "{}"});
        }
        const QString name = u"@resque"_s;
        const Answer checked = duectl.run({u"--layout"_s, u"resque"_s, u"check"_s, name});
        QVERIFY2(checked.code == 3 && checked.out.contains("at least 5000 scheduled"), checked.all());
        const Answer listed = duectl.run({u"--layout"_s, u"resque"_s, u"list"_s, name, u"--limit"_s, u"1"_s});
        QVERIFY2(listed.code == 0 && listed.all().contains("at least 5000 tasks"), listed.all());
        const Answer queues = duectl.run({u"--layout"_s, u"resque"_s, u"queues"_s});
        QVERIFY2(queues.out.contains("5000+") && queues.out.contains("lower bounds"), queues.all());
        const QJsonArray all = duectl.run({u"--layout"_s, u"resque"_s, u"queues"_s, u"--json"_s}).array();
        QVERIFY(all[0].toObject()[u"partial"_s].toBool());
    }

    void aQueueMayHaveBracesInItsName()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        server.call({"LPUSH", "{queue}:waiting", "a:0:{}"});
        for (const char* name : {"{queue}", "{queue}@hyperf"}) {
            const Answer listed = duectl.run({u"--layout"_s, u"hyperf"_s, u"list"_s, QString::fromLatin1(name)});
            QVERIFY2(listed.code == 0 && listed.out.contains("due"), listed.all());
        }
    }

    void aHashNamesItsQueues()
    {
        RedisServer server;
        QTemporaryDir folder;
        QFile file(folder.filePath(u"kept.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly)
            && file.write("dueline-layout = 1\nname = \"kept\"\n[queues]\nhash = \"kept\"\n[place.waiting]\n"
                          "state = \"due\"\nlist = \"<queue>:items\"\nnext = \"tail\"\n")
                > 0);
        file.close();
        server.call({"HSET", "kept", "mail", "1", "sms", "2"});
        server.call({"LPUSH", "sms:items", "x"});
        const QJsonArray queues
            = Duectl(server.url()).run({u"--layout"_s, u"file:"_s + file.fileName(), u"queues"_s, u"--json"_s}).array();
        QCOMPARE(queues.size(), 2);
        QCOMPARE(queues[1][u"due"_s].toInt(), 1);
    }

private:
    Duectl m_duectl; // for commands that don't connect to a server
};

QTEST_GUILESS_MAIN(DuectlLayoutFiles)
#include "tst_duectl_layoutfiles.moc"
