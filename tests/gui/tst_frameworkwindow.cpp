// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/frameworkshop.h"
#include "tests/gui/overflow.h"
#include "tests/support/frameworkwriter.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/dialogs/edittaskdialog.h"
#include "ui/inspector/flowview.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/panels/leases/leasespanel.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/language.h"
#include "ui/widgets/payloadedit.h"
#include "ui/widgets/tasks/filtercompleter.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QComboBox>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeWidget>
#include <QtEndian>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests BullMQ, Bull and Sidekiq queues in the window: a job's flow, the fields for a new job, and the available
/// actions. If DUELINE_PICTURES is set to a folder, saves screenshots there, in both themes and languages.
class TestFrameworkWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<FrameworkShop> m_shop;

    Profile profile(const QString& layout = u"auto"_s) const
    {
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = layout;
        return profile;
    }
    static void goTo(OpenWindow& open, const QueueName& queue)
    {
        const SidebarPlace place{open.bench.view().current()->id(), queue, {}};
        QTRY_VERIFY2_WITH_TIMEOUT(open.bench.sidebar().find(place).isValid(), queue.constData(), 15'000);
        auto& sidebar = open.part<Sidebar>();
        const QModelIndex row = open.bench.sidebar().find(place);
        sidebar.scrollTo(row);
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QTRY_COMPARE(open.bench.view().place().queue, queue);
        QTRY_VERIFY(!open.bench.view().current()->session().capabilities(queue).layout.isEmpty());
    }
    static void goTo(OpenWindow& open, const QueueName& queue, const TaskId& task)
    {
        goTo(open, queue);
        QTRY_VERIFY2(open.bench.list().tasks().rowOf(task) >= 0, task.constData());
        QVERIFY(open.table().select(task));
        open.table().setFocus();
        QTRY_COMPARE(open.part<Inspector>().shownTask(), task);
        QTRY_VERIFY(open.part<Inspector>().isLoaded());
    }
    static QTreeWidget& tree(const OpenWindow& open) { return *open.part<FlowView>().findChild<QTreeWidget*>(); }
    static QTreeWidgetItem* row(QTreeWidget& tree, const QString& words)
    {
        for (QTreeWidgetItemIterator each(&tree); *each; ++each) {
            if ((*each)->data(0, Qt::AccessibleTextRole).toString().startsWith(words))
                return *each;
        }
        return nullptr;
    }
    static QAbstractButton* button(const QWidget& in, const QString& words)
    {
        for (auto* button : in.findChildren<QAbstractButton*>()) {
            if (button->text().remove(u'&') == words && button->isVisible())
                return button;
        }
        return nullptr;
    }
    template <typename Widget> static Widget* shown(const QWidget& dialog, const QString& name)
    {
        for (auto* widget : dialog.findChildren<Widget*>()) {
            if (widget->accessibleName() == name && widget->isVisible())
                return widget;
        }
        return nullptr;
    }
    /// Returns the text of all labels.
    static QString said(const QWidget& dialog)
    {
        QStringList words;
        for (const auto* label : dialog.findChildren<PlainLabel*>()) {
            if (label->isVisible())
                words << label->fullText();
        }
        return words.join(u'\n');
    }
    void whileAdding(const std::function<void(AddTaskDialog&)>& act) { whileOpen<AddTaskDialog>(act); }
    /// Waits for the next dialog, passes it to `act`, and closes it.
    template <typename Dialog> void whileOpen(const std::function<void(Dialog&)>& act)
    {
        auto* timer = new QTimer(this);
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            timer->stop();
            timer->deleteLater();
            const QPointer<QDialog> there(dialog);
            act(*dialog);
            if (there && there->isVisible())
                there->done(QDialog::Rejected);
        });
        timer->start(10);
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
        qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_home.path().toLocal8Bit());
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void init()
    {
        m_shop = std::make_unique<FrameworkShop>();
        m_shop->add(3, 1h);
    }
    void cleanup() { m_shop.reset(); }
    void cleanupTestCase() { m_theme.reset(); }

    /// RQ compresses its data, so the displayed payload and the stored payload differ in size.
    void aPayloadThatIsReadFromPackedBytesIsAllThere()
    {
        FrameworkWriter::of("rq", m_shop->server)->fill("mail", 1);
        OpenWindow open(*m_theme);
        open.open(profile(u"rq"_s));
        goTo(open, "mail", FrameworkWriter::filledId(TaskState::Due, 1));
        QVERIFY(open.part<PayloadView>().isWhole());
        QVERIFY(!open.says(u"Too large"_s));
    }

    /// The displayed payload and the stored one differ in length.
    void aLargePackedPayloadComesWhenAllOfItIsRequested()
    {
        FrameworkWriter::of("rq", m_shop->server)->fill("mail", 1);
        const TaskId id = FrameworkWriter::filledId(TaskState::Due, 1);
        QRandomGenerator random(5);
        QByteArray text;
        for (int i = 0; i < 400'000; ++i)
            text += QByteArray::number(random.generate(), 16).rightJustified(8, '0');
        const auto pickled = [](const QByteArray& word) {
            QByteArray length(4, '\0');
            qToLittleEndian(quint32(word.size()), length.data());
            return 'X' + length + word;
        };
        const QByteArray call = "\x80\x03(" + pickled("app.mail") + 'N' + pickled(text) + "\x85}t.";
        m_shop->server.call({"HSET", "rq:job:" + id, "data", qCompress(call).sliced(4)});
        OpenWindow open(*m_theme);
        open.open(profile(u"rq"_s));
        goTo(open, "mail", id);
        PayloadView& view = open.part<PayloadView>();
        QVERIFY(!view.isWhole());
        Q_EMIT view.allRequested();
        QTRY_VERIFY_WITH_TIMEOUT(view.isWhole(), 20'000);
        QVERIFY(view.bytes().contains(text.first(1'000'000))); // a pickle is shown as text up to 1 MiB
    }

    /// A failed BullMQ job is retried at a time, and edited in place, from the inspector.
    void aFailedJobIsRetriedAtATimeAndEdited()
    {
        m_shop->addBullmqQueue("bull:mail");
        m_shop->addBullmqJob("bull:mail", "7", "welcome", "failed", "1795236791500");
        const QByteArray data = m_shop->server.call({"HGET", "bull:mail:7", "data"}).bytes;
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "mail@bullmq", "7");
        auto& inspector = open.part<Inspector>();
        QTRY_VERIFY(button(inspector, u"Retry at…"_s) && button(inspector, u"Retry at…"_s)->isEnabled());
        QVERIFY(button(inspector, u"Edit and retry…"_s)->isEnabled());
        draw(open.window, u"inspector-failed"_s);
        bool wasAt = false;
        whileOpen<ConfirmDialog>([&](ConfirmDialog& dialog) {
            auto* at = shown<QWidget>(dialog, u"Retry at"_s);
            QTRY_VERIFY(at || (at = shown<QWidget>(dialog, u"Retry at"_s)));
            for (const auto* choice : dialog.findChildren<QRadioButton*>())
                wasAt = wasAt || (choice->isChecked() && choice->text().remove(u'&') == u"all at"_s);
            draw(dialog, u"retry-at"_s);
            QStringList effects;
            for (const auto* row : dialog.findChildren<QWidget*>())
                effects << row->accessibleName();
            const QString effect = effects.filter(u"due at the time below"_s).value(0);
            QVERIFY2(!effect.isEmpty() && !effect.contains(u"attempts reset"_s), qPrintable(effects.join(u'\n')));
            button(dialog, u"Retry 1 task"_s)->click();
        });
        button(inspector, u"Retry at…"_s)->click();
        QTRY_COMPARE(m_shop->server.call({"ZCARD", "bull:mail:delayed"}).integer, 1);
        QVERIFY(wasAt); // One task is not spread over a period.
        QVERIFY(m_shop->server.call({"HGET", "bull:mail:7", "failedReason"}).isNil());
        QTRY_VERIFY(open.window.messages().notice().text.contains(u"1 task retried"_s));
        open.window.actions()["edit.undo"]->trigger();
        QTRY_COMPARE(m_shop->server.call({"ZCARD", "bull:mail:failed"}).integer, 1);

        QTRY_VERIFY(button(inspector, u"Edit and retry…"_s) && button(inspector, u"Edit and retry…"_s)->isEnabled());
        whileOpen<EditTaskDialog>([&](EditTaskDialog& dialog) {
            QVERIFY(!shown<QSpinBox>(dialog, u"Attempts"_s)); // BullMQ's options stay as they are.
            auto& edit = *dialog.findChild<PayloadEdit*>();
            QCOMPARE(edit.toPlainText(), QString::fromUtf8(data));
            edit.setPlainText(uR"({"to":"b@example.com","n":1})"_s);
            draw(dialog, u"edit-failed"_s);
            QTRY_VERIFY(button(dialog, u"Save"_s)->isEnabled());
            button(dialog, u"Save"_s)->click();
        });
        button(inspector, u"Edit and retry…"_s)->click();
        QTRY_COMPARE(
            m_shop->server.call({"HGET", "bull:mail:7", "data"}).bytes, QByteArray(R"({"to":"b@example.com","n":1})"));
        QCOMPARE(m_shop->server.call({"ZCARD", "bull:mail:failed"}).integer, 1); // edited, but not retried
        QTRY_COMPARE(open.window.messages().notice().text, u"7 was edited"_s);
        open.window.actions()["edit.undo"]->trigger();
        QTRY_COMPARE(m_shop->server.call({"HGET", "bull:mail:7", "data"}).bytes, data);
    }

    /// If a framework's failed tasks can only be retried, the other buttons say so.
    void whatCannotBeDoneToAFailedTaskSaysWhy()
    {
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "mail");
        ActionContext context = open.bench.actions().context(1, 0, {TaskState::Failed});
        context.capabilities = {};
        context.capabilities.actions = {ActionKind::Retry};
        QVERIFY(!Actions::allows(context, "task.retryLater") && !Actions::allows(context, "task.edit"));
        Inspector inspector(*m_theme, open.formatting, open.window.actions());
        Task task;
        task.id = "a";
        task.state = TaskState::Failed;
        inspector.setTask(task);
        inspector.setContext(context);
        inspector.show();
        for (const QString& words : {u"Retry at…"_s, u"Edit and retry…"_s}) {
            const QAbstractButton* disabled = button(inspector, words);
            QVERIFY2(disabled && !disabled->isEnabled(), qPrintable(words));
            QVERIFY2(disabled->toolTip().endsWith(u'.') && disabled->toolTip().contains(u"in this queue"_s),
                qPrintable(disabled->toolTip()));
        }
        QVERIFY(button(inspector, u"Retry"_s)->isEnabled());
    }

    void whatIsHeldWithoutAnEndTellsSinceWhen_data()
    {
        QTest::addColumn<QByteArray>("layout");
        QTest::newRow("celery") << QByteArray("celery");
        QTest::newRow("sidekiq") << QByteArray("sidekiq");
    }
    /// Both frameworks record when a worker claimed a job. They record no expiry, because a claim doesn't expire while
    /// its worker is alive.
    void whatIsHeldWithoutAnEndTellsSinceWhen()
    {
        QFETCH(QByteArray, layout);
        const auto writer = FrameworkWriter::of(layout, m_shop->server);
        writer->fill("mail", 1);
        OpenWindow open(*m_theme);
        open.open(profile(QString::fromLatin1(layout)));
        const TaskId id = FrameworkWriter::filledId(TaskState::Leased, 1);
        goTo(open, writer->placeOf("mail", TaskState::Leased), id);
        const auto told = [&](TaskTableModel::Column column, int role) {
            return open.bench.list().tasks().index(open.bench.list().tasks().rowOf(id), column).data(role).toString();
        };
        QVERIFY2(told(TaskTableModel::When, Qt::DisplayRole).startsWith(u"held "_s),
            qPrintable(told(TaskTableModel::When, Qt::DisplayRole)));
        QVERIFY(told(TaskTableModel::DueTime, Qt::DisplayRole) != u"–"_s);
        QVERIFY(!told(TaskTableModel::When, Qt::ToolTipRole).contains(u"waiting in a list"_s));
        QVERIFY(!told(TaskTableModel::State, Qt::AccessibleTextRole).contains(u"immediately"_s));
        QStringList facts;
        for (const auto* part : open.part<Inspector>().findChildren<QWidget*>())
            facts << part->accessibleName();
        const QString all = facts.join(u'\n');
        QVERIFY2(all.contains(u"Claimed"_s) && !all.contains(u"Lease until"_s) && !all.contains(u"immediately"_s),
            qPrintable(all));
        QVERIFY(
            !open.window.actions()["task.extend"]->isEnabled() && !open.window.actions()["task.release"]->isEnabled());
        open.window.actions()["view.leases"]->trigger();
        LeaseModel& leases = open.part<LeasesPanel>().leaseModel();
        QTRY_COMPARE(leases.rowCount(), 1);
        const QString ends = leases.index(0, LeaseModel::Ends).data().toString();
        QVERIFY2(ends.startsWith(u"claimed "_s), qPrintable(ends));
        const QString spoken = leases.index(0, 0).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(!spoken.contains(u"expired"_s), qPrintable(spoken));
    }

    void aDisputedQueueIsNotChanged_data()
    {
        QTest::addColumn<QByteArray>("place");
        for (const char* place : {"b4q@bull", "b4q@bullmq"})
            QTest::newRow(place) << QByteArray(place);
    }
    /// Both Bull and BullMQ have used this queue. The window reports the conflict and refuses all actions.
    void aDisputedQueueIsNotChanged()
    {
        QFETCH(QByteArray, place);
        RedisServer& server = m_shop->server;
        for (const char* id : {"1", "2"}) {
            server.call({"HSET", QByteArray("bull:b4q:") + id, "name", "a", "data", "{}", "opts",
                R"({"attempts":1,"delay":0,"timestamp":1795599165719})", "timestamp", "1795599165719"});
            server.call({"LPUSH", "bull:b4q:wait", id});
        }
        server.call({"SET", "bull:b4q:id", "2"});
        server.call({"HSET", "bull:b4q:meta", "version", "bullmq:6.7.0"});
        const auto keys = [&server] {
            QByteArrayList all;
            for (const Reply& key : server.call({"KEYS", "*b4q*"}).items)
                all << key.bytes;
            std::sort(all.begin(), all.end());
            return all;
        };
        const QByteArrayList before = keys();
        OpenWindow open(*m_theme);
        open.open(profile(place.endsWith("bull") ? u"bull"_s : u"bullmq"_s));
        goTo(open, "b4q", "1");
        for (const char* action : {"task.discard", "task.runNow"}) {
            QAction* const offered = open.window.actions()[action];
            if (offered->isEnabled())
                offered->trigger();
            QVERIFY(!QApplication::activeModalWidget());
        }
        open.table().setFocus();
        QTest::keyClick(&open.table(), Qt::Key_Delete);
        QTRY_VERIFY(open.says(u"have both opened this queue"_s));
        QCOMPARE(server.call({"LLEN", "bull:b4q:wait"}).integer, 2);
        QCOMPARE(keys(), before);
    }

    void aSharedPlaceShowsTheQueueOfEachTaskAndFiltersByIt()
    {
        m_shop->addFlow();
        const auto writer = FrameworkWriter::of("sidekiq", m_shop->server);
        const TimePoint at = fromMs(1'795'236'791'000);
        for (const char* id : {"a1", "a2"})
            writer->write("archive", {.id = id, .state = TaskState::Failed, .at = at});
        writer->write("orders", {.id = "o1", .state = TaskState::Failed, .at = at});
        writer->write("archive", {.id = "w1", .at = at});
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "@sidekiq", "a1");
        QTRY_VERIFY(!open.table().isColumnHidden(TaskTableModel::OwnQueue));
        const int row = open.bench.list().tasks().rowOf("a1");
        QCOMPARE(open.bench.list().tasks().index(row, TaskTableModel::OwnQueue).data().toString(), u"archive"_s);
        auto& line = open.part<FilterLine>();
        line.setFocus();
        QTest::keyClicks(&line, u"queue:"_s);
        QTRY_VERIFY(open.part<FilterCompleter>().offered().contains(u"queue:archive"_s));
        QTest::keyClicks(&line, u"archive"_s);
        QTest::keyClick(&line, Qt::Key_Return);
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), 2);
        QVERIFY(!open.table().isColumnHidden(TaskTableModel::OwnQueue));
        goTo(open, "archive@sidekiq", "w1");
        QTRY_VERIFY(open.table().isColumnHidden(TaskTableModel::OwnQueue));
    }

    void aFlowLeadsToEachOfItsJobs()
    {
        m_shop->addFlow();
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "mail@bullmq", "10");
        QTRY_VERIFY(open.part<FlowView>().isVisible());
        QTreeWidget& flow = tree(open);
        QTRY_COMPARE(flow.topLevelItemCount(), 1);
        QCOMPARE(flow.topLevelItem(0)->childCount(), 4);
        QCOMPARE(flow.currentItem(), flow.topLevelItem(0)); // The current item is the job in the inspector.
        QVERIFY(row(flow, u"report 10, mail@bullmq, Scheduled (waiting-children)"_s));
        // A parent job has no due time and doesn't run before its children.
        const int own = open.bench.list().tasks().rowOf("10");
        QCOMPARE(open.bench.list().tasks().index(own, TaskTableModel::When).data().toString(), u"after other tasks"_s);
        QVERIFY(row(flow, u"resize 1, images@bullmq, Due (waiting)"_s));
        QVERIFY(row(flow, u"resize 2, images@bullmq, Failed"_s));
        QVERIFY(row(flow, u"resize 3, images@bullmq, Done (completed)"_s));
        QVERIFY(row(flow, u"page 11, mail@bullmq, Due (waiting)"_s));
        QVERIFY(flow.viewport()->rect().contains(flow.visualItemRect(row(flow, u"resize 2"_s))));
        draw(open.window, u"flow"_s);
        // Open a job from another queue with the mouse.
        QTest::mouseClick(flow.viewport(), Qt::LeftButton, {}, flow.visualItemRect(row(flow, u"resize 2"_s)).center());
        QTRY_COMPARE(open.bench.view().place().queue, QueueName("images@bullmq"));
        QTRY_COMPARE(open.part<Inspector>().shownTask(), TaskId("2"));
        QTRY_VERIFY(open.part<FlowView>().isVisible());
        QTRY_VERIFY(flow.currentItem() && flow.currentItem() == row(flow, u"resize 2"_s));
        // Return to the parent with the keyboard, then open another of its children.
        flow.setFocus();
        QTest::keyClick(&flow, Qt::Key_Home);
        QCOMPARE(flow.currentItem(), flow.topLevelItem(0));
        QTest::keyClick(&flow, Qt::Key_Return);
        QTRY_COMPARE(open.bench.view().place().queue, QueueName("mail@bullmq"));
        QTRY_COMPARE(open.part<Inspector>().shownTask(), TaskId("10"));
        QTRY_VERIFY(row(flow, u"page 11"_s));
        flow.setFocus();
        flow.setCurrentItem(row(flow, u"page 11"_s));
        QTest::keyClick(&flow, Qt::Key_Enter);
        QTRY_COMPARE(open.part<Inspector>().shownTask(), TaskId("11"));
        QCOMPARE(open.bench.view().place().queue, QueueName("mail@bullmq"));
    }

    /// Several jobs in a list have the same id. The inspector shows the one in the selected row, and Discard applies to
    /// it.
    void ofEqualIdsTheSelectedRowIsMeant()
    {
        m_shop->addSidekiq();
        for (const char* args : {"[1]", "[2]", "[3]"}) {
            m_shop->server.call({"RPUSH", "queue:default",
                QByteArray(R"({"retry":true,"queue":"default","class":"ChargeJob","args":)") + args
                    + R"(,"jid":"aaaaaaaaaaaaaaaaaaaaaa01","created_at":1795820000.1,"enqueued_at":1795820000.1})"});
        }
        OpenWindow open(*m_theme);
        open.open(profile());
        for (int left = 3; left > 0; --left) {
            goTo(open, "default@sidekiq");
            QTRY_COMPARE(open.bench.list().tasks().rowCount(), left);
            const int row = left == 3 ? 1 : 0;
            QTRY_VERIFY(open.bench.list().tasks().taskAt(row));
            const Task task = *open.bench.list().tasks().taskAt(row);
            QVERIFY(open.table().select(task.id));
            QCOMPARE(open.table().currentIndex().row(), row);
            QTRY_COMPARE(open.part<Inspector>().shownTask(), task.id);
            QTRY_VERIFY(open.part<Inspector>().isLoaded());
            const QByteArray args
                = m_shop->server.call({"LINDEX", "queue:default", QByteArray::number(-row - 1)}).bytes;
            QVERIFY2(args.contains("\"args\":" + task.preview), args);
            QTRY_VERIFY(open.window.actions()["task.discard"]->isEnabled());
            open.window.actions()["task.discard"]->trigger();
            QTRY_COMPARE(m_shop->server.call({"LLEN", "queue:default"}).integer, left - 1);
            for (const Reply& job : m_shop->server.call({"LRANGE", "queue:default", "0", "-1"}).items)
                QVERIFY2(job.bytes != args, job.bytes);
        }
    }

    void aFlowFollowsWhatItsJobsDo()
    {
        m_shop->addFlow();
        OpenWindow open(*m_theme);
        open.open(profile()).setRefreshPeriod(Millis(500));
        goTo(open, "mail@bullmq", "10");
        QTRY_VERIFY(row(tree(open), u"resize 1, images@bullmq, Due"_s));
        tree(open).setFocus();
        tree(open).setCurrentItem(row(tree(open), u"resize 3"_s));
        m_shop->server.call({"LREM", "bull:images:wait", "1", "1"});
        m_shop->server.call({"LPUSH", "bull:images:active", "1"});
        QTRY_VERIFY_WITH_TIMEOUT(row(tree(open), u"resize 1, images@bullmq, Leased"_s), 15'000);
        QCOMPARE(tree(open).currentItem(), row(tree(open), u"resize 3"_s)); // still the current item
        // The flow is hidden for a task without one.
        goTo(open, "mail", "mail.send#1");
        QVERIFY(!open.part<FlowView>().isVisible());
    }

    void ofVeryManyChildrenTheRestIsCounted()
    {
        m_shop->addFlow();
        for (int i = 100; i < 500; ++i)
            m_shop->server.call({"SADD", "bull:mail:10:dependencies", "bull:images:" + QByteArray::number(i)});
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "mail@bullmq", "10");
        QTRY_VERIFY(open.part<FlowView>().isVisible());
        const auto* root = tree(open).topLevelItem(0);
        QTRY_COMPARE(root->childCount(), int(TaskFlow::most));
        QCOMPARE(root->child(root->childCount() - 1)->text(0), u"and 205 more"_s);
        const QTreeWidgetItem* removed = row(tree(open), u"– "_s);
        QVERIFY(removed && removed->data(0, Qt::AccessibleTextRole).toString().endsWith(u", images@bullmq, removed"_s));
        QVERIFY(tree(open).height() < 7 * FlowView::rowHeight);
    }

    void whatCannotBeDoneSaysWhy()
    {
        m_shop->addFlow();
        m_shop->addBullmqJob("bull:mail", "12", "alone", "wait");
        m_shop->addBullmqJob("bull:mail", "13", "later", "delayed", "16795236791229000");
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "mail@bullmq", "12");
        const auto& inspector = open.part<Inspector>();
        const QString untimed = u"The task is waiting in a list and has no due time."_s;
        QTRY_VERIFY(button(inspector, u"Run now"_s));
        for (const QString& words : {u"Run now"_s, u"Reschedule…"_s}) {
            const auto* button = TestFrameworkWindow::button(inspector, words);
            QVERIFY2(button && !button->isEnabled(), qPrintable(words));
            QCOMPARE(button->toolTip(), untimed);
        }
        QVERIFY(button(inspector, u"Discard"_s)->isEnabled());
        const Actions& actions = open.window.actions();
        QTRY_VERIFY(!actions["task.runNow"]->isEnabled() && !actions["task.reschedule"]->isEnabled());
        QCOMPARE(actions["task.runNow"]->toolTip(), untimed);
        QVERIFY(actions["task.discard"]->isEnabled());
        // A job with a due time can run immediately, so no refusal is shown.
        goTo(open, "mail@bullmq", "13");
        QTRY_VERIFY(button(inspector, u"Run now"_s)->isEnabled());
        QVERIFY(button(inspector, u"Run now"_s)->toolTip() != untimed);
        QVERIFY(actions["task.runNow"]->isEnabled() && actions["task.runNow"]->toolTip() != untimed);
        // Jobs in a flow can't be retried.
        const QString flow = u"The task belongs to a flow, which only the framework's own library can complete."_s;
        goTo(open, "images@bullmq", "2");
        QTRY_VERIFY(!button(inspector, u"Retry"_s)->isEnabled());
        QCOMPARE(button(inspector, u"Retry"_s)->toolTip(), flow);
        QVERIFY(!button(inspector, u"Discard"_s)->isEnabled());
        goTo(open, "mail@bullmq", "10");
        QTRY_COMPARE(button(inspector, u"Run now"_s)->toolTip(), flow);
    }

    void addingAsksWhatBullmqNeeds()
    {
        m_shop->addFlow();
        OpenWindow open(*m_theme);
        open.open(profile());
        goTo(open, "mail@bullmq");
        QTRY_VERIFY(open.window.actions()["task.add"]->isEnabled());
        bool looked = false;
        whileAdding([&](AddTaskDialog& dialog) {
            QVERIFY(!shown<QLineEdit>(dialog, u"Lease"_s) && !shown<QLineEdit>(dialog, u"Unique key"_s));
            QVERIFY(!shown<QComboBox>(dialog, u"Queue"_s));
            QCOMPARE(shown<QSpinBox>(dialog, u"Attempts"_s)->value(), 1); // One attempt is BullMQ's default.
            auto* priority = shown<QSpinBox>(dialog, u"Priority"_s);
            QVERIFY(priority && priority->text() == u"none"_s && priority->maximum() == 2097151);
            auto* type = shown<QComboBox>(dialog, u"Type"_s);
            QVERIFY(type);
            QTRY_VERIFY(type->lineEdit()->hasFocus());
            QTest::keyClicks(type->lineEdit(), u"send-mail"_s);
            auto* payload = shown<QPlainTextEdit>(dialog, u"Payload"_s);
            payload->setPlainText(u"{\"to\": nobody}"_s);
            QVERIFY(!button(dialog, u"Add task"_s)->isEnabled());
            payload->setPlainText(u"{\"to\":\"b@example.com\"}"_s);
            priority->setFocus();
            priority->selectAll();
            QTest::keyClicks(priority, u"7"_s);
            shown<QLineEdit>(dialog, u"ID"_s)->setText(u"12"_s);
            QVERIFY(!button(dialog, u"Add task"_s)->isEnabled()); // Only BullMQ may assign numeric ids.
            shown<QLineEdit>(dialog, u"ID"_s)->setText(u"order-12"_s);
            QVERIFY2(button(dialog, u"Add task"_s)->isEnabled(), qPrintable(said(dialog)));
            QVERIFY2(dialog.command().contains(u"--priority 7"_s), qPrintable(dialog.command()));
            draw(dialog, u"add-bullmq"_s);
            looked = true;
            QTest::mouseClick(button(dialog, u"Add task"_s), Qt::LeftButton);
        });
        open.window.actions()["task.add"]->trigger();
        QVERIFY(looked);
        const auto field = [this](const char* name) {
            return m_shop->server.call({"HGET", "bull:mail:order-12", name}).bytes;
        };
        QTRY_COMPARE(field("name"), QByteArray("send-mail"));
        QCOMPARE(field("data"), QByteArray(R"({"to":"b@example.com"})"));
        QCOMPARE(field("priority"), QByteArray("7"));
        QCOMPARE(m_shop->server.call({"ZCARD", "bull:mail:prioritized"}).integer, 1);
        QTRY_VERIFY(open.bench.list().tasks().rowOf("order-12") >= 0);
    }

    void addingAsksForTheQueueOfSidekiq()
    {
        m_shop->addSidekiq();
        OpenWindow open(*m_theme);
        open.open(profile());
        // The pseudo-queue that all queues share can't store a new task, so the dialog has a field for the queue.
        goTo(open, "@sidekiq");
        QTRY_VERIFY(open.window.actions()["task.add"]->isEnabled());
        QVERIFY(!open.window.actions()["queue.import"]->isVisible());
        bool looked = false;
        whileAdding([&](AddTaskDialog& dialog) {
            auto* queue = shown<QComboBox>(dialog, u"Queue"_s);
            QVERIFY(queue && queue->currentText().isEmpty());
            QTRY_VERIFY(queue->lineEdit()->hasFocus());
            QCOMPARE(queue->count(), 2);
            QVERIFY(!shown<QSpinBox>(dialog, u"Attempts"_s) && !shown<QSpinBox>(dialog, u"Priority"_s));
            shown<QComboBox>(dialog, u"Type"_s)->setEditText(u"MailJob"_s);
            QVERIFY(!button(dialog, u"Add task"_s)->isEnabled());
            QTest::keyClicks(queue->lineEdit(), u"mailers"_s);
            auto* payload = shown<QPlainTextEdit>(dialog, u"Payload"_s);
            QCOMPARE(payload->toPlainText(), u"[]"_s);
            payload->setPlainText(u"{\"a\":1}"_s);
            QVERIFY(!button(dialog, u"Add task"_s)->isEnabled());
            payload->setPlainText(u"[7,\"x\"]"_s);
            QVERIFY(button(dialog, u"Add task"_s)->isEnabled());
            QVERIFY2(
                dialog.command().startsWith(u"duectl add 'mailers@sidekiq' 'MailJob'"_s), qPrintable(dialog.command()));
            draw(dialog, u"add-sidekiq"_s);
            looked = true;
            QTest::mouseClick(button(dialog, u"Add task"_s), Qt::LeftButton);
        });
        open.window.actions()["task.add"]->trigger();
        QVERIFY(looked);
        QTRY_COMPARE(m_shop->server.call({"LLEN", "queue:mailers"}).integer, 2);
        const QJsonObject job
            = QJsonDocument::fromJson(m_shop->server.call({"LINDEX", "queue:mailers", "0"}).bytes).object();
        QCOMPARE(job[u"class"_s].toString(), u"MailJob"_s);
        QCOMPARE(job[u"args"_s].toArray().size(), 2);
        // In a queue, the dialog shows the queue's name. Actions that only the pseudo-queue supports are hidden.
        goTo(open, "mailers@sidekiq");
        QTRY_VERIFY(!open.window.actions()["task.runNow"]->isVisible());
        QVERIFY(!open.window.actions()["task.reschedule"]->isVisible());
        QVERIFY(open.window.actions()["task.discard"]->isVisible());
        looked = false;
        whileAdding([&](AddTaskDialog& dialog) {
            looked = shown<QComboBox>(dialog, u"Queue"_s)->currentText() == u"mailers"_s;
        });
        open.window.actions()["task.add"]->trigger();
        QVERIFY(looked);
        goTo(open, "@sidekiq", "d0c1d2e3f4a5b6c7d8e9f0a3");
        QTRY_VERIFY(open.window.actions()["task.reschedule"]->isEnabled());
    }

    void nothingIsCutAtAnySize_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QSize>("size");
        for (const QString& language : {u"en"_s, u"zh_CN"_s}) {
            for (const QSize size : {QSize(1024, 640), QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%s %d", qPrintable(language), size.width()) << language << size;
        }
    }
    void nothingIsCutAtAnySize()
    {
        QFETCH(QString, language);
        QFETCH(QSize, size);
        m_shop->addFlow();
        m_shop->addBullQueue("bull:payments");
        m_shop->addSidekiq();
        m_language.use(language);
        OpenWindow open(*m_theme, size);
        open.open(profile());
        QAction* inspects = open.window.actions()["view.inspector"];
        for (const char* place : {"mail@bullmq", "images@bullmq", "@sidekiq", "mailers@sidekiq", "payments@bull"}) {
            goTo(open, place);
            QTRY_VERIFY(open.bench.list().tasks().rowCount() > 0);
            if (!inspects->isChecked())
                inspects->trigger();
            const bool hasFlow = QByteArray(place).endsWith("bullmq");
            QTRY_VERIFY(open.bench.list().tasks().taskAt(0));
            QVERIFY(open.table().select(
                QByteArray(place) == "mail@bullmq" ? TaskId("10") : open.bench.list().tasks().taskAt(0)->id));
            QTRY_VERIFY(open.part<Inspector>().isLoaded());
            QTRY_COMPARE(open.part<FlowView>().isVisible(), hasFlow);
            QVERIFY(test::isSettled());
            (void)QTest::qWaitFor([&] { return Overflow::in(open.window).isEmpty(); }, 5'000);
            const QStringList flaws = Overflow::in(open.window);
            QVERIFY2(flaws.isEmpty(), qPrintable(flaws.join(u'\n')));
            draw(open.window,
                u"%1-%2-%3"_s.arg(language).arg(size.width()).arg(QString::fromLatin1(place).remove(u'@')));
        }
        m_language.use(u"en"_s);
    }
};

QTEST_MAIN(TestFrameworkWindow)
#include "tst_frameworkwindow.moc"
