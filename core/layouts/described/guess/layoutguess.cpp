// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/layoutguess.h"

#include "core/base/text.h"
#include "core/layouts/described/guess/queuesigns.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

using GuessKind = DescribedPlace::Kind;

// minimum size, in bytes, of a distinctive member; two keys could share a shorter member by chance
constexpr qsizetype distinctiveMember = 12;

/// Maximum number of families (groups of related keys) to propose layout files for.
constexpr std::size_t mostFamilies = 100;

/// Converts text to a valid name for a layout or place. Returns `otherwise` if that is impossible.
QByteArray wordFrom(const QByteArray& text, const QByteArray& otherwise)
{
    QByteArray word;
    for (const char c : text.toLower()) {
        const bool isValid = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (isValid || (!word.isEmpty() && !word.endsWith('-')))
            word += isValid ? c : '-';
    }
    word.truncate(40);
    while (word.endsWith('-'))
        word.chop(1);
    return word.isEmpty() ? otherwise : word;
}

/// Derives layout files from the keys of one survey.
class LayoutGuesser
{
public:
    LayoutGuesser(const KeySurvey& survey, const KeyFacts& facts, const QByteArrayList& reserved)
        : m_survey(survey)
        , m_facts(facts)
        , m_reserved(reserved)
    { }

    std::vector<LayoutGuess> guess()
    {
        for (const SampledKey& key : m_survey.keys) {
            QString why;
            const auto unit = m_facts.units.find(key.key);
            if (auto anchor
                = KeyAnchor::of(key, why, unit == m_facts.units.end() ? std::nullopt : std::optional(unit->second)))
                m_anchors.push_back(*std::move(anchor));
            else if (!why.isEmpty())
                m_rest.emplace_back(key.key, why);
        }
        m_signs = QueueSigns::find(m_survey, m_anchors);
        std::vector<LayoutGuess> guesses;
        for (const std::vector<const KeyAnchor*>& family : families()) {
            if (auto guessed = layoutOf(family))
                guesses.push_back(*std::move(guessed));
        }
        std::stable_sort(guesses.begin(), guesses.end(), [](const LayoutGuess& a, const LayoutGuess& b) {
            return std::pair(a.places.size(), a.confidence) > std::pair(b.places.size(), b.confidence);
        });
        return guesses;
    }

private:
    /// Returns the key name without its separators and without the word that indicates the key's role.
    static QByteArray skeletonOf(const KeyAnchor& anchor)
    {
        QByteArray name = anchor.masked();
        if (const KeyRole role = anchor.role(); role.isClear) {
            qsizetype from = role.at;
            qsizetype to = role.at + role.length;
            while (from > 0 && isNamePart(name[from - 1]))
                --from;
            while (to < name.size() && isNamePart(name[to]))
                ++to;
            name.remove(from, to - from);
        }
        for (char& c : name)
            c = isNamePart(c) || c == '\x01' ? c : ' ';
        return name.simplified();
    }

    /// Returns groups of keys that have something in common: the name without the role, the store, the structure of the
    /// payloads, a hash tag, or a member.
    std::vector<std::vector<const KeyAnchor*>> families()
    {
        std::vector<std::size_t> parents(m_anchors.size());
        const auto root = [&parents](std::size_t at) {
            while (parents[at] != at)
                at = parents[at] = parents[parents[at]];
            return at;
        };
        std::map<QByteArray, std::size_t> first;
        for (std::size_t i = 0; i < m_anchors.size(); ++i) {
            parents[i] = i;
            const KeyAnchor& anchor = m_anchors[i];
            QByteArrayList labels{"name " + skeletonOf(anchor)};
            if (anchor.sampled->isNamed)
                labels << QByteArray("named");
            if (anchor.link && !anchor.link->isKey())
                labels << "store " + anchor.patternOf(anchor.link->before) + ' ' + anchor.link->after;
            if (!anchor.payload.form.isEmpty())
                labels << "form " + anchor.payload.form;
            if (!anchor.tag().isEmpty() || anchor.queueLength == anchor.key().size())
                labels << "tag " + (anchor.tag().isEmpty() ? anchor.key() : anchor.tag());
            for (const SampledKey::Entry& entry : anchor.sampled->entries) {
                if (entry.member.size() >= distinctiveMember)
                    labels << "member " + entry.member;
            }
            for (const QByteArray& label : labels) {
                const auto [found, isNew] = first.emplace(label, i);
                if (!isNew)
                    parents[root(i)] = root(found->second);
            }
        }
        std::map<std::size_t, std::vector<const KeyAnchor*>> all;
        for (std::size_t i = 0; i < m_anchors.size(); ++i)
            all[root(i)].push_back(&m_anchors[i]);
        std::vector<std::vector<const KeyAnchor*>> families;
        for (auto& [at, family] : all)
            families.push_back(std::move(family));
        std::stable_sort(families.begin(), families.end(), [](auto& a, auto& b) { return a.size() > b.size(); });
        families.resize(std::min(families.size(), mostFamilies));
        return families;
    }

