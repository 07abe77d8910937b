// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/maskingbackend.h"
#include "core/console/transfer/tasklines.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/asynqacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/nativebackend.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/foreignkeys.h"
#include "tests/support/frameworkwriter.h"

#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests copying a framework's tasks to a native queue: a native worker finds a handler for them, and the originals
/// don't change.
class TestFrameworkCopies : public QObject
{
    Q_OBJECT

private slots:
    void tasksOfEachStateAreCopied_data();
    void tasksOfEachStateAreCopied();
    void anExportLosesNothing_data() { tasksOfEachStateAreCopied_data(); }
    void anExportLosesNothing();
    void aLongListIsExportedInOneWalk_data();
    void aLongListIsExportedInOneWalk();
    void anExportKeepsTheOrder_data() { tasksOfEachStateAreCopied_data(); }
    void anExportKeepsTheOrder();
    void aMaskedExportHidesWhatIsStored();
    void aCopyIsMadeOnceAndUndone();
    void aFrameworksQueueKeepsTheType();
    void aCopyIntoAFrameworksQueueIsUndone_data();
    void aCopyIntoAFrameworksQueueIsUndone();
    void aDryRunForeseesTheCopy_data();
    void aDryRunForeseesTheCopy();
    void equalIdsOfTwoSetsAreDistinguished_data();
    void equalIdsOfTwoSetsAreDistinguished();
    void equalIdsAreNotCopiedTwice_data();
    void equalIdsAreNotCopiedTwice();
    void aSkippedTaskIsNamedExactly();
    void aRefusedCopyLeavesNoRecord();
    void aTypeThatCannotBeOneThereIsLeft();
    void frameworksGiveNoTaskAway();
    void aNativeWorkerRunsTheCopy();

private:
    static std::map<QByteArray, QByteArray> theirs(RedisServer& server)
    {
        auto keys = keySpaceOf(server);
        std::erase_if(keys, [](const auto& key) { return key.first.startsWith("dueline:"); });
        return keys;
    }
};

void TestFrameworkCopies::tasksOfEachStateAreCopied_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::newRow(layout.constData()) << layout;
}

void TestFrameworkCopies::tasksOfEachStateAreCopied()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->fill("mail", 2);
    const auto before = theirs(server);
    const auto reader
        = must(openLayout(parseLayout(QString::fromLatin1(layout)).value(), server.config(), {}, {}, Access::ReadOnly));
    const auto native = openNative(server);
    const Duectl duectl(server.url());
    int copied = 0;
    for (const TaskState state : allStates) {
        if (!writer->states().contains(state) || state == TaskState::Leased || state == TaskState::Trash)
            continue;
        const QueueName place = writer->placeOf("mail", state);
        const TaskId id = FrameworkWriter::filledId(state, 1);
        const Task task = must(reader->inspector().task(place, id)).task;
        const QString from = QString::fromUtf8(place.startsWith('@') ? place : place + '@' + layout);
        const Answer preview
            = duectl.run({u"copy"_s, from, QString::fromUtf8(id), u"--to"_s, u"own"_s, u"--dry-run"_s});
        EXIT(preview, 0);
        QVERIFY2(preview.out.contains("Would copy 1 task"), preview.all());
        const Answer answer = duectl.run({u"copy"_s, from, QString::fromUtf8(id), u"--to"_s, u"own"_s});
        EXIT(answer, 0);
        const TaskId there = typeOf(task).toByteArray() + '#' + id;
        const TaskDetail copy = must(native->inspector().task("own", there));
        QCOMPARE(typeOf(copy.task), typeOf(task));
        // A Celery message is in its list regardless of its eta.
        const bool comesLater = task.state == TaskState::Due && task.at > must(native->serverTime());
        QCOMPARE(copy.task.state, comesLater ? TaskState::Scheduled : task.state);
        QCOMPARE(must(native->inspector().payload("own", there)), must(reader->inspector().payload(place, id)));
        if (state == TaskState::Failed)
            QCOMPARE(copy.task.error, task.error);
        if (state == TaskState::Scheduled)
            QCOMPARE(copy.task.at, task.at);
        ++copied;
    }
    QVERIFY(copied > 0);
    QCOMPARE(theirs(server), before);
}

