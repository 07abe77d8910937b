// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/panelplace.h"
#include "ui/panels/commands/commandspanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the command log in the window on a real server.
class TestCommandsPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<CommandsPanel> m_panel;

    QString words(int row) { return m_panel->model().index(row, CommandModel::Words).data().toString(); }
    bool lists(const QString& text)
    {
        for (int row = 0; row < m_panel->model().rowCount(); ++row) {
            if (words(row).contains(text))
                return true;
        }
        return false;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_place = std::make_unique<PanelPlace>();
        m_place->add("mail", 3, 0, 1h);
        m_panel = std::make_unique<CommandsPanel>(*m_theme, m_place->formatting, m_place->bench.view());
        m_panel->resize(1100, 260);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_place.reset();
    }

    void whatIsSentIsListedNewestFirst()
    {
        QAbstractItemModelTester tester(&m_panel->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_place->connectBench();
        QTRY_VERIFY(lists(u"native/overview"_s));
        const CommandModel& model = m_panel->model();
        QVERIFY(model.rowCount() >= 2);
        QVERIFY(model.rowAt(0)->number > model.rowAt(model.rowCount() - 1)->number);
        QVERIFY(model.rowAt(0)->took.count() > 0);
        QVERIFY(m_panel->head().note().contains(u"last "));
    }

    void writesOnlyHidesWhatCannotChangeAnything()
    {
        m_place->connectBench();
        QTRY_VERIFY(lists(u"native/overview"_s));
        m_panel->writesOnly().click();
        QTRY_COMPARE(m_panel->model().rowCount(), 0);
        QVERIFY(m_panel->model().held() > 0);
        m_place->bench.actions().setPaused(*m_place->bench.view().current(), "mail", true);
        QTRY_VERIFY(lists(u"native/pause"_s));
        for (int row = 0; row < m_panel->model().rowCount(); ++row)
            QVERIFY(m_panel->model().rowAt(row)->writes);
        m_panel->writesOnly().click();
        QVERIFY(lists(u"native/overview"_s));
    }

    void payloadsAreNeverListed()
    {
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current() && m_place->bench.view().current()->session().isOnline());
        NewTask task;
        task.id = "mail.send#secret";
        task.payload = "S3cr-payload";
        m_place->bench.actions().addTasks(*m_place->bench.view().current(), "mail", {task});
        QTRY_VERIFY(lists(u"native/add"_s));
        QVERIFY(!lists(u"S3cr"_s));
    }

    void nothingIsNotedWhileItIsNotInSight()
    {
        m_place->connectBench();
        CommandLog& log = m_place->bench.view().current()->commands();
        QTRY_VERIFY(log.lastNumber() > 0);
        m_panel->hide();
        QVERIFY(!log.isListening());
        const quint64 before = log.lastNumber();
        m_place->bench.actions().setPaused(*m_place->bench.view().current(), "mail", true);
        QTRY_VERIFY(m_place->backend->inspector().queue("mail")->paused);
        QVERIFY(log.lastNumber() <= before + 5); // at most five more commands, which were already in progress
        QVERIFY(!lists(u"native/pause"_s));
        m_panel->show();
        QVERIFY(log.isListening());
    }

    void filteringPausingAndClearing()
    {
        m_place->connectBench();
        QTRY_VERIFY(lists(u"native/overview"_s));
        m_panel->filter().setText(u"overview -TIME"_s);
        for (int row = 0; row < m_panel->model().rowCount(); ++row)
            QVERIFY(words(row).contains(u"overview"));
        m_panel->filter().setText(u"nobody sends this"_s);
        QCOMPARE(m_panel->model().rowCount(), 0);
        m_panel->filter().clear();
        m_panel->pauseButton().click();
        const qint64 held = m_panel->model().held();
        m_place->bench.view().refresh();
        m_place->bench.actions().setPaused(*m_place->bench.view().current(), "mail", true);
        QTRY_VERIFY(m_place->backend->inspector().queue("mail")->paused);
        QCOMPARE(m_panel->model().held(), held);
        m_panel->pauseButton().click();
        QTRY_VERIFY(lists(u"native/pause"_s));
        m_panel->clearButton().click();
        QVERIFY(!lists(u"native/pause"_s));
    }

    /// If a filter hides every command, the list shows the filter and offers to remove it.
    void whereNothingIsListedItSaysWhatHidesItAndTheWayBack()
    {
        m_place->connectBench();
        QTRY_VERIFY(lists(u"native/overview"_s));
        const auto says = [this](const QString& words) {
            for (const auto* label : m_panel->emptyState().findChildren<PlainLabel*>()) {
                if (label->isVisible() && label->fullText().contains(words))
                    return true;
            }
            return false;
        };
        const auto way = [this](const QString& text) -> QPushButton* {
            for (auto* button : m_panel->emptyState().findChildren<QPushButton*>()) {
                if (button->isVisible() && button->text() == text)
                    return button;
            }
            return nullptr;
        };
        m_panel->filter().setText(u"nobody sends this"_s);
        QTRY_VERIFY(says(u"No command matches"_s));
        QVERIFY(says(u"The filter hides"_s) && !says(u"Passwords"_s));
        QVERIFY(!way(u"Show reads as well"_s));
        QVERIFY(way(u"Clear filter"_s));
        way(u"Clear filter"_s)->click();
        QVERIFY(m_panel->filter().text().isEmpty());
        QVERIFY(m_panel->model().rowCount() > 0);
        m_panel->writesOnly().click();
        QTRY_VERIFY(says(u"Nothing has been written yet"_s));
        QVERIFY(!way(u"Clear filter"_s) && way(u"Show reads as well"_s));
        way(u"Show reads as well"_s)->click();
        QVERIFY(!m_panel->writesOnly().isChecked());
        QVERIFY(m_panel->model().rowCount() > 0);
    }

    void theListIsBounded()
    {
        CommandModel model(m_place->formatting);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int batch = 0; batch < 8; ++batch) {
            std::vector<LoggedCommand> commands(1000);
            for (int i = 0; i < 1000; ++i) {
                commands[std::size_t(i)].number = quint64(batch * 1000 + i + 1);
                commands[std::size_t(i)].writes = i % 2 == 0;
            }
            model.append(std::move(commands));
        }
        QCOMPARE(model.held(), qint64(CommandLog::capacity));
        QCOMPARE(model.rowAt(0)->number, 8000U);
        QCOMPARE(model.rowAt(model.rowCount() - 1)->number, 3001U);
        model.setFilter(true, {});
        QCOMPARE(model.rowCount(), int(CommandLog::capacity / 2));
    }
};

QTEST_MAIN(TestCommandsPanel)
#include "tst_commandspanel.moc"
