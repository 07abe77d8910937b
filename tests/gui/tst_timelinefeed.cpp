// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/facts.h"
#include "tests/support/redisserver.h"
#include "ui/presenters/connection.h"
#include "ui/timeline/feed/timelinefeed.h"

#include <QSignalSpy>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

/// Tests the timeline's data against a real server.
class TestTimelineFeed : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Connection> m_connection;
    std::unique_ptr<TimelineFeed> m_feed;
    TimelineData m_data;
    int m_loaded = 0;

    void add(const TaskId& id, Millis in, const QueueName& queue = "mail")
    {
        NewTask task;
        task.id = id;
        task.dueIn = in;
        const auto added = m_backend->editor()->add(queue, {task});
        QVERIFY(added.ok() && added->front() == AddOutcome::Added);
    }
    Lease claim()
    {
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 1;
        request.types.all = true;
        const auto claim = m_backend->broker()->claim(request);
        return claim && claim->leases.size() == 1 ? claim->leases.front() : Lease();
    }
    const TimelineTask* task(const TaskId& id) const
    {
        for (const TimelineTask& task : m_data.tasks) {
            if (task.id == id)
                return &task;
        }
        return nullptr;
    }

    static std::unique_ptr<Connection> connectTo(const RedisServer& server)
    {
        Profile profile;
        profile.name = QStringLiteral("test");
        profile.url = server.url();
        auto connection = Connection::open(profile);
        return connection ? std::move(*connection) : nullptr;
    }
    /// Returns the number of bars counted across all of a queue's sets after log number `after`.
    qint64 counts(const QueueName& queue, quint64 after) const
    {
        qint64 sum = 0;
        for (const LoggedCommand& command : m_connection->commands().since(after))
            sum += command.name == "ZCOUNT" && command.text.contains(QString::fromUtf8("{" + queue + "}"));
        return sum;
    }
    void open()
    {
        m_connection = connectTo(*m_server);
        QVERIFY(m_connection);
        QTRY_VERIFY(m_connection->queue("mail"));
        m_feed = std::make_unique<TimelineFeed>();
        m_feed->setPeriod(20ms);
        connect(m_feed.get(), &TimelineFeed::loaded, this, [this](const TimelineData& data) {
            m_data = data;
            ++m_loaded;
        });
        m_feed->show(m_connection.get(), "mail");
    }

