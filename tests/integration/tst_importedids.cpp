// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/importplace.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the identity of imported tasks: an id that is in both the trash and the queue, and an id that is imported
/// twice.
class TestImportedIds : public QObject
{
    Q_OBJECT

private slots:
    void anIdInTheTrashAndInTheQueueIsExportedTwice_data();
    void anIdInTheTrashAndInTheQueueIsExportedTwice();
    void anUndoOfNothingCanBeRepeated_data();
    void anUndoOfNothingCanBeRepeated();
    void jobsWithNumbersAreCopied_data();
    void jobsWithNumbersAreCopied();
    void aSidekiqJobIsNotDoubled_data();
    void aSidekiqJobIsNotDoubled();
    void aDeletedSidekiqJobIsImportedAgain();
};

void TestImportedIds::anIdInTheTrashAndInTheQueueIsExportedTwice_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QByteArray>("hash"); // prefix of the hash's key; empty for lists of complete jobs
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("bullmq") << QByteArray("bullmq") << QByteArray("bull:mail:") << QByteArray("bull:mail:wait")
                            << QByteArray("data");
    QTest::newRow("bull") << QByteArray("bull") << QByteArray("bull:mail:") << QByteArray("bull:mail:wait")
                          << QByteArray("data");
    QTest::newRow("asynq") << QByteArray("asynq") << QByteArray("asynq:{mail}:t:") << QByteArray("asynq:{mail}:pending")
                           << QByteArray("msg");
    QTest::newRow("sidekiq") << QByteArray("sidekiq") << QByteArray() << QByteArray("queue:mail") << QByteArray();
}

void TestImportedIds::anIdInTheTrashAndInTheQueueIsExportedTwice()
{
    QFETCH(QByteArray, layout);
    QFETCH(QByteArray, hash);
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, field);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    EXIT(place.run(u"import mail -"_s, importLine("first", "[1]") + importLine("second", "[2]")), 0);
    const Reply before = place.server.call({"LRANGE", list, "0", "-1"});
    const QByteArray stored = place.server.call({"DUMP", hash + "first"}).bytes;
    EXIT(place.run(u"discard mail first --yes"_s), 0);
    // The application re-adds the job. The content differs, unless the id is derived from it.
    if (hash.isEmpty()) {
        for (const Reply& job : before.items) {
            if (job.bytes.contains("\"first\""))
                place.server.call({"RPUSH", list, job.bytes});
        }
    } else {
        place.server.call({"RESTORE", hash + "first", "0", stored});
        place.server.call({"HSET", hash + "first", field, place.field(hash + "second", field)});
        place.server.call({"RPUSH", list, "first"});
    }
    const Answer exported = place.run(u"export mail - --match id:first"_s);
    EXIT(exported, 0);
    QMap<QString, QString> payloads;
    for (const QByteArray& row : exported.out.trimmed().split('\n')) {
        const QJsonObject task = QJsonDocument::fromJson(row).object();
        payloads[task[u"state"_s].toString()] = task[u"payload"_s].toString();
    }
    const QMap<QString, QString> wanted{{u"due"_s, hash.isEmpty() ? u"[1]"_s : u"[2]"_s}, {u"trash"_s, u"[1]"_s}};
    QVERIFY2(payloads == wanted, exported.all());
    // Deleting all tasks deletes both, because neither has changed.
    const Answer deleted = place.run(u"delete mail --all --yes"_s);
    QVERIFY2(!(deleted.out + deleted.err).contains("changed in the meantime"), deleted.all());
    QCOMPARE(place.counts(u"mail"_s)[u"trash"_s].toInt(), 0);
}

void TestImportedIds::anUndoOfNothingCanBeRepeated_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"bullmq", "bull", "sidekiq", "asynq"})
        QTest::newRow(layout) << QByteArray(layout);
}

