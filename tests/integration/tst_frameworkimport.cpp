// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/importplace.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/nodepeer.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests importing tasks into framework queues: the tasks are unchanged, undo removes them all, and a dry run predicts
/// the result.
class TestFrameworkImport : public QObject
{
    Q_OBJECT

private slots:
    void anImportIsUndone_data();
    void anImportIsUndone();
    void anUndoneImportCanBeRepeated();
    void whatRanSinceStays();
    void optionsOfAJobAreKept_data();
    void optionsOfAJobAreKept();
    void fieldsOfASidekiqJobAreKept();
    void waitingTimesAreKept_data() { optionsOfAJobAreKept_data(); }
    void waitingTimesAreKept();
    void fieldsSetOnlyByTheFrameworkAreNamed();
    void aForgottenQueueSaysWhyNothingIsAdded();
    void aFileThatIsRefusedAsAWholeNamesLines();
    void anExportKeepsTheOrderOfAList();
    void aDryRunRefusesWhatTheImportRefuses_data();
    void aDryRunRefusesWhatTheImportRefuses();
    void aRefusedLineDoesNotStopTheOthers_data();
    void aRefusedLineDoesNotStopTheOthers();
    void aDryRunForetellsWhatIsThere_data() { anImportIsUndone_data(); }
    void aDryRunForetellsWhatIsThere();
    void aTaskWithoutATimeIsDueImmediately_data();
    void aTaskWithoutATimeIsDueImmediately();
    void anExportOfASharedPlaceIsImportedByQueue();
    void aLayoutThatTakesNoTasksSaysSo_data();
    void aLayoutThatTakesNoTasksSaysSo();
    void aLiveQueueTakesTasksAfterItsKeysAreGone_data();
    void aLiveQueueTakesTasksAfterItsKeysAreGone();
    void aQueueWithoutAStampIsChanged();
};

void TestFrameworkImport::anImportIsUndone_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"bullmq", "bull", "sidekiq", "asynq"})
        QTest::newRow(layout) << QByteArray(layout);
}

void TestFrameworkImport::anImportIsUndone()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    const QString later = QString::fromUtf8(place.writer->placeOf("mail", TaskState::Scheduled));
    const QJsonObject before = place.counts(u"mail"_s);
    const QJsonObject laterBefore = place.counts(later);
    QByteArray file;
    for (int i = 1; i <= 120; ++i)
        file += importLine("now" + QByteArray::number(i), "[1]");
    for (int i = 1; i <= 5; ++i)
        file += importLine("later" + QByteArray::number(i), "[2]", Millis(3'600'000 + i));
    const Answer imported = place.run(u"--json import mail -"_s, file);
    QVERIFY2(imported.code == 0 && imported.object()[u"added"_s].toInt() == 125, imported.all());
    const QString operation = imported.object()[u"operation"_s].toString();
    QCOMPARE(place.counts(u"mail"_s)[u"due"_s].toInt(), before[u"due"_s].toInt() + 120);
    QCOMPARE(place.counts(later)[u"scheduled"_s].toInt(), laterBefore[u"scheduled"_s].toInt() + 5);
    const Answer undone = place.run(u"undo %1 --yes"_s.arg(operation));
    QVERIFY2(undone.code == 0 && undone.out.contains("125 of 125 imported tasks removed"), undone.all());
    QCOMPARE(place.counts(u"mail"_s)[u"due"_s], before[u"due"_s]);
    QCOMPARE(place.counts(later)[u"scheduled"_s], laterBefore[u"scheduled"_s]);
    const Answer again = place.run(u"undo %1 --yes"_s.arg(operation));
    QVERIFY2(again.code == 1 && again.err.contains("was already undone"), again.all());
    // The tasks are in the trash, and the undo is recorded.
    QCOMPARE(place.counts(u"mail"_s)[u"trash"_s].toInt(), later == u"mail" ? 125 : 120);
    QVERIFY(place.run(u"operations mail"_s).out.contains("undo"));
}