private Q_SLOTS:
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        auto backend = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(backend.ok());
        m_backend = std::move(*backend);
        m_data = {};
        m_loaded = 0;
    }
    void cleanup()
    {
        m_feed.reset();
        m_connection.reset();
        m_backend.reset();
        m_server.reset();
    }

    void fewTasksComeOneByOneWhateverTheirState()
    {
        add("send#done", 0ms);
        const Lease done = claim();
        QVERIFY(m_backend->broker()->ack("mail", {{done.id, done.token, {}}}, {}).ok());
        add("send#failed", 0ms);
        const Lease failed = claim();
        QVERIFY(
            m_backend->broker()->nack("mail", {{failed.id, failed.token, {}, "failed", "no", failed.dueAt}}, {}).ok());
        add("send#leased", 0ms);
        const Lease leased = claim();
        QCOMPARE(leased.id, QByteArray("send#leased"));
        add("send#waits", 20s);
        add("send#later", 2h); // outside the view
        open();
        const TimePoint now = *m_backend->serverTime();
        m_feed->want({now - 30s, now + 60s}, 1s);
        QTRY_COMPARE(m_data.tasks.size(), 4U);
        QVERIFY(task("send#done") && task("send#done")->state == TaskState::Done);
        QVERIFY(task("send#failed") && task("send#failed")->state == TaskState::Failed);
        QVERIFY(task("send#waits") && task("send#waits")->state == TaskState::Scheduled);
        const TimelineTask* lease = task("send#leased");
        QVERIFY(lease && lease->leasedAt);
        QVERIFY(*lease->leasedAt <= now && lease->at > now);
        QVERIFY(std::is_sorted(m_data.tasks.begin(), m_data.tasks.end(),
            [](const TimelineTask& a, const TimelineTask& b) { return a.at < b.at; }));
        // Tasks that ended after the range don't count.
        m_feed->want({now - 60s, now - 30s}, 1s);
        QTRY_COMPARE(m_data.range.to, now - 30s);
        QVERIFY(m_data.tasks.empty());
    }

    /// Celery doesn't store finished tasks, but its workers publish events, which the window counts.
    void endsThatNothingKeepsAreHeard()
    {
        m_server->call({"SADD", "_kombu.binding.mail", "mail\x06\x16\x06\x16mail"});
        Profile profile;
        profile.name = QStringLiteral("celery");
        profile.url = m_server->url();
        profile.layout = QStringLiteral("celery");
        m_connection = std::move(*Connection::open(profile));
        QTRY_VERIFY(m_connection->queue("@celery"));
        const auto quoted = [](QByteArray json) { return json.replace('\'', '"'); };
        const auto publish = [this, &quoted](const QByteArray& type, const QByteArray& id) {
            const QByteArray body = quoted("{'type':'" + type + "','uuid':'" + id + "'}").toBase64();
            return m_server
                ->call({"PUBLISH", "/0.celeryev/" + QByteArray(type).replace("task-", "task."),
                    quoted("{'body':'" + body + "','properties':{'body_encoding':'base64'}}")})
                .integer;
        };
        QTRY_VERIFY(publish("task-received", "a") == 1);
        m_feed = std::make_unique<TimelineFeed>();
        connect(m_feed.get(), &TimelineFeed::loaded, this, [this](const TimelineData& data) { m_data = data; });
        m_feed->show(m_connection.get(), "@celery");
        const TimePoint now = *m_backend->serverTime();
        m_feed->want({now - 1h, now + 1h}, 60s);
        QTRY_VERIFY(m_data.isKnown());
        QCOMPARE(m_data.heard, 0);
        for (const char* type : {"task-started", "task-retried", "task-succeeded"})
            QCOMPARE(publish(type, "a"), 1);
        QCOMPARE(publish("task-failed", "b"), 1);
        QTRY_COMPARE(m_data.heard, 2);
        QCOMPARE(m_data.totals[TaskState::Done], 1);
        QCOMPARE(m_data.totals[TaskState::Failed], 1);
        qint64 inBars = 0;
        for (const TimelineBin& bin : m_data.bins)
            inBars += bin.counts[TaskState::Done] + bin.counts[TaskState::Failed];
        QCOMPARE(inBars, 2);
        // The window has received no events for the other queue, nor for earlier times.
        m_feed->want({now - 3h, now - 2h}, 60s);
        QTRY_COMPARE(m_data.range.to, now - 2h);
        QCOMPARE(m_data.heard, 0);
        m_feed->show(m_connection.get(), "mail");
        m_feed->want({now - 1h, now + 1h}, 60s);
        QTRY_VERIFY(m_data.isKnown() && m_data.range.to == now + 1h);
        QCOMPARE(m_data.heard, 0);
    }

    void manyTasksAreOnlyCounted()
    {
        for (int i = 0; i < 70; ++i)
            add("send#" + QByteArray::number(i), 10s);
        open();
        const TimePoint now = *m_backend->serverTime();
        m_feed->want({now - 1h, now + 1h}, 60s);
        QTRY_COMPARE(m_data.totals[TaskState::Scheduled], 70);
        QVERIFY(m_data.tasks.empty());
        // The smaller range has few enough tasks to draw them individually.
        m_feed->want({now - 30s, now + 30s}, 1s);
        QTRY_COMPARE(m_data.tasks.size(), 70U);
    }

    void whatIsKnownOnlyByStatisticsIsCountedNotDrawn()
    {
        add("send#waits", 20s);
        QueueSettings settings;
        settings.keepDone = 0ms;
        QVERIFY(m_backend->editor()->configure("mail", settings).ok());
        add("send#gone", 0ms);
        const Lease gone = claim();
        QVERIFY(m_backend->broker()->ack("mail", {{gone.id, gone.token, {}}}, {}).ok());
        open();
        const TimePoint now = *m_backend->serverTime();
        m_feed->want({now - 2min, now + 2min}, 1s);
        QTRY_COMPARE(m_data.totals[TaskState::Done], 1);
        QCOMPARE(m_data.totals[TaskState::Scheduled], 1);
        QVERIFY(m_data.tasks.empty());
    }

    void fittingFindsTheFirstAndTheLastTask()
    {
        add("send#done", -2h);
        const Lease done = claim();
        QVERIFY(m_backend->broker()->ack("mail", {{done.id, done.token, {}}}, {}).ok());
        add("send#soon", 1min);
        add("send#late", 50h);
        open();
        QSignalSpy fitted(m_feed.get(), &TimelineFeed::fitted);
        m_feed->fit(StateSet::all());
        QTRY_COMPARE(fitted.count(), 1);
        const auto range = fitted.first()[0].value<TimeRange>();
        const TimePoint now = *m_backend->serverTime();
        QVERIFY(range.contains(now - 1min) && range.contains(now + 49h + 59min));
        QVERIFY(range.length() < Millis(55h));
    }

    void whileNothingChangesNothingIsAsked()
    {
        add("send#waits", 1h);
        open();
        const TimePoint now = *m_backend->serverTime();
        m_feed->want({now - 1h, now + 2h}, 60s);
        QTRY_COMPARE(m_data.tasks.size(), 1U);
        const int loaded = m_loaded;
        for (int i = 0; i < 20; ++i) { // waits for the replies of one period in each iteration
            m_feed->follow();
            QVERIFY(test::isAnswered(*m_connection));
        }
        QVERIFY2(m_loaded - loaded <= 1, qPrintable(QString::number(m_loaded - loaded)));
        add("send#another", 30min);
        QTRY_COMPARE_WITH_TIMEOUT(m_data.tasks.size(), 2U, 15'000);
    }

    void onlyTheQueueThatChangedIsCountedAgain()
    {
        for (int i = 0; i < 70; ++i) {
            add("send#" + QByteArray::number(i), 1min * i);
            add("bill#" + QByteArray::number(i), 1min * i, "billing");
        }
        open();
        QTRY_VERIFY(m_connection->queue("billing"));
        connect(m_connection.get(), &Connection::queuesChanged, m_feed.get(), &TimelineFeed::follow);
        m_feed->show(m_connection.get(), {});
        const TimePoint now = std::chrono::floor<std::chrono::hours>(*m_backend->serverTime());
        m_feed->want({now - 1h, now + 10h}, 60s);
        QTRY_COMPARE(m_data.totals.pending(), 140);
        CommandLog& log = m_connection->commands();
        log.setListening(true);
        add("send#another", 3h);
        QTRY_COMPARE_WITH_TIMEOUT(m_data.totals.pending(), 141, 15'000);
        QVERIFY(counts("mail", 0) > 0);
        // One of this queue's tasks becomes due every minute, so only part of the range must be recounted.
        const qint64 unchanged = counts("billing", 0);
        QVERIFY2(unchanged < counts("mail", 0), qPrintable(QString::number(unchanged)));
        const quint64 before = log.lastNumber();
        m_feed->refresh(); // F5 reads everything.
        QTRY_VERIFY(counts("billing", before) > 60);
    }

    void whenTheViewMovesOnlyWhatComesIntoItIsCounted()
    {
        for (int i = 0; i < 500; ++i)
            add("send#" + QByteArray::number(i), 10h + 1min * i);
        open();
        const TimePoint now = std::chrono::floor<std::chrono::hours>(*m_backend->serverTime());
        m_feed->want({now + 11h, now + 14h}, 60s);
        QTRY_COMPARE(m_data.totals[TaskState::Scheduled], 180);
        CommandLog& log = m_connection->commands();
        log.setListening(true);
        m_feed->want({now + 11h + 10min, now + 14h + 10min}, 60s);
        QTRY_COMPARE(m_data.range.from, now + 11h + 10min);
        QCOMPARE(m_data.totals[TaskState::Scheduled], 180);
        qint64 scheduled = 0;
        for (const TimelineBin& bin : m_data.bins)
            scheduled += bin.counts[TaskState::Scheduled];
        QCOMPARE(scheduled, 180);
        QTRY_VERIFY(log.lastNumber() > 0);
        const qint64 counted = counts("mail", 0);
        // Only the ten new minutes are counted, not all three hours.
        QVERIFY2(counted <= 30, qPrintable(QString::number(counted)));
        m_feed->want({now + 11h, now + 14h}, 60s);
        QTRY_COMPARE(m_data.range.from, now + 11h);
        QCOMPARE(m_data.totals[TaskState::Scheduled], 180);
    }

    void severalConnectionsAddUp()
    {
        RedisServer other;
        auto backend = openLayout(defaultLayout(), other.config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(backend.ok());
        for (int i = 0; i < 100; ++i)
            add("send#" + QByteArray::number(i), 1h);
        std::vector<NewTask> tasks;
        for (int i = 0; i < 120; ++i) {
            tasks.emplace_back();
            tasks.back().id = "push#" + QByteArray::number(i);
            tasks.back().dueIn = 1h;
        }
        QVERIFY((*backend)->editor()->add("push", tasks).ok());
        open();
        const auto second = connectTo(other);
        QVERIFY(second);
        QTRY_VERIFY(second->queue("push"));
        m_feed->showAll({m_connection.get(), second.get()});
        const TimePoint now = std::chrono::floor<std::chrono::hours>(*m_backend->serverTime());
        m_feed->want({now, now + 3h}, 60s);
        QTRY_COMPARE(m_data.totals[TaskState::Scheduled], 220);
        qint64 sum = 0;
        for (const TimelineBin& bin : m_data.bins)
            sum += bin.counts[TaskState::Scheduled];
        QCOMPARE(sum, 220);
        other.kill9(); // The data last read from this server is kept.
        add("send#another", 1h);
        m_feed->refresh();
        QTRY_COMPARE(m_data.totals[TaskState::Scheduled], 221);
    }
};

QTEST_MAIN(TestTimelineFeed)
#include "tst_timelinefeed.moc"
