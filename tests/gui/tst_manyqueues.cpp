// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"

#include <QElapsedTimer>

#include <map>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int queueCount = 5000;
constexpr double commandsPerSecond = 200;

/// Returns the number of commands logged after number `after`, by name.
QByteArray summary(const CommandLog& log, quint64 after)
{
    std::map<QByteArray, int> counts;
    for (const LoggedCommand& command : log.since(after))
        ++counts[command.name];
    QByteArray text;
    for (const auto& [name, count] : counts)
        text += name + ' ' + QByteArray::number(count) + ", ";
    return text;
}

} // namespace

/// Tests 5,000 queues on one server: they appear as quickly as five, and put little load on the server.
class TestManyQueues : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;

    static void fill(RedisServer& server)
    {
        RedisConnection connection(server.config());
        if (!connection.open())
            qFatal("no server");
        std::vector<Command> commands;
        for (int i = 0; i < queueCount; ++i) {
            const QByteArray name = "queue-" + QByteArray::number(i).rightJustified(4, '0');
            const QByteArray base = "dueline:{" + name + "}:";
            commands.push_back({"SADD", "dueline:queues", name});
            commands.push_back({"HSET", base + "meta", "version", "1"});
            commands.push_back({"ZADD", base + "pending", "4102444800000", "t#1"});
            commands.push_back({"HSET", base + "tasks", "t#1", "{}\npayload"});
            const QByteArray at = QByteArray::number(1'700'000'000'000 + i);
            commands.push_back({"ZADD", base + "ops", at, "op"});
            commands.push_back({"HSET", base + "op:op", "at", at, "finished", "1", "kind", "discard", "done", "1", "by",
                "me@here", "total", "1"});
        }
        const auto replies = connection.pipeline(commands);
        if (!replies
            || std::any_of(replies->begin(), replies->end(), [](const Reply& reply) { return reply.isError(); }))
            qFatal("cannot fill the server");
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void theyAreThereWithinASecondAndAskForLittle()
    {
        RedisServer server;
        fill(server);
        OpenWindow window(*m_theme);
        Profile profile;
        profile.name = u"many"_s;
        profile.url = server.url();
        QElapsedTimer timer;
        timer.start();
        Connection& connection = window.open(profile);
        QTRY_COMPARE_WITH_TIMEOUT(connection.queues().size(), std::size_t(queueCount), 10'000);
        QCoreApplication::processEvents(); // The time includes painting.
        const qint64 opened = timer.elapsed();
        qInfo("shown after %lld ms", opened);

        // The idle phase spans several periodic refreshes, because they are part of the load.
        CommandLog& log = connection.commands();
        log.setListening(true);
        const auto isRate = [&](const char* what) {
            const quint64 before = log.lastNumber();
            int refreshes = 0;
            QElapsedTimer over;
            over.start();
            const auto counting = connect(&connection.refresher(), &Refresher::refreshed, this,
                [&refreshes](Refresher::Subject subject) { refreshes += subject == Refresher::Subject::Queues; });
            const bool refreshed = QTest::qWaitFor([&refreshes] { return refreshes >= 2; }, 15'000);
            disconnect(counting);
            const double rate = double(log.lastNumber() - before) * 1000 / double(over.elapsed());
            qInfo("%s: %.0f commands a second over %lld ms: %s", what, rate, over.elapsed(),
                summary(log, before).constData());
            return refreshed && rate <= commandsPerSecond;
        };
        QVERIFY(isRate("first"));
        QVERIFY(isRate("at rest"));
        window.window.actions()["view.activity"]->trigger();
        QVERIFY(isRate("with the activity shown"));
        QTRY_COMPARE(connection.operations().size(), 100U);
        QCOMPARE(connection.operations().front().queue, QByteArray("queue-4999"));
        QCOMPARE(connection.operations().back().queue, QByteArray("queue-4900"));
    }
};

QTEST_MAIN(TestManyQueues)
#include "tst_manyqueues.moc"
