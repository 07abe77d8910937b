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
        if (const auto reach = reachToAllow(part.parameters().get(), connection.redis); reach && *reach)
            files.push_back({part.text(), (*reach)->text, (*reach)->allow});
    }
    return files;
}

} // namespace dueline
