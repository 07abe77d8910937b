// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/queuesigns.h"

#include <algorithm>
#include <set>

namespace dueline {

namespace {

using GuessKind = DescribedPlace::Kind;

/// Part of a key that may be a queue name or a bucket number.
struct VaryingPart
{
    qsizetype at = 0;
    qsizetype length = 0;
};

/// Returns the words in a key name, except the ones that indicate a role.
std::vector<VaryingPart> varyingPartsOf(const QByteArray& name)
{
    std::vector<VaryingPart> parts;
    for (qsizetype at = 0, end = 0; at < name.size(); at = end + 1) {
        for (end = at; end < name.size() && isNamePart(name[end]);)
            ++end;
        if (end > at && KeyRole::of(name.mid(at, end - at), GuessKind::Set).length == 0)
            parts.push_back({at, end - at});
    }
    return parts;
}

/// Finds the varying parts of key names, starting with the strongest evidence.
class QueueSignFinder
{
public:
    QueueSignFinder(const KeySurvey& survey, std::vector<KeyAnchor>& anchors)
        : m_survey(survey)
        , m_anchors(anchors)
    { }

    QueueSigns find()
    {
        findInSets();
        findInPayloads();
        findSiblings();
        findInTags();
        spread();
        return std::move(m_signs);
    }

private:
    static bool setPart(KeyAnchor& anchor, qsizetype at, qsizetype length)
    {
        if (anchor.queueLength > 0 || at < 0 || length <= 0)
            return false;
        anchor.queueAt = at;
        anchor.queueLength = length;
        return true;
    }

    /// Finds sets that contain queue names, such as `resque:queues` with the member `mail` if there is a key
    /// `resque:queue:mail`.
    void findInSets()
    {
        for (const SampledKey& set : m_survey.keys) {
            const QByteArray beginning = keyBeginning(set.key);
            if (set.kind != GuessKind::Set || beginning.isEmpty())
                continue;
            std::map<KeyAnchor*, VaryingPart> found;
            std::set<QByteArray> met;
            for (KeyAnchor& anchor : m_anchors) {
                for (const VaryingPart& part : varyingPartsOf(anchor.key())) {
                    const QByteArray word = anchor.key().mid(part.at, part.length);
                    const bool isListed = std::any_of(set.entries.begin(), set.entries.end(),
                        [&word](const SampledKey::Entry& entry) { return entry.member == word; });
                    if (!isListed || part.at < beginning.size() || !anchor.key().startsWith(beginning))
                        continue;
                    found[&anchor] = part;
                    met.insert(word);
                }
            }
            if (met.size() * 2 < set.entries.size())
                continue;
            for (const auto& [anchor, part] : found) {
                if (setPart(*anchor, part.at, part.length))
                    m_signs.lists[anchor->key()] = set.key;
            }
        }
        std::erase_if(m_anchors, [this](const KeyAnchor& anchor) {
            return std::any_of(m_signs.lists.begin(), m_signs.lists.end(),
                [&](const auto& each) { return each.second == anchor.key(); });
        });
    }

    /// Finds keys whose payloads all contain a part of the key name, such as `queue:email` with payloads like `["id",
    /// "email", …]`.
    void findInPayloads()
    {
        for (KeyAnchor& anchor : m_anchors) {
            const std::vector<GuessedPayload::Values>& all = anchor.payload.values;
            const QByteArray usual = GuessedPayload::pathNamed(all, "queue", 100);
            const QByteArray& key = anchor.key();
            for (const bool isUsual : {true, false}) {
                for (const auto& [path, value] : all.empty() ? GuessedPayload::Values() : all.front()) {
                    const bool isFlat = path.count('.') + path.count('[') == 1;
                    const bool isSame = std::all_of(all.begin(), all.end(), [&path = path, &value = value](auto& each) {
                        return GuessedPayload::valueAt(each, path) == value;
                    });
                    if ((path == usual) != isUsual || (!isFlat && !isUsual) || !isSame || value.size() < 2
                        || isSmallNumber(value) || value == key || KeyRole::of(value, GuessKind::Set).isClear)
                        continue;
                    qsizetype at = wholeWordAt(key, value);
                    if (at < 0 && isUsual && key.endsWith(value))
                        at = key.size() - value.size();
                    if (setPart(anchor, at, value.size()))
                        m_signs.paths[key] = path;
                }
            }
        }
    }

