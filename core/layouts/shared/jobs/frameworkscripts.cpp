// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/frameworkscripts.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/clustermap.h"
#include "core/redis/scriptlibraries.h"

#include <QUuid>

namespace dueline {

FrameworkScripts::FrameworkScripts(RedisClient& client, const ScriptLibrary& own, RefusalText refusal)
    : m_client(client)
    , m_own(own)
    , m_refusal(std::move(refusal))
    , m_lane(QUuid::createUuid().toRfc4122().left(6).toHex())
{ }

const ScriptLibrary& FrameworkScripts::library(const char* name) { return scriptLibrary(name); }

Result<Reply> FrameworkScripts::run(const char* name, const OverlayKeys& keys, const std::vector<QByteArray>& keyNames,
    const std::vector<QByteArray>& arguments)
{
    if (m_client.config().topology == Topology::Cluster && clusterSlot(keys.base) != clusterSlot(keys.overlay)) {
        return Error{ErrorCode::Refused, jobwords::keysAreInSeveralSlots()};
    }
    const auto own = m_own.all().find(name);
    const Script& script = own != m_own.all().end() ? own->second : library("jobs")[name];
    Result<Reply> reply = m_client.run(script, keyNames, arguments);
    if (!reply)
        return errorOf(reply.error(), keys);
    return reply;
}

Result<Reply> FrameworkScripts::runOnce(
    const char* name, const OverlayKeys& keys, std::vector<QByteArray> keyNames, std::vector<QByteArray> arguments)
{
    std::vector<QByteArray> call{name, keys.base};
    call.insert(call.end(), arguments.begin() + 1, arguments.end());
    arguments.front()
        = m_repeatable.nonceFor(name, call, [this] { return m_lane + '.' + QByteArray::number(++m_calls); });
    keyNames.push_back(keys.memo(m_lane, name));
    auto reply = run(name, keys, keyNames, arguments);
    m_repeatable.ended(name, reply);
    return reply;
}

Error FrameworkScripts::errorOf(const Error& error, const OverlayKeys& keys) const
{
    const QByteArray said = error.detail.toUtf8();
    const auto behind = [&said](QByteArrayView word) { return said.mid(word.size()); };
    if (said.startsWith("REFUSED ")) {
        const QByteArray why = behind("REFUSED ");
        QString sentence = m_refusal(why);
        if (sentence.isEmpty() && why == "removed")
            sentence = jobwords::queueWasRemoved();
        if (sentence.isEmpty() && why.startsWith("layout "))
            sentence = jobwords::otherLayoutActed(printable(why.mid(7), 60));
        return {ErrorCode::Refused, sentence.isEmpty() ? error.message : sentence, error.detail};
    }
    if (said.startsWith("LACKS ")) {
        return {ErrorCode::Permission, jobwords::rightsAreMissing(printable(behind("LACKS "), 200)), error.detail};
    }
    if (said.startsWith("DAMAGED ")) {
        const QByteArray role = behind("DAMAGED ");
        const bool isWhole = role.startsWith("= "); // the role is a full key name, outside the common prefix
        const bool isOurs
            = role == "ops" || role == "list" || role == "memo" || role == "trash" || role.startsWith("op:");
        return {ErrorCode::WrongType,
            jobwords::keyIsDamaged(printable(isWhole ? role.mid(2)
                    : role.isEmpty()                 ? keys.first()
                                                     : (isOurs ? keys.overlay : keys.base) + role,
                200)),
            error.detail};
    }
    if (said == "OLD call") {
        return {ErrorCode::Refused, portwords::laterCallArrived(), error.detail};
    }
    return error;
}

} // namespace dueline
