// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/recordplace.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/lostrecording.h"
#include "tests/support/nodepeer.h"
#include "tests/support/redisserver.h"
#include "tests/support/rubypeer.h"

#include <QFile>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests `duectl putback`, and the task ids and payloads that `duectl record` stores on request, with real servers.
class DuectlPutback : public QObject, private RecordPlace
{
    Q_OBJECT

    std::unique_ptr<QProcess> m_recorder;

    void record(const Duectl& duectl, const QStringList& options) { m_recorder = RecordPlace::record(duectl, options); }
    void stop() { RecordPlace::stop(*m_recorder); }
    /// Returns the first recorded loss.
    QJsonObject loss() const { return changedInLastHour()[u"losses"_s][0].toObject(); }
    int recorded(const QString& figure) const
    {
        return changedInLastHour()[u"queues"_s][0][u"after"_s][figure].toInt(-1);
    }
    bool contains(const QByteArray& text) const
    {
        for (const QString& path : {m_path, m_path + u"-wal"_s}) {
            QFile file(path);
            if (file.open(QIODevice::ReadOnly) && file.readAll().contains(text))
                return true;
        }
        return false;
    }
    /// Returns JSON text with apostrophes replaced by quotation marks.
    static QString json(QString text) { return text.replace(u'\'', u'"'); }
    /// Adds 20 waiting and 20 delayed jobs with a framework's own client.
    static void addJobs(const QByteArray& module, RedisServer& redis)
    {
        if (module == "sidekiq") {
            QStringList jobs;
            for (int i = 0; i < 40; ++i)
                jobs << json(u"{'class':'MarkJob','args':[%1,'ü'],'queue':'mail','retry':3%2}"_s.arg(
                    QString::number(i), i < 20 ? QString() : u",'in':3600"_s));
            RubyPeer::run(redis, QStringList{u"add"_s} + jobs);
            return;
        }
        NodePeer::run(redis, QString::fromLatin1(module), "mail",
            {u"add"_s, json(u"{'name':'send','data':{'to':'ü','n':1.50},'copies':20}"_s),
                json(u"{'name':'later','data':[1,null],'copies':20,'opts':{'delay':3600000,'attempts':4,'priority':7,"
                     "'backoff':{'type':'exponential','delay':50},'removeOnComplete':5}}"_s)});
    }
    /// Returns the delayed jobs as the framework stores them, sorted, with their due times but without the ids that
    /// BullMQ assigns.
    static QByteArrayList delayedJobs(const QByteArray& module, RedisServer& redis)
    {
        QByteArrayList jobs;
        const bool isSidekiq = module == "sidekiq";
        const auto members
            = redis.call({"ZRANGE", isSidekiq ? "schedule" : "bull:mail:delayed", "0", "-1", "WITHSCORES"}).items;
        for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
            QByteArrayList parts;
            if (isSidekiq) {
                parts << members[i].bytes << members[i + 1].bytes;
            } else {
                // The score's lower 12 bits are a counter.
                parts << QByteArray::number(qint64(members[i + 1].bytes.toDouble()) >> 12);
                const auto fields = redis.call({"HGETALL", "bull:mail:" + members[i].bytes}).items;
                for (std::size_t f = 0; f + 1 < fields.size(); f += 2)
                    parts << fields[f].bytes + '=' + fields[f + 1].bytes;
                std::sort(parts.begin() + 1, parts.end());
            }
            jobs << parts.join(' ');
        }
        std::sort(jobs.begin(), jobs.end());
        return jobs;
    }
    static QByteArray listOf(const Duectl& duectl) { return duectl.run("export mail -").out; }

