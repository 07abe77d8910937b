// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/openbackend.h"
#include "core/console/witness/silencewatch.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/must.h"
#include "tests/support/nodepeer.h"
#include "tests/support/redisserver.h"
#include "tests/support/rqpeer.h"
#include "tests/support/rubypeer.h"
#include "tests/support/sendsignal.h"
#include "tests/support/sourcepath.h"

#include <QElapsedTimer>

#include <csignal>
#include <random>

using namespace dueline;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

using Kind = Stillness::Kind;
using Workers = Stillness::Workers;

constexpr Millis allowance{3'000}; ///< time after the limit within which a fault must be recognized

/// Server with one framework, its own worker, and a watch on the `orders` queue.
class SilencePlace
{
public:
    explicit SilencePlace(const QByteArray& layout)
        : m_layout(layout)
    {
        ConnectionSpec spec;
        spec.redis = m_server.config();
        spec.layout = must(parseLayout(QString::fromLatin1(layout)));
        m_backend = must(openBackend(spec, {}, Access::Operate));
    }
    ~SilencePlace()
    {
        signalWorker(SIGCONT);
        m_forwarder.kill();
        m_forwarder.waitForFinished();
    }

    /// Starts the framework's worker and waits until it has run two tasks. If `isCut` is true, the worker connects
    /// through the forwarder.
    void work(bool isCut)
    {
        if (isCut)
            qputenv("PEER_URL", forward().toUtf8());
        if (m_layout == "native") {
            m_worker = Duectl(isCut ? forward() : m_server.url())
                           .start({u"work"_s, u"--queue"_s, u"orders"_s, u"--concurrency"_s, u"1"_s, u"--handler"_s,
                               u"ok=sleep:1"_s, u"--handler"_s, u"hang=sleep:1000000"_s});
        } else if (m_layout == "bullmq") {
            m_peer = std::make_unique<NodePeer>(m_server, u"bullmq"_s, "orders");
        } else if (m_layout == "sidekiq") {
            m_peer = std::make_unique<RubyPeer>(m_server, "orders");
        } else {
            m_peer = std::make_unique<RqPeer>(m_server, "orders", 0, RqPeer::Kind::Simple);
        }
        qunsetenv("PEER_URL");
        add(2);
        waitUntilIdle();
    }
    /// Waits until all tasks have run.
    void waitUntilIdle() { QTRY_VERIFY_WITH_TIMEOUT(isIdle(), 60'000); }
    void signalWorker(int number)
    {
        if (m_peer)
            m_peer->signal(number);
        else if (m_worker)
            sendSignal(*m_worker, number);
    }
    void cutOff() { sendSignal(m_forwarder, SIGSTOP); }
    /// Adds tasks that end immediately, or never if `hangs` is true.
    void add(int count, bool hangs = false)
    {
        const QString word = hangs ? u"hang"_s : u"ok"_s;
        QStringList jobs;
        for (int i = 0; i < count; ++i) {
            if (m_layout == "native")
                must(m_backend->editor()->add("orders", {taskOf(word.toUtf8())}));
            jobs << (m_layout == "bullmq" ? uR"({"name":"%1"})"_s.arg(word)
                    : m_layout == "sidekiq"
                    ? uR"({"class":"%1","args":[],"queue":"orders"})"_s.arg(hangs ? u"HangJob"_s : u"OkJob"_s)
                    : uR"({"task":"%1","queue":"orders"})"_s.arg(word));
        }
        if (m_layout == "bullmq")
            NodePeer::run(m_server, u"bullmq"_s, "orders", QStringList{u"add"_s} + jobs);
        else if (m_layout == "sidekiq")
            RubyPeer::run(m_server, QStringList{u"add"_s} + jobs);
        else if (m_layout == "rq")
            RqPeer::run(m_server, QStringList{u"add"_s} + jobs);
    }
    void setPaused(bool paused)
    {
        if (m_layout == "bullmq")
            NodePeer::run(m_server, u"bullmq"_s, "orders", {u"call"_s, paused ? u"pause"_s : u"resume"_s});
        else if (m_layout == "rq")
            RqPeer::run(m_server, {u"do"_s, paused ? u"suspend"_s : u"resume"_s});
        else
            must(m_backend->editor()->setPaused("orders", paused));
    }
    /// Reads the queue every second for at most `atMost`, until it is reported as `kind`. Returns the last result.
    Stillness watch(Kind kind, Millis atMost)
    {
        SilenceWatch watch;
        QElapsedTimer clock;
        clock.start();
        Stillness last;
        while (last.kind != kind && clock.elapsed() < atMost.count()) {
            last = look(watch);
            QTest::qWait(int(std::max<qint64>(0, 1'000 - clock.elapsed() % 1'000)));
        }
        return last;
    }
    Stillness look(SilenceWatch& watch)
    {
        const QueueInfo info = must(m_backend->inspector().queue("orders"));
        const auto judged = must(watch.look(*m_backend, {info}, info.serverNow));
        return judged.empty() ? Stillness() : judged.front();
    }
    /// Waits until this many tasks are running.
    void waitUntilHeld(qint64 count)
    {
        QTRY_COMPARE_WITH_TIMEOUT(
            must(m_backend->inspector().queue("orders")).counts[TaskState::Leased], count, 60'000);
    }

private:
    /// Returns the URL of a forwarder to the server.
    QString forward()
    {
        if (m_forwarder.state() == QProcess::NotRunning) {
            PeerProcess::bind(m_forwarder);
            m_forwarder.start(
                u"/usr/bin/python3"_s, {sourcePath(u"tests/peers/forward.py"_s), m_server.config().socketPath});
            while (!m_forwarder.canReadLine() && m_forwarder.waitForReadyRead(30'000)) { }
            m_url = u"redis://127.0.0.1:"_s + QString::fromUtf8(m_forwarder.readLine().trimmed());
        }
        return m_url;
    }
    NewTask taskOf(const QByteArray& type)
    {
        NewTask task;
        task.id = type + '#' + QByteArray::number(++m_added);
        return task;
    }
    bool isIdle()
    {
        const QueueInfo info = must(m_backend->inspector().queue("orders"));
        return info.counts[TaskState::Due] == 0 && info.counts[TaskState::Leased] == 0;
    }

    QByteArray m_layout;
    RedisServer m_server;
    QProcess m_forwarder;
    QString m_url; ///< the forwarder's URL
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<PeerProcess> m_peer;
    std::unique_ptr<QProcess> m_worker;
    int m_added = 0;
};

} // namespace

/// Tests silence detection while the frameworks' own workers are stopped, disconnected, fully occupied or paused.
class SilenceTrials : public QObject
{
    Q_OBJECT

    static QString missing(const QByteArray& layout)
    {
        return layout == "bullmq" ? NodePeer::missing(u"bullmq"_s)
            : layout == "sidekiq" ? RubyPeer::missing()
            : layout == "rq"      ? RqPeer::missing()
                                  : QString();
    }
    static bool hasHint(const Stillness& stillness, PulseHint::Kind kind)
    {
        return std::any_of(stillness.hints.begin(), stillness.hints.end(),
            [kind](const PulseHint& hint) { return hint.kind == kind; });
    }

private slots:
    void faultsAreRecognizedInTime_data()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::addColumn<QByteArray>("fault");
        for (const char* layout : {"native", "bullmq", "sidekiq", "rq"}) {
            for (const char* fault : {"stopped", "cut", "full", "paused"}) {
                if (layout != QByteArray("sidekiq") || fault != QByteArray("paused"))
                    QTest::addRow("%s %s", layout, fault) << QByteArray(layout) << QByteArray(fault);
            }
        }
    }
    void faultsAreRecognizedInTime()
    {
        QFETCH(QByteArray, layout);
        QFETCH(QByteArray, fault);
        if (const QString why = missing(layout); !why.isEmpty())
            QSKIP(qPrintable(why));
        SilencePlace place(layout);
        place.work(fault == "cut");
        if (fault == "stopped")
            place.signalWorker(SIGSTOP);
        else if (fault == "cut")
            place.cutOff();
        else if (fault == "paused")
            place.setPaused(true);
        const qint64 slotCount = layout == "bullmq" ? 5 : 1;
        if (fault == "full") {
            place.add(int(slotCount), true);
            place.waitUntilHeld(slotCount);
        } else {
            QTest::qWait(2'000);
        }
        place.add(3);
        const Millis limit = fault == "paused" ? Millis(10s) : fault == "full" ? Millis(60s) : Millis(15s);
        const Kind kind = fault == "paused" ? Kind::Held : Kind::Silent;
        const Stillness found = place.watch(kind, limit + allowance);
        qInfo("%s %s: %lld ms: %s", layout.constData(), fault.constData(), qlonglong(found.length().count()),
            qPrintable(stillnessText(found)));
        QCOMPARE(found.kind, kind);
        if (fault == "full") {
            QCOMPARE(found.state, Workers::Full);
        } else if (fault == "paused") {
            QCOMPARE(found.hold, layout == "rq" ? PulseHold::Suspended : PulseHold::Paused);
        } else {
            const bool isRight = layout == "rq" ? hasHint(found, PulseHint::Kind::Idle)
                : layout == "bullmq"            ? hasHint(found, PulseHint::Kind::NoneWaits)
                    || hasHint(found, PulseHint::Kind::NoSign) || hasHint(found, PulseHint::Kind::NoSignAlive)
                                     : hasHint(found, PulseHint::Kind::NoHeartbeat);
            QVERIFY2(isRight && !hasHint(found, PulseHint::Kind::NoWorker), qPrintable(stillnessText(found)));
            QCOMPARE(found.state, Workers::Free);
        }
        if (fault == "stopped" || fault == "paused") { // Wait until tasks are claimed again.
            SilenceWatch watch;
            (void)place.look(watch);
            fault == "stopped" ? place.signalWorker(SIGCONT) : place.setPaused(false);
            QTRY_COMPARE_WITH_TIMEOUT(place.look(watch).due, qint64(0), 60'000);
        }
    }

    /// Adds tasks in bursts to the queues of all frameworks, for their workers to run. DUELINE_BURST_SECONDS sets the
    /// duration.
    void burstsAreNotSilence()
    {
        const int seconds = std::max(qEnvironmentVariableIntValue("DUELINE_BURST_SECONDS"), 12);
        struct Trial
        {
            QByteArray layout;
            SilencePlace place;
            SilenceWatch watch{};
            int added = 0;
        };
        std::vector<std::unique_ptr<Trial>> trials;
        for (const char* layout : {"native", "bullmq", "sidekiq", "rq"}) {
            if (!missing(layout).isEmpty())
                continue;
            trials.push_back(std::unique_ptr<Trial>(new Trial{layout, SilencePlace(layout)}));
            trials.back()->place.work(false);
        }
        QVERIFY(!trials.empty());
        std::mt19937 random(7);
        QElapsedTimer clock;
        clock.start();
        while (clock.elapsed() < seconds * 1'000) {
            const qint64 began = clock.elapsed();
            for (const auto& trial : trials) {
                if (random() % 4 == 0) {
                    const int count = random() % 5 == 0 ? 100 : 3;
                    trial->place.add(count);
                    trial->added += count;
                }
                const Stillness found = trial->place.look(trial->watch);
                QVERIFY2(found.kind != Kind::Silent && found.kind != Kind::Held,
                    qPrintable(QString::fromLatin1(trial->layout) + u": "_s + stillnessText(found)));
            }
            QTest::qWait(int(std::max<qint64>(0, 1'000 - (clock.elapsed() - began))));
        }
        for (const auto& trial : trials) {
            trial->place.waitUntilIdle();
            qInfo("%s: %d tasks in %d s", trial->layout.constData(), trial->added, seconds);
            QVERIFY(trial->added > 0);
        }
    }
};

QTEST_GUILESS_MAIN(SilenceTrials)
#include "tst_silencetrials.moc"
