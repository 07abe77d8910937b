// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/seenqueues.h"
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelreading.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/writecommands.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName horizonQueue = "@laravel";
const QByteArray sentence = "Laravel keeps failed jobs in its own database; php artisan queue:failed lists them.";

} // namespace

/// Tests that Laravel's queues and Horizon's data are displayed correctly, and that reading doesn't change them.
class TestLaravelLayout : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void aTasksStateIsWhereItStands();
    void waitingTasksComeInTheOrderInWhichTheyRun();
    void whatIsSerializedIsReadForPeople();
    void whatNoWorkerCouldReadIsShownAsItIs();
    void whatPhpredisWrappedIsNamed_data();
    void whatPhpredisWrappedIsNamed();
    void theDoctorCountsWhatNoWorkerCanRead();
    void aLeaseThatIsOverSaysSo();
    void namesMayHoldColons();
    void anEmptyQueueStaysARowOfZeros();
    void whatIsInLaravelsDatabaseIsSaid();
    void aNameInBracesAndAStrangeHashAreOpened();
    void filtersFindWhatFieldsSay();
    void allReadsChangeNothing();
    void prefixesAreOpenedByTheirNames();
    void allThatIsThereIsFound();
    void duectlListsAndShowsThem();
    void laravelItselfFillsAndWorksThem_data();
    void laravelItselfFillsAndWorksThem();
};

