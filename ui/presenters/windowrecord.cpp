// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/windowrecord.h"

#include "core/base/interruption.h"
#include "core/base/plainfile.h"
#include "core/base/statefolder.h"
#include "core/base/text.h"
#include "core/console/witness/recorder.h"
#include "core/redis/redisurl.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/openrecordings.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr Millis fullDiskPause{minuteMs}; ///< delay before the next attempt after a file error
/// Number of times another program's file is read between attempts to open it for writing.
constexpr int looksPerAttempt = 30;
constexpr int endsWithinMs = 2'000; ///< longest wait for the thread, which normally ends within Interruption::step
constexpr auto recordings = "*.dwit*"; ///< pattern for the files that SQLite creates for a recording

QString hashOf(const QByteArrayList& parts, int digits)
{
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const QByteArray& part : parts)
        hash.addData(part + '\n');
    return QString::fromLatin1(hash.result().toHex().left(digits));
}

/// Returns a profile's file name prefix for recordings with ids or payloads.
QString beginningOf(const QString& profile) { return hashOf({profile.toUtf8()}, 10) + u'-'; }

/// Returns the path of the recording for a server and its layouts. A recording with ids or payloads belongs to one
/// profile, so that it can be deleted when the profile no longer records them.
QString recordingPath(const ConnectionSpec& spec, const QString& profile, RecordedTasks tasks)
{
    const QString server = hashOf({displayUrl(spec.redis).toUtf8(), spec.layout.text().toUtf8(), spec.prefix}, 20);
    const QString name = tasks == RecordedTasks::None
        ? server + u".dwit"_s
        : beginningOf(profile) + server + (tasks == RecordedTasks::Ids ? u"-ids.dwit"_s : u"-tasks.dwit"_s);
    return WindowRecord::folder() + u'/' + name;
}

/// Deletes a recording unless a program is writing to it.
void removeUnused(const QString& path)
{
    if (!OpenRecordings::claim(path))
        return;
    const bool isPlain = notPlain(path, Links::Refused).isEmpty();
    const int file = isPlain ? ::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) == 0) {
        for (const char* ending : {"", "-wal", "-shm"})
            QFile::remove(path + QLatin1StringView(ending));
    }
    if (file >= 0)
        ::close(file);
    OpenRecordings::release(path);
}

/// Deletes recordings that contain ids or payloads: all of this profile's recordings, and any of other profiles'
/// recordings that haven't been written to for seven days. `used`: file in use, which isn't deleted.
void removeUnwanted(const QString& profile, const QString& used)
{
    const QDateTime oldest = QDateTime::currentDateTime().addMSecs(-WindowRecord::keep.count());
    for (const QFileInfo& file :
        QDir(WindowRecord::folder()).entryInfoList({u"*-ids.dwit"_s, u"*-tasks.dwit"_s}, QDir::Files)) {
        const bool isOwn = file.fileName().startsWith(beginningOf(profile));
        if (file.filePath() != used && (isOwn || file.lastModified() < oldest))
            removeUnused(file.filePath());
    }
}

} // namespace

/// Recorder that runs on a separate thread.
class WindowRecord::Work
{
public:
    Work(WindowRecord& owner, QString path, const ConnectionSpec& spec, const Profile& profile, Millis every)
        : m_owner(owner)
        , m_every(every)
        , m_tasks(profile.recordedTasks)
        , m_profile(profile.name)
        , m_path(std::move(path))
        , m_spec(spec)
        , m_reader(spec)
    { }

