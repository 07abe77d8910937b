// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/nativebackend.h"
#include "tests/support/hostilestrings.h"
#include "tests/support/sendsignal.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

QByteArray contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(no file)");
}

void writeTo(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
}

} // namespace

/// Tests `duectl export` and `import`: tasks with any content are imported unchanged.
class DuectlTransfer : public QObject
{
    Q_OBJECT

private slots:
    void hostileStringsComeThroughAddListShowExportAndImport();
    void everyStateComesInAsItWas();
    void csvIsSafeForSpreadsheetsAndComesBack();
    void csvOfASpreadsheetIsRead();
    void anIdOfAnotherTypeIsNoTaskOfThisOne();
    void aDryRunCountsAndChangesNothing();
    void anImportIsUndone();
    void anInterruptedImportIsMadeAgain();
    void aFilterNarrowsBothWays();
    void aFileIsNeverThereInPart();
    void aReaderThatGoesAwayEndsIt();
    void maskedPayloadsStayMaskedAndDoNotComeBack();

private:
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// Returns a queue's data, except data that differs between two queues with the same tasks.
    static std::map<QByteArray, QByteArray> tasksOf(RedisServer& server, const QByteArray& queue = "q")
    {
        std::map<QByteArray, QByteArray> all;
        const QByteArray base = "dueline:{" + queue + "}:";
        for (const char* set : {"pending", "retry", "leased", "failed", "done", "trash"}) {
            const Reply members = server.call({"ZRANGE", base + set, "0", "-1", "WITHSCORES"});
            for (std::size_t i = 0; i + 1 < members.items.size(); i += 2) {
                const QByteArray& id = members.items[i].bytes;
                QByteArray envelope = server.call({"HGET", base + "tasks", id}).bytes;
                envelope.replace(
                    QRegularExpression(u",?\"t\":\\d+"_s).match(QString::fromLatin1(envelope)).captured().toLatin1(),
                    "");
                all[id] = QByteArray(set) + ' ' + members.items[i + 1].bytes + ' ' + envelope + '|'
                    + server.call({"GET", base + "b:" + id}).bytes + '|'
                    + server.call({"HGET", base + "tries", id}).bytes + '|'
                    + server.call({"HGET", base + "history", id}).bytes + '|'
                    + server.call({"HGET", base + "results", id}).bytes;
            }
        }
        return all;
    }

    QTemporaryDir m_folder;
};