/// Checks that an export line contains everything a framework stores about a task: the stored bytes, the framework's
/// state, and additional facts.
void TestFrameworkCopies::anExportLosesNothing()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->fill("mail", 2);
    const auto before = theirs(server);
    const auto values = foreignKeys(server, ComparedEnd::None);
    const auto reader
        = must(openLayout(parseLayout(QString::fromLatin1(layout)).value(), server.config(), {}, {}, Access::ReadOnly));
    const Duectl duectl(server.url());
    for (const TaskState state : allStates) {
        if (!writer->states().contains(state) || state == TaskState::Trash)
            continue;
        const QueueName place = writer->placeOf("mail", state);
        const QString from = QString::fromUtf8(place.startsWith('@') ? place : place + '@' + layout);
        const Answer exported
            = duectl.run({u"export"_s, from, u"--state"_s, QString::fromLatin1(stateName(state)), u"-"_s});
        EXIT(exported, 0);
        QByteArrayList lines = exported.out.split('\n');
        lines.removeLast();
        QVERIFY2(lines.size() >= 2, exported.all());
        for (const QByteArray& line : lines) {
            const TaskRecord read = must(readTaskLine(line, {}, {}));
            const QByteArray id = QJsonDocument::fromJson(line).object()[u"id"_s].toString().toUtf8();
            const TaskRecord there = *must(reader->inspector().readRecords(place, {id})).front();
            QCOMPARE(read.payload, there.payload);
            QCOMPARE(read.detail.task.nativeState, there.detail.task.nativeState);
            QCOMPARE(read.detail.stored, there.detail.stored);
            std::vector<TaskFact> facts = there.detail.facts;
            if (!there.detail.stored.isEmpty())
                std::erase_if(facts, [](const TaskFact& fact) { return fact.name == "stored"; });
            QCOMPARE(read.detail.facts, facts);
            QVERIFY2(layout.startsWith("bull") || !there.detail.stored.isEmpty(), line);
            // If no stored bytes are listed, the payload was not decoded, so it equals the stored bytes.
            QByteArray stored = there.detail.stored.isEmpty() ? there.payload : there.detail.stored;
            // A scheduled or retrying Sidekiq job is followed by a line with its set and score.
            if (const qsizetype end = stored.lastIndexOf('\n'); layout == "sidekiq" && end > 0)
                stored.truncate(end);
            // Sidekiq stores a running job as a string inside its thread's JSON data.
            const QByteArray quoted = QByteArray(stored).replace('\\', "\\\\").replace('"', "\\\"");
            const bool isKept = std::any_of(values.begin(), values.end(), [&](const auto& key) {
                return std::any_of(key.second.begin(), key.second.end(),
                    [&](const QByteArray& value) { return value.contains(stored) || value.contains(quoted); });
            });
            QVERIFY2(isKept, line);
        }
        QTemporaryDir folder;
        const QString file = folder.filePath(u"tasks.jsonl"_s);
        EXIT(duectl.run({u"export"_s, from, u"--state"_s, QString::fromLatin1(stateName(state)), file}), 0);
        const Answer imported = duectl.run({u"import"_s, u"own"_s, file});
        const bool hasParents = imported.out.contains("1 flow parent refused");
        QVERIFY2(!hasParents || layout == "bullmq", imported.all());
        EXIT(imported, hasParents ? 1 : 0);
    }
    QCOMPARE(theirs(server), before);
}

void TestFrameworkCopies::aLongListIsExportedInOneWalk_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"sidekiq", "laravel", "celery"})
        QTest::newRow(layout) << QByteArray(layout);
}

