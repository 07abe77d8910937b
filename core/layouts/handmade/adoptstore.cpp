// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/handmade/adoptstore.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

using Design = HandmadeSpec::Design;

constexpr double furthestSecond = 253'402'300'799; ///< the year 9999: what lies behind it is no time
constexpr qsizetype longestNumber = 64; ///< of a string's value that is a time

const ScriptLibrary& library()
{
    static const ScriptLibrary scripts = [] {
        auto loaded = ScriptLibrary::load(QStringLiteral(":/lua"), QStringLiteral("adopt"));
        if (!loaded)
            qFatal("%s", qUtf8Printable(loaded.error().message)); // the program was built without its scripts
        return std::move(loaded).value();
    }();
    return scripts;
}

/// `1795236791.25` in the design's unit; nullopt: no time.
std::optional<TimePoint> timeOf(const QByteArray& score, bool milliseconds)
{
    bool isNumber = false;
    const double value = score.toDouble(&isNumber);
    const double seconds = milliseconds ? value / 1000 : value;
    if (!isNumber || !std::isfinite(value) || std::abs(seconds) > furthestSecond)
        return {};
    return fromMs(qint64(std::floor(seconds * 1000)));
}

/// The first error among replies.
std::optional<Error> errorIn(const std::vector<Reply>& replies)
{
    const auto found = std::find_if(replies.begin(), replies.end(), [](const Reply& reply) { return reply.isError(); });
    return found == replies.end() ? std::nullopt : std::optional(errorFromReply(found->bytes));
}

} // namespace

QByteArray AdoptStore::kind() const
{
    switch (m_spec.design) {
    case Design::Cron:
    case Design::Zset:
        return "zset";
    case Design::List:
    case Design::Resend:
        return "list";
    case Design::Pubsub:
        break;
    }
    return "string";
}

std::optional<TimePoint> AdoptStore::dueOf(const HomeEntry& entry) const
{
    return kind() == "list" ? std::nullopt : timeOf(entry.score, m_spec.milliseconds);
}

Result<AdoptStore::Count> AdoptStore::count()
{
    Count count;
    if (kind() == "list") {
        const auto length = m_client.call({"LLEN", m_spec.key});
        if (!length)
            return length.error();
        count.entries = length->integer;
        return count;
    }
    if (kind() == "zset") {
        const auto replies = m_client.pipeline(
            {{"ZCARD", m_spec.key}, {"ZRANGE", m_spec.key, "-inf", "(inf", "BYSCORE", "LIMIT", "0", "1", "WITHSCORES"},
                {"ZRANGE", m_spec.key, "(inf", "-inf", "BYSCORE", "REV", "LIMIT", "0", "1", "WITHSCORES"}});
        if (!replies)
            return replies.error();
        if (const auto error = errorIn(*replies))
            return *error;
        count.entries = replies->front().integer;
        const auto due = [&](const Reply& reply) {
            return reply.items.size() == 2 ? timeOf(reply.items[1].bytes, m_spec.milliseconds) : std::nullopt;
        };
        count.firstDue = due((*replies)[1]);
        count.lastDue = due((*replies)[2]);
        return count;
    }
    QByteArray cursor;
    do {
        const auto some = readKeys(cursor);
        if (!some)
            return some.error();
        for (const HomeEntry& entry : *some) {
            ++count.entries;
            const auto due = dueOf(entry);
            if (due && (!count.firstDue || *due < *count.firstDue))
                count.firstDue = due;
            if (due && (!count.lastDue || *due > *count.lastDue))
                count.lastDue = due;
        }
    } while (!cursor.isEmpty());
    return count;
}