    using Holders = std::map<QByteArray, std::vector<const KeyAnchor*>>; ///< keys that contain each member

    /// Returns a more important key with the same members: a sorted set, or a key whose name indicates a role. Null if
    /// there is none.
    static const KeyAnchor* mainOf(const KeyAnchor& anchor, const Holders& holders)
    {
        const auto rankOf = [](const KeyAnchor& each) {
            return each.sampled->kind == GuessKind::SortedSet ? 2 : each.role().isClear ? 1 : 0;
        };
        const std::vector<SampledKey::Entry>& own = anchor.sampled->entries;
        for (const KeyAnchor* other : holders.at(own.front().member)) {
            const auto hasToo = [&](const SampledKey::Entry& entry) {
                const std::vector<const KeyAnchor*>& all = holders.at(entry.member);
                return std::find(all.begin(), all.end(), other) != all.end();
            };
            if (rankOf(*other) > rankOf(anchor)
                && areMost(std::size_t(std::count_if(own.begin(), own.end(), hasToo)), own.size()))
                return other;
        }
        return nullptr;
    }

    GuessedPlace placeOf(const KeyAnchor& anchor) const
    {
        GuessedPlace place;
        place.kind = anchor.sampled->kind;
        place.key = anchor.pattern();
        place.isPerQueue = anchor.isPerQueue();
        const KeyRole role = anchor.role();
        const auto chosen = m_facts.states.find(anchor.key());
        const bool isChosen = chosen != m_facts.states.end();
        place.state = isChosen ? chosen->second : role.state;
        if (place.kind == GuessKind::SortedSet)
            place.unit = anchor.unit;
        place.hasFractions = anchor.hasFractions;
        place.isPacked = anchor.isPacked;
        const auto seen = m_facts.ends.find(anchor.key());
        place.isEndWatched = seen != m_facts.ends.end();
        place.runsTail = place.isEndWatched ? std::optional(seen->second) : anchor.runsTail;
        if (anchor.isBucket)
            place.buckets = {anchor.varying().toInt(), anchor.varying().toInt()};
        place.store.decoders = anchor.payload.decoders;
        place.store.hasNumberInFront = anchor.payload.hasNumberInFront;
        if (anchor.link)
            setStore(place, anchor);
        for (const MemberLink& link : anchor.sampled->links) {
            const bool isString = link.kind == MemberLink::Kind::String && !link.isKey();
            if (isString && place.kind == GuessKind::SortedSet && isLockName(link.before + link.after))
                place.lock = anchor.patternOf(link.before) + "<id>" + anchor.patternOf(link.after);
        }
        QStringList reasons;
        if (place.unit) {
            reasons << QStringLiteral("%1% of the sampled scores are times in %2")
                           .arg(anchor.share)
                           .arg(QString::fromLatin1(wordOf(*place.unit)));
        }
        if (!isChosen)
            place.stateWord = anchor.masked().mid(role.at, role.length);
        reasons << (isChosen ? QStringLiteral("you chose the state")
                : place.stateWord.isEmpty()
                ? QStringLiteral("the state is inferred only from the key's type")
                : QStringLiteral("the name contains \"%1\"").arg(QString::fromUtf8(place.stateWord)));
        if (anchor.link) {
            place.payloads = anchor.link->found;
            place.ids = anchor.sampled->followed;
            reasons << QStringLiteral("payloads exist for %1 of %2 sampled IDs").arg(place.payloads).arg(place.ids);
        }
        const bool isRead = anchor.link || !anchor.payload.decoders.empty();
        place.confidence = (place.unit ? 60 : 40) + (role.isClear || isChosen ? 20 : 0) + (isRead ? 15 : 0)
            + (place.isEndWatched ? 15 : 0);
        place.why = reasons.join(QStringLiteral("; "));
        return place;
    }