/// Checks that imported Sidekiq jobs are remembered for a day unless the import is undone.
void TestFrameworkImport::anUndoneImportCanBeRepeated()
{
    ImportPlace place("sidekiq");
    place.server.call({"SADD", "queues", "mail"});
    const QByteArray file = importLine("now", "[1]") + importLine("later", "[2]", Millis(3'600'000));
    for (int again = 0; again < 2; ++again) {
        const Answer dry = place.run(u"import mail - --dry-run"_s, file);
        QVERIFY2(dry.out.contains("2 would be added"), dry.all());
        const Answer imported = place.run(u"--json import mail -"_s, file);
        QVERIFY2(imported.code == 0 && imported.object()[u"added"_s].toInt() == 2, imported.all());
        const Answer repeated = place.run(u"--json import mail -"_s, file);
        QVERIFY2(repeated.object()[u"exists"_s].toInt() == 2, repeated.all());
        const Answer undone = place.run(u"undo %1 --yes"_s.arg(imported.object()[u"operation"_s].toString()));
        QVERIFY2(undone.out.contains("2 of 2 imported tasks removed"), undone.all());
    }
    // A discarded job counts as added, so reimporting the file doesn't add it.
    EXIT(place.run(u"import mail -"_s, file), 0);
    EXIT(place.run(u"discard mail --all --yes"_s), 0);
    const Answer discarded = place.run(u"--json import mail -"_s, file);
    QVERIFY2(discarded.object()[u"exists"_s].toInt() == 2, discarded.all());
}

void TestFrameworkImport::whatRanSinceStays()
{
    ImportPlace place("bullmq");
    place.writer->fill("mail", 1);
    const Answer imported
        = place.run(u"import mail -"_s, importLine("a", "{}") + importLine("b", "{}", Millis(3'600'000)));
    QVERIFY2(imported.out.contains("Undo: duectl undo "), imported.all());
    const QString operation = QString::fromUtf8(imported.out.split(' ').last().trimmed());
    place.server.call({"LREM", "bull:mail:wait", "1", "a"});
    place.server.call({"ZADD", "bull:mail:completed", "1795236791000", "a"});
    const Answer undone = place.run(u"undo %1 --yes"_s.arg(operation));
    QVERIFY2(undone.out.contains("1 of 2 imported tasks removed, 1 has changed since"), undone.all());
    QCOMPARE(place.server.call({"EXISTS", "bull:mail:a"}).integer, 1);
}

void TestFrameworkImport::optionsOfAJobAreKept_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::newRow("bullmq") << QByteArray("bullmq");
    QTest::newRow("bull") << QByteArray("bull");
}

void TestFrameworkImport::optionsOfAJobAreKept()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    place.writer->fill("copy", 1);
    const QByteArray kept
        = R"("attempts":5,"backoff":{"type":"exponential","delay":1000,"jitter":0.5},"priority":7,"removeOnComplete":{"age":60},)"
          R"("removeOnFail":true)";
    const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
    place.server.call({"HSET", "bull:mail:whole", "name", "send", "data", "{}", "timestamp", now, "delay", "3600000",
        "priority", "7", "opts", '{' + kept + R"(,"delay":3600000,"timestamp":)" + now + R"(,"jobId":"whole"})"});
    place.server.call({"ZADD", "bull:mail:delayed",
        QByteArray::number((QDateTime::currentMSecsSinceEpoch() + 3'600'000) * 4096), "whole"});
    const Answer exported = place.run(u"export mail - --match id:whole"_s);
    QVERIFY2(exported.out.contains("\"backoff\":\"exp:1s:"), exported.all());
    EXIT(place.run(u"import copy -"_s, exported.out), 0);
    const QJsonObject there = QJsonDocument::fromJson(place.field("bull:copy:whole", "opts")).object();
    const QJsonObject wanted = QJsonDocument::fromJson('{' + kept + '}').object();
    for (auto option = wanted.begin(); option != wanted.end(); ++option)
        QVERIFY2(there[option.key()] == option.value(), place.field("bull:copy:whole", "opts"));
    QVERIFY(!there.contains(u"jobId"_s));
    QCOMPARE(place.field("bull:copy:whole", "priority"), QByteArray("7"));
    // An option edited in the file takes effect.
    QByteArray edited = exported.out;
    edited.replace("\"max_attempts\":5", "\"max_attempts\":2").replace("\"whole\"", "\"edited\"");
    EXIT(place.run(u"import copy -"_s, edited), 0);
    QCOMPARE(QJsonDocument::fromJson(place.field("bull:copy:edited", "opts")).object()[u"attempts"_s].toInt(), 2);
}

