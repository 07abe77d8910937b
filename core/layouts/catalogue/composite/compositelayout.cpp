// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositelayout.h"

#include "core/layouts/catalogue/composite/compositebackend.h"

#include <algorithm>

namespace dueline {

namespace {

/// Parameters of a composite layout, shared by all of a connection's lanes (threads), including the record of changed
/// queues.
class CompositeParameters : public LayoutParameters
{
public:
    explicit CompositeParameters(std::vector<LayoutSpec> given)
        : layouts(std::move(given))
    { }

    const std::vector<LayoutSpec> layouts;
    const std::shared_ptr<ActedQueues> acted = std::make_shared<ActedQueues>();
};

const std::vector<LayoutSpec>& layoutsIn(const LayoutParameters* parameters)
{
    return static_cast<const CompositeParameters*>(parameters)->layouts;
}

class CompositeLayout : public LayoutType
{
public:
    QByteArray name() const override { return "mixed"; }

    QString text(const LayoutParameters* parameters) const override
    {
        QStringList texts;
        for (const LayoutSpec& layout : layoutsIn(parameters))
            texts << layout.text().replace(u',', QStringLiteral("%2C"));
        return texts.join(u',');
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        return CompositeBackend::open(
            layoutsIn(parameters.get()), opening, static_cast<const CompositeParameters*>(parameters.get())->acted);
    }

    LayoutFacts facts(const LayoutParameters* parameters) const override
    {
        const auto& layouts = layoutsIn(parameters);
        LayoutFacts facts;
        facts.needsServer = std::any_of(
            layouts.begin(), layouts.end(), [](const LayoutSpec& layout) { return layout.facts().needsServer; });
        return facts;
    }

    std::vector<LayoutSpec> parts(const LayoutParameters* parameters) const override { return layoutsIn(parameters); }
};

} // namespace

LayoutSpec compositeLayout(std::vector<LayoutSpec> layouts)
{
    static const CompositeLayout type;
    return LayoutSpec(type, std::make_shared<CompositeParameters>(std::move(layouts)));
}

} // namespace dueline
