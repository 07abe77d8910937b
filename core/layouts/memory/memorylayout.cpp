// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/memory/memorylayout.h"

#include "core/layouts/memory/memorybackend.h"

namespace dueline {

namespace {

struct MemoryParameters : LayoutParameters
{
    std::shared_ptr<MemoryStore> store = std::make_shared<MemoryStore>();
};

class MemoryLayout : public LayoutType
{
public:
    QByteArray name() const override { return "memory"; }
    bool isOffered() const override { return false; }

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const override
    {
        if (!rest.isEmpty())
            return noSuchLayout(text);
        return LayoutParametersPtr(std::make_shared<MemoryParameters>());
    }

    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const override
    {
        const auto& memory = static_cast<const MemoryParameters&>(*parameters);
        return std::unique_ptr<Backend>(std::make_unique<MemoryBackend>(memory.store, opening.session, opening.access));
    }

    bool isSame(const LayoutParameters* a, const LayoutParameters* b) const override { return a == b; }

    LayoutFacts facts(const LayoutParameters*) const override
    {
        LayoutFacts facts;
        facts.needsServer = false;
        return facts;
    }
};

} // namespace

const LayoutType& memoryLayout()
{
    static const MemoryLayout layout;
    return layout;
}

} // namespace dueline
