// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actions.h"
#include "ui/inspector/attemptsbar.h"
#include "ui/inspector/attemptsview.h"
#include "ui/inspector/bytesarea.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspectorsections.h"
#include "ui/inspector/payloadfind.h"
#include "ui/inspector/payloadview.h"
#include "ui/inspector/taskfacts.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/errortext.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/section.h"

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

const QByteArray orderTrace
    = "Error: card declined\n    at charge (/srv/app/charge.js:12:9)\n    at run (/srv/app/run.js:3:1)";

/// Returns a failed job as Bull and BullMQ store it: the message belongs to the job, and the stack trace to the
/// attempt.
TaskDetail failedJob()
{
    TaskDetail detail;
    detail.task.id = "17";
    detail.task.type = "charge";
    detail.task.state = TaskState::Failed;
    detail.task.at = fromMs(1'795'899'538'000);
    detail.task.attempt = 2;
    detail.task.maxAttempts = 2;
    detail.task.error = "card declined";
    detail.attempts = {{1, {}, {}, {}, "failed", "Error: no route to host\n    at first (/srv/app/first.js:1:1)"},
        {2, "worker-7", fromMs(1'795'899'537'000), fromMs(1'795'899'538'000), "failed", orderTrace}};
    detail.result = "{\"charged\":false}";
    detail.options.backoff = Backoff{};
    detail.facts
        = {{"logs", "asking the bank\nthe bank said no"}, {"opts", "{\"attempts\":2,\"removeOnComplete\":true}"}};
    return detail;
}

} // namespace

