// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/layoutprobe.h"

#include "core/base/text.h"
#include "core/console/eachmaster.h"
#include "core/console/frameworkkeys.h"
#include "core/layouts/list/resendmessage.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

using Design = HandmadeSpec::Design;

constexpr std::size_t keysAtOnce = 50; ///< sampled in one round trip
constexpr std::size_t mostKeys = 2'000; ///< of one type, that are sampled at all
constexpr std::size_t mostLocks = 200; ///< lock keys that are looked up
constexpr qsizetype longestItem = 64 * 1024; ///< of a list, that is read as JSON
constexpr double firstSecond = 1'262'304'000; ///< 2010
constexpr double lastSecond = 4'102'444'800; ///< 2100
constexpr QByteArrayView separators = "_:-./|";

bool isSecond(double time) { return time >= firstSecond && time < lastSecond; }

/// Most of what was looked at: one stray entry does not hide a queue.
bool isMost(int fitting, int looked) { return looked > 0 && fitting * 5 >= looked * 4; }

struct Entry
{
    QByteArray member;
    double score = 0;
};

/// Both ends of a sorted set, as ZRANGE WITHSCORES answers, each member once.
std::vector<Entry> entriesOf(const Reply& low, const Reply& high)
{
    std::map<QByteArray, double> all;
    for (const Reply* part : {&low, &high}) {
        for (std::size_t i = 0; i + 1 < part->items.size(); i += 2)
            all.emplace(part->items[i].bytes, part->items[i + 1].bytes.toDouble());
    }
    std::vector<Entry> entries;
    entries.reserve(all.size());
    for (const auto& [member, score] : all)
        entries.push_back({member, score});
    return entries;
}

/// `NAME_<unix s>`, the time near the score.
bool isCronMember(const Entry& entry)
{
    const qsizetype at = entry.member.lastIndexOf('_');
    bool isNumber = false;
    const double time = at > 0 ? entry.member.mid(at + 1).toDouble(&isNumber) : 0;
    return isNumber && isSecond(time) && std::abs(time - entry.score) < 2;
}

bool isMessage(const QByteArray& item)
{
    return item.size() <= longestItem && item.trimmed().startsWith('{') && ResendMessage::read(item);
}

/// The keys that may be a queue, and what is in them.
class Probe
{
public:
    Probe(RedisClient& client, const ConnectionSpec& connection, const ForeignLimits& limits)
        : m_client(client)
        , m_connection(connection)
        , m_limits(limits)
        , m_deadline(limits.within)
    { }

    Result<> run();
    LayoutSuggestions take();

private:
    Result<std::vector<QByteArray>> keys(const QByteArray& type, const QByteArray& pattern, std::size_t most);
    Result<> lookAtSets(const std::vector<QByteArray>& keys);
    Result<> lookAtLists(const std::vector<QByteArray>& keys);
    Result<> lookAtLocks(const std::vector<QByteArray>& locks);
    void addSet(const QByteArray& key, qint64 entries, const std::vector<Entry>& sample);
    void addList(const QByteArray& key, qint64 entries, const std::vector<QByteArray>& sample);

    RedisClient& m_client;
    const ConnectionSpec& m_connection;
    const ForeignLimits& m_limits;
    QDeadlineTimer m_deadline;
    ForeignQueues m_foreign;
    LayoutSuggestions m_result;
};

/// Of all masters, sorted, known ones left out.
Result<std::vector<QByteArray>> Probe::keys(const QByteArray& type, const QByteArray& pattern, std::size_t most)
{
    std::set<QByteArray> found;
    const auto walk = [&](RedisClient& node) -> Result<> {
        QByteArray cursor = "0";
        qint64 looked = 0;
        do {
            const auto page = node.pipeline({{"SCAN", cursor, "MATCH", pattern, "COUNT",
                QByteArray::number(RedisClient::keysPerScan), "TYPE", type}});
            if (!page)
                return page.error();
            const Reply& reply = page->front();
            if (!reply.isArray() || reply.items.size() != 2) {
                m_result.incomplete = u"This user may not look through the keys (SCAN)."_s;
                return {};
            }
            for (const Reply& key : reply.items[1].items) {
                if (!isKnownKey(key.bytes, m_connection.prefix, m_foreign))
                    found.insert(key.bytes);
            }
            cursor = reply.items[0].bytes;
            looked += RedisClient::keysPerScan;
        } while (cursor != "0" && looked < m_limits.keys && found.size() < most && !m_deadline.hasExpired());
        if (cursor != "0")
            m_result.incomplete = u"Only a part of the keys was looked through, so there may be more."_s;
        return {};
    };
    if (const auto walked = onEachMaster(m_client, walk); !walked)
        return walked.error();
    return std::vector<QByteArray>(found.begin(), found.end());
}

