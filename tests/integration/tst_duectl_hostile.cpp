// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/measuredprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/scriptedserver.h"

#include <QTemporaryDir>

#include <map>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

using Client = ScriptedServer::Client;

/// Point at which a server misbehaves: in its reply to the greeting, or to the first command after it.
enum class Moment { Greeting, Work };

/// Tolerance beyond the deadline for the program to start and exit. Instrumented programs start slowly.
#if defined(__SANITIZE_ADDRESS__)
constexpr Millis tolerance{2'000};
#else
constexpr Millis tolerance{500};
#endif

/// Hostile server that only claims to be Redis.
struct Hostile
{
    const char* name;
    /// Called after a client's request. When it returns, the connection may be closed.
    std::function<void(Client&, Moment)> answer;
    bool slow = false; ///< true if only the deadline ends the connection
};

/// Returns a literal including its zero bytes.
template <std::size_t size> QByteArray raw(const char (&text)[size]) { return {text, qsizetype(size) - 1}; }

std::function<void(Client&, Moment)> says(const QByteArray& answer)
{
    return [answer](Client& client, Moment) {
        client.send(answer);
        client.holdOpen();
    };
}

std::function<void(Client&, Moment)> saysWithoutEnd(const QByteArray& head, const QByteArray& piece)
{
    return [head, piece](Client& client, Moment) {
        client.send(head);
        const QByteArray much = piece.repeated(4096);
        while (client.send(much)) { }
    };
}

const std::vector<Hostile>& hostiles()
{
    static const std::vector<Hostile> all{
        {"a line without end", saysWithoutEnd("+", "a")},
        {"a string of 2^31 bytes", saysWithoutEnd("$2147483648\r\n", "x")},
        {"2^32 elements", saysWithoutEnd("*4294967296\r\n", ":1\r\n")},
        {"nesting without end", saysWithoutEnd("", "*1\r\n")},
        {"a negative string", says("$-2\r\n")},
        {"a negative array", says("*-7\r\n")},
        {"a string with a wrong end", says("$2\r\nOK__")},
        {"another type than asked for",
            [](Client& client, Moment moment) {
                client.send(moment == Moment::Greeting ? "*1\r\n:1\r\n" : ":1\r\n");
                client.holdOpen();
            }},
        {"RESP3 that nobody asked for", says("%1\r\n+a\r\n+b\r\n")},
        {"replies that nobody asked for",
            [](Client& client, Moment moment) {
                if (moment == Moment::Greeting)
                    client.sendGreeting();
                else
                    client.send("*1\r\n$1\r\nq\r\n");
                client.send("+MORE\r\n+AND MORE\r\n");
                client.holdOpen();
            }},
        {"half a reply", says("$10\r\nabc"), true},
        {"escape sequences in an error",
            says(raw("-ERR \x1b[2J\x1b]0;mine\x07\x1b[31mred \xe2\x80\xae\xc2\x9b"
                     "1m \x00 \x08\x7f bad\r\n"))},
        {"a byte each 200 ms",
            [](Client& client, Moment) {
                const QByteArray answer = "$1000\r\n" + QByteArray(1000, 'x');
                for (qsizetype i = 0; i < answer.size() && client.send(answer.mid(i, 1)); ++i)
                    QThread::msleep(200);
            },
            true},
        {"the end", [](Client&, Moment) {}, true},
        {"silence", says({}), true},
    };
    return all;
}

std::unique_ptr<ScriptedServer> serverOf(const Hostile& hostile, Moment moment)
{
    return std::make_unique<ScriptedServer>([answer = hostile.answer, moment](Client& client) {
        const bool asked
            = moment == Moment::Greeting ? client.expect("replication\r\n") : client.greet() && client.expect("\r\n");
        if (asked)
            answer(client, moment);
    });
}

/// Removes the sentence about waiting that comes before the error.
QByteArray withoutWaiting(const QByteArray& text)
{
    return text.startsWith("Waiting for Redis at ") ? text.mid(text.indexOf('\n') + 1) : text;
}

/// Returns whether the text is a single line that a terminal displays unchanged.
bool isCleanSentence(const QByteArray& text)
{
    if (!(text.endsWith(".\n") || text.endsWith("?\n")) || text.count('\n') != 1)
        return false;
    const QString shown = QString::fromUtf8(text.chopped(1));
    return !shown.contains(QChar::ReplacementCharacter)
        && std::all_of(shown.begin(), shown.end(), [](QChar c) { return c.isPrint() && c != QChar(0x202e); });
}

std::vector<std::pair<QByteArray, QByteArray>> environment()
{
    static const QTemporaryDir folder;
    return {
        {"XDG_STATE_HOME", folder.path().toUtf8()}, {"XDG_CONFIG_HOME", folder.path().toUtf8()}, {"REDISCLI_AUTH", ""}};
}

std::unique_ptr<MeasuredProgram> duectl(quint16 port, const QStringList& arguments)
{
    return std::make_unique<MeasuredProgram>(qEnvironmentVariable("DUECTL"),
        QStringList{u"--url"_s, u"redis://127.0.0.1:%1"_s.arg(port)} + arguments, environment());
}

constexpr qint64 allowedKiB = 64 * 1024;

} // namespace

