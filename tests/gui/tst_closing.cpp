// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/workerplace.h"
#include "ui/dialogs/operationsclosedialog.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests closing a connection or the window during an operation: the user must confirm and can resume the operation
/// later.
class TestClosing : public WorkerPlace
{
    Q_OBJECT

    static constexpr int tasks = 1000;
    static constexpr qint64 slow = 20; // tasks per second; slow enough for the operation to outlast each test
    const QString m_dialog = u"operationsCloseDialog"_s;

    void fill()
    {
        std::vector<NewTask> added(tasks - 1); // OpenWindow has already added one.
        for (int i = 0; i < tasks - 1; ++i) {
            added[std::size_t(i)].id = "mail.send#" + QByteArray::number(i);
            added[std::size_t(i)].dueIn = 1h;
        }
        QVERIFY(m_backend->editor()->add("mail", added).ok());
    }
    qint64 trashed() { return m_backend->inspector().queue("mail")->counts[TaskState::Trash]; }
    ActivityLog& log() { return m_window->findChild<ActivityPanel*>()->log(); }
    /// Discards all tasks at `pace` tasks per second and waits until the operation has started. With a pace of 0
    /// (unlimited), it may already have finished.
    void discard(qint64 pace)
    {
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Discard;
        request.pace = pace;
        m_bench->actions().run(m_bench->actions().makeJob(std::move(request)));
        QTRY_VERIFY(trashed() > 0);
        if (pace > 0)
            QTRY_COMPARE(log().acting({}).size(), 1U);
    }
    static void letGoOn(QWidget& dialog) { static_cast<QDialog&>(dialog).reject(); }
    static void end(QWidget& dialog) { static_cast<QDialog&>(dialog).accept(); }

private Q_SLOTS:
    void init()
    {
        setUp();
        fill();
        open(Environment::Development);
    }
    void cleanup() { tearDown(); }
    void cleanupTestCase() { m_theme.reset(); }

    void aConnectionWhoseOperationActsIsAskedAboutAndCanStay()
    {
        discard(slow);
        int asked = 0;
        QString said;
        answer(
            m_dialog,
            [&said](QWidget& dialog) {
                for (const PlainLabel* label : dialog.findChildren<PlainLabel*>())
                    said += label->text() + u'\n';
                letGoOn(dialog);
            },
            asked);
        press("connection.close");
        QCOMPARE(asked, 1);
        QVERIFY2(said.contains(u"Discard in mail on test: "_s) && said.contains(u" of 1,000"_s), qPrintable(said));
        QCOMPARE(m_bench->connections().all().size(), 1U);
        const qint64 then = trashed();
        QTRY_VERIFY(trashed() > then);
    }

    void whatClosingEndsIsToldAndGoneOnWith()
    {
        discard(100);
        QSignalSpy noticed(&m_bench->events(), &WindowEvents::noticed);
        int asked = 0;
        answer(m_dialog, end, asked);
        press("connection.close");
        QCOMPARE(asked, 1);
        QCOMPARE(m_bench->connections().all().size(), 0U);
        QTRY_COMPARE(noticed.size(), 1);
        const QString told = noticed.front().front().value<Notice>().text;
        QVERIFY2(told.startsWith(u"The connection was closed"_s), qPrintable(told));
        QCOMPARE(log().running(), 0);
        const qint64 done = trashed();
        QVERIFY(done < tasks);

        open(Environment::Development);
        log().setActive(true);
        const auto stopped = [this] {
            const auto rows = log().rows();
            return !rows.empty() && rows.front().canResume;
        };
        QTRY_VERIFY_WITH_TIMEOUT(stopped(), 15'000); // The claim has expired.
        QCOMPARE(trashed(), done);
        log().resume(log().rows().front());
        QTRY_COMPARE_WITH_TIMEOUT(trashed(), tasks, 30'000);
    }

    void aWindowWhoseOperationActsIsAskedAbout()
    {
        discard(slow);
        int asked = 0;
        answer(m_dialog, letGoOn, asked);
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        answer(m_dialog, end, asked);
        QVERIFY(m_window->close());
        QCOMPARE(asked, 2);
    }

    void anOperationThatEndsMeanwhileAnswersForItself()
    {
        discard(400);
        int asked = 0;
        answer(
            m_dialog, [](QWidget&) {}, asked);
        QVERIFY(m_window->close());
        QCOMPARE(asked, 1);
        QCOMPARE(trashed(), tasks);
    }

    void nothingIsAskedWhereNothingActs()
    {
        discard(0);
        QTRY_COMPARE(trashed(), tasks);
        QTRY_COMPARE(log().running(), 0);
        press("connection.close");
        QCOMPARE(m_bench->connections().all().size(), 0U);
        QVERIFY(m_window->close());
    }

    void returnDoesNotEndThem()
    {
        discard(slow);
        int asked = 0;
        answer(
            m_dialog, [](QWidget& dialog) { QTest::keyClick(&dialog, Qt::Key_Return); }, asked);
        press("connection.close");
        QCOMPARE(asked, 1);
        QCOMPARE(m_bench->connections().all().size(), 1U);
    }
};

QTEST_MAIN(TestClosing)
#include "tst_closing.moc"
