// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/keysurvey.h"

#include "core/base/text.h"
#include "core/layouts/described/guess/keyrole.h"
#include "core/layouts/described/placeentry.h"
#include "core/layouts/port/eachmaster.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

constexpr qint64 mostScanned = 200'000; ///< maximum number of keys per scan and master
constexpr std::size_t keysAtOnce = 20; ///< number of keys to sample per round trip
// maximum average member size in bytes for sampling several members at each end
constexpr qint64 shortMember = 4 * 1024;
// maximum average member size in bytes for sampling one member at each end
constexpr qint64 longMember = 256 * 1024;
constexpr qsizetype longestId = 200;
constexpr std::size_t followedPerKey = 8; ///< number of ids per key to look up data for
constexpr std::size_t mostHashes = 40; ///< maximum number of hashes in which to look up ids
constexpr std::size_t mostLookups = 20'000; ///< maximum number of hash lookups
constexpr std::size_t mostForms = 6; ///< maximum number of name forms (see `Form`) to check per key
constexpr std::size_t mostFormsInAll = 5'000;
constexpr std::size_t mostEdges = 40; ///< maximum number of positions in a key name where an id may begin or end
constexpr qint64 longestSampledValue = 64 * 1024;
constexpr qint64 mostBodyFields = 64; ///< maximum number of fields to read from a task's hash

using GuessKind = DescribedPlace::Kind;

/// Performs one survey.
class SurveyReader
{
public:
    SurveyReader(RedisClient& client, const KnownKeys& known)
        : m_client(client)
        , m_known(known)
        , m_deadline(KeySurvey::within)
    { }

    Result<KeySurvey> read(const std::vector<QByteArray>& named)
    {
        if (const auto taken = takeNamed(named); !taken)
            return taken.error();
        for (const GuessKind kind : {GuessKind::SortedSet, GuessKind::List, GuessKind::Set, GuessKind::Hash}) {
            if (!named.empty() && kind != GuessKind::Hash)
                continue;
            if (const auto found = findKeys(kind); !found)
                return found.error();
        }
        if (const auto sampled = sampleKeys(); !sampled)
            return sampled.error();
        if (const auto dropped = dropOwnedLists(); !dropped)
            return dropped.error();
        if (const auto followed = followLinks(); !followed)
            return followed.error();
        m_survey.remarks.removeDuplicates();
        return std::move(m_survey);
    }

private:
    /// Command that follows a link from a key.
    struct Lookup
    {
        std::size_t key = 0;
        std::size_t link = 0;
        Command command;
    };

    /// Passes the names of all keys of a type to `meet` until it returns false. If `type` is empty, includes all types.
    Result<> scan(const QByteArray& type, const std::function<bool(const QByteArray&)>& meet)
    {
        return onEachMaster(m_client, [&](RedisClient& node) -> Result<> {
            QByteArray cursor = "0";
            qint64 scanned = 0;
            bool wantsMore = true;
            do {
                Command command{"SCAN", cursor, "COUNT", number(RedisClient::keysPerScan)};
                if (!type.isEmpty())
                    command.insert(command.end(), {"TYPE", type});
                const auto page = node.pipeline({command});
                if (!page)
                    return page.error();
                const Reply& reply = page->front();
                if (!reply.isArray() || reply.items.size() != 2) {
                    m_survey.remarks << QStringLiteral("This user is not allowed to scan keys (SCAN).");
                    return {};
                }
                for (const Reply& key : reply.items[1].items)
                    wantsMore = wantsMore && meet(key.bytes);
                cursor = reply.items[0].bytes;
                scanned += RedisClient::keysPerScan;
            } while (cursor != "0" && scanned < mostScanned && wantsMore && !m_deadline.hasExpired());
            if (cursor != "0")
                m_survey.remarks << QStringLiteral("Only some of the keys were scanned, so there may be more queues.");
            return {};
        });
    }

