// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/findqueue.h"

#include "core/base/text.h"
#include "core/layouts/layoutnames.h"

#include <QStringList>

namespace dueline {

namespace {

using Place = LayoutNames::Place;

Error ambiguousQueue(const LayoutNames& names, const QueueName& word, const std::vector<Place>& places)
{
    QStringList layouts;
    QStringList ways;
    for (const Place& place : places) {
        layouts << printable(names.id(place.layout), 100);
        ways << printable(names.spelledName(place), 160);
    }
    return {ErrorCode::Usage,
        QStringLiteral("%1 may be a queue of %2: say %3.")
            .arg(printable(word, 60), layouts.join(QStringLiteral(" and of ")), ways.join(QStringLiteral(" or ")))};
}

} // namespace

Result<std::optional<QueueName>> spelledQueue(const LayoutSpec& layout, const QueueName& word)
{
    const auto parts = layout.parts();
    const LayoutNames names(parts);
    const auto place = layout.isSeveral() ? names.spelled(word) : std::nullopt;
    if (const auto valid = place ? parts[place->layout].checkQueue(place->queue) : layout.checkQueue(word); !valid)
        return valid.error();
    if (place)
        return std::optional(names.name(*place));
    return layout.isSeveral() ? std::nullopt : std::optional(word);
}

Result<QueueName> findQueue(Backend& backend, const LayoutSpec& layout, const QueueName& word, QueueUse use)
{
    const auto spelled = spelledQueue(layout, word);
    if (!spelled)
        return spelled.error();
    if (*spelled)
        return **spelled;
    const auto parts = layout.parts();
    const LayoutNames names(parts);
    std::vector<Place> there;
    std::vector<Place> named; // a design of that key, whether or not it holds a task now
    std::optional<Error> refused;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Place place{i, word};
        const auto only = parts[i].facts().queue;
        if (only ? *only != word : !parts[i].checkQueue(word).ok())
            continue;
        if (only)
            named.push_back(place);
        const auto info = backend.inspector().queue(names.name(place));
        const bool makes = use == QueueUse::Makes && (only || i == names.native());
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
        return names.name(there.front());
    if (refused) // what may not be looked at may be what is meant
        return *refused;
    if (named.size() > 1)
        return ambiguousQueue(names, word, named);
    if (named.size() == 1)
        return names.name(named.front());
    if (names.native())
        return names.name({*names.native(), word});
    return Error{ErrorCode::NotFound,
        QStringLiteral("There is no queue %1 in any layout of this connection.").arg(printable(word, 60))};
}

} // namespace dueline
