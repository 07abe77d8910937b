// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/schedulesplace.h"
#include "ui/widgets/emptystate.h"

#include <QDialog>
#include <QPushButton>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests actions on recurring tasks in their panel, including undo, locked actions and conflicts with other clients.
class TestScheduleActions : public SchedulesPlace
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpTheme(); }
    void cleanupTestCase() { forgetTheme(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }

    void disabledEnabledAndUndone()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QVERIFY(!can("schedule.enable"));
        QCOMPARE(perform("schedule.disable").text, u"nightly is disabled"_s);
        QVERIFY(!kept("nightly")->schedule.enabled);
        QTRY_COMPARE(words(0, ScheduleModel::State), u"disabled"_s);
        QTRY_VERIFY(can("schedule.enable"));
        QVERIFY(!can("schedule.disable"));
        QCOMPARE(perform("schedule.enable").text, u"nightly is enabled"_s);
        QVERIFY(kept("nightly")->schedule.enabled);
        const Notice last = m_notices.back();
        QCOMPARE(last.links.size(), std::size_t(1));
        last.links.front().act();
        QTRY_VERIFY(!kept("nightly")->schedule.enabled);
        const auto records = m_place->backend->inspector().operations("mail");
        QVERIFY(records && records->size() == 3);
        QCOMPARE(records->front().kind, QByteArray("unschedule"));
        QCOMPARE(records->front().filter, QByteArray("nightly"));
    }

    void removedItIsPutBackAsItWas()
    {
        Schedule whole = nightly();
        whole.runMissed = true;
        whole.options.maxAttempts = 3;
        whole.options.keepResult = true;
        whole.expiresAfter = 10min;
        whole.payload = QByteArray("\x00\xff{}", 4);
        put("mail", whole);
        const Schedule before = kept("nightly")->schedule;
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QTest::keyClick(&m_panel->table(), Qt::Key_Delete);
        QTRY_VERIFY(!kept("nightly"));
        QTRY_COMPARE(m_panel->model().rowCount(), 0);
        QTRY_COMPARE(m_notices.size(), std::size_t(1));
        QVERIFY(!can("schedule.remove"));
        QTRY_VERIFY(m_panel->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(kept("nightly"));
        QCOMPARE(kept("nightly")->schedule, before);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
    }

    void whatSomebodyElseChangedMeanwhileIsLeftAlone()
    {
        put("mail", nightly());
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        m_place->bench.view().setLive(false);
        m_panel->feed().setLive(false);
        Schedule other = nightly();
        other.cron = "@daily";
        put("mail", other);
        for (const char* action : {"schedule.disable", "schedule.remove"}) {
            m_panel->feed().setActive(false); // keeps the outdated list on screen
            const Notice notice = perform(action);
            QCOMPARE(notice.kind, Notice::Kind::Failure);
            QCOMPARE(notice.text, u"nightly has changed in the meantime; check it again."_s);
            QVERIFY(kept("nightly")->schedule.enabled);
            QCOMPARE(kept("nightly")->schedule.cron, QByteArray("@daily"));
        }
    }

    void runNowAddsATaskAndLeavesTheNextRun()
    {
        put("mail", nightly());
        const auto next = kept("nightly")->next;
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QCOMPARE(perform("schedule.runNow").text, u"A task was added for nightly"_s);
        QCOMPARE(kept("nightly")->next, next);
        QCOMPARE(m_place->backend->inspector().queue("mail")->counts.pending(), 3);
    }

    void aReadOnlyConnectionOffersNoChange()
    {
        put("mail", nightly());
        show(Environment::Development, true);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        for (const char* action : {"schedule.new", "schedule.edit", "schedule.enable", "schedule.disable",
                 "schedule.runNow", "schedule.remove"})
            QVERIFY2(!can(action), action);
        (*m_actions)["schedule.command.disable"]->trigger();
        QCOMPARE(QApplication::clipboard()->text(), u"duectl schedules 'mail' disable 'nightly'"_s);
        (*m_actions)["schedule.command.add"]->trigger();
        QVERIFY(QApplication::clipboard()->text().endsWith(u"add 'nightly' '30 3 * * mon-fri' 'report.send'"_s));
        QVERIFY(book().remove("mail", "nightly").ok());
        QTRY_VERIFY(says(u"No recurring tasks here"_s));
        QVERIFY(says(u"read-only"_s));
        QVERIFY(m_panel->emptyState().findChildren<QPushButton*>().isEmpty());
    }

    /// The copied command contains the payload, so it is not offered if the payload has hidden fields.
    void aPayloadWithHiddenFieldsIsNotCopied()
    {
        put("mail", nightly());
        m_place->profile.maskedFields = {u"to"_s};
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        (*m_actions)["schedule.command.disable"]->trigger();
        QCOMPARE(perform("schedule.command.add").text,
            u"Payloads are masked on this connection, so a command that contains a payload cannot be copied."_s);
        QCOMPARE(QApplication::clipboard()->text(), u"duectl schedules 'mail' disable 'nightly'"_s);
    }

    void productionIsLockedAndAsksBeforeOneIsRemoved()
    {
        put("mail", nightly());
        show(Environment::Production);
        QTRY_COMPARE(m_panel->model().rowCount(), 1);
        choose("nightly");
        QVERIFY(!can("schedule.disable"));
        QVERIFY(m_place->bench.view().current()->session().unlock(true, false));
        QTRY_VERIFY(can("schedule.remove"));
        bool asked = false;
        const auto answer = [&asked](bool yes) {
            QTimer::singleShot(50, [&asked, yes] {
                auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
                asked = dialog != nullptr;
                if (dialog)
                    dialog->done(yes ? QDialog::Accepted : QDialog::Rejected);
            });
        };
        answer(false);
        (*m_actions)["schedule.remove"]->trigger();
        QVERIFY(asked);
        QVERIFY(kept("nightly"));
        answer(true);
        (*m_actions)["schedule.remove"]->trigger();
        QTRY_VERIFY(!kept("nightly"));
    }

    void whatCannotBeReadIsListedAndCanOnlyBeRemoved()
    {
        put("mail", nightly());
        m_place->server.call({"HSET", "dueline:{mail}:schedules", "broken", "no json"});
        show();
        QTRY_COMPARE(m_panel->model().rowCount(), 2);
        QCOMPARE(words(0, ScheduleModel::Name), u"broken"_s);
        QCOMPARE(words(0, ScheduleModel::State), u"unreadable"_s);
        choose("broken");
        QVERIFY(can("schedule.remove") && !can("schedule.edit") && !can("schedule.enable") && !can("schedule.disable")
            && !can("schedule.runNow"));
    }
};

QTEST_MAIN(TestScheduleActions)
#include "tst_scheduleactions.moc"