    bool isOwned(const QByteArray& key) const
    {
        return isDuelineKey(key, m_known.prefix)
            || std::any_of(m_known.layouts.begin(), m_known.layouts.end(),
                [&](const LayoutType* type) { return type->owns(key, m_known); });
    }

    Result<> findKeys(GuessKind kind)
    {
        std::set<QByteArray> names;
        const auto scanned = scan(wordOf(kind), [&](const QByteArray& key) {
            if (isOwned(key))
                return true;
            if (isWritableName(key))
                names.insert(key);
            else
                m_survey.remarks << QStringLiteral("Keys with long or binary names were skipped.");
            return names.size() < KeySurvey::mostKeys;
        });
        for (const QByteArray& name : names) {
            if (kind == GuessKind::Hash)
                m_survey.hashes.insert(name);
            else
                m_survey.keys.push_back({name, kind, 0, {}, 0, {}, false});
        }
        return scanned;
    }

    static Error ownedBy(const QByteArray& key, const QByteArray& product, const QByteArray& layout)
    {
        return {ErrorCode::Refused,
            QStringLiteral("The key %1 belongs to %2. Open it with --layout %3.")
                .arg(printable(key, 100), QString::fromUtf8(product.isEmpty() ? layout : product),
                    QString::fromUtf8(layout))};
    }

    /// Returns why a key can't belong to a queue of an unknown design.
    std::optional<Error> refusalOf(const QByteArray& key, const QByteArray& type) const
    {
        if (isDuelineKey(key, m_known.prefix))
            return ownedBy(key, "Dueline", "native");
        for (const LayoutType* owner : m_known.layouts) {
            if (owner->owns(key, m_known))
                return ownedBy(key, owner->product(), owner->name());
        }
        if (type == "none")
            return Error{ErrorCode::NotFound, QStringLiteral("There is no key %1.").arg(printable(key, 100))};
        if (type == "stream")
            return ownedBy(key, "a consumer group", "stream");
        if (!isWritableName(key)) {
            return Error{ErrorCode::Refused,
                QStringLiteral("The name of the key %1 is binary or too long for a layout file.")
                    .arg(printable(key, 100))};
        }
        return std::nullopt;
    }

    /// Removes lists whose items belong to a known framework.
    Result<> dropOwnedLists()
    {
        for (const LayoutType* owner : m_known.layouts) {
            std::vector<SampledKey>& keys = m_survey.keys;
            for (auto key = keys.begin(); key != keys.end();) {
                std::vector<QByteArray> items;
                for (const SampledKey::Entry& entry : key->entries)
                    items.push_back(entry.member);
                const bool isOwned = key->kind == GuessKind::List && owner->ownsItems(items);
                if (isOwned && key->isNamed)
                    return ownedBy(key->key, owner->product(), owner->name());
                key = isOwned ? keys.erase(key) : std::next(key);
            }
        }
        return {};
    }

    Result<> takeNamed(const std::vector<QByteArray>& named)
    {
        std::vector<Command> commands;
        for (const QByteArray& key : named)
            commands.push_back({"TYPE", key});
        const auto types = m_client.callAll(commands);
        if (!types)
            return types.error();
        for (std::size_t i = 0; i < named.size(); ++i) {
            const QByteArray& type = (*types)[i].bytes;
            if (const auto refusal = refusalOf(named[i], type))
                return *refusal;
            for (const GuessKind kind : {GuessKind::SortedSet, GuessKind::List, GuessKind::Set}) {
                if (type == wordOf(kind))
                    m_survey.keys.push_back({named[i], kind, 0, {}, 0, {}, true});
            }
            if (type == "hash")
                m_named.insert(named[i]);
        }
        m_survey.hashes = m_named;
        return {};
    }