/// Checks that all fields are kept except the batch and the lock: an imported job can neither join the batch nor
/// acquire the lock.
void TestFrameworkImport::fieldsOfASidekiqJobAreKept()
{
    ImportPlace place("sidekiq");
    const QByteArray rest = R"("tags":["t"],"cattr":{"tenant":7},"backtrace":true,"dead":false)";
    const auto job = [&rest](const QByteArray& jid, const QByteArray& fields) {
        return R"({"class":"J","args":[1],"jid":")" + jid
            + R"(","queue":"mail","created_at":1700000000.5,)"
              R"("enqueued_at":1700000001.5,)"
            + rest + ',' + fields + '}';
    };
    place.server.call({"SADD", "queues", "mail"});
    place.server.call({"LPUSH", "queue:mail", job("no-retries", R"("retry":false)")});
    place.server.call({"LPUSH", "queue:mail", job("five", R"("retry":5,"unique_for":600,"bid":"b1")")});
    const Answer exported = place.run(u"export mail -"_s);
    QVERIFY2(exported.code == 0 && exported.out.count('\n') == 2, exported.all());
    place.server.call({"DEL", "queue:mail"});
    const Answer imported = place.run(u"import mail -"_s, exported.out);
    QVERIFY2(imported.code == 0 && imported.out.contains("2 added"), imported.all());
    const QJsonObject kept = QJsonDocument::fromJson('{' + rest + '}').object();
    const auto members = place.server.call({"LRANGE", "queue:mail", "0", "-1"}).items;
    QCOMPARE(members.size(), 2U);
    for (const Reply& member : members) {
        const QJsonObject there = QJsonDocument::fromJson(member.bytes).object();
        for (auto field = kept.begin(); field != kept.end(); ++field)
            QVERIFY2(there[field.key()] == field.value(), member.bytes);
        const bool isFirst = there[u"jid"_s].toString() == u"no-retries";
        QCOMPARE(there[u"retry"_s], isFirst ? QJsonValue(false) : QJsonValue(5));
        QCOMPARE(there[u"created_at"_s].toDouble(), 1700000000.5);
        QCOMPARE(there[u"enqueued_at"_s].toDouble(), 1700000001.5);
        QVERIFY2(!there.contains(u"bid"_s) && !there.contains(u"unique_for"_s), member.bytes);
    }
}

/// Checks that imported and copied jobs have the same waiting times as the originals.
void TestFrameworkImport::waitingTimesAreKept()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    place.writer->fill("copy", 1);
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const QByteArray since = QByteArray::number(now - 7'200'000);
    const auto add = [&](const QByteArray& id, const QByteArray& delay) {
        place.server.call({"HSET", "bull:mail:" + id, "name", "send", "data", "{}", "timestamp", since, "delay", "0",
            "priority", "0", "opts", R"({"attempts":1,"delay":)" + delay + '}'});
    };
    add("waits", "0");
    add("waited", "3600000"); // due an hour ago
    add("later", "10800000"); // due in an hour
    place.server.call({"LPUSH", "bull:mail:wait", "waits", "waited"});
    place.server.call({"ZADD", "bull:mail:delayed", QByteArray::number((now + 3'600'000) * 4096), "later"});
    EXIT(place.run(u"copy mail waits waited later --to copy --yes"_s), 0);
    for (const char* id : {"waits", "waited", "later"}) {
        const QByteArray hash = QByteArray("bull:copy:") + id;
        QCOMPARE(place.field(hash, "timestamp"), since);
        const qint64 delay = qint64(QJsonDocument::fromJson(place.field(hash, "opts"))[u"delay"_s].toDouble());
        const qint64 all = std::max(delay, place.field(hash, "delay").toLongLong());
        QCOMPARE(all, id == QByteArray("waits") ? 0 : id == QByteArray("waited") ? 3'600'000 : 10'800'000);
    }
    const QByteArray score = place.server.call({"ZSCORE", "bull:copy:delayed", "later"}).bytes;
    QCOMPARE(qint64(score.toDouble() / 4096), now + 3'600'000);
    // A new job has no waiting time yet.
    EXIT(place.run(u"add copy send --id new"_s), 0);
    QVERIFY(place.field("bull:copy:new", "timestamp").toLongLong() >= now);
}

