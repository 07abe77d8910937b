// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "tests/gui/marks.h"
#include "tests/gui/openwindow.h"
#include "tests/support/must.h"
#include "tests/support/writecommands.h"
#include "ui/presenters/windowrecord.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the window's own recording of a server, and the events and gaps that it adds to the timeline.
class TestWindowRecord : public QObject
{
    Q_OBJECT

    using Kind = TimelineMark::Kind;

    static constexpr Millis interval{100};

    std::unique_ptr<QTemporaryDir> m_state;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    TimelineWidget& timeline() { return m_open->window.timelinePane().timeline(); }
    std::vector<TimelineMark> marks(Kind kind) { return marksOf(timeline(), kind); }
    QFileInfoList files() const { return QDir(WindowRecord::folder()).entryInfoList(QDir::Files); }
    QByteArray recorded() const
    {
        QByteArray bytes;
        for (const QFileInfo& info : files()) {
            QFile file(info.filePath());
            if (file.open(QIODevice::ReadOnly))
                bytes += file.readAll();
        }
        return bytes;
    }
    /// Opens the server and waits until its recording contains the tasks.
    void open(const QString& layout = {})
    {
        Profile profile = m_shop->profile(u"orders"_s);
        if (!layout.isEmpty())
            profile.layout = layout;
        m_open->bench.connections().setRecorded(interval);
        m_open->open(profile);
        waitForReading();
    }
    /// Returns whether a recorder is running and has read the server twice. Recordings with ids and recordings of
    /// counts are in different files.
    bool isRecording() const
    {
        const QFileInfoList all = QDir(WindowRecord::folder()).entryInfoList({u"*.dwit"_s}, QDir::Files);
        return std::any_of(all.begin(), all.end(), [](const QFileInfo& info) {
            const auto file = RecordFile::read(info.filePath());
            const auto spans = file ? (*file)->spans() : file.error();
            return spans && !spans->empty() && spans->back().ended.isEmpty()
                && spans->back().seen > spans->back().began;
        });
    }
    void waitForReading() const { QTRY_VERIFY(isRecording()); }

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
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void nothingIsRecordedUnlessItIsRequested()
    {
        m_shop->add(1, 1h, "mail");
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(marks(Kind::ServerStart).size(), 1U);
        QVERIFY(!QDir(WindowRecord::folder()).exists());
        m_open->bench.connections().setRecorded(interval);
        QTRY_VERIFY(!files().isEmpty());
    }

    void aFlushAndTheLostTasksAreMarkedForTheirQueue()
    {
        m_shop->add(40, 1h, "mail");
        m_shop->add(3, 1h, "post");
        open();
        m_shop->server.call({"FLUSHALL"});
        QTRY_COMPARE(marks(Kind::Flush).size(), 1U);
        QTRY_COMPARE(marks(Kind::Loss).size(), 2U);
        const TimelineMark flush = marks(Kind::Flush).front();
        QCOMPARE(flush.title, u"FLUSHALL or FLUSHDB ran"_s);
        QVERIFY2(detailOf(flush, u"Keys"_s).endsWith(u" to 0"_s), qPrintable(detailOf(flush, u"Keys"_s)));
        std::vector<TimelineMark> losses = marks(Kind::Loss);
        if (detailOf(losses.front(), u"Queue"_s) != u"mail"_s)
            std::swap(losses.front(), losses.back());
        QVERIFY2(losses.front().title.startsWith(u"40 task"_s), qPrintable(losses.front().title));
        QCOMPARE(detailOf(losses.front(), u"Queue"_s), u"mail"_s);
        QCOMPARE(detailOf(losses.front(), u"May have run"_s), u"none"_s);
        QVERIFY(timeline().summary().contains(u"mark"_s));
        QTRY_VERIFY(m_open->says(u"No queues left"_s));
        QVERIFY(m_open->says(u"Press Ctrl+H to see what changed."_s));

        // A queue's view shows the server's events and its own.
        m_shop->add(1, 1h, "post");
        QTRY_VERIFY(m_open->bench.view().current()->queue("post"));
        m_open->bench.view().show({m_open->bench.view().current()->id(), "post", {}});
        QTRY_COMPARE(marks(Kind::Loss).size(), 1U);
        QVERIFY(marks(Kind::Loss).front().title.startsWith(u"3 task"_s));
        QVERIFY(detailOf(marks(Kind::Loss).front(), u"Queue"_s).isEmpty());
        QCOMPARE(marks(Kind::Flush).size(), 1U);

        // Each event is read out.
        timeline().setFocus();
        const QSignalSpy told(&timeline(), &TimelineWidget::cursorDescribed);
        QTest::keyClick(&timeline(), Qt::Key_BracketLeft);
        for (std::size_t i = 0; i < timeline().marks().size(); ++i)
            QTest::keyClick(&timeline(), Qt::Key_BracketRight); // moves to the last mark
        QVERIFY2(
            told.last()[0].toString().contains(u"lost, May have run: none"_s), qPrintable(told.last()[0].toString()));
    }

