// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/gui/facts.h"
#include "tests/gui/frameworkshop.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/text/language.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QCheckBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>
#include <utility>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests the check box that lets an action on many framework tasks run without storing undo data.
class TestNoUndoWindow : public QObject
{
    Q_OBJECT

    static constexpr int jobs = 2000;

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<FrameworkShop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    /// Adds failed jobs with long errors, whose undo data takes about half a megabyte.
    void fill()
    {
        m_shop->addBullmqQueue("bull:mail");
        m_shop->server.call({"EVAL",
            "for i = 1, tonumber(ARGV[1]) do "
            "redis.call('HSET', 'bull:mail:' .. i, 'name', 'send', 'data', '{}', 'timestamp', '1795236791000', "
            "'failedReason', string.rep('e', 200), 'opts', '{}') "
            "redis.call('ZADD', 'bull:mail:failed', '1795236791229', i) end",
            "0", QByteArray::number(jobs)});
    }
    /// Limits the server's memory to its current usage plus this many bytes.
    void leave(qint64 bytes)
    {
        for (const QByteArray& line : m_shop->server.call({"INFO", "memory"}).bytes.split('\n')) {
            if (line.startsWith("used_memory:")) {
                const qint64 most = line.mid(12).trimmed().toLongLong() + bytes;
                m_shop->server.call({"CONFIG", "SET", "maxmemory", QByteArray::number(most)});
            }
        }
    }
    void open()
    {
        m_open = std::make_unique<OpenWindow>(*m_theme);
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = u"bullmq"_s;
        m_open->open(profile);
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), jobs);
    }
    /// Starts retrying all failed tasks and passes the dialog to `look`. Returns false if no dialog opens.
    bool retry(const std::function<void(ConfirmDialog&)>& look)
    {
        bool seen = false;
        QTimer watch; // fires while the dialog runs its own event loop
        connect(&watch, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible() || std::exchange(seen, true))
                return;
            watch.stop();
            look(*dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
        watch.start(20);
        m_open->bench.events().act({ActionKind::Retry, m_open->bench.view().place().queue, {}, StateSet::all(), 0});
        return seen;
    }
    static QPushButton* verb(const QDialog& dialog)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').startsWith(u"Retry"))
                return button;
        }
        return nullptr;
    }
    qint64 failed() { return m_shop->server.call({"ZCARD", "bull:mail:failed"}).integer; }
    std::size_t kept() { return m_shop->server.call({"KEYS", "dueline:overlay:*:was"}).items.size(); }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_home.path().toLocal8Bit());
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void init()
    {
        m_shop = std::make_unique<FrameworkShop>();
        fill();
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    void whereThereIsRoomNobodyIsAsked()
    {
        open();
        QVERIFY(retry([](ConfirmDialog& dialog) {
            QTRY_VERIFY(verb(dialog) && verb(dialog)->isEnabled());
            QVERIFY(!dialog.findChild<QCheckBox*>(u"noUndo"_s));
            QVERIFY(!dialog.command().contains(u"--no-undo"));
            verb(dialog)->click();
        }));
        QTRY_COMPARE_WITH_TIMEOUT(failed(), 0, 20'000);
        QTRY_VERIFY(m_open->bench.actions().undo().last());
        QVERIFY(kept() > 0);
    }

    void whereUndoIsTooLargeItIsDoneWithoutOrNotAtAll()
    {
        open();
        leave(1'500'000);
        QVERIFY(retry([](ConfirmDialog& dialog) {
            QTRY_VERIFY(dialog.findChild<QCheckBox*>(u"noUndo"_s));
            auto* box = dialog.findChild<QCheckBox*>(u"noUndo"_s);
            QVERIFY2(box->toolTip().contains(u"more than a quarter"), qPrintable(box->toolTip()));
            QVERIFY(verb(dialog) && !verb(dialog)->isEnabled());
            box->click();
            QVERIFY(verb(dialog)->isEnabled());
            QVERIFY2(dialog.command().endsWith(u" --no-undo"), qPrintable(dialog.command()));
            box->click();
            QVERIFY(!verb(dialog)->isEnabled());
        }));
        QCOMPARE(failed(), jobs); // The dialog was canceled.
        QVERIFY(retry([](ConfirmDialog& dialog) {
            QTRY_VERIFY(dialog.findChild<QCheckBox*>(u"noUndo"_s));
            dialog.findChild<QCheckBox*>(u"noUndo"_s)->click();
            verb(dialog)->click();
        }));
        QTRY_COMPARE_WITH_TIMEOUT(failed(), 0, 20'000);
        const auto backend
            = openLayout(parseLayout(u"bullmq"_s).value(), m_shop->server.config(), {}, {}, Access::ReadOnly);
        const auto newest = [&backend] { return (*backend)->inspector().operations("mail", 1)->at(0); };
        QTRY_VERIFY(newest().finished);
        QCOMPARE(newest().done, jobs);
        QVERIFY(!newest().undoable);
        QCOMPARE(kept(), std::size_t(0));
        QVERIFY(isSettled());
        QVERIFY(!m_open->bench.actions().undo().last());
    }
};

QTEST_MAIN(TestNoUndoWindow)
#include "tst_noundowindow.moc"