void DuectlTransfer::hostileStringsComeThroughAddListShowExportAndImport()
{
    RedisServer server;
    RedisServer second;
    const Duectl duectl(server.url());
    const auto backend = openNative(server);
    std::vector<NewTask> tasks;
    std::vector<QByteArray> payloads;
    for (const auto& hostile : test::hostileStrings("/etc/passwd", "http://127.0.0.1:1")) {
        const QByteArray number = QByteArray::number(qulonglong(tasks.size() + 100));
        NewTask task;
        task.id = "t" + number + '#' + hostile.bytes.left(1000);
        task.dueIn = Millis(3'600'000 + qint64(tasks.size()));
        task.payload = hostile.bytes;
        tasks.push_back(task);
    }
    const auto added = must(backend->editor()->add("q", tasks));
    QCOMPARE(std::count(added.begin(), added.end(), AddOutcome::Added), qsizetype(tasks.size()));
    // For each string, one task fails with it as its error, and another stores it as its result.
    NewTask result;
    result.id = "r#1";
    result.options.keepResult = true;
    must(backend->editor()->add("q", {result, {"f#1", {}, {}, {}, {}}}));
    for (const Lease& lease : must(backend->broker()->claim({"q", 10, Millis(30'000), {true, {}, {}}})).leases) {
        QByteArray everyByte;
        for (int i = 0; i < 256; ++i)
            everyByte += char(i);
        if (lease.id == "r#1")
            must(backend->broker()->ack("q", {{lease.id, lease.token, everyByte}}, {}));
        else
            must(backend->broker()->nack("q", {{lease.id, lease.token, {}, "failed", everyByte, {}}}, {}));
    }

    QCOMPARE(duectl.run("list q --limit 100 --json").array().size(), qsizetype(tasks.size()) + 2);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        const Answer payload = duectl.run({u"show"_s, u"q"_s, u"t%1"_s.arg(i + 100), u"--payload"_s});
        EXIT(payload, 0);
        QCOMPARE(payload.out, tasks[i].payload);
    }
    const QString file = path("hostile.jsonl");
    EXIT(duectl.run({u"export"_s, u"q"_s, file}), 0);
    const Duectl other(second.url());
    const Answer imported = other.run({u"import"_s, u"q"_s, file});
    EXIT(imported, 0);
    QVERIFY2(imported.out.startsWith(QByteArray::number(qulonglong(tasks.size() + 2)) + " added ("), imported.all());
    QCOMPARE(tasksOf(second), tasksOf(server));
    // A second import adds nothing.
    const Answer again = other.run({u"import"_s, u"q"_s, file});
    EXIT(again, 0);
    QVERIFY2(again.out.startsWith("0 added, "), again.all());
    // CSV preserves payloads and ids too.
    const QString csv = path("hostile.csv");
    EXIT(duectl.run({u"export"_s, u"q"_s, csv, u"--state"_s, u"scheduled"_s}), 0);
    RedisServer third;
    EXIT(Duectl(third.url()).run({u"import"_s, u"q"_s, csv}), 0);
    EXIT(duectl.run("delete q --state failed,done --all --yes"), 0);
    QCOMPARE(tasksOf(third), tasksOf(server));
}

void DuectlTransfer::everyStateComesInAsItWas()
{
    RedisServer server;
    RedisServer second;
    const Duectl duectl(server.url());
    const Duectl other(second.url());
    const auto backend = openNative(server);
    EXIT(duectl.run("add q later --in 1h --max-attempts 9 --backoff fixed:3s --lease 2m --expires 2h --payload {}"), 0);
    for (const char* type : {"bad", "again", "good", "gone", "held"})
        EXIT(duectl.run({u"add"_s, u"q"_s, QString::fromLatin1(type), u"--payload"_s, u"p"_s, u"--keep-result"_s}), 0);
    for (int round = 0; round < 2; ++round) {
        for (const Lease& lease : must(backend->broker()->claim({"q", 10, Millis(60'000), {true, {}, {}}})).leases) {
            const QByteArray type = typeOf(lease).toByteArray();
            if (round == 0)
                must(backend->broker()->nack(
                    "q", {{lease.id, lease.token, Millis(0), "retry", "first\nerror", lease.dueAt}}, {}));
            else if (type == "good")
                must(backend->broker()->ack("q", {{lease.id, lease.token, QByteArray("re\0sult", 7)}}, {}));
            else if (type != "held")
                must(backend->broker()->nack("q",
                    {{lease.id, lease.token, type == "bad" ? std::nullopt : std::optional(Millis(3'600'000)),
                        type == "bad" ? "failed" : "retry", "second", lease.dueAt}},
                    {}));
        }
    }
    EXIT(duectl.run("discard q --match type:gone --yes"), 0);
    const Answer lines = duectl.run("export q -");
    EXIT(lines, 0);
    QCOMPARE(lines.out.count('\n'), 6);
    const Answer imported = other.run(u"import q -"_s.split(u' '), lines.out);
    EXIT(imported, 0);
    QVERIFY2(imported.out.contains("1 was leased during the export"), imported.all());
    auto before = tasksOf(server);
    auto after = tasksOf(second);
    QCOMPARE(after.size(), before.size());
    for (auto& [id, text] : before) {
        if (id.startsWith("held#"))
            QVERIFY2(after[id].startsWith("retry ") && after[id].contains("|1 2 0 "), after[id].constData());
        else
            QCOMPARE(after[id], text);
    }
    // Restored tasks return to their previous states.
    EXIT(other.run("restore q --all --state trash --yes"), 0);
    EXIT(duectl.run("restore q --all --state trash --yes"), 0);
    before = tasksOf(server);
    after = tasksOf(second);
    for (auto& [id, text] : before) {
        if (id.startsWith("gone#"))
            QCOMPARE(after[id], text);
    }
}

void DuectlTransfer::csvIsSafeForSpreadsheetsAndComesBack()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QList<QByteArray> payloads{"=1+1", "+1", "-1", "@x", "\tx", "\rx", "'=1", "''", "a,b", "say \"x\"",
        "two\r\nlines", "", "plain", " =1", "\u00a0=1", "\ufeff=1", " \u3000 @x", "\uff1d1+1", "\u200b\uff0b1", " ' =1",
        "' plain", "x;=1", "x\t=1", " x", "'"};
    for (const QByteArray& payload : payloads)
        EXIT(duectl.run(
                 u"add q t --in 1h --payload-file -"_s.split(u' '), payload.isEmpty() ? QByteArray("\n") : payload),
            0);
    const Answer csv = duectl.run("export q - --format csv");
    EXIT(csv, 0);
    QVERIFY2(csv.out.startsWith("id,type,state,at,due,"), csv.all());
    // Line breaks end the header and each row; another one is inside a payload.
    QCOMPARE(csv.out.count("\r\n"), payloads.size() + 2);
    for (const char* cell : {",'=1+1\r\n", ",'+1\r\n", ",'-1\r\n", ",'@x\r\n", ",\"'\tx\"\r\n", ",\"'\rx\"\r\n",
             ",''=1\r\n", ",\"a,b\"\r\n", ",\"say \"\"x\"\"\"\r\n", ",\"two\r\nlines\"\r\n", ",plain\r\n", ",' =1\r\n",
             ",'\u00a0=1\r\n", ",'\ufeff=1\r\n", ",' \u3000 @x\r\n", ",'\uff1d1+1\r\n", ",'\u200b\uff0b1\r\n",
             ",' ' =1\r\n", ",'' plain\r\n", ",\"x;=1\"\r\n", ",\"x\t=1\"\r\n", ", x\r\n", ",''\r\n"})
        QVERIFY2(csv.out.contains(cell), cell);
    RedisServer second;
    EXIT(Duectl(second.url()).run(u"import q - --format csv"_s.split(u' '), csv.out), 0);
    QCOMPARE(tasksOf(second), tasksOf(server));
}

void DuectlTransfer::csvOfASpreadsheetIsRead()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const auto import = [&](const QByteArray& queue, const QByteArray& bytes) {
        return duectl.run(
            {u"import"_s, QString::fromLatin1(queue), u"-"_s, u"--format"_s, u"csv"_s, u"--json"_s}, bytes);
    };
    const QByteArray rows = "id;payload;due_ms\nt#1;a,b;4000000000000\nt#2;\"x;y\";4000000000000\n";
    const QByteArray mark = "\xEF\xBB\xBF";
    int number = 0;
    for (const QByteArray& file : {rows, mark + rows, "sep=;\r\n" + rows, mark + "sep=;\r\n" + rows}) {
        const QByteArray queue = "q" + QByteArray::number(++number);
        const Answer said = import(queue, file);
        EXIT(said, 0);
        QCOMPARE(said.object().value(u"added"_s).toInt(), 2);
        QCOMPARE(duectl.run({u"show"_s, QString::fromLatin1(queue), u"t#2"_s, u"--payload"_s}).out, QByteArray("x;y"));
        QCOMPARE(duectl.run({u"show"_s, QString::fromLatin1(queue), u"t#1"_s, u"--json"_s})
                     .object()
                     .value(u"due_ms"_s)
                     .toInteger(),
            4'000'000'000'000);
    }
    const Answer tabs = import("tabs", "type\tpayload\nt\ta;b,c\n");
    EXIT(tabs, 0);
    QCOMPARE(tabs.object().value(u"added"_s).toInt(), 1);
    // A UTF-16 file is refused with a hint about converting it.
    QByteArray wide("\xFF\xFE");
    for (const char c : rows)
        wide.append(c).append('\0');
    FAILS(duectl.run(u"import q - --format csv"_s.split(u' '), wide), 2, "iconv -f UTF-16 -t UTF-8");
    FAILS(duectl.run(u"import q - --format csv"_s.split(u' '), wide.mid(2)), 2, "UTF-16");
    const Answer lines = duectl.run(u"import q -"_s.split(u' '), QByteArray("\xFF\xFE{\0}\0\n\0", 8));
    EXIT(lines, 1);
    QVERIFY2(lines.err.contains("Line 1: ") && lines.err.contains("iconv"), lines.all());
    EXIT(duectl.run(u"import marked -"_s.split(u' '), mark + "{\"id\":\"t#1\"}\n"), 0);
    // An export can start with a byte order mark, too.
    const Answer plain = duectl.run("export q1 - --format csv");
    const Answer marked = duectl.run("export q1 - --format csv --bom");
    QCOMPARE(marked.out, mark + plain.out);
    EXIT(import("back", marked.out), 0);
    FAILS(duectl.run("export q1 - --bom"), 2, "--bom requires CSV");
}

void DuectlTransfer::anIdOfAnotherTypeIsNoTaskOfThisOne()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer lines = duectl.run(u"import q -"_s.split(u' '),
        "{\"id\":\"b#1\",\"type\":\"b\"}\n{\"id\":\"a#1\",\"type\":\"b\"}\n{\"id\":\"1\",\"type\":\"c\"}\n");
    EXIT(lines, 1);
    QVERIFY2(
        lines.err.startsWith("Line 2: the id \"a#1\" has the type \"a\", not \"b\"; remove the type"), lines.all());
    const Answer csv = duectl.run(u"import q - --format csv"_s.split(u' '), "id,type\na#1,b\n");
    EXIT(csv, 1);
    QVERIFY2(csv.err.startsWith("Line 2: the id \"a#1\""), csv.all());
    QCOMPARE(server.call({"HEXISTS", "dueline:{q}:tasks", "b#1"}).integer, 1);
    QCOMPARE(server.call({"HEXISTS", "dueline:{q}:tasks", "c#1"}).integer, 1);
    QCOMPARE(server.call({"HLEN", "dueline:{q}:tasks"}).integer, 2);
}

void DuectlTransfer::aDryRunCountsAndChangesNothing()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id one --payload 1 --in 1h"), 0);
    EXIT(duectl.run("add q t --id two --payload other --in 1h"), 0);
    const QByteArray lines
        = "{\"id\":\"t#one\",\"payload\":\"1\"}\n{\"id\":\"t#two\",\"payload\":\"2\"}\n"
          "{\"id\":\"t#three\",\"payload\":\"3\",\"state\":\"failed\",\"at_ms\":1700000000000}\nnonsense\n";
    const auto before = tasksOf(server);
    const Answer dry = duectl.run(u"import q - --dry-run"_s.split(u' '), lines);
    EXIT(dry, 1);
    QVERIFY2(dry.out.startsWith("1 would be added (1 failed), 1 already added, 1 whose id is in use, 1 invalid.\n"),
        dry.all());
    QVERIFY2(dry.err.contains("Line 4: ") && dry.err.contains("Line 2: "), dry.all());
    QCOMPARE(tasksOf(server), before);
    const Answer empty = duectl.run(u"import new - --dry-run --json"_s.split(u' '), lines);
    EXIT(empty, 1);
    QCOMPARE(empty.object().value(u"added"_s).toInt(), 3);
    QCOMPARE(empty.object().value(u"problems"_s).toArray().at(0).toObject().value(u"line"_s).toInt(), 4);
    QCOMPARE(server.call({"EXISTS", "dueline:{new}:meta"}).integer, 0);
}

void DuectlTransfer::anImportIsUndone()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const QByteArray lines = "{\"id\":\"t#1\",\"due_ms\":4000000000000}\n{\"id\":\"t#2\",\"state\":\"failed\"}\n"
                             "{\"id\":\"t#3\"}\n";
    const Answer imported = duectl.run(u"import q - --reason back"_s.split(u' '), lines);
    EXIT(imported, 0);
    const QByteArray operation = imported.out.trimmed().split(' ').last();
    const QJsonObject record = duectl.run("operations q --json").array().at(0).toObject();
    QCOMPARE(record.value(u"kind"_s).toString(), u"import"_s);
    QCOMPARE(record.value(u"undoable"_s).toBool(), true);
    const auto worker = duectl.start(words("work --queue q --handler *=echo"));
    QTRY_COMPARE_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1, 20'000);
    worker->terminate();
    EXIT(Duectl::finish(*worker), 0);
    const Answer undone = duectl.run({u"undo"_s, QString::fromUtf8(operation), u"--yes"_s});
    QVERIFY2(undone.out.startsWith("2 of 3 imported tasks removed, 1 has changed since"), undone.all());
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:done"}).integer, 1);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:pending"}).integer, 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:failed"}).integer, 0);
}