    /// Reads the entries at both ends of each key. If a key's average member is large, reads only one member per end,
    /// or none.
    Result<> sampleKeys()
    {
        std::vector<SampledKey>& keys = m_survey.keys;
        std::vector<Command> commands;
        for (const SampledKey& key : keys) {
            commands.push_back({key.kind == GuessKind::SortedSet ? "ZCARD"
                    : key.kind == GuessKind::List                ? "LLEN"
                                                                 : "SCARD",
                key.key});
            commands.push_back({"MEMORY", "USAGE", key.key, "SAMPLES", "5"});
        }
        const auto sizes = askInParts(m_client, commands);
        if (!sizes)
            return sizes.error();
        for (std::size_t from = 0; from < keys.size(); from += keysAtOnce) {
            const std::size_t to = std::min(keys.size(), from + keysAtOnce);
            commands.clear();
            std::vector<std::size_t> asked;
            for (std::size_t i = from; i < to; ++i) {
                SampledKey& key = keys[i];
                key.length = (*sizes)[2 * i].isInteger() ? (*sizes)[2 * i].integer : 0;
                const Reply& usage = (*sizes)[2 * i + 1];
                const qint64 average = usage.isInteger() && key.length > 0 ? usage.integer / key.length : 0;
                if (average > longMember) {
                    m_survey.remarks
                        << QStringLiteral("The members of %1 are too long to sample.").arg(printable(key.key, 100));
                    continue;
                }
                const qint64 count = average > shortMember ? 1 : 10;
                asked.push_back(i);
                if (key.kind == GuessKind::Set) {
                    commands.push_back({"SSCAN", key.key, "0", "COUNT", number(2 * count)});
                    commands.push_back({"EXISTS", key.key});
                } else if (key.kind == GuessKind::List) {
                    commands.push_back({"LRANGE", key.key, "0", number(count - 1)});
                    commands.push_back({"LRANGE", key.key, number(-count), "-1"});
                } else {
                    commands.push_back({"ZRANGE", key.key, "0", number(count - 1), "WITHSCORES"});
                    commands.push_back({"ZRANGE", key.key, number(-count), "-1", "WITHSCORES"});
                }
            }
            const auto replies = m_client.pipeline(commands);
            // The reply is longer than the average member size suggested.
            if (!replies && replies.error().code == ErrorCode::Protocol) {
                m_survey.remarks << QStringLiteral("Keys with very long members were skipped.");
                continue;
            }
            if (!replies)
                return replies.error();
            for (std::size_t i = 0; i < asked.size(); ++i) {
                if ((*replies)[2 * i].isError()) {
                    m_survey.remarks << QStringLiteral("This user is not allowed to read %1.")
                                            .arg(printable(keys[asked[i]].key, 100));
                }
                takeSample(keys[asked[i]], (*replies)[2 * i], (*replies)[2 * i + 1]);
            }
        }
        return {};
    }

    static void takeSample(SampledKey& key, const Reply& low, const Reply& high)
    {
        if (key.kind == GuessKind::Set) {
            const std::vector<Reply> none;
            const std::vector<Reply>& members = low.items.size() == 2 ? low.items[1].items : none;
            for (std::size_t i = 0; i < std::min<std::size_t>(members.size(), 20); ++i)
                key.entries.push_back({members[i].bytes});
            return;
        }
        const std::size_t step = key.kind == GuessKind::SortedSet ? 2 : 1; // each member is followed by its score
        // In a short key, both samples may contain the same entries.
        const auto count = qint64((low.items.size() + high.items.size()) / step);
        const std::size_t overlap = std::size_t(std::max<qint64>(0, count - key.length)) * step;
        for (std::size_t i = 0; i + step <= low.items.size(); i += step)
            key.entries.push_back({low.items[i].bytes, step == 2 ? low.items[i + 1].bytes.toDouble() : 0});
        for (std::size_t i = std::min(overlap, high.items.size()); i + step <= high.items.size(); i += step)
            key.entries.push_back({high.items[i].bytes, step == 2 ? high.items[i + 1].bytes.toDouble() : 0});
    }

