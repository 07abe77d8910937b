// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layoutwords.h"

#include "core/base/text.h"
#include "core/layouts/catalogue/layoutregistry.h"

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
        std::stable_partition(choices.begin(), choices.end(), [](const auto& each) { return !each.second.isOneQueue; });
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

bool LayoutChoice::isDesign() const { return LayoutWords::formOf(*this).isOneQueue; }

QString LayoutWords::markOf(const QByteArray& id)
{
    const auto layout = id.isEmpty() ? Result(defaultLayout()) : parseLayout(QString::fromUtf8(id));
    return layout ? QString::fromUtf8(layout->type().product()) : QString();
}

QString LayoutWords::headOf(const QByteArray& id, const QStringList& versions)
{
    const QString product = markOf(id);
    if (id.isEmpty() || id == defaultLayout().text().toUtf8())
        return tr("Native");
    QString head = product.isEmpty() ? printable(id, 60) : product;
    if (!product.isEmpty() && !versions.isEmpty())
        head += u' ' + versions.join(QStringLiteral(", "));
    if (!product.isEmpty() && id.contains(':')) // if there are multiple prefixes, each has a separate heading
        head += QStringLiteral(" (%1)").arg(printable(id, 60));
    return head;
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