void DuectlTransfer::anInterruptedImportIsMadeAgain()
{
    RedisServer server;
    const Duectl duectl(server.url());
    QByteArray lines;
    for (int i = 0; i < 20'000; ++i)
        lines += "{\"id\":\"t#" + QByteArray::number(i)
            + "\",\"state\":\"failed\",\"at_ms\":1700000000000,\"payload\":\"p\"}\n";
    writeTo(path("many"), lines);
    const auto process = duectl.start({u"import"_s, u"q"_s, path("many")});
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"ZCARD", "dueline:{q}:failed"}).integer > 500, 20'000);
    sendSignal(*process, SIGKILL);
    process->waitForFinished();
    const qint64 there = server.call({"HLEN", "dueline:{q}:tasks"}).integer;
    QVERIFY(there < 20'000);
    EXIT(duectl.run({u"import"_s, u"q"_s, path("many")}), 0);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:failed"}).integer, 20'000);
    QCOMPARE(server.call({"ZCARD", "dueline:{q}:pending"}).integer, 0);
}

void DuectlTransfer::aFilterNarrowsBothWays()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q mail --payload alice --in 1h"), 0);
    EXIT(duectl.run("add q mail --payload bob --in 1h"), 0);
    EXIT(duectl.run("add q sms --payload alice"), 0);
    const auto count = [&](const char* line) { return duectl.run(line).out.count('\n'); };
    QCOMPARE(count("export q - --match type:mail"), 2);
    QCOMPARE(count("export q - --match payload:alice --state scheduled"), 1);
    QCOMPARE(count("export q - --all"), 3);
    const Answer all = duectl.run("export q -");
    const Answer some = duectl.run(u"import r - --match payload:alice --json"_s.split(u' '), all.out);
    EXIT(some, 0);
    QCOMPARE(some.object().value(u"added"_s).toInt(), 2);
    QCOMPARE(some.object().value(u"not_asked_for"_s).toInt(), 1);
    FAILS(duectl.run("export nowhere -"), 1, "There is no queue");
}

