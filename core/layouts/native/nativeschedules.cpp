// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeschedules.h"

#include "core/base/text.h"
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativewords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace dueline {

using namespace Qt::StringLiterals;

namespace {

QByteArray encode(const Schedule& schedule)
{
    QJsonObject object{{u"cron"_s, QString::fromUtf8(schedule.cron)}, {u"type"_s, QString::fromUtf8(schedule.type)}};
    if (!schedule.zone.isEmpty())
        object[u"zone"_s] = QString::fromUtf8(schedule.zone);
    if (!schedule.enabled)
        object[u"off"_s] = 1;
    if (schedule.runMissed)
        object[u"missed"_s] = 1;
    if (schedule.expiresAfter)
        object[u"x"_s] = qint64(schedule.expiresAfter->count());
    NativeCodec::Envelope envelope;
    envelope.options = schedule.options;
    envelope.options.expiresAt.reset();
    const QByteArray options = NativeCodec::encodeEnvelope(envelope);
    object[u"options"_s] = QJsonDocument::fromJson(options.left(options.indexOf('\n'))).object();
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n' + schedule.payload;
}

Schedule decode(const QByteArray& name, const QByteArray& definition)
{
    Schedule schedule;
    schedule.name = name;
    schedule.definition = definition;
    const qsizetype end = definition.indexOf('\n');
    const QJsonDocument document = QJsonDocument::fromJson(definition.left(std::max<qsizetype>(end, 0)));
    schedule.damaged = true;
    if (!document.isObject())
        return schedule;
    const QJsonObject object = document.object();
    const auto text = [&](const QString& member) { return object.value(member).toString().toUtf8(); };
    Schedule read = schedule;
    read.damaged = false;
    read.cron = text(u"cron"_s);
    read.zone = text(u"zone"_s);
    read.type = text(u"type"_s);
    read.enabled = object.value(u"off"_s).toInteger() != 1;
    read.runMissed = object.value(u"missed"_s).toInteger() == 1;
    if (const QJsonValue expires = object.value(u"x"_s); expires.isDouble())
        read.expiresAfter = Millis(expires.toInteger());
    const auto envelope = NativeCodec::decodeEnvelope(
        QJsonDocument(object.value(u"options"_s).toObject()).toJson(QJsonDocument::Compact) + '\n');
    if (!envelope)
        return schedule;
    read.options = envelope->options;
    read.payload = definition.mid(end + 1);
    const auto unready = whyUnready(read);
    if (!unready)
        return schedule;
    read.unready = *unready;
    return read;
}

std::optional<TimePoint> tickOf(const Reply& reply)
{
    return reply.isBytes() && !reply.bytes.isEmpty() ? std::optional(instantOf(reply.bytes)) : std::nullopt;
}

} // namespace

NativeSchedules::NativeSchedules(NativeScripts& scripts)
    : m_scripts(scripts)
{ }

Result<> NativeSchedules::checkWriting(const QueueName& queue)
{
    if (m_readOnly)
        return Error{ErrorCode::Refused, nativewords::isReadOnly()};
    if (const auto valid = checkQueueName(queue); !valid)
        return valid;
    return m_scripts.prepare(queue);
}

Result<std::vector<ScheduleState>> NativeSchedules::schedules(const QueueName& queue)
{
    const NativeKeys k = m_scripts.keys(queue);
    const auto replies = m_scripts.client().pipeline(
        {{"HGETALL", k.schedules()}, {"ZRANGE", k.ticks(), "0", "-1", "WITHSCORES"}, {"HGETALL", k.ticked()}});
    if (!replies)
        return replies.error();
    static constexpr std::array roles{"schedules", "ticks", "ticked"};
    std::array<std::map<QByteArray, QByteArray>, roles.size()> pairs;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        const Reply& reply = replies->at(i);
        if (reply.isError())
            return NativeScripts::errorOf(
                reply.bytes.startsWith("WRONGTYPE") ? QByteArray("DAMAGED ") + roles[i] : reply.bytes, k);
        for (std::size_t at = 0; at + 1 < reply.items.size(); at += 2)
            pairs[i][reply.items[at].bytes] = reply.items[at + 1].bytes;
    }
    std::vector<ScheduleState> all;
    for (const auto& [name, definition] : pairs[0]) {
        ScheduleState state{decode(name, definition), std::nullopt, std::nullopt};
        if (const auto next = pairs[1].find(name); next != pairs[1].end())
            state.next = instantOf(next->second);
        if (const auto last = pairs[2].find(name); last != pairs[2].end())
            state.last = instantOf(last->second);
        all.push_back(std::move(state));
    }
    return all;
}

