// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands.h"
#include "app/duectl/commands/checksilence.h"
#include "app/duectl/commands/lookthrough.h"
#include "app/duectl/context.h"
#include "app/duectl/fields.h"
#include "app/duectl/tables.h"
#include "core/base/duration.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr Millis defaultOldestDue = std::chrono::minutes(5);
constexpr qint64 defaultFailed = 10;
constexpr int exitUnknown = 3; ///< exit code if the result is unknown
/// default critical limit for the oldest due task's age, as a multiple of the warning limit
constexpr int criticalOldestDueTimes = 3;
/// default critical limit for failed tasks, as a multiple of the warning limit
constexpr int criticalFailedTimes = 10;

struct Limits
{
    Millis oldestDue;
    qint64 failed;
};

/// Warning and critical limits. Without --nagios, only `warning` is used.
struct AllLimits
{
    Limits warning;
    Limits critical;
};

/// Reads the limits. Errors: Usage.
Result<AllLimits> readLimits(const CommandLine& line)
{
    for (const char* option : {"critical-oldest-due", "critical-failed"}) {
        if (line.has(option) && !line.has("nagios"))
            return usage(u"--%1 requires --nagios."_s.arg(QString::fromLatin1(option)));
    }
    constexpr qint64 most = std::numeric_limits<qint64>::max() / criticalFailedTimes;
    const auto oldestDue = line.duration("oldest-due");
    const auto failed = line.number("failed", 0, most);
    const auto criticalOldestDue = line.duration("critical-oldest-due");
    const auto criticalFailed = line.number("critical-failed", 0, most);
    for (const auto* each : {&oldestDue, &criticalOldestDue}) {
        if (!*each)
            return each->error();
    }
    for (const auto* each : {&failed, &criticalFailed}) {
        if (!*each)
            return each->error();
    }
    const Limits warning{oldestDue->value_or(defaultOldestDue), failed->value_or(defaultFailed)};
    const Limits critical{criticalOldestDue->value_or(warning.oldestDue * criticalOldestDueTimes),
        criticalFailed->value_or(warning.failed * criticalFailedTimes)};
    if (critical.oldestDue < warning.oldestDue || critical.failed < warning.failed)
        return usage(u"A critical limit cannot be below the warning limit."_s);
    return AllLimits{warning, critical};
}

/// Returns how long the oldest due task has been waiting; zero if no such task is known.
Millis overdue(const QueueInfo& queue)
{
    return queue.oldestDue ? std::max(Millis::zero(), queue.serverNow - *queue.oldestDue) : Millis::zero();
}

/// Returns whether the oldest due task might exceed the limit: some due tasks have no recorded time, and all others are
/// within the limit.
bool isOldestUnknown(const QueueInfo& queue, const Limits& limits)
{
    return queue.oldestUnknown && overdue(queue) <= limits.oldestDue;
}

QString oldestUnknownText(const QueueInfo& queue)
{
    QString cause = u", because its layout does not record it"_s;
    if (!queue.note.isEmpty())
        cause = u": "_s + printable(queue.note.endsWith('.') ? queue.note.chopped(1) : queue.note, 600);
    return u"the waiting time of the oldest due task is unknown"_s + cause
        + (overdue(queue) > Millis::zero() ? u"; another task has waited %1"_s.arg(roughDuration(overdue(queue)))
                                           : QString());
}

/// Returns a short phrase for each exceeded limit.
QStringList excesses(const QueueInfo& queue, const Limits& limits)
{
    QStringList reasons;
    if (overdue(queue) > limits.oldestDue)
        reasons << u"the oldest due task has waited %1 (limit %2)"_s.arg(
            roughDuration(overdue(queue)), formatDuration(limits.oldestDue));
    if (queue.counts[TaskState::Failed] > limits.failed)
        reasons << u"%1 failed (limit %2)"_s.arg(queue.counts[TaskState::Failed]).arg(limits.failed);
    return reasons;
}

QStringList damage(const QueueInfo& queue)
{
    return queue.damaged > 0 ? QStringList{u"%1 quarantined (limit 0)"_s.arg(queue.damaged)} : QStringList();
}

QStringList silenceReasons(const std::optional<SilenceAnswer>& silence)
{
    return silence && silence->isSilent ? QStringList{silence->text()} : QStringList();
}

QString checkLine(const QueueInfo& queue, const QStringList& reasons, const Limits& limits,
    const std::optional<SilenceAnswer>& silence = {})
{
    const QString what = !reasons.isEmpty() ? reasons.join(u", "_s)
        : queue.isPart                      ? u"at least %1"_s.arg(countsText(queue.counts))
        : isOldestUnknown(queue, limits)    ? u"%1; %2"_s.arg(countsText(queue.counts), oldestUnknownText(queue))
                                            : u"fine, "_s + countsText(queue.counts);
    const QString held = silence && !silence->isSilent && !queue.paused ? silence->text() : QString();
    return u"%1: %2%3%4"_s.arg(printable(queue.name), what, queue.paused ? u"; the queue is paused"_s : QString(),
        held.isEmpty() ? held : u"; "_s + held);
}

