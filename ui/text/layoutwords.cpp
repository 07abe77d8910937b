// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layoutwords.h"

#include "core/layouts/layoutregistry.h"

#include <algorithm>

namespace dueline {

const std::vector<std::pair<LayoutChoice, LayoutForm>>& LayoutWords::choices()
{
    static const auto all = [] {
        std::vector<std::pair<LayoutChoice, LayoutForm>> choices;
        for (const LayoutType* type : allLayouts()) {
            std::size_t number = 0;
            for (LayoutForm& form : type->forms())
                choices.emplace_back(LayoutChoice{type, number++}, std::move(form));
        }
        return choices;
    }();
    return all;
}

const LayoutForm& LayoutWords::formOf(const LayoutChoice& choice)
{
    const auto found
        = std::find_if(choices().begin(), choices().end(), [&](const auto& each) { return each.first == choice; });
    return found == choices().end() ? choices().front().second : found->second;
}

QString LayoutWords::text(const char* source) { return source ? tr(source) : QString(); }

QString LayoutWords::text(const LayoutText& text)
{
    QString words = LayoutWords::text(text.source);
    for (const QString& argument : text.arguments)
        words = words.arg(argument);
    return words;
}

QStringList LayoutWords::lostByAdoption(const LayoutSpec& spec)
{
    QStringList sentences;
    for (const LayoutText& sentence : spec.facts().lostByAdoptionInWindow)
        sentences << text(sentence);
    return sentences;
}

} // namespace dueline
