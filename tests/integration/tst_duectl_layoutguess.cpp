// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/check/livecheck.h"
#include "core/layouts/described/check/samplecheck.h"
#include "core/layouts/described/layoutfiles.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QFile>
#include <QTemporaryDir>
#include <QUuid>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Returns the state, due time and payload of each task that a layout reads, sorted.
QByteArrayList tasksRead(const Description& description, const RedisConfig& server)
{
    RedisClient client(server);
    client.allowOnlyReads();
    QByteArrayList tasks;
    const auto check = client.open() ? LiveCheck::run(client, description, 100) : Result<LiveCheck>(Error{});
    if (!check)
        return {"error: " + check.error().message.toUtf8()};
    for (const LiveCheck::Row& row : check->rows) {
        const Task& task = row.task.task;
        // For a leased task, compare the score, because its lock's remaining time changes between two reads.
        const auto at = task.state == TaskState::Leased ? row.task.entry.at
            : task.untimed                              ? std::nullopt
                                                        : std::optional(task.at);
        tasks << stateName(task.state).toByteArray() + ' '
                + (at ? QByteArray::number(toMs(*at) / 1000) : QByteArray("untimed")) + ' ' + row.task.payload + ' '
                + row.task.damage.toUtf8();
    }
    std::sort(tasks.begin(), tasks.end());
    return tasks;
}

} // namespace