/// Checks that exporting a list without keys by id doesn't search the list again for tasks that the scan has already
/// read.
void TestFrameworkCopies::aLongListIsExportedInOneWalk()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    constexpr int tasks = 2000;
    for (int i = 0; i < tasks; ++i)
        writer->write("mail", {QByteArray::number(i), TaskState::Due, "send", "[]", fromMs(1'795'600'000'000), {}});
    server.call({"CONFIG", "RESETSTAT"});
    const Answer exported
        = Duectl(server.url()).run({u"--layout"_s, QString::fromLatin1(layout), u"export"_s, u"mail"_s, u"-"_s});
    EXIT(exported, 0);
    QCOMPARE(exported.out.count('\n'), tasks);
    std::set<QByteArray> ids;
    for (const QByteArray& line : exported.out.split('\n'))
        ids.insert(QJsonDocument::fromJson(line).object()[u"id"_s].toString().toUtf8());
    QCOMPARE(ids.size(), std::size_t(tasks + 1)); // The last id is empty, because it comes after the last line feed.
    const QByteArray stats = server.call({"INFO", "commandstats"}).bytes;
    const qsizetype at = stats.indexOf("cmdstat_lrange:calls=");
    const int reads = at < 0 ? 0 : stats.mid(at + 21, stats.indexOf(',', at) - at - 21).toInt();
    QVERIFY2(reads > 0 && reads < 100, stats.mid(at, 60));
}

/// Checks that exporting tasks and importing them into another queue keeps them in run order.
void TestFrameworkCopies::anExportKeepsTheOrder()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    for (int i = 0; i < 1200; ++i) {
        writer->write(
            "mail", {"job" + QByteArray::number(i), TaskState::Due, "send", "[]", fromMs(1'795'600'000'000 + i), {}});
    }
    const Duectl duectl(server.url());
    const auto run = [&](const QStringList& line, const QByteArray& input = {}) {
        return duectl.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + line, input);
    };
    const auto listed = [&](const QString& queue) {
        QStringList ids;
        for (const QJsonValue& task : run({u"list"_s, queue, u"--limit"_s, u"2000"_s, u"--json"_s}).array())
            ids << task[u"id"_s].toString();
        return ids;
    };
    const QStringList before = listed(u"mail"_s);
    QCOMPARE(before.size(), 1200);
    const Answer exported = run({u"export"_s, u"mail"_s, u"-"_s});
    QStringList written;
    for (const QByteArray& line : exported.lines())
        written << QJsonDocument::fromJson(line).object()[u"id"_s].toString();
    QCOMPARE(written, before);
    const Answer imported = run({u"import"_s, u"other"_s, u"-"_s}, exported.out);
    if (imported.code == 0)
        QCOMPARE(listed(u"other"_s).size(), 1200);
    const QStringList after = imported.code == 0 ? listed(u"other"_s) : before;
    for (qsizetype i = 0; i < after.size(); ++i)
        QVERIFY2(after[i].endsWith(before[i].mid(before[i].indexOf(u'#') + 1)), qPrintable(after[i]));
}

void TestFrameworkCopies::aMaskedExportHidesWhatIsStored()
{
    RedisServer server;
    const auto writer = FrameworkWriter::of("celery", server);
    WrittenJob job{"a", TaskState::Due};
    job.payload = R"([{"password": "hunter2", "to": "b"}])";
    writer->write("mail", job);
    const RedisConfig config = server.config();
    const auto plain = must(openLayout(parseLayout(u"celery"_s).value(), config, {}, {}, Access::ReadOnly));
    QVERIFY(!must(plain->inspector().readRecords("mail", {"a"})).front()->detail.stored.isEmpty());
    MaskingBackend masked(must(openLayout(parseLayout(u"celery"_s).value(), config, {}, {}, Access::ReadOnly)),
        {u"password"_s}, nullptr, false);
    const TaskRecord hidden = *must(masked.inspector().readRecords("mail", {"a"})).front();
    QVERIFY(hidden.detail.stored.isEmpty());
    QVERIFY2(!taskLine(hidden, true).contains("hunter2"), taskLine(hidden, true));
}

