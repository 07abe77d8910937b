// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/servicenotice.h"
#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/base/text.h"
#include "core/console/witness/recorder.h"
#include "core/redis/redisurl.h"

#include <QElapsedTimer>
#include <QFile>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis shortestInterval{100};
constexpr Millis shortestKeep{hourMs};
/// pause before retrying a failed write, for example on a full disk
constexpr Millis fullDiskPause{minuteMs};

struct RecordOptions
{
    RecorderOptions recorder;
    std::optional<Millis> runFor;
};

Result<RecordOptions> readRecordOptions(const Context& context)
{
    const CommandLine& line = context.line();
    if (context.json())
        return usage(u"record does not print JSON. Read the recording with \"duectl changed FILE --json\"."_s);
    if (line.words().front().isEmpty())
        return usage(u"The file name is empty."_s);
    RecordOptions options;
    const auto every = line.duration("every");
    const auto runFor = line.duration("for");
    const auto keep = line.duration("keep");
    for (const auto* each : {&every, &runFor, &keep}) {
        if (!*each)
            return each->error();
    }
    const auto most = line.size("max-size");
    if (!most)
        return most.error();
    RecorderOptions& recorder = options.recorder;
    recorder.every = every->value_or(recorder.every);
    if (recorder.every < shortestInterval || recorder.every > RecordSpan::longestInterval)
        return usage(u"--every must be from 100ms to 10m."_s);
    recorder.limits.keep = keep->value_or(recorder.limits.keep);
    if (recorder.limits.keep < shortestKeep || recorder.limits.keep > RecordLimits::longestKeep)
        return usage(u"--keep must be from 1h to 400d."_s);
    recorder.limits.mostBytes = most->value_or(recorder.limits.mostBytes);
    if (recorder.limits.mostBytes < RecordLimits::leastBytes)
        return usage(u"--max-size must be at least 1M."_s);
    recorder.ids = line.has("ids") || line.has("payloads");
    recorder.payloads = line.has("payloads");
    options.runFor = *runFor;
    return options;
}

/// Printer for messages about errors and recoveries. Never prints the same message twice in a row.
class RecordNotices
{
public:
    explicit RecordNotices(const ServiceNotice& service)
        : m_service(service)
    { }

    void failed(const Error& error, bool isLocked)
    {
        const bool isFile = error.code == ErrorCode::Io;
        const QString sentence = error.message
            + (isLocked      ? u" The recording has a gap until the file is unlocked."_s
                    : isFile ? u" The recording has a gap; the next attempt is in a minute."_s
                             : u" The recording has a gap until Redis responds."_s);
        if (sentence != m_said)
            tell(sentence);
        m_said = sentence;
        m_service.status(error.message.toUtf8());
    }
    void succeeded(std::size_t queues)
    {
        if (!m_said.isEmpty())
            tell(u"Recording again."_s);
        m_said.clear();
        const QByteArray status = queues == 1 ? QByteArray("Recording 1 queue.")
                                              : "Recording " + QByteArray::number(qint64(queues)) + " queues.";
        if (status != m_status)
            m_service.status(status);
        m_status = status;
    }

private:
    const ServiceNotice& m_service;
    QString m_said;
    QByteArray m_status;
};

/// Takes a reading at each interval until a signal arrives or the duration has elapsed. Returns the error if the first
/// reading fails; later failures only leave a gap in the recording.
Result<int> runRecorder(Recorder& recorder, const RecordOptions& options, SignalWatch& signalWatch)
{
    const ServiceNotice service;
    RecordNotices notices(service);
    QElapsedTimer clock;
    clock.start();
    bool isStarted = false;
    while (signalWatch.count() == 0) {
        const qint64 began = clock.elapsed();
        const auto looked = recorder.look();
        if (!looked && signalWatch.count() > 0)
            break;
        if (!looked && !isStarted)
            return looked.error();
        if (looked)
            notices.succeeded(recorder.queueCount());
        else
            notices.failed(looked.error(), recorder.isLocked());
        if (!std::exchange(isStarted, true))
            service.ready();
        const bool isFull = !looked && looked.error().code == ErrorCode::Io && !recorder.isLocked();
        const qint64 next = began + qint64((isFull ? fullDiskPause : options.recorder.every).count());
        const qint64 end = options.runFor ? qint64(options.runFor->count()) : std::numeric_limits<qint64>::max();
        if (clock.elapsed() >= end)
            break;
        signalWatch.wait(Millis(std::max<qint64>(0, std::min(next, end) - clock.elapsed())));
        if (clock.elapsed() >= end)
            break;
    }
    service.stopping();
    const auto ended = recorder.end();
    return ended ? Result<int>(0) : ended.error();
}

/// Prepares the file for recording ids if --ids is set. Without --ids, refuses to continue a recording that contains
/// ids, because its list of lost tasks would become outdated.
Result<> chooseIds(RecordFile& file, const RecorderOptions& options)
{
    if (options.ids)
        return file.keepIds();
    const auto keeps = file.keepsIds();
    if (!keeps)
        return keeps.error();
    if (*keeps)
        return Error{ErrorCode::Refused,
            u"%1 contains task ids. Add --ids to continue this recording, or use another file."_s.arg(
                printable(file.path().toUtf8(), 200))};
    return {};
}

} // namespace

Result<int> runRecord(Context& context)
{
    auto options = readRecordOptions(context);
    if (!options)
        return options.error();
    SignalWatch signalWatch(SignalWatch::Then::Drain);
    const auto backend = context.open(Access::ReadOnly);
    if (!backend)
        return backend.error();
    for (const QByteArray& word : context.line().values("queue")) {
        const auto queue = context.queueOf(word);
        if (!queue)
            return queue.error();
        options->recorder.queues.push_back(*queue);
    }
    const ConnectionSpec connection = context.connection();
    const QString path = QFile::decodeName(context.line().words().front());
    const QString server = displayUrl(connection.redis);
    auto file = RecordFile::write(path, {server.toUtf8(), connection.layout.text().toUtf8(), "duectl"});
    if (!file)
        return file.error();
    if (const auto chosen = chooseIds(**file, options->recorder); !chosen)
        return chosen.error();
    options->recorder.isMasked = !connection.maskedFields.isEmpty();
    ServerReader reader(connection);
    Recorder recorder(**file, **backend, reader, options->recorder);
    tell(u"Recording %1 to %2."_s.arg(server, printable(path.toUtf8(), 200)));
    return runRecorder(recorder, *options, signalWatch);
}

Result<int> runMark(Context& context)
{
    const QByteArray text = context.line().words().front().trimmed();
    if (text.isEmpty() || text.size() > longestMark)
        return usage(u"A mark's text must be 1 to %1 bytes long."_s.arg(longestMark));
    if (const auto opened = context.open(Access::Operate); !opened)
        return opened.error();
    const ConnectionSpec connection = context.connection();
    RedisClient client(connection.redis);
    if (const auto opened = client.open(); !opened)
        return opened.error();
    const auto at = writeMark(client, connection.prefix, text);
    if (!at)
        return at.error();
    if (context.json()) {
        JsonWriter json;
        json.beginObject();
        json.member("at_ms", toMs(*at));
        json.member("text", text);
        json.endObject();
        context.out().write(json.take());
    } else {
        context.out().line(u"%1  %2"_s.arg(instantText(*at), printable(text, longestMark)));
    }
    return 0;
}

} // namespace dueline::duectl
