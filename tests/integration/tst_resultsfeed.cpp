// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/resultsfeed.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "core/layouts/native/nativeoutcomes.h"
#include "core/redis/redisconnection.h"
#include "tests/support/redisserver.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

QByteArray channelOf(const QueueName& queue) { return "dueline:{" + queue + "}:results"; }

Outcome outcomeOf(int number)
{
    Outcome outcome;
    outcome.id = "mail.send#" + QByteArray::number(number);
    outcome.outcome = "done";
    outcome.attempt = 1;
    outcome.worker = "w";
    outcome.ran = 12ms;
    return outcome;
}

/// Server with a feed, and the results that it has reported.
class ResultsPlace
{
public:
    ResultsPlace()
        : feed([config = server.config()] {
            return openLayout(defaultLayout(), config, "dueline", "looker", Access::ReadOnly);
        })
    { }

    int publish(const QueueName& queue, int from, int count)
    {
        std::vector<Outcome> outcomes;
        for (int i = from; i < from + count; ++i)
            outcomes.push_back(outcomeOf(i));
        return int(
            server.call({"PUBLISH", channelOf(queue), NativeOutcomes::stamped(encodeOutcomes(outcomes), 0)}).integer);
    }
    std::size_t take()
    {
        for (ResultEntry& entry : feed.take())
            told.push_back(std::move(entry));
        return told.size();
    }
    int count(ResultEntry::Kind kind) const
    {
        return int(std::count_if(told.begin(), told.end(), [kind](const ResultEntry& e) { return e.kind == kind; }));
    }

    RedisServer server;
    ResultsFeed feed;
    std::vector<ResultEntry> told;
};

} // namespace

class TestResultsFeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsPublishedComesInOrderWithItsQueue()
    {
        ResultsPlace place;
        QSignalSpy arrived(&place.feed, &ResultsFeed::arrived);
        place.feed.follow({"mail", "billing"});
        QTRY_VERIFY(place.feed.isListening());
        QCOMPARE(place.publish("mail", 1, 2), 1);
        QCOMPARE(place.publish("billing", 3, 1), 1);
        QCOMPARE(place.publish("other", 4, 1), 0);
        QTRY_COMPARE(place.take(), std::size_t(3));
        QTRY_VERIFY(!arrived.isEmpty());
        QCOMPARE(place.told[0].outcome, outcomeOf(1));
        QCOMPARE(place.told[1].outcome, outcomeOf(2));
        QCOMPARE(place.told[2].outcome, outcomeOf(3));
        QCOMPARE(place.told[0].queue, QueueName("mail"));
        QCOMPARE(place.told[2].queue, QueueName("billing"));
        QCOMPARE(place.feed.heard(), 3);
    }

    void aMessageThatIsNoListOfOutcomesIsSaidAndTheRestGoesOn()
    {
        ResultsPlace place;
        place.feed.follow({"mail"});
        QTRY_VERIFY(place.feed.isListening());
        place.server.call({"PUBLISH", channelOf("mail"), "no json"});
        place.publish("mail", 1, 1);
        QTRY_COMPARE(place.take(), std::size_t(2));
        QCOMPARE(place.told[0].kind, ResultEntry::Kind::Unreadable);
        QVERIFY(!place.told[0].words.isEmpty());
        QCOMPARE(place.told[1].outcome, outcomeOf(1));
    }

    void afterALostServerItListensAgainAndSaysTheGap()
    {
        ResultsPlace place;
        place.feed.follow({"mail"});
        QTRY_VERIFY(place.feed.isListening());
        place.publish("mail", 1, 1);
        QTRY_COMPARE(place.take(), std::size_t(1));
        place.server.kill9();
        QTRY_VERIFY(!place.feed.isListening());
        QVERIFY(!place.feed.trouble().message.isEmpty());
        place.server.start();
        QTRY_VERIFY_WITH_TIMEOUT(place.feed.isListening(), 15'000);
        QVERIFY(place.feed.trouble().message.isEmpty());
        QCOMPARE(place.publish("mail", 2, 1), 1);
        QTRY_COMPARE(place.take(), std::size_t(3));
        QCOMPARE(place.told[1].kind, ResultEntry::Kind::Offline);
        QVERIFY(place.told[1].until > place.told[1].at);
        QCOMPARE(place.told[2].outcome, outcomeOf(2));
    }

    void aServerThatIsNotThereYetIsAwaited()
    {
        RedisServer server;
        server.stop();
        ResultsFeed feed([config = server.config()] {
            return openLayout(defaultLayout(), config, "dueline", "looker", Access::ReadOnly);
        });
        feed.follow({"mail"});
        QTRY_VERIFY(!feed.trouble().message.isEmpty());
        server.start();
        QTRY_VERIFY_WITH_TIMEOUT(feed.isListening(), 15'000);
    }

    void anotherQueueIsFollowedWithoutMissingOrRepeatingAnything()
    {
        // Outcomes are published continuously while the set of followed queues changes.
        ResultsPlace place;
        place.feed.follow({"mail"});
        QTRY_VERIFY(place.feed.isListening());
        std::atomic<bool> stop = false;
        std::atomic<int> published = 0;
        const std::unique_ptr<QThread> publisher(QThread::create([&, config = place.server.config()] {
            RedisConnection connection(config);
            if (!connection.open())
                return;
            for (int number = 0; !stop; ++number) {
                // The feed also receives, but ignores, outcomes from a queue with the same name in another database.
                for (const int database : {1, 0}) {
                    const auto sent = connection.send({"PUBLISH", channelOf("mail"),
                        NativeOutcomes::stamped(encodeOutcomes({outcomeOf(number)}), database)});
                    if (!sent || !connection.receive(5s))
                        return;
                }
                published = number + 1;
                if (number % 20 == 0) // Fewer outcomes are published between two polls than the feed can store.
                    QThread::msleep(1);
            }
        }));
        publisher->start();
        for (int i = 0; i < 12; ++i) {
            if (i % 2 == 0)
                place.feed.follow({"mail", "billing"});
            else
                place.feed.follow({"mail"});
            QTest::qWait(60);
            place.take();
        }
        stop = true;
        publisher->wait();
        QVERIFY2(published > 100, qPrintable(QString::number(published)));
        QTRY_VERIFY2(place.take() > 0 && place.feed.heard() >= published,
            qPrintable(QStringLiteral("%1 of %2 heard").arg(place.feed.heard()).arg(published)));
        QCOMPARE(place.count(ResultEntry::Kind::Offline), 0);
        QCOMPARE(place.count(ResultEntry::Kind::Skipped), 0);
        QCOMPARE(int(place.told.size()), published.load());
        for (int i = 0; i < published; ++i)
            QCOMPARE(place.told[std::size_t(i)].outcome.id, outcomeOf(i).id);
    }

    void ofMoreThanAnybodyTookTheOldestAreCounted()
    {
        ResultsPlace place;
        place.feed.follow({"mail"});
        QTRY_VERIFY(place.feed.isListening());
        for (int i = 0; i < 130; ++i)
            place.publish("mail", i * 100, 100);
        QTRY_COMPARE(place.feed.heard(), 13'000);
        place.take();
        QCOMPARE(place.told.front().kind, ResultEntry::Kind::Skipped);
        QVERIFY(place.told.size() <= ResultsFeed::heldAtMost);
        QCOMPARE(place.told.front().count + qint64(place.told.size()) - 1, 13'000);
        QCOMPARE(place.told.back().outcome.id, outcomeOf(12'999).id);
    }

    void withoutQueuesItWaitsAndItEndsAtOnce()
    {
        RedisServer server;
        QElapsedTimer timer;
        {
            ResultsFeed feed([config = server.config()] {
                return openLayout(defaultLayout(), config, "dueline", "looker", Access::ReadOnly);
            });
            QTest::qWait(50);
            QVERIFY(!feed.isListening());
            QVERIFY(feed.trouble().message.isEmpty());
            feed.follow({"mail"});
            QTRY_VERIFY(feed.isListening());
            timer.start();
        }
        QVERIFY2(timer.elapsed() < 1000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestResultsFeed)
#include "tst_resultsfeed.moc"
