// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/redisserver.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QTest>

#include <memory>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests Bull and BullMQ jobs whose id is listed twice: all entries are removed and restored together.
class TestJobEntries : public QObject
{
    Q_OBJECT

    static inline const QByteArray queue = "mail";
    static inline const QByteArray key = "bull:mail:wait";

    struct Fixture
    {
        Fixture()
        {
            QFETCH(QByteArray, layout);
            name = layout;
            writer = FrameworkWriter::of(layout, server);
        }
        QByteArrayList list()
        {
            QByteArrayList values;
            for (const Reply& value : server.call({"LRANGE", key, "0", "-1"}).items)
                values << value.bytes;
            return values;
        }
        Answer run(const QStringList& words)
        {
            return Duectl(server.url()).run(QStringList{u"--layout"_s, QString::fromLatin1(name)} + words);
        }
        qsizetype trashed()
        {
            return run({u"--json"_s, u"list"_s, u"mail"_s, u"--state"_s, u"trash"_s}).array().size();
        }

        RedisServer server;
        QByteArray name;
        std::unique_ptr<FrameworkWriter> writer;
    };

private Q_SLOTS:
    void aJobLeavesWithAllItsEntries_data();
    void aJobLeavesWithAllItsEntries();
    void aFarEntryLeavesWithItsJob_data() { aJobLeavesWithAllItsEntries_data(); }
    void aFarEntryLeavesWithItsJob();
    void aSecondJobOfAnIdStaysOutOfTheTrash_data();
    void aSecondJobOfAnIdStaysOutOfTheTrash();
};

void TestJobEntries::aJobLeavesWithAllItsEntries_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : {QByteArray("bull"), QByteArray("bullmq")})
        QTest::addRow("%s", layout.data()) << layout;
}

/// Checks that a discarded job leaves no entries in its list. Bull and BullMQ store a job only once but may list its id
/// twice.
void TestJobEntries::aJobLeavesWithAllItsEntries()
{
    Fixture fixture;
    for (const char* id : {"1", "2", "3", "4"})
        fixture.writer->write(queue, {id, TaskState::Due});
    fixture.server.call({"LPUSH", key, "2"});
    const QByteArrayList before = fixture.list();
    QCOMPARE(before, (QByteArrayList{"2", "4", "3", "2", "1"}));
    const auto operation = [&](const QStringList& words, int done) {
        const Answer answer = fixture.run(QStringList{u"--json"_s} + words + QStringList{u"--yes"_s});
        if (answer.code != 0 || answer.object()[u"done"_s].toInt() != done)
            qFatal("%s", answer.all().constData());
        return answer.object()[u"operation"_s].toString();
    };
    const auto undo = [&](const QString& id) { return fixture.run({u"undo"_s, id, u"--yes"_s}).code; };
    const QString one = operation({u"discard"_s, u"mail"_s, u"2"_s}, 1);
    QCOMPARE(fixture.list(), (QByteArrayList{"4", "3", "1"}));
    QCOMPARE(fixture.trashed(), 1);
    const Answer listed = fixture.run({u"list"_s, u"mail"_s});
    QVERIFY2(!listed.out.contains("gone"), listed.all());
    QCOMPARE(undo(one), 0);
    QCOMPARE(fixture.list(), before);
    operation({u"discard"_s, u"mail"_s, u"2"_s}, 1);
    const QString back = operation({u"restore"_s, u"mail"_s, u"2"_s}, 1);
    QCOMPARE(fixture.list(), before);
    QCOMPARE(undo(back), 0);
    QCOMPARE(fixture.list(), (QByteArrayList{"4", "3", "1"}));
    operation({u"restore"_s, u"mail"_s, u"2"_s}, 1);
    QCOMPARE(fixture.list(), before);
    // The list has five entries for four jobs.
    const Answer all = fixture.run({u"--json"_s, u"discard"_s, u"mail"_s, u"--all"_s, u"--yes"_s});
    QVERIFY2(all.object()[u"skipped"_s].toInt() == 0 && !all.all().contains("changed in the meantime"), all.all());
    QCOMPARE(fixture.list(), QByteArrayList());
    QCOMPARE(fixture.trashed(), 4);
    QCOMPARE(undo(all.object()[u"operation"_s].toString()), 0);
    QCOMPARE(fixture.list(), before);
    operation({u"delete"_s, u"mail"_s, u"2"_s}, 1);
    QCOMPARE(fixture.list(), (QByteArrayList{"4", "3", "1"}));
    QCOMPARE(fixture.server.call({"EXISTS", "bull:mail:2"}).integer, 0);
    QCOMPARE(fixture.trashed(), 0);
}

