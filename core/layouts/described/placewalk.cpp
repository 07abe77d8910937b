// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placewalk.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <QList>

#include <algorithm>
#include <numeric>

namespace dueline {

namespace {

constexpr int keysPerStep = 200; ///< maximum number of keys per step, including empty keys
constexpr qint64 longestString = 1024 * 1024; ///< maximum number of bytes to read from a string
constexpr qint64 mostSkipped = 100; ///< maximum number of entries with equal scores that LIMIT may skip
/// Maximum number of list items to search, starting at the end where the next item is claimed.
constexpr qint64 mostSearched = 100'000;

} // namespace

PlaceWalk::PlaceWalk(RedisClient& client, const Description& description, const std::vector<PlaceKey>& keys)
    : m_client(client)
    , m_description(description)
    , m_keys(keys)
    , m_order(keys.size())
{
    std::iota(m_order.begin(), m_order.end(), std::size_t(0));
    std::sort(m_order.begin(), m_order.end(), [&keys](std::size_t a, std::size_t b) {
        return std::tie(keys[a].place, keys[a].key) < std::tie(keys[b].place, keys[b].key);
    });
}

QByteArray PlaceWalk::cursorOf(const Position& position) const
{
    if (position.key >= m_order.size())
        return {};
    const PlaceKey& key = m_keys[m_order[position.key]];
    return number(qint64(key.place)) + ' ' + key.key.toHex() + ' '
        + (position.score.isEmpty() ? QByteArray("-") : position.score) + ' ' + number(position.passed) + ' '
        + position.cursor;
}

std::optional<PlaceWalk::Position> PlaceWalk::positionIn(const QByteArray& cursor) const
{
    Position position;
    if (cursor.isEmpty())
        return position;
    const QList<QByteArray> words = cursor.split(' ');
    if (words.size() != 5)
        return std::nullopt;
    bool isPlace = false;
    bool isPassed = false;
    const auto place = std::size_t(words[0].toULongLong(&isPlace));
    const QByteArray key = QByteArray::fromHex(words[1]);
    position.passed = words[3].toLongLong(&isPassed);
    if (!isPlace || !isPassed || position.passed < 0)
        return std::nullopt;
    position.score = words[2] == "-" ? QByteArray() : words[2];
    position.cursor = words[4];
    const auto at = std::find_if(m_order.begin(), m_order.end(),
        [&](std::size_t index) { return std::tie(m_keys[index].place, m_keys[index].key) >= std::tie(place, key); });
    position.key = std::size_t(at - m_order.begin());
    if (at == m_order.end() || m_keys[*at].place != place || m_keys[*at].key != key)
        return Position{position.key, {}, 0, "0"};
    return position;
}

bool PlaceWalk::mayHave(std::size_t key, StateSet states) const
{
    const DescribedPlace& here = place(key);
    return states.contains(here.state) || (here.state == TaskState::Scheduled && states.contains(TaskState::Due))
        || (hasLeases(here) && states.contains(TaskState::Leased));
}

Result<PlaceWalk::Step> PlaceWalk::step(StateSet states, const QByteArray& cursor, int examine, TimePoint now)
{
    auto position = positionIn(cursor);
    if (!position)
        return Error{
            ErrorCode::Usage, QStringLiteral("The search cannot continue: its cursor belongs to another layout.")};
    Step step;
    const qint64 most = std::clamp(examine, 1, 1000);
    for (int keys = 0; position->key < m_order.size() && step.examined < most && keys < keysPerStep; ++keys) {
        if (!mayHave(m_order[position->key], states)) {
            *position = {position->key + 1, {}, 0, "0"};
            continue;
        }
        auto entries = read(*position, most - step.examined, now);
        if (!entries)
            return entries.error();
        step.examined += qint64(entries->size());
        if (const auto marked = markLeases(m_client, m_description, m_keys, *entries, now); !marked)
            return marked.error();
        for (PlaceEntry& entry : *entries) {
            if (states.contains(entry.state))
                step.entries.push_back(std::move(entry));
        }
    }
    step.cursor = cursorOf(*position);
    return step;
}

/// Reads the current key's next entries, and advances the position.
Result<std::vector<PlaceEntry>> PlaceWalk::read(Position& position, qint64 count, TimePoint now)
{
    const std::size_t key = m_order[position.key];
    const DescribedPlace& here = place(key);
    const QByteArray& name = m_keys[key].key;
    const Position next{position.key + 1, {}, 0, "0"};
    std::vector<PlaceEntry> entries;
    using Kind = DescribedPlace::Kind;
    const bool isScan = here.kind == Kind::Set || here.kind == Kind::Hash;
    Command command;
    if (here.kind == Kind::SortedSet) {
        // With LIMIT, Redis would step over the entries already read, one by one. If there are many, look up the rank
        // of the next entry instead, at the cost of a second command.
        if (position.passed > mostSkipped) {
            const auto lower = m_client.pipeline({{"ZCOUNT", name, "-inf", '(' + position.score}});
            if (!lower)
                return lower.error();
            if (!lower->front().isInteger())
                return placeError(here, name, lower->front());
            const qint64 first = lower->front().integer + position.passed;
            command = {"ZRANGE", name, number(first), number(first + count - 1), "WITHSCORES"};
        } else {
            command = {"ZRANGE", name, position.score.isEmpty() ? QByteArray("-inf") : position.score, "+inf",
                "BYSCORE", "LIMIT", number(position.passed), number(count), "WITHSCORES"};
        }
    } else if (here.kind == Kind::List) {
        const qint64 passed = position.passed;
        command = here.runsTail ? Command{"LRANGE", name, number(passed), number(passed + count - 1)}
                                : Command{"LRANGE", name, number(-passed - count), number(-passed - 1)};
    } else if (isScan) {
        command = {here.kind == Kind::Set ? "SSCAN" : "HSCAN", name, position.cursor, "COUNT", number(count)};
    } else {
        command = {"GETRANGE", name, "0", number(longestString - 1)};
    }
    std::vector<Command> commands{command};
    if (here.kind == Kind::String)
        commands.push_back({"STRLEN", name});
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    const Reply& reply = replies->front();
    if (here.kind == Kind::String) {
        if (!reply.isBytes() || !replies->back().isInteger())
            return placeError(here, name, reply);
        position = next;
        if (reply.bytes.isEmpty())
            return entries;
        PlaceEntry entry{key, reply.bytes, {}, {}, here.state, replies->back().integer};
        const auto values = here.unit ? memberValues(here, reply.bytes) : std::nullopt;
        if (values && values->contains("time"))
            entry.at = ScoreScale{*here.unit}.instantOf(values->at("time").toDouble());
        entry.state = stateIn(here, entry.at, now);
        entries.push_back(std::move(entry));
        return entries;
    }
    if (!reply.isArray() || (isScan && (reply.items.size() != 2 || !reply.items[1].isArray())))
        return placeError(here, name, reply);
    if (isScan) {
        const std::vector<Reply>& read = reply.items[1].items;
        for (std::size_t i = 0; i < read.size(); i += here.kind == Kind::Hash ? 2 : 1)
            entries.push_back({key, read[i].bytes, {}, {}, here.state});
        position.cursor = reply.items[0].bytes;
        if (position.cursor == "0")
            position = next;
        return entries;
    }
    if (here.kind == Kind::List) {
        const std::optional<TimePoint> at = m_keys[key].at;
        for (const Reply& item : reply.items)
            entries.push_back({key, item.bytes, {}, at, stateIn(here, at, now)});
        if (!here.runsTail)
            std::reverse(entries.begin(), entries.end());
        position.passed += qint64(entries.size());
    } else {
        for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2) {
            const QByteArray& score = reply.items[i + 1].bytes;
            const TimePoint at = ScoreScale{*here.unit}.instantOf(score.toDouble());
            entries.push_back({key, reply.items[i].bytes, score, at, stateIn(here, at, now)});
            position.passed = score == position.score ? position.passed + 1 : 1;
            position.score = score;
        }
    }
    if (qint64(entries.size()) < count)
        position = next;
    return entries;
}

