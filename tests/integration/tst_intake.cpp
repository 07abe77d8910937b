// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/transfer/importrun.h"
#include "core/console/transfer/moverun.h"
#include "core/redis/commandobserver.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/nativebackend.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Observer that inspects the server after each pipeline that a connection sends.
class AfterEach : public CommandObserver
{
public:
    bool isListening() const override { return bool(look); }
    void sent(const std::vector<Command>&, const std::vector<Reply>*, std::chrono::nanoseconds) override { look(); }

    std::function<void()> look;
};

/// Returns `count` lines with failed tasks: t#0, t#1, and so on.
QByteArray failedLines(int count)
{
    QByteArray lines;
    for (int i = 0; i < count; ++i)
        lines += "{\"id\":\"t#" + QByteArray::number(i)
            + "\",\"state\":\"failed\",\"at_ms\":1700000000000,\"payload\":\"p\"}\n";
    return lines;
}

} // namespace

/// Tests adding tasks to a queue by import, copy and move.
class TestIntake : public QObject
{
    Q_OBJECT

private slots:
    void theRecordIsThereBeforeTheFirstTask();
    void anImportThatAddsNothingLeavesNoRecord();
    void whatIsParkedIsLeftAlone();
    void aDryRunSaysWhatTheImportDoes();
    void aDryRunComparesWithoutTheMask();
    void whenATaskWasAddedIsKept();
};

void TestIntake::theRecordIsThereBeforeTheFirstTask()
{
    RedisServer server;
    const auto observer = std::make_shared<AfterEach>();
    int placed = 0;
    int unknown = 0;
    const auto watch = [&](const QByteArray& queue) {
        observer->look = [&, queue] {
            if (server.call({"HLEN", "dueline:{" + queue + "}:before"}).integer == 0)
                return;
            ++placed;
            unknown += server.call({"ZCARD", "dueline:{" + queue + "}:ops"}).integer == 0 ? 1 : 0;
        };
    };
    const auto backend = openNative(server, Access::OperateAndWork, observer);
    QByteArray lines = failedLines(250);
    QBuffer file(&lines);
    QVERIFY(file.open(QIODevice::ReadOnly));
    ImportRequest import;
    import.queue = "new";
    watch("new");
    ImportRun imported(import, file);
    QCOMPARE(must(imported.finish(*backend)).added, 250);
    QVERIFY(placed > 2);
    QCOMPARE(unknown, 0);
    placed = 0;
    MoveRequest copy;
    copy.from = "new";
    copy.to = "other";
    copy.copies = true;
    copy.selection.kind = TaskSelection::Kind::All;
    watch("other");
    MoveRun copied(copy);
    QCOMPARE(must(copied.finish(*backend, *backend)).done, 250);
    QVERIFY(placed > 2);
    QCOMPARE(unknown, 0);
}

void TestIntake::anImportThatAddsNothingLeavesNoRecord()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QByteArray lines = failedLines(150);
    EXIT(duectl.run(u"import q -"_s.split(u' '), lines), 0);
    EXIT(duectl.run(u"import q -"_s.split(u' '), lines), 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:ops"}).integer, 1);
}

void TestIntake::whatIsParkedIsLeftAlone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    // An import killed between its two calls leaves a parked task behind.
    NewTask parked;
    parked.id = "t#0";
    parked.payload = "p";
    parked.dueAt = parkedUntil;
    must(openNative(server)->editor()->add("q", {parked}));
    EXIT(duectl.run("add q t --copies 2 --in 1h"), 0);
    const auto parkedDue = [&] { return server.call({"ZSCORE", "dueline:{q}:pending", "t#0"}).bytes; };
    EXIT(duectl.run("reschedule q --state scheduled --all --in 2h --yes"), 0);
    QCOMPARE(parkedDue(), QByteArray("253402300799000"));
    EXIT(duectl.run("run-now q --match type:t --yes"), 0);
    EXIT(duectl.run("run-now q t#0"), 1);
    QCOMPARE(parkedDue(), QByteArray("253402300799000"));
    QCOMPARE(server.call({"ZCOUNT", "dueline:{q}:pending", "-inf", "(4000000000000"}).integer, 2);
    const Answer all = duectl.run("run-now q --all --yes --json");
    EXIT(all, 0);
    QCOMPARE(parkedDue(), QByteArray("253402300799000"));
    // Repeating the import moves the parked task to its final state.
    EXIT(duectl.run(u"import q -"_s.split(u' '), failedLines(1)), 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:failed"}).integer, 1);
}

