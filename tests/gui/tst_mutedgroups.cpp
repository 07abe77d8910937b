// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/failuregroupplace.h"
#include "ui/failures/failurespanel.h"
#include "ui/failures/mutedgroups.h"

#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests muting a failure group until it fails again.
class TestMutedGroups : public QObject, private FailureGroupPlace
{
    Q_OBJECT

    FailuresPanel& panel() { return m_open->part<FailuresPanel>(); }
    QString error(int row) { return panel().model().index(row, FailureModel::Error).data().toString(); }
    Connection& connection() { return *m_open->bench.view().current(); }
    MutedGroups& muted() { return MutedGroups::of(m_open->bench.view()); }

private Q_SLOTS:
    void initTestCase() { useTheme(); }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void aMutedGroupIsListedLastUntilItFailsAgain()
    {
        m_shop->failNew("mail", "mail.send", "refused", 20);
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 4);
        open();
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_VERIFY(panel().feed().isLoaded() && panel().model().rowCount() == 2);
        QCOMPARE(error(0), u"refused"_s);
        const QSignalSpy changed(&muted(), &MutedGroups::changed);
        muted().mute(connection(), "refused", m_open->bench.view().now());
        QCOMPARE(changed.count(), 1);
        QTRY_COMPARE(error(1), u"muted · refused"_s);
        QVERIFY(error(0).startsWith(u"Timeout"_s));
        // A recount without new failures in this group doesn't unmute it.
        m_shop->failNew("mail", "mail.send", "Timeout after % s", 1);
        QTRY_COMPARE(panel().feed().result().counted, 25);
        QCOMPARE(error(1), u"muted · refused"_s);
        m_shop->failNew("mail", "mail.send", "refused", 1);
        QTRY_COMPARE(error(0), u"refused"_s);
        QVERIFY(!muted().isMuted(connection(), "refused"));
        QCOMPARE(changed.count(), 2);
    }

    void theKeyMutesAndThePageSkipsMutedGroups()
    {
        m_shop->failNew("mail", "mail.send", "refused", 20);
        m_shop->failNew("mail", "mail.send", "HTTP 503", 4);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QCOMPARE(page().group()->error, QByteArray("refused"));
        QTRY_VERIFY(button(u"Mute"_s)->isEnabled());
        press(Qt::Key_M);
        QTRY_VERIFY2(page().head().note().endsWith(u"muted until it recurs"_s), qPrintable(page().head().note()));
        QVERIFY(button(u"Unmute"_s));
        QCOMPARE(muted().all(connection()).size(), 1U);
        press(Qt::Key_Escape);
        QTRY_VERIFY(!page().isVisible());
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QCOMPARE(page().group()->error, QByteArray("HTTP 503"));
        page().show({}, "refused"_ba);
        QTRY_VERIFY(button(u"Unmute"_s));
        press(Qt::Key_M);
        QTRY_VERIFY(button(u"Mute"_s));
        QVERIFY(muted().all(connection()).empty());
    }

    /// The queue's only group is muted. Another queue has one that is not.
    void thePageOfAQueueOpensAMutedGroupIfItHasNoOther()
    {
        m_shop->failNew("mail", "mail.send", "refused", 20);
        m_shop->failNew("hooks", "hook.call", "HTTP 503", 4);
        open();
        m_open->bench.view().show({connection().id(), "mail", {}});
        QTRY_VERIFY(m_open->table().isVisible());
        muted().mute(connection(), "refused", m_open->bench.view().now());
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        QCOMPARE(page().group()->error, QByteArray("refused"));
        QTRY_VERIFY(button(u"Unmute"_s));
    }

    void theProfileRemembersThem()
    {
        m_shop->failNew("mail", "mail.send", "refused", 2);
        Profile profile = m_shop->profile(u"here"_s);
        profile.mutedFailures = {{"refused", SystemClock().now() + 1min}};
        m_open->open(profile);
        QTRY_VERIFY(m_open->bench.view().current() && !m_open->bench.view().current()->queues().empty());
        press(Qt::Key_8, Qt::AltModifier);
        QTRY_COMPARE(error(0), u"muted · refused"_s);
    }

    /// A group can become more general, for example when another word in its errors varies.
    void aMoreGeneralGroupRemainsMuted()
    {
        m_shop->failNew("mail", "mail.send", "refused", 2);
        open();
        muted().mute(connection(), "pod alpha was evicted", fromMs(1'000));
        QVERIFY(muted().isMuted(connection(), "pod <**> was evicted"));
        QVERIFY(!muted().isMuted(connection(), "pod <**> was stopped"));
        muted().observe(&connection(), "pod <**> was evicted", fromMs(1'000));
        QVERIFY(muted().isMuted(connection(), "pod <**> was evicted"));
        muted().observe(&connection(), "pod <**> was evicted", fromMs(1'001));
        QVERIFY(!muted().isMuted(connection(), "pod <**> was evicted"));
        muted().observe(nullptr, "refused", fromMs(1));
    }

    void theOldestIsDroppedWhenThereAreTooMany()
    {
        m_shop->failNew("mail", "mail.send", "refused", 2);
        open();
        for (qint64 i = 0; i <= qint64(Profile::mostMutedFailures); ++i)
            muted().mute(connection(), "error " + QByteArray(1, char('a' + i % 26)) + QByteArray(1, char('a' + i / 26)),
                fromMs(i));
        QCOMPARE(muted().all(connection()).size(), Profile::mostMutedFailures);
        QVERIFY(!muted().all(connection()).contains("error aa"));
    }
};

QTEST_MAIN(TestMutedGroups)
#include "tst_mutedgroups.moc"