    ~Work()
    {
        m_recorder.reset();
        m_file.reset();
        if (m_isClaimed)
            OpenRecordings::release(m_path);
    }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    void run(BackgroundTask::Run& run)
    {
        Millis pause{0};
        while (rest(pause)) {
            const auto done = look(run);
            const bool hasFailed = !done && (!m_file || done.error().code == ErrorCode::Io);
            pause = hasFailed && !(m_recorder && m_recorder->isLocked()) ? fullDiskPause : m_every;
            if (hasFailed && !std::exchange(m_hasFailed, true))
                run.tell([&owner = m_owner, error = done.error()] { Q_EMIT owner.failed(error); });
        }
        if (m_recorder)
            (void)m_recorder->end(); // otherwise, the next recorder would have to end the recording
    }

private:
    /// Waits until the next reading. In the meantime, other threads can read the file. Returns false if the recording
    /// should end.
    bool rest(Millis pause)
    {
        const QDeadlineTimer until(pause);
        while (
            !until.hasExpired() && Interruption::sleep(std::min(Interruption::step, Millis(until.remainingTime())))) {
            if (m_file)
                OpenRecordings::serve(m_path, *m_file);
        }
        return !Interruption::isDueHere();
    }

    Result<> look(BackgroundTask::Run& run)
    {
        if (!m_isClaimed && !(m_isClaimed = OpenRecordings::claim(m_path))) {
            publish(run, OpenRecordings::contentsOf(m_path));
            return {};
        }
        if (m_isOther && ++m_looks % looksPerAttempt == 0)
            m_file.reset();
        if (!m_file) {
            if (const auto opened = open(); !opened) {
                OpenRecordings::release(m_path);
                m_isClaimed = false;
                return opened;
            }
            // Before the first reading, show events recorded earlier.
            if (const auto told = tell(run); !told)
                return told;
        }
        if (m_isOther)
            return tell(run);
        if (!m_backend) {
            auto backend = openBackend(m_spec, {}, Access::ReadOnly);
            if (!backend)
                return backend.error();
            m_backend = *std::move(backend);
            RecorderOptions options;
            options.every = m_every;
            options.limits = {keep, keep, mostBytes};
            options.ids = m_tasks != RecordedTasks::None;
            options.payloads = m_tasks == RecordedTasks::Complete;
            options.isMasked = !m_spec.maskedFields.isEmpty();
            m_recorder = std::make_unique<Recorder>(*m_file, *m_backend, m_reader, options);
        }
        const auto looked = m_recorder->look();
        return looked ? tell(run) : looked;
    }

    /// Opens the file for writing, or for reading if another program is writing to it.
    Result<> open()
    {
        if (!makePrivateFolder(folder()))
            return Error{ErrorCode::Io,
                WindowRecord::tr("The folder %1 cannot be created.").arg(printable(folder().toUtf8(), 200))};
        if (const QString why = notOwnFolder(folder()); !why.isEmpty())
            return Error{ErrorCode::Io,
                WindowRecord::tr("Events are not recorded in %1: %2.").arg(printable(folder().toUtf8(), 200), why)};
        auto file
            = RecordFile::write(m_path, {displayUrl(m_spec.redis).toUtf8(), m_spec.layout.text().toUtf8(), "dueline"});
        m_isOther = !file && file.error().code == ErrorCode::Refused;
        if (m_isOther)
            file = RecordFile::read(m_path);
        if (!file)
            return file.error();
        m_file = *std::move(file);
        if (m_isOther)
            return {};
        removeUnwanted(m_profile, m_path);
        return m_tasks == RecordedTasks::None ? Result<>() : m_file->keepIds();
    }

    /// Delivers the file's contents to the owner.
    Result<> tell(BackgroundTask::Run& run)
    {
        auto events = readRecordedEvents(*m_file, SystemClock().now() - keep);
        if (!events)
            return events.error();
        auto forecasts = readForecasts(*m_file, {}, 0);
        if (!forecasts && forecasts.error().code != ErrorCode::NotFound) // the recording may still be empty
            return forecasts.error();
        const OpenRecordings::Contents contents{
            *std::move(events), forecasts ? std::make_shared<const Forecasts>(*std::move(forecasts)) : nullptr};
        OpenRecordings::set(m_path, contents);
        publish(run, contents);
        return {};
    }

