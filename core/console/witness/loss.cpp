// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/loss.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

/// Maximum task count to accept from a file. Files are untrusted, and sums of larger numbers could overflow.
constexpr qint64 mostCounted = 1'000'000'000'000;

qint64 sumOf(const RecordSample& sample, std::initializer_list<RecordSample::Figure> figures)
{
    qint64 sum = 0;
    for (const RecordSample::Figure figure : figures)
        sum += sample[figure].value_or(0);
    return sum;
}

/// Returns the number of tasks that workers were running or could claim.
qint64 claimable(const RecordSample& sample) { return sumOf(sample, {RecordSample::Leased, RecordSample::Due}); }

QJsonObject figuresJson(const RecordSample& sample)
{
    QJsonObject figures{{u"at_ms"_s, toMs(sample.at)}};
    for (const auto& [figure, name] : lossFigures) {
        if (sample[figure])
            figures[QLatin1StringView(name)] = *sample[figure];
    }
    if (sample.flags & RecordSample::Paused)
        figures[u"paused"_s] = true;
    return figures;
}

RecordSample figuresOf(const QJsonObject& json)
{
    RecordSample sample;
    sample.at = fromMs(json.value(u"at_ms").toInteger());
    for (const auto& [figure, name] : lossFigures) {
        if (const QJsonValue value = json.value(QLatin1StringView(name)); value.isDouble())
            sample[figure] = std::clamp<qint64>(value.toInteger(), 0, mostCounted);
    }
    sample.flags = json.value(u"paused").toBool() ? RecordSample::Paused : 0;
    return sample;
}

} // namespace

qint64 tasksIn(const RecordSample& sample)
{
    qint64 tasks = 0;
    for (const auto& [figure, name] : lossFigures)
        tasks += sample[figure].value_or(0);
    return tasks;
}

qint64 shrinkage(const RecordSample& before, const RecordSample& after)
{
    qint64 fall = 0;
    for (const auto& [figure, name] : lossFigures) {
        if (before[figure] && after[figure])
            fall += *before[figure] - *after[figure];
    }
    if (before[RecordSample::Done] && after[RecordSample::Done])
        fall -= std::max<qint64>(*after[RecordSample::Done] - *before[RecordSample::Done], 0);
    return fall;
}

std::optional<QueueLoss> lossFrom(const LossEvidence& evidence)
{
    const RecordSample& before = evidence.before;
    const qint64 leased = before[RecordSample::Leased].value_or(0);
    const qint64 taken = leased + (evidence.perSecond * qint64(evidence.active.count()) + secondMs - 1) / secondMs;
    const qint64 total = tasksIn(before);
    const qint64 missing
        = (evidence.isTotal ? total : shrinkage(before, evidence.after) + evidence.added) - evidence.removed;
    if (missing <= 0 || (!evidence.isTotal && missing <= taken))
        return std::nullopt;
    // If it is unknown how fast workers claim tasks, they may have claimed the missing ones. Only report a loss if at
    // least a fifth of the queue is missing.
    constexpr qint64 partOfQueue = 5;
    if (!evidence.isTotal && !evidence.knowsTaken && missing < total / partOfQueue)
        return std::nullopt;
    QueueLoss loss;
    loss.before = before;
    loss.after = evidence.after;
    loss.tasks = missing;
    loss.isTotal = evidence.isTotal;
    const qint64 failedAfter = evidence.isTotal ? 0 : evidence.after[RecordSample::Failed].value_or(0);
    const qint64 failed = std::max<qint64>(before[RecordSample::Failed].value_or(0) - failedAfter, 0);
    // Workers may have claimed every task that was due. Their recent rate is not an upper limit, since workers may have
    // started or sped up after the last reading.
    const qint64 becameDue
        = evidence.mayBecomeDue ? sumOf(before, {RecordSample::Scheduled, RecordSample::Retrying}) : 0;
    loss.mayHaveRun = std::clamp<qint64>(missing - failed, 0, claimable(before) + becameDue + evidence.added);
    return loss;
}

QString lossText(const QueueLoss& loss)
{
    QStringList changes;
    for (const auto& [figure, name] : lossFigures) {
        const auto before = loss.before[figure];
        const auto after = loss.after[figure];
        if (before && after && *before != *after)
            changes << u"%1 %2 to %3"_s.arg(QLatin1StringView(name), groupedNumber(*before), groupedNumber(*after));
    }
    QString text = loss.tasks == 1 ? u"1 task was lost"_s : u"%1 tasks were lost"_s.arg(groupedNumber(loss.tasks));
    if (!changes.isEmpty())
        text += u": "_s + changes.join(u", "_s);
    return text + u"; "_s + mayHaveRunText(loss.mayHaveRun);
}

QString mayHaveRunText(qint64 tasks)
{
    return tasks == 0 ? u"none was due"_s : u"up to %1 may have run"_s.arg(groupedNumber(tasks));
}

QByteArray lossJson(const QueueLoss& loss)
{
    const QJsonObject json{{u"event"_s, loss.event}, {u"cause"_s, QString::fromLatin1(loss.cause)},
        {u"before"_s, figuresJson(loss.before)}, {u"after"_s, figuresJson(loss.after)}, {u"tasks"_s, loss.tasks},
        {u"may_have_run"_s, loss.mayHaveRun}};
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

QueueLoss lossOf(const QByteArray& json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    QueueLoss loss;
    loss.event = object.value(u"event").toInteger();
    loss.cause = object.value(u"cause").toString().toUtf8();
    loss.before = figuresOf(object.value(u"before").toObject());
    loss.after = figuresOf(object.value(u"after").toObject());
    loss.tasks = std::clamp<qint64>(object.value(u"tasks").toInteger(), 0, mostCounted);
    // Early recorders didn't count all due tasks.
    const qint64 failed
        = std::max(sumOf(loss.before, {RecordSample::Failed}) - sumOf(loss.after, {RecordSample::Failed}), qint64(0));
    const qint64 least = std::clamp<qint64>(loss.tasks - failed, 0, claimable(loss.before));
    loss.mayHaveRun = std::clamp<qint64>(object.value(u"may_have_run").toInteger(), least, mostCounted);
    return loss;
}

} // namespace dueline
