// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/panelplace.h"
#include "ui/dialogs/sharesdialog.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paneltable.h"
#include "ui/window/mainwindow.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the dialog that lists the most common values among a queue's tasks, on a real server.
class TestSharesDialog : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    QPointer<SharesDialog> m_dialog;

    /// Returns JSON with apostrophes replaced by quotation marks.
    static QByteArray json(QByteArray text) { return text.replace('\'', '"'); }
    void addFor(int count, const QByteArray& customer, Millis dueIn = Millis(0))
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = "mail#" + customer + QByteArray::number(i) + (dueIn > Millis(0) ? "later" : "");
            task.dueIn = dueIn;
            task.payload = json("{'customer':'") + customer + json("','kind':") + QByteArray::number(i % 2) + "}";
            tasks.push_back(task);
        }
        QVERIFY(m_place->backend->editor()->add("mail", tasks).ok());
    }
    void open(bool readOnly = false)
    {
        m_place->profile.readOnly = readOnly;
        m_place->connectBench();
        QTRY_VERIFY(m_place->bench.view().current()->session().isOnline());
        m_dialog = new SharesDialog(*m_theme, *m_place->bench.view().current(), "mail", nullptr);
        m_dialog->show();
        QTRY_VERIFY(!m_dialog->isReading());
    }
    QPushButton* button(const QString& text) const
    {
        for (auto* found : m_dialog->findChildren<QPushButton*>()) {
            if (found->text().remove(u'&') == text)
                return found;
        }
        return nullptr;
    }
    QString cell(int row, int column) const
    {
        const auto* model = m_dialog->findChild<PanelTable*>()->model();
        return model->index(row, column).data().toString();
    }
    bool says(const QString& text) const
    {
        const QList<QLabel*> labels = m_dialog->findChildren<QLabel*>();
        return std::any_of(
            labels.begin(), labels.end(), [&text](const QLabel* label) { return label->text().contains(text); });
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { m_place = std::make_unique<PanelPlace>(); }
    void cleanup()
    {
        delete m_dialog;
        m_place.reset();
    }

    void theLargestValuesAreListed()
    {
        addFor(30, "acme");
        addFor(10, "bolt");
        addFor(5, "later", 1h);
        open();
        QVERIFY(says(u"Due: 40 task"_s));
        QCOMPARE(cell(0, SharesDialog::Value), u"acme"_s);
        QCOMPARE(cell(0, SharesDialog::Share), u"75.0%"_s);
        QCOMPARE(cell(0, SharesDialog::Tasks), u"30"_s);
        QCOMPARE(cell(1, SharesDialog::Value), u"bolt"_s);
        QVERIFY(!button(u"Read all tasks"_s)->isEnabled()); // the sample already covered the entire queue
        const QSignalSpy spy(m_dialog, &SharesDialog::tasksRequested);
        QTest::keyClick(m_dialog->findChild<PanelTable*>(), Qt::Key_Return);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.front().at(1).toString(), u"state:due json:\"$.customer=acme\""_s);
    }

    void theDialogIsWhole_data()
    {
        QTest::addColumn<ThemeChoice>("theme");
        QTest::newRow("light") << ThemeChoice::Light;
        QTest::newRow("dark") << ThemeChoice::Dark;
    }
    /// Saves screenshots if DUELINE_SHARES_PICTURES is set to a folder.
    void theDialogIsWhole()
    {
        QFETCH(ThemeChoice, theme);
        m_theme->choose(theme);
        m_language.use(u"en"_s);
        addFor(500, "acme");
        for (int i = 1; i <= 40; ++i)
            addFor(60, "c" + QByteArray::number(i));
        open();
        QTRY_COMPARE(cell(0, SharesDialog::Value), u"acme"_s);
        const QPixmap picture = m_dialog->grab();
        QVERIFY(!picture.isNull());
        const QString folder = qEnvironmentVariable("DUELINE_SHARES_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(picture.save(folder + u"/fills-%1.png"_s.arg(QLatin1StringView(QTest::currentDataTag()))));
        for (auto* found : m_dialog->findChildren<QPushButton*>())
            QVERIFY2(!found->isVisible() || found->width() >= found->sizeHint().width(), qPrintable(found->text()));
        m_theme->choose(ThemeChoice::Light);
    }

    void anotherMemberOrStateIsCounted()
    {
        addFor(30, "acme");
        addFor(4, "later", 1h);
        open();
        auto* member = m_dialog->findChildren<QComboBox*>().at(1);
        // all tasks have the same customer, so `$.kind` is selected instead
        QCOMPARE(member->currentText(), u"$.kind"_s);
        member->setFocus();
        member->lineEdit()->selectAll();
        QTest::keyClicks(member->lineEdit(), u"$.customer"_s);
        QTest::keyClick(member->lineEdit(), Qt::Key_Return);
        QTRY_VERIFY(!m_dialog->isReading());
        QTRY_COMPARE(cell(0, SharesDialog::Value), u"acme"_s);
        auto* state = m_dialog->findChildren<QComboBox*>().at(0);
        QTest::keyClick(state, Qt::Key_Down);
        QTRY_COMPARE(cell(0, SharesDialog::Value), u"later"_s);
        QVERIFY(says(u"Scheduled: 4 task"_s));
    }

    void aSampleIsAnEstimateUntilAllTasksAreRead()
    {
        for (int i = 0; i < 6; ++i)
            addFor(400, "c" + QByteArray::number(i));
        open();
        QVERIFY(says(u"Estimated from a sample of 2,000 task"_s));
        QVERIFY2(cell(0, SharesDialog::Tasks).startsWith(u"about "), qPrintable(cell(0, SharesDialog::Tasks)));
        QVERIFY(!cell(0, SharesDialog::Range).isEmpty());
        button(u"Read all tasks"_s)->click();
        QTRY_VERIFY(!m_dialog->isReading());
        QCOMPARE(cell(0, SharesDialog::Tasks), u"400"_s);
        QVERIFY(cell(0, SharesDialog::Range).isEmpty());
    }

    void actionsUseTheFilterOfTheValue()
    {
        addFor(3, "acme");
        addFor(2, "bolt");
        open();
        const QSignalSpy spy(m_dialog, &SharesDialog::actionRequested);
        m_dialog->findChild<PanelTable*>()->selectRow(1);
        button(u"Discard…"_s)->click();
        QCOMPARE(spy.size(), 1);
        const auto action = spy.front().front().value<FilterAction>();
        QCOMPARE(action.kind, ActionKind::Discard);
        QCOMPARE(action.filter.text(), u"state:due json:\"$.customer=bolt\""_s);
        QCOMPARE(action.expected, 2);
        button(u"Set aside…"_s)->click();
        button(u"Spread…"_s)->click();
        QCOMPARE(spy.size(), 3);
        QCOMPARE(spy[1].front().value<FilterAction>().kind, ActionKind::Reschedule);
        QCOMPARE(spy[1].front().value<FilterAction>().mode, FilterAction::Mode::SetAside);
        QCOMPARE(spy[2].front().value<FilterAction>().mode, FilterAction::Mode::Spread);
    }

    void aReadOnlyConnectionOnlyShowsTasks()
    {
        addFor(3, "acme");
        addFor(2, "bolt");
        open(true);
        QVERIFY(button(u"Show tasks"_s)->isEnabled());
        QVERIFY(!button(u"Discard…"_s)->isEnabled());
    }

    void aQueueWithoutGroupsIsExplained()
    {
        m_place->add("mail", 3);
        open();
        QVERIFY(says(u"Enter a path, such as $.customer.id."_s));
        QVERIFY(!button(u"Show tasks"_s)->isEnabled());
        auto* member = m_dialog->findChildren<QComboBox*>().at(1);
        member->setFocus();
        member->setEditText(u"customer"_s);
        QTest::keyClick(member->lineEdit(), Qt::Key_Return);
        QTRY_VERIFY(says(u"A path begins with $"_s));
    }
};

QTEST_MAIN(TestSharesDialog)
#include "tst_sharesdialog.moc"
