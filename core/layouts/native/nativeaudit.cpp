// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeaudit.h"

#include "core/layouts/native/nativecodec.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr int tasksKey = 7; ///< index of `tasks` in the keys passed to examine.lua
constexpr int lastKey = 12;
/// Number of set members per step. A step blocks the server for 0.3 ms.
constexpr int membersPerStep = 250;
/// Number of hash entries per step. It is lower than membersPerStep, because the server also reads the entries' values,
/// each up to 64 KiB.
constexpr int entriesPerStep = 50;
constexpr std::size_t mendAtOnce = 20;
constexpr std::size_t tidyAtOnce = 100;

/// Splits ids into groups of at most `size`.
std::vector<std::vector<QByteArray>> piecesOf(const std::set<TaskId>& ids, std::size_t size)
{
    std::vector<std::vector<QByteArray>> pieces;
    for (const TaskId& id : ids) {
        if (pieces.empty() || pieces.back().size() == size)
            pieces.emplace_back();
        pieces.back().push_back(id);
    }
    return pieces;
}

} // namespace

NativeAudit::NativeAudit(NativeScripts& scripts, const QueueName& queue)
    : m_scripts(scripts)
    , m_keys(scripts.keys(queue))
{ }

bool NativeAudit::nextKey()
{
    m_cursor = "0";
    return ++m_walked <= lastKey;
}

/// Returns whether there are as many envelopes as tasks and quarantined entries. If every task has an envelope and
/// exactly one state, equal numbers prove that there are no stray envelopes, so scanning all payloads is usually
/// unnecessary.
Result<bool> NativeAudit::entriesAddUp()
{
    const auto counts = m_scripts.client().pipeline(
        {{"ZCARD", m_keys.pending()}, {"ZCARD", m_keys.retry()}, {"ZCARD", m_keys.leased()}, {"ZCARD", m_keys.failed()},
            {"ZCARD", m_keys.done()}, {"ZCARD", m_keys.trash()}, {"HLEN", m_keys.tasks()}, {"HLEN", m_keys.damaged()}});
    if (!counts)
        return counts.error();
    qint64 tasks = 0;
    for (std::size_t i = 0; i < counts->size(); ++i) {
        if ((*counts)[i].isError())
            return NativeScripts::errorOf((*counts)[i].bytes, m_keys);
        tasks += i < 6 ? (*counts)[i].integer : 0;
    }
    return tasks == (*counts)[6].integer && (*counts)[7].integer == 0 && found(Fault::Missing).empty()
        && found(Fault::Doubled).empty();
}

Result<bool> NativeAudit::step()
{
    if (m_walked == 0)
        nextKey();
    if (m_walked == tasksKey && m_cursor == "0") {
        const auto fine = entriesAddUp();
        if (!fine)
            return fine.error();
        if (*fine) {
            nextKey();
            return true;
        }
    }
    const int size = m_walked < tasksKey ? membersPerStep : entriesPerStep;
    const auto reply = m_scripts.run("examine", m_keys,
        {m_keys.pending(), m_keys.retry(), m_keys.leased(), m_keys.failed(), m_keys.done(), m_keys.trash(),
            m_keys.tasks(), m_keys.tries(), m_keys.history(), m_keys.results(), m_keys.leases(), m_keys.damaged(),
            m_keys.meta()},
        {QByteArray::number(m_walked), m_cursor, QByteArray::number(size)});
    if (!reply)
        return reply.error();
    if (reply->items.size() < 2 || reply->items.size() % 2 != 0)
        return unexpectedReply();
    if (const auto noted = note(reply->items); !noted)
        return noted.error();
    m_looked += reply->items[1].integer;
    m_cursor = reply->items[0].bytes;
    return m_cursor != "0" || nextKey();
}

/// Records the faults in a reply from examine.lua: pairs (id, letter), starting with the third item.
Result<> NativeAudit::note(const std::vector<Reply>& faults)
{
    for (std::size_t i = 2; i + 1 < faults.size(); i += 2) {
        const TaskId& id = faults[i].bytes;
        std::optional<Fault> fault;
        switch (faults[i + 1].bytes.isEmpty() ? '\0' : faults[i + 1].bytes.front()) {
        case 'm':
            fault = Fault::Missing;
            break;
        case 'u':
            fault = Fault::Unreadable;
            break;
        case 's':
            fault = Fault::Stray;
            break;
        case 'q':
            fault = Fault::Quarantined;
            break;
        case 'd':
            fault = Fault::Doubled;
            break;
        case 'l':
            fault = Fault::Leftover;
            break;
        case 'b': {
            const auto unreadable = isUnreadable(id);
            if (!unreadable)
                return unreadable.error();
            if (*unreadable)
                fault = Fault::Unreadable;
            break;
        }
        default:
            return unexpectedReply();
        }
        if (!fault)
            continue;
        bool known = false;
        for (const auto& others : m_found)
            known = known || others.contains(id);
        std::set<TaskId>& same = m_found[std::size_t(*fault)];
        if (!known && same.size() < mostKept)
            same.insert(id);
    }
    return {};
}

Result<bool> NativeAudit::isUnreadable(const TaskId& id)
{
    const auto value = m_scripts.client().call({"HGET", m_keys.tasks(), id});
    if (!value)
        return NativeScripts::errorAt(m_keys.tasks(), value.error());
    return value->isBytes() && !NativeCodec::decodeEnvelope(value->bytes).ok();
}

Result<qint64> NativeAudit::mend(const std::set<TaskId>& ids, const QByteArray& who)
{
    qint64 mended = 0;
    for (const auto& piece : piecesOf(ids, mendAtOnce)) {
        std::vector<QByteArray> arguments{who};
        arguments.insert(arguments.end(), piece.begin(), piece.end());
        const auto reply = m_scripts.run("mend", m_keys,
            {m_keys.pending(), m_keys.retry(), m_keys.leased(), m_keys.failed(), m_keys.done(), m_keys.trash(),
                m_keys.tasks(), m_keys.tries(), m_keys.history(), m_keys.leases(), m_keys.damaged(), m_keys.meta(),
                m_keys.events(), m_keys.expiring(), m_keys.cancel(), m_keys.bigPayloadPrefix()},
            arguments);
        if (!reply)
            return reply.error();
        mended += qint64(reply->items.size());
    }
    return mended;
}

Result<qint64> NativeAudit::tidy(const std::set<TaskId>& ids)
{
    qint64 removed = 0;
    for (const auto& piece : piecesOf(ids, tidyAtOnce)) {
        const auto reply = m_scripts.run("tidy", m_keys,
            {m_keys.pending(), m_keys.retry(), m_keys.leased(), m_keys.failed(), m_keys.done(), m_keys.trash(),
                m_keys.tries(), m_keys.history(), m_keys.results(), m_keys.leases(), m_keys.damaged(), m_keys.tasks(),
                m_keys.meta()},
            piece);
        if (!reply)
            return reply.error();
        removed += reply->integer;
    }
    return removed;
}

} // namespace dueline