Result<std::optional<PlaceEntry>> PlaceWalk::again(const PlaceEntry& entry, TimePoint now)
{
    const DescribedPlace& here = place(entry.key);
    const QByteArray& name = m_keys[entry.key].key;
    Command command;
    switch (here.kind) {
    case DescribedPlace::Kind::SortedSet:
        command = {"ZSCORE", name, entry.member};
        break;
    case DescribedPlace::Kind::List:
        command = {"LPOS", name, entry.member, "RANK", here.runsTail ? "-1" : "1", "MAXLEN", number(mostSearched)};
        break;
    case DescribedPlace::Kind::Set:
        command = {"SISMEMBER", name, entry.member};
        break;
    case DescribedPlace::Kind::Hash:
        command = {"HEXISTS", name, entry.member};
        break;
    case DescribedPlace::Kind::String:
    case DescribedPlace::Kind::Stream:
        command = {"GET", name};
        break;
    }
    std::vector<Command> commands{command};
    if (here.kind == DescribedPlace::Kind::List)
        commands.push_back({"LLEN", name});
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    const Reply& reply = replies->front();
    if (reply.isError())
        return placeError(here, name, reply);
    m_isLonger = here.kind == DescribedPlace::Kind::List && replies->back().integer > mostSearched;
    const bool isMember = here.kind == DescribedPlace::Kind::Set || here.kind == DescribedPlace::Kind::Hash;
    if (reply.isNil() || (isMember && reply.integer == 0))
        return std::optional<PlaceEntry>();
    std::vector<PlaceEntry> found{entry};
    if (here.kind == DescribedPlace::Kind::SortedSet) {
        found[0].score = reply.bytes;
        found[0].at = ScoreScale{*here.unit}.instantOf(reply.bytes.toDouble());
    } else if (here.kind == DescribedPlace::Kind::String) {
        found[0].member = reply.bytes;
        const auto values = here.unit ? memberValues(here, reply.bytes) : std::nullopt;
        if (values && values->contains("time"))
            found[0].at = ScoreScale{*here.unit}.instantOf(values->at("time").toDouble());
    }
    found[0].state = stateIn(here, found[0].at, now);
    if (const auto marked = markLeases(m_client, m_description, m_keys, found, now); !marked)
        return marked.error();
    return std::optional(std::move(found[0]));
}

} // namespace dueline