void DuectlTransfer::aFileIsNeverThereInPart()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 60000 --in 1h --payload 0123456789"), 0);
    const QString file = path("big.jsonl");
    writeTo(file, "what was there before");
    const auto process = duectl.start({u"export"_s, u"q"_s, file});
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(file + u".part"_s), 20'000);
    sendSignal(*process, SIGKILL);
    process->waitForFinished();
    QCOMPARE(contentsOf(file), QByteArray("what was there before"));
    // An interrupted export removes its partial file.
    QVERIFY(QFile::remove(file + u".part"_s));
    const auto asked = duectl.start({u"export"_s, u"q"_s, file});
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(file + u".part"_s).size() > 0, 20'000);
    sendSignal(*asked, SIGINT);
    const Answer answer = Duectl::finish(*asked);
    QVERIFY2(answer.isError(1) && answer.err.contains("was not written"), answer.all());
    QVERIFY(!QFile::exists(file + u".part"_s));
    QCOMPARE(contentsOf(file), QByteArray("what was there before"));
    EXIT(duectl.run({u"export"_s, u"q"_s, file}), 0);
    QCOMPARE(contentsOf(file).count('\n'), 60'000);
    QCOMPARE(QFileInfo(file).permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    FAILS(duectl.run("export q /nowhere/at/all"), 1, "Cannot write the file");
    FAILS(duectl.run("export q /dev/full"), 1, "Cannot write the file");
}

void DuectlTransfer::aReaderThatGoesAwayEndsIt()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 20000 --in 1h --payload 0123456789"), 0);
    QProcess shell;
    shell.start(u"/bin/sh"_s,
        {u"-c"_s, u"{ \"$DUECTL\" --url '%1' export q - ; echo $? >&2; } | head -n 2"_s.arg(server.url())});
    QVERIFY(shell.waitForFinished(30'000));
    QCOMPARE(shell.readAllStandardOutput().count('\n'), 2);
    QCOMPARE(shell.readAllStandardError(), QByteArray("0\n"));
}

void DuectlTransfer::maskedPayloadsStayMaskedAndDoNotComeBack()
{
    RedisServer server;
    QTemporaryDir config;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", config.path());
    QDir(config.path()).mkpath(u"dueline"_s);
    writeTo(config.filePath(u"dueline/profiles.json"_s),
        QJsonDocument(QJsonObject{{u"version"_s, 1},
                          {u"profiles"_s,
                              QJsonArray{QJsonObject{
                                  {u"name"_s, u"p"_s}, {u"url"_s, server.url()}, {u"mask"_s, QJsonArray{u"card"_s}}}}}})
            .toJson());
    EXIT(duectl.run(
             {u"--profile"_s, u"p"_s, u"add"_s, u"q"_s, u"t"_s, u"--payload"_s, u"{\"card\":\"hidden\",\"n\":1}"_s}),
        0);
    const Answer lines = duectl.run("--profile p export q -");
    EXIT(lines, 0);
    QVERIFY2(!lines.out.contains("hidden") && lines.out.contains("\"masked\":true"), lines.all());
    const Answer back = duectl.run(u"--profile p import q2 -"_s.split(u' '), lines.out);
    EXIT(back, 1);
    QVERIFY2(back.out.startsWith("0 added, 1 invalid") && back.err.contains("masked"), back.all());
}

QTEST_GUILESS_MAIN(DuectlTransfer)
#include "tst_duectl_transfer.moc"
