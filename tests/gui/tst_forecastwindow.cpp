// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plainfile.h"
#include "core/console/witness/recordfile.h"
#include "core/redis/redisurl.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "tests/support/must.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardtable.h"
#include "ui/dialogs/confirmdialog.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/presenters/windowrecord.h"
#include "ui/text/drainwords.h"
#include "ui/text/language.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QRadioButton>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the estimates of when a queue will be empty and memory full, in the overview, in the preview of a bulk retry
/// and in the list of operations. The test writes the recording; the window only reads it.
class TestForecastWindow : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<QTemporaryDir> m_state;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    std::unique_ptr<RecordFile> m_file;
    qint64 m_span = 0;
    std::map<QByteArray, qint64> m_queues; ///< ids of the queues in the recording, by name
    TimePoint m_at{}; ///< last reading

    BoardPane& board() { return m_open->part<BoardPane>(); }
    QModelIndex cell(const QueueName& queue, BoardModel::Column column)
    {
        const auto& rows = board().model().rows();
        const auto row = std::find_if(
            rows.begin(), rows.end(), [&queue](const BoardItem& item) { return item.row.queue == queue; });
        return board().model().index(int(row - rows.begin()), column);
    }
    QString text(const QueueName& queue) { return cell(queue, BoardModel::EmptyBy).data().toString(); }
    QString tip(const QueueName& queue, BoardModel::Column column)
    {
        return cell(queue, column).data(Qt::ToolTipRole).toString();
    }
    /// Records how many of a queue's tasks are due at a given time.
    void write(const QByteArray& queue, TimePoint at, qint64 count)
    {
        RecordSample sample;
        sample.queue = m_queues.at(queue);
        sample.at = at;
        sample[RecordSample::Due] = count;
        must(m_file->write(RecordTier::Seconds, sample));
    }
    /// Creates a recording of the last five minutes, as if another program were writing it. `due`: the number of due
    /// tasks in `mail` now, after falling by 600 per minute.
    void record(qint64 due)
    {
        m_open->bench.connections().setRecorded(100ms);
        m_open->open(m_shop->profile(u"orders"_s));
        Connection* connection = m_open->bench.view().current();
        const QString path = connection->record()->path();
        const QByteArray server = displayUrl(connection->spec().redis).toUtf8();
        // Open a new window before it starts a recording.
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1600, 900));
        QVERIFY(makePrivateFolder(WindowRecord::folder()));
        m_file = must(RecordFile::write(path, {server, "native", "other"}));
        m_at = SystemClock().now();
        m_span = must(m_file->beginSpan({0, m_at - 5min, m_at, "run", "master", Millis(0), {}}));
        for (const QByteArray& queue : {QByteArray("mail"), QByteArray("post")})
            m_queues[queue] = must(m_file->queueId({0, queue, "native", {}}));
        for (int i = 0; i <= 30; ++i) {
            const TimePoint at = m_at - 5min + Millis(10 * secondMs) * i;
            write("mail", at, due + 100 * (30 - i));
            write("post", at, 5 + i);
            ServerSample memory;
            memory.at = at;
            memory[ServerSample::Memory] = 500'000'000 + 10'000'000 * i;
            memory[ServerSample::Maximum] = 1'000'000'000;
            must(m_file->write(RecordTier::Seconds, memory));
        }
        m_open->bench.connections().setRecorded(100ms);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(m_open->bench.view().current()->record()->forecasts());
    }
    /// Appends a reading of `mail`.
    void read(qint64 count)
    {
        m_at = SystemClock().now();
        write("mail", m_at, count);
        must(m_file->touchSpan(m_span, m_at));
    }
    static QPushButton* button(const QDialog& dialog, const QString& words)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').contains(words))
                return button;
        }
        return nullptr;
    }
    /// Returns the displayed estimate, or an empty string.
    static QString estimate(const QDialog& dialog)
    {
        const auto* label = dialog.findChild<PlainLabel*>(u"emptyAt"_s);
        return label && label->isVisible() ? label->text() : QString();
    }
    /// Starts retrying all failed tasks in `mail`, and passes the dialog to `look` once it displays an estimate.
    bool retryAll(const std::function<void(ConfirmDialog&)>& look)
    {
        bool seen = false;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ConfirmDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            seen = QTest::qWaitFor([dialog] {
                const auto* canary = dialog->findChild<QCheckBox*>(u"canary"_s);
                return !estimate(*dialog).isEmpty() && canary && canary->isVisible();
            });
            QCoreApplication::processEvents(); // The dialog adjusts its size.
            if (seen)
                look(*dialog);
            if (dialog->isVisible())
                dialog->reject();
        });
        FilterAction action;
        action.kind = ActionKind::Retry;
        action.queue = "mail";
        action.states = StateSet::all();
        m_open->bench.events().act(action);
        return seen;
    }
    /// Saves a screenshot in the folder DUELINE_BOARD_PICTURES, if it is set.
    static void picture(QWidget& of, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_BOARD_PICTURES"); !folder.isEmpty())
            of.grab().save(QDir(folder).filePath(name + u".png"_s));
    }
    /// Checks that all text fits, in both themes and each of these languages.
    void checkLook(QWidget& window, const QString& name, const QStringList& languages = {u"en"_s, u"zh_CN"_s})
    {
        QStringList flaws;
        for (const QString& code : languages) {
            m_language.use(code);
            for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
                m_theme->choose(choice);
                (void)QTest::qWaitFor([&] { return Overflow::in(window).isEmpty(); });
                flaws << Overflow::in(window);
                picture(window, u"forecast-%1-%2-%3-%4"_s.arg(name).arg(window.width()).arg(code).arg(int(choice)));
            }
        }
        m_language.use(u"en"_s);
        m_theme->choose(ThemeChoice::Light);
        QCOMPARE(flaws, QStringList());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", m_state->path().toLocal8Bit());
        m_shop = std::make_unique<Shop>();
        m_shop->add(5, 0ms, "post");
        m_shop->failNew("mail", "mail.send", "timeout", 300);
        m_shop->add(3, 0ms, "mail", 1000);
        m_open = std::make_unique<OpenWindow>(*m_theme, QSize(1600, 900));
    }
    void cleanup()
    {
        m_open.reset();
        m_file.reset();
        m_shop.reset();
    }

    void theOverviewShowsWhenAQueueIsEmptyAndMemoryIsFull()
    {
        for (int i = 0; i < 6'000; i += 1'000) {
            std::vector<NewTask> tasks;
            for (int n = 0; n < 1'000; ++n) {
                NewTask task;
                task.id = "mail.send#due-" + QByteArray::number(i + n);
                task.dueIn = Millis(-100 * (i + n));
                tasks.push_back(task);
            }
            must(m_shop->backend().editor()->add("mail", tasks));
        }
        record(6'000);
        QTRY_VERIFY(!m_open->bench.view().place().queue.isEmpty());
        m_open->window.actions()["view.board"]->trigger();
        QTRY_COMPARE(board().model().rowCount(), 2);
        QTRY_COMPARE(text("mail"), DrainWords::clock(m_at + 10min, m_open->formatting));
        QCOMPARE(text("post"), QString());
        QTRY_VERIFY(!board().table().isColumnHidden(BoardModel::EmptyBy));
        QVERIFY2(tip("mail", BoardModel::EmptyBy).contains(u"At this rate, no due tasks will be left by "_s),
            qPrintable(tip("mail", BoardModel::EmptyBy)));
        QCOMPARE(tip("mail", BoardModel::Due), tip("mail", BoardModel::EmptyBy));
        QVERIFY2(tip("post", BoardModel::EmptyBy).contains(u"the number of due tasks is not falling"_s),
            qPrintable(tip("post", BoardModel::EmptyBy)));
        QVERIFY(cell("mail", BoardModel::Due)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .endsWith(u", empty by "_s + text("mail")));
        QVERIFY(!cell("post", BoardModel::Due).data(Qt::AccessibleTextRole).toString().contains(u"empty"_s));
        board().model().setOrder(BoardModel::EmptyBy);
        QCOMPARE(board().model().rowAt(0)->row.queue, QueueName("mail"));
        QCOMPARE(board().model().placeOf(cell("mail", BoardModel::EmptyBy)).state, TaskState::Due);
        // Memory grows by 60 MB per minute, and 200 MB are free.
        const auto* memory = board().findChild<PlainLabel*>(u"memory"_s);
        QTRY_COMPARE(memory->fullText(),
            u"Memory full by %1 at this rate"_s.arg(DrainWords::clock(m_at + 200s, m_open->formatting)));
        QVERIFY(memory->isVisible());
        must(m_file->setMeta("policy", "allkeys-lru"));
        QTRY_COMPARE(memory->fullText(),
            u"At this rate, Redis will start evicting keys by %1"_s.arg(
                DrainWords::clock(m_at + 200s, m_open->formatting)));
        for (const QSize size : {QSize(1024, 640), QSize(1600, 1000)}) {
            m_open->window.resize(size);
            checkLook(m_open->window, u"overview"_s);
        }

        // Without a current reading, there is no estimate.
        must(m_file->endSpan(m_span, "stopped"));
        QTRY_COMPARE(text("mail"), QString());
        QTRY_VERIFY(!memory->isVisible());
        QVERIFY(tip("mail", BoardModel::EmptyBy).contains(u"not being recorded"_s));
    }

    void withoutARecordingThereIsNoColumn()
    {
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(!m_open->bench.view().place().queue.isEmpty());
        m_open->window.actions()["view.board"]->trigger();
        QTRY_COMPARE(board().model().rowCount(), 2);
        QTRY_COMPARE(board().model().read(), 2U);
        QVERIFY(board().table().isColumnHidden(BoardModel::EmptyBy));
        QVERIFY(!m_open->says(u"Empty by"_s)); // The estimate is not in the list of hidden figures either.
    }

    void aBulkRetryShowsTheEstimateAndActivityItsError()
    {
        record(200);
        auto& activity = m_open->part<ActivityPanel>();
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        m_open->window.actions()["view.activity"]->trigger();
        QTRY_VERIFY(activity.isVisible());
        const auto details = [&activity] { return activity.model().index(0, ActivityModel::Why).data().toString(); };
        m_language.use(u"zh_CN"_s);
        QVERIFY(retryAll([this](ConfirmDialog& dialog) { checkLook(dialog, u"preview"_s, {u"zh_CN"_s}); }));
        QVERIFY(retryAll([this](ConfirmDialog& dialog) {
            QVERIFY(dialog.promise());
            QCOMPARE(dialog.promise()->before, m_at + 20s);
            QCOMPARE(dialog.promise()->expected, m_at + 50s);
            QCOMPARE(estimate(dialog), DrainWords::preview(*dialog.promise(), m_open->formatting));
            checkLook(dialog, u"preview"_s, {u"en"_s});
            auto* canary = dialog.findChild<QCheckBox*>(u"canary"_s);
            canary->click();
            QCOMPARE(estimate(dialog), QString());
            QVERIFY(!dialog.promise());
            canary->click();
            QVERIFY(!estimate(dialog).isEmpty());
            // The pace matters only if the operation would take longer than emptying the queue.
            auto* pace = dialog.findChild<QComboBox*>();
            pace->setCurrentIndex(2); // 100 per second
            QVERIFY(!estimate(dialog).isEmpty());
            pace->setCurrentIndex(3); // 10 per second
            QCOMPARE(estimate(dialog), QString());
            pace->setCurrentIndex(0);
            for (QRadioButton* when : dialog.findChildren<QRadioButton*>()) {
                when->click();
                QCOMPARE(estimate(dialog).isEmpty(), when->text().remove(u'&') != u"immediately"_s);
            }
            dialog.findChildren<QRadioButton*>().front()->click();
            button(dialog, u"Retry 300"_s)->click();
        }));
        QTRY_VERIFY(details().startsWith(u"Expected to be empty at "_s));
        QTRY_COMPARE(m_shop->backend().inspector().queue("mail")->counts[TaskState::Failed], 0);
        QVERIFY(!details().contains(u"was empty"_s));
        checkLook(m_open->window, u"activity"_s);
        QTRY_VERIFY((read(0), details().contains(u", but was empty at "_s)));
        checkLook(m_open->window, u"checked"_s);
        const QString spoken = activity.model().index(0, ActivityModel::When).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(spoken.contains(u"Expected to be empty at "_s), qPrintable(spoken));
    }

    void theOutcomeIsASentence_data()
    {
        QTest::addColumn<Millis>("late");
        QTest::addColumn<QString>("text");
        QTest::newRow("early") << Millis(-4 * minuteMs)
                               << u"Expected to be empty at 12:10, but was empty at 12:06 (4 min early)"_s;
        QTest::newRow("late") << Millis(160 * secondMs)
                              << u"Expected to be empty at 12:10, but was empty at 12:13 (3 min late)"_s;
        QTest::newRow("seconds") << Millis(-12'400)
                                 << u"Expected to be empty at 12:10, but was empty at 12:10 (12 s early)"_s;
    }
    void theOutcomeIsASentence()
    {
        QFETCH(const Millis, late);
        QFETCH(const QString, text);
        const Formatting formatting(QTimeZone::utc());
        DrainPromise promise;
        promise.expected = fromMs(1'764'331'200'000) + 10min; // 12:10 UTC
        promise.before = promise.expected - 3min;
        QCOMPARE(DrainWords::preview(promise, formatting),
            u"After this operation, the queue should be empty by about 12:10 instead of 12:07."_s);
        promise.before = promise.expected - 10s;
        QCOMPARE(DrainWords::preview(promise, formatting),
            u"After this operation, the queue should be empty by about 12:10."_s);
        QCOMPARE(DrainWords::outcome(promise, formatting), u"Expected to be empty at 12:10"_s);
        promise.overdue = 1'200;
        QVERIFY(DrainWords::outcome(promise, formatting).startsWith(u"Expected to be empty at 12:10, but 1"_s));
        promise.isInterrupted = true;
        QCOMPARE(DrainWords::outcome(promise, formatting),
            u"Expected to be empty at 12:10; the actual time was not recorded"_s);
        promise.isInterrupted = false;
        promise.emptyAt = promise.expected + late;
        QCOMPARE(DrainWords::outcome(promise, formatting), text);
    }
};

QTEST_MAIN(TestForecastWindow)
#include "tst_forecastwindow.moc"
