// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queueinfo.h"
#include "tests/gui/dialogfacts.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/text/breakable.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/durationedit.h"
#include "ui/widgets/times/instantedit.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTextLayout>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

template <typename Field> Field& field(const QDialog& dialog, const QString& name)
{
    for (Field* edit : dialog.findChildren<Field*>()) {
        if (edit->accessibleName() == name)
            return *edit;
    }
    qFatal("the dialog has no such field");
}

/// Replaces the current value with a new one by typing `text`.
void type(QAbstractSpinBox& edit, const QString& text)
{
    edit.selectAll();
    QTest::keyClick(&edit, Qt::Key_Delete);
    for (const QChar c : text) {
        QKeyEvent press(QEvent::KeyPress, 0, Qt::NoModifier, c);
        QApplication::sendEvent(&edit, &press);
    }
}

QueueInfo mail()
{
    QueueInfo queue;
    queue.name = "mail";
    return queue;
}

} // namespace

/// Tests typing durations with units: units are never ignored, and a number without one is rejected.
class TestDurationEdit : public QObject
{
    Q_OBJECT

    Formatting m_berlin{QTimeZone("Europe/Berlin")};

private Q_SLOTS:
    void whatIsTypedIsThatLengthOrNone()
    {
        DurationEdit edit;
        for (const auto& [typed, length] :
            {std::pair(u"500ms"_s, Millis(500)), std::pair(u"5s"_s, Millis(5s)), std::pair(u"10m"_s, Millis(10min)),
                std::pair(u"2h"_s, Millis(2h)), std::pair(u"+400d"_s, Millis(9600h)),
                std::pair(u"1h30m"_s, Millis(90min)), std::pair(u"2 hours"_s, Millis(2h)),
                std::pair(u"2小时"_s, Millis(2h)), std::pair(u"２ｈ"_s, Millis(2h)), std::pair(u"0"_s, Millis(0))}) {
            type(edit, typed);
            QVERIFY2(edit.problem().isEmpty(), qPrintable(typed + u": "_s + edit.problem()));
            QCOMPARE(edit.duration(), length);
        }
        type(edit, u"5m"_s);
        for (const QString& typed : {u"15"_s, u""_s, u"2x"_s, u"-5m"_s, u"5 min ago"_s, u"tomorrow"_s}) {
            type(edit, typed);
            QVERIFY2(!edit.problem().isEmpty(), qPrintable(typed));
            QCOMPARE(edit.duration(), Millis(5min));
        }
        type(edit, u"15"_s);
        QCOMPARE(edit.problem(), u"\"15\" needs a unit. Enter 15s, 15m, 15h or 15d."_s);
        edit.setRange(1s, 168h);
        type(edit, u"8d"_s);
        QCOMPARE(edit.problem(), u"Enter a duration from 1s to 7d."_s);
    }

    void stepsChangeTheNumberUnderTheCursor()
    {
        DurationEdit edit;
        type(edit, u"59m"_s);
        QTest::keyClick(&edit, Qt::Key_Up);
        QTest::keyClick(&edit, Qt::Key_Up);
        QCOMPARE(edit.text(), u"61m"_s);
        type(edit, u"1h30m"_s);
        QTest::keyClick(&edit, Qt::Key_Home);
        QTest::keyClick(&edit, Qt::Key_Down);
        QCOMPARE(edit.text(), u"0h30m"_s);
        QCOMPARE(edit.duration(), Millis(30min));
        QTest::keyClick(&edit, Qt::Key_Down);
        QCOMPARE(edit.duration(), Millis(0));
        type(edit, u"2 hours"_s);
        QTest::keyClick(&edit, Qt::Key_Return);
        QCOMPARE(edit.text(), u"2h"_s);
    }

    void aNewTaskIsDueInWhatIsTyped()
    {
        const Theme theme(*qApp);
        AddTaskDialog dialog(
            theme, m_berlin, mail(), {u"mail.send"_s}, u"shop"_s, Environment::Development, Millis(0), nullptr);
        dialog.show();
        dialog.findChild<QComboBox*>()->setEditText(u"mail.send"_s);
        auto& in = field<DurationEdit>(dialog, u"In"_s);
        type(in, u"2h"_s);
        QCOMPARE(dialog.tasks().front().dueIn, Millis(2h));
        QVERIFY(dialog.command().contains(u"--in 2h"_s));
        type(in, u"+400d"_s);
        QCOMPARE(dialog.tasks().front().dueIn, Millis(9600h));
        QVERIFY(verbOf(dialog).isEnabled());
        type(in, u"15"_s);
        QVERIFY(!verbOf(dialog).isEnabled() && says(dialog, u"\"15\" needs a unit"_s));
        type(field<InstantEdit>(dialog, u"At"_s), u"+2h"_s);
        QVERIFY(verbOf(dialog).isEnabled() && dialog.tasks().front().dueAt);
        for (const auto& [name, typed] : {std::pair(u"Lease"_s, u"2 minutes"_s)}) {
            field<QLineEdit>(dialog, name).setText(typed);
            QVERIFY(verbOf(dialog).isEnabled());
            QCOMPARE(dialog.tasks().front().options.leaseFor, Millis(2min));
        }
    }