/// Checks that previews, copies and imports name the relations to other jobs that they don't preserve.
void TestFrameworkImport::fieldsSetOnlyByTheFrameworkAreNamed()
{
    const auto checkAll = [](ImportPlace& place) {
        const char* why = "1 task loses its parent, deduplication, batch or lock";
        const Answer preview = place.run(u"copy mail --match type:send --to copy --dry-run"_s);
        QVERIFY2(preview.out.contains(why), preview.all());
        const Answer copied = place.run(u"copy mail --match type:send --to copy --yes"_s);
        QVERIFY2(copied.code == 0 && copied.err.contains(why), copied.all());
        const Answer exported = place.run(u"export mail - --match type:send"_s);
        const Answer imported = place.run(u"import third -"_s, exported.out);
        QVERIFY2(imported.out.startsWith("1 added") && imported.err.contains(why), imported.all());
        const Answer json = place.run(u"copy mail --match type:send --to fourth --yes --json"_s);
        QCOMPARE(json.object()[u"relations_lost"_s].toInt(), 1);
    };
    for (const QByteArray& relation : {QByteArray("parentKey"), QByteArray("deid")}) {
        ImportPlace place("bullmq");
        for (const char* queue : {"mail", "copy", "third", "fourth"})
            place.server.call({"HSET", QByteArray("bull:") + queue + ":meta", "version", "bullmq:5.81.5",
                "opts.maxLenEvents", "10000"});
        place.server.call({"HSET", "bull:mail:a", "name", "send", "data", "{}", "timestamp", "1700000000000", "opts",
            "{}", relation, "bull:parents:1"});
        place.server.call({"LPUSH", "bull:mail:wait", "a"});
        checkAll(place);
    }
    for (const char* field : {R"("bid":"b1")", R"("unique_for":600)", R"("lock_digest":"d")"}) {
        ImportPlace place("sidekiq");
        for (const char* queue : {"mail", "copy", "third", "fourth"})
            place.server.call({"SADD", "queues", queue});
        place.server.call({"LPUSH", "queue:mail",
            QByteArray(R"({"class":"send","args":[],"queue":"mail","jid":"a","created_at":1700000000.5,)") + field
                + '}'});
        checkAll(place);
    }
}

/// Checks the reason given if an import adds nothing because Dueline remembers having added the tasks before.
void TestFrameworkImport::aForgottenQueueSaysWhyNothingIsAdded()
{
    ImportPlace place("sidekiq");
    place.server.call({"SADD", "queues", "mail"});
    const QByteArray file = importLine("a", "[1]") + importLine("b", "[2]");
    EXIT(place.run(u"import mail -"_s, file), 0);
    const Answer there = place.run(u"import mail -"_s, file);
    QVERIFY2(there.out.contains("2 already added") && there.err.isEmpty(), there.all());
    place.server.call({"DEL", "queue:mail"});
    for (const QString& line : {u"import mail -"_s, u"import mail - --dry-run"_s}) {
        const Answer again = place.run(line, file);
        QVERIFY2(again.out.contains("2 already added"), again.all());
        QVERIFY2(
            again.err.startsWith("2 tasks count as already added although they are not in the queue"), again.all());
        QVERIFY2(again.err.contains("for a day") && again.err.contains("change their ids"), again.all());
    }
    QByteArray renamed = file;
    const Answer added = place.run(u"import mail -"_s, renamed.replace("send#a", "send#c").replace("send#b", "send#d"));
    QVERIFY2(added.code == 0 && added.out.startsWith("2 added"), added.all());
}