/// Returns `'label'=value;warning;critical;minimum` for each figure, as the plugin guidelines require.
QString performanceData(const QueueInfo& queue, const AllLimits& limits)
{
    const auto seconds = [](Millis duration) { return QString::number(double(duration.count()) / 1000); };
    const bool isUnknown = isOldestUnknown(queue, limits.warning);
    QStringList figures{u"oldest_due=%1;%2;%3;0"_s.arg(isUnknown ? u"U"_s : seconds(overdue(queue)) + u's',
        seconds(limits.warning.oldestDue), seconds(limits.critical.oldestDue))};
    for (const TaskState state : allStates) {
        const bool isKnown = queue.states.contains(state);
        const QString warning = state == TaskState::Failed ? QString::number(limits.warning.failed) : QString();
        const QString critical = state == TaskState::Failed ? QString::number(limits.critical.failed) : QString();
        figures << u"%1=%2;%3;%4;0"_s.arg(
            stateText(state).toLower(), isKnown ? QString::number(queue.counts[state]) : u"U"_s, warning, critical);
    }
    figures << u"quarantined=%1;0;;0"_s.arg(queue.damaged);
    return figures.join(u' ');
}

/// Returns the performance data for --silent: the number of seconds without a claim, and the limit.
QString silenceFigure(const SilenceAnswer& answer)
{
    const auto seconds = [](Millis duration) { return QString::number(double(duration.count()) / 1000); };
    return u"silent=%1s;%2;%2;0"_s.arg(seconds(answer.length), seconds(answer.limit));
}

/// Prints the check result as one plugin line. Returns the plugin exit code: 0 (OK), 1 (warning), 2 (critical), or 3
/// (unknown). If the queue can't be read, main() returns 3.
int answerNagios(
    Context& context, const QueueInfo& queue, const AllLimits& limits, const std::optional<SilenceAnswer>& silence)
{
    const QStringList silent = silenceReasons(silence);
    const QStringList critical = silent + excesses(queue, limits.critical);
    const QStringList warning = silent + excesses(queue, limits.warning) + damage(queue);
    const bool isUnknown = queue.isPart || isOldestUnknown(queue, limits.warning);
    const int code = !critical.isEmpty() ? 2 : !warning.isEmpty() ? 1 : isUnknown ? exitUnknown : 0;
    const QString words[] = {u"OK"_s, u"WARNING"_s, u"CRITICAL"_s, u"UNKNOWN"_s};
    // Replace vertical bars: the first one in the line starts the performance data.
    QString line = checkLine(queue, warning, limits.warning, silence).replace(u'|', u'/');
    context.out().line(u"DUELINE %1 - %2 | %3"_s.arg(
        words[code], line, performanceData(queue, limits) + (silence ? u' ' + silenceFigure(*silence) : QString())));
    return code;
}

/// Writes a queue and the limits it exceeds. `isNamed`: true if the user named the queue, in which case unknown data
/// affects the exit code.
void writeJson(JsonWriter& json, const QueueInfo& queue, const QStringList& reasons, const Limits& limits, bool isNamed,
    const std::optional<SilenceAnswer>& silence = {})
{
    const bool isUnknown = isOldestUnknown(queue, limits);
    json.beginObject();
    json.member("queue", queue.name);
    json.member("fine", reasons.isEmpty() && !((isUnknown || queue.isPart) && isNamed));
    if (queue.isPart)
        json.member("partial", true);
    json.member("oldest_due_age_ms", isUnknown ? std::nullopt : std::optional(qint64(overdue(queue).count())));
    json.member("failed",
        queue.states.contains(TaskState::Failed) ? std::optional(queue.counts[TaskState::Failed]) : std::nullopt);
    json.member("damaged", queue.damaged);
    json.member("paused", queue.paused);
    json.key("over").beginArray();
    for (const QString& reason : reasons)
        json.string(reason.toUtf8());
    json.endArray();
    if (silence) {
        json.key("silence");
        silence->write(json);
    }
    json.endObject();
}

/// Prints the result for --recording, which only checks for silence.
Result<int> checkRecording(Context& context, Millis limit)
{
    const auto answer = recordedSilence(context.line(), limit);
    if (!answer)
        return answer.error();
    const bool isPlugin = context.line().has("nagios");
    if (context.json()) {
        JsonWriter json;
        answer->write(json);
        context.out().write(json.take());
        return answer->isSilent ? 1 : 0;
    }
    QString line = u"%1: %2"_s.arg(
        printable(context.line().words().front()), answer->text().isEmpty() ? u"not silent"_s : answer->text());
    if (isPlugin)
        line = u"DUELINE %1 - %2 | %3"_s.arg(
            answer->isSilent ? u"CRITICAL"_s : u"OK"_s, line.replace(u'|', u'/'), silenceFigure(*answer));
    context.out().line(line);
    return !answer->isSilent ? 0 : isPlugin ? 2 : 1;
}

