// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/hands.h"
#include "tests/support/manyjobs.h"
#include "ui/failures/failurespanel.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests a BullMQ queue with 200,000 failed jobs in the real window on a real server.
class TestFrameworkFailureGroups : public QObject
{
    Q_OBJECT

    static constexpr int failed = 200'000;
    static constexpr int ofOneGroup = failed / 10; ///< jobs per type; all jobs of a type fail for the same reason
    static constexpr int patience = 60'000;

    std::unique_ptr<RedisServer> m_server;

    qint64 count(const char* command, const char* key) { return m_server->call({command, key}).integer; }
    /// Returns a digest of the jobs and the lists that contain them.
    QByteArray digest()
    {
        QCryptographicHash all(QCryptographicHash::Sha1);
        const auto add = [&](const Command& command) {
            for (const Reply& one : m_server->call(command).items)
                all.addData(one.bytes);
        };
        add({"DEBUG", "DIGEST-VALUE", "bull:mail:failed", "bull:mail:wait", "bull:mail:prioritized"});
        for (int first = 1; first <= failed; first += 10'000) {
            Command command{"DEBUG", "DIGEST-VALUE"};
            for (int id = first; id < first + 10'000; ++id)
                command.push_back("bull:mail:" + QByteArray::number(id));
            add(command);
        }
        return all.result();
    }

private Q_SLOTS:
    void theWorstGroupIsRetriedAndTakenBackWithFourKeys()
    {
        const QTemporaryDir home;
        qputenv("XDG_STATE_HOME", home.path().toLocal8Bit());
        m_server = std::make_unique<RedisServer>();
        ManyJobs(m_server->config()).failInBullmq("mail", failed);
        const QByteArray before = digest();
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        OpenWindow open(theme);
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = m_server->url();
        profile.layout = u"auto"_s;
        open.open(profile);
        QTRY_COMPARE(open.bench.view().place().queue, QueueName("mail@bullmq"));
        QTRY_VERIFY(open.table().hasFocus());

        Hands hands(open.window);
        QElapsedTimer time;
        time.start();
        hands.press(Qt::Key_8, Qt::AltModifier); // opens the panel with the worst group selected
        auto& panel = open.part<FailuresPanel>();
        QTRY_VERIFY_WITH_TIMEOUT(panel.feed().isLoaded(), patience);
        const qint64 found = time.elapsed();
        QCOMPARE(panel.feed().result().counted, failed);
        QCOMPARE(panel.model().rowCount(), 10);
        QVERIFY(!hands.pressAndConfirm(Qt::Key_R, u"20,000"_s).isEmpty()); // previews and retries the group
        const qint64 previewed = time.elapsed();
        QTRY_COMPARE_WITH_TIMEOUT(count("LLEN", "bull:mail:wait"), ofOneGroup, patience);
        QCOMPARE(count("ZCARD", "bull:mail:failed"), failed - ofOneGroup);
        QTRY_VERIFY_WITH_TIMEOUT(open.bench.actions().undo().isPossible(), patience);
        const qint64 retried = time.elapsed();
        hands.press(Qt::Key_Z, Qt::ControlModifier); // undoes the retry
        QTRY_COMPARE_WITH_TIMEOUT(count("ZCARD", "bull:mail:failed"), failed, patience);
        const qint64 undone = time.elapsed();
        QCOMPARE(count("LLEN", "bull:mail:wait"), 0);
        QVERIFY(digest() == before);
        QCOMPARE(hands.pressed(), 4);
        qInfo("found after %lld ms, previewed %lld, retried %lld, undone %lld", found, previewed, retried, undone);
    }
};

QTEST_MAIN(TestFrameworkFailureGroups)
#include "tst_frameworkfailuregroups.moc"