Q_DECLARE_METATYPE(Moment)

/// Tests duectl with servers that send wrong, huge or slow replies, or none. duectl must always exit in time with code
/// 3 and one printable sentence, and use little memory.
class DuectlHostile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_running.clear(); }
    void aHostileServerEndsInOneSentenceInTime_data();
    void aHostileServerEndsInOneSentenceInTime();
    void aLargeAnswerTakesLittleMemory_data();
    void aLargeAnswerTakesLittleMemory();
    void anAnswerOfTheWrongTypeIsNeverRead_data();
    void anAnswerOfTheWrongTypeIsNeverRead();
    void aLongTaskTakesLittleMemory_data();
    void aLongTaskTakesLittleMemory();

private:
    struct Running
    {
        std::unique_ptr<ScriptedServer> server;
        std::unique_ptr<MeasuredProgram> program;
    };
    static QString keyOf(const Hostile& hostile, Moment moment)
    {
        return QString::fromLatin1(hostile.name) + (moment == Moment::Greeting ? u", at once"_s : u", later"_s);
    }

    std::map<QString, Running> m_running; ///< programs that end only when a deadline expires, all running concurrently
    qint64 m_usualKiB = 0;
};

void DuectlHostile::initTestCase()
{
    RedisServer real({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    const auto usual = duectl(real.port(), {u"queues"_s})->finish(Millis(20'000));
    QCOMPARE(usual.code, 0);
    m_usualKiB = usual.peakKiB;
    for (const Hostile& hostile : hostiles()) {
        for (const Moment moment : {Moment::Greeting, Moment::Work}) {
            if (!hostile.slow)
                continue;
            Running running{serverOf(hostile, moment), nullptr};
            running.program = duectl(running.server->port(), {u"queues"_s});
            m_running.emplace(keyOf(hostile, moment), std::move(running));
        }
    }
}

void DuectlHostile::aHostileServerEndsInOneSentenceInTime_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<Moment>("moment");
    for (const bool slow : {false, true}) {
        for (std::size_t i = 0; i < hostiles().size(); ++i) {
            if (hostiles()[i].slow != slow)
                continue;
            for (const Moment moment : {Moment::Greeting, Moment::Work})
                QTest::newRow(qPrintable(keyOf(hostiles()[i], moment))) << int(i) << moment;
        }
    }
}

void DuectlHostile::aHostileServerEndsInOneSentenceInTime()
{
    QFETCH(int, number);
    QFETCH(Moment, moment);
    const Hostile& hostile = hostiles()[std::size_t(number)];
    Running running;
    if (const auto begun = m_running.find(keyOf(hostile, moment)); begun != m_running.end()) {
        running = std::move(begun->second);
    } else {
        running.server = serverOf(hostile, moment);
        running.program = duectl(running.server->port(), {u"queues"_s});
    }
    // The default deadlines apply: one for connecting and the greeting, and one for an entire call.
    const Timeouts timeouts;
    const Millis deadline = moment == Moment::Greeting ? timeouts.connect : timeouts.reply;
    const auto end = running.program->finish(deadline + Millis(5'000));
    QVERIFY2(end.code == 3, end.err.constData());
    QCOMPARE(end.out, QByteArray());
    QVERIFY2(isCleanSentence(withoutWaiting(end.err)), end.err.toPercentEncoding(" ").constData());
    QVERIFY2(end.took <= deadline + tolerance, qPrintable(QString::number(end.took.count())));
#if !defined(__SANITIZE_ADDRESS__)
    QVERIFY2(end.peakKiB <= m_usualKiB + allowedKiB, qPrintable(QString::number(end.peakKiB)));
#endif
}

void DuectlHostile::aLargeAnswerTakesLittleMemory_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("piece");
    QTest::addColumn<int>("pieces");
    QTest::addColumn<QByteArray>("end");
    const auto row = [](const char* name, const QByteArray& head, const QByteArray& piece, int pieces,
                         const QByteArray& end) { QTest::newRow(name) << head << piece << pieces << end; };
    const QByteArray million(1'000'000, 'x');
    row("a string of 60 MB", "$60000000\r\n", million, 60, "\r\n");
    row("a list of one string of 60 MB", "*1\r\n$60000000\r\n", million, 60, "\r\n");
    const auto times = [&](const char* name, int elements, const QByteArray& element) {
        row(name, '*' + QByteArray::number(elements) + "\r\n", element.repeated(1'000), elements / 1'000, {});
    };
    times("200,000 names", 200'000, "$12\r\nname of some\r\n");
    times("200,000 names of 300 bytes", 200'000, "$300\r\n" + QByteArray(300, 'n') + "\r\n");
    times("200,000 lists in lists", 200'000, "*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n");
    times("200,000 lists of five", 200'000, "*5\r\n:1\r\n:1\r\n:1\r\n:1\r\n:1\r\n");
    times("1,000,000 names", 1'000'000, "$1\r\nn\r\n");
}

/// Checks that memory usage stays low if every request, or every request after the greeting, gets one large answer.
/// Never builds the complete answer, because the test's own memory would count toward the peak.
void DuectlHostile::aLargeAnswerTakesLittleMemory()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("figures of memory are not taken under a sanitizer");
#endif
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, piece);
    QFETCH(int, pieces);
    QFETCH(QByteArray, end);
    constexpr qint64 mostKiB = 128'000'000 / 1024;
    for (const bool greets : {false, true}) {
        ScriptedServer server([&](Client& client) {
            if (greets && !client.greet())
                return;
            while (client.expectCommand() && client.send(head)) {
                for (int i = 0; i < pieces && client.send(piece); ++i) { }
                client.send(end);
            }
        });
        for (const char* line :
            {"queues --json", "--layout native list q", "--layout native check q", "list q", "check q", "doctor"}) {
            const QStringList words = QString::fromLatin1(line).split(u' ');
            const auto ended = duectl(server.port(), words)->finish(Millis(30'000));
            const QByteArray which = line + QByteArray(": ");
            QVERIFY2(ended.code > 0 && isCleanSentence(withoutWaiting(ended.err)), which + ended.err.left(500));
            QVERIFY2(ended.peakKiB <= mostKiB, which + QByteArray::number(ended.peakKiB) + " KiB");
        }
    }
}

void DuectlHostile::anAnswerOfTheWrongTypeIsNeverRead_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::newRow("a number") << QByteArray(":1\r\n");
    QTest::newRow("a status") << QByteArray("+OK\r\n");
    QTest::newRow("a string") << QByteArray("$2\r\nok\r\n");
    QTest::newRow("nothing") << QByteArray("$-1\r\n");
    QTest::newRow("a list of one number") << QByteArray("*1\r\n:1\r\n");
    QTest::newRow("a list of one list") << QByteArray("*1\r\n*0\r\n");
    QTest::newRow("thirteen strings") << "*13\r\n" + QByteArray("$1\r\n1\r\n").repeated(13);
}

/// Checks every command with the same answer to all its requests. No answer suits every request, and none may be
/// mistaken for an empty result or success.
void DuectlHostile::anAnswerOfTheWrongTypeIsNeverRead()
{
    QFETCH(QByteArray, answer);
    ScriptedServer server([&](Client& client) {
        if (!client.greet())
            return;
        while (client.expectCommand() && client.send(answer)) { }
    });
    const Duectl duectl(u"redis://127.0.0.1:%1"_s.arg(server.port()));
    for (const char* line : {"add q t", "list q", "show q x", "timeline q", "operations q", "workers", "leases q",
             "queue q show", "check q", "pause q", "retry q x", "run-now q x", "discard q --all --yes", "delete q x",
             "reschedule q --all --in 5m --yes", "undo q/abc --yes", "release q x", "cancel q x",
             "extend q x --lease 5s", "edit q x --payload y", "queue q set retention=1d", "queue q delete --yes",
             "results q"}) {
        const Answer said = duectl.run(line);
        QVERIFY2(said.isError(3) && isCleanSentence(said.err), line + ("\n" + said.all()));
    }
    if (!answer.startsWith("*13")) // `*13` could be a set of names.
        FAILS(duectl.run("queues"), 3, "unexpected reply");
}

void DuectlHostile::aLongTaskTakesLittleMemory_data()
{
    QTest::addColumn<QString>("layout");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<QByteArray>("end");
    const auto row = [](const char* layout, const char* key, const char* head, const char* end) {
        QTest::newRow(layout) << QString::fromLatin1(layout) << QByteArray(key) << QByteArray(head) << QByteArray(end);
    };
    row("sidekiq", "queue:mail", R"({"class":"W","jid":"1","queue":"mail","created_at":1.5,"args":[")", R"("]})");
    row("celery", "celery",
        R"({"content-type":"application/json","headers":{"id":"a","task":"t"},"properties":{"delivery_tag":"d"},"body":")",
        R"("})");
    row("laravel", "laravel_database_queues:mail", R"({"uuid":"u","displayName":"D","attempts":0,"data":")", R"("})");
}

/// Checks the memory usage of queue overviews on a real server where the oldest task is a 60 MB string.
void DuectlHostile::aLongTaskTakesLittleMemory()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("figures of memory are not taken under a sanitizer");
#endif
    QFETCH(QString, layout);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, head);
    QFETCH(QByteArray, end);
    constexpr qint64 mostKiB = 128'000'000 / 1024;
    RedisServer real({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    // The server builds the string, so this program never has it in memory.
    const Reply pushed = real.call({"EVAL",
        "redis.call('SADD', 'queues', 'mail') "
        "return redis.call('LPUSH', KEYS[1], ARGV[1] .. string.rep('x', 60000000) .. ARGV[2])",
        "1", key, head, end});
    QCOMPARE(pushed.integer, 1);
    for (const QStringList& words : QList<QStringList>{{u"--layout"_s, layout, u"queues"_s},
             {u"--layout"_s, layout, u"doctor"_s}, {u"doctor"_s}, {u"queues"_s}}) {
        const auto ended = duectl(real.port(), words)->finish(Millis(30'000));
        QVERIFY2(ended.code >= 0, ended.err.left(500));
        QVERIFY2(
            ended.peakKiB <= mostKiB, words.join(u' ').toUtf8() + ": " + QByteArray::number(ended.peakKiB) + " KiB");
    }
}

QTEST_GUILESS_MAIN(DuectlHostile)
#include "tst_duectl_hostile.moc"
