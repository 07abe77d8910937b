// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/lostrecording.h"
#include "tests/integration/recordplace.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/redisserver.h"

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
                && preview.err.contains("none of the lost tasks had been claimed"),
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
        const Answer again = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(again.code == 0 && again.object()[u"added"_s].toInt() == 0, again.all());
        // Undoing the operation removes the tasks that have not run yet.
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
        redis.start(); // restarts with the data of the snapshot
        QTRY_COMPARE(loss()[u"by_id"_s].toInt(), 5);
        QCOMPARE(loss()[u"tasks"_s].toInt(), 5);
        QTRY_COMPARE(loss()[u"unchecked"_s].toInt(), 0);
        const QString file = m_folder.filePath(u"lost.jsonl"_s);
        const Answer exported = Duectl().run({u"putback"_s, m_path, u"mail"_s, u"--export"_s, file});
        QVERIFY2(exported.code == 0 && exported.out.startsWith("5 tasks written to "), exported.all());
        const Answer imported = duectl.run({u"import"_s, u"mail"_s, file});
        QVERIFY2(imported.code == 0 && imported.out.startsWith("5 added (5 due)"), imported.all());
        QCOMPARE(duectl.run("list mail --match type:late --json").array().size(), 5);
        const Answer after = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--yes"_s, u"--json"_s});
        QVERIFY2(after.object()[u"added"_s].toInt(-1) == 0 && after.object()[u"exists"_s].toInt() == 5, after.all());
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
        const Answer none = duectl.run({u"putback"_s, m_path, u"mail"_s, u"--dry-run"_s});
        QVERIFY2(none.code == 0 && none.err.contains("4 lost tasks were recorded without their payloads"), none.all());
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
        // A removed id does not remain in the file.
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
        FAILS(duectl.run({u"putback"_s, lost, u"other"_s}), 1, "contains no lost tasks of the queue \"other\".");
        FAILS(duectl.run({u"putback"_s, lost, u"mail"_s, u"--event"_s, u"99"_s}), 1, "for the event 99.");
        const Answer one = duectl.run({u"putback"_s, lost, u"mail"_s, u"--match"_s, u"id:lost#1"_s});
        QVERIFY2(one.code == 0 && one.out.startsWith("1 added (1 scheduled)"), one.all()); // one task: no --yes needed
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
        writer->write(
            "mail", {.id = "new", .state = TaskState::Due, .payload = "[7]"}); // shows that the queue is in use
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