void TestFrameworkCopies::aCopyIsMadeOnceAndUndone()
{
    AsynqActs place;
    for (int i = 0; i < 150; ++i)
        place.put('f' + QByteArray::number(i), "archived", 1'600'000'000 + i);
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    const QString all = u"copy mail@asynq --all --state failed --to own --yes"_s;
    const Answer copied = duectl.run(words(all.toUtf8().constData()));
    EXIT(copied, 0);
    QVERIFY2(copied.out.startsWith("150 tasks copied"), copied.all());
    const Answer again = duectl.run(words(all.toUtf8().constData()));
    EXIT(again, 1);
    QVERIFY2(again.err.contains("150 already there"), again.all());
    const auto native = openNative(place.server);
    QCOMPARE(must(native->inspector().queue("own")).counts[TaskState::Failed], 150);
    EXIT(duectl.run({u"undo"_s, QString::fromUtf8(copied.out.trimmed().split(' ').last()), u"--yes"_s}), 0);
    QCOMPARE(must(native->inspector().queue("own")).counts[TaskState::Failed], 0);
    QCOMPARE(place.theirs(), before);
}

void TestFrameworkCopies::aFrameworksQueueKeepsTheType()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail", "other"});
    server.call({"LPUSH", "queue:mail", R"({"class":"Charge","args":[2],"retry":true,"queue":"mail","jid":"j1"})"});
    const Duectl duectl(server.url());
    const Answer copied = duectl.run("copy mail@sidekiq --all --to other@sidekiq --yes");
    QVERIFY2(copied.code == 0 && copied.out.startsWith("1 task copied to the queue other@sidekiq."), copied.all());
    const auto job = QJsonDocument::fromJson(server.call({"LINDEX", "queue:other", "0"}).bytes).object();
    QCOMPARE(job[u"class"_s].toString(), u"Charge"_s);
    QCOMPARE(job[u"jid"_s].toString(), u"j1"_s);
    QCOMPARE(job[u"args"_s].toArray(), QJsonArray{2});
    const QString operation = QString::fromUtf8(copied.out).section(u"undo "_s, 1).trimmed();
    EXIT(duectl.run({u"undo"_s, operation, u"--yes"_s}), 0);
    QCOMPARE(server.call({"LLEN", "queue:other"}).integer, 0);
    QCOMPARE(server.call({"LLEN", "queue:mail"}).integer, 1);
}

void TestFrameworkCopies::aCopyIntoAFrameworksQueueIsUndone_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"bullmq", "bull", "sidekiq", "asynq"})
        QTest::newRow(layout) << QByteArray(layout);
}

/// Checks that undo removes the copies that are still waiting, but no other tasks, and not the originals.
void TestFrameworkCopies::aCopyIntoAFrameworksQueueIsUndone()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const Duectl duectl(server.url());
    const auto writer = FrameworkWriter::of(layout, server);
    writer->write("mail", {"theirs", TaskState::Due});
    for (int i = 0; i < 120; ++i)
        EXIT(duectl.run(words("--layout native add own send --payload [1] --id now" + QByteArray::number(i))), 0);
    EXIT(duectl.run("--layout native add own send --payload [2] --id later --in 1h"), 0);
    const QString target = u"mail@"_s + QString::fromLatin1(layout);
    const auto waiting = [&] {
        int count = 0;
        for (const QJsonValue& queue : duectl.run("--json queues").array()) {
            if (queue[u"name"_s].toString().endsWith(u'@' + QString::fromLatin1(layout)))
                count += queue[u"due"_s].toInt() + queue[u"scheduled"_s].toInt();
        }
        return count;
    };
    QCOMPARE(waiting(), 1);
    const QStringList copy{u"copy"_s, u"own"_s, u"--all"_s, u"--to"_s, target, u"--yes"_s};
    const Answer copied = duectl.run(copy);
    QVERIFY2(copied.code == 0 && copied.out.startsWith("121 tasks copied"), copied.all());
    QCOMPARE(waiting(), 122);
    const Answer again = duectl.run(copy);
    QVERIFY2(again.code == 1 && again.err.contains("Not copied: 121 already there"), again.all());
    QCOMPARE(waiting(), 122);
    const QString operation = QString::fromUtf8(copied.out).section(u"undo "_s, 1).trimmed();
    const Answer undone = duectl.run({u"undo"_s, operation, u"--yes"_s});
    QVERIFY2(undone.code == 0 && undone.out.contains("121 of 121"), undone.all());
    QCOMPARE(waiting(), 1);
    QCOMPARE(duectl.run("--layout native --json list own --limit 200").array().size(), 121);
}

