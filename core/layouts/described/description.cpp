// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/description.h"

#include "core/layouts/port/detection.h"

#include <algorithm>

namespace dueline {

namespace {

bool isPathLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'
        || c == '@' || uchar(c) >= 0x80;
}

} // namespace

std::optional<PayloadPath> PayloadPath::parse(const QByteArray& text)
{
    constexpr std::size_t mostSteps = 32;
    PayloadPath path;
    if (!text.startsWith('$'))
        return std::nullopt;
    for (qsizetype at = 1; at < text.size();) {
        Step step;
        if (text[at] == '.') {
            qsizetype end = at + 1;
            while (end < text.size() && isPathLetter(text[end]))
                ++end;
            step.name = text.mid(at + 1, end - at - 1);
            if (step.name.isEmpty())
                return std::nullopt;
            at = end;
        } else if (text[at] == '[') {
            const qsizetype end = text.indexOf(']', at);
            bool isNumber = false;
            step.index = end < 0 ? 0 : text.mid(at + 1, end - at - 1).toInt(&isNumber);
            if (!isNumber)
                return std::nullopt;
            at = end + 1;
        } else {
            return std::nullopt;
        }
        path.steps.push_back(step);
        if (path.steps.size() > mostSteps)
            return std::nullopt;
    }
    return path;
}

std::vector<QByteArray> DescribedPlace::variables() const
{
    std::vector<QByteArray> names = key.variables();
    for (const auto& more : {member.variables(), packed.variables()})
        names.insert(names.end(), more.begin(), more.end());
    return names;
}

std::optional<QByteArray> Description::keyName(const KeyPattern& pattern, const Variables& values) const
{
    auto name = pattern.render(values);
    return name && isDuelineKey(*name, ownPrefix) ? std::nullopt : name;
}

const DescribedField* Description::field(QByteArrayView name) const
{
    const auto found
        = std::find_if(fields.begin(), fields.end(), [name](const DescribedField& each) { return each.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

StateSet Description::states() const
{
    StateSet states;
    for (const DescribedPlace& place : places) {
        states.insert(place.state);
        if (place.state == TaskState::Scheduled)
            states.insert(TaskState::Due);
        if (!place.lock.isEmpty() || place.leasedIf || !place.group.isEmpty())
            states.insert(TaskState::Leased);
    }
    return states;
}

bool Description::hasSharedQueue() const
{
    return queues.source != DescribedQueues::Source::Names
        && std::any_of(places.begin(), places.end(), [](const DescribedPlace& place) { return place.isShared(); });
}

QByteArray wordOf(DescribedPlace::Kind kind)
{
    switch (kind) {
    case DescribedPlace::Kind::SortedSet:
        return "zset";
    case DescribedPlace::Kind::List:
        return "list";
    case DescribedPlace::Kind::Set:
        return "set";
    case DescribedPlace::Kind::Hash:
        return "hash";
    case DescribedPlace::Kind::String:
        return "string";
    case DescribedPlace::Kind::Stream:
        break;
    }
    return "stream";
}

QByteArray wordOf(ScoreUnit unit)
{
    static const QByteArrayList words{"s", "ms", "us", "ns"};
    return words[qsizetype(unit)];
}

QByteArray wordOf(DescribedDecoder decoder)
{
    static const QByteArrayList words{"json", "msgpack", "php", "pickle", "gzip", "zlib", "base64", "text"};
    return words[qsizetype(decoder)];
}

double millisIn(ScoreUnit unit)
{
    switch (unit) {
    case ScoreUnit::Seconds:
        return 1000;
    case ScoreUnit::Milliseconds:
        return 1;
    case ScoreUnit::Microseconds:
        return 1e-3;
    case ScoreUnit::Nanoseconds:
        break;
    }
    return 1e-6;
}

bool matchesStars(QByteArrayView glob, QByteArrayView bytes)
{
    qsizetype star = glob.indexOf('*');
    if (star < 0)
        return glob == bytes;
    if (!bytes.startsWith(glob.first(star)))
        return false;
    glob = glob.sliced(star + 1);
    bytes = bytes.sliced(star);
    for (star = glob.indexOf('*'); star >= 0; star = glob.indexOf('*')) {
        const QByteArrayView part = glob.first(star);
        const qsizetype at = bytes.indexOf(part);
        if (at < 0)
            return false;
        bytes = bytes.sliced(at + part.size());
        glob = glob.sliced(star + 1);
    }
    return bytes.endsWith(glob);
}

} // namespace dueline