    void tasksAreShiftedByWhatIsTyped()
    {
        const Theme theme(*qApp);
        const TimePoint now = SystemClock().now();
        RescheduleDialog dialog(theme, m_berlin, {TaskRef{"mail#1", TaskState::Scheduled, {}, now + 1h}}, "mail",
            Environment::Development, now, 24h, nullptr);
        dialog.show();
        auto& by = field<DurationEdit>(dialog, u"Shift by"_s);
        type(by, u"2h"_s);
        QCOMPARE(dialog.action().by, Millis(2h));
        type(by, u"30"_s);
        QVERIFY(!verbOf(dialog).isEnabled() && says(dialog, u"\"30\" needs a unit"_s));
        type(by, u"30s"_s);
        QVERIFY(verbOf(dialog).isEnabled() && !says(dialog, u"needs a unit"_s));
    }

    /// Space for the lines below a time field is reserved from the start, so messages about the time don't move
    /// anything.
    void nothingMovesWhileATimeIsTyped()
    {
        const Theme theme(*qApp);
        AddTaskDialog dialog(
            theme, m_berlin, mail(), {u"mail.send"_s}, u"shop"_s, Environment::Development, Millis(0), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QCoreApplication::processEvents();
        auto& at = field<InstantEdit>(dialog, u"At"_s);
        auto& copies = field<QAbstractSpinBox>(dialog, u"Copies"_s);
        const int height = dialog.height();
        const int top = at.mapTo(&dialog, QPoint()).y();
        const int below = copies.mapTo(&dialog, QPoint()).y();
        dialog.findChild<QComboBox*>()->setEditText(u"mail.send"_s);
        for (const QString& typed : {u"tomorrow 9"_s, u"yesterday 9"_s, u"tomorow 9"_s, u"1764061200"_s, u"now"_s,
                 u"2 days ago"_s, u"2027-03-28 02:30"_s, u"+5m"_s}) {
            type(at, typed);
            QCoreApplication::processEvents();
            QCoreApplication::processEvents();
            QVERIFY2(dialog.height() == height,
                qPrintable(u"%1: %2 instead of %3"_s.arg(typed).arg(dialog.height()).arg(height)));
            QCOMPARE(at.mapTo(&dialog, QPoint()).y(), top);
            QCOMPARE(copies.mapTo(&dialog, QPoint()).y(), below);
        }
        type(at, u"tomorow 9"_s);
        for (const PlainLabel* label : dialog.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(u"is not a time"_s))
                QVERIFY(label->mapTo(&dialog, QPoint()).y() < below);
        }
        type(at, u"yesterday 9"_s);
        QVERIFY(says(dialog, u" ago. This time has passed"_s));
    }

    void noLineIsBrokenInsideAnInstant()
    {
        for (const QString& words :
            {u"Due 2026-11-27 05:30:00.000 UTC+1 (2026-11-27 04:30:00.000 UTC), in 2 h 5 min."_s,
                u"到期：2026-11-27 05:30:00.000 UTC+5:30（2026-11-27 00:00:00.000 UTC），2 小时 5 分钟后。"_s}) {
            const QString text = breakable(words);
            static const QRegularExpression instant(u"2026-11-27.[\\d:]+\\.000.UTC[+:\\d]*"_s);
            QCOMPARE(text.count(instant), 2);
            for (int width = 120; width < 500; ++width) {
                QTextLayout layout(text, QApplication::font());
                layout.beginLayout();
                for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
                    line.setLineWidth(width);
                    const int end = line.textStart() + line.textLength();
                    for (auto found = instant.globalMatch(text); found.hasNext();) {
                        const auto one = found.next();
                        QVERIFY2(end <= one.capturedStart() || end >= one.capturedEnd(),
                            qPrintable(u"%1: %2|%3"_s.arg(width).arg(text.left(end), text.mid(end))));
                    }
                }
                layout.endLayout();
            }
        }
    }
};

QTEST_MAIN(TestDurationEdit)
#include "tst_durationedit.moc"
