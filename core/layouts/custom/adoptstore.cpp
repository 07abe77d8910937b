// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/adoptstore.h"

#include "core/base/text.h"
#include "core/layouts/custom/customlayout.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

/// End of the year 9999 in seconds; greater values aren't interpreted as times.
constexpr double furthestSecond = 253'402'300'799;

const ScriptLibrary& adoptLibrary()
{
    static const ScriptLibrary scripts = [] {
        auto loaded = ScriptLibrary::load(QStringLiteral(":/lua"), QStringLiteral("adopt"));
        if (!loaded)
            qFatal("%s", qUtf8Printable(loaded.error().message)); // the scripts are missing from the program
        return std::move(loaded).value();
    }();
    return scripts;
}

} // namespace

std::optional<TimePoint> AdoptStore::timeOf(const QByteArray& score, bool milliseconds)
{
    bool isNumber = false;
    const double value = score.toDouble(&isNumber);
    const double seconds = milliseconds ? value / 1000 : value;
    if (!isNumber || !std::isfinite(value) || std::abs(seconds) > furthestSecond)
        return {};
    return fromMs(qint64(std::floor(seconds * 1000)));
}

std::optional<Error> AdoptStore::errorIn(const std::vector<Reply>& replies)
{
    const auto found = std::find_if(replies.begin(), replies.end(), [](const Reply& reply) { return reply.isError(); });
    return found == replies.end() ? std::nullopt : std::optional(errorFromReply(found->bytes));
}

std::optional<AdoptStore::Content> AdoptStore::contentOf(const HomeEntry& entry) const
{
    return Content{m_spec->type, entry.bytes};
}

Result<std::vector<AdoptStore::TakeOutcome>> AdoptStore::take(
    const QByteArray& operation, qint64 first, const std::vector<HomeEntry>& entries)
{
    const QByteArray store = storeKey(operation);
    const bool isKeyed = kind() == "string"; // true if each entry is a separate key
    std::vector<QByteArray> keys{isKeyed ? store : m_spec->key, store, statesKey(operation), m_spec->overlay("ran"),
        m_spec->overlay("leased"), m_spec->overlay("retry")};
    std::vector<QByteArray> arguments{kind()};
    for (const HomeEntry& entry : entries) {
        const QByteArray lock = lockOf(entry);
        keys.push_back(isKeyed ? entry.bytes : lock.isEmpty() ? store : lock);
        arguments.insert(arguments.end(), {QByteArray::number(first++), entry.score, entry.bytes});
    }
    const auto reply = m_client.run(adoptLibrary()["take"], keys, arguments);
    if (!reply)
        return reply.error();
    if (reply->bytes.size() != qsizetype(entries.size()))
        return unexpectedReply();
    std::vector<TakeOutcome> outcomes;
    for (const char code : reply->bytes)
        outcomes.push_back(code == '1' ? TakeOutcome::Taken : code == 'l' ? TakeOutcome::Locked : TakeOutcome::Gone);
    return outcomes;
}

Result<std::vector<AdoptEntry>> AdoptStore::taken(const QByteArray& operation, qint64 from, int count)
{
    std::vector<AdoptEntry> entries;
    if (count <= 0)
        return entries;
    Command read{"HMGET", storeKey(operation)};
    for (int i = 0; i < count; ++i)
        read.push_back(QByteArray::number(from + i));
    const auto replies = m_client.pipeline({std::move(read),
        {"GETRANGE", statesKey(operation), QByteArray::number(from), QByteArray::number(from + count - 1)}});
    if (!replies)
        return replies.error();
    if (const auto error = errorIn(*replies))
        return *error;
    const QByteArray& states = replies->back().bytes;
    for (int i = 0; i < count && i < int(replies->front().items.size()); ++i) {
        const Reply& record = replies->front().items[std::size_t(i)];
        const qsizetype line = record.bytes.indexOf('\n');
        if (!record.isBytes() || line < 0 || i >= states.size())
            continue;
        entries.push_back({from + i, AdoptState(states[i]), {record.bytes.mid(line + 1), record.bytes.left(line)}});
    }
    return entries;
}