    /// Returns the members that could be ids.
    static std::vector<QByteArray> idsOf(const SampledKey& key)
    {
        std::vector<QByteArray> ids;
        for (const SampledKey::Entry& entry : key.entries) {
            if (entry.member.size() <= longestId && isWritableName(entry.member) && ids.size() < followedPerKey)
                ids.push_back(entry.member);
        }
        return ids;
    }

    void addLink(std::size_t at, const MemberLink& link)
    {
        SampledKey& key = m_survey.keys[at];
        key.links.push_back(link);
        for (const QByteArray& id : idsOf(key)) {
            const bool isField = link.kind == MemberLink::Kind::HashField;
            m_lookups.push_back({at, key.links.size() - 1,
                isField ? Command{"HSTRLEN", link.before, id} : Command{"TYPE", link.before + id + link.after}});
        }
    }

    /// Links each key to the hashes with the most similar names.
    void addHashes()
    {
        const std::size_t keys = std::max<std::size_t>(m_survey.keys.size(), 1);
        const std::size_t perKey = std::clamp<std::size_t>(mostLookups / followedPerKey / keys, 2, mostHashes);
        for (std::size_t i = 0; i < m_survey.keys.size(); ++i) {
            const QByteArray& key = m_survey.keys[i].key;
            m_survey.keys[i].followed = int(idsOf(m_survey.keys[i]).size());
            std::vector<std::pair<qsizetype, QByteArray>> nearest;
            for (const QByteArray& hash : m_survey.hashes) {
                const auto ends = std::mismatch(hash.begin(), hash.end(), key.begin(), key.end());
                nearest.emplace_back(m_named.contains(hash) ? hash.size() : ends.first - hash.begin(), hash);
            }
            std::stable_sort(nearest.begin(), nearest.end(), [](auto& a, auto& b) { return a.first > b.first; });
            nearest.resize(std::min(nearest.size(), perKey));
            for (const auto& [common, hash] : nearest)
                addLink(i, {MemberLink::Kind::HashField, hash, {}});
        }
    }

    /// Links each key to other keys whose names contain its ids.
    Result<> addNames()
    {
        std::map<QByteArray, std::set<std::size_t>> keysOfId;
        std::vector<bool> lengths(longestId + 1, false);
        for (std::size_t i = 0; i < m_survey.keys.size(); ++i) {
            for (const QByteArray& id : idsOf(m_survey.keys[i])) {
                keysOfId[id].insert(i);
                lengths[std::size_t(id.size())] = true;
            }
        }
        if (keysOfId.empty())
            return {};
        using Form = std::pair<QByteArray, QByteArray>; // form of a key name: the text before and after an id
        std::map<std::pair<std::size_t, Form>, std::set<QByteArray>> forms; // ids by key and form
        const auto scanned = scan({}, [&](const QByteArray& name) {
            const std::vector<qsizetype> edges = isWritableName(name) ? edgesOf(name) : std::vector<qsizetype>();
            for (std::size_t a = 0; a < edges.size(); ++a) {
                for (std::size_t b = a + 1; b < edges.size(); ++b) {
                    const qsizetype length = edges[b] - edges[a];
                    if (length > longestId || !lengths[std::size_t(length)])
                        continue;
                    const auto keys = keysOfId.find(name.mid(edges[a], length));
                    if (keys == keysOfId.end() || isOwned(name))
                        continue;
                    for (const std::size_t key : keys->second)
                        forms[{key, {name.left(edges[a]), name.mid(edges[b])}}].insert(keys->first);
                }
            }
            return forms.size() < mostFormsInAll;
        });
        if (!scanned)
            return scanned;
        // Each key's name forms, with the number of ids that each one matches.
        std::map<std::size_t, std::vector<std::pair<std::size_t, Form>>> best;
        for (const auto& [where, ids] : forms)
            best[where.first].emplace_back(ids.size(), where.second);
        for (auto& [key, found] : best) {
            std::stable_sort(found.begin(), found.end(), [](auto& a, auto& b) { return a.first > b.first; });
            found.resize(std::min(found.size(), mostForms));
            for (const auto& [count, form] : found)
                addLink(key, {MemberLink::Kind::String, form.first, form.second});
        }
        return {};
    }

