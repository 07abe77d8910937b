// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/support/frameworkwriter.h"
#include "ui/actions/actions.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/inspector/inspector.h"
#include "ui/text/language.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>
#include <utility>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests two kinds of notes: before an action, about framework data that it leaves behind; and below the attempts,
/// about attempts that the framework doesn't store.
class TestCautions : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    void open(const QByteArray& layout)
    {
        if (!m_shop)
            m_shop = std::make_unique<Shop>();
        FrameworkWriter::of(layout, m_shop->server)->fill("mail", 3);
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1024, 640));
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = QString::fromLatin1(layout);
        m_open->open(profile);
    }
    void goTo(const QueueName& queue)
    {
        const SidebarPlace place{m_open->bench.view().current()->id(), queue, {}};
        QTRY_VERIFY2(m_open->bench.sidebar().find(place).isValid(), queue);
        m_open->bench.view().show(place);
        QTRY_VERIFY(!m_open->bench.view().current()->session().capabilities(queue).layout.isEmpty());
        QTRY_VERIFY(m_open->bench.list().tasks().rowCount() > 0);
    }
    void inspect(const TaskId& task)
    {
        QTRY_VERIFY2(m_open->bench.list().tasks().rowOf(task) >= 0, task);
        QAction* inspects = m_open->window.actions()["view.inspector"];
        if (!inspects->isChecked())
            inspects->trigger();
        QVERIFY(m_open->table().select(task));
        QTRY_COMPARE(m_open->part<Inspector>().shownTask(), task);
        QTRY_VERIFY(m_open->part<Inspector>().isLoaded());
    }
    /// Returns the note below the attempts, or an empty string.
    QString note() const
    {
        const auto* note = m_open->window.findChild<PlainLabel*>(u"attemptsKept"_s);
        return note && note->isVisible() ? note->fullText() : QString();
    }
    /// Returns all text in the dialog that opens before an action on all tasks in a state.
    QString saidBefore(ActionKind kind, TaskState state, const QString& picture = {})
    {
        QString said;
        QTimer watch; // fires while the dialog runs its own event loop
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            watch.stop();
            const auto words = [&] {
                QStringList all;
                for (const auto* label : dialog->findChildren<PlainLabel*>()) {
                    if (label->isVisible())
                        all << label->fullText();
                }
                return all.join(u'\n');
            };
            QTRY_VERIFY(!words().contains(u"Looking at"_s));
            QVERIFY(isSettled());
            said = words();
            draw(*dialog, picture);
            dialog->reject();
        });
        watch.start(20);
        m_open->bench.events().act({kind, m_open->bench.view().place().queue, {}, {state}, 0});
        return said;
    }
    void draw(QWidget& widget, const QString& name)
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (folder.isEmpty() || name.isEmpty())
            return;
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_theme->choose(choice);
            QVERIFY(isSettled());
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
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    void whatStaysBehindIsSaidBeforeAnAction()
    {
        open("laravel");
        goTo("@laravel");
        const QString retry = saidBefore(ActionKind::Retry, TaskState::Failed, u"cautions-retry"_s);
        QVERIFY2(retry.contains(u"queue:retry would run the job again"_s), qPrintable(retry));
        const QString discard = saidBefore(ActionKind::Discard, TaskState::Failed);
        QVERIFY2(discard.contains(u"failed_jobs table keeps a row"_s), qPrintable(discard));
        goTo("mail");
        const QString waits = saidBefore(ActionKind::Discard, TaskState::Scheduled, u"cautions-discard"_s);
        QVERIFY2(waits.contains(u"lock remains until it expires"_s), qPrintable(waits));
        const QString now = saidBefore(ActionKind::RunNow, TaskState::Scheduled);
        QVERIFY2(now.contains(u"Can be undone"_s) && !now.contains(u"lock"_s), qPrintable(now));
        // For an action that changes the due time, the dialog shows the old one as "Was due".
        QVERIFY2(now.split(u'\n').contains(u"Was due"_s), qPrintable(now));
        QVERIFY2(waits.split(u'\n').contains(u"Due"_s), qPrintable(waits));
    }

    /// A caution that contains a number is translated, too.
    void tasksThatCrashedTheirWorkersAreCounted()
    {
        m_shop = std::make_unique<Shop>();
        for (const char* id : {"i1", "i2"}) {
            m_shop->server.call({"ZADD", "interrupted", "1795601700",
                QByteArray("{\"retry\":5,\"queue\":\"mail\",\"class\":\"MarkJob\",\"args\":[],\"jid\":\"") + id
                    + "\",\"created_at\":1795601606.7,\"interrupted_count\":3}"});
        }
        open("sidekiq");
        goTo("@sidekiq");
        const QString retry = saidBefore(ActionKind::Retry, TaskState::Failed, u"cautions-crashes"_s);
        QVERIFY2(retry.contains(u"Tasks whose workers crashed or stopped responding: 2."_s), qPrintable(retry));
        const auto restored = qScopeGuard([this] { m_language.use(u"en"_s); });
        m_language.use(u"zh_CN"_s);
        const QString chinese = saidBefore(ActionKind::Retry, TaskState::Failed, u"cautions-crashes-zh"_s);
        QVERIFY2(chinese.contains(u"执行器崩溃或失去响应的任务：2 个"_s), qPrintable(chinese));
        m_language.use(u"en"_s);
        const QString discard = saidBefore(ActionKind::Discard, TaskState::Failed);
        QVERIFY2(!discard.contains(u"crashed"_s), qPrintable(discard));
    }

    void whatIsKeptOfAttemptsIsSaid()
    {
        open("asynq");
        goTo("mail");
        inspect("f1"); // `f1` has had four attempts.
        QVERIFY2(note().startsWith(u"asynq keeps only the error"_s), qPrintable(note()));
        draw(m_open->window, u"attempts-kept"_s);
        inspect("s1");
        QCOMPARE(note(), QString());
    }
};

QTEST_MAIN(TestCautions)
#include "tst_cautions.moc"
