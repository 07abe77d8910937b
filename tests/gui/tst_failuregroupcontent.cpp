// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/failuregroupplace.h"
#include "ui/failures/failuregrouptrail.h"
#include "ui/failures/failurespanel.h"
#include "ui/failures/precedingevents.h"
#include "ui/failures/trendbars.h"
#include "ui/inspector/inspector.h"
#include "ui/panels/dock.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QMenu>
#include <QPushButton>
#include <QTextBlock>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the content of a failure group's page, in the real window on a real server.
class TestFailureGroupContent : public QObject, private FailureGroupPlace
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useTheme(); }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void theStackOfARecentTaskIsShownWithItsLibraryFramesFolded()
    {
        m_shop->failNew("mail", "mail.send",
            "TypeError: no id in order %\n    at charge (/srv/app/charge.js:12:9)\n"
            "    at Worker.run (/srv/app/node_modules/bullmq/dist/worker.js:3:1)\n"
            "    at process.tick (node:internal/process/task_queues:95:5)\n    at main (/srv/app/main.js:1:1)",
            5);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_COMPARE(page().samples().model().rowCount(), 3);
        QTRY_VERIFY(page().samples().detail());
        QTRY_COMPARE(error().applicationFrames(), 2);
        QStringList lines = error().toPlainText().split(u'\n');
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines[2].startsWith(u"2 library frame"_s) && lines[2].endsWith(u": bullmq, node:internal"_s),
            qPrintable(lines[2]));
        QVERIFY(!error().toPlainText().contains(u"worker.js"_s));
        QTextCursor cursor(error().document()->findBlockByNumber(1));
        cursor.movePosition(QTextCursor::NextWord);
        cursor.movePosition(QTextCursor::NextWord);
        cursor.movePosition(QTextCursor::NextCharacter);
        QCOMPARE(cursor.charFormat().fontWeight(), int(QFont::DemiBold)); // `charge` is semibold
        picture(u"incident-stack"_s);
        // Return expands the line at the cursor, and Left collapses it again.
        error().setTextCursor(QTextCursor(error().document()->findBlockByNumber(2)));
        error().setFocus();
        press(Qt::Key_Return);
        QVERIFY(error().toPlainText().contains(u"worker.js:3:1"_s));
        QVERIFY(error().isUnfolded());
        press(Qt::Key_Left);
        QVERIFY(!error().toPlainText().contains(u"worker.js"_s));
        // The button expands all collapsed lines.
        auto* libraries = page().findChild<QToolButton*>(u"libraryFrames"_s);
        QVERIFY(libraries && libraries->isVisible());
        libraries->click();
        QVERIFY(error().toPlainText().contains(u"worker.js:3:1"_s));
        QVERIFY(page().isVisible()); // Return did not close the page.
    }

    void anotherSampleShowsItsErrorAndReturnOpensIt()
    {
        m_shop->failNew("mail", "mail.send", "no id in order %", 4);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        SampleModel& samples = page().samples().model();
        const QAbstractItemModelTester tester(&samples);
        QTRY_COMPARE(samples.rowCount(), 3);
        QTRY_VERIFY(page().samples().detail());
        const QString first = error().toPlainText();
        PanelTable& table = page().samples().table();
        table.setFocus();
        press(Qt::Key_Down);
        const Task chosen = samples.rowAt(1)->task;
        QTRY_COMPARE(page().samples().detail()->task.id, chosen.id);
        QTRY_COMPARE(error().toPlainText(), QString::fromUtf8(chosen.error));
        QVERIFY(error().toPlainText() != first);
        press(Qt::Key_Return);
        QTRY_COMPARE(m_open->part<Inspector>().shownTask(), chosen.id);
        QVERIFY(!page().isVisible());
    }

    /// The newest tasks are listed, but the stack trace that the user may be reading stays the same.
    void newFailuresDoNotReplaceTheSampleBeingRead()
    {
        m_shop->failNew("mail", "mail.send", "no id in order %", 4);
        open();
        openPage();
        SampleModel& samples = page().samples().model();
        QTRY_COMPARE(samples.rowCount(), 3);
        QTRY_VERIFY(page().samples().detail());
        const TaskId shown = page().samples().detail()->task.id;
        const QString text = error().toPlainText();
        QCOMPARE(samples.rowAt(0)->task.id, shown);
        m_shop->failNew("mail", "mail.send", "no id in order %", 1);
        QTRY_VERIFY_WITH_TIMEOUT(samples.rowAt(0)->task.id != shown, 20'000);
        QCOMPARE(samples.rowAt(1)->task.id, shown);
        QCOMPARE(page().samples().table().currentIndex().row(), 1);
        m_shop->failNew("mail", "mail.send", "no id in order %", 3);
        QTRY_VERIFY_WITH_TIMEOUT(samples.rowOf(samples.rowAt(0)->queue + '\0' + shown) < 0, 20'000);
        QCOMPARE(page().samples().detail()->task.id, shown);
        QCOMPARE(error().toPlainText(), text);
        page().samples().table().selectRow(0);
        QTRY_COMPARE(page().samples().detail()->task.id, samples.rowAt(0)->task.id);
    }

    /// Node.js writes the error's class into the stack trace, but not into the message that names the group.
    void varyingPartsOfAStackWithAClassAreMarked()
    {
        ErrorText text(*m_theme);
        text.setError("Error: order 17 has no id\n    at charge (/srv/app/charge.js:12:9)", "order <*> has no id");
        const auto backgroundAt = [&text](int column) {
            QTextCursor cursor(text.document()->findBlockByNumber(0));
            cursor.setPosition(column + 1);
            return cursor.charFormat().background();
        };
        QCOMPARE(backgroundAt(3).style(), Qt::NoBrush);
        QCOMPARE(backgroundAt(13).color(), m_theme->tokens().hover);
    }

    void arrowKeysShowTheOtherGroups()
    {
        m_shop->failNew("mail", "mail.send", "no id in order %", 4);
        m_shop->failNew("mail", "mail.send", "refused", 2);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_VERIFY(m_open->says(u"1 of 2"_s));
        QVERIFY(m_open->says(u"no id in order …"_s));
        press(Qt::Key_Down, Qt::AltModifier);
        QTRY_COMPARE(page().group()->error, QByteArray("refused"));
        QTRY_COMPARE(page().samples().model().rowCount(), 2);
        QTRY_VERIFY(m_open->says(u"2 of 2"_s));
        press(Qt::Key_Down, Qt::AltModifier); // does nothing: there is no other group
        QCOMPARE(page().group()->error, QByteArray("refused"));
        press(Qt::Key_Up, Qt::AltModifier);
        QTRY_COMPARE(page().group()->tasks, 4);
        QVERIFY(page().table().hasFocus());
    }

    void theTrailLeadsToTheOverviewAndToAllFailures()
    {
        m_shop->add(1, 1h, "calm");
        m_shop->failNew("mail", "mail.send", "no id in order %", 4);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        auto& trail = m_open->part<FailureGroupTrail>();
        QTRY_VERIFY(trail.isVisible());
        QCOMPARE(trail.height(), 32);
        const auto link = [&trail](const QString& text) {
            const auto links = trail.findChildren<QPushButton*>();
            const auto found
                = std::find_if(links.begin(), links.end(), [&](const auto* one) { return one->text() == text; });
            return found == links.end() ? nullptr : *found;
        };
        QVERIFY(link(u"Failures"_s) && link(u"Overview"_s));
        link(u"Failures"_s)->click();
        QTRY_VERIFY(m_open->part<FailuresPanel>().isVisible());
        QVERIFY(page().isVisible());
        link(u"Overview"_s)->click();
        QTRY_VERIFY(m_open->part<BoardPane>().isVisible());
        QVERIFY(!page().isVisible());
        openPage();
        QTRY_VERIFY(page().isVisible());
        // A narrow window has no room for the trail.
        m_open->window.resize(1024, 640);
        QTRY_VERIFY(!trail.isVisible());
    }

    void eventsShortlyBeforeTheFirstFailureAreListed()
    {
        const auto mark = [this](const QByteArray& text) {
            return m_shop->server.call({"XADD", "dueline:marks", "*", "text", text});
        };
        mark("deploy api 4.12");
        m_shop->failNew("mail", "mail.send", "550 5.1.1 no such user", 4);
        const TimePoint failed = *m_shop->backend().serverTime();
        QTRY_VERIFY(*m_shop->backend().serverTime() > failed);
        mark("deploy api 4.13");
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        auto& events = m_open->part<PrecedingEvents>();
        QTRY_VERIFY(events.isVisible());
        QStringList titles;
        for (const TimelineMark& event : events.shown())
            titles << event.title;
        QVERIFY2(titles.contains(u"deploy api 4.12"_s) && !titles.contains(u"deploy api 4.13"_s),
            qPrintable(titles.join(u", "_s)));
        QVERIFY(m_open->says(u"deploy api 4.12"_s) && m_open->says(u" before"_s));
        m_language.use(u"zh_CN"_s);
        QTRY_VERIFY(!m_open->says(u" before"_s));
        m_language.use(u"en"_s);
    }

    void groupsThatPossiblyHaveTheSameCauseAreListed()
    {
        m_shop->failNew("mail", "mail.send", "550 5.1.1 no such user", 4);
        m_shop->failNew("hooks", "hook.call", "IOError: 550 5.1.1 no such user", 2);
        m_shop->failNew("hooks", "hook.call", "HTTP 503", 1);
        open();
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QCOMPARE(page().group()->tasks, 4);
        RelatedGroups& related = page().related();
        QTRY_VERIFY(related.table().isVisible());
        QCOMPARE(related.model().rowCount(), 1);
        related.table().setFocus();
        related.table().selectRow(0);
        press(Qt::Key_Return);
        QTRY_COMPARE(page().group()->tasks, 2);
        QTRY_COMPARE(related.model().index(0, FailureModel::Count).data().toString(), u"4"_s);
    }

    void aNarrowPageHasTabs()
    {
        m_shop->failNew("mail", "mail.send", "no id in order %", 4);
        open();
        m_open->window.dock().setOpen(false);
        m_open->window.resize(1600, 1000);
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        QTRY_VERIFY(error().isVisible() && page().table().isVisible() && page().samples().table().isVisible());
        m_open->window.resize(1024, 640);
        QTRY_VERIFY(error().isVisible() && !page().table().isVisible() && !page().samples().table().isVisible());
        const auto choose = [this](const QString& name) {
            for (auto* tab : page().findChildren<QToolButton*>()) {
                if (tab->text() == name && tab->isCheckable())
                    tab->click();
            }
        };
        choose(u"Samples"_s);
        QTRY_VERIFY(page().samples().table().isVisible() && !error().isVisible());
        choose(u"Retry"_s);
        QTRY_VERIFY(page().table().isVisible());
        m_open->window.resize(1600, 1000);
        QTRY_VERIFY(error().isVisible() && page().table().isVisible() && page().samples().table().isVisible());
    }

    /// If an error has two varying parts, the page shows both, with fewer values for each.
    void whatVariesIsToldOfAllPlaces()
    {
        for (int i = 0; i < 8; ++i)
            m_shop->failNew("mail", "mail.send",
                "pod delivery-worker-of-the-mail-shop-" + QByteArray::number(i)
                    + "f0a1b2c3 lost host relay-of-the-other-company-" + QByteArray::number(i % 5) + ".example.com:465",
                6);
        open();
        m_open->window.resize(1280, 800);
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group() && page().feed().isLoaded());
        const auto label = [this]() -> const PlainLabel* {
            for (const auto* each : page().findChildren<PlainLabel*>()) {
                if (each->isVisible() && each->fullText().startsWith(u"Varies: "_s))
                    return each;
            }
            return nullptr;
        };
        QTRY_VERIFY(label());
        QTRY_VERIFY2(!label()->isCut(), qPrintable(label()->fullText()));
        QVERIFY2(label()->fullText().contains(u"  ·  "_s) && label()->fullText().contains(u" more"_s),
            qPrintable(label()->fullText()));
        picture(u"incident-varies"_s);
    }

    void theReportSaysWhatIsShown()
    {
        m_shop->failNew("mail", "mail.send", "Timeout `after` % s | <b>x</b>", 12);
        open();
        openPage();
        QTRY_VERIFY(page().isVisible() && page().group());
        QTRY_VERIFY(page().feed().isLoaded());
        const QString text = page().report(false);
        QVERIFY2(text.contains(u"12 failed"_s) && text.contains(u"mail.send"_s) && text.contains(u"here"_s),
            qPrintable(text));
        QVERIFY(text.contains(u"<b>x</b>"_s)); // Shown as plain text, not HTML.
        const QString markdown = page().report(true);
        QVERIFY2(markdown.startsWith(u"```text\nTimeout `after` "_s), qPrintable(markdown));
        QVERIFY2(markdown.contains(u"| 12 | `mail` | `mail.send` |"_s), qPrintable(markdown));
        // Open the button's menu with the keyboard.
        bool copied = false;
        QTimer::singleShot(50, this, [&] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (menu) {
                menu->actions().at(1)->trigger();
                menu->close();
                copied = true;
            }
        });
        QVERIFY(button(u"Copy report"_s));
        button(u"Copy report"_s)->click();
        QVERIFY(copied);
        QCOMPARE(QApplication::clipboard()->text(), page().report(true));
    }

    void theSpaceBeforeANewGroupSaysWhetherMoreIsStored()
    {
        Formatting formatting(QTimeZone::utc());
        TrendBars bars(*m_theme, formatting);
        FailureGroup group;
        group.first = fromMs(1'790'000'000'000);
        group.trend.add(group.first, 5);
        group.trend.add(group.first + 20min, 2);
        const TimePoint now = group.first + 30min;
        bars.show(group, now, false); // there is no such space
        QCOMPARE(bars.wordsBefore(), QString());
        bars.show(group, now, true);
        QCOMPARE(bars.wordsBefore(), u"none stored before"_s);
        bars.setStoredSince(now - 168h);
        QCOMPARE(bars.wordsBefore(), u"none stored before"_s);
        bars.setStoredSince(group.first - 2min);
        QCOMPARE(bars.wordsBefore(), u"not stored before "_s + formatting.brief(group.first - 2min, now));
    }

    void theTrendReachesNow()
    {
        Formatting formatting;
        TrendBars bars(*m_theme, formatting);
        FailureGroup group;
        const TimePoint noon = fromMs(1'790'000'000'000);
        group.trend.add(noon, 5);
        group.trend.add(noon + 20min, 2);
        bars.show(group, noon + 67min, false); // no failures in the last 47 minutes, but the axis includes them
        QVERIFY(bars.shownUntil() > noon + 67min);
        QVERIFY2(bars.words().startsWith(u"at most 5 per 4 min"_s), qPrintable(bars.words()));
    }
};

QTEST_MAIN(TestFailureGroupContent)
#include "tst_failuregroupcontent.moc"