/// Tests `duectl layout guess` and `layout check --url` with real servers.
class DuectlLayoutGuess : public QObject
{
    Q_OBJECT

private slots:
    /// Loads each shipped file's sample, guesses a layout from the keys alone, and compares the tasks that the two
    /// layouts read.
    void theSamplesOfShippedFilesAreGuessed_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isEquivalent");
        // These layouts can't be guessed exactly. changsongl: an ID, a topic and a version in one member. lmstfy:
        // packed members. resque: a list per timestamp and a key per worker. rsmq: fields that mark leases.
        // smartwalle-dq: the sample has two units in one queue.
        const QByteArrayList others{"changsongl", "lmstfy", "resque", "rsmq", "smartwalle-dq"};
        for (const QByteArray& name : ShippedLayouts::names())
            QTest::newRow(name.constData()) << name << !others.contains(name);
    }
    void theSamplesOfShippedFilesAreGuessed()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isEquivalent);
        RedisServer server;
        const auto shipped = Description::parse(ShippedLayouts::file(name));
        QVERIFY(shipped && SampleCheck::load(*shipped, server.config()));
        QTemporaryDir folder;
        const Answer guessed = Duectl(server.url()).run("layout guess");
        QVERIFY2(guessed.code == 0, guessed.all());
        const QByteArray path = folder.filePath(u"guess.toml"_s).toUtf8();
        QVERIFY(written(path, guessed.out));
        EXIT(Duectl().run("layout check " + path), 0);
        const Answer opened = Duectl(server.url()).run("--layout file:" + path + " queues --json");
        QVERIFY2(opened.code == 0, opened.all());
        const auto description = Description::parse(guessed.out);
        QVERIFY(description);
        const QByteArrayList expected = tasksRead(*shipped, server.config());
        const QByteArrayList read = tasksRead(*description, server.config());
        if ((read == expected) != isEquivalent) {
            QFAIL("shipped:\n" + expected.join('\n') + "\nguessed:\n" + read.join('\n') + "\nfile:\n" + guessed.out
                + guessed.err);
        }
    }

    /// Describes a custom queue that consists of a hash of jobs, a time index, and keys for ready, leased and dead
    /// jobs.
    void aQueueOfOnesOwnIsDescribed()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        for (int i = 0; i < 40; ++i) {
            const QByteArray id = "job-" + QByteArray::number(1000 + i);
            const QByteArray created = QByteArray::number(1'750'000'000 + i);
            server.call({"HSET", "shop:jobs", id, R"({"type":"mail","tries":1,"created_at":)" + created + '}'});
            if (i < 20)
                server.call({"ZADD", "shop:delayed", QByteArray::number(1'900'000'000'000 + i), id});
            else if (i < 30)
                server.call({"LPUSH", "shop:ready", id});
            else
                server.call({i < 35 ? "SADD" : "LPUSH", i < 35 ? "shop:dead" : "shop:working", id});
        }
        server.call({"ZADD", "scores", "10", "ann"});
        const QByteArray changes = changesOf(server);
        const Answer guessed = duectl.run("layout guess");
        QVERIFY2(guessed.code == 0, guessed.all());
        QCOMPARE(changesOf(server), changes);
        QTemporaryDir folder;
        const QByteArray path = folder.filePath(u"shop.toml"_s).toUtf8();
        QVERIFY(written(path, guessed.out));
        QVERIFY2(guessed.err.contains("PLACE") && guessed.err.contains("mail"), guessed.err);
        const Answer checked = duectl.run("layout check " + path);
        QVERIFY2(checked.code == 0 && checked.out.contains("1 queue, 40 tasks read: 40 match the layout, 0 do not."),
            checked.all());
        const QJsonObject queue = duectl.run("--layout file:" + path + " queues --json").array().at(0).toObject();
        QCOMPARE(queue[u"scheduled"_s].toInt(), 20);
        QCOMPARE(queue[u"due"_s].toInt(), 10);
        QCOMPARE(queue[u"leased"_s].toInt(), 5);
        QCOMPARE(queue[u"failed"_s].toInt(), 5);

        const QJsonArray all = duectl.run("layout guess shop:delayed shop:ready --json").array();
        QCOMPARE(all.size(), 1);
        QCOMPARE(all[0][u"places"_s].toArray().size(), 2);
        QVERIFY(!all[0][u"file"_s].toString().isEmpty() && all[0][u"confidence"_s].toInt() > 50);
        QCOMPARE(all[0][u"sample"_s][0][u"type"_s].toString(), u"mail"_s);

        server.call({"HDEL", "shop:jobs", "job-1000"});
        server.call({"DEL", "shop:dead", "shop:working"});
        const Answer broken = duectl.run("layout check " + path);
        QVERIFY2(broken.code == 1 && broken.out.contains("29 match the layout, 1 do not"), broken.all());
        QVERIFY2(broken.out.contains("job-1000: There is no payload"), broken.all());
        QCOMPARE(duectl.run("layout check " + path + " --json").object()[u"problems"_s].toArray().size(), 1);
    }

    /// A wrong unit or path doesn't make a file invalid, so only a comparison with the data can find it.
    void aWrongUnitOrPathIsReported()
    {
        RedisServer server;
        server.call({"ZADD", "shop:delayed", "1900000000000", R"({"kind":"mail"})"});
        QTemporaryDir folder;
        const QString path = folder.filePath(u"shop.toml"_s);
        const auto check = [&](const QByteArray& unit, const QByteArray& type) {
            QFile file(path);
            const QByteArray text = "dueline-layout = 1\nname = \"shop\"\n[queues]\nnames = [\"delayed\"]\n"
                                    "[payload]\ndecode = [\"json\"]\n[fields]\ntype = \""
                + type
                + "\"\n[place.delayed]\n"
                  "state = \"scheduled\"\nzset = \"shop:<queue>\"\nscore = \""
                + unit + "\"\n";
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.flush()
                ? Duectl(server.url()).run({u"layout"_s, u"check"_s, path})
                : Answer();
        };
        const Answer right = check("ms", "$.kind");
        QVERIFY2(right.code == 0 && right.err.isEmpty(), right.all());
        const Answer unit = check("s", "$.kind");
        QVERIFY2(unit.code == 1 && unit.out.contains("The time is not between 2010 and 2099: check the score's unit."),
            unit.all());
        const Answer field = check("ms", "$.type");
        QVERIFY2(
            field.code == 0 && field.err.contains("No task has a value for these fields, so check their paths: type."),
            field.all());
    }

    /// Small numbers are the ids of users as well as of tasks, so keys of a different program are not proposed as
    /// payloads. If the names have a word in common, they are.
    void keysOfOtherProgramsAreNoPayloads()
    {
        RedisServer server;
        for (int i = 1; i <= 20; ++i) {
            const QByteArray id = QByteArray::number(i);
            server.call({"HSET", "user:" + id, "name", "Ann", "email", "ann" + id + "@example.com"});
            server.call({"ZADD", "reminders:pending", QByteArray::number(1'900'000'000 + i), id});
        }
        const Answer guessed = Duectl(server.url()).run("layout guess");
        QVERIFY2(guessed.code == 0 && !guessed.out.contains("\n[payload]"), guessed.all());
        QVERIFY2(guessed.out.contains("also occur in user:<id>, but they are small numbers"), guessed.all());
        for (int i = 1; i <= 20; ++i)
            server.call({"SET", "reminder:" + QByteArray::number(i), "{\"text\":\"call Ann\"}"});
        const Answer related = Duectl(server.url()).run("layout guess");
        QVERIFY2(related.out.contains("string = \"reminder:<id>\""), related.all());
        QVERIFY2(related.out.contains("# payloads exist for "), related.all());
    }

    /// A scan for queues must not find the hash with the payloads.
    void aProposedFileFitsTheKeysItWasMadeFrom()
    {
        RedisServer server;
        for (const char* day : {"20261130", "20261201"}) {
            for (const char* number : {"1", "2", "3"}) {
                const QByteArray id = QByteArray("email|n") + number + '-' + day;
                server.call({"ZADD", QByteArray("reminders:") + day, "1900000000", id});
                server.call({"HSET", "reminders:payloads", id, "{\"to\":\"ann\"}"});
            }
        }
        QTemporaryDir folder;
        const Answer guessed = Duectl(server.url()).run("layout guess");
        QVERIFY2(guessed.code == 0, guessed.all());
        const QByteArray path = folder.filePath(u"guess.toml"_s).toUtf8();
        QVERIFY(written(path, guessed.out));
        const Answer checked = Duectl(server.url()).run("layout check " + path);
        QVERIFY2(checked.code == 0 && checked.out.contains("6 tasks read: 6 match"), checked.all() + guessed.out);
    }

    /// The best guess is printed, along with the commands that guess the other queues' layouts.
    void otherQueuesAreNamed()
    {
        RedisServer server;
        server.call({"ZADD", "alpha", "1900000000", "one"});
        server.call({"ZADD", "beta:delayed", "1900000000", R"({"id":1,"n":2})"});
        server.call({"RPUSH", "beta:ready", R"({"id":2,"n":2})"});
        const Answer guessed = Duectl(server.url()).run("layout guess");
        QVERIFY2(guessed.code == 0 && guessed.out.contains("\"beta:delayed\""), guessed.all());
        QVERIFY2(guessed.err.contains("duectl layout guess -- alpha"), guessed.err);
        QCOMPARE(Duectl(server.url()).run("layout guess --json").array().size(), 2);
    }

    void keysOfKnownSystemsAreRefused()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run("add q mail"), 0);
        server.call({"SADD", "queues", "mail"});
        server.call({"SET", "stat:processed", "1"});
        server.call({"LPUSH", "queue:mail", R"({"jid":"j","class":"Mail","args":[1],"queue":"mail"})"});
        server.call({"ZADD", "bull:m:delayed", "1900000000000", "1"});
        server.call({"XADD", "events", "*", "a", "b"});
        FAILS(duectl.run("layout guess dueline:queues"), 1, "belongs to Dueline. Open it with --layout native.");
        FAILS(duectl.run("layout guess queue:mail"), 1, "--layout sidekiq");
        FAILS(duectl.run("layout guess bull:m:delayed"), 1, "--layout bull");
        FAILS(duectl.run("layout guess events"), 1, "--layout stream");
        FAILS(duectl.run("layout guess nothing"), 1, "There is no key nothing.");
        FAILS(duectl.run("layout guess"), 1, "No keys look like part of an unknown queue.");
        FAILS(duectl.run("layout guess a --watch 2h"), 2, "--watch can be at most 1m.");
        FAILS(duectl.run("layout list --watch 1s"), 2, "--watch applies only to layout guess.");
        server.call({"FLUSHALL"});
        FAILS(duectl.run("layout guess"), 1, "No keys look like part of an unknown queue.");
        server.call({"LPUSH", "words", "x"});
        FAILS(duectl.run("layout guess"), 1, "Specify its keys");
        EXIT(duectl.run("layout guess words"), 0);
    }

    /// Large keys, long members, binary names and unusual scores are sampled without being read completely.
    void hostileKeysAreSampled()
    {
        RedisServer server;
        const Duectl duectl(server.url());
        for (int i = 0; i < 30; ++i) {
            server.call({"RPUSH", "long", QByteArray(1024 * 1024, char('a' + i % 26))});
            server.call({"HSET", "hash:" + QByteArray::number(i), "f", QByteArray(100'000, 'x')});
        }
        for (int from = 0; from < 100'000; from += 1'000) {
            Command add{"ZADD", "big:delayed"};
            for (int i = from; i < from + 1'000; ++i)
                add.insert(add.end(), {QByteArray::number(1'900'000'000 + i), "m" + QByteArray::number(i)});
            server.call(add);
        }
        server.call({"ZADD", QByteArray("\xff\x00\n", 3), "1900000000", "a"});
        server.call({"ZADD", "odd", "inf", "a", "-inf", "b", "1900000000", "c", "1900000000000", "d"});
        server.call({"ZADD", "odd:names", "1900000000", QByteArray("\x00\xff", 2), "1900000000", QByteArray(300, 'y')});
        const Answer guessed = duectl.run("layout guess");
        QVERIFY2(guessed.code == 0, guessed.all());
        QVERIFY2(guessed.err.contains("The members of long are too long to sample."), guessed.err);
        QVERIFY2(guessed.err.contains("binary names were skipped"), guessed.err);
        EXIT(duectl.run("layout guess big:delayed"), 0);
        FAILS(duectl.run("layout guess odd"), 1, "do not look like a queue");
    }

    /// Watching a list while workers are running reveals which end they read from.
    void aWatchLearnsWhichEndRuns_data()
    {
        QTest::addColumn<bool>("isTail");
        QTest::newRow("head") << false;
        QTest::newRow("tail") << true;
    }
    void aWatchLearnsWhichEndRuns()
    {
        QFETCH(bool, isTail);
        RedisServer server;
        for (int i = 0; i < 50; ++i)
            server.call({isTail ? "LPUSH" : "RPUSH", "jobs:ready", "item-" + QUuid::createUuid().toByteArray()});
        const auto guessing
            = Duectl(server.url()).start({u"layout"_s, u"guess"_s, u"jobs:ready"_s, u"--watch"_s, u"20s"_s});
        while (guessing->state() != QProcess::NotRunning) {
            server.call({isTail ? "LPUSH" : "RPUSH", "jobs:ready", "item-" + QUuid::createUuid().toByteArray()});
            server.call({isTail ? "RPOP" : "LPOP", "jobs:ready"});
            guessing->waitForFinished(50);
        }
        const Answer guessed = Duectl::finish(*guessing);
        QVERIFY2(guessed.code == 0, guessed.all());
        QVERIFY2(guessed.out.contains(isTail ? "\nnext = \"tail\"\n" : "\nnext = \"head\"\n"), guessed.all());
    }

private:
    static bool written(const QByteArray& path, const QByteArray& text)
    {
        QFile file(QString::fromUtf8(path));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }
    /// Returns the number of changes to keys since the server started.
    static QByteArray changesOf(RedisServer& server)
    {
        const QByteArray info = server.call({"INFO", "persistence"}).bytes;
        const qsizetype from = info.indexOf("rdb_changes_since_last_save:");
        return info.mid(from, info.indexOf('\r', from) - from);
    }
};

QTEST_GUILESS_MAIN(DuectlLayoutGuess)
#include "tst_duectl_layoutguess.moc"