    void tasksAreRecordedOnlyIfTheProfileSaysSo()
    {
        m_shop->add(3, 1h, "mail");
        const auto reopen = [this](RecordedTasks tasks) {
            Profile profile = m_shop->profile(u"orders"_s);
            profile.recordedTasks = tasks;
            m_open->bench.connections().setRecorded(interval);
            m_open->open(profile);
            waitForReading();
        };
        const auto close = [this] {
            m_open->bench.connections().close(m_open->bench.view().current()->id());
            QTRY_VERIFY(!isRecording());
        };
        reopen(RecordedTasks::None);
        close();
        QVERIFY(!recorded().contains("mail.send#"));
        reopen(RecordedTasks::Ids);
        QTRY_VERIFY(recorded().contains("mail.send#"));
        close();
        reopen(RecordedTasks::None); // deletes the recording with ids
        QTRY_VERIFY(!recorded().contains("mail.send#"));
        QCOMPARE(QDir(WindowRecord::folder()).entryList({u"*-ids.dwit*"_s}, QDir::Files), QStringList());
    }

    void evictedKeysAreMarked()
    {
        m_shop->add(2, 1h, "mail");
        open();
        m_shop->server.call({"CONFIG", "SET", "maxmemory-policy", "allkeys-random"});
        m_shop->server.call({"CONFIG", "SET", "maxmemory", "1mb"});
        QTRY_COMPARE(marks(Kind::Eviction).size(), 1U);
        QVERIFY(detailOf(marks(Kind::Eviction).front(), u"Evicted keys"_s).toInt() > 0);
        QCOMPARE(detailOf(marks(Kind::Eviction).front(), u"Memory limit"_s), formatBytes(1024 * 1024));
    }

