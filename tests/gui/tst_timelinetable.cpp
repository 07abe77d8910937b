// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/text/language.h"
#include "ui/timeline/timelinepane.h"
#include "ui/timeline/timelinetabledialog.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QPushButton>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the table that shows the timeline's data as text, to read row by row or copy.
class TestTimelineTable : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;

private Q_SLOTS:
    void initTestCase()
    {
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aRowPerBarWithItsCounts()
    {
        const Formatting formatting(QTimeZone::utc());
        const TimePoint noon = fromMs(1'795'348'800'000);
        TimelineData data;
        data.range = {noon, noon + 3min};
        data.span = 1min;
        for (int i = 0; i < 3; ++i)
            data.bins.push_back({noon + i * 1min, noon + (i + 1) * 1min, {}});
        data.bins[0].counts[TaskState::Failed] = 2;
        data.bins[0].counts[TaskState::Scheduled] = 1234;
        data.bins[2].counts[TaskState::Done] = 7;
        data.totals[TaskState::Failed] = 2;
        data.totals[TaskState::Scheduled] = 1234;
        data.totals[TaskState::Done] = 7;
        TimelineTableModel model(formatting, data, TimelineTableDialog::groupsOf(data), noon);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.text(),
            u"From – to\tAll\tFailed\tRetrying\tDue\tLeased\tScheduled\tDone\n"
            "In view\t1,243\t2\t0\t0\t0\t1,234\t7\n"
            "12:00:00 – 12:01:00\t1,236\t2\t0\t0\t0\t1,234\t0\n"
            "12:02:00 – 12:03:00\t7\t0\t0\t0\t0\t0\t7"_s);
        QCOMPARE(model.counted(), 2);
    }

    /// If the timeline is colored by group, the columns are groups instead of states. With a filter, they count only
    /// matches; the column for all tasks includes the rest.
    void groupsOfTheColoursAreColumns()
    {
        const Formatting formatting(QTimeZone::utc());
        const TimePoint noon = fromMs(1'795'348'800'000);
        TimelineData data;
        data.range = {noon, noon + 2min};
        data.span = 1min;
        data.bins = {{noon, noon + 1min, {}}, {noon + 1min, noon + 2min, {}}};
        data.bins[0].counts[TaskState::Failed] = 30;
        data.bins[1].counts[TaskState::Due] = 5;
        data.totals[TaskState::Failed] = 30;
        data.totals[TaskState::Due] = 5;
        TimelineMatch match;
        match.bins.resize(2);
        match.bins[0][TaskState::Failed] = 24;
        match.totals[TaskState::Failed] = 24;
        data.match = match;
        TimelineGroups groups;
        groups.by = TimelineColour::Error;
        groups.named
            = {{"a", u"Timeout after 30 s while it read the answer"_s, {}, 0, 20}, {"b", u"550 no user"_s, {}, 1, 3}};
        groups.bins = {{20, 3, 0}, {0, 0, 0}};
        data.groups = groups;
        TimelineTableModel model(formatting, data, TimelineTableDialog::groupsOf(data), noon);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QVERIFY(model.showsGroups());
        QCOMPARE(model.text(),
            u"From – to\tAll\tMatch\tTimeout after 30 s while it read the answer\t550 no user\tno error\n"
            "In view\t35\t24\t20\t3\t1\n"
            "12:00:00 – 12:01:00\t30\t24\t20\t3\t1\n"
            "12:01:00 – 12:02:00\t5\t0\t0\t0\t0"_s);
        // Long names are elided in the header but complete in the accessible text and the tooltip.
        QCOMPARE(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), u"Timeout after 30 s whil…"_s);
        TimelineData fewer = data; // With fewer groups, there is more room for each name.
        fewer.match.reset();
        const TimelineTableModel roomy(formatting, fewer, TimelineTableDialog::groupsOf(fewer), noon);
        QCOMPARE(
            roomy.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), u"Timeout after 30 s while it rea…"_s);
        QVERIFY(model.headerData(3, Qt::Horizontal, Qt::AccessibleTextRole).toString().endsWith(u"answer"));
        QVERIFY(model.headerData(3, Qt::Horizontal, Qt::ToolTipRole).toString().contains(u"answer"));
        data.bins = {};
        data.tasks = {{"mail", "mail.send#2", TaskState::Failed, noon, {}}};
        data.groups->tasks = {0};
        QVERIFY(TimelineTableModel(formatting, data, TimelineTableDialog::groupsOf(data), noon)
                    .text()
                    .endsWith(u"mail.send#2\tTimeout after 30 s while it read the answer"_s));
    }

    void whereGroupsAreNotToldItSaysWhyStatesAre()
    {
        const Formatting formatting(QTimeZone::utc());
        const TimePoint noon = fromMs(1'795'348'800'000);
        TimelineData data;
        data.range = {noon, noon + 1min};
        data.span = 1min;
        data.bins = {{noon, noon + 1min, {}}};
        data.bins[0].counts[TaskState::Due] = data.totals[TaskState::Due] = 5;
        data.groups = TimelineGroups();
        const auto says = [&](const QString& words) {
            const TimelineTableDialog dialog(*m_theme, formatting, data, u"mail"_s, noon, nullptr);
            const auto labels = dialog.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [&](const PlainLabel* label) { return label->fullText().contains(words); });
        };
        QVERIFY(!says(u"too many tasks"_s));
        data.groups->tooMany = true;
        QVERIFY(says(u"too many tasks to distinguish types, so the columns show states"_s));
    }

    void aRowPerTaskWhileEachHasAMark()
    {
        const Formatting formatting(QTimeZone::utc());
        const TimePoint noon = fromMs(1'795'348'800'000);
        TimelineData data;
        data.range = {noon, noon + 1h};
        data.tasks = {{"mail", "mail.send#2", TaskState::Scheduled, noon + 30min, {}},
            {"mail", "mail.<b>send#1\n", TaskState::Failed, noon - 5min, {}}};
        const TimelineTableModel model(formatting, data, TimelineTableDialog::groupsOf(data), noon);
        QVERIFY(model.showsTasks());
        QCOMPARE(model.text(),
            u"At\tState\tQueue\tTask\n11:55:00 · 5 min ago\tFailed\tmail\tmail.<b>send#1\\u{A}\n"
            "12:30:00 · in 30 min\tScheduled\tmail\tmail.send#2"_s);
    }

    void theActionOpensWhatIsInView()
    {
        Shop shop;
        shop.add(3, 10min);
        OpenWindow open(*m_theme);
        open.open(shop.profile(u"shop"_s));
        QTRY_VERIFY(open.bench.view().queue());
        const TimelineWidget& timeline = open.part<TimelinePane>().timeline();
        QTRY_VERIFY(timeline.data().totals[TaskState::Scheduled] > 0 || !timeline.data().tasks.empty());
        int rows = 0;
        QTimer::singleShot(100, this, [&rows] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            rows = dialog->findChild<PanelTable*>()->model()->rowCount();
            for (auto* button : dialog->findChildren<QPushButton*>()) {
                if (button->text().remove(u'&') == u"Copy"_s)
                    button->click();
            }
            dialog->reject();
        });
        open.window.actions()["view.timelineTable"]->trigger();
        QVERIFY(rows > 0);
        QVERIFY(QApplication::clipboard()->text().count(u'\n') == rows);
    }
};

QTEST_MAIN(TestTimelineTable)
#include "tst_timelinetable.moc"
