// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisurl.h"
#include "tests/gui/dialogfacts.h"
#include "tests/gui/firstqueue.h"
#include "tests/gui/openwindow.h"
#include "ui/commands/commandpalette.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/describedialog.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/dialogs/connect/layoutlist.h"
#include "ui/text/language.h"

#include <QComboBox>
#include <QDeadlineTimer>
#include <QDir>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTableWidget>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTimer>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int queued = 20; ///< number of tasks in each unknown queue

/// Returns a window's button with this text, ignoring its mnemonic.
QPushButton& buttonOf(const QWidget& window, const QString& text)
{
    for (QPushButton* button : window.findChildren<QPushButton*>()) {
        if (button->isVisible() && button->text().remove(u'&').startsWith(text))
            return *button;
    }
    qFatal("no button %s", qPrintable(text));
}

template <typename Widget> Widget& namedIn(const QWidget& window, const QString& name)
{
    for (Widget* widget : window.findChildren<Widget*>()) {
        if (widget->isVisible() && widget->accessibleName() == name)
            return *widget;
    }
    qFatal("no widget %s", qPrintable(name));
}

void clickOn(QWidget& widget) { QTest::mouseClick(&widget, Qt::LeftButton); }

} // namespace

/// Tests the dialog that describes unknown queues, in the window on a real server.
class TestDescribeDialog : public QObject
{
    Q_OBJECT

    /// Input to a dialog, sent once the dialog is ready for it.
    struct Step
    {
        std::function<bool()> isReady;
        std::function<void()> act;
    };

    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<test::OpenWindow> m_open;
    std::vector<Step> m_steps;
    QDeadlineTimer m_deadline;
    bool m_wasLate = false;

