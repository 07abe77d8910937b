// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlers/handlerregistry.h"

#include "core/base/text.h"

namespace dueline {

Result<> HandlerRegistry::add(const QByteArray& pattern, std::shared_ptr<Handler> handler)
{
    const bool prefix = pattern.endsWith('*');
    const QByteArray name = prefix ? pattern.chopped(1) : pattern;
    if (name.contains('*'))
        return Error{ErrorCode::Usage,
            QStringLiteral("The type \"%1\" has a * that is not at its end; use TYPE, PREFIX* or *.")
                .arg(printable(pattern))};
    if (!(prefix && name.isEmpty())) {
        if (Result<> checked = checkType(name); !checked)
            return checked;
    }
    const auto taken = [&pattern] {
        return Error{ErrorCode::Exists,
            QStringLiteral("The type \"%1\" already has a handler; use one handler per TYPE.").arg(printable(pattern))};
    };
    if (prefix && name.isEmpty()) {
        if (m_all)
            return taken();
        m_all = std::move(handler);
        return {};
    }
    Handlers& handlers = prefix ? m_prefixes : m_exact;
    if (!handlers.try_emplace(name, std::move(handler)).second)
        return taken();
    return {};
}

Handler* HandlerRegistry::find(QByteArrayView type) const
{
    if (!m_exact.empty()) {
        const auto it = m_exact.find(QByteArray::fromRawData(type.data(), type.size()));
        if (it != m_exact.end())
            return it->second.get();
    }
    Handler* best = m_all.get();
    qsizetype length = -1;
    for (const auto& [prefix, handler] : m_prefixes) {
        if (prefix.size() > length && type.startsWith(prefix)) {
            best = handler.get();
            length = prefix.size();
        }
    }
    return best;
}

TypeSelection HandlerRegistry::types() const
{
    TypeSelection selection;
    selection.all = m_all != nullptr;
    if (selection.all)
        return selection;
    for (const auto& entry : m_exact)
        selection.exact.push_back(entry.first);
    for (const auto& entry : m_prefixes)
        selection.prefixes.push_back(entry.first);
    return selection;
}

TypeSelection HandlerRegistry::typesWithout(const std::function<bool(const Handler*)>& held) const
{
    TypeSelection selection;
    selection.all = m_all && !held(m_all.get());
    for (const auto& [name, handler] : m_exact)
        (held(handler.get()) ? selection.exceptExact : selection.exact).push_back(name);
    for (const auto& [prefix, handler] : m_prefixes)
        (held(handler.get()) ? selection.exceptPrefixes : selection.prefixes).push_back(prefix);
    return selection;
}

void HandlerRegistry::each(const std::function<void(const QByteArray&, const Handler&)>& visit) const
{
    for (const auto& [name, handler] : m_exact)
        visit(name, *handler);
    for (const auto& [prefix, handler] : m_prefixes)
        visit(prefix + '*', *handler);
    if (m_all)
        visit("*", *m_all);
}

QByteArray HandlerRegistry::patternOf(const Handler* handler) const
{
    QByteArray found;
    each([&](const QByteArray& pattern, const Handler& one) {
        if (&one == handler)
            found = pattern;
    });
    return found;
}

} // namespace dueline
