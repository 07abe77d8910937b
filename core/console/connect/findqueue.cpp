// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/findqueue.h"

#include "core/base/text.h"
#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/layouts/catalogue/names/layoutnames.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>

namespace dueline {

namespace {

using Place = LayoutNames::LayoutQueue;

/// Returns the error for a word that matches several queues. `ids`: their layouts. `ways`: their full names.
Error ambiguousQueue(const QueueName& word, const QByteArrayList& ids, const QByteArrayList& ways)
{
    QStringList layouts;
    QStringList spelled;
    for (const QByteArray& id : ids)
        layouts << printable(id, 100);
    for (const QByteArray& way : ways)
        spelled << printable(way, 160);
    return {ErrorCode::Usage,
        QStringLiteral("The name %1 is ambiguous (layouts: %2): use %3.")
            .arg(printable(word, 60), layouts.join(QStringLiteral(", ")), spelled.join(QStringLiteral(" or ")))};
}

Error ambiguousQueue(const LayoutNames& names, const QueueName& word, const std::vector<Place>& places)
{
    QByteArrayList ids;
    QByteArrayList ways;
    for (const Place& place : places) {
        ids << names.id(place.layout);
        ways << names.spelledName(place);
    }
    return ambiguousQueue(word, ids, ways);
}

/// Returns the error for creating a native queue although other layouts have a queue with this name.
Error namesakeOf(const LayoutNames& names, const QueueName& word, const std::vector<QueueName>& others)
{
    QStringList spelled;
    for (const QueueName& other : others)
        spelled << printable(other, 160);
    return {ErrorCode::Usage,
        QStringLiteral("There is no native queue %1. Use %2, or %3 to create the native queue.")
            .arg(printable(word, 60), spelled.join(QStringLiteral(" or ")),
                printable(names.spelledName({*names.native(), word}), 160))};
}

/// Returns the error for creating a queue whose name ends in the suffix of a layout that isn't open. That layout's
/// workers wouldn't see the queue.
Error unopenedLayout(const QueueName& word)
{
    return {ErrorCode::Usage,
        QStringLiteral("%1 is a queue in the %2 layout, which is not open in this connection. Add the layout to the "
                       "connection.")
            .arg(printable(word, 160), printable(word.mid(word.lastIndexOf('@') + 1), 100))};
}

/// Returns the queues among `names` that exist. Errors: same as QueueInspector::queue(), except refusals and NotFound.
Result<std::vector<QueueInfo>> existing(Backend& backend, const std::vector<QueueName>& names)
{
    std::vector<QueueInfo> there;
    for (const QueueName& name : names) {
        auto info = backend.inspector().queue(name);
        if (!info && !isRefusal(info.error().code) && info.error().code != ErrorCode::NotFound)
            return info.error();
        if (info)
            there.push_back(*std::move(info));
    }
    return there;
}

/// Returns the queues in other layouts that have the name of a native queue about to be created. Errors: same as
/// checkOwner(). If a queue's owner is unknown, the native queue must not be created, because the name without a
/// layout would then refer to it.
Result<std::vector<QueueName>> othersOfMade(Backend& backend, const QueueName& word, const QueueName& native)
{
    std::vector<QueueName> others;
    QueueDiscovery* discovery = backend.discovery();
    if (!discovery || backend.inspector().queue(native))
        return others;
    const auto likely = discovery->likely(word);
    if (!likely)
        return others;
    const auto there = existing(backend, *likely);
    if (!there)
        return there.error();
    for (const QueueInfo& info : *there) {
        if (const auto settled = checkOwner(backend, info); !settled)
            return settled.error();
        others.push_back(info.name);
    }
    std::sort(others.begin(), others.end());
    return others;
}

bool isListed(const std::vector<QueueInfo>& queues, const QueueName& name)
{
    return std::any_of(queues.begin(), queues.end(), [&name](const QueueInfo& info) { return info.name == name; });
}

/// Finishes discovering layouts, and returns the queues in all of them. Errors: same as QueueDiscovery and
/// QueueInspector::queues().
Result<std::vector<QueueInfo>> queuesOnceOpened(Backend& backend)
{
    if (QueueDiscovery* discovery = backend.discovery()) {
        for (bool isOpened = false; !isOpened;) {
            const auto stepped = discovery->step();
            if (!stepped)
                return stepped.error();
            isOpened = *stepped;
        }
    }
    return backend.inspector().queues();
}

/// Returns queues with this name that a layout lists although no key has the name, such as a Celery queue bound to a
/// different exchange. Errors: Usage if the word is a stream with several consumer groups.
Result<std::vector<QueueName>> listedQueues(Backend& backend, const QueueName& word)
{
    constexpr qsizetype mostNamed = 5;
    const auto queues = queuesOnceOpened(backend);
    if (!queues)
        return queues.error();
    std::vector<QueueName> listed;
    QStringList groups;
    for (const QueueInfo& info : *queues) {
        if (info.name.lastIndexOf('@') == word.size() && info.name.startsWith(word))
            listed.push_back(info.name);
        else if (info.layout == "stream" && info.name.startsWith(word + '/'))
            groups << printable(info.name, 100);
    }
    if (listed.empty() && !groups.empty()) {
        return Error{ErrorCode::Usage,
            QStringLiteral("The stream \"%1\" has %2 groups; specify one of them: %3%4.")
                .arg(printable(word, 100), QString::number(groups.size()),
                    groups.mid(0, mostNamed).join(QStringLiteral(", ")),
                    groups.size() > mostNamed ? QStringLiteral(" …") : QString())};
    }
    return listed;
}

/// Returns the queues' names. Queues with the same QueueInfo::note are one queue, opened by both Bull and BullMQ;
/// returns only one of their names, preferably a listed queue's. Errors: same as QueueInspector::queues().
Result<std::vector<QueueName>> withoutTwins(Backend& backend, const std::vector<QueueInfo>& known)
{
    std::map<QByteArray, std::vector<QueueName>> twins; // names of the same queue, keyed by QueueInfo::note
    std::vector<QueueName> names;
    for (const QueueInfo& info : known) {
        if (info.note.isEmpty())
            names.push_back(info.name);
        else
            twins[info.note].push_back(info.name);
    }
    for (const auto& [note, alike] : twins) {
        std::size_t chosen = 0;
        if (alike.size() > 1) {
            const auto queues = queuesOnceOpened(backend);
            if (!queues)
                return queues.error();
            const auto listed = std::find_if(
                alike.begin(), alike.end(), [&queues](const QueueName& name) { return isListed(*queues, name); });
            if (listed != alike.end())
                chosen = std::size_t(listed - alike.begin());
        }
        names.push_back(alike[chosen]);
    }
    return names;
}

/// If the word names the connection's only layout, returns the queue name without it: `mail` for `mail@bullmq` or
/// `mail@bullmq:bull`. Otherwise nullopt.
std::optional<QueueName> withoutLayout(const LayoutSpec& layout, const QueueName& word)
{
    const qsizetype at = word.lastIndexOf('@');
    if (layout.isSeveral() || at <= 0 || layout.facts().queue == word)
        return std::nullopt;
    const bool isNamed = LayoutNames(layout).spelled(word).has_value();
    return isNamed ? std::optional(word.first(at)) : std::nullopt;
}

/// Resolves a word that names the connection's only layout. The queue's name may be `bare` or, if the suffix is part of
/// the name, `word`. Errors: Usage if both exist.
Result<ResolvedQueue> findSpelledOut(Backend& backend, const QueueName& word, const QueueName& bare)
{
    const auto there = existing(backend, {word, bare});
    if (!there)
        return there.error();
    if (there->size() > 1) {
        return Error{ErrorCode::Usage,
            QStringLiteral("The name %1 is ambiguous: for the queue %2, use %2; for the queue %1, use %3.")
                .arg(printable(word, 160), printable(bare, 60), printable(word + word.sliced(bare.size()), 200))};
    }
    return ResolvedQueue{there->empty() ? bare : there->front().name};
}

/// Resolves a word on a connection that discovers its layouts.
Result<ResolvedQueue> findAmongFound(Backend& backend, const LayoutSpec& layout, const QueueName& word, QueueUse use)
{
    const auto parts = layout.parts();
    const LayoutNames names(layout);
    const QueueName native = names.name({*names.native(), word});
    if (use != QueueUse::Existing) {
        const auto others = othersOfMade(backend, word, native);
        if (!others)
            return others.error();
        if (others->size() > (use == QueueUse::MayFill ? 0 : 1))
            return namesakeOf(names, word, *others);
        return ResolvedQueue{native, *others};
    }
    std::vector<QueueName> asked;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i != names.native() && (!parts[i].facts().queue || parts[i].facts().queue == word))
            asked.push_back(names.name({i, word}));
    }
    if (QueueDiscovery* discovery = backend.discovery()) {
        const auto likely = discovery->likely(word);
        if (!likely)
            return likely.error();
        asked.insert(asked.end(), likely->begin(), likely->end());
    }
    const auto known = existing(backend, asked);
    if (!known)
        return known.error();
    const auto distinct = withoutTwins(backend, *known);
    if (!distinct)
        return distinct.error();
    std::vector<QueueName> there = *distinct;
    std::sort(there.begin(), there.end());
    const auto own = backend.inspector().queue(native);
    if (!own && !isRefusal(own.error().code) && own.error().code != ErrorCode::NotFound)
        return own.error();
    if (!own && there.empty()) {
        auto listed = listedQueues(backend, word);
        if (!listed)
            return listed.error();
        there = *std::move(listed);
    }
    if (!own && there.empty() && own.error().code == ErrorCode::NotFound && backend.discovery()) {
        const DiscoveryState state = backend.discovery()->state();
        return ResolvedQueue{native, {}, (state.gap() + u' ' + state.unopenedLayouts()).trimmed()};
    }
    if (own || there.empty())
        return ResolvedQueue{native, there};
    if (there.size() == 1)
        return ResolvedQueue{there.front()};
    QByteArrayList ids;
    for (const QueueName& name : there)
        ids << name.mid(name.lastIndexOf('@') + 1);
    return ambiguousQueue(word, ids, QByteArrayList(there.begin(), there.end()));
}

} // namespace

