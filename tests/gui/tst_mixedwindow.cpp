// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/dialogs/connect/layoutlist.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/language.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QComboBox>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests a connection with several layouts, in its dialog and in the window, where each queue offers the actions that
/// its layout supports. If DUELINE_PICTURES is set to a folder, saves screenshots of both there, in the light and dark
/// themes.
class TestMixedWindow : public QObject
{
    Q_OBJECT

    const QueueName m_design = "jobs@zset:jobs";
    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;

    static QPushButton& button(const QWidget& in, const QString& words)
    {
        for (auto* button : in.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == words)
                return *button;
        }
        qFatal("there is no button %s", qPrintable(words));
    }
    static QListWidget& list(const ConnectDialog& dialog)
    {
        return *dialog.findChild<LayoutList*>()->findChild<QListWidget*>();
    }
    static QStringList rows(const ConnectDialog& dialog)
    {
        QStringList rows;
        for (int i = 0; i < list(dialog).count(); ++i)
            rows << list(dialog).item(i)->text();
        return rows;
    }
    Profile profile(const QString& layouts) const
    {
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = layouts;
        return profile;
    }
    std::unique_ptr<ConnectDialog> dialogOf(const QString& layouts)
    {
        auto dialog = std::make_unique<ConnectDialog>(*m_theme, nullptr, nullptr);
        dialog->edit(profile(layouts), {});
        dialog->show();
        if (!QTest::qWaitForWindowActive(dialog.get()))
            qFatal("the dialog did not come");
        list(*dialog).setFocus();
        return dialog;
    }
    /// Passes layout dialogs to `act` until it returns true.
    void answer(const std::function<bool(LayoutDialog&)>& act)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto* dialog = qobject_cast<LayoutDialog*>(QApplication::activeModalWidget());
            if (!dialog || !act(*dialog))
                return;
            timer->stop();
            timer->deleteLater();
        });
        timer->start(10);
    }
    static void enterKey(LayoutDialog& dialog, const QString& key)
    {
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == u"Key"_s)
                return edit->setText(key);
        }
        qFatal("the dialog asks for no key");
    }
    static void goTo(OpenWindow& open, const QueueName& queue, const TaskId& task)
    {
        auto& sidebar = open.part<Sidebar>();
        const QModelIndex row = open.bench.sidebar().find({open.bench.view().current()->id(), queue, {}});
        QVERIFY2(row.isValid(), queue.constData());
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QTRY_VERIFY(open.bench.list().tasks().rowOf(task) >= 0);
        QVERIFY(open.table().select(task));
        open.table().setFocus();
    }
    void draw(QWidget& widget, const QString& name)
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (folder.isEmpty())
            return;
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_theme->choose(choice);
            QVERIFY(test::isSettled());
            const QString file = name + (choice == ThemeChoice::Dark ? u"-dark.png"_s : u"-light.png"_s);
            QVERIFY(widget.grab().save(QDir(folder).filePath(file)));
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(1, Millis(0));
        m_shop->fail("550 no such user");
        m_shop->add(3, 1h, "mail", 2);
        const qint64 soon = toMs(SystemClock().now()) / 1000 + 3'600;
        for (int i = 1; i <= 5; ++i)
            m_shop->server.call({"ZADD", "jobs", QByteArray::number(soon + i), "order-" + QByteArray::number(i)});
    }
    void cleanup() { m_shop.reset(); }
    void cleanupTestCase() { m_theme.reset(); }

    void whatAProfileHoldsGoesThroughTheDialogUnchanged_data()
    {
        QTest::addColumn<QString>("layouts");
        QTest::addColumn<QStringList>("rows");
        QTest::newRow("one") << u"native"_s << QStringList{u"native"_s};
        QTest::newRow("two") << u"native,zset:jobs"_s << QStringList{u"native"_s, u"zset:jobs"_s};
        QTest::newRow("not offered") << u"bullmq:shop,sidekiq,bull,native"_s
                                     << QStringList{u"bullmq:shop"_s, u"sidekiq"_s, u"bull"_s, u"native"_s};
        QTest::newRow("a comma in a key") << u"zset:a%2Cb,native"_s << QStringList{u"zset:a,b"_s, u"native"_s};
        QTest::newRow("as somebody wrote it")
            << u"native,zset:jobs?unit=s"_s << QStringList{u"native"_s, u"zset:jobs"_s};
    }
    void whatAProfileHoldsGoesThroughTheDialogUnchanged()
    {
        QFETCH(QString, layouts);
        QFETCH(QStringList, rows);
        const auto dialog = dialogOf(layouts);
        QCOMPARE(this->rows(*dialog), rows);
        QCOMPARE(dialog->profile().layout, layouts);
        list(*dialog).setCurrentRow(list(*dialog).count() - 1); // Selecting a row changes nothing.
        QCOMPARE(dialog->profile().layout, layouts);
    }

    void aQueueThatIsFoundComesToWhatIsThere()
    {
        const auto dialog = dialogOf(u"bullmq,native"_s);
        answer([](LayoutDialog& layout) {
            auto* guesses = layout.findChildren<QTableWidget*>().last();
            if (guesses->rowCount() == 0)
                return false;
            guesses->selectRow(0);
            button(layout, u"Use this"_s).click();
            button(layout, u"Add this layout"_s).click();
            return true;
        });
        button(*dialog, u"Add layout…"_s).click();
        QCOMPARE(dialog->profile().layout, u"bullmq,native,zset:jobs"_s);
        QCOMPARE(list(*dialog).currentItem()->text(), u"zset:jobs"_s);
        draw(*dialog, u"mixed-dialog"_s);
    }

    void oneIsChangedAndTheOthersStay()
    {
        const auto dialog = dialogOf(u"native,zset:jobs,sidekiq"_s);
        list(*dialog).setCurrentRow(1);
        answer([](LayoutDialog& layout) {
            enterKey(layout, u"a,b"_s);
            button(layout, u"Use this layout"_s).click();
            return true;
        });
        QTest::keyClick(&list(*dialog), Qt::Key_F2);
        QCOMPARE(dialog->profile().layout, u"native,zset:a%2Cb,sidekiq"_s);
        QCOMPARE(rows(*dialog), (QStringList{u"native"_s, u"zset:a,b"_s, u"sidekiq"_s}));
    }

    void oneThatIsThereAlreadyIsNotTakenTwice()
    {
        const auto dialog = dialogOf(u"native,zset:jobs"_s);
        bool refused = false;
        answer([&refused](LayoutDialog& layout) {
            enterKey(layout, u"jobs"_s);
            const auto labels = layout.findChildren<PlainLabel*>();
            refused = !button(layout, u"Add this layout"_s).isEnabled()
                && std::any_of(labels.begin(), labels.end(), [](const PlainLabel* label) {
                       return label->isVisible() && label->fullText() == u"This connection already has this layout."_s;
                   });
            enterKey(layout, u"other"_s);
            refused = refused && button(layout, u"Add this layout"_s).isEnabled();
            layout.reject();
            return true;
        });
        button(*dialog, u"Add layout…"_s).click();
        QVERIFY(refused);
        QCOMPARE(dialog->profile().layout, u"native,zset:jobs"_s);
    }

    void theLastOneStays()
    {
        const auto dialog = dialogOf(u"native,bullmq"_s);
        QPushButton& edit = button(*dialog, u"Edit…"_s);
        QPushButton& remove = button(*dialog, u"Remove"_s);
        QVERIFY(edit.isEnabled());
        list(*dialog).setCurrentRow(1);
        QVERIFY(edit.isEnabled()); // The layout's prefix can be edited.
        list(*dialog).setCurrentRow(0);
        QTest::keyClick(&list(*dialog), Qt::Key_Delete);
        QCOMPARE(dialog->profile().layout, u"bullmq"_s);
        QVERIFY(!remove.isEnabled() && remove.toolTip().contains(u"at least one"_s));
        QTest::keyClick(&list(*dialog), Qt::Key_Delete);
        QCOMPARE(dialog->profile().layout, u"bullmq"_s);
    }

    /// Every mnemonic in the dialog is a letter of its label, even with the list and all later buttons visible.
    void everyLetterIsOneOfTheWords()
    {
        KeychainStore keychain(Millis(2'000));
        Profiles profiles(ProfileStore(m_config.filePath(u"profiles.json"_s)), keychain, Credentials());
        QVERIFY(profiles.load().ok());
        ConnectDialog dialog(*m_theme, &profiles, nullptr);
        Profile unnamed = profile(u"native,zset:jobs"_s);
        unnamed.name.clear();
        dialog.edit(unnamed, {});
        dialog.show();
        QVERIFY(button(dialog, u"Connect"_s).isVisible());
        button(dialog, u"Test"_s).click();
        QTRY_VERIFY(button(dialog, u"Copy result"_s).isVisible());
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == u"Name"_s)
                edit->setText(u"shop"_s);
        }
        QTRY_VERIFY(test::isSettled() && button(dialog, u"Save and open"_s).isVisible());
        for (const auto* pressed : dialog.findChildren<QPushButton*>())
            QVERIFY2(!pressed->text().contains(u"(&"_s), qPrintable(pressed->text()));
    }

    void eachQueueHasWhatItsLayoutCan()
    {
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile(u"native,zset:jobs"_s));
        QTRY_COMPARE(connection.queues().size(), 2U);
        QAction& retry = *open.window.actions()["task.retry"];
        QAction& edit = *open.window.actions()["task.edit"];
        QAction& adopt = *open.window.actions()["queue.adopt"];
        QAction& undo = *open.window.actions()["edit.undo"];

        goTo(open, "mail", "mail.send#2");
        QTRY_VERIFY(edit.isVisible() && edit.isEnabled() && !adopt.isVisible());
        goTo(open, "mail", "mail.send#1");
        QTRY_VERIFY(retry.isVisible() && retry.isEnabled());
        retry.trigger();
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Retrying);
        QTRY_VERIFY(undo.isEnabled());
        undo.trigger();
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Failed);

        const TaskId order = "order-2";
        const auto isThere = [this] { return !m_shop->server.call({"ZSCORE", "jobs", "order-2"}).isNil(); };
        goTo(open, m_design, order);
        QTRY_VERIFY(adopt.isVisible() && adopt.isEnabled());
        QVERIFY(!edit.isVisible()); // Members of this sorted set can't be edited.
        QTest::keyClick(&open.table(), Qt::Key_Delete);
        QTRY_VERIFY(!isThere());
        QTRY_VERIFY(undo.isEnabled() && open.window.messages().isVisible());
        undo.trigger();
        QTRY_VERIFY(isThere());

        // The backend also refuses the actions that the window doesn't offer, and says why.
        QString reason;
        connection.session().run(
            Session::Lane::Interactive, this,
            [this, order](Backend& backend) -> Result<EditOutcome> {
                TaskEdit change;
                change.queue = m_design;
                change.ref.id = order;
                change.payload = "{}";
                return backend.editor()->edit(change);
            },
            [&reason](const Result<EditOutcome>& done) { reason = done ? u"it was done"_s : done.error().message; });
        QTRY_VERIFY2(
            reason.contains(u"does not allow a task's payload to be edited. Discard the task and add a new one"_s),
            qPrintable(reason));

        goTo(open, m_design, order);
        draw(open.window, u"mixed-window"_s);
    }

    void theSidebarShowsTheQueuesOfBoth()
    {
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile(u"native,zset:jobs"_s));
        QTRY_COMPARE(connection.queues().size(), 2U);
        QStringList shown;
        for (int i = 0; i < open.bench.sidebar().rowCount(); ++i) {
            const SidebarModel::Row& row = open.bench.sidebar().row(i);
            if (row.kind == SidebarModel::Kind::Queue)
                shown << row.text;
        }
        shown.sort();
        QCOMPARE(shown, (QStringList{u"jobs@zset:jobs"_s, u"mail"_s}));
    }
};

QTEST_MAIN(TestMixedWindow)
#include "tst_mixedwindow.moc"