    /// The timeline already shows the start that the server reports, so it doesn't show the recorded restart again.
    void aRestartIsMarkedOnceAndItsLossIsMarked()
    {
        m_shop->add(5, 1h, "mail");
        open();
        m_shop->server.restart(); // The server loses its data.
        QTRY_COMPARE_WITH_TIMEOUT(marks(Kind::Loss).size(), 1U, 30'000);
        QVERIFY(marks(Kind::Loss).front().title.startsWith(u"5 task"_s));
        QTRY_VERIFY_WITH_TIMEOUT(!marks(Kind::ServerStart).empty(), 20'000);
        QVERIFY(marks(Kind::ServerStart).size() <= 2); // Both starts are shown if they are more than 3 s apart.
        QVERIFY(!m_open->part<TimelineWidget>().summary().isEmpty());
    }

    void theNextWindowShowsEarlierEventsAndTheGapBetween()
    {
        m_shop->add(4, 1h, "mail");
        open();
        m_shop->server.call({"FLUSHALL"});
        QTRY_COMPARE(marks(Kind::Loss).size(), 1U);
        m_open.reset();
        const auto ended = RecordFile::read(files().front().filePath());
        QVERIFY(ended);
        QCOMPARE((*ended)->spans()->back().ended, QByteArray("stopped"));

        m_open = std::make_unique<OpenWindow>(*m_theme);
        open();
        QTRY_COMPARE(marks(Kind::Loss).size(), 1U);
        WindowRecord* record = m_open->bench.view().current()->record();
        QTRY_COMPARE(record->events().gaps.size(), 1U);
        const RecordGap gap = record->events().gaps.front();
        QCOMPARE(gap.reason, QByteArray("stopped"));
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        QVERIFY(!timeline().summary().contains(u"gap"_s)); // The gap is too short for this view.
    }

    void aSecondConnectionShowsTheEventsOfTheFirst()
    {
        m_shop->add(4, 1h, "mail");
        open();
        OpenWindow second(*m_theme);
        second.bench.connections().setRecorded(interval);
        Connection& connection = second.open(m_shop->profile(u"orders"_s));
        const QSignalSpy failures(&connection, &Connection::recordFailed);
        m_shop->server.call({"FLUSHALL"});
        QTRY_VERIFY(connection.record()->events().events.size() >= 2);
        QCOMPARE(connection.record()->path(), m_open->bench.view().current()->record()->path());
        QVERIFY(failures.isEmpty());
    }

    void aRecordedNoteIsShownOnceAndRemainsWithoutItsStream()
    {
        m_shop->add(1, 1h, "mail");
        open();
        m_shop->server.call({"XADD", "dueline:marks", "*", "text", "deploy 7"});
        const auto hasNote = [this] {
            const auto& events = m_open->bench.view().current()->record()->events().events;
            return !events.empty() && events.back().event.kind == "mark";
        };
        QTRY_VERIFY(hasNote());
        Q_EMIT m_open->bench.view().refreshRequested(); // also reads the stream of marks
        QTRY_COMPARE(marks(Kind::Note).size(), 1U);
        m_open.reset();
        m_shop->server.call({"DEL", "dueline:marks"});
        m_open = std::make_unique<OpenWindow>(*m_theme);
        open();
        QTRY_COMPARE(marks(Kind::Note).size(), 1U);
        QCOMPARE(marks(Kind::Note).front().title, u"deploy 7"_s);
    }

    void aFileThatAnotherProgramWritesIsOnlyRead()
    {
        m_shop->add(1, 1h, "mail");
        open();
        const QString path = m_open->bench.view().current()->record()->path();
        m_open.reset();
        const QByteArray server = must(must(RecordFile::read(path))->meta("server"));
        const auto other = must(RecordFile::write(path, {server, "native", "other"}));
        must(other->write(RecordEvent{0, SystemClock().now(), {}, "flush", "text", {}}));
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->bench.connections().setRecorded(interval);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(marks(Kind::Flush).size(), 1U);
        QVERIFY(must(other->meta("writer")).startsWith("other"));
    }

    void theFileIsPrivateAndContainsNeitherIdsNorPayloads()
    {
        NewTask task;
        task.id = "secret-id-4711";
        task.payload = "{\"customer\":\"secret-payload\"}";
        QVERIFY(m_shop->backend().editor()->add("mail", {task}).ok());
        m_shop->server.call({"CONFIG", "RESETSTAT"});
        Profile profile = m_shop->profile(u"orders"_s);
        profile.readOnly = true; // ensures that only the recorder could write
        m_open->bench.connections().setRecorded(interval);
        m_open->open(profile);
        waitForReading();
        const QByteArrayList writes = writeCommandsRun(m_shop->server);
        QVERIFY2(writes.isEmpty(), writes.join(", ").constData());
        m_shop->server.call({"FLUSHALL"});
        QTRY_VERIFY(!marks(Kind::Loss).empty());
        constexpr auto others
            = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QVERIFY(!(files().front().permissions() & others));
        QVERIFY(!(QFileInfo(WindowRecord::folder()).permissions() & others));
        const QByteArray bytes = recorded();
        QVERIFY(bytes.contains("mail"));
        QVERIFY(!bytes.contains("secret-id") && !bytes.contains("secret-payload"));
    }

    void deletingTheRecordingsStartsANewOne()
    {
        m_shop->add(4, 1h, "mail");
        open();
        m_shop->server.call({"FLUSHALL"});
        QTRY_COMPARE(marks(Kind::Loss).size(), 1U);
        QVERIFY(WindowRecord::usedBytes() > 0);
        QVERIFY(m_open->bench.connections().removeRecordings().ok());
        QVERIFY(marks(Kind::Loss).empty());
        waitForReading();
        QVERIFY(m_open->bench.view().current()->record()->events().events.empty());
        m_open->bench.connections().setRecorded(std::nullopt);
        QVERIFY(!m_open->bench.view().current()->record());
        QVERIFY(m_open->bench.connections().removeRecordings().ok());
        QCOMPARE(WindowRecord::usedBytes(), 0);
    }

    void aFolderThatCannotBeWrittenIsReportedOnce()
    {
        QFile blocker(m_state->filePath(u"dueline"_s));
        QVERIFY(blocker.open(QIODevice::WriteOnly));
        m_open->bench.connections().setRecorded(interval);
        const QSignalSpy failures(&m_open->bench.connections(), &OpenConnections::recordFailed);
        m_open->open(m_shop->profile(u"orders"_s));
        QTRY_COMPARE(failures.count(), 1);
        QVERIFY(failures[0][0].value<Error>().message.contains(u"cannot be created"_s));
    }
};

QTEST_MAIN(TestWindowRecord)
#include "tst_windowrecord.moc"
