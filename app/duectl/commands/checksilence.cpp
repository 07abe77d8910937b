// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/checksilence.h"

#include "app/duectl/signals.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"
#include "core/console/witness/recordfile.h"
#include "core/console/witness/silencewatch.h"
#include "core/console/witness/stillnesslog.h"

#include <QFile>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis silenceLook{1'000};
constexpr Millis longestSilentOption{10 * minuteMs};
constexpr Millis recordingFresh{10'000};

/// Returns the answer for a queue's state in a single reading.
SilenceAnswer answerFor(Stillness now, Millis limit)
{
    const bool isHeld = now.hold != PulseHold::None;
    now.kind = isHeld ? Stillness::Kind::Held : Stillness::Kind::Silent;
    SilenceAnswer answer;
    answer.limit = limit;
    answer.length = now.took || now.due == 0 || isHeld ? Millis(0) : now.length();
    // If every worker slot is busy, it is normal to go longer without a claim.
    const bool isFull = now.state == Stillness::Workers::Full;
    answer.isSilent = answer.length >= (isFull ? std::max(limit, SilenceRule::fullLimit) : limit);
    answer.stillness = std::move(now);
    return answer;
}

/// Calls recordedSilence() on a recording that may be changing.
Result<SilenceAnswer> silenceIn(const RecordFile& file, const QByteArray& word, Millis limit)
{
    const auto spans = file.spans();
    if (!spans)
        return spans.error();
    const RecordSpan last = spans->empty() ? RecordSpan() : spans->back();
    const TimePoint now = last.serverNow();
    if (now - last.seen > recordingFresh)
        return Error{ErrorCode::Unreachable,
            spans->empty()
                ? u"The recording is empty, so the state of the queue is unknown."_s
                : u"The last reading in the recording is %1 old, so the state of the queue is unknown."_s.arg(
                    roughDuration(now - last.seen))};
    const auto queue = file.queueNamed(word);
    if (!queue)
        return queue.error();
    const auto sample = file.lastSample(RecordTier::Seconds, queue->id, last.seen);
    if (!sample)
        return sample.error();
    const auto state = recordedStillness(file, queue->id);
    if (!state)
        return state.error();
    const qint64 flags = *sample ? (*sample)->flags : 0;
    const auto unknown = [&word](const QString& text) {
        return Error{ErrorCode::Unreachable, text.arg(printable(word, 100))};
    };
    if (flags & RecordSample::Absent)
        return unknown(u"According to the recording, the queue \"%1\" no longer exists."_s);
    if (flags & RecordSample::Unreadable)
        return unknown(u"The recorder cannot read the queue \"%1\", so its state is unknown."_s);
    if (!*state || last.seen - (*state)->now > recordingFresh)
        return unknown(
            u"The last readings in the recording do not show whether tasks in the queue \"%1\" are being claimed."_s);
    SilenceAnswer answer = answerFor(**state, limit);
    if (!answer.isSilent && flags & RecordSample::LowerBound)
        return unknown(u"The recorder can read only some keys of the queue \"%1\", so its state is unknown."_s);
    return answer;
}

} // namespace

QString SilenceAnswer::text() const
{
    if (!isSilent && stillness.kind != Stillness::Kind::Held)
        return {};
    QString text = stillnessText(stillness);
    text.chop(1);
    text[0] = text[0].toLower();
    return text;
}

void SilenceAnswer::write(JsonWriter& json) const
{
    json.beginObject();
    json.member("silent", isSilent);
    json.member("silent_ms", qint64(length.count()));
    json.member("limit_ms", qint64(limit.count()));
    json.member("due", stillness.due);
    json.member("workers_state", workersStateName(stillness.state));
    json.textOrNull("held", stillness.kind == Stillness::Kind::Held ? holdName(stillness.hold) : QByteArray());
    json.key("hints").beginArray();
    for (const PulseHint& hint : stillness.hints) {
        json.beginObject();
        json.member("kind", hintName(hint.kind));
        json.member("text", hintText(hint).toUtf8());
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

Result<std::optional<Millis>> silentOption(const CommandLine& line)
{
    if (line.has("recording") && !line.has("silent"))
        return usage(u"--recording requires --silent."_s);
    const auto limit = line.duration("silent");
    if (!limit || !*limit)
        return limit;
    if (**limit < silenceLook || **limit > longestSilentOption)
        return usage(u"--silent must be from 1s to 10m."_s);
    if (line.words().empty())
        return usage(u"--silent watches one queue: add its name."_s);
    for (const char* option : {"oldest-due", "failed", "critical-oldest-due", "critical-failed"}) {
        if (line.has("recording") && line.has(option))
            return usage(u"--recording applies only to --silent; remove --%1."_s.arg(QString::fromLatin1(option)));
    }
    return limit;
}

Result<SilenceAnswer> watchSilence(Backend& backend, const QueueName& queue, Millis limit)
{
    SignalWatch signalWatch;
    SilenceWatch watch(longestSilentOption);
    SilenceAnswer answer;
    answer.limit = limit;
    for (;;) {
        const auto info = backend.inspector().queue(queue);
        if (!info)
            return info.error();
        auto judged = watch.look(backend, {*info}, info->serverNow);
        if (!judged)
            return judged.error();
        if (judged->empty())
            return answer; // several queues share the key, so there is no telling which workers belong to this queue
        const Stillness& now = judged->front();
        answer = answerFor(now, limit);
        const bool isHeld = now.hold != PulseHold::None;
        if (now.took || now.due == 0 || answer.length >= limit || (isHeld && now.now - now.since >= limit)
            || signalWatch.count() > 0)
            return answer;
        signalWatch.wait(silenceLook);
    }
}

Result<SilenceAnswer> recordedSilence(const CommandLine& line, Millis limit)
{
    const auto file = RecordFile::read(QFile::decodeName(line.value("recording")));
    if (!file)
        return file.error();
    return (*file)->readTogether([&] { return silenceIn(**file, line.words().front(), limit); });
}

} // namespace dueline::duectl