/// Checks that an operation whose tasks a second one has changed can be undone once the second one has been undone.
void TestImportedIds::anUndoOfNothingCanBeRepeated()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    EXIT(place.run(u"import mail -"_s,
             QByteArray(importLine("a", "[1]") + importLine("b", "[2]") + importLine("c", "[3]"))
                 .replace("send#", "own#")),
        0);
    const int due = place.counts(u"mail"_s)[u"due"_s].toInt();
    const auto act = [&](const char* action) {
        const Answer done = place.run(u"--json %1 mail --match type:own --yes"_s.arg(QString::fromLatin1(action)));
        return done.object()[u"done"_s].toInt() == 3 ? done.object()[u"operation"_s].toString() : QString();
    };
    const QString discard = act("discard");
    const QString restore = act("restore");
    QVERIFY(!discard.isEmpty() && !restore.isEmpty());
    for (int again = 0; again < 2; ++again) {
        const Answer nothing = place.run(u"undo %1 --yes"_s.arg(discard));
        QVERIFY2((nothing.out + nothing.err).contains("Nothing was undone: 3 tasks have changed since"), nothing.all());
    }
    for (const QString& operation : {restore, discard}) {
        const Answer undone = place.run(u"undo %1 --yes"_s.arg(operation));
        QVERIFY2(undone.out.contains("3 of 3 restored"), undone.all());
    }
    QCOMPARE(place.counts(u"mail"_s)[u"due"_s].toInt(), due);
    const Answer again = place.run(u"undo %1 --yes"_s.arg(discard));
    QVERIFY2(again.err.contains("was already undone"), again.all());
}

void TestImportedIds::jobsWithNumbersAreCopied_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const char* layout : {"bullmq", "bull"})
        QTest::newRow(layout) << QByteArray(layout);
}

/// Checks that copies and imports assign new ids to jobs whose ids are numbers assigned by the framework. The new ids
/// are assigned only once and reported, and both operations can be undone. In their original queue, the jobs are found
/// by number.
void TestImportedIds::jobsWithNumbersAreCopied()
{
    QFETCH(QByteArray, layout);
    ImportPlace place(layout);
    place.writer->fill("mail", 1);
    place.writer->fill("web", 1);
    EXIT(place.run(
             u"import mail -"_s, QByteArray(importLine("a", "[1]") + importLine("b", "[2]")).replace("send#", "own#")),
        0);
    for (const auto& [from, to] : {std::pair("a", "4001"), std::pair("b", "4002")}) {
        place.server.call({"RENAME", QByteArray("bull:mail:") + from, QByteArray("bull:mail:") + to});
        place.server.call({"LREM", "bull:mail:wait", "0", from});
        place.server.call({"LPUSH", "bull:mail:wait", to});
    }
    const int before = place.counts(u"web"_s)[u"due"_s].toInt();
    const QString copy = u"copy mail --match type:own --to web --yes"_s;
    const Answer dry = place.run(copy + u" --dry-run --json"_s);
    QVERIFY2(dry.object()[u"total"_s].toInt() == 2, dry.all());
    const Answer copied = place.run(copy);
    QVERIFY2(copied.code == 0 && copied.out.startsWith("2 tasks copied"), copied.all());
    QVERIFY2(copied.err.contains("2 tasks have a different id here"), copied.all());
    QCOMPARE(place.counts(u"web"_s)[u"due"_s].toInt(), before + 2);
    const Answer again = place.run(copy);
    QVERIFY2(again.err.contains("2 already there"), again.all());
    const QByteArray file = place.run(u"export mail - --match type:own"_s).out;
    for (const QString& queue : {u"mail"_s, u"web"_s}) {
        const Answer imported = place.run(u"import %1 -"_s.arg(queue), file);
        QVERIFY2(imported.out.startsWith("0 added, 2 already added"), imported.all());
    }
    const Answer undone = place.run(u"undo %1 --yes"_s.arg(QString::fromUtf8(copied.out.trimmed().split(' ').last())));
    QVERIFY2(undone.out.contains("2 of 2 imported tasks removed"), undone.all());
    QCOMPARE(place.counts(u"web"_s)[u"due"_s].toInt(), before);
    const Answer added = place.run(u"add mail send --id 17 --payload {}"_s);
    QVERIFY2(added.code > 0 && added.err.contains("numbers are assigned by the framework"), added.all());
}

