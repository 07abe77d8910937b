// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/changes.h"
#include "core/console/witness/recorder.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/must.h"
#include "tests/support/redisserver.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <thread>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests which reading the recorder compares when tasks disappear, with readings taken at chosen moments.
class TestRecorder : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<ServerReader> m_reader;
    std::unique_ptr<RecordFile> m_file;
    std::unique_ptr<Recorder> m_recorder;

    /// Starts a recorder, as after a gap if the file already exists.
    void begin(RecorderOptions options = {}, const QByteArray& layouts = "sidekiq")
    {
        m_recorder.reset();
        m_file.reset();
        const LayoutSpec layout = parseLayouts(u"sidekiq"_s).value();
        m_backend = must(openLayout(layout, m_server->config(), {}, {}, Access::ReadOnly));
        m_reader = std::make_unique<ServerReader>(ConnectionSpec{m_server->config(), layout, "dueline"});
        m_file = must(RecordFile::write(m_path, {"redis://shop", layouts, "duectl"}));
        if (options.ids)
            QVERIFY(m_file->keepIds());
        m_recorder = std::make_unique<Recorder>(*m_file, *m_backend, *m_reader, std::move(options));
    }
    void look() { QVERIFY2(m_recorder->look(), "the reading failed"); }
    void push(int jobs)
    {
        m_server->call({"SADD", "queues", "mail"});
        for (int i = 0; i < jobs; ++i)
            m_server->call({"LPUSH", "queue:mail",
                R"({"class":"Send","args":[],"jid":"j)" + QByteArray::number(i) + R"(","created_at":1.5})"});
    }
    Changes changes(const QByteArray& queue = {}) const
    {
        ChangesRequest request;
        request.queue = queue;
        request.from = fromMs(0);
        return must(readChanges(*m_file, request));
    }
    std::vector<qint64> losses() const
    {
        std::vector<qint64> tasks;
        for (const LostTasks& lost : changes().losses)
            tasks.push_back(lost.loss.tasks);
        return tasks;
    }

