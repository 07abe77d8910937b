// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryeditor.h"

#include "core/base/text.h"
#include "core/layouts/celery/celerymessage.h"
#include "core/layouts/celery/celerysources.h"
#include "core/layouts/celery/celerywords.h"
#include "core/redis/reply.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostRevoked = 10'000;

Error notOfCelery(const QString& why) { return {ErrorCode::NotSupported, why}; }

QByteArray compactJson(const QJsonObject& object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }

} // namespace

CeleryEditor::CeleryEditor(RedisClient& client, RedisClock& clock, const CelerySpec& spec, const QByteArray& ours,
    std::shared_ptr<CeleryLists> lists, Prepare prepare, TakenId takenId, std::shared_ptr<CeleryRevoked> revoked)
    : MemberEditor(
        client, clock, FrameworkScripts::library("celery"), "celery", [](const QByteArray&) { return QString(); },
        [](const QByteArray& member) { return CeleryMessage::read(member).id; })
    , m_spec(spec)
    , m_ours(ours)
    , m_lists(std::move(lists))
    , m_prepare(std::move(prepare))
    , m_takenId(std::move(takenId))
    , m_revoked(std::move(revoked))
{ }

OverlayKeys CeleryEditor::keys(const QueueName& queue) const { return celeryKeys(m_spec, m_ours, queue); }

std::vector<TaskSource> CeleryEditor::sourcesOf(const QueueName& queue) const
{
    return celerySources(m_spec, m_ours, queue, *m_lists);
}

bool CeleryEditor::isFollowed(const QueueName&, const QByteArray& member) const
{
    return CeleryMessage::read(member).isFollowed();
}

Result<> CeleryEditor::refuse(ActionKind kind, const QueueName& queue)
{
    if (kind == ActionKind::Retry)
        return Error{ErrorCode::Refused, celerywords::noRetry()};
    if (m_spec.isShared(queue))
        return Error{ErrorCode::Refused, celerywords::isAtWorker()};
    return m_prepare(queue);
}

/// Returns whether undo needs the entire message, because the action changes the message in place and undo identifies
/// it by its bytes.
bool CeleryEditor::keepsBytes(ActionKind kind) const
{
    return kind == ActionKind::RunNow || kind == ActionKind::Reschedule;
}

/// Finds messages and the lists that contain them, and checks whether their etas are unchanged.
Result<std::vector<std::optional<MemberPlace>>> CeleryEditor::find(
    const QueueName& queue, const TaskSource& source, const std::vector<MemberWanted>& wanted)
{
    auto places = MemberEditor::find(queue, source, wanted);
    if (!places || source.kind != TaskSource::Kind::List)
        return places;
    const QByteArray set = m_lists->wordFor(queue, source.key);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        std::optional<MemberPlace>& place = (*places)[i];
        if (!place)
            continue;
        const auto eta = wanted[i].detail.startsWith('@') ? CeleryMessage::read(place->member).eta : std::nullopt;
        if (eta && number(toMs(*eta)) != wanted[i].detail.mid(1))
            place.reset();
        else
            place->set = set;
    }
    return places;
}

Result<std::vector<QByteArray>> CeleryEditor::wordsFor(
    const Action& action, const QueueName&, TaskState, const QByteArray& name, const std::optional<MemberPlace>& place)
{
    const ActionKind kind = action.kind;
    if (!place)
        return settled(name, ItemOutcome::MovedOn);
    const bool isTrash = place->set == "trash";
    if (kind != ActionKind::Delete && isTrash != (kind == ActionKind::Restore))
        return settled(name, ItemOutcome::Refused);
    std::vector<QByteArray> words{place->name, place->set, place->seen, {}, {}, {}};
    if (!keepsBytes(kind))
        return words;
    const CeleryMessage message = CeleryMessage::read(place->member);
    if (!message.isEnvelope)
        return settled(name, ItemOutcome::Damaged);
    if (!message.eta)
        return settled(name, ItemOutcome::Untimed);
    words[3] = number(message.etaOffset) + ' ' + number(message.etaLength) + ' ' + number(toMs(*message.eta));
    return words;
}

Result<> CeleryEditor::admits(const QueueName&, const std::vector<NewTask>&)
{
    return notOfCelery(celerywords::noAdding());
}

QByteArray CeleryEditor::revokeMessage(const QByteArray& id)
{
    const QJsonObject told{{QStringLiteral("method"), QStringLiteral("revoke")},
        {QStringLiteral("arguments"),
            QJsonObject{{QStringLiteral("task_id"), QString::fromUtf8(id)}, {QStringLiteral("terminate"), false},
                {QStringLiteral("signal"), QStringLiteral("SIGTERM")}}},
        {QStringLiteral("destination"), QJsonValue::Null}, {QStringLiteral("pattern"), QJsonValue::Null},
        {QStringLiteral("matcher"), QJsonValue::Null}};
    const QJsonObject envelope{{QStringLiteral("body"), QString::fromLatin1(compactJson(told).toBase64())},
        {QStringLiteral("content-encoding"), QStringLiteral("utf-8")},
        {QStringLiteral("content-type"), QStringLiteral("application/json")},
        {QStringLiteral("headers"), QJsonObject{{QStringLiteral("clock"), 0}, {QStringLiteral("expires"), 0}}},
        {QStringLiteral("properties"),
            QJsonObject{{QStringLiteral("delivery_mode"), 2}, {QStringLiteral("priority"), 0},
                {QStringLiteral("body_encoding"), QStringLiteral("base64")},
                {QStringLiteral("delivery_tag"), QUuid::createUuid().toString(QUuid::WithoutBraces)},
                {QStringLiteral("delivery_info"),
                    QJsonObject{{QStringLiteral("exchange"), QStringLiteral("celery.pidbox")},
                        {QStringLiteral("routing_key"), QString()}}}}}};
    return compactJson(envelope);
}

Result<ItemOutcome> CeleryEditor::cancel(const QueueName& queue, const TaskRef& ref)
{
    if (!m_spec.isShared(queue))
        return ItemOutcome::MovedOn;
    const auto id = m_takenId(exactId(ref));
    if (!id)
        return id.error();
    if (id->isEmpty())
        return ItemOutcome::MovedOn;
    const auto heard
        = client().call({"PUBLISH", m_spec.mailbox(std::max(client().config().database, 0)), revokeMessage(*id)});
    if (!heard)
        return heard.error();
    if (heard->integer == 0) {
        return Error{ErrorCode::Refused, celerywords::revokeWasNotHeard(printable(ref.id, 80))};
    }
    if (m_revoked->size() >= mostRevoked)
        m_revoked->clear();
    (*m_revoked)[*id] = celerywords::wasRevoked(heard->integer);
    return ItemOutcome::Done;
}

Result<ItemOutcome> CeleryEditor::release(const QueueName&, const TaskRef&)
{
    return Error{ErrorCode::NotSupported, celerywords::isAtWorker()};
}

Result<ItemOutcome> CeleryEditor::extend(const QueueName&, const TaskRef&, Millis)
{
    return Error{ErrorCode::NotSupported, celerywords::isAtWorker()};
}

Result<> CeleryEditor::setPaused(const QueueName&, bool) { return notOfCelery(celerywords::noPause()); }

} // namespace dueline
