// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/support/hostilestrings.h"
#include "ui/dialogs/comparedialog.h"
#include "ui/inspector/attemptspane.h"
#include "ui/inspector/attemptsview.h"
#include "ui/inspector/inspector.h"
#include "ui/text/language.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QCheckBox>
#include <QClipboard>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests comparing two tasks or two attempts with the keyboard, in the real window on a real server.
class TestCompare : public QObject
{
    Q_OBJECT

    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;

    /// Passes the next comparison dialog to `act` when it opens.
    void answer(const std::function<void(CompareDialog&)>& act)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(10);
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto* dialog = qobject_cast<CompareDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            timer->stop();
            timer->deleteLater();
            const QPointer<QDialog> there(dialog);
            act(*dialog);
            if (there && there->isVisible())
                there->reject();
        });
        timer->start();
    }
    static void add(Shop& shop, const TaskId& id, const QByteArray& payload, Millis in = std::chrono::hours(1))
    {
        NewTask task;
        task.id = id;
        task.dueIn = in;
        task.payload = payload;
        QVERIFY(shop.backend().editor()->add("mail", {task}).ok());
    }
    static void chooseFirst(OpenWindow& place)
    {
        QTRY_VERIFY(place.bench.view().current() && place.bench.view().current()->session().isOnline());
        QTRY_VERIFY(place.table().model()->rowCount() > 0 && place.bench.list().tasks().taskAt(0));
        place.table().setFocus();
        place.table().setCurrentIndex(place.table().model()->index(0, 0));
    }
    /// Ticks the first two tasks.
    static void tickTwo(OpenWindow& place)
    {
        chooseFirst(place);
        place.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&place.window));
        place.table().setFocus();
        QTest::keyClick(&place.table(), Qt::Key_Space);
        QTest::keyClick(&place.table(), Qt::Key_Down);
        QTest::keyClick(&place.table(), Qt::Key_Space);
        QTRY_COMPARE(int(place.table().selection().size()), 2);
    }
    static QString cell(const CompareDialog& dialog, int row, int column)
    {
        return dialog.model().index(row, column).data().toString();
    }
    /// Returns the row for the field `where`, or -1.
    static int rowOf(const CompareDialog& dialog, const QString& where)
    {
        for (int row = 0; row < dialog.model().rowCount(); ++row) {
            if (cell(dialog, row, ComparisonModel::Where) == where)
                return row;
        }
        return -1;
    }
    static QPushButton& button(QDialog& dialog, const QString& word)
    {
        for (auto* found : dialog.findChildren<QPushButton*>()) {
            if (found->text().remove(u'&').startsWith(word))
                return *found;
        }
        qFatal("the dialog has no such button");
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void twoTasksAreComparedByKeyboard()
    {
        Shop shop;
        add(shop, "mail.send#1", R"({"to":"a@b.cn","n":1,"old":true})");
        add(shop, "mail.send#2", R"({"to":"a@b.cn","n":1.0,"new":"x"})", std::chrono::hours(2));
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        QTRY_VERIFY(place.window.actions()["task.edit"]->isEnabled());
        QVERIFY(!place.window.actions()["task.compare"]->isEnabled()); // Only one task is selected.
        tickTwo(place);
        QTRY_VERIFY(place.window.actions()["task.compare"]->isEnabled());
        bool seen = false;
        answer([&](CompareDialog& dialog) {
            seen = true;
            auto& table = *dialog.findChild<PanelTable*>();
            QTRY_VERIFY(table.hasFocus());
            const int number = rowOf(dialog, u"$.n"_s);
            QVERIFY(number > 0);
            QCOMPARE(cell(dialog, number, ComparisonModel::Sign), u"~ differs"_s);
            QCOMPARE(cell(dialog, number, ComparisonModel::A), u"1"_s);
            QCOMPARE(cell(dialog, number, ComparisonModel::B), u"1.0"_s);
            QCOMPARE(cell(dialog, rowOf(dialog, u"$.old"_s), ComparisonModel::Sign), u"− only in A"_s);
            QCOMPARE(cell(dialog, rowOf(dialog, u"$.new"_s), ComparisonModel::Sign), u"+ only in B"_s);
            QVERIFY(rowOf(dialog, u"Due at"_s) >= 0);
            QCOMPARE(rowOf(dialog, u"Type"_s), -1); // Both types are the same.
            // The dialog shows the current row's full value.
            QTest::keyClick(&table, Qt::Key_Home);
            QTest::keyClick(&table, Qt::Key_End);
            const auto whole = dialog.findChildren<QPlainTextEdit*>();
            QCOMPARE(whole.size(), 2);
            QCOMPARE(whole[1]->toPlainText(), u"\"x\""_s);
            QVERIFY(!whole[0]->accessibleName().isEmpty());
            QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
            QCOMPARE(QApplication::clipboard()->text(), u"+ only in B\t$.new\t\t\"x\""_s);
            dialog.findChild<QCheckBox*>()->setChecked(true);
            QVERIFY(rowOf(dialog, u"Type"_s) >= 0);
            button(dialog, u"Copy as text"_s).click();
            QVERIFY(QApplication::clipboard()->text().startsWith(u"A: mail.send#1\nB: mail.send#2\n"_s));
            button(dialog, u"Copy as command"_s).click();
            QCOMPARE(QApplication::clipboard()->text(), u"duectl diff 'mail' 'mail.send#1' 'mail.send#2'"_s);
            QTest::keyClick(&table, Qt::Key_Escape);
        });
        QTest::keyClick(&place.table(), Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(seen);
    }

    void attemptsAreComparedInTheInspector()
    {
        Shop shop;
        add(shop, "mail.send#1", "{}", std::chrono::seconds(-5));
        for (const char* error : {"same\none <b>1</b>", "same\ntwo", "three"}) {
            ClaimRequest request{"mail", 1, std::chrono::seconds(30), {}};
            request.types.all = true;
            const auto claim = shop.backend().broker()->claim(request);
            QVERIFY(claim && claim->leases.size() == 1);
            const Lease& lease = claim->leases.front();
            QVERIFY(
                shop.backend().broker()->nack("mail", {{lease.id, lease.token, Millis(0), "failed", error}}, {}).ok());
        }
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        if (!place.part<Inspector>().isVisible())
            place.window.actions()["view.inspector"]->trigger();
        auto& attempts = place.part<AttemptsView>();
        QTRY_COMPARE(attempts.model()->rowCount(), 3);
        QPushButton* compare = nullptr;
        for (auto* found : place.part<AttemptsPane>().findChildren<QPushButton*>())
            compare = found;
        QVERIFY(compare && compare->isVisible() && !compare->isEnabled());
        QVERIFY(compare->toolTip().contains(u"exactly two"_s));
        place.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&place.window));
        attempts.setFocus();
        attempts.setCurrentIndex(attempts.model()->index(1, 0)); // Select the second attempt.
        QTest::keyClick(&attempts, Qt::Key_Down, Qt::ShiftModifier); // extends the selection to the first attempt
        QVERIFY(compare->isEnabled());
        int shown = 0;
        const auto look = [&](CompareDialog& dialog) {
            ++shown;
            // Column A shows the earlier attempt, even though the later one was selected first.
            QCOMPARE(cell(dialog, rowOf(dialog, u"Attempt"_s), ComparisonModel::A), u"1"_s);
            const int line = rowOf(dialog, u"Line 2"_s);
            QVERIFY(line > 0);
            QCOMPARE(cell(dialog, line, ComparisonModel::A), u"one <b>1</b>"_s);
            QCOMPARE(cell(dialog, line, ComparisonModel::B), u"two"_s);
            button(dialog, u"Copy as command"_s).click();
            QCOMPARE(QApplication::clipboard()->text(), u"duectl diff --attempts 1,2 'mail' 'mail.send#1'"_s);
            dialog.reject();
        };
        answer(look);
        QTest::keyClick(&attempts, Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE(shown, 1);
        answer(look);
        compare->click();
        QTRY_COMPARE(shown, 2);
    }

    void durationsAreExactAndOutcomesInWords()
    {
        const auto words = [](qint64 ms) { return Formatting::exactDuration(Millis(ms)); };
        QCOMPARE(words(41), u"41 ms"_s);
        QCOMPARE(words(30'000), u"30 s"_s);
        // Show values to the millisecond, because they may differ only in the last digit.
        QCOMPARE(words(2'345), u"2,345 ms"_s);
        QCOMPARE(words(2'300), u"2,300 ms"_s);
        QCOMPARE(words(61'000), u"61,000 ms"_s);
        QCOMPARE(words(90 * 60'000), u"1 h 30 min"_s);
        QCOMPARE(Formatting::outcomeWord("expired"), u"Lease expired"_s);
        QCOMPARE(Formatting::outcomeWord("failed"), u"Failed"_s);
        QCOMPARE(Formatting::outcomeWord("odd\x01"), u"odd\\u{1}"_s);
    }

    /// The column's width depends on the text's width, not its number of characters.
    void theColumnOfPlacesHoldsChineseNames()
    {
        m_language.use(u"zh_CN"_s);
        const Attempt first{1, "a", {}, {}, "failed", "one\ntwo"};
        const Attempt second{2, "b", {}, {}, "expired", {}};
        const Formatting formatting(QTimeZone::utc());
        const ComparisonModel model(formatting, compareAttempts(first, second, false));
        const QFontMetrics metrics(QApplication::font());
        const int room = metrics.horizontalAdvance(model.widest(ComparisonModel::Where));
        for (int row = 0; row < model.rowCount(); ++row) {
            const QString place = model.data(model.index(row, ComparisonModel::Where), Qt::DisplayRole).toString();
            QVERIFY2(metrics.horizontalAdvance(place) <= room, qPrintable(place));
        }
        m_language.use(u"en"_s);
    }

    void whatIsMaskedStaysHidden()
    {
        Shop shop;
        add(shop, "mail.send#1", R"({"to":"hunter2","n":1})");
        add(shop, "mail.send#2", R"({"to":"letmein","n":2})", std::chrono::hours(2));
        OpenWindow place(*m_theme);
        Profile profile = shop.profile(u"shop"_s, Environment::Staging);
        profile.maskedFields = {u"to"_s};
        place.open(profile);
        tickTwo(place);
        QTRY_VERIFY(place.window.actions()["task.compare"]->isEnabled());
        bool seen = false;
        answer([&](CompareDialog& dialog) {
            seen = true;
            QVERIFY(rowOf(dialog, u"$.n"_s) > 0);
            QCOMPARE(rowOf(dialog, u"$.to"_s), -1);
            const QString all = dialog.text();
            QVERIFY2(!all.contains(u"hunter2"_s) && !all.contains(u"letmein"_s), qPrintable(all));
            QVERIFY2(all.contains(u"not compared"_s), qPrintable(all));
        });
        place.window.actions()["task.compare"]->trigger();
        QTRY_VERIFY(seen);
    }

    void aTaskThatIsGoneIsTold()
    {
        Shop shop;
        shop.add(2);
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        tickTwo(place);
        QTRY_VERIFY(place.window.actions()["task.compare"]->isEnabled());
        ActionStep step{"mail", "mail/gone", {ActionKind::Delete},
            {{"mail.send#1", TaskState::Scheduled, {}, shop.dueOf("mail.send#1")}}, {}};
        QVERIFY(shop.backend().editor()->act(step).ok());
        place.window.actions()["task.compare"]->trigger();
        QTRY_VERIFY2(place.window.messages().notice().text.contains(u"mail.send#1"_s),
            qPrintable(place.window.messages().notice().text));
        QVERIFY(!QApplication::activeModalWidget());
    }

    /// All bytes are plain text, with visible replacements for invisible characters.
    void hostileBytesArePlainText()
    {
        const Formatting formatting{QTimeZone::utc()};
        for (const HostileString& hostile : hostileStrings("/etc/hostname", "http://127.0.0.1:1")) {
            Comparison comparison;
            comparison.contents.push_back({"payload", compareContents(hostile.bytes, "one line")});
            comparison.contents.push_back({"error", compareLines(hostile.bytes, "one line")});
            const ComparisonModel model(formatting, comparison);
            // Each of the two tasks has a heading and content.
            QVERIFY2(model.rowCount() >= 4, hostile.what);
            for (int row = 0; row < model.rowCount(); ++row) {
                for (int column = 0; column < ComparisonModel::Columns; ++column) {
                    const QString text = model.index(row, column).data().toString();
                    for (const QChar c : text) {
                        QVERIFY2(
                            c.isPrint() || c.isSurrogate() || c.category() == QChar::Other_NotAssigned, hostile.what);
                        QVERIFY2(c.unicode() < 0x202a || c.unicode() > 0x202e, hostile.what);
                    }
                    const QString tip = model.index(row, column).data(Qt::ToolTipRole).toString();
                    QVERIFY2(tip.isEmpty() || tip.startsWith(u"<qt>"_s), hostile.what);
                    QVERIFY2(!tip.mid(4).contains(u"<img"_s) && !tip.contains(u"<a href"_s), hostile.what);
                }
            }
        }
    }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
