// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/memory/memorylayout.h"

#include "tests/support/memory/memorybackend.h"

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

LayoutSpec memoryLayout()
{
    static const MemoryLayout layout;
    return LayoutSpec(layout, std::make_shared<MemoryParameters>());
}

} // namespace dueline
