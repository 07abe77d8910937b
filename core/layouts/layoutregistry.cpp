// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutregistry.h"

#include "core/base/text.h"
#include "core/layouts/memory/memorybackend.h"
#include "core/layouts/native/nativebackend.h"

#include <array>

namespace dueline {

namespace {

/// Layouts of the design that this build has no code for.
constexpr std::array planned{"cron", "zset", "pubsub", "list", "resend"};

} // namespace

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
    const QString name = text.section(u':', 0, 0);
    for (const char* layout : planned) {
        if (name == QLatin1StringView(layout))
            return Error{
                ErrorCode::NotSupported, QStringLiteral("This build cannot open the layout %1 yet.").arg(name)};
    }
    return Error{ErrorCode::Usage,
        QStringLiteral("There is no layout \"%1\"; write native, or leave it out.").arg(printable(text.toUtf8(), 60))};
}

Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access)
{
    if (layout.kind == LayoutSpec::Kind::Memory)
        return std::unique_ptr<Backend>(std::make_unique<MemoryBackend>(layout.store, session, access));

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