    template <typename Dialog> static Dialog* top() { return qobject_cast<Dialog*>(QApplication::activeModalWidget()); }
    static DescribeDialog* describing()
    {
        auto* dialog = top<DescribeDialog>();
        return dialog && !dialog->isBusy() ? dialog : nullptr;
    }
    /// Returns a step that acts on the describe dialog once it is not reading anything.
    static Step on(const std::function<void(DescribeDialog&)>& act, const std::function<bool()>& isReady = {})
    {
        return {[isReady] { return describing() && (!isReady || isReady()); }, [act] { act(*describing()); }};
    }
    /// Runs steps, even while dialogs are open. If a dialog is not ready in time, closes it and fails the test.
    void script(std::vector<Step> steps)
    {
        m_steps = std::move(steps);
        m_deadline.setRemainingTime(60'000);
        schedule(0);
    }
    void schedule(std::size_t at)
    {
        QTimer::singleShot(10, this, [this, at] {
            if (at >= m_steps.size())
                return;
            m_wasLate = m_deadline.hasExpired();
            if (m_wasLate) {
                qWarning("step %d is not ready", int(at));
                while (QWidget* dialog = QApplication::activeModalWidget()) {
                    static_cast<QDialog*>(dialog)->done(QDialog::Rejected);
                    dialog->hide();
                }
                return;
            }
            const bool isReady = m_steps[at].isReady();
            // Schedule the next check before sending the input, because the input may open a dialog and return only
            // when it closes.
            schedule(isReady ? at + 1 : at);
            if (isReady)
                m_steps[at].act();
        });
    }
    void run(std::vector<Step> steps, const std::function<void()>& open)
    {
        script(std::move(steps));
        open();
        QVERIFY(!m_wasLate);
    }

    /// Returns the contents of all keys.
    QMap<QByteArray, QByteArray> dumps() const
    {
        QMap<QByteArray, QByteArray> all;
        for (const Reply& key : m_server->call({"KEYS", "*"}).items)
            all[key.bytes] = m_server->call({"DUMP", key.bytes}).bytes;
        return all;
    }
    Connection& openShop()
    {
        Profile profile = Profile::fresh();
        profile.name = u"shop"_s;
        profile.url = m_server->url();
        return m_open->open(profile);
    }
    DescribeDialog* describe() const
    {
        auto* dialog = new DescribeDialog(*m_theme, m_open->formatting, {m_server->config(), defaultLayout()},
            u"shop"_s, Environment::Development, DescribeDialog::Use::Connect, &m_open->window);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->show();
        return dialog;
    }
    static int rowOf(const QTableWidget& keys, const QString& key)
    {
        for (int row = 0; row < keys.rowCount(); ++row) {
            if (keys.item(row, 0)->text() == key)
                return row;
        }
        qFatal("no key %s", qPrintable(key));
    }
    static QString cell(const QTableWidget& table, const QString& key, int column)
    {
        return table.item(rowOf(table, key), column)->text();
    }
    static QTableWidget& keysOf(const QWidget& dialog) { return namedIn<QTableWidget>(dialog, u"Keys"_s); }
    static QTableWidget& tasksOf(const QWidget& dialog)
    {
        return namedIn<QTableWidget>(dialog, u"Tasks as they will appear"_s);
    }
    static QPlainTextEdit& textOf(const QWidget& dialog) { return namedIn<QPlainTextEdit>(dialog, u"Layout file"_s); }
    /// Toggles a key with the keyboard.
    static void tick(DescribeDialog& dialog, const QString& key)
    {
        QTableWidget& keys = keysOf(dialog);
        keys.setFocus();
        QTest::keyClick(&keys, Qt::Key_Home, Qt::ControlModifier);
        for (int row = 0; row < rowOf(keys, key); ++row)
            QTest::keyClick(&keys, Qt::Key_Down);
        QTest::keyClick(&keys, Qt::Key_Space);
    }
    /// Returns the visible texts in the color of failures.
    QStringList problems(const DescribeDialog& dialog) const
    {
        QStringList found;
        for (const PlainLabel* label : dialog.findChildren<PlainLabel*>()) {
            const bool isFailure
                = label->palette().color(QPalette::WindowText) == m_theme->tokens().of(TaskState::Failed).text;
            if (isFailure && label->isVisible() && !label->fullText().isEmpty())
                found << label->fullText();
        }
        return found;
    }
    QString layoutFile(const QString& name) const { return m_config.filePath(u"dueline/layouts/%1.toml"_s.arg(name)); }
    /// Checks that the connection in view lists all of a described queue's tasks.
    void expectTasks(const QByteArray& type)
    {
        test::showFirstQueue(m_open->bench);
        TaskTableModel& tasks = m_open->bench.list().tasks();
        QTRY_VERIFY(m_open->bench.view().current()->profile().layout.startsWith(u"file:"_s));
        QTRY_COMPARE_WITH_TIMEOUT(tasks.rowCount(), queued, 20'000);
        QTRY_VERIFY(tasks.taskAt(0));
        QCOMPARE(tasks.taskAt(0)->type, type);
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_config.path().toLocal8Bit());
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void init()
    {
        m_server = std::make_unique<RedisServer>();
        const qint64 now = toMs(SystemClock().now());
        for (int i = 0; i < queued; ++i) {
            const QByteArray n = QByteArray::number(1000 + i);
            m_server->call({"ZADD", "mail:delayed", QByteArray::number(now / 1000 + 3600 + i),
                R"({"id":"m)" + n + R"(","type":"mail.send","to":"a@b.cn"})"});
            m_server->call({"LPUSH", "shop:ready", "job-" + n});
            m_server->call({"HSET", "shop:jobs", "job-" + n, R"({"type":"order.pay","amount":)" + n + '}'});
            m_server->call({"ZADD", "orders:schedule", QByteArray::number(now + 60'000 + i), "order-" + n});
            m_server->call({"HSET", "orders:data", "order-" + n, R"({"type":"order.ship","city":"Basel"})"});
        }
        m_server->call({"ZADD", "highscores", "10", "ann", "20", "bob"});
        m_open = std::make_unique<test::OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_server.reset();
        QDir(m_config.filePath(u"dueline"_s)).removeRecursively();
    }
    void cleanupTestCase() { m_theme.reset(); }

    /// Describes a sorted set of JSON members with the keyboard alone: opens the dialog from the palette, then saves
    /// and connects with Return.
    void aSortedSetOfJsonIsDescribedWithTheKeyboard()
    {
        const Connection& shop = openShop();
        QTRY_VERIFY(shop.knowsForeign());
        m_open->bench.connections().setProfiles({shop.profile()});
        QStringList saved;
        connect(&m_open->bench.connections(), &OpenConnections::profileDescribed, this,
            [&saved](const Profile& profile) { saved << profile.name; });
        const auto before = dumps();
        const auto isMail = [] { return describing()->command() == u"duectl layout guess -- 'mail:delayed'"_s; };
        run({{[] { return top<CommandPalette>() != nullptr; },
                 [] {
                     auto* query = top<CommandPalette>()->findChild<QLineEdit*>();
                     QTest::keyClicks(query, u"describe"_s);
                     QTest::keyClick(query, Qt::Key_Return);
                 }},
                on([](DescribeDialog& dialog) {
                    auto& proposals = namedIn<QComboBox>(dialog, u"Proposals"_s);
                    QCOMPARE(proposals.count(), 2); // a list without other keys is proposed only if the user ticks it
                    proposals.setFocus();
                    QTest::keyClicks(&proposals, u"mail"_s);
                }),
                on(
                    [](DescribeDialog& dialog) {
                        QCOMPARE(cell(keysOf(dialog), u"mail:delayed"_s, 1), u"Sorted set"_s);
                        QCOMPARE(cell(keysOf(dialog), u"mail:delayed"_s, 2), u"20"_s);
                        QCOMPARE(cell(keysOf(dialog), u"mail:delayed"_s, 3), u"Scheduled"_s);
                        QVERIFY(test::says(
                            dialog, u"Very likely. Scores are times in seconds: 20 of 20 are within a year of now."_s));
                        QVERIFY(test::says(dialog, u"5 tasks read, all match"_s));
                        const QTableWidget& tasks = tasksOf(dialog);
                        QCOMPARE(tasks.item(0, 0)->text(), u"Scheduled"_s);
                        QCOMPARE(tasks.item(0, 2)->text(), u"mail.send"_s);
                        QCOMPARE(tasks.item(0, 3)->text(), u"m1000"_s);
                        QVERIFY(tasks.item(0, 4)->text().contains(u"a@b.cn"_s));
                        QVERIFY(textOf(dialog).toPlainText().contains(u"zset = \"mail:delayed\""_s));
                        keysOf(dialog).setFocus();
                        QTest::keyClick(&keysOf(dialog), Qt::Key_Return);
                    },
                    isMail)},
            [this] { QTest::keyClick(&m_open->window, Qt::Key_K, Qt::ControlModifier); });
        expectTasks("mail.send");
        QCOMPARE(m_open->bench.view().current()->profile().name, u"shop, mail-delayed"_s);
        QCOMPARE(saved, QStringList{u"shop, mail-delayed"_s});
        const QFileInfo file(layoutFile(u"mail-delayed"_s));
        QVERIFY(file.exists());
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteOther), QFile::Permissions());
        QCOMPARE(dumps(), before);
    }

    /// Describes a list of IDs with payloads in a hash with the mouse: opens the dialog with the empty list's button.
    void aListWithAPayloadHashIsDescribedWithTheMouse()
    {
        openShop();
        QTRY_VERIFY(m_open->says(u"No queue yet"_s));
        const auto before = dumps();
        run({on([](DescribeDialog& dialog) {
                 QTableWidget& keys = keysOf(dialog);
                 for (int row = 0; row < keys.rowCount(); ++row) {
                     QTableWidgetItem* item = keys.item(row, 0);
                     if ((item->checkState() == Qt::Checked) == (item->text() == u"shop:ready"_s))
                         continue;
                     const QRect at = keys.visualItemRect(item);
                     QTest::mouseClick(keys.viewport(), Qt::LeftButton, {}, QPoint(at.left() + 10, at.center().y()));
                 }
                 QCOMPARE(cell(keys, u"shop:jobs"_s, 1), u"Hash"_s);
             }),
                on([](DescribeDialog& dialog) {
                    QVERIFY(test::says(dialog, u"Payloads were found for 8 of 8 sampled IDs."_s));
                    QVERIFY(test::says(dialog, u"Watch the list while workers run"_s));
                    auto& end = namedIn<QComboBox>(dialog, u"End of shop:ready that workers read from"_s);
                    QCOMPARE(end.currentText(), u"Next: unknown"_s);
                    end.setFocus();
                    QTest::keyClick(&end, Qt::Key_Down);
                }),
                on([](DescribeDialog& dialog) {
                    QVERIFY(textOf(dialog).toPlainText().contains(u"next = \"tail\"\n"_s));
                    QCOMPARE(tasksOf(dialog).item(0, 3)->text(), u"job-1000"_s);
                    QCOMPARE(tasksOf(dialog).item(0, 2)->text(), u"order.pay"_s);
                    clickOn(buttonOf(dialog, u"Save and connect"_s));
                })},
            [this] { clickOn(buttonOf(m_open->window, u"Describe unknown keys…"_s)); });
        expectTasks("order.pay");
        QCOMPARE(dumps(), before);
    }

    /// Describes a sorted set of IDs with payloads in a hash, starting from the connection dialog.
    void aSortedSetWithAPayloadHashIsAddedToAConnection()
    {
        const auto before = dumps();
        ConnectDialog connecting(*m_theme, nullptr, &m_open->window);
        Profile profile = Profile::fresh();
        profile.url = m_server->url();
        connecting.edit(profile, {});
        connecting.show();
        run({{[] { return top<LayoutDialog>() && buttonOf(*top<LayoutDialog>(), u"Describe"_s).isEnabled(); },
                 [] { clickOn(buttonOf(*top<LayoutDialog>(), u"Describe unknown keys…"_s)); }},
                on([](DescribeDialog& dialog) {
                    if (dialog.command() != u"duectl layout guess -- 'orders:schedule'"_s) {
                        auto& proposals = namedIn<QComboBox>(dialog, u"Proposals"_s);
                        proposals.setFocus();
                        QTest::keyClicks(&proposals, u"orders"_s);
                    }
                }),
                on([](DescribeDialog& dialog) {
                    QVERIFY(test::says(dialog, u"Scores are times in milliseconds: 20 of 20"_s));
                    QCOMPARE(tasksOf(dialog).item(0, 3)->text(), u"order-1000"_s);
                    QTest::keyClick(&dialog, Qt::Key_Return);
                })},
            [&connecting] { clickOn(buttonOf(connecting, u"Add layout…"_s)); });
        QVERIFY(!top<LayoutDialog>());
        const QString path = layoutFile(u"orders-schedule"_s);
        QCOMPARE(connecting.profile().layout, u"auto,file:"_s + path);
        Profile opened = connecting.profile();
        opened.layout = u"file:"_s + path;
        opened.name = u"orders"_s;
        m_open->open(opened);
        expectTasks("order.ship");
        QCOMPARE(dumps(), before);
    }

    void theUnitOfScoresCanBeChosen()
    {
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        auto& proposals = namedIn<QComboBox>(*dialog, u"Proposals"_s);
        proposals.setFocus();
        QTest::keyClicks(&proposals, u"orders"_s);
        QTRY_VERIFY(!dialog->isBusy());
        auto& unit = namedIn<QComboBox>(*dialog, u"Unit of the scores in orders:schedule"_s);
        unit.setFocus();
        QTest::keyClick(&unit, Qt::Key_Home);
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY(textOf(*dialog).toPlainText().contains(u"score = \"s\""_s));
        QVERIFY(test::says(*dialog, u"Scores are times in seconds: 0 of 20 are within a year of now."_s));
        auto& state = namedIn<QComboBox>(*dialog, u"State of the tasks in orders:schedule"_s);
        state.setFocus();
        QTest::keyClick(&state, Qt::Key_End);
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY(textOf(*dialog).toPlainText().contains(u"state = \"done\""_s));
        QCOMPARE(tasksOf(*dialog).item(0, 0)->text(), u"Done"_s);
        QCOMPARE(cell(keysOf(*dialog), u"orders:schedule"_s, 3), u"Done"_s);
    }

    /// Watching a list while workers are running reveals which end they read from.
    void aWatchLearnsWhichEndRuns()
    {
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        tick(*dialog, u"orders:schedule"_s);
        QTRY_VERIFY(!dialog->isBusy());
        tick(*dialog, u"shop:ready"_s);
        QTRY_VERIFY(!dialog->isBusy());
        QPushButton& watch = buttonOf(*dialog, u"Watch for 10 seconds"_s);
        QVERIFY(watch.isEnabled());
        QTimer worker;
        connect(&worker, &QTimer::timeout, this, [this, added = 0]() mutable {
            m_server->call({"LPUSH", "shop:ready", "new-" + QByteArray::number(++added)});
            m_server->call({"RPOP", "shop:ready"});
        });
        worker.start(20);
        clickOn(watch);
        QVERIFY(watch.text().remove(u'&').startsWith(u"Stop watching"_s));
        QTRY_VERIFY_WITH_TIMEOUT(test::says(*dialog, u"Detected which end workers read from in 1 list."_s), 15'000);
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY(test::says(*dialog, u"Workers were seen taking the last item."_s));
        QVERIFY(textOf(*dialog).toPlainText().contains(u"next = \"tail\"\n"_s));
    }

    void aKeyThatIsNoQueueIsReported()
    {
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        for (const char* key : {"mail:delayed", "orders:schedule"}) {
            QTableWidget& keys = keysOf(*dialog);
            if (keys.item(rowOf(keys, QString::fromLatin1(key)), 0)->checkState() == Qt::Checked)
                tick(*dialog, QString::fromLatin1(key));
        }
        tick(*dialog, u"highscores"_s);
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY(test::says(*dialog, u"The selected keys do not look like one queue."_s));
        QCOMPARE(cell(keysOf(*dialog), u"highscores"_s, 3), u"Not recognized"_s);
        QVERIFY(!test::verbOf(*dialog).isEnabled());
    }

    /// Errors in an edited file are reported with their position. Edits can be discarded.
    void anEditedFileIsChecked()
    {
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        QPlainTextEdit& text = textOf(*dialog);
        const QString proposed = text.toPlainText();
        text.setFocus();
        QTest::keyClick(&text, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(&text, u"scroe = 1"_s);
        QVERIFY(!test::verbOf(*dialog).isEnabled());
        QTRY_VERIFY(!dialog->isBusy());
        const qsizetype line = text.toPlainText().count(u'\n') + 1;
        QVERIFY(test::says(*dialog, u"line %1, column 1: "_s.arg(line)));
        QVERIFY(!test::verbOf(*dialog).isEnabled());
        QVERIFY(!keysOf(*dialog).isEnabled());
        clickOn(buttonOf(*dialog, u"Discard edits"_s));
        QTRY_VERIFY(!dialog->isBusy());
        QCOMPARE(text.toPlainText(), proposed);
        QVERIFY(test::verbOf(*dialog).isEnabled());
        QTest::keyClick(&text, Qt::Key_End, Qt::ControlModifier);
        QTest::keyClicks(&text, u"# mine"_s);
        QTRY_VERIFY(!dialog->isBusy() && test::verbOf(*dialog).isEnabled());
        const QString path = namedIn<QLineEdit>(*dialog, u"Save file as"_s).text();
        const QPointer<DescribeDialog> open = dialog;
        clickOn(test::verbOf(*dialog));
        QTRY_VERIFY(!open);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().endsWith("# mine"));
    }

    void anotherFileIsNeverReplaced()
    {
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        auto& path = namedIn<QLineEdit>(*dialog, u"Save file as"_s);
        QVERIFY(QDir().mkpath(m_config.filePath(u"dueline/layouts"_s)));
        QFile other(path.text()); // created after the dialog has chosen an unused name
        QVERIFY(other.open(QIODevice::WriteOnly) && other.write("mine") == 4);
        other.close();
        clickOn(test::verbOf(*dialog));
        QTRY_VERIFY(test::says(*dialog, u"already exists"_s));
        QVERIFY(other.open(QIODevice::ReadOnly));
        QCOMPARE(other.readAll(), QByteArray("mine"));
        path.selectAll();
        QTest::keyClicks(&path, u"orders.toml"_s);
        QTest::keyClick(&path, Qt::Key_Return);
        QTRY_VERIFY(test::says(*dialog, u"Enter the full path"_s));
        const QPointer<DescribeDialog> open = dialog;
        path.selectAll();
        QTest::keyClicks(&path, layoutFile(u"mine"_s));
        QTest::keyClick(&path, Qt::Key_Return);
        QTRY_VERIFY(!open);
        QVERIFY(QFile::exists(layoutFile(u"mine"_s)));
    }

    /// Fields that the profile masks stay hidden in the preview.
    void maskedFieldsAreHidden()
    {
        auto* dialog = new DescribeDialog(*m_theme, m_open->formatting,
            {m_server->config(), defaultLayout(), "dueline", {u"to"_s, u"city"_s}}, u"shop"_s, Environment::Production,
            DescribeDialog::Use::Choose, &m_open->window);
        dialog->show();
        QTRY_VERIFY(!dialog->isBusy());
        const QTableWidget& tasks = tasksOf(*dialog);
        QVERIFY(tasks.rowCount() > 0);
        for (int row = 0; row < tasks.rowCount(); ++row) {
            QVERIFY(tasks.item(row, 4)->text().contains(u'*'));
            QVERIFY(!tasks.item(row, 4)->text().contains(u"a@b"_s));
            QVERIFY(!tasks.item(row, 4)->text().contains(u"Basel"_s));
        }
        delete dialog;
    }

    /// If the server has been killed, the dialog says so in one sentence. Cancel closes the dialog immediately, even
    /// while it is still connecting.
    void aKilledServerIsReported()
    {
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY(problems(*dialog).isEmpty());
        m_server->kill9();
        clickOn(buttonOf(*dialog, u"Search again"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isBusy(), 30'000);
        QCOMPARE(problems(*dialog).size(), 1);
        QVERIFY2(
            problems(*dialog).first().startsWith(u"Cannot reach Redis at "_s), qPrintable(problems(*dialog).first()));
        clickOn(buttonOf(*dialog, u"Search again"_s));
        QVERIFY(dialog->isBusy());
        const QPointer<DescribeDialog> open = dialog;
        clickOn(buttonOf(*dialog, u"Cancel"_s));
        QVERIFY(!dialog->isVisible());
        QTRY_VERIFY(!open);
    }

    void aServerThatAnswersNonsenseIsReported()
    {
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        connect(&server, &QTcpServer::newConnection, this, [&server] {
            QTcpSocket* client = server.nextPendingConnection();
            connect(client, &QTcpSocket::readyRead, client, [client] { client->write("nonsense\r\n"); });
        });
        const auto config = parseRedisUrl(u"redis://127.0.0.1:%1"_s.arg(server.serverPort()));
        QVERIFY(config);
        DescribeDialog dialog(*m_theme, m_open->formatting, {*config, defaultLayout()}, u"shop"_s,
            Environment::Development, DescribeDialog::Use::Connect, &m_open->window);
        dialog.show();
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isBusy(), 30'000);
        QCOMPARE(problems(dialog).size(), 1);
        QVERIFY(!test::verbOf(dialog).isEnabled());
    }

    void aServerWithoutUnknownQueuesSaysSo()
    {
        m_server->call({"FLUSHALL"});
        DescribeDialog* dialog = describe();
        QTRY_VERIFY(!dialog->isBusy());
        QVERIFY(test::says(*dialog, u"No keys that belong to unknown queues were found."_s));
        QVERIFY(!buttonOf(*dialog, u"Save and connect"_s).isEnabled());
        m_server->call({"LPUSH", "queue:mail", R"({"jid":"j","class":"Mail","args":[1],"queue":"mail"})"});
        m_server->call({"SADD", "queues", "mail"});
        clickOn(buttonOf(*dialog, u"Search again"_s));
        QTRY_VERIFY(test::says(*dialog, u"Known layouts can open other queues on this server: sidekiq."_s));
        QVERIFY(!buttonOf(*dialog, u"Save and connect"_s).isEnabled());
    }
};

QTEST_MAIN(TestDescribeDialog)
#include "tst_describedialog.moc"
