// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/changes.h"
#include "core/console/witness/recordtiers.h"
#include "core/console/witness/versionwatch.h"
#include "tests/support/must.h"
#include "tests/support/sendsignal.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <random>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const RecordFile::Source shop{"redis://shop", "native", "duectl"};
const TimePoint noon = fromMs(1'764'331'200'000); // exactly on the hour

} // namespace

/// Tests recording files: their safety, retention and size.
class TestRecordFile : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_path;

    std::unique_ptr<RecordFile> written() const
    {
        auto file = RecordFile::write(m_path, shop);
        if (!file)
            qFatal("%s", qPrintable(file.error().message));
        return *std::move(file);
    }
    QString refusal() const
    {
        const auto file = RecordFile::read(m_path);
        return file ? QString() : file.error().message;
    }
    bool replace(const QByteArray& bytes) const
    {
        QFile file(m_path);
        return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size();
    }
    QByteArray bytes() const
    {
        QFile file(m_path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    /// Changes a closed recording with an SQL statement.
    void change(const char* sql) const
    {
        auto database = SqliteDatabase::open(m_path, SqliteDatabase::Mode::Write);
        QVERIFY(database);
        const auto done = (*database)->run(sql);
        QVERIFY2(done.ok(), done ? "" : qPrintable(done.error().detail));
    }
    static RecordSample sample(qint64 queue, TimePoint at, qint64 due)
    {
        RecordSample row;
        row.queue = queue;
        row.at = at;
        row[RecordSample::Due] = due;
        row[RecordSample::Failed] = due / 2;
        row[RecordSample::Oldest] = toMs(at) - due;
        return row;
    }

private Q_SLOTS:
    void init()
    {
        static int count = 0;
        m_path = m_folder.filePath(u"r%1.dwit"_s.arg(++count));
    }

    void theSuffixOfTheLayoutIsOptional()
    {
        const auto file = written();
        for (const auto& [name, layout] : {std::pair("mail", "native"), {"mail@bullmq", "bullmq"}, {"bill", "bullmq"},
                 {"post@rq", "rq"}, {"post@bull", "bull"}})
            QVERIFY(file->queueId({0, name, layout, "1"}));
        for (const auto& [word, name] : {std::pair("mail", "mail"), {"mail@native", "mail"},
                 {"mail@bullmq", "mail@bullmq"}, {"bill@bullmq", "bill"}, {"post@rq", "post@rq"}}) {
            const auto queue = file->queueNamed(word);
            QVERIFY2(queue, word);
            QCOMPARE(queue->name, QByteArray(name));
        }
        const auto several = file->queueNamed("post");
        QVERIFY(!several);
        QVERIFY2(several.error().message.endsWith(u"contains several queues \"post\": use post@bull or post@rq."_s),
            qPrintable(several.error().message));
        for (const char* word : {"", "mai", "mail@rq", "bill@native", "@bullmq"})
            QCOMPARE(file->queueNamed(word).error().code, ErrorCode::NotFound);
    }

    void aKilledRecorderDoesNotCountAsRunningForLong_data()
    {
        QTest::addColumn<int>("age");
        QTest::addColumn<QByteArray>("ended");
        QTest::addColumn<bool>("isCurrent");
        QTest::newRow("the last reading is new") << 0 << QByteArray() << true;
        QTest::newRow("the next reading may be due") << 10 << QByteArray() << true;
        QTest::newRow("killed") << 12 << QByteArray() << false;
        QTest::newRow("stopped") << 0 << QByteArray("stopped") << false;
    }
    void aKilledRecorderDoesNotCountAsRunningForLong()
    {
        QFETCH(int, age);
        QFETCH(QByteArray, ended);
        constexpr Millis ahead{hourMs}; // how far the server's clock is ahead
        RecordSpan span;
        span.clockOffset = ahead;
        span.seen = SystemClock().now() + ahead - Millis(age * minuteMs);
        span.ended = ended;
        QTEST(span.isCurrent(), "isCurrent");
    }

    void aRecordingIsReadAsItWasWritten()
    {
        const mode_t before = ::umask(0);
        auto file = written();
        ::umask(before);
        struct stat state
        { };
        QCOMPARE(::stat(QFile::encodeName(m_path).constData(), &state), 0);
        QCOMPARE(state.st_mode & 0777U, 0600U);
        const auto queue = file->queueId({0, "mail", "native", "1"});
        QVERIFY(queue);
        QCOMPARE(*file->queueId({0, "mail", "native", "1"}), *queue);
        const auto span = file->beginSpan({0, noon, noon, "run", "master", Millis(7), {}});
        QVERIFY(span && file->touchSpan(*span, noon + Millis(1000)) && file->endSpan(*span, "stopped"));
        QVERIFY(file->write(RecordTier::Seconds, sample(*queue, noon, 312)));
        ServerSample server;
        server.at = noon;
        server[ServerSample::Keys] = 27'606;
        QVERIFY(file->write(RecordTier::Seconds, server));
        QVERIFY(file->write(RecordEvent{0, noon, *queue, "mark", "deploy \xff", {}}));
        file.reset();

        const auto read = RecordFile::read(m_path);
        QVERIFY(read);
        QCOMPARE((*read)->spans()->at(0).ended, QByteArray("stopped"));
        QCOMPARE((*read)->spans()->at(0).clockOffset, Millis(7));
        const auto row = (*read)->lastSample(RecordTier::Seconds, *queue, noon);
        QVERIFY(row && *row && (*row)->isSame(sample(*queue, noon, 312)));
        QVERIFY(!(**row)[RecordSample::Workers]);
        QCOMPARE((**(*read)->lastServer(RecordTier::Seconds, noon))[ServerSample::Keys], std::optional<qint64>(27'606));
        QCOMPARE((*read)->events(noon, noon)->at(0).text, QByteArray("deploy \xff"));
        QVERIFY(!(*read)->setMeta("server", "x")); // Readers can't write.
    }

    void eventsAreListedWithTheirQueuesAndGaps()
    {
        const auto file = written();
        const qint64 mail = must(file->queueId({0, "mail", "native", {}}));
        for (const char* kind : {"mark", "operation", "flush", "loss", "took"})
            QVERIFY(file->write(RecordEvent{
                0, noon, kind == QByteArray("loss") ? std::optional(mail) : std::nullopt, kind, "text", {}}));
        for (const qint64 minute : {0, 10, 30}) {
            const auto span = file->beginSpan({0, noon + Millis(minute * minuteMs), noon, "run", {}, {}, {}});
            QVERIFY(span && file->touchSpan(*span, noon + Millis((minute + 5) * minuteMs)));
            QVERIFY(file->endSpan(*span, minute == 0 ? "stopped" : "asleep"));
        }
        const auto all = readRecordedEvents(*file, noon);
        QVERIFY(all);
        QCOMPARE(all->events.size(), 3U); // The events don't include the operation or the end of a silence.
        QCOMPARE(all->events[1].event.kind, QByteArray("flush"));
        QCOMPARE(all->events[1].queue, QByteArray());
        QCOMPARE(all->events[2].queue, QByteArray("mail"));
        const auto at = [](qint64 minute) { return noon + Millis(minute * minuteMs); };
        QCOMPARE(all->gaps, (std::vector<RecordGap>{{at(5), at(10), "stopped"}, {at(15), at(30), "asleep"}}));
        const auto later = readRecordedEvents(*file, at(12));
        QVERIFY(later && later->events.empty());
        QCOMPARE(later->gaps.size(), 1U);
    }

    void aChangedVersionIsAnEvent()
    {
        const auto file = written();
        const qint64 id = must(file->queueId({0, "mail", "bullmq", "5.80.0"}));
        const RecordQueue mail{id, "mail", "bullmq", {}};
        const auto changes = [&file] {
            QByteArrayList texts;
            for (const RecordEvent& event : must(file->events(noon, noon + Millis(dayMs))))
                texts << event.kind + ": " + event.text;
            return texts;
        };
        {
            VersionWatch watch(*file);
            // an unknown version (here empty) doesn't count as a change
            for (const char* version : {"5.80.0", "", "5.80.0"})
                QVERIFY(watch.note(mail, version, noon));
            QCOMPARE(changes(), QByteArrayList());
            QVERIFY(watch.note(mail, "5.81.5", noon));
        }
        VersionWatch next(*file); // a later recorder knows the last recorded version
        QVERIFY(next.note(mail, "5.81.5", noon));
        QCOMPARE(changes(), QByteArrayList{"version: The version changed from 5.80.0 to 5.81.5"});
    }

    void eventsExpireAfterTheirLimit()
    {
        const auto file = written();
        RecordLimits limits;
        limits.keepHours = Millis(7 * dayMs);
        for (const qint64 day : {0, 1, 8})
            QVERIFY(file->write(RecordEvent{0, noon + Millis(day * dayMs), {}, "flush", "text", {}}));
        RecordTiers tiers(*file, limits);
        QVERIFY(tiers.settle(noon + Millis(8 * dayMs)));
        QVERIFY(tiers.settle(noon + Millis(8 * dayMs + minuteMs)));
        QCOMPARE(file->events(noon, noon + Millis(9 * dayMs))->size(), 1U);
    }

    void aFileHasOneWriter()
    {
        const auto first = written();
        const auto second = RecordFile::write(m_path, shop);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Refused);
        QVERIFY2(second.error().message.endsWith(u"is being written by duectl, pid %1."_s.arg(::getpid())),
            qPrintable(second.error().message));
        QVERIFY(RecordFile::read(m_path)); // Readers are not refused.
    }

    void aFileWithoutTablesIsCompleted()
    {
        {
            const auto database = SqliteDatabase::open(m_path, SqliteDatabase::Mode::Write);
            QVERIFY(database && (*database)->run("PRAGMA journal_mode=WAL"));
        }
        QVERIFY(QFileInfo(m_path).size() > 0);
        QVERIFY(refusal().contains(u"is not a Dueline recording"_s));
        QVERIFY(written()->beginSpan({0, noon, noon, "run", {}, {}, {}}));
        QCOMPARE(refusal(), QString());
    }

    void aFileRecordsOneServer()
    {
        written().reset();
        const auto other = RecordFile::write(m_path, {"redis://other", "native", "duectl"});
        QVERIFY(!other
            && other.error().message.contains(
                u"is a recording of redis://shop. Use another file for redis://other."_s));
    }

    void aKilledWriterLeavesACompleteFile()
    {
        std::mt19937 random(7);
        int events = 0;
        for (int round = 0; round < 12; ++round) {
            const pid_t child = ::fork();
            if (child == 0) {
                auto file = RecordFile::write(m_path, shop);
                if (!file)
                    ::_exit(1);
                const auto queue = (*file)->queueId({0, "mail", {}, {}});
                const auto span = (*file)->beginSpan({0, noon, noon, "run", {}, {}, {}});
                for (qint64 i = 0;; ++i) { // runs until the process is killed
                    const TimePoint at = noon + Millis(1000 * i);
                    const bool isDone = queue && span && (*file)->begin()
                        && (*file)->write(RecordTier::Seconds, sample(*queue, at, i))
                        && (*file)->write(RecordEvent{0, at, {}, "mark", QByteArray(300, 'x'), {}})
                        && (*file)->touchSpan(*span, at) && (*file)->commit();
                    if (!isDone)
                        ::_exit(1);
                }
            }
            QVERIFY(child > 0);
            QTest::qSleep(int(random() % 60) + 20);
            sendSignal(child, SIGKILL);
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QVERIFY(WIFSIGNALED(status));
            // Opening a file for writing creates missing tables, too.
            const auto file = RecordFile::write(m_path, shop);
            QVERIFY2(file.ok(), file ? "" : qPrintable(file.error().message));
            events = int((*file)->events(noon, fromMs(toMs(noon) + dayMs))->size());
        }
        QVERIFY(events > 0);
        const auto spans = written()->spans();
        QVERIFY(spans && !spans->empty());
        for (const RecordSpan& span : *spans)
            QCOMPARE(span.ended, QByteArray("killed"));
    }

    void strangeFilesAreRefusedWithOneSentence_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QString>("says");
        const QString no = u"is not a Dueline recording: "_s;
        QTest::newRow("text") << QByteArray("hello, this is no database at all\n") << QByteArray() << no;
        QTest::newRow("empty") << QByteArray("") << QByteArray() << no + u"it is empty."_s;
        QTest::newRow("header alone") << QByteArray("SQLite format 3\0", 16) << QByteArray() << no;
        QTest::newRow("other program") << QByteArray() << QByteArray("PRAGMA application_id=7")
                                       << no + u"it belongs to another program."_s;
        QTest::newRow("newer")
            << QByteArray() << QByteArray("PRAGMA user_version=2")
            << u"was written by a newer version of Dueline (format 2). This version reads format 1."_s;
        QTest::newRow("table") << QByteArray() << QByteArray("CREATE TABLE waiting(id)")
                               << no + u"it contains \"waiting\", which this version does not recognize."_s;
        QTest::newRow("view") << QByteArray() << QByteArray("CREATE VIEW v AS SELECT load_extension('x')")
                              << no + u"it contains \"v\", which this version does not recognize."_s;
        QTest::newRow("trigger") << QByteArray()
                                 << QByteArray("CREATE TRIGGER t AFTER INSERT ON event BEGIN DELETE FROM span; END")
                                 << no + u"it contains \"t\", which this version does not recognize."_s;
        QTest::newRow("index") << QByteArray() << QByteArray("CREATE INDEX i ON event(hex(randomblob(9)))") << no;
        QTest::newRow("column") << QByteArray() << QByteArray("ALTER TABLE span ADD COLUMN more TEXT")
                                << no + u"it contains \"span\", which this version does not recognize."_s;
        QTest::newRow("missing") << QByteArray() << QByteArray("DROP TABLE span") << no + u"tables are missing."_s;
    }
    void strangeFilesAreRefusedWithOneSentence()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, sql);
        QFETCH(QString, says);
        if (sql.isEmpty()) {
            QVERIFY(replace(content));
        } else {
            written().reset();
            if (!sql.contains("randomblob")) {
                change(sql.constData());
            } else { // SQLite itself rejects an index on a random value.
                change("CREATE INDEX i ON event(hex(text))");
            }
        }
        const QByteArray before = bytes();
        const QString said = refusal();
        QVERIFY2(said.contains(says) && said.count(u'\n') == 0, qPrintable(said));
        if (content == "" && sql.isEmpty())
            return; // RecordFile::write() accepts an empty file and initializes it.
        const auto writer = RecordFile::write(m_path, shop);
        QVERIFY(!writer && writer.error().message.contains(says));
        QCOMPARE(bytes(), before); // The refused file is unchanged.
    }

    void aDamagedFileIsRefusedOrRead()
    {
        {
            auto file = written();
            const auto queue = file->queueId({0, "mail", {}, {}});
            QVERIFY(file->beginSpan({0, noon, noon, "run", {}, {}, {}}));
            for (int i = 0; i < 2'000; ++i)
                QVERIFY(file->write(RecordTier::Seconds, sample(*queue, noon + Millis(i * 1000), i)));
        }
        const QByteArray whole = bytes();
        QVERIFY(whole.size() > 40'000);
        std::mt19937 random(48);
        int refused = 0;
        for (int round = 0; round < 200; ++round) {
            QByteArray broken = whole;
            for (int i = 0; i < 1 + int(random() % 8); ++i)
                broken[qsizetype(random() % quint32(round % 2 == 0 ? 4096 : broken.size()))] = char(random());
            if (round % 7 == 0)
                broken.truncate(qsizetype(random() % quint32(broken.size())));
            QVERIFY(replace(broken));
            const auto file = RecordFile::read(m_path);
            if (!file) {
                QVERIFY(!file.error().message.isEmpty());
                ++refused;
                continue;
            }
            (void)readChanges(**file, {});
        }
        QVERIFY2(refused > 30, qPrintable(QString::number(refused)));
    }

    void secondsBecomeMinutesAndHours()
    {
        const auto file = written();
        const auto queue = file->queueId({0, "mail", {}, {}});
        RecordTiers tiers(*file, {});
        for (int i = 0; i < 65; ++i) {
            const TimePoint minute = noon + Millis(i * minuteMs);
            QVERIFY(tiers.settle(minute));
            if (i > 0)
                QVERIFY(file->setRates(*queue, minute - Millis(minuteMs), 3, 5));
            for (const auto& [second, due] : {std::pair(0, 10), {20, 900 + i}, {40, 30}})
                QVERIFY(file->write(RecordTier::Seconds, sample(*queue, minute + Millis(second * 1000), due)));
        }
        const auto minutes = file->samples(RecordTier::Minutes, *queue, noon, noon + Millis(hourMs));
        QCOMPARE(minutes->size(), std::size_t(60));
        const RecordSample& third = minutes->at(2);
        QCOMPARE(third[RecordSample::Due], std::optional<qint64>(902)); // the minute's maximum
        QCOMPARE(third[RecordSample::Failed], std::optional<qint64>(15)); // the minute's last value
        // the minute's earliest value
        QCOMPARE(third[RecordSample::Oldest], std::optional(toMs(noon) + 2 * minuteMs - 10));
        QCOMPARE(third[RecordSample::Took], std::optional<qint64>(3));
        const auto hours = file->samples(RecordTier::Hours, *queue, noon, noon + Millis(hourMs));
        QCOMPARE(hours->size(), std::size_t(1));
        QCOMPARE(hours->front()[RecordSample::Due], std::optional<qint64>(959));
        QCOMPARE(hours->front()[RecordSample::Added], std::optional<qint64>(60 * 5));
        // After a week, only the hourly samples are left.
        QVERIFY(tiers.settle(noon + Millis(8 * dayMs)));
        QVERIFY(file->samples(RecordTier::Minutes, *queue, noon, noon + Millis(hourMs))->empty());
        QVERIFY(file->samples(RecordTier::Seconds, *queue, noon, noon + Millis(2 * hourMs))->empty());
        QCOMPARE(file->samples(RecordTier::Hours, *queue, noon, noon + Millis(hourMs))->size(), std::size_t(1));
    }

    void aLargeFileIsCutAndSaysSo()
    {
        const auto file = written();
        RecordLimits limits;
        limits.mostBytes = RecordLimits::leastBytes;
        RecordTiers tiers(*file, limits);
        QVERIFY(tiers.settle(noon));
        const auto queue = file->queueId({0, "mail", {}, {}});
        QVERIFY(file->begin());
        for (int i = 0; i < 60'000; ++i) // about 3 MB, an hour and a half of data
            QVERIFY(file->write(RecordTier::Seconds, sample(*queue, noon + Millis(i * 90), i)));
        QVERIFY(file->commit());
        QVERIFY(tiers.settle(noon + Millis(91 * minuteMs)));
        const auto pages = file->database().number("PRAGMA page_count");
        QVERIFY(**pages * 4096 <= limits.mostBytes + 512 * 1024);
        const auto events = file->events(noon, noon + Millis(dayMs));
        QVERIFY(!events->empty() && events->front().kind == "cut");
        static const QRegularExpression sentence(
            u"^Per-second figures from before \\S+Z were removed, because the recording reached its limit of 1 MiB\\.$"_s);
        QVERIFY2(sentence.match(QString::fromUtf8(events->front().text)).hasMatch(), events->front().text);
        QVERIFY(!file->samples(RecordTier::Minutes, *queue, noon, noon + Millis(hourMs))->empty());
    }

    void aFailoverBeginsAtItsFirstEvent()
    {
        const auto file = written();
        const auto span = file->beginSpan({0, noon, noon, "run", {}, {}, {}});
        QVERIFY(span && file->touchSpan(*span, noon + Millis(hourMs)));
        const auto add = [&](qint64 second, const char* kind, const char* text) {
            QVERIFY(file->write(RecordEvent{0, noon + Millis(second * secondMs), {}, kind, text, {}}));
        };
        add(100, "failover", "an earlier failover");
        add(1'000, "failover", "Another Redis server has taken over");
        add(1'001, "failover", "The server's role changed from slave to master");
        const auto changes = readChanges(*file, {});
        QVERIFY(changes && changes->around);
        QCOMPARE(changes->around->text, QByteArray("Another Redis server has taken over"));
        QCOMPARE(changes->from, noon + Millis(1'000 * secondMs));
    }

    void noRateIsComputedAcrossAGap()
    {
        const auto file = written();
        const auto queue = file->queueId({0, "mail", "native", {}});
        const auto minuteAt = [](int minute) { return noon + Millis(minute * minuteMs); };
        const auto span = [&](TimePoint began, TimePoint seen, const QByteArray& ended) {
            const auto id = file->beginSpan({0, began, began, "run", {}, {}, {}});
            QVERIFY(id && file->touchSpan(*id, seen) && file->endSpan(*id, ended));
        };
        span(minuteAt(0), minuteAt(5) + Millis(30'000), "server away");
        span(minuteAt(6) + Millis(10'000), minuteAt(10), "stopped");
        for (int i = 0; i < 10; ++i) {
            RecordSample row = sample(*queue, minuteAt(i), 10 * i);
            row[RecordSample::Added] = i == 5 || i == 6 ? 1'000 : 4;
            row[RecordSample::Took] = 2;
            QVERIFY(file->write(RecordTier::Minutes, row));
        }
        QVERIFY(file->write(RecordEvent{0, minuteAt(5), {}, "flush", "FLUSHALL ran once: keys 9 to 0", {}}));
        const auto changes = readChanges(*file, {});
        QVERIFY(changes);
        QCOMPARE(changes->from, minuteAt(5));
        QVERIFY(changes->around && changes->around->kind == "flush");
        QCOMPARE(changes->gaps.size(), std::size_t(1));
        QCOMPARE(changes->gaps.front().reason, QByteArray("server away"));
        QCOMPARE(changes->queues.size(), std::size_t(1));
        const QueueChange& mail = changes->queues.front();
        QCOMPARE(mail.ratesBefore.added, std::optional(4.0));
        QCOMPARE(mail.ratesAfter.added, std::optional(4.0)); // The rate excludes the minutes that overlap the gap.
        QCOMPARE((*mail.before)[RecordSample::Due], std::optional<qint64>(40));
        QCOMPARE((*mail.after)[RecordSample::Due], std::optional<qint64>(90));
        // If the period starts before the recording, the comparison starts with the first recorded figures.
        RecordSample first = sample(*queue, minuteAt(0), 7);
        QVERIFY(file->write(RecordTier::Seconds, first));
        const auto early = readChanges(*file, {minuteAt(-10), minuteAt(10)});
        QVERIFY(early && early->queues.front().before);
        QCOMPARE((*early->queues.front().before)[RecordSample::Due], std::optional<qint64>(7));
        QCOMPARE(early->unknown.size(), std::size_t(1));
        QCOMPARE(QByteArray(early->unknown[0]), QByteArray("The recording begins after the start of this period."));
        QVERIFY(early->queues.front().isChanged() && !early->isEmpty());
        const auto within = readChanges(*file, {minuteAt(5) + Millis(1000), minuteAt(6) + Millis(20'000)});
        QVERIFY(within && !within->queues.front().ratesAfter.added);
    }
};

QTEST_APPLESS_MAIN(TestRecordFile)
#include "tst_recordfile.moc"