/// Prints a line or an object for each queue. Returns 1 if any queue exceeds a limit; otherwise 3 if a queue couldn't
/// be read completely or if queues may be missing. Due tasks without a recorded time don't affect the exit code.
Result<int> checkAll(Context& context, const std::vector<QueueInfo>& queues, const Limits& limits)
{
    const bool asksFailed = context.line().has("failed");
    bool areFine = true;
    bool areRead = true;
    JsonWriter json;
    json.beginArray();
    for (const QueueInfo& queue : queues) {
        if (const auto error = unreadable(queue)) {
            areRead = false;
            tell(u"%1 cannot be read: %2"_s.arg(printable(queue.name), error->message));
            continue;
        }
        if (asksFailed && !queue.states.contains(TaskState::Failed))
            tell(u"%1: the number of failed tasks is unknown. %2"_s
                     .arg(printable(queue.name), printable(queue.elsewhere, 300))
                     .trimmed());
        const QStringList reasons = excesses(queue, limits) + damage(queue);
        areFine = areFine && reasons.isEmpty();
        areRead = areRead && !queue.isPart;
        if (isOldestUnknown(queue, limits))
            tell(u"%1: %2."_s.arg(printable(queue.name), oldestUnknownText(queue)));
        if (context.json())
            writeJson(json, queue, reasons, limits, false);
        else
            context.out().line(checkLine(queue, reasons, limits));
    }
    writeLookedThrough(json, context.backend());
    json.endArray();
    const QString gap = lookedThrough(context.backend());
    if (context.json())
        context.out().write(json.take());
    context.out().flush();
    if (!gap.isEmpty())
        tell(u"Some queues were not checked. %1 %2"_s.arg(gap,
            context.layout().finds() ? u"Specify the queues (duectl check QUEUE) or their layout (--layout)."_s
                                     : u"Specify the queues: duectl check QUEUE."_s));
    else if (queues.empty() && !context.json())
        tell(u"There are no queues."_s);
    return !areFine ? 1 : areRead && gap.isEmpty() ? 0 : exitUnknown;
}

} // namespace

Result<int> runCheck(Context& context)
{
    const bool isPlugin = context.line().has("nagios");
    if (isPlugin && context.json())
        return usage(u"--nagios and --json cannot be used together: both set the output format."_s);
    const auto limits = readLimits(context.line());
    if (!limits)
        return limits.error();
    const auto silentFor = silentOption(context.line());
    if (!silentFor)
        return silentFor.error();
    if (context.line().has("recording"))
        return checkRecording(context, **silentFor);
    const bool isAll = context.line().words().empty();
    if (isAll && isPlugin)
        return usage(u"--nagios checks one queue: add its name."_s);
    const auto name = isAll ? Result<QueueName>(QueueName()) : context.queue();
    if (!name)
        return name.error();
    const auto inspector = context.inspector();
    if (!inspector)
        return inspector.error();
    if (isAll) {
        if (const auto discovered = discover(context.backend()); !discovered)
            return discovered.error();
        const auto queues = (*inspector)->queues();
        return queues ? checkAll(context, *queues, limits->warning) : Result<int>(queues.error());
    }
    std::optional<SilenceAnswer> silence;
    if (*silentFor) {
        auto answer = watchSilence(context.backend(), *name, **silentFor);
        if (!answer)
            return answer.error();
        silence = *std::move(answer);
    }
    const auto queue = (*inspector)->queue(*name);
    if (!queue)
        return queue.error();
    if (const auto error = unreadable(*queue))
        return *error;
    const bool asksFailed = context.line().has("failed") || context.line().has("critical-failed");
    if (asksFailed && !queue->states.contains(TaskState::Failed)) {
        return Error{ErrorCode::Usage,
            u"The number of failed tasks in \"%1\" is unknown, so --failed does not apply. %2"_s
                .arg(printable(*name), printable(queue->elsewhere, 300))
                .trimmed()};
    }
    if (isPlugin)
        return answerNagios(context, *queue, *limits, silence);
    const QStringList reasons = silenceReasons(silence) + excesses(*queue, limits->warning) + damage(*queue);
    if (context.json()) {
        JsonWriter json;
        writeJson(json, *queue, reasons, limits->warning, true, silence);
        context.out().write(json.take());
    } else {
        context.out().line(checkLine(*queue, reasons, limits->warning, silence));
    }
    const bool isUnknown = queue->isPart || isOldestUnknown(*queue, limits->warning);
    return !reasons.isEmpty() ? 1 : isUnknown ? exitUnknown : 0;
}

} // namespace dueline::duectl
