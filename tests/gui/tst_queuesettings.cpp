// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/dialogs/queuesettingsdialog.h"
#include "ui/widgets/tasks/filterline.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTimer>

#include <functional>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests viewing and changing a queue's settings in the window, and deleting a queue.
class TestQueueSettings : public OrdersWindow
{
    Q_OBJECT

    template <typename Dialog> bool in(const char* action, const std::function<void(Dialog&)>& act)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
            if (!dialog)
                return;
            seen = true;
            act(*dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
        m_open->window.actions()[action]->trigger();
        return seen;
    }
    static QLineEdit& field(const QDialog& dialog, const QString& name)
    {
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == name)
                return *edit;
        }
        qFatal("no %s", qPrintable(name));
    }
    static QPushButton& verb(const QDialog& dialog, const QString& words)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == words)
                return *button;
        }
        qFatal("no %s", qPrintable(words));
    }
    QueueSettings stored() { return m_shop->backend().inspector().queue("mail")->settings; }

private Q_SLOTS:
    void init() { openOrders(); }
    void cleanup() { closeOrders(); }

    void whatIsEnteredIsKeptWithTheQueue()
    {
        QVERIFY(in<QueueSettingsDialog>("queue.settings", [](QueueSettingsDialog& dialog) {
            QCOMPARE(field(dialog, u"Keep done"_s).text(), u"1d"_s);
            QCOMPARE(field(dialog, u"Backoff"_s).text(), u"exp:2s:5m"_s);
            field(dialog, u"Keep done"_s).setText(u"3 days and a bit"_s);
            QVERIFY(!verb(dialog, u"Save"_s).isEnabled());
            field(dialog, u"Keep done"_s).setText(u"2d"_s);
            field(dialog, u"Attempts"_s).setText(u"0"_s);
            QVERIFY(!verb(dialog, u"Save"_s).isEnabled());
            field(dialog, u"Attempts"_s).setText(u"9"_s);
            field(dialog, u"Backoff"_s).setText(u"list:1s,5s"_s);
            field(dialog, u"Lease"_s).setText(u"1ms"_s);
            QVERIFY(!verb(dialog, u"Save"_s).isEnabled());
            field(dialog, u"Lease"_s).setText(u"45s"_s);
            field(dialog, u"Expires"_s).setText(u"1h"_s);
            for (auto* box : dialog.findChildren<QCheckBox*>())
                box->setChecked(true);
            verb(dialog, u"Save"_s).click();
        }));
        QTRY_COMPARE(stored().keepDone, Millis(48h));
        const QueueSettings now = stored();
        QCOMPARE(now.retry.maxAttempts, 9);
        QCOMPARE(formatBackoff(now.retry.backoff), u"list:1s,5s"_s);
        QCOMPARE(now.leaseFor, Millis(45s));
        QCOMPARE(now.expiresAfter, Millis(1h));
        QVERIFY(now.keepResults && now.keepRuns);
        QCOMPARE(now.keepFailed, QueueSettings().keepFailed);
        QTRY_VERIFY(m_open->says(u"Settings for mail saved"_s));
    }

    void nothingIsChangedByLookingAtIt()
    {
        const QueueSettings before = stored();
        QVERIFY(in<QueueSettingsDialog>("queue.settings", [](QueueSettingsDialog&) {}));
        QCOMPARE(stored(), before);
    }

    void aQueueIsDeletedOnceItsTasksAreTyped()
    {
        auto* filter = m_open->window.findChild<FilterLine*>();
        filter->apply(u"type:mail.*"_s);
        QVERIFY(in<DeleteQueueDialog>("queue.delete", [](DeleteQueueDialog& dialog) {
            QPushButton& delete_ = verb(dialog, u"Delete queue"_s);
            QVERIFY(!delete_.isEnabled());
            auto* count = dialog.findChild<QLineEdit*>();
            QTest::keyClicks(count, u"2"_s);
            QVERIFY(!delete_.isEnabled());
            count->clear();
            QTest::keyClicks(count, u"3"_s);
            QVERIFY(delete_.isEnabled());
            delete_.click();
        }));
        QTRY_VERIFY(!m_shop->backend().inspector().queue("mail").ok());
        QTRY_COMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), {}, {}}));
        QTRY_VERIFY(m_open->says(u"Queue mail deleted"_s));
        // A leftover filter would dim all other queues.
        QVERIFY2(filter->filter().isEmpty(), qPrintable(filter->text()));
    }

    void oneThatWorkersHoldIsDeletedByForceAlone()
    {
        m_shop->add(1, -1h, "mail", 50);
        ClaimRequest request;
        request.queue = "mail";
        request.types.all = true;
        QVERIFY(m_shop->backend().broker()->claim(request)->leases.size() == 1);
        QTRY_VERIFY(m_open->bench.view().queue() && m_open->bench.view().queue()->counts[TaskState::Leased] == 1);
        QVERIFY(in<DeleteQueueDialog>("queue.delete", [](DeleteQueueDialog& dialog) {
            QTest::keyClicks(dialog.findChild<QLineEdit*>(), u"4"_s);
            QVERIFY(!verb(dialog, u"Delete queue"_s).isEnabled());
            dialog.findChild<QCheckBox*>()->setChecked(true);
            QVERIFY(verb(dialog, u"Delete queue"_s).isEnabled());
            verb(dialog, u"Delete queue"_s).click();
        }));
        QTRY_VERIFY(!m_shop->backend().inspector().queue("mail").ok());
    }
};

QTEST_MAIN(TestQueueSettings)
#include "tst_queuesettings.moc"
