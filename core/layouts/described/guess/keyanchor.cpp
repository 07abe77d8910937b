// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/keyanchor.h"

#include "core/base/epochnumber.h"

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

using GuessKind = DescribedPlace::Kind;

qsizetype bytesIn(const std::vector<QByteArray>& values)
{
    qsizetype bytes = 0;
    for (const QByteArray& value : values)
        bytes += value.size();
    return bytes;
}

/// Sets the unit in which the most scores are plausible times, unless the unit is already known.
void readScores(KeyAnchor& anchor, const std::optional<ScoreUnit>& known)
{
    const std::vector<SampledKey::Entry>& entries = anchor.sampled->entries;
    for (const ScoreUnit unit :
        {ScoreUnit::Seconds, ScoreUnit::Milliseconds, ScoreUnit::Microseconds, ScoreUnit::Nanoseconds}) {
        const auto fitting = std::count_if(entries.begin(), entries.end(), [unit](const auto& entry) {
            const double ms = entry.score * millisIn(unit);
            return ms >= year2010Ms && ms < year2100Ms;
        });
        const int share = int(fitting * 100 / std::ssize(entries));
        if (known ? unit == *known : share > anchor.share) {
            anchor.share = share;
            anchor.unit = unit;
        }
    }
    anchor.hasFractions = anchor.unit == ScoreUnit::Seconds
        && std::any_of(entries.begin(), entries.end(),
            [](const auto& entry) { return std::isfinite(entry.score) && std::floor(entry.score) != entry.score; });
}

QByteArrayList wordsIn(const QByteArray& name)
{
    QByteArray separated = name.toLower();
    for (char& c : separated)
        c = isNamePart(c) ? c : ' ';
    return separated.simplified().split(' ');
}

/// Returns whether the names of a key and of the keys that its members link to suggest that they belong together.
bool areNamesRelated(const QByteArray& key, const MemberLink& link)
{
    static const QByteArrayList stores{
        "job", "task", "message", "msg", "payload", "body", "data", "item", "queue", "detail", "delay"};
    constexpr qsizetype shortestWord = 3;
    const QByteArrayList own = wordsIn(key);
    for (const QByteArray& word : wordsIn(link.before + ' ' + link.after)) {
        const auto contains = [&word](const QByteArray& other) {
            return other.size() >= shortestWord && (word.contains(other) || other.contains(word));
        };
        if (word.size() >= shortestWord
            && (std::any_of(own.begin(), own.end(), contains) || std::any_of(stores.begin(), stores.end(), contains)))
            return true;
    }
    return false;
}

/// Returns whether the keys that the members link to may belong to another program: small numbers are the ids of many
/// things, such as users.
bool mayBeUnrelated(const SampledKey& key, const MemberLink& link)
{
    constexpr qsizetype longestNumber = 9;
    const bool areNumbers = std::all_of(key.entries.begin(), key.entries.end(), [](const SampledKey::Entry& entry) {
        return entry.member.size() <= longestNumber
            && std::all_of(entry.member.begin(), entry.member.end(), [](char c) { return c >= '0' && c <= '9'; });
    });
    return areNumbers && !key.isNamed && !link.isKey() && !areNamesRelated(key.key, link);
}

/// Returns the link to payloads; null if there is none. Counters and locks don't count as payloads. `unrelated`:
/// receives a link that may lead to another program's keys.
const MemberLink* payloadLink(const SampledKey& key, const MemberLink*& unrelated)
{
    const MemberLink* best = nullptr;
    for (const MemberLink& link : key.links) {
        const bool isCounter
            = link.kind != MemberLink::Kind::Hash && std::all_of(link.values.begin(), link.values.end(), isSmallNumber);
        const bool isLock = link.kind == MemberLink::Kind::String && isLockName(link.before + link.after);
        if (isCounter || isLock || link.found * 5 < key.followed * 3)
            continue;
        if (mayBeUnrelated(key, link)) {
            unrelated = &link;
            continue;
        }
        if (!best || std::pair(link.found, bytesIn(link.values)) > std::pair(best->found, bytesIn(best->values)))
            best = &link;
    }
    return best;
}

/// Returns the field with the most text, which is probably the payload.
QByteArray bodyField(const MemberLink& link)
{
    static const QByteArrayList names{"id", "uuid", "queue", "topic"};
    QByteArray body;
    qsizetype most = 0;
    for (const auto& [field, values] : link.fields) {
        std::vector<QByteArray> texts;
        std::copy_if(values.begin(), values.end(), std::back_inserter(texts), [](const QByteArray& value) {
            bool isNumber = false;
            value.toDouble(&isNumber);
            return !isNumber;
        });
        if (!names.contains(field) && isWritableName(field) && bytesIn(texts) > most) {
            most = bytesIn(texts);
            body = field;
        }
    }
    return body;
}

