// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"

#include "core/base/text.h"
#include "core/layouts/catalogue/composite/compositelayout.h"
#include "core/layouts/catalogue/discovery/autolayout.h"

#include <algorithm>

namespace dueline {

const std::vector<const LayoutType*>& allLayouts()
{
    static const std::vector<const LayoutType*> layouts = [] {
        std::vector<const LayoutType*> all = knownLayouts();
        all.insert(all.begin(), &autoLayout());
        return all;
    }();
    return layouts;
}

namespace {

/// Returns the error for a string that doesn't specify a layout.
Error unknownLayout(const QString& text)
{
    QStringList names;
    for (const LayoutType* type : allLayouts()) {
        if (type->isReadable())
            names << QString::fromLatin1(type->name());
    }
    const QString last = names.takeLast();
    return {ErrorCode::Usage,
        QStringLiteral("Unknown layout \"%1\"; the available layouts are %2 and %3.")
            .arg(printable(text.toUtf8(), 100), names.join(QStringLiteral(", ")), last)};
}

/// Returns whether `text` begins with a layout. If not, the comma before it is part of the preceding layout's key.
bool beginsLayout(QStringView text)
{
    const auto end
        = std::find_if(text.begin(), text.end(), [](QChar c) { return c == u':' || c == u'?' || c == u','; });
    const QByteArray name = QStringView(text.begin(), end).toUtf8();
    return std::any_of(allLayouts().begin(), allLayouts().end(),
        [&name](const LayoutType* type) { return type->isReadable() && type->name() == name; });
}

} // namespace

Result<LayoutSpec> parseLayout(const QString& typed)
{
    const QString text = typed.startsWith(QChar(QChar::ByteOrderMark)) ? withoutMark(typed) : typed;
    if (text.isEmpty())
        return defaultLayout();
    auto layout = parseLayoutAmong(allLayouts(), text);
    if (!layout && layout.error().code == ErrorCode::NotFound)
        return unknownLayout(text);
    return layout;
}

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
        std::erase(different, defaultLayout());
        return autoLayoutWith(different);
    }
    if (different.empty())
        return defaultLayout();
    return different.size() == 1 ? different.front() : compositeLayout(std::move(different));
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
    opening.frameworks = &knownLayouts();
    return layout.type().open(layout.parameters(), opening);
}

BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access)
{
    return [=] { return openLayout(layout, redis, prefix, session, access); };
}

} // namespace dueline