/// Checks that a job is removed completely even if its two entries are farther apart than a scan covers.
void TestJobEntries::aFarEntryLeavesWithItsJob()
{
    Fixture fixture;
    for (const char* id : {"1", "2", "3", "4", "5"})
        fixture.writer->write(queue, {id, TaskState::Due});
    for (int i = 0; i < 15; ++i) {
        Command push{"LPUSH", key};
        for (int k = 0; k < 1'000; ++k)
            push.push_back("f" + QByteArray::number(1'000 * i + k));
        fixture.server.call(push);
    }
    fixture.server.call({"LPUSH", key, "2", "last"});
    const QByteArrayList before = fixture.list();
    const Answer answer
        = fixture.run({u"--json"_s, u"discard"_s, u"mail"_s, u"1"_s, u"2"_s, u"3"_s, u"4"_s, u"5"_s, u"--yes"_s});
    QVERIFY2(answer.object()[u"done"_s].toInt() == 5, answer.all());
    QCOMPARE(fixture.list().count("2"), 0);
    QCOMPARE(fixture.list().size(), 15'001);
    EXIT(fixture.run({u"undo"_s, answer.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    QVERIFY(fixture.list() == before);
}

void TestJobEntries::aSecondJobOfAnIdStaysOutOfTheTrash_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : {QByteArray("bull"), QByteArray("bullmq"), QByteArray("asynq")})
        QTest::addRow("%s", layout.data()) << layout;
}

/// Checks that a job is not discarded if that would overwrite a job with the same id in the trash.
void TestJobEntries::aSecondJobOfAnIdStaysOutOfTheTrash()
{
    Fixture fixture;
    fixture.writer->write(queue, {.id = "e1", .payload = R"({"n":1})"});
    fixture.writer->write(queue, {.id = "e2", .payload = R"({"n":2})"});
    const Answer first = fixture.run({u"--json"_s, u"discard"_s, u"mail"_s, u"e1"_s, u"--yes"_s});
    QVERIFY2(first.object()[u"done"_s].toInt() == 1, first.all());
    fixture.writer->write(queue, {.id = "e1", .payload = R"({"n":3})"});
    // The command shows the job in the queue, not the one in the trash.
    const Answer shown = fixture.run({u"--json"_s, u"show"_s, u"mail"_s, u"e1"_s});
    QCOMPARE(shown.object()[u"state"_s].toString(), u"due"_s);
    const Answer dry = fixture.run({u"discard"_s, u"mail"_s, u"--all"_s, u"--dry-run"_s});
    QVERIFY2(dry.all().contains("whose id is used by another task"), dry.all());
    const Answer second = fixture.run({u"discard"_s, u"mail"_s, u"--all"_s, u"--yes"_s});
    QVERIFY2(second.all().contains("1 discarded") && second.all().contains("whose id is used by another task"),
        second.all());
    QCOMPARE(fixture.trashed(), 2);
    // Once the new job is deleted, the first one can be restored unchanged.
    const Answer deleted = fixture.run({u"--json"_s, u"delete"_s, u"mail"_s, u"e1"_s, u"--yes"_s});
    QVERIFY2(deleted.object()[u"done"_s].toInt() == 1, deleted.all());
    EXIT(fixture.run({u"undo"_s, first.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    const Answer payload = fixture.run({u"show"_s, u"mail"_s, u"e1"_s, u"--payload"_s});
    QVERIFY2(payload.out.contains(R"({"n":1})"), payload.all());
}

QTEST_GUILESS_MAIN(TestJobEntries)
#include "tst_jobentries.moc"
