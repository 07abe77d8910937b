// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/laravel/horizoneditor.h"

#include "core/layouts/laravel/laravelsources.h"
#include "core/layouts/laravel/laravelwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>
#include <QUuid>

namespace dueline {

namespace {

const QByteArray failedSet = "failed_jobs";

/// Joins strings, each preceded by its length.
QByteArray packedParts(const QByteArrayList& parts)
{
    QByteArray packed;
    for (const QByteArray& part : parts)
        packed += QByteArray::number(part.size()) + ':' + part;
    return packed;
}

} // namespace

HorizonEditor::HorizonEditor(
    RedisClient& client, RedisClock& clock, const LaravelSpec& spec, const QByteArray& ours, HorizonAccess horizon)
    : MemberEditor(
        client, clock, FrameworkScripts::library("horizon"), "laravel", [](const QByteArray&) { return QString(); },
        [](const QByteArray&) { return QByteArray(); })
    , m_spec(spec)
    , m_ours(ours)
    , m_horizon(std::move(horizon))
{ }

Result<> HorizonEditor::find()
{
    if (const auto looked = m_horizon.reader->look(); !looked)
        return looked;
    const auto& place = m_horizon.reader->place();
    if (!place)
        return Error{ErrorCode::NotFound, laravelwords::noHorizonToChange()};
    m_prefix = place->prefix;
    return {};
}

OverlayKeys HorizonEditor::keys(const QueueName&) const { return horizonKeys(m_spec, m_ours, m_prefix); }

std::vector<TaskSource> HorizonEditor::sourcesOf(const QueueName&) const
{
    return horizonSources(m_spec, m_ours, m_prefix);
}

Result<> HorizonEditor::refuse(ActionKind kind, const QueueName&)
{
    if (const auto found = find(); !found)
        return found;
    const HorizonPlace place = *m_horizon.reader->place();
    if (kind != ActionKind::Retry || place.isSaid)
        return {};
    const auto use = m_horizon.reader->prefixUse();
    if (!use)
        return use.error();
    if (place.isHorizonSaid && use->own) // the queues have the default prefix, and queues with that prefix exist
        return {};
    if (!place.isNamedAlike || use->namesake)
        return Error{ErrorCode::Refused, LaravelTexts::sayWhose(place.prefix)};
    return use->own || m_horizon.isPrefixSeen()
        ? Result<>()
        : Error{ErrorCode::Refused, LaravelTexts::sayPrefix(m_spec, place.prefix)};
}

Result<std::vector<std::optional<MemberPlace>>> HorizonEditor::find(
    const QueueName&, const TaskSource& source, const std::vector<MemberWanted>& wanted)
{
    std::vector<std::optional<MemberPlace>> places(wanted.size());
    const bool isTrash = source.state == TaskState::Trash;
    std::vector<Command> pipeline;
    for (const MemberWanted& one : wanted) {
        pipeline.push_back({"ZSCORE", source.key, one.name});
        pipeline.push_back({"HMGET", m_prefix + one.name, isTrash ? "id" : "payload", "queue", "retried_by"});
    }
    const auto replies = client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    m_jobs.clear();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Reply& score = (*replies)[2 * i];
        const Reply& fields = (*replies)[2 * i + 1];
        if (score.isError())
            return errorFromReply(score.bytes);
        const QByteArray seen = wanted[i].detail.startsWith('=') ? wanted[i].detail.mid(1) : score.bytes;
        const bool isSeen = wanted[i].detail.startsWith('=')
            || toMs(source.instantOf(score.bytes.toDouble())) == wanted[i].detail.mid(1).toLongLong();
        if (!score.isBytes() || !isSeen)
            continue;
        const auto text
            = [&fields](std::size_t at) { return at < fields.items.size() ? fields.items[at].bytes : QByteArray(); };
        places[i] = MemberPlace{
            wanted[i].name, isTrash ? QByteArray("trash") : source.key.mid(m_prefix.size()), wanted[i].name, seen, {}};
        if (isTrash)
            continue;
        places[i]->member = text(0);
        m_jobs[wanted[i].name] = {text(1), horizonRetries(text(2))};
    }
    return places;
}

Result<std::vector<QByteArray>> HorizonEditor::wordsFor(
    const Action& action, const QueueName&, TaskState, const QByteArray& name, const std::optional<MemberPlace>& place)
{
    const ActionKind kind = action.kind;
    if (!place)
        return settled(name, ItemOutcome::MovedOn);
    const bool isTrash = place->set == "trash";
    const bool isFor = kind == ActionKind::Restore                 ? isTrash
        : kind == ActionKind::Delete                               ? isTrash || place->set == failedSet
        : kind == ActionKind::Retry || kind == ActionKind::Discard ? place->set == failedSet
                                                                   : false;
    if (!isFor)
        return settled(name, ItemOutcome::Refused);
    if (kind == ActionKind::Retry)
        return retryWords(*place, action.force);
    return std::vector<QByteArray>{place->name, place->set, place->seen, {}, {}, {}};
}

Result<std::vector<QByteArray>> HorizonEditor::retryWords(const MemberPlace& place, bool isForced)
{
    const auto job = m_jobs.find(place.name);
    if (job == m_jobs.end() || job->second.queue.isEmpty())
        return settled(place.name, ItemOutcome::Damaged);
    if (!isForced && job->second.retries == HorizonRetries::Wait)
        return settled(place.name, ItemOutcome::RetryWaits);
    if (!isForced && job->second.retries != HorizonRetries::None)
        return settled(place.name, ItemOutcome::Retried);
    const auto now = this->now();
    if (!now)
        return now.error();
    const QByteArray newId = QUuid::createUuid().toByteArray(QUuid::WithoutBraces);
    const auto retry = HorizonRetry::of(place.member, place.name, newId, *now);
    if (!retry)
        return settled(place.name, ItemOutcome::Poison);
    const QByteArray retried
        = R"({"id":")" + newId + R"(","status":"pending","retried_at":)" + QByteArray::number(toMs(*now) / 1000) + '}';
    const QByteArray digest = QCryptographicHash::hash(place.member, QCryptographicHash::Sha1).toHex();
    return std::vector<QByteArray>{place.name, place.set, place.seen, m_spec.list(job->second.queue),
        packedParts(QByteArrayList{newId, digest, retry->payload, retried, isForced ? "1" : ""} + retry->tags), {}};
}

} // namespace dueline
