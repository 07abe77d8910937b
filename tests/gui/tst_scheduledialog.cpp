// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/scheduledialog.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the recurring task dialog: its preview while the user types, and the result.
class TestScheduleDialog : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};
    std::unique_ptr<ScheduleDialog> m_dialog;

    template <typename Widget> Widget& field(const QString& name) const
    {
        for (auto* widget : m_dialog->findChildren<Widget*>()) {
            if (widget->accessibleName() == name)
                return *widget;
        }
        qFatal("the dialog has no %s", qPrintable(name));
    }
    bool says(const QString& sentence) const
    {
        for (const auto* label : m_dialog->findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(sentence))
                return true;
        }
        return false;
    }
    QPushButton& verb() const
    {
        for (auto* button : m_dialog->findChildren<QPushButton*>()) {
            if (button->property("variant") == u"primary"_s)
                return *button;
        }
        qFatal("the dialog has no verb");
    }
    int runs() const { return field<PanelTable>(u"Next runs"_s).model()->rowCount(); }
    QString run(int row, int column) const
    {
        const QAbstractItemModel* model = field<PanelTable>(u"Next runs"_s).model();
        return model->index(row, column).data().toString();
    }
    void open(std::optional<Schedule> seen = {}, const QStringList& hidden = {}, const QString& layout = u"native"_s)
    {
        ScheduleDialog::Subject subject;
        subject.layout = *parseLayouts(layout);
        subject.queue = "mail";
        subject.queues = {"billing", "mail", "jobs@bullmq"};
        subject.types = {u"mail.send"_s};
        subject.seen = std::move(seen);
        subject.connection = u"shop"_s;
        subject.hidden = hidden;
        m_dialog = std::make_unique<ScheduleDialog>(*m_theme, m_formatting, subject, nullptr);
        m_dialog->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_dialog.get()));
    }
    void fillIn()
    {
        field<QLineEdit>(u"Name"_s).setText(u"nightly"_s);
        field<QComboBox>(u"Type"_s).setEditText(u"report.send"_s);
        field<QComboBox>(u"When"_s).setEditText(u"30 3 * * mon-fri"_s);
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void cleanup() { m_dialog.reset(); }

    void atFirstItHelpsAndComplainsOfNothing()
    {
        open();
        QVERIFY(says(u"Minute, hour, day, month, weekday; or @hourly"_s));
        QVERIFY(!says(u"Enter a name"_s));
        QVERIFY(!verb().isEnabled());
        QCOMPARE(runs(), 0);
        QVERIFY(says(u"Enter a schedule"_s)); // The message replaces the next runs.
        QTRY_VERIFY(field<QLineEdit>(u"Name"_s).hasFocus());
    }

    /// Opened as a native queue, it would get tasks that the framework's workers never read.
    void aQueueOfAnotherLayoutIsNotMadeNative()
    {
        for (const auto& layout : {u"auto"_s, u"native,bullmq"_s}) {
            open({}, {}, layout);
            fillIn();
            field<QComboBox>(u"Queue"_s).setEditText(u"jobs"_s);
            QVERIFY(says(u"There is no native queue jobs. Use jobs@bullmq, or jobs@native to create"_s));
            QVERIFY(!verb().isEnabled());
            for (const auto& named : {u"jobs@bullmq"_s, u"jobs@native"_s, u"another"_s}) {
                field<QComboBox>(u"Queue"_s).setEditText(named);
                QVERIFY(verb().isEnabled());
            }
        }
        open();
        fillIn();
        field<QComboBox>(u"Queue"_s).setEditText(u"hooks@bullmq"_s);
        QVERIFY(says(u"hooks@bullmq is a queue in the bullmq layout, which is not open in this connection."_s));
        QVERIFY(!verb().isEnabled());
    }

    void theNextRunsFollowWhatIsTyped()
    {
        open();
        auto& when = field<QComboBox>(u"When"_s);
        when.setEditText(u"30 3 * *"_s);
        QCOMPARE(runs(), 0);
        QVERIFY(says(u"Correct the expression"_s));
        when.setEditText(u"30 3 * * mon-fri"_s);
        QCOMPARE(runs(), 5);
        QVERIFY(!says(u"They stand here"_s));
        QVERIFY(says(u"Mon–Fri, at 03:30"_s));
        QVERIFY(run(0, RunsModel::There).endsWith(u"03:30"_s));
        field<QLineEdit>(u"Time zone"_s).setText(u"Asia/Shanghai"_s);
        QVERIFY(run(0, RunsModel::There).endsWith(u"03:30"_s));
        QVERIFY(run(0, RunsModel::Here).endsWith(u"19:30"_s));
        QVERIFY(says(u"UTC+8, no daylight saving time."_s));
        field<QLineEdit>(u"Time zone"_s).setText(u"Europe/Berlin"_s);
        QVERIFY(says(
            u"on that day; runs scheduled for these times"_s)); // daylight saving time begins or ends during the year
        when.setEditText(u"@every 90s"_s);
        QCOMPARE(runs(), 5);
        QVERIFY(says(u"every 1 min 30 s"_s));
    }

    void whatIsWrongStandsUnderItsField()
    {
        open();
        fillIn();
        QVERIFY(verb().isEnabled());
        field<QComboBox>(u"When"_s).setEditText(u"61 * * * *"_s);
        QVERIFY(says(u"the minute \"61\" is not between 0 and 59."_s));
        QVERIFY(!verb().isEnabled());
        QCOMPARE(runs(), 0);
        field<QComboBox>(u"When"_s).setEditText(u"0 22-6 * * *"_s);
        QVERIFY(says(u"write \"0 22-23,0-6 * * *\""_s));
        field<QComboBox>(u"When"_s).setEditText(u"0 0 13 * fri"_s);
        QVERIFY(says(u"the task runs on days that match either"_s) && verb().isEnabled());
        field<QComboBox>(u"When"_s).setEditText(u"@daily"_s);
        QVERIFY(verb().isEnabled() && !says(u"match either"_s));
        field<QLineEdit>(u"Time zone"_s).setText(u"Nowhere/At_All"_s);
        QVERIFY(says(u"\"Nowhere/At_All\" is not a time zone"_s));
        field<QLineEdit>(u"Time zone"_s).setText(u"CST"_s);
        QVERIFY(says(u"America/Chicago, Asia/Shanghai or America/Havana?"_s));
        QVERIFY(!verb().isEnabled());
        field<QLineEdit>(u"Time zone"_s).clear();
        field<QLineEdit>(u"Name"_s).setText(u"night ly"_s);
        QVERIFY(says(u"is not a valid name for a schedule"_s));
        QVERIFY(!verb().isEnabled());
        field<QLineEdit>(u"Name"_s).setText(u"nightly"_s);
        field<QLineEdit>(u"Lease"_s).setText(u"5"_s);
        QVERIFY(!verb().isEnabled());
        field<QLineEdit>(u"Lease"_s).setText(u"1ms"_s);
        QVERIFY(!verb().isEnabled());
        field<QLineEdit>(u"Lease"_s).setText(u"5s"_s);
        QVERIFY(verb().isEnabled());
        field<QLineEdit>(u"Backoff"_s).setText(u"soon"_s);
        QVERIFY(!verb().isEnabled());
        field<QLineEdit>(u"Backoff"_s).clear();
        field<QComboBox>(u"Queue"_s).setEditText({});
        QVERIFY(says(u"Choose a queue"_s));
    }

    void aZoneIsCompletedByAnyPartOfItsName()
    {
        open();
        QCompleter* completer = field<QLineEdit>(u"Time zone"_s).completer();
        QVERIFY(completer);
        completer->setCompletionPrefix(u"shang"_s);
        QCOMPARE(completer->currentCompletion(), u"Asia/Shanghai"_s);
    }

    void whatIsEnteredComesOutAndAsACommand()
    {
        open();
        fillIn();
        Schedule wanted = m_dialog->schedule();
        QCOMPARE(m_dialog->queue(), QueueName("mail"));
        QCOMPARE(wanted.name, QByteArray("nightly"));
        QCOMPARE(wanted.cron, QByteArray("30 3 * * mon-fri"));
        QVERIFY(wanted.enabled && !wanted.runMissed && wanted.zone.isEmpty() && !wanted.expiresAfter);
        QCOMPARE(wanted.options, TaskOptions());
        field<QComboBox>(u"Missed runs"_s).setCurrentIndex(1);
        field<QSpinBox>(u"Attempts"_s).setValue(3);
        field<QLineEdit>(u"Backoff"_s).setText(u"fixed:10s"_s);
        field<QLineEdit>(u"Lease"_s).setText(u"90s"_s);
        field<QLineEdit>(u"Expires"_s).setText(u"10m"_s);
        field<QPlainTextEdit>(u"Payload"_s).setPlainText(u"{\"to\": 1}"_s);
        for (auto* box : m_dialog->findChildren<QCheckBox*>())
            box->setChecked(box->text().remove(u'&') != u"Enabled"_s);
        wanted = m_dialog->schedule();
        QVERIFY(wanted.runMissed && !wanted.enabled && wanted.options.keepResult);
        QCOMPARE(wanted.options.maxAttempts, std::optional(3));
        QCOMPARE(wanted.options.backoff, std::optional(parseBackoff(u"fixed:10s").value()));
        QCOMPARE(wanted.options.leaseFor, std::optional(Millis(90'000)));
        QCOMPARE(wanted.expiresAfter, std::optional(Millis(600'000)));
        QCOMPARE(wanted.payload, QByteArray("{\"to\": 1}"));
        QCOMPARE(m_dialog->command(),
            u"duectl schedules --missed='once' --payload='{\"to\": 1}' --max-attempts='3' --backoff='fixed:10s' "
            "--lease='1m30s' --expires='10m' --keep-result --disabled 'mail' add 'nightly' '30 3 * * mon-fri' "
            "'report.send'"_s);
    }

    void oneThatIsOpenedAndSavedIsTheSame()
    {
        Schedule seen;
        seen.name = "nightly";
        seen.cron = "@every 90s";
        seen.zone = "Asia/Shanghai";
        seen.type = "report.send";
        // The payload is binary, so it can't be edited and stays unchanged.
        seen.payload = QByteArray("\x00\xff{}", 4);
        seen.runMissed = true;
        seen.enabled = false;
        seen.options.maxAttempts = 3;
        seen.options.backoff = parseBackoff(u"list:1s,10s").value();
        seen.options.leaseFor = 5s;
        seen.options.keepResult = true;
        seen.expiresAfter = 1h;
        open(seen);
        QCOMPARE(m_dialog->schedule(), seen);
        QVERIFY(!field<QLineEdit>(u"Name"_s).isEnabled());
        QVERIFY(field<QPlainTextEdit>(u"Payload"_s).isReadOnly());
        QVERIFY(verb().isEnabled());
        QCOMPARE(runs(), 5); // The dialog shows the runs even though the schedule is disabled.
    }

    void fieldsThatAConnectionHidesAreNotShown()
    {
        Schedule seen;
        seen.name = "nightly";
        seen.cron = "@daily";
        seen.type = "report.send";
        seen.payload = R"({"to":"ann@example.com","n":1})";
        open(seen, {u"to"_s});
        const auto& payload = field<QPlainTextEdit>(u"Payload"_s);
        QVERIFY2(!payload.toPlainText().contains(u"ann"_s) && payload.toPlainText().contains(u"***"_s),
            qPrintable(payload.toPlainText()));
        QVERIFY(payload.isReadOnly() && says(u"Payloads are masked on this connection"_s));
        field<QComboBox>(u"When"_s).setEditText(u"@hourly"_s);
        seen.cron = "@hourly";
        QCOMPARE(m_dialog->schedule(), seen); // Hidden fields are kept.
        open({}, {u"to"_s});
        QVERIFY(!field<QPlainTextEdit>(u"Payload"_s).isReadOnly());
    }

    /// While the user types, the dialog explains which rule applies to the two restricted days.
    void twoRestrictedDaysSayWhichRuleHolds()
    {
        open();
        fillIn();
        QVERIFY(!says(u"both restricted"_s));
        field<QComboBox>(u"When"_s).setEditText(u"0 9 13 * fri"_s);
        QTRY_VERIFY(says(u"the task runs on days that match either."_s));
        field<QComboBox>(u"When"_s).setEditText(u"0 9 */2 * fri"_s);
        QTRY_VERIFY(says(u"the task runs on days that match both."_s));
        field<QComboBox>(u"When"_s).setEditText(u"0 9 * * fri"_s);
        QTRY_VERIFY(!says(u"both restricted"_s));
    }
};

QTEST_MAIN(TestScheduleDialog)
#include "tst_scheduledialog.moc"