/// Tests that the inspector shows everything that `duectl show --json` prints about a task.
class InspectorDetailsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_actions = std::make_unique<Actions>(*m_theme, &m_window);
        m_inspector = std::make_unique<Inspector>(*m_theme, m_formatting, *m_actions);
        m_inspector->resize(420, 900);
        m_inspector->show();
        m_inspector->setNow(fromMs(1'795'899'540'000));
        const TaskDetail job = failedJob();
        m_inspector->setTask(job.task);
        m_inspector->setDetail(job);
        m_inspector->setPayload("{\"order\":7}", 11);
    }
    void cleanup() { m_inspector.reset(); }

    void theStackOfTheLastAttemptIsShownBelowTheMessage()
    {
        const auto* error = m_inspector->findChild<ErrorText*>();
        QVERIFY(error->isVisible());
        QCOMPARE(error->toPlainText().toUtf8(), orderTrace);
    }

    void detailsHoldEverythingThatShowPrints()
    {
        choose();
        const QString text = shownText();
        for (const char* part : {"card declined", "charge.js:12:9", "first.js:1:1", "worker-7", "asking the bank",
                 "the bank said no", "\"charged\":false", "\"removeOnComplete\":true", "Attempt 2", "Attempt 1",
                 "Return value", "Logs", "Opts"})
            QVERIFY2(text.contains(QLatin1StringView(part)), part);
        QVERIFY2(!text.contains(u"\"order\""_s), "the payload has its own views");
        QVERIFY2(text.indexOf(u"Attempt 2"_s) < text.indexOf(u"Attempt 1"_s), "the newest attempt comes first");
    }

    void detailsAreCopiedAsTheyAre()
    {
        choose();
        m_inspector->payload().copy();
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), m_inspector->payload().details());
        QVERIFY(QApplication::clipboard()->text().contains(u"    at run (/srv/app/run.js:3:1)"_s));
    }

    void detailsAreSearched()
    {
        choose();
        m_inspector->payload().find();
        auto* find = m_inspector->findChild<PayloadFind*>();
        QTest::keyClicks(find->findChild<QLineEdit*>(), u"bank"_s);
        QTRY_COMPARE(find->findChild<PlainLabel*>()->fullText(), u"1 of 2"_s);
        auto* tree = button(u"Payload as Tree"_s);
        tree->click(); // switches to the payload, shown separately
        QTRY_COMPARE(find->findChild<PlainLabel*>()->fullText(), u"Not found"_s);
    }

    void returnOnAnAttemptShowsItsStack()
    {
        auto* attempts = m_inspector->findChild<AttemptsView*>();
        attempts->setCurrentIndex(attempts->model()->index(1, 0));
        attempts->setFocus();
        QTest::keyClick(attempts, Qt::Key_Return);
        QVERIFY(button(u"Task details"_s)->isChecked());
        QCOMPARE(text()->textCursor().selectedText().section(u' ', 0, 1), u"Attempt 1"_s);
    }

    void anotherTaskShowsNothingOfTheLast()
    {
        choose();
        Task other = failedJob().task;
        other.id = "18";
        m_inspector->setTask(other);
        QVERIFY2(!shownText().contains(u"bank"_s), qPrintable(shownText()));
        TaskDetail detail;
        detail.task = other;
        detail.task.error.clear();
        m_inspector->setDetail(detail);
        m_inspector->setPayload("{}", 2);
        QVERIFY(notes().contains(u"No errors, logs, return value or options are recorded."_s));
    }

    void longDetailsAreShownWhole()
    {
        TaskDetail long_ = failedJob();
        QByteArray logs;
        for (int i = 0; i < 2000; ++i)
            logs += "line " + QByteArray::number(i) + " of the log\n";
        long_.facts[0].value = logs;
        m_inspector->setDetail(long_);
        choose();
        const auto* area = m_inspector->findChild<BytesArea*>();
        QVERIFY(area->isVisible());
        QVERIFY(area->lineCount() > 2000);
        m_inspector->payload().showDetails("Logs");
        QVERIFY2(area->visibleLines().contains(u"Logs"_s), qPrintable(area->visibleLines().join(u'\n')));
    }

    void sectionsHoldTheLogTheOptionsAndTheReturnValue()
    {
        Section& logs = section(InspectorSections::Logs);
        QVERIFY(logs.isVisible() && !logs.isOpen());
        QVERIFY2(logs.summary().startsWith(u"2 line"_s), qPrintable(logs.summary()));
        head(u"Logs"_s)->click();
        QVERIFY(logs.isOpen());
        QTRY_VERIFY(notes().contains(u"asking the bank\nthe bank said no"_s));
        head(u"Return value"_s)->click();
        QTRY_VERIFY(notes().contains(u"{\"charged\":false}"_s));
        QVERIFY(section(InspectorSections::Options).summary().startsWith(u"2 option"_s));
        head(u"Options"_s)->click();
        QTRY_VERIFY(
            notes().join(u'\n').contains(u"Backoff: "_s) && notes().join(u'\n').contains(u"removeOnComplete"_s));
        QVERIFY(!section(InspectorSections::Flow).isVisible());
        // Only sections with content are shown.
        Task other = failedJob().task;
        other.id = "18";
        m_inspector->setTask(other);
        QVERIFY(!logs.isVisible() && !section(InspectorSections::Result).isVisible());
    }

    void aLongLogShowsItsEnd()
    {
        TaskDetail long_ = failedJob();
        QByteArray logs;
        for (int i = 0; i < 512; ++i)
            logs += "line " + QByteArray::number(i) + '\n';
        long_.facts[0].value = logs;
        m_inspector->setDetail(long_);
        head(u"Logs"_s)->click();
        QVERIFY(section(InspectorSections::Logs).summary().startsWith(u"512 line"_s));
        QVERIFY(section(InspectorSections::Logs).summary().endsWith(u", last 5"_s));
        QVERIFY(notes().contains(u"line 507\nline 508\nline 509\nline 510\nline 511"_s));
        m_inspector->resize(640, 900);
        QTRY_VERIFY(section(InspectorSections::Logs).summary().endsWith(u", last 20"_s));
        for (auto* link : m_inspector->findChildren<QPushButton*>()) {
            if (link->text() == u"Open the full log")
                link->click();
        }
        QVERIFY(button(u"Task details"_s)->isChecked());
    }

    /// Collapsed sections are remembered per task state, and across restarts.
    void whatIsFoldedStaysFolded()
    {
        Section& attempts = section(InspectorSections::Attempts);
        QVERIFY(attempts.isOpen());
        QAbstractButton* title = head(u"Attempts"_s);
        title->setFocus();
        QTest::keyClick(title, Qt::Key_Left);
        QVERIFY(!attempts.isOpen() && !title->isChecked());
        QVERIFY(!m_inspector->findChild<AttemptsView*>()->isVisible());
        TaskDetail done = failedJob();
        done.task.id = "18";
        done.task.state = TaskState::Done;
        m_inspector->setTask(done.task);
        m_inspector->setDetail(done);
        QVERIFY(attempts.isOpen());
        QVERIFY(section(InspectorSections::Result).isOpen()); // the most important section of a done task
        m_inspector->setTask(failedJob().task);
        QVERIFY(!attempts.isOpen());
        const QStringList kept = m_inspector->sections().choices();
        QCOMPARE(kept, QStringList(u"failed/attempts=folded"_s));
        Inspector next(*m_theme, m_formatting, *m_actions);
        next.sections().setChoices(kept + QStringList{u"nonsense"_s, u"failed/none=open"_s});
        next.setTask(failedJob().task);
        QVERIFY(!next.sections().at(InspectorSections::Attempts).isOpen());
        QCOMPARE(next.sections().choices(), kept);
        QTest::keyClick(title, Qt::Key_Right);
        QVERIFY(attempts.isOpen());
    }

    void theAttemptsAreOnALineOfTime()
    {
        const auto* bar = m_inspector->findChild<AttemptsBar*>();
        QVERIFY(bar->isVisible()); // the second attempt took a second
        QVERIFY2(bar->accessibleName().endsWith(u", 1 s"_s), qPrintable(bar->accessibleName()));
        TaskDetail added = failedJob();
        added.task.addedAt = fromMs(1'795'899'528'000);
        m_inspector->setDetail(added);
        QVERIFY2(bar->accessibleName().endsWith(u", 10 s"_s), qPrintable(bar->accessibleName()));
        added.attempts = {{1, {}, {}, {}, "failed", "no"}}; // neither a start nor an end time
        m_inspector->setDetail(added);
        QVERIFY(!bar->isVisible());
    }

    void shortFactsAreInASecondColumn()
    {
        TaskFacts facts(*m_theme);
        facts.show(); // a hidden widget receives no resize events
        facts.resize(TaskFacts::columnsFrom, 10);
        facts.set(
            {{u"Failed at"_s, u"12:03:51"_s, u"2 h ago"_s}, {u"Attempts"_s, {}, {}, 1, 3, TaskState::Failed, true},
                {u"Size"_s, u"31 B"_s, {}, -1, 0, TaskState::Failed, true}});
        const int inColumns = facts.height();
        QCOMPARE(facts.accessibleName(), u"Failed at 12:03:51 2 h ago, Attempts 1/3, Size 31 B"_s);
        facts.resize(TaskFacts::columnsFrom - 1, 10);
        QCOMPARE(facts.height() * 2, inColumns * 3);
    }

    void searchingOpensThePayload()
    {
        head(u"Payload"_s)->click();
        QVERIFY(!m_inspector->payload().isVisible());
        m_inspector->installEventFilter(&m_inspector->payload());
        QTest::keyClick(m_inspector.get(), Qt::Key_F, Qt::ControlModifier);
        auto* find = m_inspector->findChild<PayloadFind*>();
        QTRY_VERIFY(find->isVisible());
        QTest::keyClicks(find->findChild<QLineEdit*>(), u"order"_s);
        QTRY_COMPARE(find->findChild<PlainLabel*>()->fullText(), u"1 of 1"_s);
    }

    void aTaskWhoseTimeHasComeIsCalledDue()
    {
        Task task = failedJob().task;
        task.id = "19";
        task.state = TaskState::Scheduled;
        task.error.clear();
        task.at = fromMs(1'795'899'545'000);
        m_inspector->setTask(task);
        QVERIFY(notes().contains(u"Scheduled"_s));
        m_inspector->setNow(fromMs(1'795'899'545'000));
        QVERIFY2(notes().contains(u"Due"_s) && !notes().contains(u"Scheduled"_s), qPrintable(notes().join(u'\n')));
    }

