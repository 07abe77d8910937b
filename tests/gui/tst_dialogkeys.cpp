// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/windowplace.h"
#include "ui/dialogs/discardquestion.h"
#include "ui/dialogs/mnemonics.h"
#include "ui/text/language.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests operating dialogs with the keyboard alone: mnemonics of fields and buttons, Return, Escape and Tab.
class TestDialogKeys : public QObject
{
    Q_OBJECT

    std::unique_ptr<WindowPlace> m_place;
    const Formatting m_formatting{QTimeZone::utc()};

    static bool isPart(const QWidget& widget)
    {
        for (const QWidget* at = widget.parentWidget(); at && !at->isWindow(); at = at->parentWidget()) {
            if (qobject_cast<const QLineEdit*>(at) || qobject_cast<const QAbstractSpinBox*>(at)
                || qobject_cast<const QComboBox*>(at) || qobject_cast<const QAbstractItemView*>(at)
                || qobject_cast<const QTabBar*>(at))
                return true;
        }
        return false;
    }
    static bool hasWords(const QString& text)
    {
        return std::any_of(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
    }
    /// Returns all buttons and field labels, with their text.
    static std::vector<std::pair<const QWidget*, QString>> lettered(const QDialog& dialog)
    {
        std::vector<std::pair<const QWidget*, QString>> found;
        for (const QWidget* widget : dialog.findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->window() != &dialog || isPart(*widget))
                continue;
            const auto* tool = qobject_cast<const QToolButton*>(widget);
            if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull())
                continue;
            if (const auto* button = qobject_cast<const QAbstractButton*>(widget); button && hasWords(button->text()))
                found.emplace_back(widget, button->text());
            else if (const auto* label = qobject_cast<const QLabel*>(widget); label && !label->wordWrap()
                     && label->buddy() && !qobject_cast<const QAbstractButton*>(label->buddy())
                     && hasWords(label->text()))
                found.emplace_back(widget, label->text());
        }
        return found;
    }
    /// Returns whether a mnemonic leads to the field, through its label or the radio button it belongs to.
    static bool isLedTo(const QDialog& dialog, const QWidget& field)
    {
        for (const auto* label : dialog.findChildren<QLabel*>()) {
            const QWidget* buddy = label->buddy();
            if (buddy && (buddy == &field || field.isAncestorOf(buddy) || buddy->focusProxy() == &field)
                && !Mnemonics::of(label->text()).isNull())
                return true;
        }
        const QLayout* around = field.parentWidget()->layout();
        for (const auto* choice : field.parentWidget()->findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly)) {
            if (around && choice->isCheckable()
                && std::abs(choice->geometry().center().y() - field.geometry().center().y()) < 8
                && !Mnemonics::of(choice->text()).isNull())
                return true;
        }
        return false;
    }
    /// Answers the next question and increments `asked`.
    static void answerNext(bool discards, int& asked)
    {
        QTimer::singleShot(0, qApp, [discards, &asked] {
            auto* question = qobject_cast<DiscardQuestion*>(QApplication::activeModalWidget());
            if (!question)
                return;
            ++asked;
            if (!discards)
                return QTest::keyClick(question->focusWidget(), Qt::Key_Return);
            for (auto* button : question->findChildren<QPushButton*>()) {
                if (Mnemonics::without(button->text()) == u"Discard"_s)
                    return button->click();
            }
            if (question->isVisible())
                question->reject();
        });
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_place = std::make_unique<WindowPlace>();
        QVERIFY(m_place->fill());
    }
    void cleanupTestCase() { m_place.reset(); }

    void everyFieldAndButtonOfADialogHasALetterOfItsOwn_data()
    {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << u"en"_s;
        QTest::newRow("Chinese") << u"zh_CN"_s;
    }
    void everyFieldAndButtonOfADialogHasALetterOfItsOwn()
    {
        QFETCH(QString, language);
        Language spoken;
        spoken.use(language);
        const QStringList filled{
            u"add"_s, u"copy"_s, u"reschedule"_s, u"schedule"_s, u"export"_s, u"import"_s, u"connect"_s};
        QStringList wrong;
        int dialogs = 0;
        m_place->forEachDialog([&](QDialog& dialog, const QString& name) {
            ++dialogs;
            QHash<QChar, QString> owners;
            for (const auto& [widget, text] : lettered(dialog)) {
                const QChar letter = Mnemonics::of(text);
                if (letter.isNull())
                    wrong << u"%1: \"%2\" has no letter"_s.arg(name, text);
                else if (owners.contains(letter))
                    wrong << u"%1: \"%2\" and \"%3\" share one"_s.arg(name, text, owners[letter]);
                owners.insert(letter, text);
            }
            if (!std::any_of(filled.begin(), filled.end(), [&](const QString& one) { return name.startsWith(one); }))
                return;
            for (const QWidget* field : dialog.findChildren<QWidget*>()) {
                const bool entered = qobject_cast<const QLineEdit*>(field) || qobject_cast<const QPlainTextEdit*>(field)
                    || qobject_cast<const QComboBox*>(field) || qobject_cast<const QAbstractSpinBox*>(field);
                // The sign combo box belongs to the amount field, so it needs no mnemonic.
                const bool ofAmount = qobject_cast<const QComboBox*>(field)
                    && field->parentWidget()->findChild<QAbstractSpinBox*>()
                    && !static_cast<const QComboBox*>(field)->isEditable() && field->accessibleName() != u"Pace"_s;
                if (entered && !ofAmount && field->isVisible() && field->isEnabled() && !isPart(*field)
                    && !isLedTo(dialog, *field))
                    wrong << u"%1: no letter leads to %2"_s.arg(name, field->accessibleName());
            }
        });
        spoken.use(u"en"_s);
        QVERIFY(dialogs > 20);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    /// Mnemonics are appended to the text, as in "(&A)", only in languages that don't use the Latin alphabet.
    void noEnglishWordsHaveALetterBehindThem()
    {
        static const QRegularExpression behind(u"\\(&[A-Z0-9]\\)"_s);
        QStringList wrong;
        m_place->forEachDialog([&](QDialog& dialog, const QString& name) {
            QStringList texts;
            for (const auto& [widget, text] : lettered(dialog))
                texts << text;
            if (!texts.filter(behind).isEmpty())
                wrong << u"%1: %2"_s.arg(name, texts.join(u", "_s));
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void aLetterMovesWhereAFieldShownLaterHasNoOther()
    {
        QDialog dialog;
        QPushButton both(u"Ox"_s, &dialog);
        QPushButton byText(u"&Yo"_s, &dialog);
        QPushButton only(u"O"_s, &dialog);
        only.hide();
        Mnemonics::assign(dialog);
        QCOMPARE(both.text(), u"&Ox"_s);
        only.setVisible(true);
        Mnemonics::assign(dialog);
        QCOMPARE(only.text(), u"&O"_s);
        QCOMPARE(both.text(), u"O&x"_s);
        QCOMPARE(byText.text(), u"&Yo"_s);
    }

    void aLetterStaysWhileTheWordsChange()
    {
        AddTaskDialog dialog(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        dialog.show();
        const auto verb = [&dialog]() -> QPushButton* {
            for (auto* button : dialog.findChildren<QPushButton*>()) {
                if (button->property("variant") == u"primary"_s)
                    return button;
            }
            return nullptr;
        };
        QVERIFY(verb());
        const QChar letter = Mnemonics::of(verb()->text());
        QVERIFY(!letter.isNull());
        for (auto* box : dialog.findChildren<QSpinBox*>()) {
            if (box->accessibleName() == u"Copies"_s)
                box->setValue(3);
        }
        QTRY_COMPARE(Mnemonics::without(verb()->text()), u"Add 3 tasks"_s);
        QTRY_COMPARE(Mnemonics::of(verb()->text()), letter);
    }

    void returnPressesTheButtonThatHasTheFocus()
    {
        QStringList wrong;
        m_place->forEachDialog([&](QDialog& dialog, const QString& name) {
            for (auto* button : dialog.findChildren<QAbstractButton*>()) {
                const auto* tool = qobject_cast<QToolButton*>(button);
                if (!button->isVisible() || !button->isEnabled() || isPart(*button) || (tool && tool->menu())
                    || button->focusPolicy() == Qt::NoFocus || qobject_cast<QCheckBox*>(button)
                    || qobject_cast<QRadioButton*>(button))
                    continue;
                QObject::disconnect(button, &QAbstractButton::clicked, nullptr, nullptr); // Only test the click.
                int clicks = 0;
                connect(button, &QAbstractButton::clicked, &dialog, [&clicks] { ++clicks; });
                button->setFocus();
                for (const auto key : {Qt::Key_Return, Qt::Key_Enter})
                    QTest::keyClick(button, key, key == Qt::Key_Enter ? Qt::KeypadModifier : Qt::NoModifier);
                button->disconnect(&dialog);
                if (clicks != 2 || !dialog.isVisible())
                    wrong << u"%1: %2 %3 is pressed %4 times"_s.arg(name, button->text(), button->accessibleName())
                                 .arg(clicks);
            }
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void thePayloadOfANewTaskIsTheNextFieldAfterItsType()
    {
        AddTaskDialog dialog(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTRY_COMPARE(QApplication::focusWidget()->accessibleName(), u"Type"_s);
        QTest::keyClicks(QApplication::focusWidget(), u"mail.send"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"Payload"_s);
        dialog.accept();
    }

    /// Typing replaces the selected payload, no matter how the field gained the focus.
    void whatIsTypedTakesThePlaceOfThePayloadThatStandsThere_data()
    {
        QTest::addColumn<QString>("dialog");
        QTest::addColumn<QString>("way");
        for (const char* dialog : {"add", "schedule"}) {
            for (const char* way : {"Tab", "letter", "mouse", "beside it", "paste"})
                QTest::addRow("%s, %s", dialog, way) << QString::fromLatin1(dialog) << QString::fromLatin1(way);
        }
    }
    void whatIsTypedTakesThePlaceOfThePayloadThatStandsThere()
    {
        QFETCH(QString, dialog);
        QFETCH(QString, way);
        AddTaskDialog add(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        ScheduleDialog::Subject subject;
        subject.connection = u"shop"_s;
        ScheduleDialog schedule(m_place->theme(), m_formatting, subject, &m_place->window());
        QDialog& shown = dialog == u"add"_s ? static_cast<QDialog&>(add) : schedule;
        shown.show();
        QVERIFY(QTest::qWaitForWindowActive(&shown));
        auto* payload = shown.findChild<PayloadEdit*>();
        QVERIFY(payload);
        QCOMPARE(payload->bytes(), QByteArray("{}"));
        if (way == u"mouse"_s || way == u"beside it"_s) {
            QTest::mouseClick(payload->viewport(), Qt::LeftButton, {},
                way == u"mouse"_s ? QPoint(8, 10) : payload->viewport()->rect().center());
        } else if (way == u"letter"_s) {
            for (const auto* label : shown.findChildren<QLabel*>()) {
                if (label->buddy() == payload)
                    QTest::keyClick(&shown, char(Mnemonics::of(label->text()).toLatin1()), Qt::AltModifier);
            }
        } else {
            for (int tabs = 0; tabs < 30 && QApplication::focusWidget() != payload; ++tabs)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(QApplication::focusWidget(), payload);
        const QString typed = u"{\"a\":1}"_s;
        if (way == u"paste"_s) {
            QApplication::clipboard()->setText(typed);
            QTest::keyClick(payload, Qt::Key_V, Qt::ControlModifier);
        } else {
            QTest::keyClicks(payload, typed);
        }
        QCOMPARE(payload->bytes(), typed.toUtf8());
        // Text that the user has typed is not selected again.
        QTest::keyClick(payload, Qt::Key_Tab);
        payload->setFocus(Qt::TabFocusReason);
        QVERIFY(!payload->textCursor().hasSelection());
        shown.done(QDialog::Rejected);
    }

    void thePayloadThatStandsThereCanBeEditedAndThatOfATaskIsNotReplaced()
    {
        AddTaskDialog add(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        add.show();
        auto* payload = add.findChild<PayloadEdit*>();
        payload->setFocus(Qt::TabFocusReason);
        QTest::keyClick(payload, Qt::Key_Home);
        QTest::keyClick(payload, Qt::Key_Right);
        QTest::keyClicks(payload, u"\"a\":1"_s);
        QCOMPARE(payload->bytes(), QByteArray("{\"a\":1}"));
        add.done(QDialog::Rejected);

        EditableTask task;
        task.detail.task.id = "mail.send#1";
        task.payload = "{}";
        AddTaskDialog copy(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        copy.copy(task);
        copy.show();
        copy.findChild<PayloadEdit*>()->setFocus(Qt::TabFocusReason);
        QVERIFY(!copy.findChild<PayloadEdit*>()->textCursor().hasSelection());
        copy.done(QDialog::Rejected);
    }

    void escapeAsksBeforeWhatWasTypedIsThrownAway()
    {
        AddTaskDialog add(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        ScheduleDialog::Subject subject;
        subject.connection = u"shop"_s;
        ScheduleDialog schedule(m_place->theme(), m_formatting, subject, &m_place->window());
        ConnectDialog connecting(m_place->theme(), nullptr, &m_place->window());
        for (QDialog* dialog :
            {static_cast<QDialog*>(&add), static_cast<QDialog*>(&schedule), static_cast<QDialog*>(&connecting)}) {
            int asked = 0;
            dialog->show(); // An untouched dialog closes without asking.
            answerNext(false, asked);
            QTest::keyClick(dialog, Qt::Key_Escape);
            QVERIFY(!dialog->isVisible());
            QCoreApplication::processEvents();
            QCOMPARE(asked, 0);

            dialog->show();
            auto* line = dialog->focusWidget();
            QVERIFY(line);
            QTest::keyClicks(line, u"x"_s);
            answerNext(false, asked);
            QTest::keyClick(dialog, Qt::Key_Escape);
            QCOMPARE(asked, 1);
            QVERIFY(dialog->isVisible()); // Return chooses to keep editing.
            answerNext(false, asked);
            dialog->close();
            QCOMPARE(asked, 2);
            QVERIFY(dialog->isVisible());
            answerNext(true, asked);
            QTest::keyClick(dialog, Qt::Key_Escape);
            QCOMPARE(asked, 3);
            QVERIFY(!dialog->isVisible());
        }
    }

    /// Covers every dialog, including ones added in the future.
    void escapeAsksInEveryDialogThatSomethingIsTypedInto()
    {
        const QStringList toLookAt{u"help"_s, u"palette"_s}; // dialogs with nothing but search fields
        const QStringList known{u"password"_s}; // dialogs that hide typed text
        QStringList wrong;
        QSet<QString> asking;
        m_place->forEachDialog([&](QDialog& dialog, const QString& name) {
            const auto press = [&](QWidget& field, bool expected) {
                int asked = 0;
                answerNext(false, asked);
                QTest::keyClick(&dialog, Qt::Key_Escape);
                QCoreApplication::processEvents();
                if (asked != int(expected) || dialog.isVisible() != expected)
                    wrong << u"%1, %2: Escape asks %3 times"_s.arg(name, field.accessibleName()).arg(asked);
                if (!dialog.isVisible())
                    dialog.show();
                asking.insert(expected ? name : QString());
            };
            for (QWidget* field : dialog.findChildren<QWidget*>()) {
                auto* line = qobject_cast<QLineEdit*>(field);
                auto* lines = qobject_cast<QPlainTextEdit*>(field);
                if (!field->isVisible() || !field->isEnabled() || (!line && !lines) || field->window() != &dialog
                    || (line ? line->isReadOnly() : lines->isReadOnly()))
                    continue;
                dialog.hide();
                // Nothing has been typed into this dialog yet; earlier iterations typed into others.
                dialog.show();
                const QString before = line ? line->text() : lines->toPlainText();
                const bool confirms = field->objectName() == u"count"_s;
                const bool expected = !confirms && !toLookAt.contains(name) && !known.contains(name);
                if (qobject_cast<QSpinBox*>(field->parentWidget()))
                    static_cast<QSpinBox*>(field->parentWidget())->stepUp();
                else if (line)
                    line->setText(before + u'7');
                else
                    lines->setPlainText(before + u'x');
                press(*field, expected);
                if (qobject_cast<QSpinBox*>(field->parentWidget()))
                    static_cast<QSpinBox*>(field->parentWidget())->stepDown();
                else if (line)
                    line->setText(before);
                else
                    lines->setPlainText(before);
            }
        });
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
        for (const char* name : {"add", "edit-text", "schedule", "connect", "reschedule", "move", "import-tasks",
                 "export", "adopt-zset-jobs", "layout-zset-jobs", "name", "confirm", "import-connections"})
            QVERIFY2(asking.contains(QString::fromLatin1(name)), name);
    }

    void choicesAreAskedAboutToo()
    {
        SettingsDialog settings(m_place->theme(), Preferences(), &m_place->window());
        settings.show();
        auto* box = settings.findChildren<QComboBox*>().at(2);
        box->setCurrentIndex((box->currentIndex() + 1) % box->count());
        int asked = 0;
        answerNext(false, asked);
        QTest::keyClick(&settings, Qt::Key_Escape);
        QCOMPARE(asked, 1);
        QVERIFY(settings.isVisible());
        answerNext(true, asked);
        QTest::keyClick(&settings, Qt::Key_Escape);
        QVERIFY(!settings.isVisible());
    }

    void cancelIsNotAskedAbout()
    {
        AddTaskDialog add(m_place->theme(), m_formatting, *m_place->bench().view().queue(), {}, u"webhooks"_s,
            Environment::Development, Millis(0), &m_place->window());
        add.show();
        QVERIFY(QTest::qWaitForWindowActive(&add)); // A dialog gets no keys until it is active.
        QTest::keyClicks(add.focusWidget(), u"x"_s);
        QTest::keyClick(&add, Qt::Key_C, Qt::AltModifier);
        QTRY_VERIFY(!add.isVisible());
    }

    /// Pressing Return too early, out of habit, must not trigger the Cancel button. Also tests Space, which presses
    /// buttons on every desktop.
    void whatIsPressedWhileAQuestionLooksLeavesItOpen()
    {
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Retry;
        request.selection = {TaskSelection::Kind::Filter, {}, {}, *TaskFilter::parse(u"state:failed"_s)};
        Profile profile;
        profile.name = u"here"_s;
        ConfirmDialog confirm(
            m_place->theme(), m_formatting, request, profile, m_place->bench().view().now(), &m_place->window(), 5);
        confirm.show();
        QVERIFY(QTest::qWaitForWindowActive(&confirm));
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Space})
            QTest::keyClick(confirm.focusWidget(), key);
        QVERIFY(confirm.isVisible());
        QTest::keyClick(&confirm, Qt::Key_Escape);
        QVERIFY(!confirm.isVisible());
        confirm.show();
        QVERIFY(QTest::qWaitForWindowActive(&confirm));
        OperationPreview preview;
        preview.total = preview.counts[TaskState::Failed] = 5;
        preview.undoable = true;
        confirm.setPreview(preview);
        QTest::keyClick(confirm.focusWidget(), Qt::Key_Return);
        QVERIFY(!confirm.isVisible());
        QCOMPARE(confirm.result(), int(QDialog::Accepted));
    }

    void whatCannotBeToldLeadsToCancel()
    {
        OperationRequest request;
        request.queue = "mail";
        request.selection = {TaskSelection::Kind::Filter, {}, {}, *TaskFilter::parse(u"state:failed"_s)};
        ConfirmDialog confirm(
            m_place->theme(), m_formatting, request, Profile(), m_place->bench().view().now(), &m_place->window(), 5);
        confirm.show();
        QVERIFY(QTest::qWaitForWindowActive(&confirm));
        confirm.setFailure({ErrorCode::Unreachable, u"The server does not answer."_s});
        QTest::keyClick(confirm.focusWidget(), Qt::Key_Space);
        QVERIFY(!confirm.isVisible());
        QCOMPARE(confirm.result(), int(QDialog::Rejected));
    }
};

QTEST_MAIN(TestDialogKeys)
#include "tst_dialogkeys.moc"
