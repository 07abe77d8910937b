// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/layoutspec.h"

#include <algorithm>

namespace dueline {

LayoutSpec::LayoutSpec(const LayoutType& type, LayoutParametersPtr parameters)
    : m_type(&type)
    , m_parameters(std::move(parameters))
{ }

std::vector<LayoutSpec> LayoutSpec::parts() const
{
    auto parts = m_type->parts(m_parameters.get());
    if (parts.empty())
        parts.push_back(*this);
    return parts;
}

Result<LayoutSpec> parseLayoutAmong(const std::vector<const LayoutType*>& layouts, const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    const auto end = std::find_if(bytes.begin(), bytes.end(), [](char c) { return c == ':' || c == '?'; });
    const QByteArrayView name(bytes.begin(), end);
    for (const LayoutType* type : layouts) {
        if (name != type->name())
            continue;
        auto parameters = type->parse(text, QByteArrayView(end, bytes.end()));
        if (!parameters)
            return parameters.error();
        return LayoutSpec(*type, *std::move(parameters));
    }
    return noSuchLayout(text);
}

} // namespace dueline