    Result<std::vector<Reply>> ask(const std::vector<Lookup>& lookups)
    {
        std::vector<Command> commands;
        for (const Lookup& each : lookups)
            commands.push_back(each.command);
        return askInParts(m_client, commands);
    }

    /// Checks which links lead to data, and reads short values.
    Result<> followLinks()
    {
        addHashes();
        if (const auto added = addNames(); !added)
            return added;
        const auto found = ask(m_lookups);
        if (!found)
            return found.error();
        std::vector<Lookup> values;
        std::vector<Lookup> sizes; // alternating HLEN and MEMORY USAGE commands for the same hash
        for (std::size_t i = 0; i < m_lookups.size(); ++i) {
            auto [key, at, command] = m_lookups[i];
            MemberLink& link = m_survey.keys[key].links[at];
            const Reply& reply = (*found)[i];
            if (link.kind == MemberLink::Kind::HashField) {
                link.found += reply.integer > 0 ? 1 : 0;
                if (reply.integer > 0 && reply.integer <= longestSampledValue)
                    values.push_back({key, at, {"HGET", command[1], command[2]}});
            } else if (reply.bytes == "string") {
                ++link.found;
                values.push_back({key, at, {"GETRANGE", command[1], "0", number(longestSampledValue - 1)}});
            } else if (reply.bytes == "hash") {
                ++link.found;
                link.kind = MemberLink::Kind::Hash;
                sizes.push_back({key, at, {"HLEN", command[1]}});
                sizes.push_back({key, at, {"MEMORY", "USAGE", command[1], "SAMPLES", number(mostBodyFields)}});
            }
        }
        const auto known = ask(sizes);
        if (!known)
            return known.error();
        for (std::size_t i = 0; i + 1 < sizes.size(); i += 2) {
            if ((*known)[i].integer <= mostBodyFields && (*known)[i + 1].integer <= longestSampledValue)
                values.push_back({sizes[i].key, sizes[i].link, {"HGETALL", sizes[i].command[1]}});
        }
        const auto contents = ask(values);
        if (!contents)
            return contents.error();
        for (std::size_t i = 0; i < values.size(); ++i) {
            MemberLink& link = m_survey.keys[values[i].key].links[values[i].link];
            const Reply& reply = (*contents)[i];
            if (reply.isBytes())
                link.values.push_back(reply.bytes);
            for (std::size_t f = 0; f + 1 < reply.items.size(); f += 2)
                link.fields[reply.items[f].bytes].push_back(reply.items[f + 1].bytes);
        }
        for (SampledKey& key : m_survey.keys)
            std::erase_if(key.links, [](const MemberLink& link) { return link.found == 0; });
        return {};
    }

    static std::vector<qsizetype> edgesOf(const QByteArray& name)
    {
        std::vector<qsizetype> edges;
        for (qsizetype i = 0; i <= name.size() && edges.size() < mostEdges; ++i) {
            if (i == 0 || i == name.size() || !isNamePart(name[i - 1]) || !isNamePart(name[i]))
                edges.push_back(i);
        }
        return edges;
    }

    RedisClient& m_client;
    const KnownKeys& m_known;
    QDeadlineTimer m_deadline;
    KeySurvey m_survey;
    std::set<QByteArray> m_named; ///< hashes specified by the user
    std::vector<Lookup> m_lookups;
};

} // namespace

bool isWritableName(QByteArrayView name)
{
    return !name.isEmpty() && name.size() <= KeySurvey::longestName
        && std::none_of(name.begin(), name.end(), [](char c) { return uchar(c) < 0x20 || uchar(c) == 0x7f; })
        && QString::fromUtf8(name).toUtf8() == name;
}

Result<KeySurvey> KeySurvey::read(RedisClient& client, const std::vector<QByteArray>& named, const KnownKeys& known)
{
    return SurveyReader(client, known).read(named);
}

} // namespace dueline