private slots:
    void init() { useNewFile(); }

    void theTasksOfAFlushedQueueArePutBack()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run({u"add"_s, u"mail"_s, u"send"_s, u"--copies"_s, u"30"_s, u"--payload"_s, u"{\"n\": 1}"_s}), 0);
        EXIT(duectl.run("add mail send --copies 5 --in 1h"), 0);
        EXIT(duectl.run("add mail bad --max-attempts 1"), 0);
        EXIT(duectl.run("work --queue mail --handler bad=fail --exit-when-empty"), 0);
        const QByteArray before = listOf(duectl);
        QCOMPARE(before.count('\n'), 36);
        record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(recorded(u"due"_s), 30);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"by_id"_s].toInt(), 36);
        QCOMPARE(loss()[u"with_payload"_s].toInt(), 36);
        QCOMPARE(loss()[u"unchecked"_s].toInt(), 0);

        const Answer preview = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--dry-run"_s});
        QVERIFY2(preview.code == 0 && preview.out.startsWith("36 would be added (")
                && preview.err.contains("Of the lost tasks, up to 30 may have run."),
            preview.all());
        QCOMPARE(redis.call({"DBSIZE"}).integer, 0);
        FAILS(duectl.run({u"putback"_s, m_path, u"mail"_s}), 1,
            "This would put 36 tasks back into mail: add --yes to continue, or --dry-run for details.");
        QCOMPARE(redis.call({"DBSIZE"}).integer, 0);
        const Answer done = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(done.code == 0 && done.object()[u"added"_s].toInt() == 36, done.all());
        QList<QByteArray> expected = before.split('\n');
        QList<QByteArray> found = listOf(duectl).split('\n');
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        QCOMPARE(found, expected);
        QCOMPARE(done.object()[u"may_have_run"_s], QJsonValue(30));
        QCOMPARE(done.object()[u"without_payload"_s], QJsonValue(0));
        QCOMPARE(done.object()[u"not_looked_up"_s], QJsonValue(0));
        const Answer again = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(again.code == 0 && again.object()[u"added"_s].toInt() == 0
                && again.err.contains("has already put back 36 tasks from this recording."),
            again.all());
        RedisServer other;
        const Answer elsewhere = Duectl(other.url()).run({u"putback"_s, m_path, u"mail"_s, u"--dry-run"_s});
        QVERIFY2(elsewhere.code == 0 && elsewhere.err.contains("The recording describes " + redis.url().toUtf8())
                && elsewhere.err.contains("but the tasks are added to " + other.url().toUtf8())
                && !preview.err.contains("The recording describes"),
            elsewhere.all());
        // Undoing the operation removes the added tasks that haven't run yet.
        EXIT(duectl.run({u"undo"_s, done.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
        QCOMPARE(duectl.run("list mail --state pending --json").array().size(), 0);
        stop();
    }

    void onlyLostTasksAreListed()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 10"), 0);
        QVERIFY(redis.call({"SAVE"}).isStatus());
        EXIT(duectl.run("add mail late --copies 5 --payload {}"), 0);
        record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(recorded(u"due"_s), 15);
        QVERIFY(hasReadAgain());
        redis.kill9();
        redis.start(); // The server restarts with the snapshot's data.
        QTRY_COMPARE(loss()[u"by_id"_s].toInt(), 5);
        QCOMPARE(loss()[u"tasks"_s].toInt(), 5);
        QTRY_COMPARE(loss()[u"unchecked"_s].toInt(), 0);
        const QString file = m_folder.filePath(u"lost.jsonl"_s);
        const Answer exported = Duectl().run({u"putback"_s, m_path, u"mail"_s, u"--export"_s, file});
        QVERIFY2(exported.code == 0 && exported.out.startsWith("5 tasks written to "), exported.all());
        const Answer imported = duectl.run({u"import"_s, u"mail"_s, file});
        QVERIFY2(imported.code == 0 && imported.out.startsWith("5 added (5 due)"), imported.all());
        QCOMPARE(duectl.run("list mail --match type:late --json").array().size(), 5);
        FAILS(duectl.run({u"putback"_s, m_path, u"mail"_s, u"--export"_s, file, u"--match"_s, u"type:late"_s}), 2,
            "Use --match and --state with duectl import.");
        const Answer after = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(after.object()[u"added"_s].toInt(-1) == 0 && after.object()[u"exists"_s].toInt() == 5, after.all());
        stop();
    }

    void aPausedQueueMayNoLongerBePaused()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 2"), 0);
        EXIT(duectl.run("pause mail"), 0);
        record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(recorded(u"due"_s), 2);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"with_payload"_s].toInt(), 2);
        QCOMPARE(loss()[u"before"_s][u"paused"_s], QJsonValue(true));
        const Answer report = Duectl().run({u"changed"_s, m_path});
        QVERIFY2(report.out.contains("was paused"), report.all());
        const auto warns = [&](const QString& option) {
            return duectl.run({u"putback"_s, m_path, u"mail"_s, option})
                .err.contains("mail was paused before the loss, but is not paused now: ");
        };
        QVERIFY(warns(u"--dry-run"_s));
        QVERIFY(warns(u"--yes"_s));
        EXIT(duectl.run("pause mail"), 0);
        QVERIFY(!warns(u"--dry-run"_s));
        const Answer exported = Duectl().run({u"putback"_s, m_path, u"mail"_s, u"--export"_s, u"-"_s});
        QVERIFY2(exported.code == 0 && exported.err.contains("mail was paused before the loss."), exported.all());
        stop();
    }

    void aNameNeedsNoLayout()
    {
        RedisServer redis;
        const auto writer = FrameworkWriter::of("bullmq", redis);
        for (const char* id : {"a1", "b2"})
            writer->write("mail", {.id = id, .state = TaskState::Due});
        const Duectl duectl(redis.url());
        record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(due(u"mail@bullmq"_s), 2);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"with_payload"_s].toInt(), 2);
        writer->write("mail", {.id = "new", .state = TaskState::Due}); // This job shows that the queue is in use.
        FAILS(duectl.run({u"putback"_s, m_path, u"bills"_s, u"--dry-run"_s}), 1,
            "contains no lost tasks from the queue \"bills\". It contains lost tasks from mail@bullmq.");
        const Answer exported = Duectl().run({u"putback"_s, m_path, u"mail"_s, u"--export"_s, u"-"_s});
        QVERIFY2(exported.code == 0 && exported.out.count('\n') == 2, exported.all());
        const Answer done = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(
            done.code == 0 && done.object()[u"queue"_s] == u"mail@bullmq"_s && done.object()[u"added"_s].toInt() == 2,
            done.all());
        stop();
    }

    void flowParentsAreNotPutBack()
    {
        if (const QString why = NodePeer::missing(u"bullmq"_s); !why.isEmpty())
            QSKIP(qPrintable(why));
        RedisServer redis;
        const QString flow = json(u"{'name':'report','children':[{'name':'draw','queueName':'mail'}]}"_s);
        QCOMPARE(NodePeer::run(redis, u"bullmq"_s, "mail", {u"flow"_s, flow}).size(), 1);
        const Duectl duectl(redis.url());
        record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(due(u"mail@bullmq"_s), 1);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"with_payload"_s].toInt(), 2);
        NodePeer::run(redis, u"bullmq"_s, "mail", {u"add"_s, json(u"{'name':'send','copies':1}"_s)});
        for (const QString& option : {u"--dry-run"_s, u"--yes"_s}) {
            const Answer answer = duectl.run({u"putback"_s, m_path, u"mail"_s, option});
            QVERIFY2(answer.code == 1 && answer.out.contains(", 1 flow parent refused")
                    && answer.err.contains(" waits for its children.")
                    && answer.err.contains(
                        "1 task that waits for its children is not added, because only the framework "
                        "can link them. Its children are added as independent tasks."),
                answer.all());
        }
        const QJsonArray found = duectl.run({u"list"_s, u"mail@bullmq"_s, u"--json"_s}).array();
        QStringList types;
        for (const QJsonValue& task : found)
            types << task[u"type"_s].toString();
        types.sort();
        QCOMPARE(types, (QStringList{u"draw"_s, u"send"_s}));
        stop();
    }

    void exportedTasksMayNeedTheirFramework()
    {
        RedisServer redis;
        FrameworkWriter::of("rq", redis)->write("mail", {.id = "a1", .state = TaskState::Due});
        const Duectl duectl(redis.url());
        record(duectl, {u"--payloads"_s});
        QTRY_COMPARE(due(u"mail@rq"_s), 1);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"with_payload"_s].toInt(), 1);
        const Answer exported = Duectl().run({u"putback"_s, m_path, u"mail"_s, u"--export"_s, u"-"_s});
        QVERIFY2(exported.code == 0
                && exported.err.contains("Dueline cannot add RQ tasks, so \"duectl import\" refuses this file"),
            exported.all());
        stop();
    }

    void tasksThatWereTakenAreNotListed()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail send --copies 6"), 0);
        EXIT(duectl.run("add mail later --copies 4 --in 1h"), 0);
        record(duectl, {u"--ids"_s});
        QTRY_COMPARE(recorded(u"due"_s), 6);
        EXIT(duectl.run("work --queue mail --handler send=echo --exit-when-empty"), 0);
        QTRY_COMPARE(recorded(u"due"_s), 0);
        QVERIFY(hasReadAgain());
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"by_id"_s].toInt(), 4);
        QCOMPARE(loss()[u"with_payload"_s].toInt(), 0);
        FAILS(duectl.run({u"putback"_s, m_path, u"mail"_s, u"--dry-run"_s}), 1,
            "contains only the ids of the lost tasks in mail.");
        stop();
        FAILS(duectl.run({u"record"_s, m_path, u"--for"_s, u"1s"_s}), 1, "contains task ids. Add --ids");
    }

    void theSwitchesDecideWhatTheFileContains()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        EXIT(duectl.run("add mail canary-type --id canary-id --payload canary-payload"), 0);
        record(duectl, {});
        QTRY_COMPARE(recorded(u"due"_s), 1);
        QVERIFY(hasReadAgain());
        QVERIFY(!contains("canary"));
        stop();
        QVERIFY(!contains("canary"));
        record(duectl, {u"--ids"_s});
        QVERIFY(hasReadAgain());
        QVERIFY(contains("canary-id") && !contains("canary-payload"));
        // A deleted task's id doesn't stay in the file.
        EXIT(duectl.run("delete mail --all --yes"), 0);
        QVERIFY(hasReadAgain());
        QVERIFY(hasReadAgain());
        stop();
        QVERIFY(!contains("canary"));
    }

    void refusalsAreSentences()
    {
        RedisServer redis;
        const Duectl duectl(redis.url());
        FAILS(duectl.run({u"putback"_s, m_path, u"mail"_s}), 1, "does not exist.");
        EXIT(duectl.run({u"record"_s, m_path, u"--for"_s, u"1s"_s}), 0);
        FAILS(duectl.run({u"putback"_s, m_path, u"mail"_s}), 1, "contains no task ids.");
        const QString lost = m_folder.filePath(u"lost.dwit"_s);
        QVERIFY(writeLostRecording(lost, "mail", 3));
        const QString idsOnly = m_folder.filePath(u"ids.dwit"_s);
        QVERIFY(writeLostRecording(idsOnly, "mail", 3));
        const auto file = RecordFile::write(idsOnly, {"redis://shop", "native", "duectl"});
        QVERIFY(file && (*file)->database().run("UPDATE vanished SET body=NULL").ok());
        for (const QStringList& options : {QStringList{}, {u"--export"_s, u"-"_s}})
            FAILS(duectl.run(QStringList{u"putback"_s, idsOnly, u"mail"_s} + options), 1,
                "contains only the ids of the lost tasks in mail. To put tasks back, record with --payloads.");
        FAILS(duectl.run({u"putback"_s, lost, u"other"_s}), 1, "contains no lost tasks from the queue \"other\".");
        FAILS(duectl.run({u"putback"_s, lost, u"mail"_s, u"--event"_s, u"99"_s}), 1, "for the event 99.");
        const Answer one = duectl.run({u"putback"_s, lost, u"mail"_s, u"--match"_s, u"id:lost#1"_s});
        // A single task needs no --yes.
        QVERIFY2(one.code == 0 && one.out.startsWith("1 added (1 scheduled)"), one.all());
    }

    void liveWorkersRunTheJobsOnce_data()
    {
        QTest::addColumn<QByteArray>("module");
        for (const char* module : {"bullmq", "bullmq5", "sidekiq"})
            QTest::newRow(module) << QByteArray(module);
    }
    /// Puts the jobs back while a live worker runs the waiting ones. Undo then removes exactly the ones that haven't
    /// run.
    void liveWorkersRunTheJobsOnce()
    {
        QFETCH(QByteArray, module);
        const bool isSidekiq = module == "sidekiq";
        if (const QString why = isSidekiq ? RubyPeer::missing() : NodePeer::missing(QString::fromLatin1(module));
            !why.isEmpty())
            QSKIP(qPrintable(why));
        RedisServer redis;
        const Duectl duectl(redis.url());
        const QStringList layout{u"--layout"_s, isSidekiq ? u"sidekiq"_s : u"bullmq"_s};
        addJobs(module, redis);
        const QByteArrayList before = delayedJobs(module, redis);
        QCOMPARE(before.size(), 20);
        record(duectl, layout + QStringList{u"--payloads"_s});
        QTRY_COMPARE(due(u"mail"_s), 20);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        // The delayed jobs of all Sidekiq queues are in one set, which is listed as a separate queue.
        const QStringList queues = isSidekiq ? QStringList{u"mail"_s, u"@sidekiq"_s} : QStringList{u"mail"_s};
        const auto known = [this] {
            int count = 0;
            for (const QJsonValue& lost : changedInLastHour()[u"losses"_s].toArray())
                count += lost[u"with_payload"_s].toInt();
            return count;
        };
        QTRY_COMPARE(known(), 40);

        std::unique_ptr<PeerProcess> worker;
        if (isSidekiq)
            worker = std::make_unique<RubyPeer>(redis, "mail");
        else
            worker = std::make_unique<NodePeer>(redis, QString::fromLatin1(module), "mail");
        const auto ran = [&worker] { return worker->ran().size(); };
        addJobs(module, redis); // BullMQ gives these jobs the ids of the lost ones.
        QTRY_COMPARE_WITH_TIMEOUT(ran(), 20, 60'000);
        const QByteArrayList meanwhile = delayedJobs(module, redis);

        QStringList operations;
        int added = 0;
        for (const QString& queue : queues) {
            const Answer done = duectl.run(layout + QStringList{u"putback"_s, m_path, queue, u"--yes"_s, u"--json"_s});
            QVERIFY2(done.code == 0, done.all());
            added += done.object()[u"added"_s].toInt();
            operations << done.object()[u"operation"_s].toString();
        }
        QCOMPARE(added, 40);
        QTRY_COMPARE_WITH_TIMEOUT(ran(), 40, 60'000);
        QByteArrayList both = before + meanwhile;
        std::sort(both.begin(), both.end());
        QCOMPARE(delayedJobs(module, redis).join('\n'), both.join('\n'));

        QByteArray undone;
        for (const QString& operation : operations)
            undone += duectl.run(layout + QStringList{u"undo"_s, operation, u"--yes"_s}).out;
        QVERIFY2(
            undone.contains("20 have changed since") || undone.contains("20 of 20 imported tasks removed"), undone);
        QCOMPARE(delayedJobs(module, redis).join('\n'), meanwhile.join('\n'));
        const QByteArrayList jobs = worker->ran();
        QCOMPARE(QSet<QByteArray>(jobs.begin(), jobs.end()).size(), 40); // Each job ran once.
        stop();
    }

    /// Retries and scheduled jobs return to their sets with the recorded bytes and scores, and Sidekiq runs them.
    void retriesOfSidekiqReturnAsTheyWere()
    {
        if (const QString why = RubyPeer::missing(); !why.isEmpty())
            QSKIP(qPrintable(why));
        RedisServer redis;
        const Duectl duectl(redis.url());
        const QStringList layout{u"--layout"_s, u"sidekiq"_s};
        const QByteArray failed = RubyPeer::run(
            redis, {u"add"_s, json(u"{'class':'FailJob','args':['ü',1.50],'queue':'mail','retry':9}"_s)})
                                      .front();
        RubyPeer first(redis, "mail", 1);
        QVERIFY2(first.finish(), first.said());
        RubyPeer::run(redis, {u"add"_s, json(u"{'class':'MarkJob','args':[1],'queue':'mail','in':3600}"_s)});
        // The retry must not become due during the test.
        redis.call({"ZINCRBY", "retry", "3600.0000123", redis.call({"ZRANGE", "retry", "0", "0"}).items.at(0).bytes});
        const auto places = [&redis] {
            QByteArrayList all;
            for (const char* set : {"retry", "schedule"}) {
                for (const Reply& item : redis.call({"ZRANGE", set, "0", "-1", "WITHSCORES"}).items)
                    all << item.bytes;
            }
            return all;
        };
        const QByteArrayList before = places();
        QCOMPARE(before.size(), 4);
        record(duectl, layout + QStringList{u"--payloads"_s});
        const auto isRecorded = [this] {
            for (const QJsonValue& queue : changedInLastHour()[u"queues"_s].toArray()) {
                if (queue[u"name"_s] == u"@sidekiq"_s && queue[u"after"_s][u"retrying"_s].toInt() == 1)
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(isRecorded());
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"with_payload"_s].toInt(), 2);

        RubyPeer worker(redis, "mail");
        const auto putBack = [&](const QString& option) {
            return duectl.run(layout
                + QStringList{u"putback"_s, m_path, u"@sidekiq"_s, u"--match"_s, u"queue:mail"_s, u"--yes"_s, option});
        };
        const Answer preview = putBack(u"--dry-run"_s);
        QVERIFY2(preview.out.startsWith("2 would be added (1 scheduled, 1 retrying)"), preview.all());
        const Answer done = putBack(u"--json"_s);
        QVERIFY2(done.code == 0, done.all());
        QCOMPARE(places(), before);
        QCOMPARE(RubyPeer::run(redis, {u"places"_s, QString::fromUtf8(failed)}), QByteArrayList{"retry"});
        EXIT(duectl.run(layout + QStringList{u"undo"_s, done.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
        QCOMPARE(places(), QByteArrayList());
        EXIT(putBack(u"--json"_s), 0);
        QCOMPARE(places(), before);
        redis.call({"ZADD", "retry", "XX", "1", before.front()});
        QTRY_COMPARE_WITH_TIMEOUT(worker.ran(), QByteArrayList{failed}, 60'000);
        stop();
    }

    /// A Sidekiq queue's scheduled jobs are listed separately from its waiting jobs, but put back into the same queue.
    /// Only putting back the same list a second time counts as a repeat.
    void onlyARepetitionIsAWarning()
    {
        RedisServer redis;
        const auto writer = FrameworkWriter::of("sidekiq", redis);
        const TimePoint later = SystemClock().now() + Millis(hourMs);
        writer->write("mail", {.id = "a1", .state = TaskState::Due});
        writer->write("mail", {.id = "b2", .state = TaskState::Scheduled, .at = later});
        writer->write("bills", {.id = "c3", .state = TaskState::Scheduled, .at = later});
        const Duectl duectl(redis.url());
        const QStringList layout{u"--layout"_s, u"sidekiq"_s};
        record(duectl, layout + QStringList{u"--payloads"_s});
        QTRY_COMPARE(due(u"mail"_s), 1);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(changedInLastHour()[u"losses"_s].toArray().size(), 2);
        QTRY_COMPARE(changedInLastHour()[u"losses"_s][0][u"with_payload"_s].toInt()
                + changedInLastHour()[u"losses"_s][1][u"with_payload"_s].toInt(),
            3);
        for (const char* queue : {"mail", "bills"}) // jobs that show that the queues are in use
            writer->write(queue, {.id = "d4", .state = TaskState::Due});
        const auto warns = [&](const QString& queue, const QString& match) {
            const Answer done
                = duectl.run(layout + QStringList{u"putback"_s, m_path, queue, u"--match"_s, match, u"--yes"_s});
            if (done.code != 0)
                qWarning("%s", done.all().constData());
            return done.err.contains("has already put back 1 task from this recording.");
        };
        QVERIFY(!warns(u"mail"_s, u"queue:mail"_s));
        QVERIFY(!warns(u"@sidekiq"_s, u"queue:mail"_s));
        QVERIFY(!warns(u"@sidekiq"_s, u"queue:bills"_s));
        QVERIFY(warns(u"@sidekiq"_s, u"queue:bills"_s));
        QVERIFY(warns(u"mail"_s, u"queue:mail"_s));
        stop();
    }

    void frameworksGetTheirJobsBack_data()
    {
        QTest::addColumn<QByteArray>("layout");
        for (const char* layout : {"bullmq", "sidekiq"})
            QTest::newRow(layout) << QByteArray(layout);
    }
    void frameworksGetTheirJobsBack()
    {
        QFETCH(QByteArray, layout);
        RedisServer redis;
        const auto writer = FrameworkWriter::of(layout, redis);
        for (int i = 0; i < 3; ++i)
            writer->write("mail", {.id = "job-" + QByteArray::number(i), .state = TaskState::Due, .payload = "[7]"});
        const Duectl duectl(redis.url());
        const QString name = QString::fromLatin1(layout);
        const QByteArray before = duectl.run({u"--layout"_s, name, u"list"_s, u"mail"_s, u"--json"_s}).out;
        QCOMPARE(QJsonDocument::fromJson(before).array().size(), 3);
        record(duectl, {u"--layout"_s, name, u"--payloads"_s});
        QTRY_COMPARE(recorded(u"due"_s), 3);
        QVERIFY(hasReadAgain());
        redis.call({"FLUSHALL"});
        QTRY_COMPARE(loss()[u"with_payload"_s].toInt(), 3);
        if (layout == "bullmq") // Without keys or workers, nothing shows that the queue is in use.
            FAILS(duectl.run({u"--layout"_s, name, u"putback"_s, m_path, u"mail"_s, u"--yes"_s}), 1,
                "Start its workers or add a job with the framework, and then try again.");
        writer->write(
            // This job shows that the queue is in use.
            "mail", {.id = "new", .state = TaskState::Due, .payload = "[7]"});
        const Answer done = duectl.run({u"--layout"_s, name, u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(done.code == 0 && done.object()[u"added"_s].toInt() == 3, done.all());
        const QJsonArray found = duectl.run({u"--layout"_s, name, u"list"_s, u"mail"_s, u"--json"_s}).array();
        QCOMPARE(found.size(), 4);
        for (int i = 0; i < 4; ++i) {
            const QString id = found.at(i).toObject()[u"id"_s].toString();
            const Answer payload = duectl.run({u"--layout"_s, name, u"show"_s, u"mail"_s, id, u"--payload"_s});
            QVERIFY2(payload.out.contains("[7]"), payload.all());
        }
        EXIT(duectl.run({u"--layout"_s, name, u"undo"_s, done.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
        QCOMPARE(
            duectl.run({u"--layout"_s, name, u"list"_s, u"mail"_s, u"--state"_s, u"due"_s, u"--json"_s}).array().size(),
            1);
        stop();
    }
};

QTEST_GUILESS_MAIN(DuectlPutback)
#include "tst_duectl_putback.moc"