Result<std::optional<QueueName>> spelledQueue(const LayoutSpec& layout, const QueueName& word)
{
    if (const auto bare = withoutLayout(layout, word)) {
        if (const auto valid = checkQueue(layout, *bare); !valid)
            return valid.error();
        return layout.facts().queue ? std::optional(*bare) : std::nullopt;
    }
    if (const auto valid = checkQueue(layout, word); !valid)
        return valid.error();
    if (!layout.isSeveral())
        return std::optional(word);
    LayoutNames names(layout);
    const bool isFurther = names.further(word).has_value();
    const auto place = isFurther ? names.meet(word) : names.spelled(word);
    return place ? std::optional(names.name(*place)) : std::nullopt;
}

bool namesUnopenedLayout(const LayoutSpec& layout, const QueueName& word)
{
    const qsizetype at = word.lastIndexOf('@');
    return !layout.finds() && at > 0 && layout.facts().queue != word && !LayoutNames(layout).spelled(word)
        && parseLayoutAmong(knownLayouts(), QString::fromUtf8(word.sliced(at + 1))).ok();
}

Result<> checkNewQueue(const LayoutSpec& layout, const std::vector<QueueName>& listed, const QueueName& word)
{
    if (std::find(listed.begin(), listed.end(), word) != listed.end())
        return {};
    if (namesUnopenedLayout(layout, word))
        return unopenedLayout(word);
    const LayoutNames names(layout);
    if (!layout.isSeveral() || !names.native() || names.spelled(word) || names.further(word))
        return {};
    std::vector<QueueName> others;
    std::copy_if(listed.begin(), listed.end(), std::back_inserter(others),
        [&word](const QueueName& name) { return name.lastIndexOf('@') == word.size() && name.startsWith(word); });
    return others.empty() ? Result<>() : namesakeOf(names, word, others);
}