    /// Finds keys of the same type whose names differ in a single word. That word is assumed to be a queue name, or if
    /// it is a number, a bucket number.
    void findSiblings()
    {
        std::map<QByteArray, std::vector<std::pair<KeyAnchor*, VaryingPart>>> groups;
        for (KeyAnchor& anchor : m_anchors) {
            for (const VaryingPart& part : varyingPartsOf(anchor.key())) {
                const QByteArray rest = anchor.key().left(part.at) + '\x01' + anchor.key().mid(part.at + part.length);
                if (part.length < anchor.key().size())
                    groups[wordOf(anchor.sampled->kind) + ' ' + rest].emplace_back(&anchor, part);
            }
        }
        std::vector<const std::vector<std::pair<KeyAnchor*, VaryingPart>>*> largest;
        for (const auto& [rest, group] : groups) {
            if (group.size() > 1)
                largest.push_back(&group);
        }
        std::stable_sort(largest.begin(), largest.end(), [](auto* a, auto* b) { return a->size() > b->size(); });
        for (const auto* group : largest) {
            const bool areNumbers = std::all_of(group->begin(), group->end(), [](const auto& each) {
                return isSmallNumber(each.first->key().mid(each.second.at, each.second.length));
            });
            for (const auto& [anchor, part] : *group) {
                if (setPart(*anchor, part.at, part.length))
                    anchor->isBucket = areNumbers;
            }
        }
    }

    /// Finds keys with the same hash tag, such as `{mail}:delayed`. They usually belong to one queue. The tag may also
    /// be a list's key.
    void findInTags()
    {
        std::set<QByteArray> tags;
        std::set<QByteArray> decided;
        for (const KeyAnchor& anchor : m_anchors)
            (anchor.queueLength > 0 ? decided : tags).insert(anchor.tag());
        for (KeyAnchor& anchor : m_anchors) {
            const QByteArray tag = anchor.tag();
            const qsizetype lead = keyBeginning(tag).size();
            if (!tag.isEmpty() && !decided.contains(tag))
                setPart(anchor, anchor.key().indexOf('{') + 1 + lead, tag.size() - lead);
            else if (tag.isEmpty() && tags.contains(anchor.key()) && keyBeginning(anchor.key()).isEmpty())
                setPart(anchor, 0, anchor.key().size());
        }
    }

    /// Applies the results to other keys with the same prefix, assuming that their queue names are at the same
    /// position.
    void spread()
    {
        for (const KeyAnchor& known : std::vector<KeyAnchor>(m_anchors)) {
            const qsizetype end = known.queueAt + known.queueLength;
            if (known.queueLength == 0 || known.isBucket || known.queueLength == known.key().size())
                continue;
            for (KeyAnchor& anchor : m_anchors) {
                const QByteArray& key = anchor.key();
                if (key.startsWith(known.key().left(end)) && key.size() > end && !isNamePart(key[end])
                    && setPart(anchor, known.queueAt, known.queueLength) && m_signs.lists.contains(known.key()))
                    m_signs.lists[key] = m_signs.lists[known.key()];
            }
        }
    }

    const KeySurvey& m_survey;
    std::vector<KeyAnchor>& m_anchors;
    QueueSigns m_signs;
};

} // namespace

QueueSigns QueueSigns::find(const KeySurvey& survey, std::vector<KeyAnchor>& anchors)
{
    return QueueSignFinder(survey, anchors).find();
}

} // namespace dueline