private:
    QAbstractButton* button(const QString& name) const
    {
        for (auto* button : m_inspector->findChildren<QAbstractButton*>()) {
            if (button->accessibleName() == name)
                return button;
        }
        qFatal("There is no button %s.", qPrintable(name));
    }
    /// Returns the header button of the section with this title.
    QAbstractButton* head(const QString& title) const
    {
        for (auto* found : m_inspector->findChildren<QToolButton*>()) {
            if (found->text() == title && found->isCheckable()
                && qobject_cast<Section*>(found->parentWidget()->parentWidget()))
                return found;
        }
        qFatal("There is no section %s.", qPrintable(title));
    }
    Section& section(InspectorSections::Part part) const { return m_inspector->sections().at(part); }
    void choose() const { button(u"Task details"_s)->click(); }
    QPlainTextEdit* text() const
    {
        for (auto* text : m_inspector->payload().findChildren<QPlainTextEdit*>()) {
            if (text->accessibleName() == u"Task details")
                return text;
        }
        qFatal("The details are not shown.");
    }
    QString shownText() const { return text()->toPlainText(); }
    QStringList notes() const
    {
        QStringList shown;
        for (const PlainLabel* label : m_inspector->findChildren<PlainLabel*>())
            shown << label->fullText();
        return shown;
    }

    QWidget m_window;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Actions> m_actions;
    std::unique_ptr<Inspector> m_inspector;
};

} // namespace dueline

QTEST_MAIN(dueline::InspectorDetailsTest)

#include "tst_inspectordetails.moc"
