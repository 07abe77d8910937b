// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/firstqueue.h"
#include "tests/gui/openwindow.h"
#include "tests/support/redisserver.h"
#include "ui/dialogs/adoptdialog.h"
#include "ui/panels/activity/activitylog.h"
#include "ui/text/language.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/toasts.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the dialog that moves a hand-written layout's tasks into a native queue.
class TestAdoptWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_config;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;

    void open(const QString& layout, Environment environment = Environment::Development)
    {
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = m_server->url();
        profile.layout = layout;
        profile.environment = environment;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        m_bench->connections().add(std::move(*connection));
        test::showFirstQueue(*m_bench);
        QTRY_VERIFY(m_bench->view().queue());
        QTRY_VERIFY(m_bench->view().current()->session().isOnline());
    }
    QAction& adopt() { return *m_window->actions()["queue.adopt"]; }
    /// Passes adopt dialogs to `act` until it returns true.
    void answer(const std::function<bool(AdoptDialog&)>& act)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(10);
        connect(timer, &QTimer::timeout, this, [timer, act] {
            auto* dialog = qobject_cast<AdoptDialog*>(QApplication::activeModalWidget());
            if (dialog && act(*dialog))
                timer->deleteLater();
        });
        timer->start();
    }
    static QPushButton& verb(AdoptDialog& dialog)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').startsWith(u"Adopt"_s))
                return *button;
        }
        qFatal("the dialog has no verb");
    }
    qint64 inJobs() { return m_server->call({"ZCARD", "jobs"}).integer; }
    qint64 inNative(const QueueName& queue)
    {
        const auto native = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::ReadOnly);
        const auto info = (*native)->inspector().queue(queue);
        return info ? info->counts.pending() : -1;
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
        const qint64 now = toMs(SystemClock().now()) / 1000;
        Command add{"ZADD", "jobs"};
        for (int i = 0; i < 30; ++i)
            add.insert(add.end(), {QByteArray::number(now + 3600 + i), "job" + QByteArray::number(i)});
        m_server->call(add);
        m_bench = std::make_unique<Workbench>(m_formatting);
        m_window = std::make_unique<MainWindow>(*m_theme, m_formatting, *m_bench);
        m_window->resize(1280, 800);
        m_window->show();
    }
    void cleanup()
    {
        m_window.reset();
        m_bench.reset();
        m_server.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aNativeQueueHasNothingToAdopt()
    {
        const auto native = openLayout(defaultLayout(), m_server->config(), "dueline", "tester", Access::Operate);
        QVERIFY((*native)->editor()->add("mail", {{"t#1", {}, {}, {}, {}}}).ok());
        open(u"native"_s);
        QTRY_VERIFY(!adopt().isVisible());
    }

    void tasksMoveAndComeBack()
    {
        open(u"zset:jobs"_s);
        QTRY_VERIFY(adopt().isVisible() && adopt().isEnabled());
        answer([](AdoptDialog& dialog) {
            if (!verb(dialog).isEnabled())
                return false;
            if (dialog.command() == u"duectl --layout 'zset:jobs' adopt"_s
                && verb(dialog).text().remove(u'&').contains(u"30"_s))
                verb(dialog).click();
            else
                dialog.reject();
            return true;
        });
        adopt().trigger();
        QCOMPARE(inJobs(), 0);
        QCOMPARE(inNative("jobs"), 30);
        const Notice notice = m_window->messages().notice();
        QCOMPARE(notice.text, u"30 tasks moved into jobs"_s);
        QCOMPARE(notice.links.size(), std::size_t(2));
        notice.links.back().act(); // The last link shows the queue.
        QTRY_COMPARE(m_bench->connections().all().size(), std::size_t(2));
        QTRY_VERIFY(m_bench->view().queue() && m_bench->view().queue()->counts.pending() == 30);
        QCOMPARE(m_bench->view().current()->profile().layout, u"native"_s);
        notice.links.front().act();
        QTRY_VERIFY(m_window->messages().notice().text.startsWith(
            u"Nothing was undone"_s)); // The action was performed on another connection.
        QCOMPARE(inJobs(), 0);
        m_window->messages().notice().links.front().act(); // The first link switches to the action's connection.
        notice.links.front().act(); // The first link undoes the action.
        QTRY_COMPARE(inJobs(), 30);
        QTRY_COMPARE(inNative("jobs"), 0);
        QTRY_VERIFY(m_window->messages().notice().text.startsWith(u"30 of 30 restored"_s));
    }

    void anAdoptionIsUndoneFromTheOperationsToo()
    {
        open(u"zset:jobs"_s);
        AdoptRun run({m_bench->view().current()->spec(), "q", Access::Operate, "me@here", {}});
        QVERIFY(run.finish().ok());
        open(u"native"_s);
        ActivityLog log(m_bench->actions());
        log.setActive(true);
        const auto adoption = [&log]() -> std::optional<ActivityRow> {
            for (const ActivityRow& row : log.rows()) {
                if (row.record.kind == "adopt" && row.canUndo)
                    return row;
            }
            return {};
        };
        QTRY_VERIFY(adoption());
        log.undo(*adoption());
        QTRY_COMPARE(inJobs(), 30);
    }

    void aNameThatIsNoneIsSaid()
    {
        open(u"zset:jobs"_s);
        bool told = false;
        answer([&told](AdoptDialog& dialog) {
            QLineEdit* to = nullptr;
            for (auto* edit : dialog.findChildren<QLineEdit*>()) {
                if (edit->accessibleName() == u"Native queue"_s)
                    to = edit;
            }
            if (!to)
                return false;
            if (to->text() != u"a{b}"_s)
                to->setText(u"a{b}"_s);
            for (const auto* label : dialog.findChildren<PlainLabel*>())
                told = told || (label->isVisible() && label->fullText().contains(u"a{b}"_s));
            if (told) {
                told = !verb(dialog).isEnabled();
                dialog.reject();
                return true;
            }
            return false;
        });
        QTRY_VERIFY(adopt().isEnabled());
        adopt().trigger();
        QVERIFY(told);
        QCOMPARE(inJobs(), 30);
    }

    /// If the user changes the name while the previous one is being checked, the late result is ignored. Otherwise,
    /// tasks could be moved into a queue whose name was never checked.
    void whatIsLateIsNotTakenForTheNewName()
    {
        open(u"zset:jobs"_s);
        bool seen = false;
        answer([&](AdoptDialog& dialog) {
            QLineEdit* to = nullptr;
            for (auto* edit : dialog.findChildren<QLineEdit*>()) {
                if (edit->accessibleName() == u"Native queue"_s)
                    to = edit;
            }
            if (seen || !to || !verb(dialog).isEnabled())
                return false;
            seen = true;
            m_server->freeze();
            to->setText(u"first"_s);
            QTest::qWait(500); // long enough for the check of the first name to start
            to->setText(u"a{b}"_s);
            m_server->thaw();
            QTest::qWait(200); // long enough for the late result, but not for the check of the new name
            const bool early = verb(dialog).isEnabled();
            const auto says = [&dialog] {
                const auto labels = dialog.findChildren<PlainLabel*>();
                return std::any_of(labels.begin(), labels.end(), [](const PlainLabel* label) {
                    return label->isVisible() && label->fullText().contains(u"a{b}"_s);
                });
            };
            const bool said = QTest::qWaitFor(says, 10'000);
            const bool late = verb(dialog).isEnabled();
            dialog.reject();
            [&] {
                QVERIFY(!early);
                QVERIFY(said);
                QVERIFY(!late);
            }();
            return true;
        });
        QTRY_VERIFY(adopt().isEnabled());
        adopt().trigger();
        QVERIFY(seen);
        QCOMPARE(inJobs(), 30);
    }

    void aLockedProductionDoesNotAdopt()
    {
        open(u"zset:jobs"_s, Environment::Production);
        QTRY_VERIFY(adopt().isVisible());
        QVERIFY(!adopt().isEnabled());
        QVERIFY(m_bench->view().current()->session().unlock(true, false).ok());
        QTRY_VERIFY(adopt().isEnabled());
        answer([](AdoptDialog& dialog) {
            auto* count = dialog.findChild<QLineEdit*>(u"count"_s);
            if (!count)
                return false;
            if (!verb(dialog).isEnabled())
                count->setText(u"30"_s);
            verb(dialog).click();
            return true;
        });
        adopt().trigger();
        QCOMPARE(inJobs(), 0);
    }
};

QTEST_MAIN(TestAdoptWindow)
#include "tst_adoptwindow.moc"