Result<> NativeSchedules::put(const QueueName& queue, const Schedule& schedule, bool replace)
{
    if (const auto checked = replace ? checkReplacing(schedule) : checkSchedule(schedule); !checked)
        return checked;
    if (const auto allowed = checkWriting(queue); !allowed)
        return allowed;
    const auto now = m_scripts.client().serverTime();
    if (!now)
        return now.error();
    QByteArray next;
    if (schedule.enabled)
        next = QByteArray::number(toMs(CronSchedule::parse(schedule.cron, schedule.zone)->next(*now)));
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply = m_scripts.run("putschedule", k, {k.schedules(), k.ticks(), k.meta(), k.leases()},
        {k.wakeChannel(), schedule.name, encode(schedule), next, replace ? "1" : "0"});
    if (!reply)
        return reply.error();
    if (!reply->isInteger())
        return unexpectedReply();
    if (reply->integer == 0)
        return Error{ErrorCode::Exists, nativewords::scheduleIsOther(printable(queue), printable(schedule.name))};
    return m_scripts.registerQueue(queue, reply->integer == 2);
}

Result<> NativeSchedules::remove(const QueueName& queue, const QByteArray& name)
{
    if (const auto allowed = checkWriting(queue); !allowed)
        return allowed;
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply
        = m_scripts.run("dropschedule", k, {k.schedules(), k.ticks(), k.ticked(), k.meta()}, {k.wakeChannel(), name});
    if (!reply)
        return reply.error();
    if (reply->isInteger() && reply->integer == 1)
        return {};
    return Error{ErrorCode::NotFound, nativewords::noSchedule(printable(name, 64), printable(queue))};
}

Result<DueSchedules> NativeSchedules::due(const QueueName& queue)
{
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply
        = m_scripts.run("dueschedules", k, {k.ticks(), k.schedules(), k.ticked()}, {QByteArray::number(mostDue)});
    if (!reply)
        return reply.error();
    const auto& items = reply->items;
    if (items.size() < 2 || items.size() % 4 != 2 || !items[0].isInteger())
        return unexpectedReply();
    DueSchedules answer;
    answer.serverNow = fromMs(items[0].integer);
    answer.next = tickOf(items[1]);
    for (std::size_t at = 2; at < items.size(); at += 4)
        answer.due.push_back(
            {decode(items[at].bytes, items[at + 2].bytes), tickOf(items[at + 1]), tickOf(items[at + 3])});
    return answer;
}

Result<TickOutcome> NativeSchedules::tick(
    const QueueName& queue, const ScheduleState& seen, const TickDecision& decision)
{
    if (const auto allowed = checkWriting(queue); !allowed)
        return allowed.error();
    if (!seen.next)
        return TickOutcome::NotOurs;
    const NewTask task = taskOf(seen.schedule, decision.run.value_or(*seen.next));
    NativeCodec::Envelope envelope;
    envelope.options = task.options;
    envelope.payload = task.payload;
    envelope.addedAt = decision.run;
    const auto ms = [](TimePoint at) { return QByteArray::number(toMs(at)); };
    const NativeKeys k = m_scripts.keys(queue);
    const auto reply = m_scripts.run("tick", k,
        {k.pending(), k.tasks(), k.statisticsPrefix(), k.meta(), k.leases(), k.expiring(), k.schedules(), k.ticks(),
            k.ticked()},
        {k.wakeChannel(), seen.schedule.name,
            QCryptographicHash::hash(seen.schedule.definition, QCryptographicHash::Sha1).toHex(), ms(*seen.next),
            ms(decision.next), decision.run ? ms(*decision.run) : QByteArray(), task.id,
            task.options.expiresAt ? ms(*task.options.expiresAt) : QByteArray(),
            NativeCodec::encodeEnvelope(envelope)});
    if (!reply)
        return reply.error();
    if (!reply->isInteger() || reply->integer < 0 || reply->integer > 2)
        return unexpectedReply();
    return std::array{TickOutcome::NotOurs, TickOutcome::MovedOn, TickOutcome::Made}[std::size_t(reply->integer)];
}

} // namespace dueline