void TestLaravelLayout::aTasksStateIsWhereItStands()
{
    LaravelReading place;
    place.server.push(LaravelServer::job("ready"));
    place.server.put("delayed", 9'000'000'000, LaravelServer::job("later"));
    place.server.put("delayed", 1'795'601'600, LaravelServer::job("due", {}, 1));
    place.server.put("reserved", 9'000'000'001, LaravelServer::job("runs", {}, 1));
    const QueueInfo info = place.infoOf("mail");
    QCOMPARE(info.counts[TaskState::Due], 2);
    QCOMPARE(info.counts[TaskState::Scheduled], 1);
    QCOMPARE(info.counts[TaskState::Leased], 1);
    QCOMPARE(info.nextDue, std::optional(fromMs(9'000'000'000'000)));
    QCOMPARE(info.oldestDue, std::optional(fromMs(1'795'601'600'000)));
    const auto due = place.pageOf("mail", TaskState::Due);
    QCOMPARE(idsOf(due), (QByteArrayList{"ready", "due"}));
    QCOMPARE(due[0].nativeState, QByteArray("ready"));
    QVERIFY(due[0].untimed && !due[1].untimed);
    QCOMPARE(due[1].nativeState, QByteArray("delayed"));
    QCOMPARE(due[1].at, fromMs(1'795'601'600'000));
    QCOMPARE(due[1].attempt, 1);
    QCOMPARE(due[0].addedAt, std::optional(fromMs(1'795'601'606'000)));
    QCOMPARE(typeOf(due[0]), QByteArrayView("App\\Jobs\\Mail"));
    QCOMPARE(due[0].maxAttempts, 3);
    const Task later = place.pageOf("mail", TaskState::Scheduled).at(0);
    QCOMPARE(later.id, QByteArray("later"));
    QCOMPARE(later.dueAt, std::optional(fromMs(9'000'000'000'000)));
    const Task runs = place.pageOf("mail", TaskState::Leased).at(0);
    QCOMPARE(runs.nativeState, QByteArray("reserved"));
    QCOMPARE(runs.at, fromMs(9'000'000'001'000));
    QCOMPARE(runs.attempt, 1);
    const TimePoint now = info.serverNow;
    qint64 counted = 0;
    for (const TimelineBin& bin :
        LaravelReading::value(place.inspector().timeline("mail", fromMs(1'795'600'000'000), now + Millis(1000), 10)))
        counted += bin.counts[TaskState::Due];
    QCOMPARE(counted, 2);
    QCOMPARE(LaravelReading::value(place.inspector().page({"mail", {}, 0, 10, StateSet::all()})).total, 4);
}

void TestLaravelLayout::waitingTasksComeInTheOrderInWhichTheyRun()
{
    LaravelReading place;
    for (int i = 0; i < 700; ++i)
        place.server.push(LaravelServer::job('j' + QByteArray::number(i)));
    const auto page = LaravelReading::value(place.inspector().page({"mail", TaskState::Due, 640, 10}));
    QCOMPARE(page.total, 700);
    QCOMPARE(page.tasks.front().id, QByteArray("j640"));
    QCOMPARE(place.detail("mail", "j699").task.id, QByteArray("j699"));
    QCOMPARE(place.found("mail", u"id:j7*"_s).size(), std::size_t(11)); // matches j7 and j70 to j79
}

void TestLaravelLayout::whatIsSerializedIsReadForPeople()
{
    LaravelReading place;
    place.server.push(LaravelServer::job("php"));
    const QByteArray text = R"({"@class":"App\\Jobs\\Mail","to":"café","n":1.10})";
    QCOMPARE(place.payload("mail", "php"), text);
    const Task task = place.pageOf("mail", TaskState::Due).at(0);
    QCOMPARE(task.preview, text);
    QCOMPARE(task.size, qint64(text.size()));
    QCOMPARE(factOf(place.detail("mail", "php"), "backoff"), QByteArray(R"("5,10")"));
    QCOMPARE(factOf(place.detail("mail", "php"), "stored"), LaravelServer::job("php"));
    // Unreadable data is shown as is.
    place.server.push(R"({"uuid":"cut","displayName":"X","data":{"command":"O:9:\"cut"},"attempts":0})");
    QCOMPARE(place.payload("mail", "cut"), QByteArray("O:9:\"cut"));
    place.server.push(R"({"id":"old","job":"Handler@fire","data":{"n":[1,2]},"attempts":0})");
    QCOMPARE(place.payload("mail", "old"), QByteArray(R"({"n":[1,2]})"));
    QCOMPARE(typeOf(place.detail("mail", "old").task), QByteArrayView("Handler@fire"));
    const QByteArray box = QByteArray(R"({"iv":"x","value":"y","mac":"z","tag":""})").toBase64();
    place.server.push(R"({"uuid":"box","displayName":"X","data":{"command":")" + box + R"("},"attempts":0})");
    QCOMPARE(place.payload("mail", "box"), box);
    QCOMPARE(factOf(place.detail("mail", "box"), "encrypted"), QByteArray("with the application's key"));
    place.server.push(
        R"({"uuid":"chain","data":{"command":"O:1:\"A\":1:{s:7:\"chained\";a:2:{i:0;s:1:\"b\";i:1;s:1:\"c\";}}"},"attempts":0})");
    QVERIFY(factOf(place.detail("mail", "chain"), "chained").startsWith("2 jobs"));
}

void TestLaravelLayout::whatNoWorkerCouldReadIsShownAsItIs()
{
    LaravelReading place;
    for (const char* poison : {"{not json", "[1]", R"({"uuid":"none","data":{}})", R"({"uuid":"text","attempts":"1"})"})
        place.server.push(poison);
    place.server.push(LaravelServer::job("good"));
    const auto tasks = place.pageOf("mail", TaskState::Due);
    QCOMPARE(tasks.size(), std::size_t(5));
    for (std::size_t i = 0; i < 4; ++i) {
        QCOMPARE(tasks[i].nativeState, QByteArray("damaged"));
        QVERIFY2(tasks[i].error.contains("will lose it"), tasks[i].error);
    }
    QCOMPARE(tasks[0].preview, QByteArray("{not json"));
    QVERIFY(tasks[0].id.startsWith("bytes-"));
    QCOMPARE(tasks[2].id, QByteArray("none"));
    QCOMPARE(tasks[4].nativeState, QByteArray("ready"));
}

