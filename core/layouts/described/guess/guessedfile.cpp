// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/guessedfile.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

using GuessKind = DescribedPlace::Kind;

QByteArray tomlList(const QByteArrayList& texts)
{
    QByteArrayList quoted;
    for (const QByteArray& text : texts)
        quoted << tomlText(text);
    return texts.size() == 1 ? quoted.first() : '[' + quoted.join(", ") + ']';
}

/// Returns the `[payload]` lines.
QByteArrayList storeLines(const GuessedStore& store)
{
    QByteArrayList lines;
    switch (store.kind) {
    case DescribedStore::Kind::Member:
        break;
    case DescribedStore::Kind::String:
        lines << "string = " + tomlText(store.key);
        break;
    case DescribedStore::Kind::HashField:
        lines << "hash = " + tomlText(store.key) << "field = \"<id>\"";
        break;
    case DescribedStore::Kind::HashBody:
        lines << "hash = " + tomlText(store.key) << "body = " + tomlText(store.body);
        break;
    }
    if (store.hasNumberInFront)
        lines << "format = \"<number>;<payload>\"";
    QByteArrayList decoders;
    for (const DescribedDecoder decoder : store.decoders)
        decoders << tomlText(wordOf(decoder));
    if (!decoders.isEmpty())
        lines << "decode = [" + decoders.join(", ") + ']';
    return lines;
}

QByteArray placeLines(const GuessedPlace& place, const GuessedStore& usual)
{
    QByteArrayList lines{"# " + QByteArray::number(place.confidence) + " %: " + place.why.toUtf8(),
        "[place." + place.name + ']', "state = " + tomlText(stateName(place.state).toByteArray()),
        wordOf(place.kind) + " = " + tomlText(place.key)};
    if (place.unit)
        lines << "score = " + tomlText(wordOf(*place.unit));
    if (place.hasFractions)
        lines << "fraction = true";
    if (place.kind == GuessKind::List && !place.runsTail)
        lines << "next = \"tail\"                   # not determined; \"head\" if producers use RPUSH";
    else if (place.kind == GuessKind::List)
        lines << QByteArray(*place.runsTail ? "next = \"tail\"" : "next = \"head\"")
                + (place.isEndWatched ? "" : "                   # the end with the oldest items");
    if (place.unit && StateSet::pending().contains(place.state))
        lines << "mover = \"blind\"                 # the safe choice, because it is unknown how due tasks are moved";
    if (place.isPacked)
        lines << "packed = [\"len8 random\", \"len64 payload\"]";
    if (!place.member.isEmpty())
        lines << "member = " + tomlText(place.member);
    if (place.buckets)
        lines << "buckets = [" + QByteArray::number(place.buckets->first) + ", "
                + QByteArray::number(place.buckets->second) + ']';
    if (!place.lock.isEmpty())
        lines << "lock = " + tomlText(place.lock);
    if (!(place.store == usual))
        lines << "payload = {" + storeLines(place.store).join(", ") + '}';
    return lines.join('\n');
}

QByteArray actionLines(const QByteArray& name, const QByteArrayList& from, const GuessedPlace* to, const char* doubt)
{
    QByteArrayList lines{"[action." + name + ']', "from = " + tomlList(from)};
    if (to)
        lines << "to = " + tomlText(to->name);
    return doubt ? QByteArray("# Not enabled, because ") + doubt + ":\n# " + lines.join("\n# ") : lines.join('\n');
}

} // namespace

QByteArray tomlText(const QByteArray& text)
{
    return '"' + QByteArray(text).replace('\\', "\\\\").replace('"', "\\\"") + '"';
}

bool GuessedFile::hasField(const QByteArray& field) const
{
    return std::any_of(fields.begin(), fields.end(), [&field](const auto& each) { return each.first == field; });
}

QByteArray GuessedFile::text() const
{
    const GuessedPlace* most = &places.front(); // first place that uses the most common store
    const GuessedPlace* ready = nullptr;
    int readyLists = 0;
    const auto sharing = [this](const GuessedStore& store) {
        return std::count_if(
            places.begin(), places.end(), [&store](const GuessedPlace& place) { return place.store == store; });
    };
    for (const GuessedPlace& place : places) {
        if (sharing(place.store) > sharing(most->store))
            most = &place;
        if (place.kind == GuessKind::List && place.state == TaskState::Due) {
            ready = &place;
            ++readyLists;
        }
    }
    QByteArrayList blocks{
        "# Proposed by \"duectl layout guess\" from samples. Check each line before you use the file."};
    for (const QString& sentence : open)
        blocks.last() += "\n# - " + sentence.toUtf8();
    blocks.last() += "\ndueline-layout = 1\nname = " + tomlText(name);
    blocks << "[queues]\n" + source + " = " + (source == "set" ? tomlText(queues.first()) : tomlList(queues));
    const QByteArray evidence = most->store.kind == DescribedStore::Kind::Member ? QByteArray()
                                                                                 : "# payloads exist for "
            + QByteArray::number(most->payloads) + " of " + QByteArray::number(most->ids) + " sampled IDs\n";
    if (const QByteArrayList lines = storeLines(most->store); !lines.isEmpty())
        blocks << evidence + "[payload]\n" + lines.join('\n');
    QByteArrayList named{"[fields]"};
    for (const auto& [field, value] : fields)
        named << field + " = " + value;
    if (named.size() > 1)
        blocks << named.join('\n');
    QByteArrayList scheduled;
    QByteArrayList movable;
    QByteArrayList failed;
    QByteArrayList unclear; // places with failed tasks for which it is unclear how a retry moves them
    for (const GuessedPlace& place : places) {
        blocks << placeLines(place, most->store);
        const bool isTimed = place.unit && StateSet::pending().contains(place.state);
        if (isTimed)
            scheduled << place.name;
        const bool fits = ready && readyLists == 1 && place.store == ready->store && &place != ready;
        if (fits && isTimed)
            movable << place.name;
        if (fits && place.state == TaskState::Failed)
            failed << place.name;
        else if (ready && place.state == TaskState::Failed)
            unclear << place.name;
    }
    for (const auto& [companion, main] : companions) {
        blocks << "[[companion]]                   # has the same members\n" + wordOf(companion.kind) + " = "
                + tomlText(companion.key) + "\nmember = \"<member>\"\nwhere = [" + tomlText(main) + ']';
    }
    const bool lacksQueue = ready && ready->isPerQueue && !hasField("queue")
        && std::any_of(places.begin(), places.end(), [](const GuessedPlace& place) { return !place.isPerQueue; });
    const char* const doubt = !ready             ? nullptr
        : !ready->runsTail                       ? "it is unknown which end of the list workers take tasks from"
        : lacksQueue                             ? "the tasks do not contain the name of their queue"
        : namesOtherQueues && !ready->isPerQueue ? "the tasks contain the names of several queues"
                                                 : nullptr;
    if (!movable.isEmpty())
        blocks << actionLines("run-now", movable, ready, doubt);
    if (!ready && !scheduled.isEmpty())
        blocks << actionLines("run-now", scheduled, nullptr, nullptr);
    if (!scheduled.isEmpty())
        blocks << actionLines("reschedule", scheduled, nullptr, nullptr);
    if (!failed.isEmpty())
        blocks << actionLines("retry", failed, ready, doubt);
    if (!unclear.isEmpty())
        blocks << actionLines("retry", unclear, ready,
            readyLists > 1 ? "several lists contain waiting tasks"
                           : "failed and waiting tasks store their payloads differently");
    return blocks.join("\n\n") + '\n';
}

} // namespace dueline
