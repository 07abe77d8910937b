// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/fakessh.h"
#include "tests/integration/nativebackend.h"
#include "tests/support/lostrecording.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QSet>
#include <QTcpSocket>
#include <QTemporaryDir>

#include <csignal>
#include <map>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Task text that Redis would execute as inline commands.
const QByteArray hostileText = "x\r\nSET foreign 1\r\nFLUSHALL\r\n";

/// Commands that the server receives, read with MONITOR. Omits commands called by scripts.
class Monitor
{
public:
    explicit Monitor(RedisServer& server)
        : m_server(server)
    {
        m_socket.connectToHost(u"127.0.0.1"_s, server.port());
        if (!m_socket.waitForConnected(5'000))
            qFatal("the monitor is not connected");
        m_socket.write("MONITOR\r\n");
        (void)next(); // Skip the reply to MONITOR itself.
    }

    /// Returns the names of the commands received since the last call.
    QSet<QByteArray> take()
    {
        QSet<QByteArray> names;
        const QByteArray mark = "mark-" + QByteArray::number(++m_marks);
        m_server.call({"ECHO", mark});
        for (;;) {
            const QByteArray line = next();
            if (line.contains(mark))
                return names;
            if (const QByteArray name = nameIn(line); !name.isEmpty())
                names.insert(name);
        }
    }
    /// Waits until the server receives this command.
    void waitFor(const QByteArray& name)
    {
        while (nameIn(next()) != name) { }
    }

private:
    QByteArray next()
    {
        const QDeadlineTimer deadline(20'000);
        while (!m_socket.canReadLine()) {
            if (!m_socket.waitForReadyRead(int(deadline.remainingTime())))
                qFatal("the monitor is silent");
        }
        return m_socket.readLine();
    }
    /// Returns `keys` for `+1339518083.107412 [0 127.0.0.1:60866] "keys" "*"`.
    static QByteArray nameIn(const QByteArray& line)
    {
        const qsizetype from = line.indexOf("] \"");
        if (from < 0 || line.contains(" lua] "))
            return {};
        return line.mid(from + 3, line.indexOf('"', from + 3) - from - 3).toLower();
    }

    RedisServer& m_server;
    QTcpSocket m_socket;
    int m_marks = 0;
};

/// Command line that the test runs. Placeholders are replaced once the queue has been filled.
struct Line
{
    QString words;
    enum Kind : quint8 {
        Reads, ///< leaves every key unchanged
        Changes,
        Stays, ///< keeps running until the test ends it
    } kind
        = Reads;
};

const std::vector<Line>& sweep()
{
    using enum Line::Kind;
    static const std::vector<Line> lines{{u"--help"_s, Reads}, {u"--version"_s, Reads}, {u"help filters"_s, Reads},
        {u"help list"_s, Reads}, {u"queues"_s, Reads}, {u"queues --json"_s, Reads}, {u"list q"_s, Reads},
        {u"list q --json"_s, Reads}, {u"list q --match payload:FLUSHALL"_s, Reads},
        {u"show q wait# --payload"_s, Reads}, {u"show q wait# --payload --json"_s, Reads}, {u"show q bad#"_s, Reads},
        {u"show q ok# --json"_s, Reads}, {u"diff q wait# bad#"_s, Reads}, {u"operations"_s, Reads},
        {u"operations q --json"_s, Reads}, {u"timeline q"_s, Reads}, {u"timeline --json"_s, Reads},
        {u"failures"_s, Reads}, {u"failures q --json"_s, Reads}, {u"fills q"_s, Reads}, {u"results q"_s, Reads},
        {u"results q --json"_s, Reads}, {u"workers"_s, Reads}, {u"leases q"_s, Reads}, {u"schedules q"_s, Reads},
        {u"check q"_s, Reads}, {u"check q --nagios"_s, Reads}, {u"metrics"_s, Reads},
        {u"metrics --output FOLDER/q.prom"_s, Reads}, {u"doctor --json"_s, Reads}, {u"acl operator"_s, Reads},
        {u"layout list"_s, Reads}, {u"layout guess"_s, Reads}, {u"layout guess jobs --json"_s, Reads},
        {u"functions list --json"_s, Reads}, {u"mcp --queue q --allow-actions"_s, Reads}, {u"queue q show"_s, Reads},
        {u"export q -"_s, Reads}, {u"export q - --format csv"_s, Reads}, {u"export q FOLDER/out.jsonl"_s, Reads},
        {u"discard q --all --dry-run"_s, Reads}, {u"move q --all --to p --dry-run"_s, Reads},
        {u"import p FOLDER/tasks.jsonl --dry-run"_s, Reads}, {u"adopt --layout zset:jobs --to p --dry-run"_s, Reads},
        {u"no-such-command"_s, Reads}, {u"record FOLDER/q.dwit --for 1s"_s, Reads},
        {u"changed FOLDER/none.dwit"_s, Reads}, {u"forecast FOLDER/lost.dwit"_s, Reads},
        {u"putback FOLDER/lost.dwit p --dry-run"_s, Reads}, {u"putback FOLDER/lost.dwit p --export -"_s, Reads},
        {u"show q nothing"_s, Reads}, {u"list q --url unix:/nowhere"_s, Reads},
        {u"add q t --payload HOSTILE"_s, Changes}, {u"add q t --copies 3 --json"_s, Changes},
        {u"edit q wait# --payload HOSTILE"_s, Changes}, {u"retry q bad#"_s, Changes},
        {u"discard q --all --yes"_s, Changes}, {u"restore q trash#"_s, Changes}, {u"run-now q wait#"_s, Changes},
        {u"reschedule q wait# --in 5m"_s, Changes}, {u"delete q wait#"_s, Changes},
        {u"operations pause OPERATION"_s, Changes}, {u"undo OPERATION"_s, Changes},
        {u"adopt --layout zset:jobs --to p --yes"_s, Changes}, {u"cancel q lease#"_s, Changes},
        {u"release q lease#"_s, Changes}, {u"extend q lease# --lease 1h"_s, Changes}, {u"pause q"_s, Changes},
        {u"resume q"_s, Changes}, {u"queue q set retention=1d"_s, Changes},
        {u"queue q delete --yes --force"_s, Changes}, {u"doctor --repair --yes"_s, Changes},
        {u"schedules q add tick @hourly t --payload HOSTILE"_s, Changes}, {u"schedules q run-now night"_s, Changes},
        {u"move q wait# --to p"_s, Changes}, {u"copy q wait# --to p"_s, Changes},
        {u"import p FOLDER/tasks.jsonl"_s, Changes}, {u"functions load"_s, Changes}, {u"functions remove"_s, Changes},
        {u"mark deployed"_s, Changes}, {u"putback FOLDER/lost.dwit p --yes"_s, Changes},
        {u"work --queue q --handler ready=command:/bin/cat --exit-when-empty --json --log-level debug"_s, Changes},
        {u"watch"_s, Stays}, {u"watch q --json"_s, Stays}, {u"results q --follow"_s, Stays},
        {u"results q --follow --json"_s, Stays}, {u"metrics --listen 127.0.0.1:0"_s, Stays}, {u"sandbox"_s, Stays}};
    return lines;
}

/// Returns the streams that are closed according to `set`, one bit per stream.
QList<int> streamsOf(int set)
{
    QList<int> closed;
    for (int stream = 0; stream < 3; ++stream) {
        if (set & (1 << stream))
            closed << stream;
    }
    return closed;
}

} // namespace

/// Tests the program with closed standard streams, and with an output that accepts no data. If a connection got
/// stdout's descriptor, it would receive the printed text.
class DuectlClosed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { putBack(); }
    void everyCommandIsInTheSweep();
    void nothingThatIsPrintedReachesRedis_data();
    void nothingThatIsPrintedReachesRedis();
    void whatCannotBePrintedIsAnError_data() { rows(); }
    void whatCannotBePrintedIsAnError();
    void aStandardInputThatWasClosedIsToldToWhoWantsToReadIt_data();
    void aStandardInputThatWasClosedIsToldToWhoWantsToReadIt();
    void aTunnelHasStreamsOfItsOwn_data() { sets(); }
    void aTunnelHasStreamsOfItsOwn();
    void aHandlerHasStreamsOfItsOwn_data() { sets(); }
    void aHandlerHasStreamsOfItsOwn();

private:
    static void rows();
    static void sets();
    void putBack();
    /// Returns a digest of all keys and their values.
    QByteArray digest() { return m_server.call({"DEBUG", "DIGEST"}).bytes; }
    QStringList wordsOf(const Line& line) const;
    Answer runLine(const Line& line, const QList<int>& closed, const QString& standardOutput = {});

    QTemporaryDir m_folder;
    RedisServer m_server{RedisServer::Options{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    Duectl m_duectl{m_server.url()};
    Monitor m_monitor{m_server};
    std::map<QByteArray, QByteArray> m_keys; ///< values before each run, for RESTORE
    QByteArray m_digest;
    QString m_operation;
};

void DuectlClosed::initTestCase()
{
    const QString payload = QString::fromUtf8(hostileText);
    for (const char* type : {"wait", "trash"})
        EXIT(m_duectl.run({u"add"_s, u"q"_s, QString::fromLatin1(type), u"--in"_s, u"1h"_s, u"--payload"_s, payload}),
            0);
    for (const char* type : {"ok", "bad"})
        EXIT(m_duectl.run({u"add"_s, u"q"_s, QString::fromLatin1(type), u"--max-attempts"_s, u"1"_s, u"--keep-result"_s,
                 u"--payload"_s, payload}),
            0);
    EXIT(m_duectl.run({u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s, u"ok=command:/bin/cat"_s, u"--handler"_s,
             u"bad=command:/bin/sh -c \"cat >&2; exit 1\""_s, u"--exit-when-empty"_s}),
        0);
    EXIT(m_duectl.run("schedules q add night @yearly t"), 0);
    EXIT(m_duectl.run({u"export"_s, u"q"_s, m_folder.filePath(u"tasks.jsonl"_s)}), 0);
    QVERIFY(writeLostRecording(m_folder.filePath(u"lost.dwit"_s), "p", 3));
    const Answer discarded = m_duectl.run("discard q trash# --json");
    m_operation = discarded.object().value(u"operation"_s).toString();
    QVERIFY2(!m_operation.isEmpty(), discarded.all());

    // Ids from other programs can contain any bytes. A worker holds one task.
    const auto backend = openNative(m_server);
    const auto add = [&](const TaskId& id, Millis in) {
        QCOMPARE(must(backend->editor()->add("q", {{id, {}, in, {}, hostileText}})).front(), AddOutcome::Added);
    };
    add("lease#" + hostileText, Millis(0));
    ClaimRequest claim;
    claim.queue = "q";
    claim.leaseFor = std::chrono::hours(10);
    claim.types.exact = {"lease"};
    QCOMPARE(must(backend->broker()->claim(claim)).leases.size(), std::size_t(1));
    add("id#" + hostileText, std::chrono::hours(1));
    add("ready#" + hostileText, Millis(0));
    m_server.call({"ZADD", "jobs", "4102444800", "job_1"});
    m_server.call({"SET", "bystander", "here"});
    for (const Reply& key : m_server.call({"KEYS", "*"}).items)
        m_keys[key.bytes] = m_server.call({"DUMP", key.bytes}).bytes;
    putBack();
    m_digest = digest();
}

/// Restores the initial keys for each test and run.
void DuectlClosed::putBack()
{
    m_server.call({"FLUSHALL"});
    m_server.call({"CONFIG", "RESETSTAT"});
    for (const auto& [key, bytes] : m_keys)
        m_server.call({"RESTORE", key, "0", bytes});
    (void)m_monitor.take();
}

QStringList DuectlClosed::wordsOf(const Line& line) const
{
    QStringList all = words(qPrintable(line.words));
    for (QString& word : all) {
        word.replace(u"FOLDER"_s, m_folder.path());
        if (word == u"HOSTILE")
            word = QString::fromUtf8(hostileText);
        if (word == u"OPERATION")
            word = m_operation;
    }
    return all;
}

Answer DuectlClosed::runLine(const Line& line, const QList<int>& closed, const QString& standardOutput)
{
    const QTemporaryDir runtime;
    const bool own = line.words == u"sandbox"; // sandbox doesn't accept --url
    Duectl duectl(own ? QString() : m_server.url());
    duectl.setVariable("XDG_RUNTIME_DIR", runtime.path());
    const auto process = duectl.startWithout(closed, wordsOf(line), standardOutput);
    if (line.kind == Line::Stays && standardOutput.isEmpty()) {
        if (own) {
            const QDeadlineTimer deadline(20'000);
            while (!deadline.hasExpired()
                && QDir(runtime.path()).entryList({u"dueline-sandbox-*"_s}, QDir::Dirs).isEmpty())
                QTest::qSleep(5);
        } else if (line.words.contains(u"--follow")) {
            m_monitor.waitFor("subscribe");
            const Duectl worker(m_server.url());
            if (worker.run("work --queue q --handler ready=command:/bin/cat --exit-when-empty").code != 0)
                qFatal("nothing was worked on");
        } else {
            if (!Duectl::waitUntilCatching(*process, SIGTERM))
                qFatal("it catches nothing");
        }
        process->terminate();
    }
    process->closeWriteChannel();
    return Duectl::finish(*process);
}

void DuectlClosed::rows()
{
    QTest::addColumn<int>("number");
    for (std::size_t i = 0; i < sweep().size(); ++i)
        QTest::newRow(qPrintable(sweep()[i].words)) << int(i);
}

void DuectlClosed::everyCommandIsInTheSweep()
{
    const QByteArray help = m_duectl.run("--help").out;
    const QList<QByteArray> lines = help.left(help.indexOf("\nTopics")).split('\n').mid(1);
    int commands = 0;
    for (const QByteArray& line : lines) {
        if (!line.startsWith("  ") || line.startsWith("   "))
            continue; // continuation of a summary
        ++commands;
        const QString name = QString::fromUtf8(line.trimmed().split(' ').first());
        const bool named = std::any_of(sweep().begin(), sweep().end(),
            [&](const Line& each) { return each.words == name || each.words.startsWith(name + u' '); });
        QVERIFY2(named, qPrintable(name));
    }
    QVERIFY2(commands > 30, help);
}

void DuectlClosed::nothingThatIsPrintedReachesRedis_data() { rows(); }

void DuectlClosed::nothingThatIsPrintedReachesRedis()
{
    QFETCH(int, number);
    const Line& line = sweep()[std::size_t(number)];
    const Answer open = runLine(line, {});
    QVERIFY2(open.code >= 0, open.all());
    QSet<QByteArray> asked = m_monitor.take();
    // Any connection may send these commands.
    asked.unite({"eval", "ping", "auth", "client", "config", "info", "role", "unsubscribe"});
    for (int set = 1; set < 8; ++set) {
        putBack();
        const Answer answer = runLine(line, streamsOf(set));
        const QByteArray closed
            = "closed: " + QByteArray::number(set, 2) + '\n' + answer.all() + "\nopen: " + open.all();
        QVERIFY2(answer.code == open.code, closed);
        const QSet<QByteArray> foreign = m_monitor.take() - asked;
        QVERIFY2(foreign.isEmpty(), closed + "\nforeign: " + foreign.values().join(' '));
        QCOMPARE(m_server.call({"GET", "bystander"}).bytes, QByteArray("here"));
        QCOMPARE(m_server.call({"EXISTS", "foreign"}).integer, 0);
        // This error would show that printed text reached the server as a command.
        const QByteArray errors = m_server.call({"INFO", "errorstats"}).bytes;
        QVERIFY2(!errors.contains("errorstat_ERR:"), closed + '\n' + errors);
        if (line.kind == Line::Reads)
            QVERIFY2(digest() == m_digest, closed);
        if (!(set & 2) && line.kind == Line::Reads)
            QVERIFY2(answer.out.isEmpty() == open.out.isEmpty(), closed);
    }
}

void DuectlClosed::whatCannotBePrintedIsAnError()
{
    QFETCH(int, number);
    const Line& line = sweep()[std::size_t(number)];
    if (line.kind == Line::Stays && line.words.contains(u"--follow"))
        return; // The command prints nothing until a task ends.
    const bool stays = line.kind == Line::Stays;
    const Answer open = stays ? Answer{0, "a line", {}} : runLine(line, {});
    putBack();
    const Answer full = runLine(line, {}, u"/dev/full"_s);
    const QByteArray both = full.all() + "\nopen: " + open.all();
    if (open.out.isEmpty()) {
        QVERIFY2(full.code == open.code && !full.err.contains("No space left"), both);
        return;
    }
    QVERIFY2(full.code == (open.code == 0 ? 1 : open.code), both);
    QVERIFY2(full.err.contains("Cannot write ") && full.err.count(": No space left on device.\n") == 1, both);
}

void DuectlClosed::aStandardInputThatWasClosedIsToldToWhoWantsToReadIt_data()
{
    QTest::addColumn<QString>("line");
    QTest::newRow("add") << u"add q t --payload-file -"_s;
    QTest::newRow("edit") << u"edit q wait# --payload-file -"_s;
    QTest::newRow("schedule") << u"schedules q add tick @hourly t --payload-file -"_s;
    QTest::newRow("import") << u"import p -"_s;
}

void DuectlClosed::aStandardInputThatWasClosedIsToldToWhoWantsToReadIt()
{
    QFETCH(QString, line);
    const Answer answer = Duectl::finish(*m_duectl.startWithout({0}, words(qPrintable(line))));
    FAILS(answer, 1, ": standard input is closed.\n");
    QCOMPARE(digest(), m_digest);
    // Confirming is impossible too. The error is the same as without a terminal.
    FAILS(Duectl::finish(*m_duectl.startWithout({0}, words("discard q --all"))), 1, "--yes");
}

void DuectlClosed::aTunnelHasStreamsOfItsOwn()
{
    QFETCH(int, set);
    const FakeSsh ssh("input=$(readlink /proc/$$/fd/0); exec 3>&1; output=$(readlink /proc/$$/fd/3); "
                      "echo $input $output > streams; echo 'Permission denied (publickey).' >&2; exit 255");
    const Duectl duectl(u"redis://10.1.2.3:6379?ssh=me@bastion"_s);
    const Answer answer = Duectl::finish(*duectl.startWithout(streamsOf(set), {u"queues"_s}));
    QVERIFY2(answer.code == 3, answer.all()); // ssh's stderr is still read.
    QVERIFY2((set & 4) || answer.err.contains("ssh-add"), answer.all());
    QCOMPARE(ssh.left("streams"), QByteArray("/dev/null /dev/null\n"));
}

void DuectlClosed::sets()
{
    QTest::addColumn<int>("set");
    for (int set = 0; set < 8; ++set)
        QTest::addRow("closed: %s", qPrintable(QString::number(set, 2))) << set;
}

void DuectlClosed::aHandlerHasStreamsOfItsOwn()
{
    QFETCH(int, set);
    EXIT(m_duectl.run("add q io --keep-result --id a --payload given"), 0);
    const auto worker = m_duectl.startWithout(streamsOf(set),
        {u"work"_s, u"--queue"_s, u"q"_s, u"--handler"_s,
            u"io=command:/bin/sh -c \"cat; echo ' said'; ls /proc/self/fd | wc -l; echo aside >&2\""_s,
            u"--exit-when-empty"_s});
    EXIT(Duectl::finish(*worker), 0);
    const QJsonObject task = m_duectl.run("show q io#a --json").object();
    // The command has four descriptors: the three standard streams and the folder that ls lists. It inherits none from
    // the worker.
    QCOMPARE(task.value(u"result"_s).toString(), u"given said\n4\n"_s);
}

QTEST_GUILESS_MAIN(DuectlClosed)
#include "tst_duectl_closed.moc"
