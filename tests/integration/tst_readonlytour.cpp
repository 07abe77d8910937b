// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"
#include "tests/support/writecommands.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests that read-only access can read everything and sends no write commands, as the server's own statistics show.
class ReadOnlyTour : public QObject
{
    Q_OBJECT

private:
    /// Fills a queue with every kind of data.
    static void fill(const RedisServer& server)
    {
        const Duectl admin(server.url());
        for (const char* line : {"add q t --id done --keep-result --payload r", "add q fails --id f --max-attempts 1"})
            EXIT(admin.run(line), 0);
        EXIT(admin.run("work --queue q --handler fails=fail --handler t=echo --exit-when-empty"), 0);
        for (const char* line : {"add q t --id a --in 1h --payload xyz", "add q t --id due",
                 "add q t --id gone --in 2h", "discard q gone --reason why"})
            EXIT(admin.run(line), 0);
        EXIT(admin.run(words("add q t --id big --in 1h --payload-file -"), QByteArray(200'000, 'x')), 0);
    }

private Q_SLOTS:
    void aReadOnlySessionHasNeitherEditorNorBroker()
    {
        RedisServer server;
        fill(server);
        ConnectionSpec spec;
        spec.redis = server.config();
        server.call({"CONFIG", "RESETSTAT"});
        const QByteArray before = server.call({"DEBUG", "DIGEST"}).bytes;
        const auto opened = backendFactory(spec, {}, Access::ReadOnly)();
        QVERIFY(opened.ok());
        Backend& backend = **opened;
        QVERIFY(!backend.editor());
        QVERIFY(!backend.broker());

        QueueInspector& inspector = backend.inspector();
        QCOMPARE(inspector.queues()->size(), 1U);
        QVERIFY(inspector.queue("q").ok());
        for (const TaskState state : allStates)
            QVERIFY(inspector.page({"q", state, 0, 100}).ok());
        SearchRequest search;
        search.queue = "q";
        search.filter = *TaskFilter::parse(u"payload:xyz error:fail due<+9h"_s);
        QVERIFY(inspector.search(search).ok());
        const auto task = inspector.task("q", "t#big");
        QVERIFY(task.ok());
        QCOMPARE(inspector.payload("q", "t#big")->size(), 200'000);
        const auto now = backend.serverTime();
        QVERIFY(now.ok());
        QVERIFY(inspector.timeline("q", *now - std::chrono::hours(3), *now + std::chrono::hours(3), 60).ok());
        QVERIFY(inspector.statistics("q", *now - std::chrono::hours(3), *now).ok());
        QVERIFY(inspector.workers().ok());
        QCOMPARE(inspector.operations("q")->size(), 1U);
        const auto events = backend.events({"q"}, true, true);
        QVERIFY(events.ok() && (*events)->open().ok());

        const QByteArrayList writes = writeCommandsRun(server);
        QVERIFY2(writes.isEmpty(), writes.join(", "));
        QCOMPARE(server.call({"DEBUG", "DIGEST"}).bytes, before);
    }

    void duectlOnAReadOnlyProfileSendsNothingThatWrites_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("refusal");
        QTest::newRow("read-only") << QByteArray(R"("environment":"development","readOnly":true)")
                                   << QByteArray("read-only");
        QTest::newRow("production, locked")
            << QByteArray(R"("environment":"production","readOnly":false)") << QByteArray("--unlock");
    }

    void duectlOnAReadOnlyProfileSendsNothingThatWrites()
    {
        QFETCH(QByteArray, members);
        QFETCH(QByteArray, refusal);
        RedisServer server;
        fill(server);
        QTemporaryDir config;
        QVERIFY(QDir(config.path()).mkpath(u"dueline"_s));
        QFile file(config.filePath(u"dueline/profiles.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"version":1,"profiles":[{"name":"here","url":")" + server.url().toUtf8()
            + R"(","layout":"native","prefix":"dueline","secret":"ask",)" + members + "}]}");
        file.close();
        Duectl duectl;
        duectl.setVariable("XDG_CONFIG_HOME", config.path());
        const QByteArray before = server.call({"DEBUG", "DIGEST"}).bytes;
        server.call({"CONFIG", "RESETSTAT"});
        for (const char* line : {"queues", "queues --json", "list q", "list q --match payload:x", "show q a",
                 "show q big --payload", "operations", "operations q", "queue q show", "timeline",
                 "timeline q --from -3h --to 1h", "results q", "workers", "leases q", "check q --oldest-due 10h"}) {
            const Answer seen = duectl.run(words("--profile here") + words(line));
            QVERIFY2(seen.code == 0, line + ("\n" + seen.all()));
        }
        (void)duectl.run("--profile here doctor"); // The exit code is 0 or 1, depending on this server.
        const QString operation = duectl.run("--profile here operations q --json").array().at(0)[u"id"_s].toString();
        QVERIFY(!operation.isEmpty());
        const QStringList acts{u"add q t"_s, u"retry q --all --yes"_s, u"run-now q a"_s, u"reschedule q a --in 3h"_s,
            u"edit q a --payload y"_s, u"discard q a"_s, u"restore q gone"_s, u"delete q a"_s, u"pause q"_s,
            u"resume q"_s, u"queue q set retention=2d"_s, u"queue q delete --yes"_s, u"cancel q a"_s, u"release q a"_s,
            u"extend q a --lease 9s"_s, u"undo %1 --yes"_s.arg(operation), u"doctor --repair --yes"_s,
            u"work --queue q --handler *=echo --exit-when-empty"_s};
        for (const QString& line : acts)
            FAILS(duectl.run(words("--profile here") + words(qPrintable(line))), 1, refusal);
        const QByteArrayList writes = writeCommandsRun(server);
        QVERIFY2(writes.isEmpty(), writes.join(", "));
        QCOMPARE(server.call({"DEBUG", "DIGEST"}).bytes, before);
    }
};

QTEST_GUILESS_MAIN(ReadOnlyTour)
#include "tst_readonlytour.moc"
