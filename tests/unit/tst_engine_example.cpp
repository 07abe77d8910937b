// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/engine.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/support/sourcepath.h"
#include "tests/unit/engineworks.h"
#include "tests/unit/examplehandler.h"

#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests that the handler in core/engine/HANDLERS.md works as documented.
class TestEngineExample : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePageShowsThisHandler()
    {
        QFile page(sourcePath(QStringLiteral("core/engine/HANDLERS.md")));
        QFile example(sourcePath(QStringLiteral("tests/unit/examplehandler.h")));
        QVERIFY(page.open(QIODevice::ReadOnly) && example.open(QIODevice::ReadOnly));
        const QByteArray source = example.readAll();
        const qsizetype from = source.indexOf("/// `file:FOLDER`");
        QVERIFY(from > 0);
        const QByteArray shown = source.mid(from, source.indexOf("} // namespace") - from).trimmed();
        QVERIFY2(page.readAll().contains(shown), "core/engine/HANDLERS.md shows another handler than examplehandler.h");
    }

    void itRunsInAnEngine()
    {
        QTemporaryDir folder;
        EngineWorks works({.concurrency = 4}, "noop");
        QVERIFY(works.handlers.add("file.*", std::make_shared<FileHandler>(folder.path())).ok());
        const auto ids = works.add(50, {.payload = "hello"}, "file.write");
        works.start();
        QVERIFY(*works.engine->waitUntilEmpty(20s));
        QCOMPARE(works.counts()[TaskState::Done], 50);
        for (const TaskId& id : ids) {
            QFile file(folder.filePath(QString::fromLatin1(id.toPercentEncoding())));
            QVERIFY(file.open(QIODevice::ReadOnly));
            QCOMPARE(file.readAll(), QByteArray("hello"));
        }
    }

    void whatCannotGetBetterFailsForGood()
    {
        QTemporaryDir folder;
        EngineWorks works({}, "noop");
        QVERIFY(works.handlers.add("file.*", std::make_shared<FileHandler>(folder.path())).ok());
        const auto ids = works.add(1, {.payload = QByteArray(FileHandler::largest + 1, 'x')}, "file.write");
        works.start();
        QTRY_COMPARE(works.state(ids[0]), TaskState::Failed);
        QCOMPARE(works.task(ids[0]).task.attempt, 1);
    }

    void whatMayPassComesBack()
    {
        EngineWorks works({}, "noop");
        QVERIFY(works.handlers.add("file.*", std::make_shared<FileHandler>(QStringLiteral("/nonexistent"))).ok());
        const auto ids = works.add(1, {.payload = "x"}, "file.write");
        works.start();
        QTRY_COMPARE(works.state(ids[0]), TaskState::Retrying);
        const Task task = works.task(ids[0]).task;
        QVERIFY(task.at - SystemClock().now() > 25s);
        QCOMPARE(task.error, QByteArray("the folder does not exist"));
    }

    void aStopLeavesNothingBehind()
    {
        QTemporaryDir folder;
        FileHandler handler(folder.path());
        const QueueName queue = "q";
        const Lease lease{"file.write#1", "1-s.1-0", 1, {}};
        const QByteArray payload = "x";
        const TaskOptions options;
        std::stop_source stop;
        stop.request_stop();
        const std::stop_token token = stop.get_token();
        const std::atomic<StopReason> reason = StopReason::Cancelled;
        TaskContext context{queue, lease, "file.write", payload, options, {}, {}, 1h, token, reason, nullptr};
        QCOMPARE(handler.run(context).kind, HandlerResult::Kind::Stopped);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestEngineExample)
#include "tst_engine_example.moc"
