// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/mcpsession.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"
#include "tests/support/nativeplace.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the fields that a profile hides: every list and inspector masks them, while workers get them unmasked. Also
/// tests the profile's time zone.
class TestMaskingBackend : public QObject
{
    Q_OBJECT

    NativePlace place;

    std::unique_ptr<Backend> open(const QStringList& fields)
    {
        auto backend
            = openBackend({place.server.config(), defaultLayout(), "dueline", fields}, {}, Access::OperateAndWork);
        if (!backend)
            qFatal("%s", qUtf8Printable(backend.error().message));
        return std::move(*backend);
    }

private slots:
    void cleanup() { place.empty(); }

    void payloadsPreviewsErrorsAndResultsAreMasked();
    void tasksThatShareAnIdAreMasked();
    void piecesOfAPayloadFitTogether();
    void workersGetPayloadsWhole();
    void whatFrameworksKeepIsMasked_data();
    void whatFrameworksKeepIsMasked();
    void packedPayloadsAreMasked_data();
    void packedPayloadsAreMasked();
    void filtersSeeMaskedTextWhereTheyShall_data();
    void filtersSeeMaskedTextWhereTheyShall();
    void anAssistantCannotGuessWhatIsHidden();
    void duectlShowsWhatTheProfileAllows();
    void duectlWritesTimesInTheProfilesZone();
};

void TestMaskingBackend::payloadsPreviewsErrorsAndResultsAreMasked()
{
    TaskOptions keep;
    keep.keepResult = true;
    place.add(
        {{"mail#a", {}, -1s, keep, R"({"card":"S3cr","to":"me"})"}, {"mail#b", {}, -1s, {}, R"({"card":"S3cr"})"}});
    for (const Lease& lease : place.claim()) {
        if (lease.id == "mail#a")
            place.value(place.worker.broker.ack("q", {{lease.id, lease.token, R"({"card":"S3cr"})"}}, {}));
        else
            place.nack(lease, std::nullopt, R"(bad request {"card":"S3cr"})");
    }
    const auto backend = open({u"card"_s});
    QueueInspector& inspector = backend->inspector();
    const QByteArray shown = R"({"card":"****","to":"me"})";
    QCOMPARE(*inspector.payload("q", "mail#a", 0, -1), shown);
    QCOMPARE(inspector.page({"q", TaskState::Done}).value().tasks.at(0).preview, shown);
    QCOMPARE(inspector.task("q", "mail#a")->result.value(), R"({"card":"****"})");
    QCOMPARE(inspector.taskIn("q", "mail#a", {TaskState::Done})->result.value(), R"({"card":"****"})");
    for (const auto& failed : {inspector.task("q", "mail#b"), inspector.taskIn("q", "mail#b", {TaskState::Failed})}) {
        QVERIFY(failed.ok());
        QCOMPARE(failed->task.error, R"(bad request {"card":"****"})");
        QCOMPARE(failed->attempts.at(0).error, R"(bad request {"card":"****"})");
    }
    SearchRequest search;
    search.queue = "q";
    search.filter = TaskFilter::parse(u"payload:S3cr"_s).value(); // a search still finds hidden values
    const auto step = inspector.search(search);
    QVERIFY(step.ok());
    for (const Task& task : step->matches)
        QVERIFY(!task.preview.contains("S3cr") && !task.error.contains("S3cr"));
    QVERIFY(open({})->inspector().payload("q", "mail#a", 0, -1)->contains("S3cr"));
}

void TestMaskingBackend::whatFrameworksKeepIsMasked_data()
{
    QTest::addColumn<QByteArray>("layout");
    for (const QByteArray& layout : FrameworkWriter::layouts())
        QTest::newRow(layout.constData()) << layout;
}

