// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/firstqueue.h"
#include "tests/gui/openwindow.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/redisserver.h"
#include "ui/dialogs/importtasksdialog.h"
#include "ui/dialogs/movedialog.h"
#include "ui/text/language.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QApplication>
#include <QComboBox>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <utility>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests exporting, importing and moving tasks in the window.
class TestTransferWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
    QString m_said; ///< command that the dialog offers to copy

    /// Passes dialogs of this type to `act` until it returns true.
    template <typename Dialog> void answer(const std::function<bool(Dialog&)>& act)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(10);
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (dialog && act(*dialog))
                timer->deleteLater();
        });
        timer->start();
    }
    static QPushButton& verb(QDialog& dialog, const QString& word)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').startsWith(word))
                return *button;
        }
        qFatal("the dialog has no verb");
    }
    static QRadioButton& choice(QDialog& dialog, const QString& words)
    {
        for (auto* button : dialog.findChildren<QRadioButton*>()) {
            if (button->text().remove(u'&') == words)
                return *button;
        }
        qFatal("the dialog has no choice %s", qPrintable(words));
    }
    /// Adds failed tasks to `mail`.
    void fail(const std::vector<TaskId>& ids)
    {
        const auto native
            = openLayout(defaultLayout(), m_server->config(), "dueline", "worker", Access::OperateAndWork);
        std::vector<NewTask> tasks;
        for (const TaskId& id : ids)
            tasks.push_back({id, {}, Millis(0), {}, "{}"});
        QVERIFY((*native)->editor()->add("mail", tasks).ok());
        ClaimRequest request;
        request.queue = "mail";
        request.limit = int(ids.size());
        request.types.all = true;
        const auto claim = (*native)->broker()->claim(request);
        QVERIFY(claim.ok() && claim->leases.size() == ids.size());
        std::vector<Nack> failed;
        for (const Lease& lease : claim->leases)
            failed.push_back({lease.id, lease.token, {}, "failed", "550 no such user"});
        QVERIFY((*native)->broker()->nack("mail", failed, {}).ok());
    }
    qint64 count(const QByteArray& queue, const char* set)
    {
        return m_server->call({"ZCARD", "dueline:{" + queue + "}:" + set}).integer;
    }
    void trigger(const char* id)
    {
        QAction* action = m_window->actions()[id];
        QTRY_VERIFY(action->isEnabled() && action->isVisible());
        action->trigger();
    }
    /// Checks that a late reply is ignored: the first name is accepted, and the reply for the second arrives after an
    /// invalid third name has been entered.
    void isNotTaken(QDialog& dialog, const QString& word, const std::function<void(const QString&)>& choose,
        const QStringList& names)
    {
        choose(names[0]);
        QTRY_VERIFY(verb(dialog, word).isEnabled());
        m_server->freeze();
        choose(names[1]);
        QTest::qWait(500); // long enough for the check of the second name to start
        choose(names[2]);
        m_server->thaw();
        QTest::qWait(200); // long enough for the late result, but not for the check of the third name
        QVERIFY(!verb(dialog, word).isEnabled());
        QTest::qWait(500);
        QVERIFY(!verb(dialog, word).isEnabled());
    }
    void pressUndo()
    {
        QTRY_VERIFY(!m_window->messages().notice().links.empty());
        const auto links = m_window->messages().notice().links;
        QCOMPARE(links.front().text, u"Undo"_s);
        links.front().act();
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        const auto native = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::Operate);
        std::vector<NewTask> tasks;
        for (int i = 0; i < 30; ++i)
            tasks.push_back(
                {"mail#" + QByteArray::number(i), {}, Millis(3'600'000 + i), {}, "p" + QByteArray::number(i)});
        QVERIFY((*native)->editor()->add("mail", tasks).ok());
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_window = std::make_unique<MainWindow>(*m_theme, m_formatting, *m_bench);
        m_window->resize(1280, 800);
        m_window->show();
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = m_server->url();
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        m_bench->connections().add(std::move(*connection));
        test::showFirstQueue(*m_bench);
        QTRY_VERIFY(m_bench->view().queue());
        QTRY_VERIFY(m_bench->view().current()->session().isOnline());
    }
    void cleanup()
    {
        m_window.reset();
        m_bench.reset();
        m_server.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    /// An earlier request's late preview is ignored. Otherwise, tasks could be moved to a queue, or imported from a
    /// file, that was never previewed.
    void whatIsLateIsNotTakenForTheNewRequest()
    {
        bool seen = false;
        answer<MoveDialog>([&](MoveDialog& dialog) {
            if (std::exchange(seen, true))
                return false;
            for (auto* button : dialog.findChildren<QAbstractButton*>()) {
                if (button->text().remove(u'&') == u"all tasks in the queue except the trash"_s)
                    button->click();
            }
            isNotTaken(dialog, u"Move"_s, [&dialog](const QString& name) { dialog.setQueue(name); },
                {u"here"_s, u"there"_s, u"a{b}"_s});
            dialog.reject();
            return true;
        });
        trigger("task.move");
        QVERIFY(seen);
        QStringList files;
        for (const QString& name : {u"first.jsonl"_s, u"second.jsonl"_s, u"none.jsonl"_s}) {
            files << m_config.filePath(name);
            QFile file(files.back());
            QVERIFY(name == u"none.jsonl"_s || file.open(QIODevice::WriteOnly));
            if (file.isOpen())
                file.write(
                    QByteArray("{'id': 'mail#new', 'payload': 'x', 'due_ms': 4070908800000}\n").replace('\'', '"'));
        }
        seen = false;
        answer<ImportTasksDialog>([&](ImportTasksDialog& dialog) {
            if (std::exchange(seen, true))
                return false;
            isNotTaken(
                dialog, u"Import"_s, [&dialog](const QString& name) { dialog.setFile(name); }, files);
            dialog.reject();
            return true;
        });
        trigger("queue.import");
        QVERIFY(seen);
        QCOMPARE(count("mail", "pending"), 30);
    }

    void aQueueGoesIntoAFileAndBack()
    {
        const QString file = m_config.filePath(u"tasks.jsonl"_s);
        answer<ExportDialog>([&](ExportDialog& dialog) {
            dialog.setFile(file);
            verb(dialog, u"Export"_s).click();
            return true;
        });
        trigger("queue.export");
        QVERIFY2(m_window->messages().notice().text.startsWith(u"30 tasks written to "_s),
            qPrintable(m_window->messages().notice().text));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(written.readAll().count('\n'), 30);
        m_server->call({"FLUSHALL"});
        const auto native = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::Operate);
        QVERIFY((*native)
                    ->editor()
                    ->add("mail", {{"mail#3", {}, Millis(1), {}, "p3"}, {"mail#4", {}, Millis(1), {}, "other"}})
                    .ok());
        bool choosable = false;
        answer<ImportTasksDialog>([&](ImportTasksDialog& dialog) {
            if (!dialog.isLookedAt()) {
                if (dialog.command().isEmpty() || !dialog.command().contains(u"tasks.jsonl"_s))
                    dialog.setFile(file);
                return false;
            }
            if (!verb(dialog, u"Import"_s).isEnabled())
                return false;
            if (verb(dialog, u"Import"_s).text().remove(u'&') == u"Import 28 tasks"_s)
                verb(dialog, u"Import"_s).click();
            else
                dialog.reject();
            for (const auto* button : dialog.findChildren<QPushButton*>())
                choosable = choosable || (button->text().remove(u'&') == u"Choose…"_s && button->isEnabled());
            return true;
        });
        trigger("queue.import");
        QVERIFY(!choosable); // No other file can be selected during the import.
        QCOMPARE(m_window->messages().notice().text, u"28 tasks added to mail"_s);
        QCOMPARE(m_window->messages().notice().detail, u"1 task already existed, 1 skipped"_s);
        QCOMPARE(count("mail", "pending"), 30);
        pressUndo();
        QTRY_COMPARE(count("mail", "pending"), 2);
        QCOMPARE(count("mail", "trash"), 28);
    }

    void theImportDialogStatesWhatIsNotRestored()
    {
        ImportProgress progress;
        progress.added = progress.exists = 9;
        QCOMPARE(ImportTasksDialog::changesText(progress), QString());
        progress.attemptsLost = 1;
        progress.relationsLost = 2;
        progress.flowParents = 1;
        progress.renamed = 3;
        progress.missing = 1;
        QCOMPARE(ImportTasksDialog::changesText(progress).split(u'\n'),
            QStringList({u"1 task will lose its attempts and errors."_s,
                u"2 tasks will lose their parent, deduplication, batch or lock, which only the framework can set."_s,
                u"1 task that waits for its children will not be added, because only the framework can link them. The children will be added as independent tasks."_s,
                u"3 tasks will get new IDs, “ID~HASH”, because other tasks have the same IDs or the framework assigns its own IDs."_s,
                u"1 task was added within the last day and will not be added again, although it is no longer in the queue."_s}));
    }

    void tasksMoveToAnotherQueueAndComeBack()
    {
        QList<QRadioButton*> open;
        answer<MoveDialog>([&open](MoveDialog& dialog) {
            if (!dialog.isLookedAt()) {
                if (dialog.request().to.isEmpty()) {
                    for (auto* button : dialog.findChildren<QAbstractButton*>()) {
                        if (button->text().remove(u'&') == u"all tasks in the queue except the trash"_s)
                            button->click();
                    }
                    dialog.setQueue(u"archive"_s);
                }
                return false;
            }
            if (verb(dialog, u"Move"_s).text().remove(u'&') == u"Move 30 tasks"_s)
                verb(dialog, u"Move"_s).click();
            else
                dialog.reject();
            // No other option can be selected while moving tasks.
            open = dialog.findChildren<QRadioButton*>();
            open.removeIf([](const QRadioButton* button) { return !button->isEnabled(); });
            return true;
        });
        trigger("task.move");
        QVERIFY(open.isEmpty());
        QCOMPARE(m_window->messages().notice().text, u"30 tasks moved to archive"_s);
        QCOMPARE(count("archive", "pending"), 30);
        QCOMPARE(count("mail", "pending"), 0);
        pressUndo();
        QTRY_COMPARE(count("mail", "pending"), 30);
        QTRY_COMPARE(count("archive", "pending"), 0);
    }

    /// In addition to the 30 waiting tasks, there are three failed tasks of type `mail` and one of a different type.
    void whatIsListedIsWhatGoes()
    {
        fail({"mail#f1", "mail#f2", "mail#f3", "other#f4"});
        m_bench->view().show({m_bench->view().current()->id(), "mail", TaskState::Failed});
        m_window->findChild<FilterLine*>()->apply(u"type:mail"_s);
        QTRY_COMPARE(m_bench->list().tasks().rowCount(), 3);
        const QString listed = u"tasks in the state Failed that match the filter type:mail"_s;
        const QString file = m_config.filePath(u"failed.jsonl"_s);
        answer<ExportDialog>([&](ExportDialog& dialog) {
            dialog.setFile(file);
            choice(dialog, listed).click();
            m_said = dialog.command();
            verb(dialog, u"Export"_s).click();
            return true;
        });
        trigger("queue.export");
        QCOMPARE(m_said, u"duectl export --match='type:mail' --state failed 'mail' '"_s + file + u'\'');
        QCOMPARE(m_window->messages().notice().text.left(17), u"3 tasks written t"_s);

        answer<MoveDialog>([&](MoveDialog& dialog) {
            if (!dialog.isLookedAt()) {
                if (dialog.request().to.isEmpty()) {
                    choice(dialog, listed).click();
                    dialog.setQueue(u"archive"_s);
                }
                return false;
            }
            m_said = dialog.command();
            verb(dialog, u"Move 3 tasks"_s).click();
            return true;
        });
        trigger("task.move");
        QCOMPARE(m_said, u"duectl move --match='type:mail' --state failed --to='archive' 'mail'"_s);
        QCOMPARE(count("archive", "failed"), 3);
        QCOMPARE(count("mail", "failed"), 1);
        QCOMPARE(count("mail", "pending"), 30);
    }

    void tasksOfAFrameworkAreCopiedAndStay()
    {
        RedisServer server;
        server.call({"SADD", "asynq:queues", "mail"});
        for (const char* id : {"f1", "f2"}) {
            server.call({"ZADD", "asynq:{mail}:archived", "1600000000", id});
            server.call({"HSET", QByteArray("asynq:{mail}:t:") + id, "state", "archived", "msg",
                QByteArray("\x0a\x09mail:send\x12\x02{}\x1a\x02") + id});
        }
        Profile profile;
        profile.name = u"jobs"_s;
        profile.url = server.url();
        profile.layout = u"native,asynq"_s;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        const QString id = (*connection)->id();
        m_bench->connections().add(std::move(*connection));
        QTRY_VERIFY(m_bench->connections().find(id)->queue("mail@asynq"));
        m_bench->view().show({id, "mail@asynq", {}});
        QTRY_VERIFY(m_bench->view().queue() && m_bench->view().queue()->name == "mail@asynq");
        bool canMove = true;
        answer<MoveDialog>([&](MoveDialog& dialog) {
            if (!dialog.isLookedAt()) {
                if (dialog.request().to.isEmpty()) {
                    canMove = choice(dialog, u"move"_s).isEnabled();
                    choice(dialog, u"all tasks in the queue except the trash"_s).click();
                    dialog.setQueue(u"own"_s);
                }
                return false;
            }
            m_said = dialog.command();
            verb(dialog, u"Copy 2 tasks"_s).click();
            return true;
        });
        trigger("task.move");
        QVERIFY(!canMove);
        QVERIFY2(m_said.startsWith(u"duectl copy "_s), qPrintable(m_said));
        QCOMPARE(server.call({"ZRANGE", "dueline:{own}:failed", "0", "-1"}).items.size(), std::size_t(2));
        QVERIFY(server.call({"ZSCORE", "dueline:{own}:failed", "mail:send#f1"}).isBytes());
        QCOMPARE(server.call({"ZCARD", "asynq:{mail}:archived"}).integer, 2);
        m_bench->connections().close(id);
    }

    void allThatMatchAreNotOnlyTheTicks()
    {
        QTRY_COMPARE(m_bench->list().tasks().rowCount(), 30);
        TaskTable& table = m_window->table();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m_bench->list().tasks().ticked().size(), 30);
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QVERIFY(m_bench->list().tasks().isAll());
        fail({"mail#f1"}); // not selected
        const QString listed = u"all tasks in the queue except the trash"_s;
        const auto offersNoTicks = [&](QDialog& dialog) {
            const auto buttons = dialog.findChildren<QRadioButton*>();
            return choice(dialog, listed).isChecked()
                && std::none_of(buttons.begin(), buttons.end(), [](const QRadioButton* button) {
                       return button->text().remove(u'&').startsWith(u"the selection"_s);
                   });
        };
        const QString file = m_config.filePath(u"all.jsonl"_s);
        bool right = false;
        answer<ExportDialog>([&](ExportDialog& dialog) {
            right = offersNoTicks(dialog);
            dialog.setFile(file);
            verb(dialog, u"Export"_s).click();
            return true;
        });
        trigger("queue.export");
        QVERIFY(right);
        QCOMPARE(m_window->messages().notice().text.left(18), u"31 tasks written t"_s);
        answer<MoveDialog>([&](MoveDialog& dialog) {
            if (!dialog.isLookedAt()) {
                if (dialog.request().to.isEmpty()) {
                    right = offersNoTicks(dialog);
                    dialog.setQueue(u"archive"_s);
                }
                return false;
            }
            verb(dialog, u"Move 31 tasks"_s).click();
            return true;
        });
        trigger("task.move");
        QVERIFY(right);
        QCOMPARE(count("archive", "pending") + count("archive", "failed"), 31);
    }

    /// The target name is resolved as in duectl, so that tasks don't end up in a new native queue with a similar name.
    void theTargetIsTheQueueThatIsMeant_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QByteArray>("resolved");
        QTest::addColumn<QString>("problem");
        const QString unopened = u"jobs@bullmq is a queue in the bullmq layout, which is not open in this "
                                 u"connection. Add the layout to the connection."_s;
        const QString namesake
            = u"There is no native queue jobs. Use jobs@bullmq, or jobs@native to create the native queue."_s;
        const QString itself = u"The tasks are already in the queue mail; choose another queue."_s;
        QTest::addRow("full name, layouts are found")
            << u"auto"_s << u"jobs@bullmq"_s << QByteArray("jobs@bullmq") << QString();
        QTest::addRow("prefix of the layout")
            << u"auto"_s << u"jobs@bullmq:bull"_s << QByteArray("jobs@bullmq") << QString();
        QTest::addRow("bare name, layouts are found") << u"auto"_s << u"jobs"_s << QByteArray() << namesake;
        QTest::addRow("bare name, two layouts")
            << u"native,bullmq"_s << u"jobs"_s << QByteArray()
            << u"The name jobs is ambiguous (layouts: native, bullmq): use jobs@native or jobs@bullmq."_s;
        QTest::addRow("another layout") << u"native"_s << u"jobs@bullmq"_s << QByteArray() << unopened;
        QTest::addRow("another layout of two") << u"native,rq"_s << u"jobs@bullmq"_s << QByteArray() << unopened;
        QTest::addRow("itself, layouts are found") << u"auto"_s << u"mail@native"_s << QByteArray() << itself;
        QTest::addRow("itself, one layout") << u"native"_s << u"mail@native"_s << QByteArray() << itself;
    }
    void theTargetIsTheQueueThatIsMeant()
    {
        QFETCH(QString, layout);
        QFETCH(QString, typed);
        QFETCH(QByteArray, resolved);
        QFETCH(QString, problem);
        FrameworkWriter::of("bullmq", *m_server)->write("jobs", {.id = "b1"});
        m_bench->connections().close(m_bench->view().current()->id());
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = m_server->url();
        profile.layout = layout;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        const QString id = (*connection)->id();
        m_bench->connections().add(std::move(*connection));
        QTRY_VERIFY(m_bench->connections().find(id)->queue("mail"));
        m_bench->view().show({id, "mail", {}});
        QTRY_COMPARE(m_bench->list().tasks().rowCount(), 30);

        QByteArray to;
        QString words;
        QString noUndo;
        answer<MoveDialog>([&, left = 500](MoveDialog& dialog) mutable { // gives up after 5 s
            if (dialog.request().to.isEmpty()) {
                choice(dialog, u"all tasks in the queue except the trash"_s).click();
                dialog.setQueue(typed);
            }
            for (const auto* label : dialog.findChildren<PlainLabel*>())
                words += label->isVisible() ? label->fullText() + u'\n' : QString();
            const bool isRefused = !problem.isEmpty() && words.contains(problem);
            if (!dialog.isLookedAt() && !isRefused && --left > 0) {
                words.clear();
                return false;
            }
            to = dialog.isLookedAt() ? dialog.request().to : QByteArray();
            m_said = dialog.command();
            noUndo = dialog.noUndo();
            dialog.reject();
            return true;
        });
        trigger("task.move");
        QVERIFY2(words.contains(problem), qPrintable(words));
        QCOMPARE(to, resolved);
        if (!resolved.isEmpty()) {
            QVERIFY2(noUndo.startsWith(u"Undo cannot reverse a move into the bullmq layout"_s), qPrintable(noUndo));
            QVERIFY2(words.contains(noUndo), qPrintable(words));
            QVERIFY2(words.contains(u", in addition to 1 task already in the queue"_s), qPrintable(words));
            QVERIFY2(m_said.contains(u"--to='jobs@bullmq'"_s), qPrintable(m_said));
            QCOMPARE(words.contains(u" to the queue jobs@bullmq"_s), typed != QString::fromUtf8(resolved));
        }
    }

    void aServerWithTwoAddressesIsOneServer()
    {
        Profile profile;
        profile.name = u"other name"_s;
        profile.url = m_server->url();
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        const QString id = (*connection)->id();
        m_bench->connections().add(std::move(*connection));
        QTRY_VERIFY(m_bench->connections().find(id)->queue("mail"));
        QString words;
        answer<MoveDialog>([&, left = 500](MoveDialog& dialog) mutable { // gives up after 5 s
            if (dialog.request().to.isEmpty()) {
                for (QComboBox* box : dialog.findChildren<QComboBox*>()) {
                    if (box->accessibleName() == u"Target connection"_s)
                        box->setCurrentIndex(box->count() - 1);
                }
                choice(dialog, u"all tasks in the queue except the trash"_s).click();
                dialog.setQueue(u"mail"_s);
            }
            words.clear();
            for (const auto* label : dialog.findChildren<PlainLabel*>())
                words += label->isVisible() ? label->fullText() + u'\n' : QString();
            if (!dialog.isLookedAt() && !words.contains(u"The tasks are already"_s) && --left > 0)
                return false;
            dialog.reject();
            return true;
        });
        trigger("task.move");
        QVERIFY2(
            words.contains(u"The tasks are already in the queue mail; choose another queue."_s), qPrintable(words));
        m_bench->connections().close(id);
    }

    void aCopyStaysInBoth()
    {
        answer<MoveDialog>([](MoveDialog& dialog) {
            if (!dialog.isLookedAt()) {
                if (dialog.request().to.isEmpty()) {
                    dialog.setCopies(true);
                    for (auto* button : dialog.findChildren<QAbstractButton*>()) {
                        if (button->text().remove(u'&') == u"all tasks in the queue except the trash"_s)
                            button->click();
                    }
                    dialog.setQueue(u"twin"_s);
                }
                return false;
            }
            verb(dialog, u"Copy 30 tasks"_s).click();
            return true;
        });
        trigger("task.move");
        QCOMPARE(m_window->messages().notice().text, u"30 tasks copied to twin"_s);
        QCOMPARE(count("twin", "pending"), 30);
        QCOMPARE(count("mail", "pending"), 30);
    }
};

QTEST_MAIN(TestTransferWindow)
#include "tst_transferwindow.moc"