    static void setStore(GuessedPlace& place, const KeyAnchor& anchor)
    {
        const MemberLink& link = *anchor.link;
        QByteArray name = anchor.patternOf(link.before) + "<id>" + anchor.patternOf(link.after);
        if (link.isKey()) { // the members are key names with a common prefix
            const std::vector<SampledKey::Entry>& entries = anchor.sampled->entries;
            QByteArray beginning = keyBeginning(entries.front().member);
            const bool isCommon = std::all_of(entries.begin(), entries.end(), [&beginning](const auto& entry) {
                return entry.member.startsWith(beginning) && entry.member.size() > beginning.size();
            });
            name = anchor.patternOf(isCommon ? beginning : QByteArray()) + "<id>";
            place.member = name == "<id>" ? QByteArray() : name;
        }
        place.store.kind = link.kind == MemberLink::Kind::HashField ? DescribedStore::Kind::HashField
            : link.kind == MemberLink::Kind::Hash                   ? DescribedStore::Kind::HashBody
                                                                    : DescribedStore::Kind::String;
        place.store.key = link.kind == MemberLink::Kind::HashField ? anchor.patternOf(link.before) : name;
        place.store.body = anchor.body;
    }

    /// Adds the fields found in most payloads, and the attempt counter.
    void addFields(GuessedFile& file, const std::vector<const KeyAnchor*>& family) const
    {
        std::vector<GuessedPayload::Values> payloads;
        QByteArray queuePath;
        QByteArray counter;
        bool isInMember = false;
        for (const KeyAnchor* anchor : family) {
            const std::vector<GuessedPayload::Values>& own = anchor->payload.values;
            payloads.insert(payloads.end(), own.begin(), own.end());
            isInMember = isInMember || !anchor->link;
            if (const auto path = m_signs.paths.find(anchor->key()); path != m_signs.paths.end())
                queuePath = path->second;
            for (const MemberLink& link : anchor->sampled->links) {
                const QByteArray name = (link.before + link.after).toLower();
                const bool counts = name.contains("retr") || name.contains("tries") || name.contains("attempt");
                if (&link == anchor->link || !counts || link.values.empty()
                    || !std::all_of(link.values.begin(), link.values.end(), isSmallNumber))
                    continue;
                const QByteArray before = anchor->patternOf(link.before);
                counter = link.kind == MemberLink::Kind::HashField
                    ? "{hash = " + tomlText(before) + ", field = \"<id>\"}"
                    : "{string = " + tomlText(before + "<id>" + anchor->patternOf(link.after)) + '}';
            }
        }
        const bool hasShared = file.source != "names"
            && std::any_of(
                file.places.begin(), file.places.end(), [](const GuessedPlace& place) { return !place.isPerQueue; });
        const bool hasUntimed = std::any_of(file.places.begin(), file.places.end(),
            [](const GuessedPlace& place) { return place.state == TaskState::Scheduled && !place.unit; });
        for (const char* field :
            {"id", "type", "queue", "due", "attempts", "max-attempts", "error", "created", "body"}) {
            const QByteArray name = field;
            const bool isRare = name == "error" || name == "due";
            QByteArray path = GuessedPayload::pathNamed(payloads, name, isRare ? 1 : 80);
            if (name == "queue" && !queuePath.isEmpty())
                path = queuePath;
            if (name == "id" && path.isEmpty())
                path = GuessedPayload::idInArrays(payloads);
            if (path.isEmpty() || (name == "id" && !isInMember) || (name == "queue" && !hasShared)
                || (name == "due" && !hasUntimed) || (name == "attempts" && !counter.isEmpty()))
                continue;
            file.fields.emplace_back(name, tomlText(path));
        }
        std::set<QByteArray> queues;
        const QByteArray path = GuessedPayload::pathNamed(payloads, "queue", 50);
        for (const GuessedPayload::Values& values : payloads)
            queues.insert(GuessedPayload::valueAt(values, path));
        file.namesOtherQueues = queues.size() > 1;
        if (!counter.isEmpty())
            file.fields.emplace_back("attempts", counter);
    }