void TestImportedIds::aSidekiqJobIsNotDoubled_data()
{
    QTest::addColumn<QByteArray>("place");
    QTest::newRow("queue") << QByteArray("queue:mail");
    for (const char* set : {"schedule", "retry"})
        QTest::newRow(set) << QByteArray(set);
}

/// Checks that an import detects existing jobs by their bytes, because Sidekiq has no key that finds a job by its jid.
void TestImportedIds::aSidekiqJobIsNotDoubled()
{
    QFETCH(QByteArray, place);
    ImportPlace sidekiq("sidekiq");
    const QByteArray job = R"({"class":"Mail","queue":"mail","args":[1],"jid":"j1","created_at":1700000000.5})";
    sidekiq.server.call({"SADD", "queues", "mail"});
    sidekiq.server.call(place.startsWith("queue") ? Command{"LPUSH", place, job} : Command{"ZADD", place, "9e9", job});
    const QString shown = place.startsWith("queue") ? u"mail"_s : u"@sidekiq"_s;
    const QByteArray file = sidekiq.run(u"export %1 -"_s.arg(shown)).out;
    QVERIFY2(file.contains("j1"), file);
    for (const QString& dry : {u" --dry-run"_s, QString()}) {
        const Answer there = sidekiq.run(u"import mail -"_s + dry, file);
        QVERIFY2(there.out.startsWith("0 ") && there.out.contains("1 already added"), there.all());
    }
    QCOMPARE(sidekiq.server.call({"LLEN", "queue:mail"}).integer, place.startsWith("queue") ? 1 : 0);
    sidekiq.server.call({"DEL", place});
    const Answer back = sidekiq.run(u"import mail -"_s, file);
    QVERIFY2(back.out.startsWith("1 added"), back.all());
    QByteArray member = sidekiq.server.call({"LINDEX", "queue:mail", "0"}).bytes;
    if (!place.startsWith("queue"))
        member = sidekiq.server.call({"ZRANGE", "schedule", "0", "0"}).items.at(0).bytes;
    QCOMPARE(QJsonDocument::fromJson(member).object()[u"created_at"_s].toDouble(), 1700000000.5);
}

/// Checks that an imported job can be reimported after being deleted from the queue or the trash.
void TestImportedIds::aDeletedSidekiqJobIsImportedAgain()
{
    ImportPlace sidekiq("sidekiq");
    sidekiq.server.call({"SADD", "queues", "mail"});
    const QByteArray file = R"({"id":"Mail#j1","payload":"[1]"})"
                            "\n";
    Answer import;
    const auto imports = [&](const char* summary) {
        import = sidekiq.run(u"import mail -"_s, file);
        return import.out.startsWith(summary);
    };
    QVERIFY2(imports("1 added"), import.all());
    EXIT(sidekiq.run(u"delete mail --all --yes"_s), 0);
    QVERIFY2(imports("1 added"), import.all());
    QVERIFY2(imports("0 added, 1 already added"), import.all());
    EXIT(sidekiq.run(u"discard mail --all"_s), 0);
    EXIT(sidekiq.run(u"delete mail --state trash --all --yes"_s), 0);
    QVERIFY2(imports("1 added"), import.all());
    sidekiq.server.call({"DEL", "queue:mail"}); // Simulates a worker that ran the job. It must not run again.
    QVERIFY2(imports("0 added, 1 already added"), import.all());
    QCOMPARE(sidekiq.server.call({"LLEN", "queue:mail"}).integer, 0);
}

QTEST_GUILESS_MAIN(TestImportedIds)
#include "tst_importedids.moc"