/// Checks that the first refused lines are listed if the queue accepts none.
void TestFrameworkImport::aFileThatIsRefusedAsAWholeNamesLines()
{
    ImportPlace place("bullmq");
    place.writer->fill("mail", 1);
    const QByteArray file = importLine("a", "no json") + "rubbish\n" + importLine("b", "no json, too")
        + importLine("c", "none") + importLine("d", "none");
    for (const QString& line : {u"import mail -"_s, u"import mail - --dry-run"_s}) {
        const Answer refused = place.run(line, file);
        QVERIFY2(refused.isError(1), refused.all());
        QVERIFY2(refused.err.contains("Line 1: A job's data must be JSON"), refused.err);
        QVERIFY2(refused.err.contains("Line 2: it is not JSON") && refused.err.contains("Line 3: "), refused.err);
        QVERIFY2(!refused.err.contains("Line 4"), refused.err);
    }
}

/// Checks that an export starts with the task that runs next.
void TestFrameworkImport::anExportKeepsTheOrderOfAList()
{
    ImportPlace place("sidekiq");
    place.server.call({"SADD", "queues", "mail"});
    for (const char* jid : {"a", "b", "c", "d"}) {
        place.server.call({"LPUSH", "queue:mail",
            QByteArray(R"({"class":"J","args":[],"retry":true,"queue":"mail","jid":")") + jid + "\"}"});
    }
    const Answer exported = place.run(u"export mail -"_s);
    QVERIFY2(exported.code == 0, exported.all());
    QCOMPARE(exported.lines().size(), 4);
    place.server.call({"DEL", "queue:mail"});
    const Answer imported = place.run(u"import mail -"_s, exported.out);
    QVERIFY2(imported.code == 0, imported.all());
    QByteArray order;
    for (const Reply& member : place.server.call({"LRANGE", "queue:mail", "0", "-1"}).items)
        order += QJsonDocument::fromJson(member.bytes)[u"jid"_s].toString().toUtf8();
    QCOMPARE(order, QByteArray("dcba"));
}

void TestFrameworkImport::aDryRunRefusesWhatTheImportRefuses_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("bullmq, a colon in an id")
        << QByteArray("bullmq") << importLine("good", "{}") + importLine("1:7", "{}");
    QTest::newRow("bull, a colon in an id") << QByteArray("bull") << importLine("1:7", "{}");
    QTest::newRow("bullmq, no JSON") << QByteArray("bullmq") << importLine("a", "{");
    QTest::newRow("sidekiq, no list") << QByteArray("sidekiq") << importLine("a", "{}");
}

void TestFrameworkImport::aDryRunRefusesWhatTheImportRefuses()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, file);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    const Answer dry = place.run(u"import mail - --dry-run"_s, file);
    const Answer real = place.run(u"import mail -"_s, file);
    QVERIFY2(real.code > 0, real.all());
    QVERIFY2(dry.code == real.code && dry.err == real.err, dry.all() + real.all());
}

void TestFrameworkImport::aRefusedLineDoesNotStopTheOthers_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"bullmq", "bull", "sidekiq"})
        QTest::newRow(layout) << QByteArray(layout);
}

void TestFrameworkImport::aRefusedLineDoesNotStopTheOthers()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    const int before = place.counts(u"mail"_s)[u"due"_s].toInt();
    const QByteArray file = importLine("a", "[1]") + importLine("b", "not json") + importLine("c", "[2]");
    const Answer dry = place.run(u"import mail - --dry-run"_s, file);
    const Answer real = place.run(u"import mail -"_s, file);
    QVERIFY2(real.code == 1 && real.out.startsWith("2 added") && real.out.contains("1 invalid"), real.all());
    QVERIFY2(real.err.startsWith("duectl: Line 2: ") || real.err.startsWith("Line 2: "), real.all());
    QVERIFY2(dry.code == 1 && dry.err == real.err, dry.all());
    QCOMPARE(place.counts(u"mail"_s)[u"due"_s].toInt(), before + 2);
}

