// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listguess.h"

#include "core/layouts/custom/customlayout.h"
#include "core/layouts/list/listlayout.h"
#include "core/layouts/list/listspec.h"
#include "core/layouts/list/listwords.h"
#include "core/layouts/list/resendmessage.h"
#include "core/layouts/port/keyguesses.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qsizetype longestItem = 64 * 1024; ///< maximum size in bytes of a list item to parse as JSON

bool isMessage(const QByteArray& item)
{
    return item.size() <= longestItem && item.trimmed().startsWith('{') && ResendMessage::read(item);
}

} // namespace

Result<> guessLists(KeyGuesses& guesses)
{
    for (const KeyGuesses::List& list : guesses.lists()) {
        if (list.sample.empty())
            continue;
        const int looked = int(list.sample.size());
        const int messages = int(std::count_if(list.sample.begin(), list.sample.end(), isMessage));
        const bool resends = KeyGuesses::isMost(messages, looked);
        const LayoutType& type = resends ? resendLayout() : listLayout();
        auto spec = std::make_shared<ListSpec>(static_cast<const CustomLayout&>(type));
        spec->key = spec->type = list.key;
        LayoutSuggestion suggestion{LayoutSpec(type, spec), list.entries, looked};
        suggestion.fitting = resends ? messages : looked;
        suggestion.rank = resends ? 0 : 4;
        suggestion.isTelling = resends;
        if (resends) {
            suggestion.why = listwords::itemsAreMessages(messages, suggestion.looked);
            suggestion.reason = {
                listwords::itemsAreMessagesInWindow(), {QString::number(messages), QString::number(suggestion.looked)}};
        } else {
            suggestion.why = listwords::itemsAreUnknown();
            suggestion.reason = {listwords::itemsAreUnknownInWindow()};
        }
        guesses.add(std::move(suggestion));
    }
    return {};
}

} // namespace dueline
