// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests a worker whose queue contains tasks that it has no handler for.
class DuectlForeignTypes : public QObject
{
    Q_OBJECT

private slots:
    void theEndDoesNotWaitForTheTasksOfOthers();
    void anOwnTaskBehindManyOthersIsFound();
    void manyDueTasksOfOthersDoNotKeepTheServerBusy();
};

void DuectlForeignTypes::theEndDoesNotWaitForTheTasksOfOthers()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t.x --in 1h"), 0);
    EXIT(duectl.run("add q t.x"), 0);
    EXIT(duectl.run("add q t.y --copies 3"), 0);
    EXIT(duectl.run("work --queue q --handler t.y=echo --exit-when-empty"), 0);
    QCOMPARE(duectl.run("list q --state done --json").array().size(), 3);
    EXIT(duectl.run("work --queue q --handler t.y=echo --exit-when-empty"), 0);
}

void DuectlForeignTypes::anOwnTaskBehindManyOthersIsFound()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q other --copies 20000"), 0);
    EXIT(duectl.run("add q mine --id 1"), 0);
    EXIT(duectl.run("work --queue q --handler mine=echo --exit-when-empty"), 0);
    QCOMPARE(duectl.run("show q mine#1 --json").object().value(u"state"_s).toString(), u"done"_s);
    QCOMPARE(duectl.run("list q --state due --limit 1 --json").array().size(), 1);
}

void DuectlForeignTypes::manyDueTasksOfOthersDoNotKeepTheServerBusy()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q other --copies 50000"), 0);
    const auto worker = duectl.start(words("work --queue q --handler mine=echo"));
    const auto claims = [&server] {
        const QByteArray statistics = server.call({"INFO", "commandstats"}).bytes;
        const qsizetype at = statistics.indexOf("cmdstat_evalsha:calls=");
        return at < 0 ? 0 : statistics.mid(at + 22, statistics.indexOf(',', at) - at - 22).toInt();
    };
    QTRY_VERIFY_WITH_TIMEOUT(claims() > 40, 10'000); // One pass over all tasks takes more than 40 claims.
    QTest::qWait(1'500); // By then, the worker has scanned all tasks.
    const int after = claims();
    QTest::qWait(5'000); // The worker should be almost idle during this time.
    QVERIFY2(claims() - after < 20, QByteArray::number(claims() - after));
    EXIT(duectl.run("add q mine --id 1"), 0);
    QTRY_COMPARE_WITH_TIMEOUT(
        duectl.run("show q mine#1 --json").object().value(u"state"_s).toString(), u"done"_s, 10'000);
    worker->terminate();
    QVERIFY(worker->waitForFinished(10'000));
}

QTEST_GUILESS_MAIN(DuectlForeignTypes)
#include "tst_duectl_foreigntypes.moc"
