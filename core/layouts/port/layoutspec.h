// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Layout and its parameters, as specified by `--layout`.
class LayoutSpec
{
public:
    explicit LayoutSpec(const LayoutType& type, LayoutParametersPtr parameters = {});

    const LayoutType& type() const { return *m_type; }
    const LayoutParametersPtr& parameters() const { return m_parameters; }
    LayoutFacts facts() const { return m_type->facts(m_parameters.get()); }
    /// Returns the text that parseLayout() accepts.
    QString text() const { return m_type->text(m_parameters.get()); }
    /// Returns the connection's layouts, excluding those discovered later. Returns the layout itself if it is a single
    /// layout.
    std::vector<LayoutSpec> parts() const;
    bool isSeveral() const { return !m_type->parts(m_parameters.get()).empty(); }
    /// Returns whether the connection also opens layouts that it discovers on the server.
    bool finds() const { return m_type->finds(); }

    bool operator==(const LayoutSpec& other) const
    {
        return m_type == other.m_type && m_type->isSame(m_parameters.get(), other.m_parameters.get());
    }

private:
    const LayoutType* m_type;
    LayoutParametersPtr m_parameters;
};

/// Parses a `--layout` text that specifies one of `layouts`. Errors: same as LayoutType::parse(), plus NotFound if
/// `text` specifies none of these layouts.
Result<LayoutSpec> parseLayoutAmong(const std::vector<const LayoutType*>& layouts, const QString& text);

} // namespace dueline
