// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/must.h"
#include "tests/support/nativeplace.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// What a profile hides is hidden below every list and inspector, and reaches workers whole; its zone is the one that
/// people read.
class TestMaskingBackend : public QObject
{
    Q_OBJECT

    NativePlace place;

    std::unique_ptr<Backend> open(const QStringList& fields)
    {
        auto backend = openBackend({place.server.config(), {}, "dueline", fields}, {}, Access::OperateAndWork);
        if (!backend)
            qFatal("%s", qUtf8Printable(backend.error().message));
        return std::move(*backend);
    }

private slots:
    void cleanup() { place.empty(); }

    void payloadsPreviewsErrorsAndResultsAreMasked();
    void piecesOfAPayloadFitTogether();
    void workersGetPayloadsWhole();
    void whatFrameworksKeepIsMasked_data();
    void whatFrameworksKeepIsMasked();
    void duectlShowsWhatTheProfileAllows();
    void duectlWritesTimesInTheProfilesZone();
};

void TestMaskingBackend::payloadsPreviewsErrorsAndResultsAreMasked()
{
    TaskOptions keep;
    keep.keepResult = true;
    place.add({{"mail#a", {}, -1s, keep, R"({"card":"S3cr","to":"me"})"}, {"mail#b", {}, -1s, {}, R"({"card":"S3cr"})"}});
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
    const TaskDetail failed = inspector.task("q", "mail#b").value();
    QCOMPARE(failed.task.error, R"(bad request {"card":"****"})");
    QCOMPARE(failed.attempts.at(0).error, R"(bad request {"card":"****"})");
    SearchRequest search;
    search.queue = "q";
    search.filter = TaskFilter::parse(u"payload:S3cr"_s).value(); // what is hidden can still be looked for
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

/// A framework keeps a payload in more than one place: in all that is stored of a job, as the text of a call, in base64.
void TestMaskingBackend::whatFrameworksKeepIsMasked()
{
    QFETCH(QByteArray, layout);
    RedisServer server;
    const auto writer = FrameworkWriter::of(layout, server);
    writer->write("mail", {"j1", TaskState::Due, "pay", R"([{"card":"S3cr"}])", SystemClock().now() - 1s, {}});
    if (layout == "laravel") {
        server.call({"DEL", "laravel_database_queues:mail"});
        server.call({"RPUSH", "laravel_database_queues:mail",
            R"({"uuid":"j1","displayName":"Pay","job":"C@call","attempts":0,"tags":["x"],"data":{"commandName":"Pay",)"
            R"("command":"O:3:\"Pay\":1:{s:4:\"card\";s:4:\"S3cr\";}"}})"});
    } else if (layout == "rq") {
        // ('f', None, ({'card': 'S3cr'},), {})
        const QByteArray pickle = QByteArray::fromHex("8004288c01664e7d8c04636172648c045333637273857d742e");
        server.call({"HSET", "rq:job:j1", "data", qCompress(pickle).mid(4), "description", "f({'card': 'S3cr'})", "meta",
            R"({"card":"S3cr"})"});
    } else if (layout == "celery") {
        QByteArray message = server.call({"LINDEX", "mail", "0"}).bytes;
        message.replace(R"("lang": "py")", R"x("lang": "py", "argsrepr": "({'card': 'S3cr'},)", "kwargsrepr": "{}")x");
        server.call({"LSET", "mail", "0", message});
    }
    const auto backend = must(openBackend(
        {server.config(), parseLayout(QString::fromLatin1(layout)).value(), "dueline", {u"card"_s}}, {}, Access::ReadOnly));
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

void TestMaskingBackend::piecesOfAPayloadFitTogether()
{
    const QByteArray whole = "{\"pad\":\"" + QByteArray(100'000, 'p') + R"(","card":"S3cr)" + QByteArray(50'000, 's')
        + R"(","end":1})";
    place.add({{"mail#a", {}, 1h, {}, whole}});
    const auto backend = open({u"card"_s});
    QueueInspector& inspector = backend->inspector();
    const QByteArray all = *inspector.payload("q", "mail#a", 0, -1);
    QCOMPARE(all.size(), whole.size());
    QVERIFY(!all.contains("S3") && !all.contains("ss") && all.endsWith(R"(","end":1})"));
    for (const qint64 offset : {100'030LL, 120'000LL, 10LL, 149'999LL}) // forth and back
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
    QVERIFY(duectl.run("--profile shop --json show q a --payload").object().value(u"payload"_s).toString().contains(u"****"));
    // The same server without the profile.
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
    // Machines read the same everywhere.
    QCOMPARE(duectl.run("--profile far --json list q").array().at(0).toObject().value(u"due_ms"_s).toInteger(),
        1893456000000);
}

QTEST_GUILESS_MAIN(TestMaskingBackend)
#include "tst_maskingbackend.moc"
