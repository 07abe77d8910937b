// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demo/demoframeworks.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the demo queues of job frameworks, read through the frameworks' layouts.
class TestDemoFrameworks : public QObject
{
    Q_OBJECT

    RedisServer m_server;

private Q_SLOTS:
    void initTestCase() { QVERIFY(fillDemoFrameworks(m_server.config()).ok()); }

    void eachQueueIsReadWhole_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("queue");
        QTest::addColumn<QList<int>>("counts"); // counts in the order of allStates
        QTest::newRow("BullMQ") << u"bullmq"_s << QByteArray("orders") << QList<int>{140, 17, 0, 3, 65, 420, 0};
        QTest::newRow("Bull") << u"bull"_s << QByteArray("thumbnails") << QList<int>{0, 8, 0, 0, 5, 90, 0};
        QTest::newRow("Sidekiq") << u"sidekiq"_s << QByteArray("mailers") << QList<int>{0, 11, 0, 0, 0, 0, 0};
        QTest::newRow("Sidekiq, shared") << u"sidekiq"_s << QByteArray() << QList<int>{70, 0, 23, 0, 7, 0, 0};
    }
    void eachQueueIsReadWhole()
    {
        QFETCH(QString, layout);
        QFETCH(QByteArray, queue);
        QFETCH(QList<int>, counts);
        const auto backend = must(openLayout(parseLayout(layout).value(), m_server.config(), {}, {}, Access::ReadOnly));
        const QueueInfo info = must(backend->inspector().queue(queue));
        QVERIFY2(info.unreadable.isEmpty(), info.unreadable);
        QCOMPARE(info.damaged, 0);
        QList<int> found;
        for (const TaskState state : allStates) {
            found << int(info.counts[state]);
            const auto page = must(backend->inspector().page({queue, state, 0, 100}));
            for (const Task& task : page.tasks) {
                QVERIFY(!task.type.isEmpty());
                QVERIFY(must(backend->inspector().task(queue, task.id)).task.id == task.id);
            }
        }
        QCOMPARE(found, counts);
    }
};

QTEST_GUILESS_MAIN(TestDemoFrameworks)
#include "tst_demoframeworks.moc"
