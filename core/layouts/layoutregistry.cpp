// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutregistry.h"

#include "core/layouts/handmade/openhandmade.h"
#include "core/layouts/memory/memorybackend.h"
#include "core/layouts/native/nativebackend.h"

namespace dueline {

Result<LayoutSpec> parseLayout(const QString& text)
{
    LayoutSpec spec;
    if (text.isEmpty() || text == u"native")
        return spec;
    if (text == u"memory") {
        spec.kind = LayoutSpec::Kind::Memory;
        spec.store = std::make_shared<MemoryStore>();
        return spec;
    }
    auto handmade = parseHandmade(text);
    if (!handmade)
        return handmade.error();
    spec.kind = LayoutSpec::Kind::Handmade;
    spec.handmade = *std::move(handmade);
    return spec;
}

Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access)
{
    if (layout.kind == LayoutSpec::Kind::Memory)
        return std::unique_ptr<Backend>(std::make_unique<MemoryBackend>(layout.store, session, access));
    if (layout.kind == LayoutSpec::Kind::Handmade)
        return openHandmade(layout.handmade, redis, session, access);

    NativeOptions options;
    options.redis = redis;
    if (!prefix.isEmpty())
        options.prefix = prefix;
    options.session = session;
    options.access = access;
    auto opened = NativeBackend::open(options);
    if (!opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(opened).value());
}

BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access)
{
    return [=] { return openLayout(layout, redis, prefix, session, access); };
}

} // namespace dueline