    /// Returns the layout for a group of keys; nullopt if the group is unlikely to be a queue.
    std::optional<LayoutGuess> layoutOf(const std::vector<const KeyAnchor*>& family) const
    {
        GuessedFile file;
        LayoutGuess guess;
        std::map<std::pair<GuessKind, QByteArray>, std::size_t> at;
        std::map<QByteArray, QByteArray> mains; // patterns of the main keys, by their companions' patterns
        std::vector<GuessedPlace> twins;
        bool isNamed = false;
        bool isDecoded = false;
        QByteArray common = family.front()->masked();
        Holders holders;
        for (const KeyAnchor* anchor : family) {
            for (const SampledKey::Entry& entry : anchor->sampled->entries)
                holders[entry.member].push_back(anchor);
        }
        for (const KeyAnchor* anchor : family) {
            isNamed = isNamed || anchor->sampled->isNamed;
            isDecoded = isDecoded || anchor->link || !anchor->payload.decoders.empty();
            while (!anchor->masked().startsWith(common))
                common.chop(1);
            GuessedPlace place = placeOf(*anchor);
            guess.keys << anchor->key();
            if (const KeyAnchor* main = mainOf(*anchor, holders)) {
                if (mains.emplace(place.key, main->pattern()).second)
                    twins.push_back(place);
                continue;
            }
            const auto [found, isNew] = at.emplace(std::pair(place.kind, place.key), file.places.size());
            if (isNew) {
                file.places.push_back(place);
                guess.places.emplace_back();
            } else if (place.store == file.places[found->second].store) {
                file.places[found->second].payloads += place.payloads;
                file.places[found->second].ids += place.ids;
            }
            GuessedPlace& known = file.places[found->second];
            if (!known.runsTail || (place.isEndWatched && !known.isEndWatched)) {
                known.runsTail = place.runsTail;
                known.isEndWatched = place.isEndWatched;
            }
            if (known.buckets)
                known.buckets = {std::min(known.buckets->first, place.buckets->first),
                    std::max(known.buckets->second, place.buckets->second)};
            guess.places[found->second].keys.push_back(anchor->key());
            for (const SampledKey::Entry& entry : anchor->sampled->entries)
                guess.places[found->second].scores.push_back(entry.score);
            guess.entries += anchor->sampled->length;
            if (const auto list = m_signs.lists.find(anchor->key()); list != m_signs.lists.end()) {
                file.source = "set";
                file.queues = {literalPattern(list->second)};
                if (!guess.keys.contains(list->second))
                    guess.keys << list->second;
            }
        }
        const bool isTimed = std::any_of(
            file.places.begin(), file.places.end(), [](const GuessedPlace& place) { return place.unit.has_value(); });
        if (file.places.empty() || !(isNamed || isTimed || (file.places.size() > 1 && isDecoded)))
            return std::nullopt;
        file.name = wordFrom(common, wordFrom(family.front()->key(), "my-queue"));
        if (m_reserved.contains(file.name))
            file.name += "-queue";
        setNames(file);
        setQueues(file, family, guess.places);
        for (const GuessedPlace& twin : twins) {
            const auto main = std::find_if(file.places.begin(), file.places.end(),
                [&](const GuessedPlace& place) { return place.key == mains[twin.key]; });
            if (main != file.places.end())
                file.companions.emplace_back(twin, main->name);
        }
        addFields(file, family);
        addQuestions(file, isNamed, keyBeginning(family.front()->key()));
        for (const KeyAnchor* anchor : family) {
            if (anchor->link || !anchor->unrelated)
                continue;
            const MemberLink& link = *anchor->unrelated;
            const QByteArray keys = link.before + (link.kind == MemberLink::Kind::HashField ? "" : "<id>") + link.after;
            file.open << QStringLiteral("The IDs in %1 also occur in %2, but they are small numbers and the names have "
                                        "nothing in common. If these are the payloads, add a [payload] table.")
                             .arg(printable(anchor->key(), 100), printable(keys, 100));
        }
        guess.file = file.text();
        guess.name = file.name;
        guess.open = file.open;
        for (std::size_t i = 0; i < file.places.size(); ++i) {
            static_cast<GuessedPlace&>(guess.places[i]) = file.places[i];
            guess.confidence += file.places[i].confidence;
        }
        guess.confidence /= int(file.places.size());
        // Parsing fails if the guess exceeds a layout file limit, such as the number of places.
        return Description::parse(guess.file, {}, m_reserved) ? std::optional(guess) : std::nullopt;
    }

