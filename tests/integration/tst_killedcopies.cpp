// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueeditor.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/chaosproxy.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int ownTasks = 4; ///< number of tasks to copy or import
constexpr int mostReplies = 150; ///< upper bound on the number of replies that a command gets

/// Returns the number of replies between two kills: 2, or 1 if DUELINE_EVERY_REPLY is set, which doubles each row's
/// duration.
int step() { return qEnvironmentVariableIsSet("DUELINE_EVERY_REPLY") ? 1 : 2; }

QByteArray importedLines()
{
    QByteArray lines;
    for (int i = 1; i <= ownTasks; ++i) {
        const bool isLater = i == ownTasks;
        lines += R"({"id":"send#t)" + QByteArray::number(i) + R"(","state":")" + (isLater ? "scheduled" : "due")
            + R"(","due_ms":)" + (isLater ? "4000000000000" : "1700000000000") + R"(,"payload":"[1]"})" + '\n';
    }
    return lines;
}

/// Runs a command and kills it after a number of replies. Returns whether it was killed before it ended.
bool isKilledAfter(int replies, RedisServer& server, const QStringList& line)
{
    ChaosProxy proxy(server.config());
    ChaosPlan plan;
    plan.fault = ChaosPlan::Fault::Silence;
    plan.after = replies;
    proxy.setPlan(plan);
    const auto program = Duectl(proxy.url()).start(line);
    const auto isOver = [&] { return proxy.faults() > 0 || program->state() == QProcess::NotRunning; };
    (void)QTest::qWaitFor(isOver, 30'000);
    const bool isKilled = program->state() != QProcess::NotRunning;
    if (isKilled)
        sendSignal(*program, SIGKILL);
    program->waitForFinished();
    return isKilled;
}

/// Ends a killed process's claims on all operations, so that the test need not wait five seconds for them to expire.
void endClaims(RedisServer& server)
{
    for (const Reply& key : server.call({"KEYS", "dueline*op:*"}).items) {
        if (server.call({"TYPE", key.bytes}).bytes == "hash")
            server.call({"HSET", key.bytes, "held", "0"});
    }
}

} // namespace

/// Tests copies, imports and undos killed after each possible reply from the server. An import's record counts every
/// task that was added, and its undo removes only those. Another undo continues a killed one's work.
class TestKilledCopies : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path().toLocal8Bit()); }
    void eachPartIsUndone_data();
    void eachPartIsUndone();
    void aKilledUndoIsContinued_data();
    void aKilledUndoIsContinued();
};

void TestKilledCopies::eachPartIsUndone_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<bool>("exists");
    for (const char* command : {"copy", "import"}) {
        for (const char* layout : {"native", "bullmq", "sidekiq"})
            QTest::addRow("%s, %s", command, layout) << QString::fromLatin1(command) << QByteArray(layout) << true;
        QTest::addRow("%s, new queue", command) << QString::fromLatin1(command) << QByteArray("native") << false;
    }
}

void TestKilledCopies::eachPartIsUndone()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, layout);
    QFETCH(bool, exists);
    const bool isNative = layout == "native";
    const QString target = isNative ? u"mail"_s : u"mail@"_s + QString::fromLatin1(layout);
    const QString file = m_folder.filePath(u"tasks"_s);
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly) && written.write(importedLines()) > 0);
    written.close();
    const QStringList line = command == u"copy"
        ? QStringList{u"copy"_s, u"own"_s, u"--all"_s, u"--to"_s, target, u"--yes"_s}
        : QStringList{u"import"_s, target, file};
    int partial = 0;
    for (int replies = command == u"copy" ? 0 : step() - 1; replies < mostReplies; replies += step()) {
        RedisServer server;
        const Duectl duectl(server.url());
        EXIT(duectl.run({u"--layout"_s, u"native"_s, u"import"_s, u"own"_s, file}), 0);
        if (isNative && exists)
            EXIT(duectl.run("--layout native add mail send --id theirs --payload [1]"), 0);
        if (!isNative)
            FrameworkWriter::of(layout, server)->write("mail", {"theirs", TaskState::Due});
        const auto waiting = [&] {
            int count = 0;
            for (const QJsonValue& queue : duectl.run("--json queues").array()) {
                const QString name = queue[u"name"_s].toString();
                if (isNative ? name.section(u'@', 0, 0) == u"mail" : name.endsWith(u'@' + QString::fromLatin1(layout)))
                    count += queue[u"due"_s].toInt() + queue[u"scheduled"_s].toInt();
            }
            return count;
        };
        const int before = waiting();
        const bool isKilled = isKilledAfter(replies, server, line);
        const QByteArray place = "after " + QByteArray::number(replies) + " replies";
        const int added = waiting() - before;
        QVERIFY2(isKilled || added == ownTasks, place);
        const Answer listed = duectl.run({u"operations"_s, target, u"--json"_s});
        const QJsonArray operations = listed.code == 0 ? listed.array() : QJsonArray();
        QVERIFY2(operations.size() == 1 || added == 0, place + ": no operation names the tasks");
        if (!operations.empty()) {
            const QString id = operations[0][u"id"_s].toString();
            int parked = 0;
            for (const QJsonValue& task :
                isNative ? duectl.run("--layout native list mail --json").array() : QJsonArray())
                parked += task[u"due_ms"_s].toInteger() == toMs(parkedUntil) ? 1 : 0;
            QVERIFY2(operations[0][u"done"_s].toInt() == added - parked, place + ": " + listed.all());
            QVERIFY2(operations[0][u"count"_s].toInt() >= added - parked, place + ": " + listed.all());
            const Answer undone = duectl.run({u"undo"_s, id, u"--yes"_s});
            // A Sidekiq job that is listed as added but never was can't be told apart from a job that has already run.
            QVERIFY2(added == 0 || (undone.code == 0 && !undone.all().contains("changed since")),
                place + ": " + undone.all());
            QVERIFY2(waiting() == before, place + ": " + undone.all());
            partial += isKilled && added > 0;
        }
        if (!isKilled)
            break;
        QVERIFY2(replies + step() < mostReplies, "The command has not ended");
    }
    QVERIFY(partial > 0);
}