/// Checks every form of payload that frameworks store: the raw job, the text of a call, and base64.
void TestMaskingBackend::whatFrameworksKeepIsMasked()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->write("mail", {"j1", TaskState::Due, "pay", R"([{"card":"S3cr"}])", SystemClock().now() - 1s, {}});
    if (layout == "laravel") {
        server.call({"DEL", "laravel_database_queues:mail"});
        server.call({"RPUSH", "laravel_database_queues:mail",
            R"({"uuid":"j1","displayName":"Pay","job":"C@call","attempts":0,"tags":["x"],"Card":"S3cr","data":{"commandName":"Pay",)"
            R"("command":"O:3:\"Pay\":1:{s:4:\"card\";s:4:\"S3cr\";}"}})"});
    } else if (layout == "rq") {
        // Pickle of ('f', None, ({'card': 'S3cr'},), {}).
        const QByteArray pickle = QByteArray::fromHex("8004288c01664e7d8c04636172648c045333637273857d742e");
        server.call({"HSET", "rq:job:j1", "data", qCompress(pickle).mid(4), "description", "f({'card': 'S3cr'})",
            "meta", R"({"card":"S3cr"})"});
    } else if (layout == "celery") {
        QByteArray message = server.call({"LINDEX", "mail", "0"}).bytes;
        message.replace(R"("lang": "py")", R"x("lang": "py", "argsrepr": "({'card': 'S3cr'},)", "kwargsrepr": "{}")x");
        server.call({"LSET", "mail", "0", message});
    }
    const auto backend
        = must(openBackend({server.config(), parseLayout(QString::fromLatin1(layout)).value(), "dueline", {u"card"_s}},
            {}, Access::ReadOnly));
    const QByteArray queue = writer->placeOf("mail", TaskState::Due);
    const Task task = must(backend->inspector().page({queue, TaskState::Due})).tasks.at(0);
    const TaskDetail detail = must(backend->inspector().task(queue, task.id));
    const QByteArray payload = must(backend->inspector().payload(queue, task.id, 0, -1));
    QVERIFY2(payload.contains("card") && !payload.contains("S3cr"), payload);
    QVERIFY2(!task.preview.contains("S3cr"), task.preview);
    for (const TaskFact& fact : detail.facts) {
        QVERIFY2(!fact.value.contains("S3cr"), fact.name + ": " + fact.value);
        QVERIFY2(fact.name != "stored" || fact.value.startsWith("not shown"), fact.value);
    }
}

