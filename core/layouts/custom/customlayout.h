// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/adoptstore.h"
#include "core/layouts/custom/custombackend.h"
#include "core/layouts/custom/customspec.h"

namespace dueline {

/// Base class for the layouts of custom designs. Such a layout is specified by a key and parameters, and stores
/// Dueline's data in an overlay (see NativeOverlay). Each design has its own folder, with a class derived from this
/// one.
class CustomLayout : public LayoutType
{
public:
    /// Returns the parameters that may follow the key in `--layout`. If a parameter occurs more than once, the last
    /// value is used.
    virtual QByteArrayList parameterNames() const = 0;
    /// Returns whether all tasks have the same type, set by a layout parameter.
    bool hasTypes() const { return parameterNames().contains("type"); }
    virtual CustomParts parts(const CustomSpec& spec) const = 0;
    /// Creates the store for moving the design's entries to a native queue.
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
    /// Returns the folder in `:/lua` with this design's scripts.
    virtual const char* scriptFolder() const = 0;
    /// Adds facts about the design: the form, the options for adding tasks, and the data that an adoption loses.
    virtual void addFacts(const CustomSpec& spec, LayoutFacts& facts) const = 0;
};

/// Form fields and usage strings that several designs share.
LayoutField keyField();
LayoutField typeField();
LayoutUsage usageOfType();

} // namespace dueline
