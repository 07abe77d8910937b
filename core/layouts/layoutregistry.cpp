// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutregistry.h"

#include "core/base/text.h"
#include "core/layouts/asynq/asynqlayout.h"
#include "core/layouts/auto/autolayout.h"
#include "core/layouts/bull/bulllayout.h"
#include "core/layouts/bullmq/bullmqlayout.h"
#include "core/layouts/celery/celerylayout.h"
#include "core/layouts/laravel/laravellayout.h"
#include "core/layouts/list/listlayout.h"
#include "core/layouts/memory/memorylayout.h"
#include "core/layouts/mixed/mixedlayout.h"
#include "core/layouts/native/nativelayout.h"
#include "core/layouts/pubsub/pubsublayout.h"
#include "core/layouts/rq/rqlayout.h"
#include "core/layouts/sidekiq/sidekiqlayout.h"
#include "core/layouts/zset/zsetlayout.h"

#include <algorithm>

namespace dueline {

const std::vector<const LayoutType*>& allLayouts()
{
    static const std::vector<const LayoutType*> layouts{&autoLayout(), &nativeLayout(), &memoryLayout(), &zsetLayout(),
        &cronLayout(), &listLayout(), &resendLayout(), &pubsubLayout(), &sidekiqLayout(), &rqLayout(), &asynqLayout(),
        &bullMqLayout(), &bullLayout(), &laravelLayout(), &celeryLayout()};
    return layouts;
}

Error unknownLayout(const QString& text)
{
    QStringList names;
    for (const LayoutType* type : allLayouts()) {
        if (type->isOffered())
            names << QString::fromLatin1(type->name());
    }
    const QString last = names.takeLast();
    return {ErrorCode::Usage,
        QStringLiteral("The layout \"%1\" is none of %2 and %3.")
            .arg(printable(text.toUtf8(), 100), names.join(QStringLiteral(", ")), last)};
}

Result<LayoutSpec> parseLayout(const QString& typed)
{
    const QString text = typed.startsWith(QChar(QChar::ByteOrderMark)) ? withoutMark(typed) : typed;
    const QByteArray bytes = text.toUtf8();
    if (bytes.isEmpty())
        return LayoutSpec();
    const auto end = std::find_if(bytes.begin(), bytes.end(), [](char c) { return c == ':' || c == '?'; });
    const QByteArrayView name(bytes.begin(), end);
    for (const LayoutType* type : allLayouts()) {
        if (name != type->name())
            continue;
        auto parameters = type->parse(text, QByteArrayView(end, bytes.end()));
        if (!parameters)
            return parameters.error();
        return LayoutSpec(*type, *std::move(parameters));
    }
    return unknownLayout(text);
}

namespace {

/// Whether another layout begins here, rather than the key before the comma going on.
bool beginsLayout(QStringView text)
{
    const auto end
        = std::find_if(text.begin(), text.end(), [](QChar c) { return c == u':' || c == u'?' || c == u','; });
    const QByteArray name = QStringView(text.begin(), end).toUtf8();
    return std::any_of(allLayouts().begin(), allLayouts().end(),
        [&name](const LayoutType* type) { return type->isReadable() && type->name() == name; });
}

} // namespace

Result<LayoutSpec> parseLayouts(const QString& text)
{
    std::vector<LayoutSpec> layouts;
    qsizetype from = 0;
    for (qsizetype comma = text.indexOf(u','); comma >= 0; comma = text.indexOf(u',', comma + 1)) {
        if (!beginsLayout(QStringView(text).sliced(comma + 1)))
            continue;
        auto layout = parseLayout(text.sliced(from, comma - from));
        if (!layout)
            return layout;
        layouts.push_back(*std::move(layout));
        from = comma + 1;
    }
    auto last = parseLayout(text.sliced(from));
    if (!last)
        return last;
    layouts.push_back(*std::move(last));
    return joinLayouts(layouts);
}

LayoutSpec joinLayouts(const std::vector<LayoutSpec>& layouts)
{
    std::vector<LayoutSpec> different;
    bool finds = false;
    for (const LayoutSpec& layout : layouts) {
        finds = finds || layout.finds();
        for (const LayoutSpec& part : layout.parts()) {
            if (std::find(different.begin(), different.end(), part) == different.end())
                different.push_back(part);
        }
    }
    if (finds) {
        std::erase(different, LayoutSpec());
        return autoLayoutWith(different);
    }
    if (different.empty())
        return LayoutSpec();
    return different.size() == 1 ? different.front() : mixedLayout(std::move(different));
}

LayoutSpec automaticLayout() { return autoLayoutWith({}); }

Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access)
{
    LayoutOpening opening;
    if (layout.facts().needsServer)
        opening.lane = std::make_shared<RedisLane>(redis, access);
    opening.prefix = prefix.isEmpty() ? QByteArray("dueline") : prefix;
    opening.session = session;
    opening.access = access;
    return layout.type().open(layout.parameters(), opening);
}

BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access)
{
    return [=] { return openLayout(layout, redis, prefix, session, access); };
}

} // namespace dueline
