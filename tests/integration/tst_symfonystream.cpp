// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/symfonypeer.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests actions on a Symfony Messenger stream next to its live workers.
class TestSymfonyStream : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;
    Duectl m_duectl;

    Answer run(const QString& line)
    {
        return m_duectl.run(QStringList{u"--layout"_s, u"stream:orders?dead=failed&delayed=orders__queue&idle=1s"_s}
            + words(line.toUtf8().constData()));
    }
    /// Returns how many times each order ran, by number.
    std::map<int, int> runs()
    {
        std::map<int, int> all;
        const Reply reply = m_server->call({"HGETALL", "ran"});
        for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
            all[reply.items[i].bytes.toInt()] = reply.items[i + 1].bytes.toInt();
        return all;
    }
    /// Returns the number of unacknowledged messages, whether or not they have been read.
    qint64 unfinished()
    {
        const Reply group = m_server->call({"XINFO", "GROUPS", "orders"}).items.at(0);
        return group.items[5].integer + (m_server->call({"XLEN", "orders"}).integer - group.items[9].integer);
    }

private Q_SLOTS:
    void init()
    {
        if (const QString missing = SymfonyPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        m_server = std::make_unique<RedisServer>();
        m_duectl = Duectl(m_server->url());
    }

    /// Two of three workers are killed. A command, which is also killed once, releases their messages, and the last
    /// worker runs them. All 500 orders run; only those interrupted by a kill may run twice.
    void messagesOfKilledWorkersAreReleased()
    {
        SymfonyPeer::add(*m_server, 500);
        auto first = std::make_unique<SymfonyPeer>(*m_server, u"w1"_s, 4ms);
        auto second = std::make_unique<SymfonyPeer>(*m_server, u"w2"_s, 4ms);
        const SymfonyPeer last(*m_server, u"w3"_s, 4ms);
        QTRY_VERIFY_WITH_TIMEOUT(runs().size() > 100, 30'000);
        first->kill9();
        second->kill9();
        const auto heldBy = [this](const char* worker) {
            return qint64(m_server->call({"XPENDING", "orders", "billing", "-", "+", "10", worker}).items.size());
        };
        // A worker that was killed between two messages holds none.
        QTRY_VERIFY_WITH_TIMEOUT(unfinished() == heldBy("w1") + heldBy("w2"), 30'000);
        const qint64 held = unfinished();
        QVERIFY(held <= 2);
        QTRY_COMPARE(run(u"list orders/billing --state leased --json"_s).array().size(), held);
        if (held > 0) {
            QTest::qWait(1'100); // the layout's idle=
            const auto killed
                = m_duectl.start(words("--layout stream:orders?idle=1s retry orders/billing --all --state "
                                       "leased --force --yes --pace 1"));
            QTRY_VERIFY(
                m_server->call({"KEYS", "dueline:*"}).items.size() > 0 || killed->state() == QProcess::NotRunning);
            killed->kill();
            killed->waitForFinished();
            run(u"retry orders/billing --all --state leased --force --yes"_s);
        }
        QTRY_COMPARE_WITH_TIMEOUT(unfinished(), 0, 30'000);
        const std::map<int, int> all = runs();
        QCOMPARE(all.size(), std::size_t(500));
        QVERIFY(std::count_if(all.begin(), all.end(), [](const auto& each) { return each.second > 1; }) <= 2);
        QCOMPARE(std::count_if(all.begin(), all.end(), [](const auto& each) { return each.second > 2; }), 0);
    }

    /// duectl is killed while it discards the messages, and while it makes them due for a live worker.
    void delayedMessagesRunNow()
    {
        constexpr qint64 orders = 500;
        SymfonyPeer::add(*m_server, orders, 1h, 1'000);
        const auto delayed = [this] { return m_server->call({"ZCARD", "orders__queue"}).integer; };
        const auto killInTheMiddle = [&](const char* action) {
            const qint64 before = delayed();
            const auto actor = m_duectl.start(
                words("--layout stream:orders?delayed=orders__queue --yes --pace 100 --all --state scheduled")
                + words(action));
            QTRY_VERIFY_WITH_TIMEOUT(delayed() < before, 30'000);
            actor->kill();
            QVERIFY(actor->waitForFinished());
            QVERIFY(delayed() > 0);
        };
        QCOMPARE(run(u"list orders/billing --state scheduled --limit 500 --json"_s).array().size(), orders);
        killInTheMiddle("discard orders/billing");
        EXIT(run(u"restore orders/billing --all --yes"_s), 0);
        QCOMPARE(delayed(), orders);
        const SymfonyPeer worker(*m_server, u"w1"_s, 0ms);
        killInTheMiddle("run-now orders/billing");
        EXIT(run(u"run-now orders/billing --state scheduled --all --yes"_s), 0);
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(orders), 30'000);
        QTRY_COMPARE(unfinished(), 0);
        for (const auto& [order, count] : runs())
            QCOMPARE(count, 1);
    }

    void deadLettersAreRetried()
    {
        m_server->call({"SET", "fail", "7"});
        SymfonyPeer::add(*m_server, 10);
        const SymfonyPeer worker(*m_server, u"w1"_s, 0ms);
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(9), 30'000);
        QTRY_COMPARE(run(u"list orders/billing --state failed --json"_s).array().size(), 1);
        m_server->call({"DEL", "fail"});
        EXIT(run(u"retry orders/billing --state failed --all --yes"_s), 0);
        QTRY_COMPARE_WITH_TIMEOUT(runs().size(), std::size_t(10), 30'000);
        QCOMPARE(m_server->call({"XLEN", "failed"}).integer, 0);
    }
};

QTEST_GUILESS_MAIN(TestSymfonyStream)
#include "tst_symfonystream.moc"