QueueName listedQueue(const LayoutSpec& layout, const std::vector<QueueInfo>& queues, const QueueName& word)
{
    if (isListed(queues, word))
        return word;
    if (const auto bare = withoutLayout(layout, word))
        return *bare;
    if (const auto spelled = spelledQueue(layout, word); spelled && *spelled)
        return **spelled;
    std::vector<QueueName> alike;
    for (const QueueInfo& info : queues) {
        if (!info.layout.isEmpty() && info.name == word + '@' + info.layout)
            alike.push_back(info.name);
    }
    return alike.size() == 1 ? alike.front() : word;
}

Result<ResolvedQueue> findQueue(Backend& backend, const LayoutSpec& layout, const QueueName& word, QueueUse use)
{
    const auto spelled = spelledQueue(layout, word);
    if (!spelled)
        return spelled.error();
    if (use != QueueUse::Existing && namesUnopenedLayout(layout, word)) {
        const auto info = backend.inspector().queue(spelled->value_or(word));
        if (!info && info.error().code == ErrorCode::NotFound)
            return unopenedLayout(word);
    }
    if (*spelled)
        return ResolvedQueue{**spelled};
    if (const auto bare = withoutLayout(layout, word))
        return findSpelledOut(backend, word, *bare);
    if (layout.finds())
        return findAmongFound(backend, layout, word, use);
    const auto parts = layout.parts();
    const LayoutNames names(parts);
    std::vector<Place> there;
    std::vector<Place> named; // custom layouts with this key, even if the key has no tasks now
    std::optional<Error> refused;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Place place{i, word};
        const auto only = parts[i].facts().queue;
        if (only ? *only != word : !checkQueue(parts[i], word).ok())
            continue;
        if (only)
            named.push_back(place);
        const auto info = backend.inspector().queue(names.name(place));
        const bool makes = use != QueueUse::Existing && (only || i == names.native());
        if (info || makes)
            there.push_back(place);
        else if (!isRefusal(info.error().code) && info.error().code != ErrorCode::NotFound)
            return info.error();
        else if (info.error().code != ErrorCode::NotFound && !refused)
            refused = info.error();
    }
    if (there.size() > 1)
        return ambiguousQueue(names, word, there);
    if (there.size() == 1)
        return ResolvedQueue{names.name(there.front())};
    if (refused) // the user may mean the unreadable queue
        return *refused;
    if (named.size() > 1)
        return ambiguousQueue(names, word, named);
    if (named.size() == 1)
        return ResolvedQueue{names.name(named.front())};
    if (names.native())
        return ResolvedQueue{names.name({*names.native(), word})};
    return Error{ErrorCode::NotFound,
        QStringLiteral("There is no queue %1 in any of this connection's layouts.").arg(printable(word, 60))};
}

} // namespace dueline