/// Checks that the form of delayed jobs serialized or compressed by phpredis is reported.
void TestLaravelLayout::whatPhpredisWrappedIsNamed_data()
{
    QTest::addColumn<QByteArray>("member");
    QTest::addColumn<bool>("isRead");
    const QByteArray json = R"({"uuid":"w1","displayName":"App\\Jobs\\Mail","data":{"n":1},"attempts":0})";
    const QByteArray php = "s:" + QByteArray::number(json.size()) + ":\"" + json + "\";";
    const auto size = char(json.size());
    QTest::newRow("php") << php << true;
    QTest::newRow("igbinary") << QByteArray("\0\0\0\2\x12\0", 6) + size + json << true;
    QTest::newRow("msgpack") << QByteArray("\xd9") + size + json << true;
    QTest::newRow("json") << '"' + QByteArray(json).replace('\\', "\\\\").replace('"', "\\\"") + '"' << true;
    const auto zstd = [](const QByteArray& bytes) { // one frame with one uncompressed block
        const int block = int(bytes.size()) * 8 + 1;
        return QByteArray("\x28\xb5\x2f\xfd\x20") + char(bytes.size()) + char(block % 256) + char(block / 256) + '\0'
            + bytes;
    };
    QTest::newRow("zstd") << zstd(json) << true;
    QTest::newRow("zstd of php") << zstd(php) << true;
    QByteArray lzf;
    for (qsizetype at = 0; at < json.size(); at += 32)
        lzf += char(std::min<qsizetype>(32, json.size() - at) - 1) + json.mid(at, 32);
    QTest::newRow("lzf") << lzf << false;
    QTest::newRow("lz4") << QByteArray("\x7b") + size + QByteArray("\0\0\0\xf0", 4) + char(json.size() - 15) + json
                         << false;
}

