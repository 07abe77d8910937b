// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueinfo.h"
#include "tests/gui/dialogfacts.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/pastquestion.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/instantedit.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

TimePoint utc(const QString& iso) { return fromMs(QDateTime::fromString(iso + u'Z', Qt::ISODate).toMSecsSinceEpoch()); }

/// Types text one character at a time, including characters missing from Latin keyboards.
void keys(InstantEdit& edit, const QString& text)
{
    for (const QChar c : text) {
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, c);
        QApplication::sendEvent(&edit, &press);
    }
}

/// Replaces the current value with a new one by typing `text`.
void type(InstantEdit& edit, const QString& text)
{
    edit.selectAll();
    keys(edit, text);
}

void paste(InstantEdit& edit, const QString& text)
{
    QApplication::clipboard()->setText(text);
    QTest::keySequence(&edit, QKeySequence::Paste);
}

InstantEdit& field(const QDialog& dialog, const QString& name)
{
    for (InstantEdit* edit : dialog.findChildren<InstantEdit*>()) {
        if (edit->accessibleName() == name)
            return *edit;
    }
    qFatal("the dialog has no such field");
}

} // namespace

/// Tests entering times in the window's time zone, which differs from the machine's.
class TestInstantEdit : public QObject
{
    Q_OBJECT

    Formatting m_berlin{QTimeZone("Europe/Berlin")};

private Q_SLOTS:
    void whatIsSetIsWhatIsReadInEveryZone_data()
    {
        QTest::addColumn<QByteArray>("zone");
        for (const char* zone :
            {"UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"})
            QTest::newRow(zone) << QByteArray(zone);
    }
    void whatIsSetIsWhatIsReadInEveryZone()
    {
        QFETCH(QByteArray, zone);
        const Formatting formatting{QTimeZone(zone)};
        InstantEdit edit(formatting);
        // Covers every third hour of a year, except the repeated hour, which is ambiguous.
        for (TimePoint at = utc(u"2026-01-01T00:00:00"_s); at < utc(u"2027-01-01T00:00:00"_s); at += 3h) {
            edit.setInstant(at + 7ms);
            QCOMPARE(edit.text(), formatting.local(at).toString(u"yyyy-MM-dd HH:mm:ss"_s));
            if (edit.clockNote().isEmpty())
                QCOMPARE(edit.instant(), at);
        }
    }

    void theOffsetIsThatOfWhatIsEntered()
    {
        InstantEdit edit(m_berlin);
        const std::unique_ptr<PlainLabel> offset(edit.makeOffset());
        type(edit, u"2026-11-22T12:00:00"_s);
        QCOMPARE(offset->fullText(), u"UTC+1"_s);
        type(edit, u"2027-04-15T12:00:00"_s);
        QCOMPARE(offset->fullText(), u"UTC+2"_s);
        QCOMPARE(edit.instant(), utc(u"2027-04-15T10:00:00"_s));
    }