Result<std::vector<HomeEntry>> AdoptStore::readKeys(QByteArray& cursor)
{
    const auto page = m_client.call(
        {"SCAN", cursor.isEmpty() ? QByteArray("0") : cursor, "MATCH", m_spec.keys, "COUNT", "100", "TYPE", "string"});
    if (!page)
        return page.error();
    if (page->items.size() != 2)
        return unexpectedReply();
    std::vector<HomeEntry> entries;
    std::vector<Command> commands;
    for (const Reply& key : page->items[1].items) {
        entries.push_back({key.bytes, {}});
        commands.push_back({"GETRANGE", key.bytes, "0", QByteArray::number(longestNumber)});
    }
    cursor = page->items[0].bytes == "0" ? QByteArray() : page->items[0].bytes;
    if (entries.empty())
        return entries;
    const auto values = m_client.pipeline(commands);
    if (!values)
        return values.error();
    // Keys stay while they run here and afterwards; those are no tasks that wait.
    Command ran{"HMGET", m_spec.twin("ran")};
    Command leased{"ZMSCORE", m_spec.twin("leased")};
    Command retry{"ZMSCORE", m_spec.twin("retry")};
    for (const HomeEntry& entry : entries) {
        for (Command* command : {&ran, &leased, &retry})
            command->push_back(entry.bytes);
    }
    const auto known = m_client.pipeline({ran, leased, retry});
    if (!known)
        return known.error();
    std::vector<HomeEntry> waiting;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        entries[i].score = (*values)[i].bytes;
        const auto at = [&](std::size_t reply) {
            const auto& items = (*known)[reply].items;
            return i < items.size() ? items[i] : Reply();
        };
        const bool isOurs = at(0).bytes == entries[i].score || at(1).isBytes() || at(2).isBytes();
        if (dueOf(entries[i]) && !isOurs)
            waiting.push_back(std::move(entries[i]));
    }
    return waiting;
}

Result<std::vector<HomeEntry>> AdoptStore::read(qint64 skip, int limit, QByteArray& cursor)
{
    if (kind() == "string")
        return readKeys(cursor);
    cursor.clear();
    std::vector<HomeEntry> entries;
    if (kind() == "zset") {
        const auto page = m_client.call(
            {"ZRANGE", m_spec.key, QByteArray::number(skip), QByteArray::number(skip + limit - 1), "WITHSCORES"});
        if (!page)
            return page.error();
        for (std::size_t i = 0; i + 1 < page->items.size(); i += 2)
            entries.push_back({page->items[i].bytes, page->items[i + 1].bytes});
        return entries;
    }
    auto page = m_client.call({"LRANGE", m_spec.key, QByteArray::number(-skip - limit), QByteArray::number(-skip - 1)});
    if (!page && page.error().code == ErrorCode::Protocol && limit > 1) // larger than a reply may be
        page = m_client.call({"LRANGE", m_spec.key, QByteArray::number(-skip - 1), QByteArray::number(-skip - 1)});
    if (!page)
        return page.error();
    for (auto item = page->items.rbegin(); item != page->items.rend(); ++item)
        entries.push_back({item->bytes, {}});
    return entries;
}

Result<std::vector<AdoptStore::TakeOutcome>> AdoptStore::take(
    const QByteArray& operation, qint64 first, const std::vector<HomeEntry>& entries)
{
    const QByteArray store = storeKey(operation);
    std::vector<QByteArray> keys{m_spec.design == Design::Pubsub ? store : m_spec.key, store, statesKey(operation),
        m_spec.twin("ran"), m_spec.twin("leased"), m_spec.twin("retry")};
    std::vector<QByteArray> arguments{kind()};
    for (const HomeEntry& entry : entries) {
        keys.push_back(m_spec.design == Design::Pubsub ? entry.bytes
                : m_spec.locks()                       ? m_spec.lockKey(entry.bytes)
                                                       : store);
        arguments.insert(arguments.end(), {QByteArray::number(first++), entry.score, entry.bytes});
    }
    const auto reply = m_client.run(library()["take"], keys, arguments);
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
    std::vector<QByteArray> keys{m_spec.design == Design::Pubsub ? store : m_spec.key, store, statesKey(operation)};
    std::vector<QByteArray> arguments{kind()};
    for (const AdoptEntry& entry : entries) {
        keys.push_back(m_spec.design == Design::Pubsub ? entry.entry.bytes : store);
        arguments.push_back(QByteArray::number(entry.ordinal));
    }
    const auto reply = m_client.run(library()["putback"], keys, arguments);
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

} // namespace dueline
