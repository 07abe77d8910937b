// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskfilter.h"
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/support/chaosproxy.h"
#include "ui/presenters/reading/taskreading.h"
#include "ui/widgets/tasks/filterline.h"

#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests searching with a filter while tasks are added and run, in scripted steps on a real server.
class TestFilterWalk : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aTaskThatRunsWhileItIsLookedForIsFoundOnce()
    {
        Shop shop;
        shop.add(3, -48h);
        shop.add(1'500, 1h, "mail", 10); // The search takes more than one step.
        ChaosProxy slow(shop.server.config());
        slow.setPlan({ChaosPlan::Fault::Delay, 1, 40ms}); // The server is so slow that each step ends after one reply.
        auto looking = openLayout(defaultLayout(), slow.config(), "dueline", "looking", Access::ReadOnly);
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
            shop.fail("550 no such user"); // The scan finds this task as failed.
            shop.fail("421 try again", "mail", 1h); // The scan finds this task as retrying.
            ClaimRequest request; // The scan finds this task as leased.
            request.queue = "mail";
            request.limit = 1;
            request.types.all = true;
            QVERIFY(shop.backend().broker()->claim(request).ok());
        }
        QVERIFY(steps > 1);
        QCOMPARE(found.size(), 1'503);
        QCOMPARE(QSet<TaskId>(found.begin(), found.end()).size(), 1'503);
    }

    /// A task that fails after the search has started is not found. The results contain only tasks that had already
    /// failed.
    void whatEndsLaterIsNotItsBusiness()
    {
        Shop shop;
        shop.add(1, -1h);
        shop.fail("550 no such user");
        shop.add(2, -1h, "mail", 2);
        const TaskScope scope{"mail", {TaskState::Failed}, TaskFilter::parse(u"type:mail.send"_s).value()};
        FilterWalk walk;
        walk.startedAt = shop.backend().inspector().queue("mail").value().serverNow;
        QVERIFY(isLater(shop.backend()));
        shop.fail("550 no such user");
        const auto hits = searchSteps(shop.backend(), scope, std::move(walk));
        QVERIFY(hits.ok() && hits->walk.isOver());
        QCOMPARE(hits->matches.size(), 1U);
        const auto again = searchSteps(shop.backend(), scope, {});
        QVERIFY(again.ok());
        QCOMPARE(again->matches.size(), 2U);
    }

    void aLongWalkRestsWithAndWithoutHitsAndSaysOfWhenItIs()
    {
        Shop shop;
        shop.add(9'000);
        ChaosProxy slow(shop.server.config());
        slow.setPlan({ChaosPlan::Fault::Delay, 1, 60ms});
        OpenWindow open(*m_theme);
        Profile profile = shop.profile(u"orders"_s);
        profile.url = slow.url();
        open.open(profile);
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), 9'000);
        TaskFeed& feed = open.bench.list().feed();
        open.part<FilterLine>().apply(u"id:mail.send#20000*"_s);
        QVERIFY(feed.isSearching());
        QTRY_VERIFY(!feed.isSearching());
        QCOMPARE(feed.matches(), 0);
        QVERIFY(!feed.asOf());

        QSignalSpy walked(&feed, &TaskFeed::searched); // emitted for each reply
        shop.add(1, 1h, "mail", 20'000);
        QTRY_VERIFY(open.says(u"of 9,001 task(s) · updated "_s));
        shop.add(1, 1h, "mail", 200'000);
        QTRY_VERIFY(open.says(u"of 9,002 task(s) · updated "_s));
        QCOMPARE(walked.size(), 0);
        QCOMPARE(feed.matches(), 0);

        open.bench.view().refresh(); // same as F5
        QVERIFY(feed.isSearching());
        QTRY_VERIFY(!feed.isSearching());
        QCOMPARE(feed.matches(), 2);
        QVERIFY(walked.size() > 8);
        QTRY_VERIFY(!open.says(u" · updated "_s));

        walked.clear();
        shop.add(1, 1h, "mail", 200'001);
        QTRY_VERIFY(open.says(u"of 9,003 task(s) · updated "_s));
        QCOMPARE(walked.size(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(feed.matches(), 3, 100'000); // The search is repeated automatically after a delay.
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