void TestKilledCopies::aKilledUndoIsContinued_data()
{
    QTest::addColumn<QByteArray>("layout");
    QTest::addColumn<QString>("command");
    for (const char* layout : {"native", "bullmq", "bull", "sidekiq", "asynq"}) {
        QTest::addRow("import, %s", layout) << QByteArray(layout) << u"import"_s;
        QTest::addRow("discard, %s", layout) << QByteArray(layout) << u"discard %1 --all --yes"_s;
    }
    QTest::newRow("discard by id, native") << QByteArray("native") << u"discard %1 send#t1 send#t2 --yes"_s;
    QTest::newRow("edit, native") << QByteArray("native") << u"edit %1 send#t1 --payload [2]"_s;
}

/// Checks that an undo counts the tasks that an earlier, killed undo of the same operation restored.
void TestKilledCopies::aKilledUndoIsContinued()
{
    QFETCH(QByteArray, layout);
    QFETCH(QString, command);
    const bool isImport = command == u"import";
    const QString queue = u"mail@"_s + QString::fromLatin1(layout);
    int continued = 0;
    for (int replies = isImport ? 0 : step() - 1; replies < mostReplies; replies += step()) {
        RedisServer server;
        const Duectl duectl(server.url());
        if (layout == "native")
            EXIT(duectl.run("--layout native add mail send --id theirs --payload [1] --in 1h"), 0);
        else
            FrameworkWriter::of(layout, server)->write("mail", {"theirs", TaskState::Due});
        const auto counts = [&] {
            std::pair<int, int> all; // expected numbers of due and scheduled tasks
            for (const QJsonValue& info : duectl.run("--json queues").array()) {
                const QString name = info[u"name"_s].toString();
                if (name == u"mail" || name.endsWith(u'@' + QString::fromLatin1(layout)))
                    all = {all.first + info[u"due"_s].toInt(), all.second + info[u"scheduled"_s].toInt()};
            }
            return all;
        };
        auto before = counts();
        const QStringList import{u"import"_s, queue, u"-"_s, u"--json"_s};
        Answer done = duectl.run(import, importedLines());
        EXIT(done, 0);
        if (!isImport) {
            before = counts();
            done = duectl.run(words(qPrintable(command.arg(queue) + u" --json"_s)));
            EXIT(done, 0);
        }
        const QString operation = done.object()[u"operation"_s].toString();
        const bool isKilled = isKilledAfter(replies, server, {u"undo"_s, operation, u"--yes"_s});
        endClaims(server);
        const QByteArray place = "after " + QByteArray::number(replies) + " replies: ";
        const Answer undone = duectl.run({u"undo"_s, operation, u"--yes"_s, u"--json"_s});
        const bool isRepeated = undone.code == 1 && undone.err.contains("was already undone");
        const QJsonObject result = undone.object();
        QVERIFY2(isRepeated || undone.code == 0, place + undone.all());
        QVERIFY2(isRepeated || result[u"restored"_s] == result[u"total"_s], place + undone.all());
        QVERIFY2(isRepeated || result[u"restored"_s].toInt() > 0, place + undone.all());
        QVERIFY2(counts() == before, place);
        continued += isKilled && !isRepeated;
        if (!isKilled)
            break;
        QVERIFY2(replies + step() < mostReplies, "The command has not ended");
    }
    QVERIFY(continued > 0);
}

QTEST_GUILESS_MAIN(TestKilledCopies)
#include "tst_killedcopies.moc"