private Q_SLOTS:
    void init()
    {
        static int count = 0;
        m_path = m_folder.filePath(u"r%1.dwit"_s.arg(++count));
        m_server = std::make_unique<RedisServer>();
    }
    void cleanup()
    {
        m_recorder.reset();
        m_file.reset();
        m_reader.reset();
        m_backend.reset();
        m_server.reset();
    }

    /// A queue is often drained just before maintenance.
    void aQueueDrainedBeforeAFlushLosesNothing_data()
    {
        QTest::addColumn<bool>("isRestart");
        QTest::newRow("flush") << false;
        QTest::newRow("restart") << true;
    }
    void aQueueDrainedBeforeAFlushLosesNothing()
    {
        QFETCH(bool, isRestart);
        if (isRestart)
            m_server = std::make_unique<RedisServer>(RedisServer::Options{false, true, {}, {}});
        RecorderOptions options;
        options.ids = true;
        begin(options);
        push(200);
        look();
        m_server->call({"DEL", "queue:mail"});
        look();
        if (isRestart)
            m_server->restart();
        else
            m_server->call({"FLUSHALL"});
        QTRY_VERIFY(m_recorder->look());
        const Changes changes = this->changes();
        QVERIFY(std::any_of(changes.events.begin(), changes.events.end(),
            [](const RecordEvent& event) { return event.isDiscontinuity(); }));
        QCOMPARE(changes.losses.size(), std::size_t(0));
    }

    /// If a flush happens during a reading, some counts are from before it and some from after it.
    void aFlushDuringAReadingIsReportedOnce()
    {
        begin();
        std::mt19937 random(7);
        std::vector<qint64> expected;
        for (int round = 0; round < 60; ++round) {
            push(20);
            look();
            const auto delay = std::chrono::microseconds(random() % 3000);
            RedisClient client(m_server->config());
            QVERIFY(client.open());
            std::thread flush([&client, delay] {
                std::this_thread::sleep_for(delay);
                (void)client.call({"FLUSHALL"});
            });
            const auto looked = m_recorder->look();
            flush.join();
            QVERIFY(looked);
            look();
            expected.push_back(20);
            QCOMPARE(losses(), expected);
        }
    }

    void aQueueThatDisappearedInAGapIsAbsent()
    {
        begin();
        push(100);
        m_server->call({"LPUSH", "queue:bill", R"({"class":"Send","args":[],"jid":"b","created_at":1.5})"});
        m_server->call({"SADD", "queues", "bill"});
        look();
        m_server->call({"FLUSHALL"});
        m_server->call({"LPUSH", "queue:bill", R"({"class":"Send","args":[],"jid":"c","created_at":1.5})"});
        m_server->call({"SADD", "queues", "bill"});
        begin(); // the first recorder didn't end its span, as after a kill -9
        look();
        const Changes all = changes();
        QCOMPARE(all.lossTotals().tasks, 100); // bill has as many as before
        QCOMPARE(all.lostElsewhere, 0);
        const auto mail = std::find_if(
            all.queues.begin(), all.queues.end(), [](const QueueChange& each) { return each.name.startsWith("mail"); });
        QVERIFY(mail != all.queues.end() && mail->after);
        QCOMPARE((*mail->after)[RecordSample::Due], std::optional<qint64>(0));
        QVERIFY(mail->after->flags & RecordSample::Absent);
        look(); // a queue that is already absent isn't recorded again
        const auto rows = m_file->samples(
            RecordTier::Seconds, must(m_file->queueNamed("mail")).id, fromMs(0), fromMs(qint64(endOfTime)));
        QVERIFY(rows);
        QCOMPARE(rows->size(), std::size_t(2));
    }

    /// A recorder that reads fewer queues than the last one knows nothing about the others.
    void queuesThatARecorderDoesNotReadAreNeitherLostNorAbsent_data()
    {
        QTest::addColumn<bool>("isOtherLayout");
        QTest::newRow("another queue") << false;
        QTest::newRow("another layout") << true;
    }
    void queuesThatARecorderDoesNotReadAreNeitherLostNorAbsent()
    {
        QFETCH(bool, isOtherLayout);
        begin();
        push(100);
        look();
        m_server->call({"DEL", "queue:mail"}); // as if this layout could not see the queue
        m_server->call({"SREM", "queues", "mail"});
        RecorderOptions options;
        if (!isOtherLayout)
            options.queues = {"other"};
        begin(options, isOtherLayout ? "native" : "sidekiq");
        m_server->call({"FLUSHDB"});
        look();
        look();
        const Changes all = changes();
        QVERIFY(all.losses.empty());
        const auto mail = std::find_if(
            all.queues.begin(), all.queues.end(), [](const QueueChange& each) { return each.name.startsWith("mail"); });
        QVERIFY(mail != all.queues.end() && mail->after);
        QCOMPARE((*mail->after)[RecordSample::Due], std::optional<qint64>(100));
    }

    /// After a reconnect, the first reading counts only some of many queues.
    void manyQueuesAreNotLostInARestart()
    {
        m_server = std::make_unique<RedisServer>(RedisServer::Options{false, true, {}, {}});
        for (int i = 0; i < 400; ++i) {
            const QByteArray queue = "q" + QByteArray::number(i);
            m_server->call({"SADD", "queues", queue});
            m_server->call({"LPUSH", "queue:" + queue, R"({"class":"Send","args":[],"jid":"j","created_at":1.5})"});
        }
        begin();
        for (int i = 0; i < 4; ++i)
            look();
        m_server->restart();
        QTRY_VERIFY(m_recorder->look());
        for (int i = 0; i < 4; ++i)
            look();
        QCOMPARE(losses().size(), std::size_t(0));
        const auto absent = must(m_file->database().number("SELECT count(*) FROM sample WHERE flags & 2"));
        QCOMPARE(absent.value_or(-1), qint64(0));
    }

    /// A report that covers one queue must not sound as if nothing was lost.
    void theReportOfOneQueueMentionsOtherLosses()
    {
        begin();
        push(100);
        look();
        m_server->call({"FLUSHALL"});
        m_server->call({"SADD", "queues", "other"});
        m_server->call({"LPUSH", "queue:other", R"({"class":"Send","args":[],"jid":"c","created_at":1.5})"});
        look();
        const Changes other = changes("other@sidekiq");
        QVERIFY(other.losses.empty());
        QCOMPARE(other.lostElsewhere, 100);
    }
};

QTEST_GUILESS_MAIN(TestRecorder)
#include "tst_recorder.moc"