/// Checks that a dry run reports the same refusal as the real import, even for a user with read-only access. The
/// refusal suggests a command that imports a queue's tasks back into it.
void TestFrameworkImport::aDryRunForetellsWhatIsThere()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    const auto dryRun = [&place](const QByteArray& file) {
        return place.run(u"import mail - --dry-run"_s, file).out.split('(').front().trimmed();
    };
    const QByteArray file = importLine("a", "[1]") + importLine("b", "[2]", Millis(3'600'000));
    QCOMPARE(dryRun(file), "2 would be added");
    QCOMPARE(place.run(u"import mail -"_s, file).code, 0);
    QVERIFY2(dryRun(file).startsWith("0 would be added, 2 already added"), dryRun(file));
    const QByteArray changed = importLine("a", "[10]") + importLine("c", "[3]");
    QVERIFY2(dryRun(changed).startsWith("1 would be added"), dryRun(changed));
    const QJsonObject before = place.counts(u"mail"_s);
    const Answer real = place.run(u"--json import mail -"_s, changed);
    QVERIFY2(real.object()[u"added"_s].toInt() == 1 && real.object()[u"conflicts"_s].toInt() == 1, real.all());
    QCOMPARE(place.counts(u"mail"_s)[u"due"_s].toInt(), before[u"due"_s].toInt() + 1);
}

void TestFrameworkImport::aTaskWithoutATimeIsDueImmediately_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::newRow("one layout") << u"--layout sidekiq import mail -"_s;
    QTest::newRow("all layouts") << u"import mail@sidekiq -"_s;
}

/// Checks that a task without a time is added to the queue, not the scheduled jobs, even if the first reply with the
/// server's time arrives late.
void TestFrameworkImport::aTaskWithoutATimeIsDueImmediately()
{
    QFETCH(QString, arguments);
    ImportPlace sidekiq("sidekiq");
    sidekiq.server.call({"SADD", "queues", "mail"});
    ChaosProxy proxy(sidekiq.server.config());
    proxy.setPlan({.fault = ChaosPlan::Fault::Delay, .pause = Millis(300), .times = 1, .request = "TIME"});
    const Answer imported = Duectl(proxy.url())
                                .run(words(qPrintable(arguments)),
                                    R"({"id":"Mail#j1","payload":"[1]"})"
                                    "\n");
    QVERIFY2(imported.out.startsWith("1 added"), imported.all());
    QCOMPARE(sidekiq.server.call({"LLEN", "queue:mail"}).integer, 1);
    QCOMPARE(sidekiq.server.call({"ZCARD", "schedule"}).integer, 0);
}

void TestFrameworkImport::anExportOfASharedPlaceIsImportedByQueue()
{
    ImportPlace place("sidekiq");
    const QByteArray later = QByteArray::number(QDateTime::currentMSecsSinceEpoch() / 1000 + 3600);
    const auto job = [](const char* jid, const char* queue) {
        return QByteArray(R"({"class":"J","args":[1],"retry":true,"jid":")") + jid + R"(","queue":")" + queue + "\"}";
    };
    place.server.call({"SADD", "queues", "mail", "orders"});
    place.server.call({"ZADD", "schedule", later, job("a", "orders"), later, job("b", "mail")});
    const Answer exported = place.run(u"export @sidekiq -"_s);
    QVERIFY2(exported.code == 0 && exported.out.count('\n') == 2, exported.all());
    place.server.call({"DEL", "schedule"});
    for (const QString& dry : {u" --dry-run"_s, QString()}) {
        const Answer refused = place.run(u"import @sidekiq -"_s + dry, exported.out);
        QVERIFY2(
            refused.code == 2 && refused.err.contains(R"(duectl import --match 'queue:"orders"' orders@sidekiq FILE)"),
            refused.all());
    }
    QCOMPARE(place.server.call({"ZCARD", "schedule"}).integer, 0);
    for (const auto& [queue, match] :
        {std::pair(u"mail@sidekiq"_s, u"queue:mail"_s), std::pair(u"orders@sidekiq"_s, u"queue:orders"_s)}) {
        const Answer imported = place.duectl.run(
            {u"--layout"_s, u"sidekiq"_s, u"import"_s, queue, u"-"_s, u"--match"_s, match}, exported.out);
        QVERIFY2(imported.code == 0 && imported.out.contains(" added (") && imported.out.contains("), 1 not selected"),
            imported.all());
    }
    for (const Reply& member : place.server.call({"ZRANGE", "schedule", "0", "-1"}).items) {
        const QJsonObject there = QJsonDocument::fromJson(member.bytes).object();
        QCOMPARE(there[u"queue"_s].toString(), there[u"jid"_s].toString() == u"a" ? u"orders"_s : u"mail"_s);
    }
}

