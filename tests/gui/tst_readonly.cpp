// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/support/writecommands.h"
#include "ui/panels/dock.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QSignalSpy>
#include <QTimer>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

namespace {

/// Actions that write to Redis.
const QList<QByteArray> writing{"task.add", "task.retry", "task.runNow", "task.reschedule", "task.discard",
    "task.restore", "task.delete", "task.edit", "task.copy", "task.cancel", "task.release", "task.extend",
    "queue.pause", "queue.resume", "queue.settings", "queue.delete", "worker.start", "worker.drain", "worker.stop",
    "edit.undo"};
/// Actions that would end the test run.
const QList<QByteArray> ending{"app.quit", "connection.close", "connection.sandbox"};

} // namespace

/// Tests that none of the window's actions write to Redis on a read-only connection: triggers each action and checks
/// the server.
class TestReadOnly : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;

    /// Adds tasks in every state, and runs an operation that could be undone.
    static void fill(Shop& shop)
    {
        shop.add(3);
        for (int i = 0; i < 4; ++i)
            shop.add(1, Millis(-1000), "mail", 10 + i);
        shop.fail("it broke");
        ClaimRequest request;
        request.queue = "mail";
        request.limit = 2;
        request.types.all = true;
        const auto claim = shop.backend().broker()->claim(request);
        QVERIFY(claim.ok() && claim->leases.size() == 2);
        const Lease& lease = claim->leases.front();
        QVERIFY(shop.backend().broker()->ack("mail", {{lease.id, lease.token, {}}}, {}).ok());
        shop.add(1, std::chrono::hours(2), "mail", 20);
        ActionStep discard;
        discard.queue = "mail";
        discard.operation = "mail/test-1";
        discard.action.kind = ActionKind::Discard;
        const auto detail = shop.backend().inspector().task("mail", "mail.send#20");
        QVERIFY(detail.ok());
        discard.refs = {{"mail.send#20", TaskState::Scheduled, {}, detail->task.at}};
        const auto discarded = shop.backend().editor()->act(discard);
        QVERIFY(discarded.ok() && discarded->front() == ItemOutcome::Done);
        OperationRecord record;
        record.id = discard.operation;
        record.queue = "mail";
        record.kind = "discard";
        record.total = record.done = 1;
        record.finished = record.undoable = true;
        QVERIFY(shop.backend().editor()->record(record).ok());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aTourOfEveryActionWritesNothing_data()
    {
        QTest::addColumn<bool>("production");
        QTest::newRow("a read-only profile") << false;
        QTest::newRow("production, locked") << true;
    }

    void aTourOfEveryActionWritesNothing()
    {
        QFETCH(bool, production);
        Shop shop;
        fill(shop);
        Profile profile = shop.profile(u"shop"_s, production ? Environment::Production : Environment::Development);
        profile.readOnly = !production;
        const QByteArray before = shop.server.call({"DEBUG", "DIGEST"}).bytes;
        shop.server.call({"CONFIG", "RESETSTAT"});

        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile);
        QTRY_VERIFY(open.bench.view().queue());
        // Closes the dialogs that the actions open.
        QTimer closing;
        connect(&closing, &QTimer::timeout, this, [] {
            if (auto* dialog = QApplication::activeModalWidget())
                dialog->close();
            else if (auto* popup = QApplication::activePopupWidget())
                popup->close();
        });
        closing.start(20);
        int pressed = 0;
        for (const TaskState state : allStates) {
            open.bench.view().show({connection.id(), "mail", state});
            QTRY_VERIFY(
                open.table().model()->rowCount() > 0 || state == TaskState::Due || state == TaskState::Retrying);
            open.table().setFocus();
            open.table().selectAll();
            QCoreApplication::processEvents();
            for (const Actions::Item& item : open.window.actions().items()) {
                const QByteArray id = item.row->id;
                if (writing.contains(id)) {
                    QVERIFY2(!item.action->isEnabled(), id + " may be pressed");
                    continue;
                }
                if (ending.contains(id) || !item.action->isEnabled())
                    continue;
                item.action->trigger();
                QCoreApplication::processEvents();
                ++pressed;
            }
            for (const auto& keys :
                {QKeySequence(u"R"_s), QKeySequence(u"N"_s), QKeySequence(u"Shift+R"_s), QKeySequence(u"Del"_s),
                    QKeySequence(u"Shift+Del"_s), QKeySequence(u"Ctrl+Z"_s), QKeySequence(u"Ctrl+T"_s)})
                QTest::keySequence(&open.table(), keys);
        }
        QVERIFY2(pressed > 100, qPrintable(QString::number(pressed)));
        // Lanes answer in order, so all earlier requests have been answered by now.
        for (const auto lane : {Session::Lane::Interactive, Session::Lane::Background}) {
            bool answered = false;
            connection.session().run(
                lane, this, [](Backend& backend) { return backend.serverTime(); },
                [&answered](const Result<TimePoint>&) { answered = true; });
            QTRY_VERIFY(answered);
        }
        closing.stop();
        const QByteArrayList writes = writeCommandsRun(shop.server);
        QVERIFY2(writes.isEmpty(), writes.join(", "));
        QCOMPARE(shop.server.call({"DEBUG", "DIGEST"}).bytes, before);
        QVERIFY(connection.session().access() == Access::ReadOnly);
    }
};

QTEST_MAIN(TestReadOnly)
#include "tst_readonly.moc"