    /// Screen readers see a text field, not a number in a range.
    void anAssistiveProgramReadsAndFillsIt()
    {
        Assistive::tellRoles();
        InstantEdit edit(m_berlin);
        edit.setAccessibleName(u"Due"_s);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&edit);
        QVERIFY(face && face->textInterface() && face->editableTextInterface());
        QCOMPARE(face->role(), QAccessible::EditableText);
        QVERIFY(!face->valueInterface());
        QVERIFY(face->state().editable && !face->state().readOnly);
        QCOMPARE(face->text(QAccessible::Name), u"Due"_s);
        face->editableTextInterface()->replaceText(
            0, face->textInterface()->characterCount(), u"2026-11-25 09:00:00"_s);
        QCOMPARE(edit.instant(), utc(u"2026-11-25T08:00:00"_s));
        QCOMPARE(face->text(QAccessible::Value), u"2026-11-25 09:00:00"_s);
        edit.setReadOnly(true);
        QVERIFY(!face->state().editable && face->state().readOnly);
    }

    void aTimeThatTheClocksSkipIsTold()
    {
        InstantEdit edit(m_berlin);
        type(edit, u"2027-03-28T01:59:59"_s);
        QVERIFY2(edit.clockNote().isEmpty(), qPrintable(edit.clockNote()));
        type(edit, u"2027-03-28T02:30:00"_s);
        const QString taken = m_berlin.exact(edit.instant());
        QCOMPARE(edit.clockNote(), u"Clocks skip 02:30:00 on that day, so %1 is used."_s.arg(taken));
        QVERIFY2(taken == u"2027-03-28 03:30:00.000 UTC+2"_s || taken == u"2027-03-28 01:30:00.000 UTC+1"_s,
            qPrintable(taken));
        type(edit, u"2027-03-28T03:00:00"_s);
        QVERIFY2(edit.clockNote().isEmpty(), qPrintable(edit.clockNote()));
    }

    void aTimeThatTheClocksShowTwiceIsTold()
    {
        InstantEdit edit(m_berlin);
        type(edit, u"2026-10-25T02:30:00"_s);
        const QString taken = m_berlin.exact(edit.instant());
        QCOMPARE(edit.clockNote(), u"02:30:00 occurs twice on that day, so %1 is used."_s.arg(taken));
        for (const QString& once : {u"2026-10-25T01:59:59"_s, u"2026-10-25T03:00:00"_s, u"2026-10-26T02:30:00"_s}) {
            type(edit, once);
            QVERIFY2(edit.clockNote().isEmpty(), qPrintable(edit.clockNote()));
        }
    }

    /// In the machine's zone, clocks skip from 01:00 to 03:00 on March 14. UTC does have that hour.
    void anHourThatOnlyTheMachineSkipsCanBeEntered()
    {
        QCOMPARE(QTimeZone::systemTimeZoneId(), QByteArray("America/New_York"));
        const Formatting formatting(QTimeZone::utc());
        InstantEdit edit(formatting);
        type(edit, u"2027-03-14T02:30:00"_s);
        QCOMPARE(edit.instant(), utc(u"2027-03-14T02:30:00"_s));
        QCOMPARE(edit.text(), u"2027-03-14T02:30:00"_s);
        QVERIFY(edit.clockNote().isEmpty());
    }

    /// Covers every format that the window displays or accepts.
    void whatIsTypedIsThatInstantOrIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("instant"); // empty if the text is rejected
        // The field initially shows 2026-11-22 12:00:00 in Berlin, the current time.
        const auto row = [](const char* text, const char* instant) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromLatin1(instant);
        };
        row("2026-11-25 09:00:00", "2026-11-25T08:00:00");
        row("2026-11-25 09:00", "2026-11-25T08:00:00");
        row("2026-11-25 09:00:00.250", "2026-11-25T08:00:00.250");
        row("2026-11-25T09:00:00", "2026-11-25T08:00:00");
        row("2026-11-25T09:00:00Z", "2026-11-25T09:00:00");
        row("2026-11-25T09:00:00.000Z", "2026-11-25T09:00:00");
        row("2026-11-25T09:00:00+08:00", "2026-11-25T01:00:00");
        row("2026-11-25T09:00:00-0330", "2026-11-25T12:30:00");
        row("2026-11-25 09:00:00.000 UTC+8", "2026-11-25T01:00:00");
        row("2026-11-25 09:00:00 UTC", "2026-11-25T09:00:00");
        row("2026-11-25", "2026-11-24T23:00:00");
        row("09:30", "2026-11-22T08:30:00");
        row("09:30:15", "2026-11-22T08:30:15");
        row("1795597200000", "2026-11-25T09:00:00");
        row("now", "2026-11-22T11:00:00");
        row("+5m", "2026-11-22T11:05:00");
        row("5m", "2026-11-22T11:05:00");
        row("-1h", "2026-11-22T10:00:00");
        row("in 5m", "2026-11-22T11:05:00");
        row("in 2 h 5 min", "2026-11-22T13:05:00");
        row("5 min ago", "2026-11-22T10:55:00");
        row("  2026-11-25 09:00:00  ", "2026-11-25T08:00:00");
        row("２０２６-11-25 09：00", "2026-11-25T08:00:00"); // full-width characters, as from input methods
        row("2026-11-25\u00a009:00:00", "2026-11-25T08:00:00");
        row("1795597200", "");
        row("1795597200000000", "");
        row("20261125", "");
        row("2026-11-25 9:00", "2026-11-25T08:00:00");
        row("2026-11-31 09:00:00", "");
        row("2026-11-25 24:00:00", "");
        row("2026-11-25 09:00:00 CST", "");
        row("25.11.2026 09:00", "");
        row("11/25/2026 09:00", "");
        row("Nov 25 09:00:00", "2026-11-25T08:00:00");
        row("tomorrow", "2026-11-22T23:00:00");
        row("mon 08:30", "2026-11-23T07:30:00");
        row("明天 9点", "2026-11-23T08:00:00");
        row("5", "");
        row("", "");
    }
    void whatIsTypedIsThatInstantOrIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, instant);
        const TimePoint now = utc(u"2026-11-22T11:00:00"_s);
        const auto fresh = [&] {
            auto edit = std::make_unique<InstantEdit>(m_berlin);
            edit->setClock([now] { return now + 123ms; });
            edit->setInstant(now);
            return edit;
        };
        const auto check = [&](InstantEdit& edit) {
            if (instant.isEmpty())
                return !edit.problem().isEmpty();
            return edit.problem().isEmpty() && edit.instant() == utc(instant);
        };
        const auto typed = fresh();
        type(*typed, text);
        if (text.isEmpty())
            QTest::keyClick(typed.get(), Qt::Key_Delete);
        QVERIFY2(
            check(*typed), qPrintable(typed->text() + u": "_s + typed->problem() + m_berlin.exact(typed->instant())));
        // After Return, the field shows the same time in its usual format.
        QTest::keyClick(typed.get(), Qt::Key_Return);
        QVERIFY2(check(*typed), qPrintable(typed->text()));
        if (!instant.isEmpty())
            QVERIFY2(typed->text().startsWith(m_berlin.local(utc(instant)).toString(u"yyyy-MM-dd HH:mm:ss"_s)),
                qPrintable(typed->text()));
        if (!text.isEmpty()) {
            const auto pasted = fresh();
            pasted->selectAll();
            paste(*pasted, text);
            QVERIFY2(check(*pasted), qPrintable(pasted->text()));
        }
        // Typing without a selection, at any cursor position, yields the same time or an error, never a different time.
        for (int cursor = 0; cursor <= 19 && !text.isEmpty(); ++cursor) {
            for (const bool byKeys : {true, false}) {
                const auto edit = fresh();
                edit->findChild<QLineEdit*>()->setCursorPosition(cursor);
                if (byKeys)
                    keys(*edit, text);
                else
                    paste(*edit, text);
                const bool same = edit->problem().isEmpty() && !instant.isEmpty() && edit->instant() == utc(instant);
                // Text that is only part of a time may overwrite digits, as in normal editing.
                static const QRegularExpression digits(u"^[0-9:-]{1,10}$"_s);
                const bool overwrote = byKeys && digits.match(text).hasMatch();
                QVERIFY2(same || !edit->problem().isEmpty() || overwrote,
                    qPrintable(u"%1 at %2 became %3"_s.arg(text).arg(cursor).arg(edit->text())));
            }
        }
    }

    void aPartIsOverwrittenAndStepped()
    {
        InstantEdit edit(m_berlin);
        edit.setInstant(utc(u"2026-11-22T11:00:00"_s));
        QLineEdit& line = *edit.findChild<QLineEdit*>();
        line.setCursorPosition(14); // cursor on the minutes
        keys(edit, u"3015"_s);
        QCOMPARE(edit.text(), u"2026-11-22 12:30:15"_s);
        QCOMPARE(edit.instant(), utc(u"2026-11-22T11:30:15"_s));
        line.setCursorPosition(8); // cursor on the day
        QTest::keyClick(&edit, Qt::Key_Up);
        QCOMPARE(edit.text(), u"2026-11-23 12:30:15"_s);
        line.setCursorPosition(12);
        QTest::keyClick(&edit, Qt::Key_Down);
        QCOMPARE(edit.text(), u"2026-11-23 11:30:15"_s);
        line.setCursorPosition(5);
        QTest::keyClick(&edit, Qt::Key_Up);
        QCOMPARE(edit.instant(), utc(u"2026-12-23T10:30:15"_s));
        type(edit, u"soon"_s);
        QTest::keyClick(&edit, Qt::Key_Up); // Arrow keys don't change invalid text.
        QCOMPARE(edit.text(), u"soon"_s);
        QVERIFY2(edit.problem().contains(u"\"soon\" is not a time"), qPrintable(edit.problem()));
    }

    void ofAnHourThatComesTwiceTheOffsetSaysWhich()
    {
        InstantEdit edit(m_berlin);
        for (const auto& [text, instant] : {std::pair(u"2026-10-25T02:30:00+02:00"_s, u"2026-10-25T00:30:00"_s),
                 std::pair(u"2026-10-25T02:30:00+01:00"_s, u"2026-10-25T01:30:00"_s)}) {
            type(edit, text);
            QVERIFY(edit.problem().isEmpty() && edit.clockNote().isEmpty());
            QTest::keyClick(&edit, Qt::Key_Return);
            QCOMPARE(edit.instant(), utc(instant));
        }
    }

    void rescheduleTakesWhatIsTypedOrNothing()
    {
        const Theme theme(*qApp);
        const TimePoint now = utc(u"2026-11-22T12:00:00"_s);
        RescheduleDialog dialog(theme, m_berlin, {TaskRef{"mail#1", TaskState::Scheduled, {}, now + 1h}}, "mail",
            Environment::Development, now, 24h, nullptr);
        dialog.show();
        QVERIFY(says(dialog, u"UTC+1"_s) && !says(dialog, u"UTC+2"_s) && !says(dialog, u"Clocks"_s));
        InstantEdit& at = field(dialog, u"All at"_s);
        type(at, u"2027-04-15 12:00:00"_s);
        QVERIFY(says(dialog, u"UTC+2"_s));
        QCOMPARE(dialog.action().time, Action::Time::At);
        QCOMPARE(dialog.action().at, utc(u"2027-04-15T10:00:00"_s));
        QVERIFY(verbOf(dialog).isEnabled() && !says(dialog, u"in the past"_s));
        type(at, u"2027-03-28T02:30:00"_s);
        QVERIFY(says(dialog, u"Clocks skip 02:30:00"_s));
        type(at, u"2026-11-22 12:59:59"_s);
        QVERIFY(says(dialog, u"This time has passed, so the tasks will run immediately."_s));
        QVERIFY(verbOf(dialog).isEnabled());
        for (const QString& text : {u"2026-11-25 0"_s, u"1795597200"_s, u"soon"_s}) {
            type(at, text);
            QVERIFY2(!verbOf(dialog).isEnabled() && !says(dialog, u"in the past"_s), qPrintable(text));
            QTest::keyClick(&at, Qt::Key_Return);
            QVERIFY(dialog.isVisible() && dialog.result() != QDialog::Accepted);
        }
        QVERIFY(says(dialog, u"\"soon\" is not a time"_s));
        type(at, u"+5m"_s);
        QVERIFY(verbOf(dialog).isEnabled());
        const Millis off = dialog.action().at - (now + 5min);
        QVERIFY(off >= 0s && off < 60s); // The time is relative to when the dialog opened.
        // An invalid value is ignored while the field is not in use.
        type(at, u"soon"_s);
        QVERIFY(!verbOf(dialog).isEnabled());
        type(field(dialog, u"Spread from"_s), u"2026-11-22 12:00:00"_s);
        QVERIFY(verbOf(dialog).isEnabled() && dialog.action().time == Action::Time::Spread);
        type(field(dialog, u"Spread to"_s), u"x"_s);
        QVERIFY(!verbOf(dialog).isEnabled());
    }

    void aNewTaskTakesWhatIsTypedOrNothing()
    {
        const Theme theme(*qApp);
        QueueInfo queue;
        queue.name = "mail";
        AddTaskDialog dialog(
            theme, m_berlin, queue, {u"mail.send"_s}, u"shop"_s, Environment::Development, Millis(0), nullptr);
        dialog.show();
        dialog.findChild<QComboBox*>()->setEditText(u"mail.send"_s);
        InstantEdit& at = field(dialog, u"At"_s);
        type(at, u"2099-11-25 09:00:00"_s);
        QVERIFY(verbOf(dialog).isEnabled() && !says(dialog, u"in the past"_s));
        QCOMPARE(dialog.tasks().front().dueAt, utc(u"2099-11-25T08:00:00"_s));
        type(at, u"2020-11-25 09:00:00"_s);
        QVERIFY(
            verbOf(dialog).isEnabled() && says(dialog, u"This time has passed, so the task will run immediately."_s));
        type(at, u"1764061200"_s);
        QVERIFY(!verbOf(dialog).isEnabled());
        QVERIFY(says(dialog, u"if the number is in seconds, write 1764061200000 or 2025-11-25T09:00:00Z"_s));
        dialog.findChild<QRadioButton*>()->click(); // With "In", the other field is ignored.
        QVERIFY(verbOf(dialog).isEnabled());
    }

    /// If a shift is selected, the line below the field is blank: "in 15 min" would look like the shift's result.
    void theLineBelowIsBlankWhileAnotherWayIsChosen()
    {
        const Theme theme(*qApp);
        const TimePoint now = utc(u"2026-11-26T12:00:00"_s);
        RescheduleDialog dialog(theme, m_berlin, {TaskRef{"mail#1", TaskState::Scheduled, {}, now + 1h}}, "mail",
            Environment::Development, now, 24h, nullptr);
        const auto told = [&dialog] {
            const auto labels = dialog.findChildren<PlainLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                [](const PlainLabel* label) { return label->fullText().endsWith(u"in 15 min"_s); });
        };
        QVERIFY(!told());
        dialog.findChildren<QRadioButton*>().at(1)->click(); // selects "All at"
        QVERIFY(told());
        dialog.findChildren<QRadioButton*>().at(2)->click(); // selects "Spread"
        QVERIFY(!told());
    }

    void theLineBelowHasBothZones()
    {
        InstantEdit berlin(m_berlin);
        berlin.setClock([] { return utc(u"2026-11-26T12:00:00"_s); });
        const std::unique_ptr<PlainLabel> echo(berlin.makeEcho(Qt::red));
        type(berlin, u"tomorrow 9"_s);
        QCOMPARE(echo->fullText(), u"2026-11-27 09:00:00.000 UTC+1 (2026-11-27 08:00:00.000 UTC), in 20 h"_s);
        type(berlin, u"nonsense"_s);
        QVERIFY2(echo->fullText().startsWith(u"\"nonsense\" is not a time."_s), qPrintable(echo->fullText()));
        QCOMPARE(echo->palette().color(QPalette::WindowText), QColor(Qt::red));
        // Relative times count from the start of the current second.
        berlin.setClock([] { return utc(u"2026-11-26T12:00:00"_s) + 600ms; });
        type(berlin, u"+15m"_s);
        QCOMPARE(echo->fullText(), u"2026-11-26 13:15:00.000 UTC+1 (2026-11-26 12:15:00.000 UTC), in 15 min"_s);
        // While another option is selected, the line below the field is empty.
        berlin.setMeant(false);
        QCOMPARE(echo->fullText().trimmed(), QString());
        berlin.setMeant(true);
        QVERIFY(echo->fullText().endsWith(u"in 15 min"_s));
        // In UTC, the window also shows the time in New York, the machine's zone.
        const Formatting inUtc{QTimeZone::utc()};
        InstantEdit edit(inUtc);
        edit.setClock([] { return utc(u"2026-11-26T12:00:00"_s); });
        const std::unique_ptr<PlainLabel> other(edit.makeEcho(Qt::red));
        type(edit, u"明天 9点"_s);
        QCOMPARE(other->fullText(), u"2026-11-27 09:00:00.000 UTC (2026-11-27 04:00:00.000 UTC-5), in 21 h"_s);
    }

    /// Common times can be entered with the mouse or a mnemonic. Tab skips their buttons.
    void theUsualTimesAreEnteredByAPress()
    {
        const Theme theme(*qApp);
        const TimePoint now = utc(u"2026-11-26T12:00:00"_s); // a Thursday, 13:00 in Berlin
        RescheduleDialog dialog(theme, m_berlin, {TaskRef{"mail#1", TaskState::Scheduled, {}, now + 1h}}, "mail",
            Environment::Development, now, 24h, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        InstantEdit& at = field(dialog, u"All at"_s);
        const auto press = [&dialog](const QString& words) -> QPushButton* {
            for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
                if (QString(button->text()).remove(u'&').startsWith(words))
                    return button;
            }
            return nullptr;
        };
        QVERIFY(press(u"Tomorrow 9:00"_s) && press(u"Monday 9:00"_s) && press(u"In 1 h"_s));
        QTest::mouseClick(press(u"Tomorrow 9:00"_s), Qt::LeftButton);
        QCOMPARE(dialog.action().at, utc(u"2026-11-27T08:00:00"_s));
        QCOMPARE(at.text(), u"2026-11-27 09:00:00"_s);
        QVERIFY(at.hasFocus());
        const QString monday = press(u"Monday 9:00"_s)->text();
        QVERIFY2(monday.contains(u'&'), qPrintable(monday));
        const QChar letter = monday[monday.indexOf(u'&') + 1];
        QTest::keyClick(&dialog, Qt::Key(letter.toUpper().unicode()), Qt::AltModifier);
        QTRY_COMPARE(dialog.action().at, utc(u"2026-11-30T08:00:00"_s));
        QTest::keyClick(&at, Qt::Key_Tab);
        for (const QPushButton* button : dialog.findChildren<QPushButton*>())
            QVERIFY(!button->hasFocus() || !button->text().contains(u"9:00"_s));
        QVERIFY(!at.hasFocus());
    }

    void whatLiesInThePastAsks()
    {
        const Theme theme(*qApp);
        const TimePoint now = utc(u"2026-11-26T12:00:00"_s);
        const auto ask = [&](const QString& typed, bool agrees, int* asked) {
            RescheduleDialog dialog(theme, m_berlin, {TaskRef{"mail#1", TaskState::Scheduled, {}, now + 1h}}, "mail",
                Environment::Development, now, 24h, nullptr);
            dialog.show();
            type(field(dialog, u"All at"_s), typed);
            QTimer timer;
            connect(&timer, &QTimer::timeout, this, [asked, agrees] {
                auto* question = qobject_cast<PastQuestion*>(QApplication::activeModalWidget());
                if (!question || !question->focusWidget())
                    return;
                ++*asked;
                if (!agrees)
                    // Choose to correct the time.
                    return void(QTest::keyClick(question->focusWidget(), Qt::Key_Return));
                for (QPushButton* button : question->findChildren<QPushButton*>()) {
                    if (QString(button->text()).remove(u'&') == u"Run now"_s)
                        button->click();
                }
            });
            timer.start(10);
            verbOf(dialog).click();
            return dialog.result();
        };
        int asked = 0;
        QCOMPARE(ask(u"2026-11-26 14:00"_s, true, &asked), int(QDialog::Accepted));
        QCOMPARE(asked, 0);
        QCOMPARE(ask(u"yesterday 9"_s, false, &asked), int(QDialog::Rejected));
        QCOMPARE(asked, 1);
        QCOMPARE(ask(u"5 min ago"_s, true, &asked), int(QDialog::Accepted));
        QCOMPARE(asked, 2);
    }
};

int main(int argc, char** argv)
{
    qputenv("TZ", "America/New_York");
    QApplication application(argc, argv);
    TestInstantEdit test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_instantedit.moc"