void TestFrameworkImport::aLayoutThatTakesNoTasksSaysSo_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("laravel") << u"laravel"_s << QByteArray("only PHP can write");
    QTest::newRow("rq") << u"rq"_s << QByteArray("only Python can write");
    QTest::newRow("celery") << u"celery"_s << QByteArray("Celery");
}

/// Checks that a dry run reports the same refusal as the real import.
void TestFrameworkImport::aLayoutThatTakesNoTasksSaysSo()
{
    QFETCH(QString, layout);
    QFETCH(QByteArray, why);
    const RedisServer server;
    const Duectl duectl(server.url());
    for (const QString& queue : {u"mail"_s, u'@' + layout}) {
        const QStringList import{u"--layout"_s, layout, u"import"_s, queue, u"-"_s};
        const Answer dry = duectl.run(import + QStringList{u"--dry-run"_s}, importLine("a", "{}"));
        const Answer real = duectl.run(import, importLine("a", "{}"));
        QVERIFY2(real.code > 0 && real.err.contains(why), real.all());
        QVERIFY2(dry.code == real.code && dry.err == real.err, dry.all() + real.all());
    }
}

void TestFrameworkImport::aLiveQueueTakesTasksAfterItsKeysAreGone_data()
{
    QTest::addColumn<QString>("module");
    for (const QString& module : {u"bullmq"_s, u"bullmq5"_s, u"bull"_s})
        QTest::newRow(qPrintable(module)) << module;
}

void TestFrameworkImport::aLiveQueueTakesTasksAfterItsKeysAreGone()
{
    QFETCH(QString, module);
    if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RedisServer server;
    const Duectl duectl(server.url());
    const QString queue = module == u"bull" ? u"mail@bull"_s : u"mail@bullmq"_s;
    NodePeer::run(server, module, "mail", {u"add"_s, uR"({"name":"a"})"_s});
    NodePeer worker(server, module, "mail", 3);
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "bull:mail:completed"}).integer, 1, 20'000);
    server.call({"FLUSHALL"});
    const QByteArray file = importLine("one", "{}") + importLine("two", "{}");
    const Answer dry = duectl.run({u"import"_s, queue, u"-"_s, u"--dry-run"_s}, file);
    QVERIFY2(dry.code == 0, dry.all());
    const Answer imported = duectl.run({u"import"_s, queue, u"-"_s}, file);
    QVERIFY2(imported.code == 0 && imported.out.startsWith("2 added"), imported.all());
    QVERIFY2(worker.finish(), worker.said());
    QVERIFY(worker.ran().contains("one") && worker.ran().contains("two"));
    // After the import, the queue can be found by name again and accepts actions.
    EXIT(duectl.run("list mail"), 0);
    EXIT(duectl.run("discard mail --all --state done --yes"), 0);
    // No worker reads a queue with the misspelled name, so nothing is imported.
    const Answer nobody
        = duectl.run({u"import"_s, QString(queue).replace(u"mail"_s, u"mial"_s), u"-"_s}, importLine("three", "{}"));
    QVERIFY2(nobody.code > 0, nobody.all());
}

/// Checks that a queue without a version stamp accepts changes. Programs connected during a FLUSHALL create such
/// queues.
void TestFrameworkImport::aQueueWithoutAStampIsChanged()
{
    ImportPlace place("bullmq");
    place.writer->fill("mail", 2);
    place.server.call({"HDEL", "bull:mail:meta", "version"});
    const Answer retried = place.run(u"retry mail --all --state failed --yes"_s);
    QVERIFY2(retried.code == 0 && retried.out.startsWith("2 retried"), retried.all());
    EXIT(place.run(u"pause mail"_s), 0);
    EXIT(place.run(u"resume mail"_s), 0);
    place.server.call({"RPUSH", "bull:mail:wait", "0:0"}); // data in the format of BullMQ 3 or 4
    const Answer refused = place.run(u"pause mail"_s);
    QVERIFY2(refused.code > 0 && refused.err.contains("major=5"), refused.all());
}

QTEST_GUILESS_MAIN(TestFrameworkImport)
#include "tst_frameworkimport.moc"