Result<> Probe::lookAtSets(const std::vector<QByteArray>& keys)
{
    for (std::size_t from = 0; from < keys.size(); from += keysAtOnce) {
        const std::size_t to = std::min(keys.size(), from + keysAtOnce);
        std::vector<Command> commands;
        for (std::size_t i = from; i < to; ++i) {
            commands.push_back({"ZCARD", keys[i]});
            commands.push_back({"ZRANGE", keys[i], "0", "9", "WITHSCORES"});
            commands.push_back({"ZRANGE", keys[i], "-10", "-1", "WITHSCORES"});
        }
        const auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < to; ++i) {
            const std::size_t at = (i - from) * 3;
            addSet(keys[i], (*replies)[at].integer, entriesOf((*replies)[at + 1], (*replies)[at + 2]));
        }
    }
    return {};
}

void Probe::addSet(const QByteArray& key, qint64 entries, const std::vector<Entry>& sample)
{
    LayoutSuggestion suggestion;
    suggestion.entries = entries;
    suggestion.looked = int(sample.size());
    const auto counted = [&sample](auto fits) { return int(std::count_if(sample.begin(), sample.end(), fits)); };
    const int seconds = counted([](const Entry& entry) { return isSecond(entry.score); });
    const int milliseconds = counted([](const Entry& entry) { return isSecond(entry.score / 1000); });
    const int commands = counted(isCronMember);
    HandmadeSpec& spec = suggestion.spec;
    spec.key = spec.type = key;
    if (isMost(commands, suggestion.looked)) {
        spec.design = Design::Cron;
        suggestion.fitting = commands;
    } else if (isMost(std::max(seconds, milliseconds), suggestion.looked)) {
        spec.milliseconds = milliseconds > seconds;
        suggestion.fitting = std::max(seconds, milliseconds);
    } else {
        return;
    }
    m_result.found.push_back(std::move(suggestion));
}

Result<> Probe::lookAtLists(const std::vector<QByteArray>& keys)
{
    for (std::size_t from = 0; from < keys.size(); from += keysAtOnce) {
        const std::size_t to = std::min(keys.size(), from + keysAtOnce);
        std::vector<Command> commands;
        for (std::size_t i = from; i < to; ++i) {
            commands.push_back({"LLEN", keys[i]});
            commands.push_back({"LRANGE", keys[i], "0", "4"});
            commands.push_back({"LRANGE", keys[i], "-5", "-1"});
        }
        const auto replies = m_client.pipeline(commands);
        if (!replies)
            return replies.error();
        for (std::size_t i = from; i < to; ++i) {
            const std::size_t at = (i - from) * 3;
            std::set<QByteArray> sample;
            for (const std::size_t part : {at + 1, at + 2}) {
                for (const Reply& item : (*replies)[part].items)
                    sample.insert(item.bytes);
            }
            addList(keys[i], (*replies)[at].integer, {sample.begin(), sample.end()});
        }
    }
    return {};
}

void Probe::addList(const QByteArray& key, qint64 entries, const std::vector<QByteArray>& sample)
{
    LayoutSuggestion suggestion;
    suggestion.entries = entries;
    suggestion.looked = int(sample.size());
    if (sample.empty())
        return;
    const int messages = int(std::count_if(sample.begin(), sample.end(), isMessage));
    const bool resends = isMost(messages, suggestion.looked);
    suggestion.spec.design = resends ? Design::Resend : Design::List;
    suggestion.fitting = resends ? messages : suggestion.looked;
    suggestion.spec.key = suggestion.spec.type = key;
    m_result.found.push_back(std::move(suggestion));
}

