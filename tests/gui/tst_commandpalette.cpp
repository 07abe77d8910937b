// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/paletterows.h"
#include "ui/actions/actions.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/inspector/inspector.h"
#include "ui/text/language.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QDir>
#include <QElapsedTimer>
#include <QPainter>
#include <QScopeGuard>
#include <QSemaphore>
#include <QTemporaryDir>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Returns the number of tasks of the measured search: 1,600, or the value of DUELINE_BOX.
qint64 measuredTasks() { return qEnvironmentVariable("DUELINE_BOX", u"1600"_s).toLongLong(); }

} // namespace

/// Tests the command palette in the real window: tasks of all open servers, groups, keys, and a search of 16 queues
/// whose times are printed. If DUELINE_PICTURES is set to a folder, screenshots are saved there.
class TestCommandPalette : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<Shop> m_other;
    std::unique_ptr<OpenWindow> m_open;

    static void add(Shop& shop, const QueueName& queue, const TaskId& id, const QByteArray& payload)
    {
        NewTask task;
        task.id = id;
        task.dueIn = 1h;
        task.payload = payload;
        QVERIFY(shop.backend().editor()->add(queue, {task}).ok());
    }
    Connection& open(Shop& shop, const QString& name)
    {
        Profile profile = shop.profile(name);
        profile.layout = u"native"_s;
        Connection& connection = m_open->open(profile);
        if (!QTest::qWaitFor([&] { return connection.session().isOnline() && !connection.queues().empty(); }, 20'000))
            qFatal("the server does not answer");
        return connection;
    }
    /// Opens the palette, and passes it to `use`. Closes it afterwards.
    template <typename Use> void withPalette(Use use)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&seen, use] {
            auto* palette = qobject_cast<CommandPalette*>(QApplication::activeModalWidget());
            if (!palette)
                return;
            const PaletteRows rows(*palette);
            // Until the query has the focus, Return would trigger the main window's shortcut.
            seen = QTest::qWaitFor([&rows] { return QApplication::focusWidget() == &rows.query; });
            use(*palette, rows);
            if (palette->isVisible())
                palette->reject();
        });
        m_open->window.actions()["tools.palette"]->trigger();
        QVERIFY(seen);
    }
    void draw(CommandPalette& palette, const QString& name)
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (folder.isEmpty())
            return;
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_theme->choose(choice);
            QVERIFY(isSettled());
            QPixmap picture = m_open->window.grab();
            QPainter(&picture).drawPixmap(m_open->window.mapFromGlobal(palette.pos()), palette.grab());
            const QString file = name + (choice == ThemeChoice::Dark ? u"-dark.png"_s : u"-light.png"_s);
            QVERIFY(picture.save(QDir(folder).filePath(file)));
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_home.path().toLocal8Bit());
        m_language.use(qEnvironmentVariable("DUELINE_LANGUAGE", u"en"_s)); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        const QString size = qEnvironmentVariable("DUELINE_SIZE", u"1300x820"_s);
        m_open = std::make_unique<OpenWindow>(
            *m_theme, QSize(size.section(u'x', 0, 0).toInt(), size.section(u'x', 1).toInt()));
    }
    void cleanup()
    {
        m_open.reset();
        m_other.reset();
        m_shop.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    /// English documentation and advice name actions in English.
    void englishNamesAreFoundInAnyLanguage()
    {
        m_shop->add(1, 1h, "mail");
        open(*m_shop, u"shop"_s);
        const auto restored
            = qScopeGuard([this] { m_language.use(qEnvironmentVariable("DUELINE_LANGUAGE", u"en"_s)); });
        m_language.use(u"zh_CN"_s);
        const QString name = m_open->window.actions()["connection.describe"]->text().remove(u'&');
        QVERIFY2(!name.contains(u"Describe"), qPrintable(name));
        withPalette([&name](CommandPalette&, PaletteRows rows) {
            rows.type(u">describe"_s);
            QVERIFY2(rows.choices().contains(name), qPrintable(rows.choices().join(u'|')));
            rows.query.setText(u">"_s + name.left(2));
            QVERIFY2(rows.choices().contains(name), qPrintable(rows.choices().join(u'|')));
        });
    }

    /// An order is found on a server that is not displayed, and Return opens it there.
    void aPayloadValueIsFoundOnAllServersAndReturnOpensItsTask()
    {
        m_other = std::make_unique<Shop>();
        m_shop->add(3, 1h, "mail");
        add(*m_shop, "billing", "bill.close#7", R"({"order":"ORD-4711","total":12})");
        add(*m_other, "ledger", "entry.post#1", R"({"note":"nothing"})");
        add(*m_other, "ledger", "entry.post#2", R"(["pending","ord-4711",48965])");
        Connection& other = open(*m_other, u"shop-us"_s);
        Connection& shop = open(*m_shop, u"shop-eu"_s);
        m_open->bench.view().show({shop.id(), "mail", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        m_open->window.actions()["view.inspector"]->setChecked(true);
        m_open->window.actions()["view.inspector"]->trigger();
        QVERIFY(!m_open->part<Inspector>().isVisible());
        withPalette([this](CommandPalette& palette, PaletteRows rows) {
            rows.type(u"ord-4711"_s);
            QTRY_COMPARE(rows.choices().size(), 3);
            draw(palette, u"box-found"_s);
            QStringList found = rows.choices();
            QCOMPARE(found.takeLast(), u"Search all queues for \"ord-4711\""_s);
            QVERIFY2(rows.choices().contains(u"bill.close#7"_s) && rows.choices().contains(u"entry.post#2"_s),
                qPrintable(found.join(u' ')));
            QCOMPARE(rows.heads().size(), 2);
            QVERIFY(rows.heads().contains(u"billing"_s) && rows.heads().contains(u"ledger"_s));
            for (int row = 0; row < rows.list.count(); ++row) {
                const QString name = rows.list.item(row)->data(Qt::AccessibleTextRole).toString();
                QVERIFY(rows.list.item(row)->isHidden() || !name.isEmpty());
                if (rows.list.item(row)->text() == u"entry.post#2"_s) {
                    QVERIFY2(name.startsWith(u"entry.post#2, Scheduled, in "_s) && name.contains(u"ord-4711"_s),
                        qPrintable(name));
                    QCOMPARE(rows.list.item(row - 1)->data(Qt::AccessibleTextRole).toString(), u"ledger, shop-us"_s);
                }
            }
            if (rows.current() != u"entry.post#2"_s)
                rows.press(Qt::Key_Down);
            QCOMPARE(rows.current(), u"entry.post#2"_s);
            rows.press(Qt::Key_Return);
        });
        QTRY_COMPARE(m_open->bench.view().current(), &other);
        QCOMPARE(m_open->bench.view().place().queue, QueueName("ledger"));
        QTRY_VERIFY(m_open->table().currentTask() && m_open->table().currentTask()->id == "entry.post#2");
        QVERIFY(m_open->part<Inspector>().isVisible());
    }

    /// Tasks of several queues that contain the same value are listed in the order of their times.
    void theStoryOfAValueIsInOrder()
    {
        for (const auto& [id, in] : {std::pair("late#1", 3h), std::pair("early#2", 1h), std::pair("middle#3", 2h)}) {
            NewTask task;
            task.id = id;
            task.dueIn = in;
            task.payload = R"({"order":"ORD-4711"})";
            const QueueName queue = QByteArray(id).left(2);
            QVERIFY(m_shop->backend().editor()->add(queue, {task}).ok());
        }
        open(*m_shop, u"shop"_s);
        m_open->window.resize(1300, 820);
        withPalette([this](CommandPalette& palette, PaletteRows rows) {
            auto* story = palette.findChild<PaletteStory*>();
            QVERIFY(story && !story->isVisible());
            rows.type(u"ord-4711"_s);
            QTRY_COMPARE(rows.choices().size(), 4);
            QTRY_VERIFY(story->isVisible());
            const QWidget* moments = nullptr;
            for (const QWidget* part : story->findChildren<QWidget*>()) {
                if (part->accessibleName() == u"Everything about \"ord-4711\""_s
                    && !part->accessibleDescription().isEmpty())
                    moments = part;
            }
            QVERIFY(moments);
            const QStringList lines = moments->accessibleDescription().split(u'\n');
            QCOMPARE(lines.size(), 3);
            QVERIFY2(lines[0].contains(u"early"_s) && lines[1].contains(u"middle"_s) && lines[2].contains(u"late"_s),
                qPrintable(lines.join(u'|')));
            QVERIFY2(lines[0].startsWith(u"Scheduled, in 59 min"_s) || lines[0].startsWith(u"Scheduled, in 1 h"_s),
                qPrintable(lines[0]));
            const auto isShown = [&](const QString& text) {
                const auto labels = story->findChildren<PlainLabel*>();
                return std::any_of(labels.begin(), labels.end(),
                    [&](const PlainLabel* label) { return label->isVisible() && label->fullText() == text; });
            };
            QVERIFY(isShown(rows.current()));
            rows.press(Qt::Key_Down);
            QVERIFY(isShown(rows.current()));
            draw(palette, u"box-story"_s);
            rows.press(Qt::Key_End); // the entry that searches all queues is not a task
            rows.press(Qt::Key_Backtab);
            rows.type(u"ord-4712"_s);
            QVERIFY(!story->isVisible());
        });
        m_open->window.resize(1024, 640);
        withPalette([](CommandPalette& palette, PaletteRows rows) {
            rows.type(u"ord-4711"_s);
            QTRY_COMPARE(rows.choices().size(), 4);
            QVERIFY(!palette.findChild<PaletteStory*>()->isVisible());
        });
    }

    /// The opened queue and task are offered first the next time.
    void recentTasksAndQueuesComeFirst()
    {
        m_shop->add(2, 1h, "mail");
        m_shop->add(1, 1h, "hooks");
        Connection& shop = open(*m_shop, u"shop"_s);
        for (const char* queue : {"mail", "hooks"}) {
            m_open->bench.view().show({shop.id(), queue, {}});
            QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), queue == QByteArray("mail") ? 2 : 1);
            QTRY_VERIFY(m_open->table().currentTask());
        }
        withPalette([this](CommandPalette& palette, PaletteRows rows) {
            draw(palette, u"box-empty"_s);
            QCOMPARE(rows.heads().front(), u"Recently opened"_s);
            QCOMPARE(rows.choices().first(3), (QStringList{u"mail.send#1"_s, u"mail.send#1"_s, u"mail"_s}));
            QCOMPARE(rows.heads().at(1), u"Actions"_s);
            rows.press(Qt::Key_Down);
            rows.press(Qt::Key_Down);
            rows.press(Qt::Key_Return);
        });
        QCOMPARE(m_open->bench.view().place().queue, QueueName("mail"));
    }

    /// Failure groups are found by their error, or because a found task belongs to them. Return opens the group's page.
    void failureGroupsAreListedAndOpened()
    {
        m_other = std::make_unique<Shop>();
        m_shop->add(1, 1h, "calm");
        m_shop->failNew("orders", "charge", "connect ETIMEDOUT 10.20.3.% while charging", 3);
        m_other->failNew("ledger", "entry.post", "deadlock detected in process %", 2);
        open(*m_other, u"shop-us"_s);
        Connection& shop = open(*m_shop, u"shop-eu"_s);
        m_open->bench.view().show({shop.id(), "calm", {}});
        const QString timeouts = u"connect ETIMEDOUT … while charging"_s;
        const QString deadlocks = u"deadlock detected in process …"_s;
        withPalette([&](CommandPalette& palette, PaletteRows rows) {
            QTRY_VERIFY(rows.choices().contains(timeouts) && rows.choices().contains(deadlocks));
            rows.type(u"etimedout"_s);
            QTRY_VERIFY(rows.heads().contains(u"Failures"_s));
            QVERIFY(rows.choices().contains(timeouts) && !rows.choices().contains(deadlocks));
            rows.type(u"charge#"_s); // ids of tasks, which the error doesn't contain
            QTRY_VERIFY(rows.choices().filter(u"charge"_s).size() >= 3);
            QTRY_VERIFY(rows.choices().contains(timeouts));
            QVERIFY(rows.choices().back().startsWith(u"Search all queues"_s));
            draw(palette, u"box-failures"_s);
            rows.type(u">etimedout"_s); // actions only
            QVERIFY(!rows.choices().contains(timeouts));
            rows.type(u"deadlock"_s);
            QTRY_COMPARE(rows.current(), deadlocks);
            const QString spoken = rows.list.currentItem()->data(Qt::AccessibleTextRole).toString();
            QCOMPARE(spoken, deadlocks + u", shop-us, Failed, 2 tasks, new"_s);
            rows.press(Qt::Key_Return);
        });
        QTRY_VERIFY(m_open->part<FailureGroupPage>().isVisible() && m_open->part<FailureGroupPage>().group());
        QVERIFY(m_open->part<FailureGroupPage>().group()->error.startsWith("deadlock detected"));
        QCOMPARE(m_open->bench.view().current()->profile().name, u"shop-us"_s);
    }

    void aServerThatIsNotConnectedIsNamed()
    {
        m_other = std::make_unique<Shop>();
        m_shop->add(3, 1h, "mail");
        m_other->add(1, 1h, "mail");
        Connection& other = open(*m_other, u"shop-us"_s);
        open(*m_shop, u"shop-eu"_s);
        m_other->server.stop();
        QTRY_VERIFY_WITH_TIMEOUT(!other.session().isOnline(), 20'000);
        withPalette([this](CommandPalette& palette, PaletteRows rows) {
            rows.type(u"ORD-4711"_s);
            QTRY_VERIFY(rows.heads().size() == 2 && rows.query.accessibleDescription().isEmpty());
            draw(palette, u"box-none"_s);
            QCOMPARE(rows.heads().front(), u"No task with \"ORD-4711\" in 1 queue"_s);
            QCOMPARE(rows.heads().back(), u"Not searched: shop-us (not connected)"_s);
        });
    }

    void aFullQueueSaysThatThereMayBeMore()
    {
        m_shop->add(30, 1h, "mail");
        open(*m_shop, u"shop"_s);
        withPalette([this](CommandPalette& palette, PaletteRows rows) {
            rows.type(u"mail.send"_s);
            QTRY_VERIFY(rows.choices().filter(u"mail.send#"_s).size() >= 10);
            draw(palette, u"box-full"_s);
            const auto summary = [&] { return rows.query.accessibleDescription(); };
            QTRY_COMPARE(summary(), u"At least 10 found · 1 of 1 queues"_s);
            QVERIFY(rows.choices().back().startsWith(u"Search all queues"_s));
        });
    }

    /// The first Escape stops the search and keeps the palette open; the second one closes it.
    void escapeStopsTheSearchFirst()
    {
        m_shop->add(3, 1h, "mail");
        Connection& shop = open(*m_shop, u"shop"_s);
        // Block the lane, so that the search is still running when Escape is pressed.
        const auto gate = std::make_shared<QSemaphore>();
        shop.session().run(
            Session::Lane::Background, this,
            [gate](Backend&) {
                gate->acquire();
                return Result<>();
            },
            [](const Result<>&) {});
        const auto opened = qScopeGuard([gate] { gate->release(); });
        withPalette([this](CommandPalette& palette, PaletteRows rows) {
            rows.type(u"mail.send"_s);
            QTRY_VERIFY(rows.heads().contains(u"Searching for tasks…"_s));
            QTRY_VERIFY(!rows.query.accessibleDescription().isEmpty());
            rows.press(Qt::Key_Escape);
            QVERIFY(palette.isVisible());
            QVERIFY2(rows.heads().back().startsWith(u"Stopped"_s), qPrintable(rows.heads().join(u'|')));
            rows.press(Qt::Key_Escape);
            QVERIFY(!palette.isVisible());
        });
    }

    void prefixesSelectActionsAndQueuesAndTabJumpsToTheNextGroup()
    {
        m_shop->add(3, 1h, "pause-mail");
        Connection& shop = open(*m_shop, u"shop"_s);
        m_open->bench.view().show({shop.id(), "pause-mail", {}});
        QTRY_VERIFY(m_open->table().currentTask());
        withPalette([](CommandPalette&, PaletteRows rows) {
            rows.type(u">pause"_s);
            QVERIFY(rows.choices().size() >= 1 && rows.choices().front().startsWith(u"Pause"_s));
            QVERIFY(!rows.heads().contains(u"Queues"_s));
            rows.type(u"#"_s);
            QCOMPARE(rows.choices(), QStringList{u"pause-mail"_s});
            rows.type(u"# retry"_s);
            QCOMPARE(rows.choices(), QStringList());
            rows.type(u"pause"_s);
            QVERIFY(rows.heads().contains(u"Queues"_s) && rows.heads().contains(u"Actions"_s));
            const QString first = rows.current();
            rows.press(Qt::Key_Tab);
            const QString second = rows.current();
            QVERIFY(second != first);
            rows.press(Qt::Key_Down, Qt::ControlModifier);
            QVERIFY(rows.current().startsWith(u"Search all queues"_s));
            rows.press(Qt::Key_Tab);
            QCOMPARE(rows.current(), first);
            rows.press(Qt::Key_Backtab, Qt::ShiftModifier);
            QVERIFY(rows.current().startsWith(u"Search all queues"_s));
        });
    }

    /// Results are only appended: a selected row keeps its place, and rows that would move it appear once the user
    /// moves the selection.
    void resultsNeverMoveTheSelectedRow()
    {
        CommandPalette palette(*m_theme, {}, true, &m_open->window);
        palette.show();
        PaletteRows rows(palette);
        const auto entry = [](const QString& name) { return CommandPalette::Entry{name, {}, {}, true, [] {}}; };
        palette.setLastRow([&](const QString&) { return entry(u"last"_s); });
        rows.query.setText(u"ORD-4711"_s);
        QCOMPARE(rows.current(), u"last"_s);
        CommandPalette::Progress progress;
        progress.isRunning = true;
        std::vector<CommandPalette::Section> sections{{u"a"_s, {}, {}, {entry(u"a1"_s)}}};
        palette.setResults(sections, progress);
        QCOMPARE(rows.current(), u"a1"_s); // Until the user moves the selection, the first row is selected.
        sections.push_back({u"b"_s, {}, {}, {entry(u"b1"_s)}});
        palette.setResults(sections, progress);
        QCOMPARE(rows.choices(), (QStringList{u"a1"_s, u"b1"_s, u"last"_s}));
        rows.press(Qt::Key_Down);
        QCOMPARE(rows.current(), u"b1"_s);
        const int row = rows.list.currentRow();
        sections[0].entries.push_back(entry(u"a2"_s));
        sections[1].entries.push_back(entry(u"b2"_s));
        sections.push_back({u"c"_s, {}, {}, {entry(u"c1"_s)}});
        palette.setResults(sections, progress);
        QCOMPARE(rows.current(), u"b1"_s);
        QCOMPARE(rows.list.currentRow(), row);
        QCOMPARE(rows.choices(), (QStringList{u"a1"_s, u"b1"_s, u"b2"_s, u"c1"_s, u"last"_s}));
        rows.press(Qt::Key_Up);
        QCOMPARE(rows.current(), u"a1"_s);
        QCOMPARE(rows.choices(), (QStringList{u"a1"_s, u"a2"_s, u"b1"_s, u"b2"_s, u"c1"_s, u"last"_s}));
    }

    /// Prints how long a search of 16 queues takes. The value is in the last task of the last queue; its id and a
    /// failed task with the value are in other queues.
    void theTimesOfASearchInSixteenQueues()
    {
        constexpr int queues = 16;
        const qint64 ofEach = measuredTasks() / queues;
        for (int i = 0; i < queues; ++i) {
            const QueueName queue = "queue-" + QByteArray::number(10 + i);
            for (qint64 begin = 0; begin < ofEach; begin += 1000) {
                std::vector<NewTask> tasks;
                for (qint64 n = begin; n < std::min(ofEach, begin + 1000); ++n) {
                    NewTask task;
                    task.id = "mail.send#" + QByteArray::number(i) + '-' + QByteArray::number(n);
                    task.dueIn = 1h + Millis(n);
                    task.payload = "{\"to\":\"user@example.com\",\"order\":\"ORD-" + QByteArray::number(i * 100'000 + n)
                        + "\",\"note\":\"" + QByteArray(150, 'x') + "\"}";
                    tasks.push_back(task);
                }
                QVERIFY(m_shop->backend().editor()->add(queue, tasks).ok());
            }
        }
        open(*m_shop, u"shop"_s);
        const struct
        {
            QString name;
            QString value;
        } searches[] = {{u"an id"_s, u"mail.send#15-%1"_s.arg(ofEach - 1)},
            {u"a payload value near the start"_s, u"ORD-%1"_s.arg(1'500'000)},
            {u"the last payload value"_s, u"ORD-%1"_s.arg(1'500'000 + ofEach - 1)}};
        for (const auto& search : searches) {
            withPalette([&](CommandPalette&, PaletteRows rows) {
                constexpr qint64 typingPause = 250; // the search starts this long after the last key
                qint64 longest = 0;
                QElapsedTimer time;
                QElapsedTimer pause;
                QTimer ticks;
                ticks.setInterval(1);
                QObject::connect(&ticks, &QTimer::timeout, [&] { longest = std::max(longest, pause.restart()); });
                rows.type(search.value);
                time.start();
                pause.start();
                ticks.start();
                qint64 found = 0;
                const auto isFound = [&] {
                    if (found == 0 && rows.choices().size() > 1)
                        found = time.elapsed() - typingPause;
                    return found != 0;
                };
                QVERIFY(QTest::qWaitFor(isFound, 60'000));
                QTRY_VERIFY_WITH_TIMEOUT(rows.query.accessibleDescription().contains(u"16 of 16"_s), 60'000);
                qInfo(
                    "%s among %lld tasks: found after %lld ms, all searched after %lld ms, longest pause of the window "
                    "%lld ms",
                    qPrintable(search.name), ofEach * queues, found, time.elapsed() - typingPause, longest);
            });
        }
    }
};

QTEST_MAIN(TestCommandPalette)
#include "tst_commandpalette.moc"