void TestLaravelLayout::whatPhpredisWrappedIsNamed()
{
    QFETCH(QByteArray, member);
    QFETCH(bool, isRead);
    LaravelReading place;
    place.server.put("delayed", 9'000'000'000, member);
    const auto tasks = place.pageOf("mail", TaskState::Scheduled);
    QCOMPARE(tasks.size(), std::size_t(1));
    const QByteArray by = QByteArray(QTest::currentDataTag()).split(' ').first();
    QCOMPARE(tasks[0].nativeState, QByteArray("damaged"));
    QVERIFY2(tasks[0].error.startsWith("phpredis has ") && tasks[0].error.contains("it (" + by + ")"), tasks[0].error);
    QVERIFY2(tasks[0].error.endsWith("connection to none."), tasks[0].error);
    QCOMPARE(tasks[0].id == "w1", isRead);
    QCOMPARE(place.found("mail", u"type:*Mail"_s).size(), std::size_t(isRead ? 1 : 0));
    if (isRead)
        QCOMPARE(place.payload("mail", "w1"), QByteArray(R"({"n":1})"));
    QVERIFY2(Duectl(place.server.url()).run("queues").out.contains("mail@laravel"), "not found without its name");
}

void TestLaravelLayout::theDoctorCountsWhatNoWorkerCanRead()
{
    LaravelReading place;
    const auto found = [&place] {
        const auto checkup = place.backend().checkup(place.infoOf("mail"), "mail@laravel");
        while (LaravelReading::value(checkup->step())) { }
        std::map<QByteArray, qint64> counts;
        for (const QueueFinding& finding : checkup->findings())
            counts[finding.kind] += finding.count;
        return counts;
    };
    for (int i = 0; i < 150; ++i)
        place.server.put("delayed", 9'000'000'000 + i, LaravelServer::job('d' + QByteArray::number(i)));
    place.server.push(LaravelServer::job("q1"));
    QVERIFY(found().empty());
    for (const char* id : {"w1", "w2", "w3"}) {
        const QByteArray job = LaravelServer::job(id);
        place.server.put("delayed", 9'000'000'500, "s:" + QByteArray::number(job.size()) + ":\"" + job + "\";");
    }
    place.server.push("[1]");
    QCOMPARE(found(), (std::map<QByteArray, qint64>{{"unreadable", 1}, {"wrapped", 3}}));
    const Answer doctor = Duectl(place.server.url()).run("doctor");
    QVERIFY2(doctor.out.contains("Workers cannot read 3 delayed jobs in mail@laravel"), doctor.all());
    QVERIFY2(doctor.out.contains("phpredis has serialized them (php)"), doctor.all());
    QVERIFY2(doctor.out.contains("Workers cannot read 1 job in mail@laravel"), doctor.all());
}

void TestLaravelLayout::aLeaseThatIsOverSaysSo()
{
    LaravelReading place;
    place.server.put("reserved", 1'795'601'600, LaravelServer::job("over", {}, 1));
    place.server.put("reserved", 9'000'000'000, LaravelServer::job("runs", {}, 1));
    const auto leased = place.pageOf("mail", TaskState::Leased);
    QCOMPARE(leased.at(0).nativeState, QByteArray("lease over"));
    QCOMPARE(leased.at(1).nativeState, QByteArray("reserved"));
}

void TestLaravelLayout::namesMayHoldColons()
{
    LaravelReading place;
    place.server.push(
        LaravelServer::job("a"), "laravel_database_queues:mail:delayed"); // the list of the queue `mail:delayed`
    place.server.put("reserved", 9e9, LaravelServer::job("b"));
    place.server.push(LaravelServer::job("c"), "laravel_database_queues:de:notify:x");
    QCOMPARE(place.names(), (QByteArrayList{"de:notify:x", "mail", "mail:delayed"}));
    QCOMPARE(idsOf(place.pageOf("mail:delayed", TaskState::Due)), QByteArrayList{"a"});
    QVERIFY(!place.infoOf("mail").unreadable.isEmpty()); // the key of its delayed jobs is the list of another queue
    QCOMPARE(idsOf(place.pageOf("de:notify:x", TaskState::Due)), QByteArrayList{"c"});
}

void TestLaravelLayout::anEmptyQueueStaysARowOfZeros()
{
    LaravelReading place;
    QCOMPARE(place.inspector().queue("mail").error().code, ErrorCode::NotFound);
    place.server.push(LaravelServer::job("a"));
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    place.server.call({"DEL", LaravelServer::list, LaravelServer::list + ":notify"});
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    const QueueInfo info = place.infoOf("mail");
    QCOMPARE(info.counts, StateCounts());
    QVERIFY2(info.note.startsWith("empty; seen at "), info.note);
    // Seen queues are saved per user for a week, so a newly started program also lists the empty queue.
    place.open(u"laravel"_s);
    QCOMPARE(place.infoOf("mail").counts, StateCounts());
    QCOMPARE(place.inspector().queue("nobody").error().code, ErrorCode::NotFound);
    const QFileInfo file(QDir(m_state.filePath(u"dueline/seen"_s)).entryInfoList(QDir::Files).value(0));
    QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    SeenQueues seen(place.server.config(), u"laravel"_s);
    QVERIFY(seen.seenAt("mail").has_value());
    seen.save(*seen.seenAt("mail") + SeenQueues::namesKept + Millis(1));
    QVERIFY(SeenQueues(place.server.config(), u"laravel"_s).queues().empty());
    place.server.push(LaravelServer::job("a"));
    place.open(u"laravel"_s);
    place.infoOf("mail");
    place.server.call({"DEL", LaravelServer::list, LaravelServer::list + ":notify"});
    // Queues that Horizon measures are listed too.
    place.server.loadHorizon();
    place.open(u"laravel"_s);
    QCOMPARE(place.names(), (QByteArrayList{horizonQueue, "idle", "mail"}));
}

void TestLaravelLayout::whatIsInLaravelsDatabaseIsSaid()
{
    LaravelReading place;
    place.server.push(LaravelServer::job("a"));
    const QueueInfo info = place.infoOf("mail");
    QVERIFY(!info.states.contains(TaskState::Failed) && !info.states.contains(TaskState::Done));
    QCOMPARE(info.elsewhere, sentence);
    const Duectl duectl(place.server.url());
    const Answer failed = duectl.run("--layout laravel list mail --state failed");
    EXIT(failed, 0);
    QVERIFY2(failed.err.contains(sentence), failed.all());
    const QJsonObject row = duectl.run("--layout laravel queues --json").array().at(0).toObject();
    QVERIFY(row[u"failed"_s].isNull() && row[u"done"_s].isNull());
    QCOMPARE(row[u"due"_s].toInt(), 1);
    const Answer check = duectl.run("--layout laravel check mail --failed 0");
    EXIT(check, 2);
    QVERIFY2(check.err.contains(sentence), check.all());
    EXIT(duectl.run("--layout laravel check mail"), 3); // without Horizon, a job's waiting time is unknown
}

/// Checks that a queue with its name in braces, as in a cluster, can be opened, and that a Horizon key of the wrong
/// type is reported.
void TestLaravelLayout::aNameInBracesAndAStrangeHashAreOpened()
{
    LaravelReading place;
    place.server.push(LaravelServer::job("a", R"(,"pushedAt":"1795601606.5")"), "laravel_database_queues:{default}");
    place.server.call({"ZADD", "laravel_horizon:failed_jobs", "-1795601600.5", "odd", "-1795601601.5", "fine"});
    place.server.call({"SET", "laravel_horizon:odd", "text"});
    place.server.call(
        {"HSET", "laravel_horizon:fine", "id", "fine", "status", "failed", "queue", "mail", "payload", "{}"});
    const Duectl duectl(place.server.url());
    for (const char* command :
        {"list {default}@laravel", "--layout laravel list {default}", "check {default}@laravel --oldest-due 9999d"})
        EXIT(duectl.run(command), 0);
    EXIT(duectl.run("discard {default}@laravel a --yes"), 0);
    const Answer listed = duectl.run("list @laravel");
    EXIT(listed, 0);
    QVERIFY2(listed.out.contains("fine") && listed.out.contains("a different type of data"), listed.all());
}

void TestLaravelLayout::filtersFindWhatFieldsSay()
{
    LaravelReading place;
    place.server.loadHorizon();
    for (int i = 0; i < 7; ++i)
        place.server.push(LaravelServer::job("a" + QByteArray::number(i)));
    place.server.put("delayed", 9e9, LaravelServer::job("again", {}, 2));
    QCOMPARE(place.found("mail", u"state:due type:App*"_s).size(), std::size_t(7));
    QCOMPARE(place.found("mail", u"payload:café"_s).size(), std::size_t(8));
    QCOMPARE(idsOf(place.found("mail", u"attempt>0"_s)), QByteArrayList{"again"});
    QCOMPARE(place.found("mail", u"state:leased"_s).size(), std::size_t(0));
    QCOMPARE(idsOf(place.found(horizonQueue, u"error:timeout"_s)), QByteArrayList{"f-one"});
    QCOMPARE(idsOf(place.found(horizonQueue, u"state:failed type:*Report"_s)), QByteArrayList{"f-two"});
}

void TestLaravelLayout::allReadsChangeNothing()
{
    LaravelReading place;
    place.server.loadHorizon();
    place.server.push(LaravelServer::job("n1"));
    place.server.push("{poison");
    place.server.put("delayed", 9'000'000'000, LaravelServer::job("n2"));
    place.server.put("reserved", 1'795'601'600, LaravelServer::job("n3", {}, 1));
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(place.server);
        for (int i = 0; i < 3; ++i) {
            place.open(u"laravel"_s);
            place.readEverything("mail", "n1");
            place.readEverything(horizonQueue, "f-one");
        }
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 100);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestLaravelLayout::prefixesAreOpenedByTheirNames()
{
    LaravelReading place;
    place.server.push(LaravelServer::job("bare"), "queues:mail");
    place.server.push(LaravelServer::job("shop"), "shop-database-queues:mail");
    QCOMPARE(place.names(), QByteArrayList());
    place.open(u"laravel:"_s);
    QCOMPARE(place.names(), QByteArrayList{"mail"});
    QCOMPARE(idsOf(place.pageOf("mail", TaskState::Due)), QByteArrayList{"bare"});
    place.open(u"laravel:shop-database-"_s);
    QCOMPARE(idsOf(place.pageOf("mail", TaskState::Due)), QByteArrayList{"shop"});
}

void TestLaravelLayout::allThatIsThereIsFound()
{
    LaravelReading place;
    place.server.loadHorizon();
    place.server.push(LaravelServer::job("a"));
    place.server.push(LaravelServer::job("b"), "queues:bare");
    place.server.put("reserved", 9e9, LaravelServer::job("c"));
    place.server.call({"ZADD", "shop-database-queues:late:delayed", "9000000000", LaravelServer::job("d")});
    place.server.call({"RPUSH", "queues:others", "no job of Laravel"});
    // This key belongs to a Bull queue named `queues:x`.
    place.server.call({"ZADD", "bull:queues:x:delayed", "9000000000", "17"});
    place.server.call({"RPUSH", "myqueues:mail", LaravelServer::job("e")});
    const Duectl duectl(place.server.url());
    QByteArrayList names;
    for (const auto row : duectl.run("queues --json").array()) {
        if (!row.toObject().contains(u"unreadable"_s)) // skip foreign keys, which are listed as unreadable
            names << row.toObject()[u"name"_s].toString().toUtf8();
    }
    names.removeAll(QByteArray("idle@laravel"));
    std::sort(names.begin(), names.end());
    QCOMPARE(names, (QByteArrayList{"@laravel", "bare@laravel:", "late@laravel:shop-database-", "mail@laravel"}));
    const QByteArray shown = duectl.run("show mail@laravel a").out;
    QVERIFY2(shown.contains("App\\Jobs\\Mail"), shown);
    EXIT(duectl.run("list mail"), 0); // no other layout has a queue with this name
}

void TestLaravelLayout::duectlListsAndShowsThem()
{
    LaravelReading place;
    place.server.loadHorizon();
    place.server.push(LaravelServer::job("a"));
    place.server.push("{poison");
    const Duectl duectl(place.server.url());
    const auto rows = duectl.run("--layout laravel list mail --json").array();
    QCOMPARE(rows.size(), 2);
    QCOMPARE(rows.at(0).toObject()[u"native_state"_s].toString(), u"ready"_s);
    QCOMPARE(rows.at(1).toObject()[u"native_state"_s].toString(), u"damaged"_s);
    QCOMPARE(duectl.run("--layout laravel show mail a --payload").out,
        QByteArray(R"({"@class":"App\\Jobs\\Mail","to":"café","n":1.10})"));
    const QByteArray shown = duectl.run("--layout laravel show @laravel f-one").out;
    QVERIFY2(shown.contains("Timeout after 3 s"), shown.constData());
    QVERIFY2(
        shown.contains("\nQueue:        @laravel\n") && shown.contains("\nOwn queue:    mail\n"), shown.constData());
    for (const QByteArray& line : shown.split('\n'))
        QVERIFY2(!line.endsWith(": ") && !line.endsWith(":"), line.constData()); // missing values have no line
    EXIT(duectl.run("--layout laravel check @laravel --failed 0"), 1);
    QVERIFY(duectl.run("--layout laravel workers").out.contains("web1-AbCd:supervisor-1"));
    QTemporaryDir folder;
    const QString file = folder.filePath(u"failed.jsonl"_s);
    EXIT(duectl.run(
             {u"--layout"_s, u"laravel"_s, u"export"_s, u"@laravel"_s, u"--state"_s, u"failed"_s, u"--all"_s, file}),
        0);
    QFile exported(file);
    QVERIFY(exported.open(QIODevice::ReadOnly) && exported.readAll().contains("\"f-one\""));
    QVERIFY(!duectl.run("--layout laravel doctor").out.contains("duectl work"));
    const auto before = keySpaceOf(place.server);
    for (const char* command : {"pause mail", "work --queue mail --handler *=echo --exit-when-empty",
             "add mail x --payload {}", "retry mail a"}) {
        const Answer refused = duectl.run(QByteArray("--layout laravel ") + command);
        QVERIFY2(refused.code != 0, refused.all());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestLaravelLayout::laravelItselfFillsAndWorksThem_data()
{
    QTest::addColumn<QString>("client");
    QTest::newRow("phpredis") << u"CLIENT=phpredis"_s;
    QTest::newRow("predis") << u"CLIENT=predis"_s;
}

void TestLaravelLayout::laravelItselfFillsAndWorksThem()
{
    QFETCH(QString, client);
    if (const QString missing = PhpPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    LaravelReading place;
    const auto add = [&](const char* count, const char* delay, const char* kind, const char* from) {
        return PhpPeer::run(&place.server,
            {u"add"_s, u"mail"_s, QLatin1StringView(count), QLatin1StringView(delay), QLatin1StringView(kind),
                QLatin1StringView(from)},
            {client});
    };
    const QByteArrayList ready = add("3", "0", "Mail", "0");
    const QByteArrayList later = add("1", "3600", "Mail", "7");
    const QByteArrayList secret = add("1", "0", "Secret", "8");
    QCOMPARE(idsOf(place.pageOf("mail", TaskState::Due)), ready + secret);
    QCOMPARE(idsOf(place.pageOf("mail", TaskState::Scheduled)), later);
    const Task first = place.pageOf("mail", TaskState::Due).at(0);
    QCOMPARE(typeOf(first), QByteArrayView("Mail"));
    QVERIFY2(first.preview.startsWith(R"({"@class":"Mail","tries":3,"backoff":[5,10],"to":"café ☃ \"x\" 123)"),
        first.preview);
    QVERIFY(!factOf(place.detail("mail", secret[0]), "encrypted").isEmpty());
    {
        PhpPeer worker(place.server, "mail", 4, {client});
        QVERIFY2(worker.finish(), worker.said());
        QCOMPARE(worker.ran(), (QByteArrayList{"0", "1", "2", "8"}));
    }
    QCOMPARE(place.infoOf("mail").counts[TaskState::Due], 0);
    // A failing job is delayed; its bytes change, but its id stays.
    const QByteArrayList failing = add("1", "0", "Mail", "9");
    {
        PhpPeer worker(place.server, "mail", 1, {client, u"FAIL=1"_s});
        QVERIFY2(worker.finish(), worker.said());
    }
    const auto scheduled = place.pageOf("mail", TaskState::Scheduled);
    QCOMPARE(scheduled.size(), std::size_t(2));
    QCOMPARE(scheduled[0].id, failing[0]);
    QCOMPARE(scheduled[0].attempt, 1);
    // A running job is reserved.
    const QByteArrayList slow = add("1", "0", "Mail", "10");
    PhpPeer worker(place.server, "mail", 1, {client, u"SLOW=60000"_s});
    QTRY_COMPARE(place.infoOf("mail").counts[TaskState::Leased], 1);
    const Task running = place.pageOf("mail", TaskState::Leased).at(0);
    QCOMPARE(running.id, slow[0]);
    QCOMPARE(running.nativeState, QByteArray("reserved"));
    QCOMPARE(running.attempt, 1);
}

QTEST_GUILESS_MAIN(TestLaravelLayout)
#include "tst_laravellayout.moc"
