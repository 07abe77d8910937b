// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/scriptlibraries.h"

#include <mutex>

namespace dueline {

const ScriptLibrary& scriptLibrary(const char* name)
{
    static std::mutex mutex;
    static std::map<QByteArray, ScriptLibrary> libraries;
    const std::scoped_lock lock(mutex);
    const auto known = libraries.find(name);
    if (known != libraries.end())
        return known->second;
    auto loaded = ScriptLibrary::load(QStringLiteral(":/lua"), QString::fromLatin1(name));
    if (!loaded)
        qFatal("%s", qUtf8Printable(loaded.error().message));
    return libraries.emplace(name, std::move(loaded).value()).first->second;
}

} // namespace dueline
