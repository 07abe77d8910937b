// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskfilter.h"
#include "tests/gui/openwindow.h"
#include "tests/support/chaosproxy.h"
#include "ui/presenters/taskreading.h"

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// What a filter finds while tasks run and are added, step by step on a real server.
class TestFilterWalk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTaskThatRunsWhileItIsLookedForIsFoundOnce()
    {
        Shop shop;
        shop.add(3, -48h);
        shop.add(1'500, 1h, "mail", 10); // more than one step
        ChaosProxy slow(shop.server.config());
        slow.setPlan({ChaosPlan::Fault::Delay, 1, 40ms}); // so that each answer is a run of its own
        auto looking = openLayout({}, slow.config(), "dueline", "looking", Access::ReadOnly);
        QVERIFY(looking.ok());
        const TaskScope scope{"mail", StateSet::all(), TaskFilter::parse(u"type:mail.send"_s).value()};
        QList<TaskId> found;
        int steps = 0;
        for (FilterWalk walk; !walk.isOver(); ++steps) {
            Result<TaskHits> hits = searchSteps(**looking, scope, std::move(walk));
            QVERIFY2(hits.ok(), qPrintable(hits.ok() ? QString() : hits.error().message));
            for (const Task& task : hits->matches)
                found << task.id;
            walk = std::move(hits->walk);
            if (steps > 0)
                continue;
            QVERIFY(found.size() >= 3 && !walk.isOver());
            shop.fail("550 no such user"); // the first is met as failed now,
            shop.fail("421 try again", "mail", 1h); // the second as retried,
            ClaimRequest request; // and the third as leased
            request.queue = "mail";
            request.limit = 1;
            request.types.all = true;
            QVERIFY(shop.backend().broker()->claim(request).ok());
        }
        QVERIFY(steps > 1);
        QCOMPARE(found.size(), 1'503);
        QCOMPARE(QSet<TaskId>(found.begin(), found.end()).size(), 1'503);
    }

    /// A task nobody met while it waited is no match once it has ended: it would come on top of those there were.
    void whatEndsLaterIsNotItsBusiness()
    {
        Shop shop;
        shop.add(1, -1h);
        shop.fail("550 no such user");
        shop.add(2, -1h, "mail", 2);
        const TaskScope scope{"mail", {TaskState::Failed}, TaskFilter::parse(u"type:mail.send"_s).value()};
        FilterWalk walk;
        walk.startedAt = shop.backend().inspector().queue("mail").value().serverNow;
        QTest::qWait(2);
        shop.fail("550 no such user");
        const auto hits = searchSteps(shop.backend(), scope, std::move(walk));
        QVERIFY(hits.ok() && hits->walk.isOver());
        QCOMPARE(hits->matches.size(), 1U);
        const auto again = searchSteps(shop.backend(), scope, {});
        QVERIFY(again.ok());
        QCOMPARE(again->matches.size(), 2U);
    }

    void aQueueThatIsNotThereHasNoTasks()
    {
        Shop shop;
        const auto hits = searchSteps(shop.backend(), {"nowhere", StateSet::all(), {}}, {});
        QVERIFY(hits.ok() && hits->walk.isOver());
        QVERIFY(hits->matches.empty());
    }
};

QTEST_MAIN(TestFilterWalk)
#include "tst_filterwalk.moc"