    /// Names the places after the words in key names that indicate their roles.
    static void setNames(GuessedFile& file)
    {
        std::set<QByteArray> names;
        for (GuessedPlace& place : file.places) {
            const QByteArray key = QByteArray(place.key).replace("<queue>", "\x01");
            const KeyRole role = KeyRole::of(key, place.kind);
            const QByteArray state = stateName(place.state).toByteArray();
            QByteArray word = state;
            if (role.isClear) { // use the complete word from the key name: `delayed` rather than `delay`
                qsizetype to = role.at + role.length;
                while (to < key.size() && isNamePart(key[to]))
                    ++to;
                word = wordFrom(key.mid(role.at, to - role.at), state);
            }
            place.name = word;
            for (int i = 2; !names.insert(place.name).second; ++i)
                place.name = word + '-' + QByteArray::number(i);
        }
    }

    /// Returns whether a place's pattern also matches keys outside the place.
    bool isAmbiguous(const QByteArray& pattern, const std::vector<QByteArray>& keys) const
    {
        const auto parsed = KeyPattern::parse(pattern);
        const auto isOther = [&](const QByteArray& key) {
            return parsed && parsed->match(key) && std::find(keys.begin(), keys.end(), key) == keys.end();
        };
        return std::any_of(m_survey.hashes.begin(), m_survey.hashes.end(), isOther)
            || std::any_of(m_survey.keys.begin(), m_survey.keys.end(),
                [&isOther](const SampledKey& each) { return isOther(each.key); });
    }

    /// Chooses how to find queues: through a set of their names, by scanning for their keys, or by name.
    void setQueues(GuessedFile& file, const std::vector<const KeyAnchor*>& family,
        const std::vector<LayoutGuess::SampledPlace>& places) const
    {
        if (file.source == "set")
            return;
        std::set<QByteArray> names;
        for (const KeyAnchor* anchor : family) {
            if (anchor->isPerQueue())
                names.insert(literalPattern(anchor->varying()));
        }
        QByteArrayList patterns;
        bool isClear = true;
        for (std::size_t i = 0; i < file.places.size(); ++i) {
            const QByteArray& key = file.places[i].key;
            if (!file.places[i].isPerQueue || key == "<queue>")
                continue;
            if (isAmbiguous(key, places[i].keys))
                isClear = false;
            else if (patterns.size() < qsizetype(Description::mostPatterns))
                patterns << key;
        }
        const bool isScan = !patterns.isEmpty() && (isClear || names.size() > 1);
        file.source = isScan ? "scan" : "names";
        file.queues = isScan ? patterns : QByteArrayList(names.begin(), names.end());
        if (file.queues.isEmpty())
            file.queues << file.name;
    }

    /// Adds sentences about properties that can't be determined from samples.
    void addQuestions(GuessedFile& file, bool isNamed, const QByteArray& beginning) const
    {
        QStringList lists;
        bool hasLeases = false;
        for (const GuessedPlace& place : file.places) {
            if (place.kind == GuessKind::List && !place.runsTail)
                lists << QString::fromUtf8(place.name);
            hasLeases = hasLeases || place.state == TaskState::Leased || !place.lock.isEmpty();
        }
        if (!lists.isEmpty()) {
            file.open << QStringLiteral("It is unknown which end of %1 workers take tasks from. Use --watch 10s "
                                        "while workers run.")
                             .arg(lists.join(QStringLiteral(", ")));
        }
        if (!hasLeases)
            file.open << QStringLiteral("No key with running tasks was found.");
        if (file.source == "names")
            file.open << QStringLiteral("Other queues are not found, because no set or scan provides their names.");
        for (const auto& [key, why] : m_rest) {
            if (isNamed || (!beginning.isEmpty() && key.startsWith(beginning)))
                file.open
                    << QStringLiteral("The proposed file does not describe %1: %2.").arg(printable(key, 100), why);
        }
    }

    const KeySurvey& m_survey;
    const KeyFacts& m_facts;
    const QByteArrayList& m_reserved;
    std::vector<KeyAnchor> m_anchors;
    QueueSigns m_signs;
    /// Keys that no proposed layout describes, each with the reason.
    std::vector<std::pair<QByteArray, QString>> m_rest;
};

} // namespace

std::vector<LayoutGuess> guessLayouts(const KeySurvey& survey, const KeyFacts& facts, const QByteArrayList& reserved)
{
    return LayoutGuesser(survey, facts, reserved).guess();
}

} // namespace dueline