/// A lock names a task of a set: what follows, or stands before, one of its separators is a member.
Result<> Probe::lookAtLocks(const std::vector<QByteArray>& locks)
{
    struct Guess
    {
        std::size_t set;
        QByteArray pattern;
    };
    std::vector<Guess> guesses;
    std::vector<Command> commands;
    for (std::size_t set = 0; set < m_result.found.size(); ++set) {
        const HandmadeSpec& spec = m_result.found[set].spec;
        if (spec.design != Design::Zset)
            continue;
        for (const QByteArray& lock : locks) {
            for (qsizetype at = 0; at < lock.size() && commands.size() < mostKeys * 10; ++at) {
                if (!separators.contains(lock[at]))
                    continue;
                const QByteArray before = lock.left(at + 1);
                const QByteArray after = lock.mid(at);
                if (before.toLower().contains("lock")) {
                    guesses.push_back({set, before + "%1"});
                    commands.push_back({"ZSCORE", spec.key, lock.mid(at + 1)});
                } else if (after.toLower().contains("lock")) {
                    guesses.push_back({set, "%1" + after});
                    commands.push_back({"ZSCORE", spec.key, lock.left(at)});
                }
            }
        }
    }
    if (commands.empty())
        return {};
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::map<std::pair<std::size_t, QByteArray>, int> seen;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        if ((*replies)[i].isBytes())
            ++seen[{guesses[i].set, guesses[i].pattern}];
    }
    for (const auto& [guess, count] : seen) {
        LayoutSuggestion& suggestion = m_result.found[guess.first];
        if (count > suggestion.locks) {
            suggestion.locks = count;
            suggestion.spec.lock = guess.second;
        }
    }
    return {};
}

Result<> Probe::run()
{
    auto foreign = findForeignQueues(m_connection, m_limits);
    if (!foreign)
        return foreign.error();
    m_foreign = *std::move(foreign);
    const auto sets = keys("zset", "*", mostKeys);
    if (!sets)
        return sets.error();
    if (const auto looked = lookAtSets(*sets); !looked)
        return looked;
    const auto lists = keys("list", "*", mostKeys);
    if (!lists)
        return lists.error();
    if (const auto looked = lookAtLists(*lists); !looked)
        return looked;
    const bool mayLock = std::any_of(m_result.found.begin(), m_result.found.end(),
        [](const LayoutSuggestion& found) { return found.spec.design == Design::Zset; });
    const auto locks = mayLock ? keys("string", "*[lL][oO][cC][kK]*", mostLocks) : std::vector<QByteArray>();
    return locks ? lookAtLocks(*locks) : locks.error();
}

LayoutSuggestions Probe::take()
{
    const auto rank = [](const LayoutSuggestion& found) {
        switch (found.spec.design) {
        case Design::Resend:
            return 0;
        case Design::Cron:
            return 1;
        case Design::Zset:
            return found.spec.locks() ? 2 : 3;
        default:
            return 4;
        }
    };
    std::sort(m_result.found.begin(), m_result.found.end(), [&rank](const auto& a, const auto& b) {
        return std::tuple(rank(a), -a.entries, a.spec.key) < std::tuple(rank(b), -b.entries, b.spec.key);
    });
    if (m_result.found.size() > m_limits.queues) {
        m_result.found.resize(m_limits.queues);
        m_result.incomplete = u"Only the first %1 are listed."_s.arg(m_limits.queues);
    }
    return std::move(m_result);
}

} // namespace

QString describe(const LayoutSuggestion& suggestion)
{
    const QString share = u"%1 of %2"_s.arg(suggestion.fitting).arg(suggestion.looked);
    switch (suggestion.spec.design) {
    case Design::Resend:
        return u"%1 items looked at are JSON with message, timestamp, retry_count and delay_time."_s.arg(share);
    case Design::Cron:
        return u"%1 members looked at are NAME_<unix time> with that time as the score."_s.arg(share);
    case Design::Zset: {
        const QString times = u"%1 scores looked at are times in %2"_s.arg(
            share, suggestion.spec.milliseconds ? u"milliseconds"_s : u"seconds"_s);
        if (suggestion.spec.locks())
            return times
                + u"; %1 of its members have a key %2."_s.arg(suggestion.locks)
                      .arg(printable(suggestion.spec.lock, 60));
        return times + u"; no lock of a member was seen, which says nothing while none runs."_s;
    }
    default:
        return u"A list; nothing tells whether its items are tasks."_s;
    }
}

Result<LayoutSuggestions> suggestLayouts(const ConnectionSpec& connection, const ForeignLimits& limits)
{
    if (connection.layout.kind == LayoutSpec::Kind::Memory)
        return LayoutSuggestions();
    RedisClient client(connection.redis);
    client.allowOnlyReads();
    if (const auto opened = client.open(); !opened)
        return opened.error();
    Probe probe(client, connection, limits);
    if (const auto looked = probe.run(); !looked)
        return looked.error();
    return probe.take();
}

} // namespace dueline