void TestFrameworkCopies::aDryRunForeseesTheCopy_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("payload");
    for (const QByteArray& layout : FrameworkWriter::layouts()) {
        QTest::newRow((layout + ", array").constData()) << layout << QByteArray("[1]");
        QTest::newRow((layout + ", text").constData()) << layout << QByteArray("text");
    }
    QTest::newRow("native") << QByteArray("native") << QByteArray("text");
}

/// Checks that a dry run reports the same numbers or error as the copy.
void TestFrameworkCopies::aDryRunForeseesTheCopy()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, payload);
    RedisServer server;
    const Duectl duectl(server.url());
    if (layout != "native")
        FrameworkWriter::of(layout, server)->write("mail", {"theirs", TaskState::Due});
    const auto add = [&](const char* id, const char* in) {
        EXIT(duectl.run(words(
                 "--layout native add own send --id " + QByteArray(id) + " --in " + in + " --payload " + payload)),
            0);
    };
    add("failing", "0s");
    add("again", "0s");
    const auto backend = openNative(server);
    for (const Lease& lease : must(backend->broker()->claim({"own", 10, Millis(60'000), {true, {}, {}}})).leases) {
        const auto delay = lease.id.endsWith("again") ? std::optional(Millis(3'600'000)) : std::nullopt;
        must(backend->broker()->nack(
            "own", {{lease.id, lease.token, delay, delay ? "retry" : "failed", "why", lease.dueAt}}, {}));
    }
    add("now", "0s");
    add("later", "1h");
    const QString target = layout == "native" ? u"mail"_s : u"mail@"_s + QString::fromLatin1(layout);
    for (int round = 0; round < 2; ++round) {
        const QStringList copy{u"copy"_s, u"own"_s, u"--all"_s, u"--to"_s, target, u"--json"_s};
        const auto before = keySpaceOf(server);
        const Answer dry = duectl.run(copy + QStringList{u"--dry-run"_s});
        QCOMPARE(keySpaceOf(server), before);
        const Answer copied = duectl.run(copy + QStringList{u"--yes"_s});
        if (copied.out.isEmpty()) {
            QVERIFY2(dry.out.isEmpty() && dry.err == copied.err, (dry.all() + copied.all()).constData());
            continue;
        }
        QCOMPARE(dry.object()[u"total"_s], copied.object()[u"done"_s]);
        for (const auto& name :
            {u"exists"_s, u"conflicts"_s, u"no_place"_s, u"attempts_lost"_s, u"leased"_s, u"damaged"_s})
            QCOMPARE(dry.object()[name], copied.object()[name]);
        const int lost = copied.object()[u"attempts_lost"_s].toInt();
        QCOMPARE(lost, round == 0 && layout != "native" ? 1 : 0);
        QCOMPARE(dry.object()[u"attempts_lost"_s].toInt(), lost);
        QCOMPARE(copied.err.contains("1 task loses its attempts and errors"), lost == 1);
        QCOMPARE(dry.code, copied.code);
        QCOMPARE(copied.code, round == 0 && layout == "native" ? 0 : 1);
    }
    const QStringList copy{u"copy"_s, u"own"_s, u"--all"_s, u"--to"_s, target, u"--dry-run"_s};
    const Answer present = duectl.run(copy);
    if (present.out.isEmpty())
        return;
    QVERIFY2(present.code == 1 && present.out.startsWith("Would copy 0 tasks to the queue " + target.toUtf8())
            && present.out.contains("Not copied: "),
        present.all());
    add("new", "0s");
    const Answer kept = duectl.run(copy);
    QVERIFY2(kept.code == 1 && kept.out.startsWith("Would copy 1 task "), kept.all());
    const QByteArray line = kept.out.mid(kept.out.indexOf("\nKept: ")).split('\n').value(1);
    QVERIFY2(line.contains("payload") && line.contains("attempts, errors") == (layout == "native")
            && line.contains("options") == (layout == "native"),
        kept.all());
}

void TestFrameworkCopies::equalIdsOfTwoSetsAreDistinguished_data()
{
    QTest::addColumn<QByteArray>("first"); // the scheduled job's additional fields
    QTest::addColumn<QByteArray>("second"); // the retry set job's additional fields
    QTest::newRow("other bytes") << QByteArray() << QByteArray(R"(,"retry_count":0,"error_class":"E")");
    QTest::newRow("equal bytes") << QByteArray() << QByteArray();
}

/// Checks that two jobs with the same jid in two sets get different ids, and can be shown, changed and copied by them.
void TestFrameworkCopies::equalIdsOfTwoSetsAreDistinguished()
{
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    RedisServer server;
    const QByteArray job = R"({"class":"Charge","args":[2],"queue":"mail","jid":"same","retry":true)";
    server.call({"SADD", "queues", "mail"});
    server.call({"ZADD", "schedule", "4000000000", job + first + '}'});
    server.call({"ZADD", "retry", "4000000001", job + second + '}'});
    const Duectl duectl(server.url());
    const QMap<QString, QString> states{{u"scheduled"_s, u"schedule"_s}, {u"retrying"_s, u"retry"_s}};
    for (const char* list : {"list @sidekiq --json", "list @sidekiq --json --match type:Charge"}) {
        QMap<QString, QString> ids; // ids by state
        for (const QJsonValue& task : duectl.run(list).array())
            ids[task[u"state"_s].toString()] = task[u"id"_s].toString();
        QVERIFY2(ids.size() == 2 && ids[u"scheduled"_s] != ids[u"retrying"_s], list);
        for (const QString& state : states.keys()) {
            // If identical tasks share an id, the id alone refers to any of them. An action needs the state as well.
            const bool isBare = second.isEmpty() && ids[state] == u"same";
            QStringList discard{u"discard"_s, u"@sidekiq"_s, ids[state], u"--json"_s};
            if (isBare)
                discard << u"--state"_s << state;
            const Answer shown = duectl.run({u"show"_s, u"@sidekiq"_s, ids[state], u"--json"_s});
            QVERIFY2(isBare ? shown.code == 1 : shown.object()[u"state"_s] == state, shown.all());
            const Answer discarded = duectl.run(discard);
            EXIT(discarded, 0);
            QCOMPARE(server.call({"ZCARD", states[state].toUtf8()}).integer, 0);
            QCOMPARE(
                server.call({"ZCARD", states[state == u"scheduled" ? u"retrying"_s : u"scheduled"_s].toUtf8()}).integer,
                1);
            EXIT(duectl.run({u"undo"_s, discarded.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
        }
    }
    const Answer exported = duectl.run("export @sidekiq -");
    QSet<QString> exportedIds;
    QSet<QString> exportedStates;
    for (const QByteArray& line : exported.out.trimmed().split('\n')) {
        const QJsonObject task = QJsonDocument::fromJson(line).object();
        exportedIds.insert(task[u"id"_s].toString());
        exportedStates.insert(task[u"state"_s].toString());
    }
    QVERIFY2(exportedIds.size() == 2 && exportedStates.size() == 2, exported.all());
    const Answer dry = duectl.run("copy @sidekiq --all --to own --json --dry-run");
    const Answer copied = duectl.run("copy @sidekiq --all --to own --json --yes");
    EXIT(copied, 0);
    QCOMPARE(copied.object()[u"done"_s].toInt(), 2);
    QCOMPARE(dry.object()[u"total"_s].toInt(), 2);
    QCOMPARE(dry.object()[u"states"_s][u"retrying"_s].toInt(), 1);
    const auto native = openNative(server);
    const StateCounts counts = must(native->inspector().queue("own")).counts;
    QCOMPARE(counts[TaskState::Scheduled] + counts[TaskState::Retrying], 2);
}

void TestFrameworkCopies::equalIdsAreNotCopiedTwice_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("isFile");
    QTest::addColumn<bool>("isOneFirst");
    for (const bool isFile : {false, true}) {
        for (const bool isOneFirst : {false, true}) {
            for (const QString& target : {u"own"_s, u"other@sidekiq"_s})
                QTest::addRow(
                    "%s, %s, %s first", qPrintable(target), isFile ? "file" : "copy", isOneFirst ? "one" : "all")
                    << target << isFile << isOneFirst;
        }
    }
}

/// Checks that a job that shares its jid with others is recognized when it is copied twice: once alone, with the jid as
/// its id, and once with the others, with a suffix that is reported.
void TestFrameworkCopies::equalIdsAreNotCopiedTwice()
{
    QFETCH(QString, target);
    QFETCH(bool, isFile);
    QFETCH(bool, isOneFirst);
    RedisServer server;
    server.call({"SADD", "queues", "mail", "other"});
    for (const char* argument : {"1", "2", "3"})
        server.call({"LPUSH", "queue:mail",
            QByteArray(R"({"class":"Charge","args":[)") + argument + R"(],"queue":"mail","jid":"same","retry":true})"});
    const Duectl duectl(server.url());
    EXIT(duectl.run("--layout native add own other --payload [] --in 1h"), 0);
    const auto transfer = [&](bool isOne) {
        const QStringList match = isOne ? QStringList{u"--match"_s, u"payload:\"[2]\""_s} : QStringList();
        if (!isFile) {
            return duectl.run(QStringList{u"copy"_s, u"mail@sidekiq"_s, u"--to"_s, target, u"--yes"_s}
                + (isOne ? match : QStringList{u"--all"_s}));
        }
        const QByteArray file = duectl.run(QStringList{u"export"_s, u"mail@sidekiq"_s, u"-"_s} + match).out;
        return duectl.run({u"import"_s, target, u"-"_s}, file);
    };
    const auto payloads = [&] {
        QStringList found;
        for (const QByteArray& line : duectl.run({u"export"_s, target, u"-"_s, u"--state"_s, u"due"_s}).lines())
            found << QJsonDocument::fromJson(line).object()[u"payload"_s].toString();
        return sorted(found);
    };
    const Answer first = transfer(isOneFirst);
    EXIT(first, 0);
    QCOMPARE(payloads(), isOneFirst ? QStringList{u"[2]"_s} : QStringList({u"[1]"_s, u"[2]"_s, u"[3]"_s}));
    const Answer second = transfer(!isOneFirst);
    QVERIFY2((second.out + second.err).contains(isFile ? "1 already added" : "1 already there"), second.all());
    QCOMPARE(payloads(), QStringList({u"[1]"_s, u"[2]"_s, u"[3]"_s}));
    const Answer& ofAll = isOneFirst ? second : first;
    QVERIFY2(ofAll.err.contains(isOneFirst ? "2 tasks have a different id here" : "3 tasks have a different id here"),
        ofAll.all());
}

/// Checks that a skipped job is reported under a name that can be pasted into a command, even if jobs in other states
/// have the same id.
void TestFrameworkCopies::aSkippedTaskIsNamedExactly()
{
    RedisServer server;
    const auto job = [](const char* attempts) {
        return R"({"uuid":"u-1","displayName":"J","job":"Illuminate\\Queue\\CallQueuedHandler@call","data":{},"id":"r1","attempts":)"
            + QByteArray(attempts) + '}';
    };
    server.call({"RPUSH", "laravel_database_queues:default", job("0")});
    server.call({"ZADD", "laravel_database_queues:default:reserved", "4000000000", job("1")});
    const Duectl duectl(server.url());
    const Answer discarded = duectl.run("discard default@laravel --match type:J --yes");
    const QByteArray skipped = discarded.all();
    const qsizetype name = skipped.indexOf("u-1~");
    QVERIFY2(name > 0, skipped);
    const Answer shown
        = duectl.run({u"show"_s, u"default@laravel"_s, QString::fromLatin1(skipped.mid(name, 12)), u"--json"_s});
    QVERIFY2(shown.object()[u"state"_s] == u"leased"_s, shown.all());
}

/// Checks that a copy refused by the layout leaves no operation record behind.
void TestFrameworkCopies::aRefusedCopyLeavesNoRecord()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    const Duectl duectl(server.url());
    EXIT(duectl.run("--layout native add own send --payload {}"), 0);
    const Answer refused = duectl.run("copy own --all --to mail@sidekiq --yes");
    QVERIFY2(refused.code > 0 && refused.err.contains("JSON array"), refused.all());
    QCOMPARE(duectl.run("--json operations mail@sidekiq").array().size(), 0);
    QCOMPARE(server.call({"KEYS", "dueline:*sidekiq*"}).items.size(), std::size_t(0));
}

void TestFrameworkCopies::aTypeThatCannotBeOneThereIsLeft()
{
    AsynqActs place;
    place.put("p1", "pending", 0, "a#b");
    place.put("p2", "pending", 0, "ok");
    place.put("p#3", "pending", 0, "ok");
    const Duectl duectl(place.server.url());
    const Answer preview = duectl.run("copy mail@asynq --all --to own --dry-run");
    QVERIFY2(preview.out.contains("Would copy 2 tasks") && preview.out.contains("Unreadable tasks skipped: 1"),
        preview.all());
    const Answer copied = duectl.run("copy mail@asynq --all --to own --yes");
    EXIT(copied, 1);
    QVERIFY2(copied.err.contains("p1: ") && copied.err.contains("separates the type"), copied.all());
    const auto native = openNative(place.server);
    QCOMPARE(must(native->inspector().queue("own")).counts[TaskState::Due], 2);
    QCOMPARE(typeOf(must(native->inspector().task("own", "ok#p#3")).task), QByteArrayView("ok"));
}

void TestFrameworkCopies::frameworksGiveNoTaskAway()
{
    AsynqActs place;
    place.fill();
    const auto before = place.theirs();
    const Answer moved = Duectl(place.server.url()).run("move mail@asynq f1 --to own");
    QVERIFY2(moved.code != 0 && moved.err.contains("copy"), moved.all());
    QCOMPARE(place.theirs(), before);
}

void TestFrameworkCopies::aNativeWorkerRunsTheCopy()
{
    AsynqActs place;
    place.fill();
    const Duectl duectl(place.server.url());
    EXIT(duectl.run("copy mail@asynq p1 --to own"), 0);
    EXIT(duectl.run("work --queue own --handler mail:send=echo --exit-when-empty"), 0);
    const auto native = openNative(place.server);
    QCOMPARE(must(native->inspector().task("own", "mail:send#p1")).task.state, TaskState::Done);
    QCOMPARE(place.stateOf("p1"), QByteArray("pending"));
}

QTEST_GUILESS_MAIN(TestFrameworkCopies)
#include "tst_frameworkcopies.moc"