    void publish(BackgroundTask::Run& run, const OpenRecordings::Contents& contents)
    {
        const bool hasEvents = contents.events != m_told;
        if (hasEvents)
            m_told = contents.events;
        if (!hasEvents && contents.forecasts == m_forecasts)
            return;
        m_forecasts = contents.forecasts;
        run.tell([&owner = m_owner, contents, hasEvents] {
            owner.m_forecasts = contents.forecasts;
            if (hasEvents) {
                owner.m_events = contents.events;
                Q_EMIT owner.changed();
            }
            if (contents.forecasts) {
                owner.m_promises.check(*contents.forecasts);
                Q_EMIT owner.forecastsChanged();
            }
        });
    }

    WindowRecord& m_owner; ///< used only by functions that run on the owner's thread
    Millis m_every;
    RecordedTasks m_tasks;
    QString m_profile;
    QString m_path;
    ConnectionSpec m_spec;
    ServerReader m_reader;
    std::unique_ptr<RecordFile> m_file;
    std::unique_ptr<Backend> m_backend;
    std::unique_ptr<Recorder> m_recorder;
    RecordedEvents m_told;
    std::shared_ptr<const Forecasts> m_forecasts; ///< most recently delivered forecasts
    int m_looks = 0; ///< number of times a file written by another program has been read
    bool m_isClaimed = false; ///< true if no other recorder in this process uses the file
    bool m_isOther = false; ///< true if another program is writing to the file
    bool m_hasFailed = false;
};

WindowRecord::WindowRecord(Connection& connection, Millis every)
    : QObject(&connection)
    , m_connection(connection)
    , m_every(every)
    , m_path(recordingPath(connection.spec(), connection.profile().name, connection.profile().recordedTasks))
    , m_interruption(std::make_shared<Interruption>())
{
    if (connection.refreshedAt() == TimePoint{})
        connect(&connection.refresher(), &Refresher::refreshed, this, &WindowRecord::start);
    else
        start();
}

WindowRecord::~WindowRecord()
{
    leave();
    m_task.leave();
    // Wait for the thread, so that the recording ends properly and doesn't look as if it had been killed.
    if (m_ended)
        m_ended->tryAcquire(1, endsWithinMs);
}

void WindowRecord::leave() { m_interruption->request(); }

void WindowRecord::start()
{
    if (m_ended)
        return;
    m_ended = std::make_shared<QSemaphore>();
    ConnectionSpec spec = m_connection.spec();
    spec.redis.observer = nullptr; // the command log shows only commands sent by the window's views
    m_task.start(u"recorder"_s,
        [this, path = m_path, spec, profile = m_connection.profile(), every = m_every, ended = m_ended,
            interruption = m_interruption](BackgroundTask::Run& run) -> BackgroundTask::Word {
            const InterruptionScope scope(*interruption);
            std::make_unique<Work>(*this, path, spec, profile, every)->run(run);
            ended->release();
            return [] {};
        });
}

const Forecasts* WindowRecord::forecasts() const
{
    return m_forecasts && m_forecasts->areCurrent(m_connection.session().serverNow()) ? m_forecasts.get() : nullptr;
}

QString WindowRecord::folder() { return stateFolder() + u"/witness"_s; }

void WindowRecord::removeOf(const QString& profile) { removeUnwanted(profile, {}); }

qint64 WindowRecord::usedBytes()
{
    qint64 bytes = 0;
    for (const QFileInfo& file : QDir(folder()).entryInfoList({QLatin1String(recordings)}, QDir::Files))
        bytes += file.size();
    return bytes;
}

Result<> WindowRecord::removeAll()
{
    QDir dir(folder());
    for (const QString& name : dir.entryList({QLatin1String(recordings)}, QDir::Files)) {
        if (!dir.remove(name))
            return Error{ErrorCode::Io,
                tr("The recording %1 cannot be deleted.").arg(printable(dir.filePath(name).toUtf8(), 200))};
    }
    return {};
}

} // namespace dueline