Result<qint64> AdoptStore::end(const QByteArray& operation)
{
    const auto length = m_client.call({"STRLEN", statesKey(operation)});
    return length ? Result<qint64>(length->integer) : Result<qint64>(length.error());
}

Result<qint64> AdoptStore::held(const QByteArray& operation)
{
    constexpr qint64 atOnce = 1'000'000;
    qint64 count = 0;
    for (qint64 from = 0;; from += atOnce) {
        const auto states = m_client.call(
            {"GETRANGE", statesKey(operation), QByteArray::number(from), QByteArray::number(from + atOnce - 1)});
        if (!states)
            return states.error();
        count += states->bytes.count(char(AdoptState::Taken));
        if (states->bytes.size() < atOnce)
            return count;
    }
}

Result<> AdoptStore::markAdded(const QByteArray& operation, const std::vector<qint64>& ordinals)
{
    std::vector<Command> commands;
    commands.reserve(ordinals.size());
    for (const qint64 ordinal : ordinals)
        commands.push_back(
            {"SETRANGE", statesKey(operation), QByteArray::number(ordinal), QByteArray(1, char(AdoptState::Added))});
    if (commands.empty())
        return {};
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    const auto error = errorIn(*replies);
    return error ? Result<>(*error) : Result<>();
}

Result<std::vector<AdoptStore::BackOutcome>> AdoptStore::putBack(
    const QByteArray& operation, const std::vector<AdoptEntry>& entries)
{
    const QByteArray store = storeKey(operation);
    const bool isKeyed = kind() == "string"; // true if each entry is a separate key
    std::vector<QByteArray> keys{isKeyed ? store : m_spec->key, store, statesKey(operation)};
    std::vector<QByteArray> arguments{kind()};
    for (const AdoptEntry& entry : entries) {
        keys.push_back(isKeyed ? entry.entry.bytes : store);
        arguments.push_back(QByteArray::number(entry.ordinal));
    }
    const auto reply = m_client.run(adoptLibrary()["putback"], keys, arguments);
    if (!reply)
        return reply.error();
    if (reply->bytes.size() != qsizetype(entries.size()))
        return unexpectedReply();
    std::vector<BackOutcome> outcomes;
    for (const char code : reply->bytes)
        outcomes.push_back(code == '1' ? BackOutcome::Back
                : code == 'x'          ? BackOutcome::Occupied
                                       : BackOutcome::Unknown);
    return outcomes;
}

Result<std::vector<AdoptStore::Unfinished>> AdoptStore::unfinished()
{
    const auto all = m_client.call({"HGETALL", listKey()});
    if (!all)
        return all.error();
    std::vector<Unfinished> found;
    for (std::size_t i = 0; i + 1 < all->items.size(); i += 2)
        found.push_back({all->items[i].bytes, all->items[i + 1].bytes});
    return found;
}

Result<> AdoptStore::begin(const QByteArray& operation, const QByteArray& to)
{
    const auto set = m_client.call({"HSET", listKey(), operation, to});
    return set ? Result<>() : Result<>(set.error());
}

Result<> AdoptStore::finish(const QByteArray& operation)
{
    const QByteArray kept = QByteArray::number(qint64(keptFor.count()));
    const auto replies = m_client.pipeline({{"PEXPIRE", storeKey(operation), kept},
        {"PEXPIRE", statesKey(operation), kept}, {"HDEL", listKey(), operation}});
    if (!replies)
        return replies.error();
    const auto error = errorIn(*replies);
    return error ? Result<>(*error) : Result<>();
}

std::unique_ptr<AdoptStore> adoptStoreOf(const LayoutSpec& layout, RedisClient& client)
{
    const auto spec = std::dynamic_pointer_cast<const CustomSpec>(layout.parameters());
    return spec ? spec->design->adoptStore(client, layout.parameters()) : nullptr;
}

} // namespace dueline
