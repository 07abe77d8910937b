// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/shared/jobs/frameworkparameters.h"
#include "core/layouts/shared/jobs/frameworkscripts.h"

namespace dueline {

/// Layout type of a framework whose queues connections discover. The framework's scripts are in a folder with the
/// layout's name.
class FrameworkLayout : public LayoutType
{
public:
    bool isSought() const override { return true; }
    std::vector<const ScriptLibrary*> scripts() const override
    {
        return {&FrameworkScripts::library(name().constData()), &FrameworkScripts::library("jobs")};
    }
};

/// FrameworkLayout with parameters. `parseSpec`: parser of a `Spec`, the inverse of Spec::text().
template <class Spec, Result<Spec> (*parseSpec)(const QString&)> class SpecLayout : public FrameworkLayout
{
public:
    Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView) const override
    {
        return FrameworkParameters<Spec>::from(parseSpec(text));
    }
    QString text(const LayoutParameters* parameters) const override
    {
        return FrameworkParameters<Spec>::of(parameters).text();
    }
};

} // namespace dueline
