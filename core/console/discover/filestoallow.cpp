// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/filestoallow.h"

#include "core/layouts/described/describedlayout.h"

namespace dueline {

std::vector<FileToAllow> filesToAllow(const ConnectionSpec& connection)
{
    std::vector<FileToAllow> files;
    for (const LayoutSpec& part : connection.layout.parts()) {
        if (&part.type() != &fileLayout())
            continue;
        if (const auto reach = reachToAllow(part.parameters().get(), connection.redis); reach && !reach->isEmpty())
            files.push_back({part, *reach});
    }
    return files;
}

Result<> allowFile(const FileToAllow& file, const ConnectionSpec& connection)
{
    const auto allowed = allowFileLayout(file.layout.parameters().get(), connection.redis);
    return allowed ? Result<>() : Result<>(allowed.error());
}

} // namespace dueline