void TestIntake::aDryRunSaysWhatTheImportDoes()
{
    RedisServer server;
    const Duectl duectl(server.url());
    // Ids are repeated within a batch of 100 and in the next batch, once with the same payload and once with a
    // different one.
    const QByteArray other = "{\"id\":\"t#1\",\"payload\":\"other\"}\n";
    const QByteArray lines = failedLines(3) + failedLines(1) + other + failedLines(150) + other;
    const Answer dry = duectl.run(u"import q - --dry-run --json"_s.split(u' '), lines);
    const Answer real = duectl.run(u"import q - --json"_s.split(u' '), lines);
    EXIT(real, 1);
    EXIT(dry, 1);
    for (const char* name : {"added", "exists", "conflicts", "states", "problems"})
        QVERIFY2(dry.object().value(QLatin1StringView(name)) == real.object().value(QLatin1StringView(name)),
            dry.out + real.out);
    QCOMPARE(real.object().value(u"added"_s).toInt(), 150);
    QCOMPARE(real.object().value(u"exists"_s).toInt(), 4);
    QCOMPARE(real.object().value(u"conflicts"_s).toInt(), 2);
}

void TestIntake::aDryRunComparesWithoutTheMask()
{
    RedisServer server;
    QTemporaryDir config;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", config.path());
    QVERIFY(QDir(config.path()).mkpath(u"dueline"_s));
    QFile profiles(config.filePath(u"dueline/profiles.json"_s));
    QVERIFY(profiles.open(QIODevice::WriteOnly));
    profiles.write(QJsonDocument(QJsonObject{{u"version"_s, 1},
                                     {u"profiles"_s,
                                         QJsonArray{QJsonObject{{u"name"_s, u"p"_s}, {u"url"_s, server.url()},
                                             {u"mask"_s, QJsonArray{u"card"_s}}}}}})
                       .toJson());
    profiles.close();
    const QByteArray line = "{\"id\":\"t#1\",\"due_ms\":4000000000000,\"payload\":\"{\\\"card\\\":\\\"4111\\\"}\"}\n";
    EXIT(duectl.run(u"--profile p import q -"_s.split(u' '), line), 0);
    const Answer dry = duectl.run(u"--profile p import q - --dry-run"_s.split(u' '), line);
    EXIT(dry, 0);
    QVERIFY2(dry.out.startsWith("0 would be added, 1 already added."), dry.all());
}

void TestIntake::whenATaskWasAddedIsKept()
{
    RedisServer server;
    RedisServer second;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id order-42 --in 1h --payload p"), 0);
    const auto addedAt = [](RedisServer& at, const QByteArray& queue) {
        const QByteArray entry = at.call({"HGET", "dueline:{" + queue + "}:tasks", "t#order-42"}).bytes;
        return QRegularExpression(u"\"t\":(\\d+)"_s).match(QString::fromLatin1(entry)).captured(1);
    };
    const QString added = addedAt(server, "q");
    QVERIFY(!added.isEmpty());
    QTest::qSleep(20);
    const Answer lines = duectl.run("export q -");
    EXIT(lines, 0);
    EXIT(Duectl(second.url()).run(u"import q -"_s.split(u' '), lines.out), 0);
    QCOMPARE(addedAt(second, "q"), added);
    EXIT(duectl.run("move q --all --to r --yes"), 0);
    QCOMPARE(addedAt(server, "r"), added);
    // An implausible time is replaced by the time of the import.
    QByteArray unbelievable = lines.out;
    unbelievable.replace("\"added_ms\":" + added.toLatin1(), "\"added_ms\":-5");
    EXIT(Duectl(second.url()).run(u"import s -"_s.split(u' '), unbelievable), 0);
    QVERIFY(addedAt(second, "s").toLongLong() > added.toLongLong());
}

QTEST_GUILESS_MAIN(TestIntake)
#include "tst_intake.moc"
