// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/adoptstore.h"
#include "core/layouts/custom/custombackend.h"
#include "core/layouts/custom/customspec.h"

namespace dueline {

/// What the designs people write by hand share as layouts: a key, parameters behind it, and an overlay. A design's
/// folder derives from it and says what is its own.
class CustomLayout : public LayoutType
{
public:
    /// In `--layout`, behind the key; of one that is given twice the last counts.
    virtual QByteArrayList parameterNames() const = 0;
    /// Whether all its tasks have one type, which is a parameter.
    bool hasTypes() const { return parameterNames().contains("type"); }
    virtual CustomParts parts(const CustomSpec& spec) const = 0;
    /// Creates the store that moves the design's entries into a native queue.
    virtual std::unique_ptr<AdoptStore> adoptStore(
        RedisClient& client, const LayoutParametersPtr& parameters) const = 0;

    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const final;
    QString text(const LayoutParameters* parameters) const final;
    Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const final;
    LayoutFacts facts(const LayoutParameters* parameters) const final;
    std::vector<const ScriptLibrary*> scripts() const override;

protected:
    virtual std::shared_ptr<CustomSpec> make() const = 0;
    /// The folder of its own scripts, `:/lua/<name>`.
    virtual const char* scriptFolder() const = 0;
    /// Adds what is its own: the form, what adding asks for, what an adoption loses.
    virtual void addFacts(const CustomSpec& spec, LayoutFacts& facts) const = 0;
};

/// Fields that several designs have.
LayoutField keyField();
LayoutField typeField();
inline constexpr LayoutUsage usageOfType{"  type=NAME", "the type that all its tasks have (the key's name)"};

} // namespace dueline
