// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/discovery/autolayout.h"

#include "core/layouts/catalogue/composite/compositebackend.h"
#include "core/layouts/catalogue/discovery/discovery.h"
#include "core/layouts/catalogue/names/knownlayouts.h"

namespace dueline {

namespace {

/// Parameters of `auto`, shared by all of a connection's lanes (threads), including the search results and the record
/// of changed queues.
struct AutoParameters : LayoutParameters
{
    std::vector<LayoutSpec> others; ///< additional layouts specified by the user
    std::shared_ptr<KeySearch> search = std::make_shared<KeySearch>();
    std::shared_ptr<ActedQueues> acted = std::make_shared<ActedQueues>();
};

const AutoParameters& autoParameters(const LayoutParameters* parameters)
{
    static const AutoParameters none;
    return parameters ? static_cast<const AutoParameters&>(*parameters) : none;
}

class AutoLayout : public LayoutType
{
public:
    QByteArray name() const override { return "auto"; }
    bool finds() const override { return true; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const override
    {
        if (!rest.isEmpty())
            return LayoutType::parse(text, rest);
        return LayoutParametersPtr(std::make_shared<const AutoParameters>());
    }

    QString text(const LayoutParameters* parameters) const override
    {
        QString text = QString::fromLatin1(name());
        for (const LayoutSpec& other : autoParameters(parameters).others)
            text += u',' + other.text().replace(u',', QStringLiteral("%2C"));
        return text;
    }

    std::vector<LayoutSpec> parts(const LayoutParameters* parameters) const override
    {
        std::vector<LayoutSpec> parts{defaultLayout()};
        const auto& others = autoParameters(parameters).others;
        parts.insert(parts.end(), others.begin(), others.end());
        return parts;
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        // Search results can't be shared without parameters.
        const auto search = parameters ? autoParameters(parameters.get()).search : std::make_shared<KeySearch>();
        const auto acted = parameters ? autoParameters(parameters.get()).acted : std::make_shared<ActedQueues>();
        LayoutOpening sharing = opening;
        sharing.found = std::shared_ptr<const FoundQueues>(search, &search->found);
        const std::vector<LayoutSpec> layouts = parts(parameters.get());
        std::set<QByteArray> opened;
        for (const LayoutSpec& layout : layouts)
            opened.insert(layout.type().name());
        return CompositeBackend::open(
            layouts, sharing, acted, std::make_unique<Discovery>(opening.lane, opening.prefix, search, opened));
    }

    std::vector<LayoutUsage> usage() const override
    {
        return {{"auto", "native queues, and all other products' queues found on the server; the default"}};
    }

    std::vector<LayoutForm> forms() const override
    {
        LayoutForm form;
        form.title = QT_TRANSLATE_NOOP("LayoutWords", "Auto: Dueline's own queues and any others found");
        form.explanation = QT_TRANSLATE_NOOP(
            "LayoutWords", "Native queues and the queues of all job frameworks found on this server.");
        return {form};
    }
};

} // namespace

const LayoutType& autoLayout()
{
    static const AutoLayout layout;
    return layout;
}

LayoutSpec autoLayoutWith(const std::vector<LayoutSpec>& others)
{
    const auto parameters = std::make_shared<AutoParameters>();
    parameters->others = others;
    return LayoutSpec(autoLayout(), parameters);
}

} // namespace dueline