/// Checks that a task whose id is not unique is found by its state, and masked.
void TestMaskingBackend::tasksThatShareAnIdAreMasked()
{
    RedisServer server;
    const qint64 now = QDateTime::currentSecsSinceEpoch();
    const QByteArray job
        = R"({"class":"Pay","args":[{"card":"S3cr"}],"retry":true,"queue":"mail","card":"S3cr","jid":"x")";
    server.call({"SADD", "queues", "mail"});
    server.call({"ZADD", "schedule", QByteArray::number(now + 3600), job + '}'});
    server.call({"ZADD", "dead", QByteArray::number(now - 60),
        job + R"(,"retry_count":25,"error_class":"Refused","error_message":"bad {\"card\":\"S3cr\"}"})"});
    const auto backend = must(openBackend(
        {server.config(), parseLayout(u"sidekiq"_s).value(), "dueline", {u"card"_s}}, {}, Access::ReadOnly));
    for (const TaskState state : {TaskState::Scheduled, TaskState::Failed}) {
        const TaskDetail detail = must(backend->inspector().taskIn("@sidekiq", "x", {state}));
        QCOMPARE(detail.task.state, state);
        QCOMPARE(detail.task.error.contains("bad {\"card\":\"****\"}"), state == TaskState::Failed);
        QByteArray texts = detail.task.error + detail.task.preview + detail.stored;
        for (const Attempt& attempt : detail.attempts)
            texts += attempt.error;
        for (const TaskFact& fact : detail.facts)
            texts += fact.value;
        QVERIFY2(!texts.contains("S3cr"), texts);
    }
}

void TestMaskingBackend::piecesOfAPayloadFitTogether()
{
    const QByteArray whole
        = "{\"pad\":\"" + QByteArray(100'000, 'p') + R"(","card":"S3cr)" + QByteArray(50'000, 's') + R"(","end":1})";
    place.add({{"mail#a", {}, 1h, {}, whole}});
    const auto backend = open({u"card"_s});
    QueueInspector& inspector = backend->inspector();
    const QByteArray all = *inspector.payload("q", "mail#a", 0, -1);
    QCOMPARE(all.size(), whole.size());
    QVERIFY(!all.contains("S3") && !all.contains("ss") && all.endsWith(R"(","end":1})"));
    for (const qint64 offset : {100'030LL, 120'000LL, 10LL, 149'999LL}) // The offsets jump forward and back.
        QCOMPARE(*inspector.payload("q", "mail#a", offset, 500), all.mid(offset, 500));
    QVERIFY(inspector.payload("q", "mail#a", whole.size() + 5, 10)->isEmpty());
}

void TestMaskingBackend::workersGetPayloadsWhole()
{
    place.add({{"mail#a", {}, -1s, {}, R"({"card":"S3cr"})"}});
    const auto backend = open({u"card"_s});
    const auto leases = backend->broker()->claim({"q", 10, 30s, {true, {}, {}}});
    QVERIFY(leases && leases->leases.size() == 1);
    QCOMPARE(backend->broker()->load("q", leases->leases)->at(0).payload, R"({"card":"S3cr"})");
}

void TestMaskingBackend::packedPayloadsAreMasked_data()
{
    QTest::addColumn<QByteArray>("payload");
    const QByteArray json = R"({"card":"S3cr","to":"me"})";
    const QByteArray zlib = qCompress(json).mid(4);
    // Pickles of {'card': 'S3cr', 'to': 'me', 'l': [{'card': 'S3cr'}]}.
    const QByteArray pickle4 = QByteArray::fromHex(
        "8004952b000000000000007d94288c0463617264948c0453336372948c02746f948c026d65948c016c945d947d94680168027361752e");
    const QByteArray pickle2 = QByteArray::fromHex(
        "80027d710028580400000063617264710158040000005333637271025802000000746f710358020000006d657104752e");
    const QByteArray pickle0 = "(dp0\nVcard\np1\nVS3cr\np2\nsVto\np3\nVme\np4\ns.";
    const QByteArray php
        = R"(a:2:{s:4:"card";s:4:"S3cr";s:1:"o";O:8:"stdClass":2:{s:4:"card";s:4:"S3cr";s:2:"to";s:2:"me";}})";
    QTest::newRow("pickle, protocol 4") << pickle4;
    QTest::newRow("pickle, protocol 2") << pickle2;
    QTest::newRow("pickle, protocol 0") << pickle0;
    QTest::newRow("PHP") << php;
    QTest::newRow("zlib") << zlib;
    QTest::newRow("base64 of zlib") << zlib.toBase64();
    QTest::newRow("base64 of a pickle") << pickle4.toBase64();
    QTest::newRow("zlib of a pickle") << qCompress(pickle4).mid(4);
    QTest::newRow("zlib of PHP") << qCompress(php).mid(4);
    QTest::newRow("large")
        << qCompress(R"({"pad":")" + QByteArray(100'000, 'p') + R"(","to":"me","card":"S3cr"})").mid(4);
    QTest::newRow("larger than a page") << QByteArray(
        R"(a:3:{s:3:"pad";s:5000:")" + QByteArray(5'000, 'p') + R"(";s:2:"to";s:2:"me";s:4:"card";s:4:"S3cr";})");
}

/// Checks that hidden values are masked wherever an encoded payload is printed, raw or decoded, and that other values
/// stay readable.
void TestMaskingBackend::packedPayloadsAreMasked()
{
    QFETCH(QByteArray, payload);
    TaskOptions keep;
    keep.keepResult = true;
    place.add({{"t#a", {}, 1h, {}, payload}, {"t#r", {}, -1s, keep, "{}"}});
    for (const Lease& lease : place.claim())
        place.value(place.worker.broker.ack("q", {{lease.id, lease.token, payload}}, {}));
    const auto isSafe = [&](const QByteArray& text) {
        return !text.contains("S3cr") && !text.contains(payload) && !text.contains(payload.toBase64())
            && !text.contains(payload.left(40).toBase64().left(40));
    };
    const auto backend = open({u"card"_s});
    QueueInspector& inspector = backend->inspector();
    const QByteArray shown = *inspector.payload("q", "t#a", 0, -1);
    QVERIFY2(isSafe(shown) && shown.contains("**") && shown.contains("me"), shown.left(2000));
    QByteArray pieces;
    for (QByteArray piece; !(piece = *inspector.payload("q", "t#a", pieces.size(), 1000)).isEmpty();)
        pieces += piece;
    QCOMPARE(pieces, shown);
    QVERIFY(isSafe(inspector.page({"q", TaskState::Scheduled}).value().tasks.at(0).preview));
    QVERIFY(isSafe(*inspector.task("q", "t#r")->result));
    QVERIFY(isSafe(inspector.readRecords("q", {"t#a"}).value().at(0)->payload));

    const QTemporaryDir folder;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", folder.path());
    QVERIFY(QDir(folder.path()).mkpath(u"dueline"_s));
    QFile file(folder.filePath(u"dueline/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version":1,"profiles":[{"name":"shop","layout":"native","url":")" + place.server.url().toUtf8()
        + R"(","mask":["card"]}]})");
    file.close();
    for (const char* line :
        {"show q t#a", "show q t#a --payload", "show q t#a --json --payload", "show q t#a --payload --read auto",
            "show q t#a --payload --read none", "show q t#a --payload --read base64,zlib",
            "show q t#a --read zlib --json", "show q t#r --json", "list q --json", "list q", "results q --json",
            "results q", "export q -", "export q - --format csv", "diff q t#a t#r", "diff q t#a t#r --json"}) {
        const Answer answer = duectl.run(("--profile shop " + QByteArray(line)).constData());
        QVERIFY2(answer.code == 0 || answer.code == 1, line + answer.all());
        QVERIFY2(isSafe(answer.out + answer.err), line + answer.all().left(2000));
    }
    McpSession session(duectl, {u"--profile"_s, u"shop"_s, u"--queue"_s, u"q"_s});
    session.begin();
    const QByteArray told = session.call(u"show"_s, {{u"queue"_s, u"q"_s}, {u"id"_s, u"t#a"_s}, {u"payload"_s, true}});
    QVERIFY2(
        (payload.size() > 1'000 && told.startsWith('!')) || (told.contains("**") && isSafe(told)), told.left(2000));
}

void TestMaskingBackend::filtersSeeMaskedTextWhereTheyShall_data()
{
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QByteArray>("found"); ///< ids that should be found: a is JSON, b is a failed task, c is zlib
    for (const auto* hidden :
        {u"payload:S3cr", u"S3cr", u"error:S3cr", u"payload:\"card\\\":\\\"S\"", u"error~\"bad S3cr\"", u"kind:S3cr"})
        QTest::newRow(qPrintable(QString::fromUtf16(hidden))) << QString::fromUtf16(hidden) << QByteArray();
    QTest::newRow("what is not hidden") << u"payload:alice"_s << QByteArray("abc");
    QTest::newRow("masked as it is shown") << u"payload:****"_s << QByteArray("abc");
    QTest::newRow("not what is hidden") << u"-payload:S3cr"_s << QByteArray("abc");
    QTest::newRow("not what is shown") << u"-payload:alice"_s << QByteArray();
    QTest::newRow("with other terms") << u"state:failed payload:alice"_s << QByteArray("b");
    QTest::newRow("an error as it is shown") << u"error:bad"_s << QByteArray("b");
    QTest::newRow("no error that is hidden") << u"-error:S3cr state:failed"_s << QByteArray("b");
    QTest::newRow("no text at all") << u"id:*#c"_s << QByteArray("c");
}

void TestMaskingBackend::filtersSeeMaskedTextWhereTheyShall()
{
    QFETCH(QString, filter);
    QFETCH(QByteArray, found);
    const QByteArray json = R"({"card":"S3cr","to":"alice"})";
    place.add({{"t#a", {}, 1h, {}, json}, {"t#b", {}, -1s, {}, json}, {"t#c", {}, 2h, {}, qCompress(json).mid(4)}});
    for (const Lease& lease : place.claim())
        place.nack(lease, std::nullopt, R"(bad {"card":"S3cr"})");
    ConnectionSpec connection{place.server.config(), defaultLayout(), "dueline", {u"card"_s}};
    connection.readers = std::make_shared<ReaderBook>();
    connection.masksFilters = true;
    const auto backend = must(openBackend(connection, {}, Access::ReadOnly));
    SearchRequest search;
    search.queue = "q";
    search.filter = TaskFilter::parse(filter).value();
    QByteArray ids;
    do {
        const SearchStep step = must(backend->inspector().search(search));
        for (const Task& task : step.matches) {
            ids += task.id.back();
            QVERIFY(!task.preview.contains("S3cr") && !task.error.contains("S3cr"));
        }
        search.cursor = step.cursor;
    } while (!search.cursor.isEmpty());
    std::sort(ids.begin(), ids.end());
    QCOMPARE(ids, found);
}

/// Checks that hidden values can't be guessed letter by letter through a tool's filter argument.
void TestMaskingBackend::anAssistantCannotGuessWhatIsHidden()
{
    place.add({{"t#a", {}, 1h, {}, R"({"card":"S3cr","to":"alice"})"}, {"t#b", {}, -1s, {}, R"({"card":"S3cr"})"}});
    for (const Lease& lease : place.claim())
        place.nack(lease, std::nullopt, R"(bad {"card":"S3cr"})");
    const QTemporaryDir folder;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", folder.path());
    QVERIFY(QDir(folder.path()).mkpath(u"dueline"_s));
    QFile file(folder.filePath(u"dueline/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        R"({"version":1,"profiles":[{"name":"shop","url":")" + place.server.url().toUtf8() + R"(","mask":["card"]}]})");
    file.close();
    McpSession session(duectl, {u"--profile"_s, u"shop"_s, u"--queue"_s, u"q"_s, u"--allow-actions"_s});
    session.begin();
    for (const QString& guess : {u"payload:S"_s, u"payload:S3cr"_s, u"error:S3"_s, u"S3c"_s, u"kind:\"bad S3cr\""_s}) {
        QCOMPARE(session.array(u"list"_s, {{u"queue"_s, u"q"_s}, {u"match"_s, guess}}).size(), 0);
        for (const auto* action : {u"discard", u"retry", u"run_now"}) {
            const QByteArray preview = session.call(u"preview_action"_s,
                {{u"queue"_s, u"q"_s}, {u"action"_s, QString::fromUtf16(action)}, {u"match"_s, guess}});
            QVERIFY2(!preview.contains("token"), preview);
        }
        QCOMPARE(session.array(u"list"_s, {{u"queue"_s, u"q"_s}, {u"match"_s, u'-' + guess}}).size(), 2);
    }
    QCOMPARE(session.array(u"list"_s, {{u"queue"_s, u"q"_s}, {u"match"_s, u"payload:alice"_s}}).size(), 1);
    QVERIFY(!session.call(u"failures"_s, {{u"queue"_s, u"q"_s}}).contains("S3cr"));
    // duectl itself still finds the value, because its user may read the payload.
    QCOMPARE(duectl.run("--profile shop list q --match payload:S3cr --json").array().size(), 2);
}

void TestMaskingBackend::duectlShowsWhatTheProfileAllows()
{
    const QTemporaryDir folder;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", folder.path());
    QVERIFY(QDir(folder.path()).mkpath(u"dueline"_s));
    QFile file(folder.filePath(u"dueline/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"version":1,"profiles":[{"name":"shop","url":"%1","mask":["card"],)"
                              R"("timeZone":"Asia/Shanghai"}]})")
                   .arg(place.server.url())
                   .toUtf8());
    file.close();
    place.add({{"mail#a", {}, 1h, {}, R"({"card":"S3cr","to":"me"})"}});
    const Answer payload = duectl.run("--profile shop show q a --payload");
    EXIT(payload, 0);
    QCOMPARE(payload.out, R"({"card":"****","to":"me"})");
    for (const char* line : {"--profile shop --json show q a --payload", "--profile shop --json list q",
             "--profile shop show q a", "--profile shop results q"}) {
        const Answer answer = duectl.run(line);
        EXIT(answer, 0);
        QVERIFY2(!answer.all().contains("S3cr"), answer.all());
    }
    QVERIFY(duectl.run("--profile shop --json show q a --payload")
                .object()
                .value(u"payload"_s)
                .toString()
                .contains(u"****"));
    // Without the profile, the value is shown.
    QVERIFY(Duectl(place.server.url()).run("show q a --payload").out.contains("S3cr"));
}

void TestMaskingBackend::duectlWritesTimesInTheProfilesZone()
{
    const QTemporaryDir folder;
    Duectl duectl;
    duectl.setVariable("XDG_CONFIG_HOME", folder.path());
    QVERIFY(QDir(folder.path()).mkpath(u"dueline"_s));
    QFile file(folder.filePath(u"dueline/profiles.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"version":1,"profiles":[{"name":"far","url":"%1","timeZone":"Asia/Shanghai"}]})")
                   .arg(place.server.url())
                   .toUtf8());
    file.close();
    EXIT(duectl.run("--profile far add q t --at 2030-01-01T00:00:00Z --id a"), 0);
    const Answer far = duectl.run("--profile far list q");
    QVERIFY2(far.out.contains("2030-01-01T08:00:00.000+08:00"), far.all());
    const Answer plain = Duectl(place.server.url()).run("list q");
    QVERIFY2(plain.out.contains("2030-01-01T00:00:00.000Z"), plain.all());
    // JSON output doesn't depend on the zone.
    QCOMPARE(duectl.run("--profile far --json list q").array().at(0).toObject().value(u"due_ms"_s).toInteger(),
        1893456000000);
}

QTEST_GUILESS_MAIN(TestMaskingBackend)
#include "tst_maskingbackend.moc"
