// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/edittaskdialog.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/text/language.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/times/instantedit.h"
#include "ui/widgets/toasts.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests editing and copying a waiting task with the keyboard, on a real server.
class TestTaskEditing : public QObject
{
    Q_OBJECT

    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;

    /// Passes the next dialog of this type to `act` once it is visible.
    template <typename Dialog> void answer(const std::function<void(Dialog&)>& act)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(10);
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            timer->stop();
            timer->deleteLater();
            const QPointer<QDialog> there(dialog);
            act(*dialog);
            if (there && there->isVisible()) // still open: a check in `act` has failed
                there->reject();
        });
        timer->start();
    }
    static QPushButton& verb(QDialog& dialog, const QString& word)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').startsWith(word))
                return *button;
        }
        qFatal("the dialog has no such verb");
    }
    static QByteArray payload(Shop& shop, const TaskId& id) { return *shop.backend().inspector().payload("mail", id); }
    static void picture(QWidget& widget, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_PICTURES_ALL"); !folder.isEmpty())
            widget.grab().save(folder + u'/' + name + u".png"_s);
    }
    static void chooseFirst(OpenWindow& place)
    {
        QTRY_VERIFY(place.bench.view().current() && place.bench.view().current()->session().isOnline());
        QTRY_VERIFY(place.table().model()->rowCount() > 0 && place.bench.list().tasks().taskAt(0));
        place.table().setFocus();
        place.table().setCurrentIndex(place.table().model()->index(0, 0));
    }
    /// Presses Ctrl and a key in the table. Activates the window first, because without a window manager, nothing
    /// activates a window when a dialog closes.
    static void press(OpenWindow& place, Qt::Key key)
    {
        place.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&place.window));
        place.table().setFocus();
        QTest::keyClick(&place.table(), key, Qt::ControlModifier);
    }
    static QString said(OpenWindow& place) { return place.window.messages().notice().text; }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aTaskIsEditedAndUndoneByKeyboard()
    {
        Shop shop;
        shop.add(3);
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        const QByteArray before = payload(shop, "mail.send#1");
        answer<EditTaskDialog>([&](EditTaskDialog& dialog) {
            QVERIFY(!verb(dialog, u"Save"_s).isEnabled()); // Nothing has changed yet.
            auto& edit = *dialog.findChild<PayloadEdit*>();
            QTRY_VERIFY(edit.hasFocus());
            QTest::keyClick(&edit, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(&edit, u"{\"to\":\"b@a.cn\"}"_s);
            dialog.findChild<QSpinBox*>()->setValue(9);
            QCOMPARE(dialog.command(),
                u"duectl edit 'mail' 'mail.send#1' --payload '{\"to\":\"b@a.cn\"}' --max-attempts 9"_s);
            picture(dialog, u"edit-light"_s);
            QVERIFY(verb(dialog, u"Save"_s).isEnabled());
            QTest::keyClick(&verb(dialog, u"Save"_s), Qt::Key_Space);
        });
        QTRY_VERIFY(place.window.actions()["task.edit"]->isEnabled());
        press(place, Qt::Key_E);
        QTRY_COMPARE(said(place), u"mail.send#1 was edited"_s);
        QCOMPARE(payload(shop, "mail.send#1"), QByteArray("{\"to\":\"b@a.cn\"}"));
        QCOMPARE(shop.backend().inspector().task("mail", "mail.send#1")->task.maxAttempts, 9);
        // The inspector shows the new content.
        auto& inspector = place.part<Inspector>();
        if (!inspector.isVisible())
            place.window.actions()["view.inspector"]->trigger();
        QTRY_COMPARE(place.part<PayloadView>().bytes(), QByteArray("{\"to\":\"b@a.cn\"}"));
        press(place, Qt::Key_Z);
        QTRY_COMPARE(payload(shop, "mail.send#1"), before);
        QTRY_COMPARE(said(place), u"1 of 1 restored"_s);
        QTRY_COMPARE(place.part<PayloadView>().bytes(), before);
        QCOMPARE(shop.backend().inspector().task("mail", "mail.send#1")->options, TaskOptions());
    }

    void expiryAndResultAreEditedAndUndone()
    {
        Shop shop;
        NewTask task;
        task.id = "mail.send#1";
        task.dueIn = std::chrono::hours(1);
        task.options.expiresAt = fromMs(4'102'444'800'123); // The field doesn't display milliseconds.
        QVERIFY(shop.backend().editor()->add("mail", {task}).ok());
        const TaskOptions before = shop.backend().inspector().task("mail", "mail.send#1")->options;
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        const auto box = [](EditTaskDialog& dialog, const QString& word) -> QCheckBox& {
            for (auto* found : dialog.findChildren<QCheckBox*>()) {
                if (found->text().remove(u'&').startsWith(word))
                    return *found;
            }
            qFatal("the dialog has no such box");
        };
        answer<EditTaskDialog>([&](EditTaskDialog& dialog) {
            auto& expiry = *dialog.findChild<InstantEdit*>();
            QVERIFY(box(dialog, u"Do not start"_s).isChecked() && expiry.isEnabled());
            box(dialog, u"Keep"_s).setChecked(true);
            QVERIFY(verb(dialog, u"Save"_s).isEnabled());
            QCOMPARE(dialog.request().options->expiresAt, before.expiresAt); // The milliseconds are kept.
            const auto enter = [&expiry](const QString& text) {
                expiry.selectAll();
                QTest::keyClicks(&expiry, text);
            };
            enter(u"2099-12-31T23:00:00Z"_s);
            QCOMPARE(dialog.command(),
                u"duectl edit 'mail' 'mail.send#1' --expires 2099-12-31T23:00:00.000Z --keep-result"_s);
            enter(u"2020-01-01T00:00:00Z"_s);
            QVERIFY(!verb(dialog, u"Save"_s).isEnabled()); // expiry before due time
            enter(u"1795597200"_s);
            QVERIFY(!verb(dialog, u"Save"_s).isEnabled()
                && dialog.findChild<InstantEdit*>()->problem().contains(u"if the number is in seconds"));
            box(dialog, u"Do not start"_s).setChecked(false);
            QVERIFY(verb(dialog, u"Save"_s).isEnabled() && !expiry.isEnabled());
            QCOMPARE(dialog.command(), u"duectl edit 'mail' 'mail.send#1' --keep-result --default expires"_s);
            picture(dialog, u"edit-expiry"_s);
            verb(dialog, u"Save"_s).click();
        });
        QTRY_VERIFY(place.window.actions()["task.edit"]->isEnabled());
        press(place, Qt::Key_E);
        QTRY_COMPARE(said(place), u"mail.send#1 was edited"_s);
        TaskOptions now = shop.backend().inspector().task("mail", "mail.send#1")->options;
        QVERIFY(!now.expiresAt && now.keepResult);
        press(place, Qt::Key_Z);
        QTRY_COMPARE(shop.backend().inspector().task("mail", "mail.send#1")->options, before);
    }

    void whatSomebodyElseChangedIsLeftAlone()
    {
        Shop shop;
        shop.add(1);
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        answer<EditTaskDialog>([&](EditTaskDialog& dialog) {
            TaskEdit edit;
            edit.queue = "mail";
            edit.operation = "mail/his";
            edit.ref = {"mail.send#1", TaskState::Scheduled, {}, {}};
            edit.revision = *shop.backend().editor()->revision("mail", "mail.send#1");
            edit.payload = "his";
            QCOMPARE(*shop.backend().editor()->edit(edit), EditOutcome::Done);
            dialog.findChild<PayloadEdit*>()->setPlainText(u"mine"_s);
            verb(dialog, u"Save"_s).click();
        });
        QTRY_VERIFY(place.window.actions()["task.edit"]->isEnabled());
        press(place, Qt::Key_E);
        QTRY_VERIFY2(
            said(place).contains(u"The task mail.send#1 has been edited since it was read"_s), qPrintable(said(place)));
        QCOMPARE(payload(shop, "mail.send#1"), QByteArray("his"));
    }

    void bytesThatNobodyTypesStay_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("typed");
        QTest::newRow("plain") << QByteArray("{\"a\": 1}\n\tx") << true;
        QTest::newRow("nothing") << QByteArray() << true;
        QTest::newRow("space that does not break") << QByteArray("a\xc2\xa0"
                                                                 "b")
                                                   << true;
        QTest::newRow("invalid UTF-8") << QByteArray("\xff\xfe{}") << false;
        QTest::newRow("NUL") << QByteArray("a\0b", 3) << false;
        QTest::newRow("CRLF") << QByteArray("a\r\nb") << false;
        QTest::newRow("BiDi") << QByteArray("\xe2\x80\xaegnp.exe") << false;
        QTest::newRow("line separator") << QByteArray("a\xe2\x80\xa8"
                                                      "b\xe2\x80\xa9"
                                                      "c")
                                        << false;
        QTest::newRow("large") << QByteArray(PayloadEdit::typedUpTo + 1, 'x') << false;
    }

    void bytesThatNobodyTypesStay()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, typed);
        PayloadEdit edit(*m_theme);
        edit.setBytes(bytes);
        if (bytes
            != "a\xc2\xa0"
               "b") // core decides how to escape this
            QCOMPARE(edit.isTyped(), typed);
        QCOMPARE(edit.bytes(), bytes);
        if (!edit.isTyped())
            return;
        QTest::keyClicks(&edit, u"#"_s);
        QCOMPARE(edit.bytes(), "#" + bytes);
        QTest::keyClick(&edit, Qt::Key_Backspace);
        QCOMPARE(edit.bytes(), bytes);
    }

    void optionsOfATaskWithOddBytesAreEditedAndTheBytesStay()
    {
        Shop shop;
        const QByteArray odd("\0\xff\r\n", 4);
        QVERIFY(
            shop.backend().editor()->add("mail", {{"odd\xe2\x80\xae<b>#1", {}, std::chrono::hours(1), {}, odd}}).ok());
        const TaskId id("odd\xe2\x80\xae<b>#1");
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        answer<EditTaskDialog>([&](EditTaskDialog& dialog) {
            QVERIFY(!dialog.findChild<PayloadEdit*>()->isTyped());
            dialog.findChild<QSpinBox*>()->setValue(2);
            picture(dialog, u"edit-odd"_s);
            verb(dialog, u"Save"_s).click();
        });
        QTRY_VERIFY(place.window.actions()["task.edit"]->isEnabled());
        press(place, Qt::Key_E);
        QTRY_COMPARE(shop.backend().inspector().task("mail", id)->task.maxAttempts, 2);
        QCOMPARE(payload(shop, id), odd);
        // The copy has the task's payload bytes, type and options, but a new id.
        QTRY_VERIFY(place.window.actions()["task.copy"]->isEnabled());
        answer<AddTaskDialog>([&](AddTaskDialog& dialog) {
            picture(dialog, u"copy-odd"_s);
            verb(dialog, u"Add task"_s).click();
        });
        press(place, Qt::Key_D);
        QTRY_COMPARE(place.bench.view().queue()->counts.pending(), 2);
        for (const TaskState state : {TaskState::Scheduled, TaskState::Due}) {
            const auto page = shop.backend().inspector().page({"mail", state});
            for (const Task& task : page->tasks) {
                QCOMPARE(typeOf(task).toByteArray(), typeOf(id).toByteArray());
                QCOMPARE(payload(shop, task.id), odd);
                QCOMPARE(task.maxAttempts, 2);
            }
        }
    }

    void aCopyKeepsItsResultAsTheFirstDid()
    {
        EditableTask held;
        held.detail.task.id = "mail.send#1";
        held.detail.options.keepResult = true;
        held.payload = "{}";
        const Formatting formatting{QTimeZone::utc()};
        AddTaskDialog dialog(
            *m_theme, formatting, QueueInfo(), {}, u"mail"_s, Environment::Development, Millis(0), nullptr);
        dialog.copy(held);
        QVERIFY(dialog.tasks().front().options.keepResult);
        QVERIFY(dialog.command().contains(u"--keep-result"_s));
    }

    void aFailedTaskIsEditedAndRetriedAndBothAreUndone()
    {
        Shop shop;
        NewTask task;
        task.id = "mail.send#1";
        task.dueIn = Millis(-5000);
        task.payload = R"({"to":"ana@example","n":1.100,"tags":["a","b"]})";
        task.options.maxAttempts = 1;
        QVERIFY(shop.backend().editor()->add("mail", {task}).ok());
        shop.fail("no such address");
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        auto& inspector = place.part<Inspector>();
        if (!inspector.isVisible())
            place.window.actions()["view.inspector"]->trigger();
        QTRY_COMPARE(inspector.shownTask(), TaskId("mail.send#1"));
        const auto shown = [&inspector](const QString& words) -> QPushButton* {
            for (auto* button : inspector.findChildren<QPushButton*>()) {
                if (button->isVisible() && button->text().remove(u'&') == words)
                    return button;
            }
            return nullptr;
        };
        for (const QString& words : {u"Retry"_s, u"Retry at…"_s, u"Edit and retry…"_s, u"Discard"_s})
            QTRY_VERIFY2(shown(words) && shown(words)->isEnabled(), qPrintable(words));
        QVERIFY(!place.part<PayloadView>().editButton()->isVisible());
        answer<EditTaskDialog>([&](EditTaskDialog& dialog) {
            auto& edit = *dialog.findChild<PayloadEdit*>();
            const int before = edit.height();
            verb(dialog, u"Format"_s).click();
            QVERIFY(edit.toPlainText().contains(u"\n  \"n\": 1.100,"_s)); // Numbers stay as they are written.
            QTRY_VERIFY(edit.height() > before);
            QVERIFY(dialog.height() <= 640);
            QVERIFY(!verb(dialog, u"Save and retry"_s).isEnabled()); // White space alone is no change.
            edit.setPlainText(edit.toPlainText().replace(u"ana@example"_s, u"ana@example.com"_s));
            QTRY_VERIFY(verb(dialog, u"Save and retry"_s).isEnabled());
            bool hasDiff = false;
            for (const auto* label : dialog.findChildren<PlainLabel*>())
                hasDiff = hasDiff || label->fullText() == u"$.to: \"ana@example\" → \"ana@example.com\""_s;
            QVERIFY(hasDiff);
            picture(dialog, u"edit-failed"_s);
            verb(dialog, u"Save and retry"_s).click();
        });
        shown(u"Edit and retry…"_s)->click();
        QTRY_COMPARE(said(place), u"mail.send#1 was edited and retried"_s);
        QCOMPARE(payload(shop, "mail.send#1"), QByteArray(R"({"to":"ana@example.com","n":1.100,"tags":["a","b"]})"));
        QCOMPARE(shop.backend().inspector().task("mail", "mail.send#1")->task.state, TaskState::Retrying);
        press(place, Qt::Key_Z); // One undo restores the content and the state.
        QTRY_COMPARE(shop.backend().inspector().task("mail", "mail.send#1")->task.state, TaskState::Failed);
        QTRY_COMPARE(payload(shop, "mail.send#1"), task.payload);
    }

    void onlyOneTaskThatWaitsOrHasFailedCanBeEdited()
    {
        Shop shop;
        shop.add(2);
        shop.add(1, std::chrono::seconds(-5), "mail", 7);
        shop.fail("broken");
        OpenWindow place(*m_theme);
        place.open(shop.profile(u"shop"_s));
        chooseFirst(place);
        ActionContext context = place.bench.actions().context(1, 0, {TaskState::Failed});
        QVERIFY(Actions::allows(context, "task.edit"));
        QVERIFY(Actions::allows(context, "task.copy"));
        context.states = {TaskState::Done};
        QVERIFY(!Actions::allows(context, "task.edit"));
        context = place.bench.actions().context(2, 0, {TaskState::Scheduled});
        QVERIFY(!Actions::allows(context, "task.edit"));
        context.selected = 1;
        QVERIFY(Actions::allows(context, "task.edit"));
        context.capabilities.edits = {};
        QVERIFY(!Actions::allows(context, "task.edit"));
        QCOMPARE(Actions::whyNot(context, "task.edit"), u"Tasks in this queue cannot be edited in place."_s);
    }

    void maskedPayloadsAreNeitherEditedNorCopied()
    {
        Shop shop;
        shop.add(1);
        const QByteArray before = payload(shop, "mail.send#1");
        OpenWindow place(*m_theme);
        Profile profile = shop.profile(u"shop"_s, Environment::Staging);
        profile.maskedFields = {u"to"_s};
        place.open(profile);
        chooseFirst(place);
        QTRY_VERIFY(place.window.actions()["task.copy"]->isEnabled());
        press(place, Qt::Key_D);
        QTRY_VERIFY(said(place).contains(u"masked"_s));
        answer<EditTaskDialog>([&](EditTaskDialog& dialog) {
            QVERIFY(!dialog.findChild<PayloadEdit*>());
            picture(dialog, u"edit-masked"_s);
            dialog.findChild<QSpinBox*>()->setValue(2);
            verb(dialog, u"Save"_s).click();
        });
        QTRY_VERIFY(place.window.actions()["task.edit"]->isEnabled());
        press(place, Qt::Key_E);
        QTRY_COMPARE(said(place), u"mail.send#1 was edited"_s);
        QCOMPARE(payload(shop, "mail.send#1"), before);
    }
};

QTEST_MAIN(TestTaskEditing)
#include "tst_taskediting.moc"