void sampleOwnPayloads(KeyAnchor& anchor)
{
    std::vector<QByteArray> payloads;
    anchor.link = payloadLink(*anchor.sampled, anchor.unrelated);
    if (anchor.link && anchor.link->kind == MemberLink::Kind::Hash) {
        anchor.body = bodyField(*anchor.link);
        if (const auto field = anchor.link->fields.find(anchor.body); field != anchor.link->fields.end())
            payloads = field->second;
        else
            anchor.link = nullptr;
    } else if (anchor.link) {
        payloads = anchor.link->values;
    }
    if (!anchor.link) {
        static const auto packed = PackedMember::parse({"len8 random", "len64 payload"});
        std::vector<QByteArray> unpacked;
        for (const SampledKey::Entry& entry : anchor.sampled->entries) {
            payloads.push_back(entry.member);
            if (const auto parts = packed->match(entry.member))
                unpacked.push_back(parts->at("payload"));
        }
        anchor.isPacked = areMost(unpacked.size(), payloads.size());
        if (anchor.isPacked)
            payloads = std::move(unpacked);
    }
    anchor.payload = GuessedPayload::of(payloads);
}

/// Returns whether a list's oldest items are at its tail, judging by numeric members or creation times.
std::optional<bool> tailByAge(const KeyAnchor& anchor)
{
    std::vector<double> ages;
    const auto add = [&ages](const QByteArray& text) {
        bool isNumber = false;
        const double age = text.toDouble(&isNumber);
        if (isNumber)
            ages.push_back(age);
    };
    for (const SampledKey::Entry& entry : anchor.sampled->entries)
        add(entry.member);
    const QByteArray path
        = anchor.link ? QByteArray() : GuessedPayload::pathNamed(anchor.payload.values, "created", 80);
    for (const GuessedPayload::Values& values :
        path.isEmpty() ? std::vector<GuessedPayload::Values>() : anchor.payload.values)
        add(GuessedPayload::valueAt(values, path));
    std::size_t rising = 0;
    std::size_t falling = 0;
    for (std::size_t i = 1; i < ages.size(); ++i) {
        rising += ages[i] > ages[i - 1] ? 1 : 0;
        falling += ages[i] < ages[i - 1] ? 1 : 0;
    }
    constexpr std::size_t leastSteps = 2;
    if (rising + falling < leastSteps)
        return std::nullopt;
    if (areMost(falling, rising + falling))
        return true;
    return areMost(rising, rising + falling) ? std::optional(false) : std::nullopt;
}

} // namespace

std::optional<KeyAnchor> KeyAnchor::of(const SampledKey& key, QString& why, const std::optional<ScoreUnit>& unit)
{
    KeyAnchor anchor;
    anchor.sampled = &key;
    if (key.entries.empty())
        return std::nullopt;
    if (key.kind == GuessKind::SortedSet) {
        readScores(anchor, unit);
        const auto ofTimes = std::count_if(key.entries.begin(), key.entries.end(),
            [](const auto& entry) { return entry.member.toDouble() == entry.score; });
        if (!unit && areMost(std::size_t(ofTimes), key.entries.size()))
            why = QStringLiteral("its members are equal to its scores, as in an index");
        else if (!unit && anchor.share < 80)
            why = QStringLiteral("most of its scores are not times in one unit");
        if (!why.isEmpty())
            return std::nullopt;
    }
    sampleOwnPayloads(anchor);
    if (key.kind == GuessKind::Set && !key.isNamed && !anchor.link && !anchor.role().isClear)
        return std::nullopt;
    if (key.kind == GuessKind::List)
        anchor.runsTail = tailByAge(anchor);
    return anchor;
}

QByteArray KeyAnchor::tag() const
{
    const qsizetype from = key().indexOf('{');
    const qsizetype to = key().indexOf('}', from + 1);
    return from < 0 || to <= from + 1 ? QByteArray() : key().mid(from + 1, to - from - 1);
}

QByteArray KeyAnchor::pattern() const
{
    const QByteArray variable = queueLength == 0 ? "" : isBucket ? "<bucket>" : "<queue>";
    return literalPattern(key().left(queueAt)) + variable + literalPattern(key().mid(queueAt + queueLength));
}

QByteArray KeyAnchor::patternOf(const QByteArray& name) const
{
    const QByteArray queue = isBucket ? QByteArray() : varying();
    const bool beginsAlike = name.startsWith(key().left(queueAt + queueLength));
    const qsizetype at = queue.isEmpty() ? -1 : beginsAlike ? queueAt : wholeWordAt(name, queue);
    return at < 0 ? literalPattern(name)
                  : literalPattern(name.left(at)) + "<queue>" + literalPattern(name.mid(at + queue.size()));
}

QByteArray literalPattern(const QByteArray& name) { return QByteArray(name).replace("<", "<<"); }

QByteArray keyBeginning(const QByteArray& name)
{
    qsizetype end = name.size();
    while (end > 0 && !QByteArrayView(":/.|}").contains(name[end - 1]))
        --end;
    return name.left(end);
}

qsizetype wholeWordAt(const QByteArray& name, const QByteArray& word)
{
    for (qsizetype at = word.isEmpty() ? -1 : name.indexOf(word); at >= 0; at = name.indexOf(word, at + 1)) {
        const qsizetype end = at + word.size();
        if ((at == 0 || !isNamePart(name[at - 1])) && (end == name.size() || !isNamePart(name[end])))
            return at;
    }
    return -1;
}

bool isSmallNumber(const QByteArray& value)
{
    bool isNumber = false;
    const qint64 number = value.toLongLong(&isNumber);
    return isNumber && std::abs(number) < 100'000;
}

} // namespace dueline
