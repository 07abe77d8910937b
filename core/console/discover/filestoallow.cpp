// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/filestoallow.h"

#include "core/layouts/catalogue/names/layoutnames.h"
#include "core/layouts/described/describedlayout.h"

namespace dueline {

std::vector<FileToAllow> filesToAllow(const ConnectionSpec& connection, const std::vector<QueueName>& queues)
{
    std::vector<FileToAllow> files;
    const std::vector<LayoutSpec> parts = connection.layout.parts();
    for (const LayoutSpec& part : parts) {
        if (&part.type() != &fileLayout())
            continue;
        std::vector<QueueName> own;
        const QByteArray ending = '@' + LayoutNames::idOf(part);
        for (const QueueName& queue : queues) {
            if (parts.size() == 1 && !connection.layout.finds())
                own.push_back(queue);
            else if (queue.endsWith(ending))
                own.push_back(queue.chopped(ending.size()));
        }
        if (const auto reach = reachToAllow(part.parameters().get(), connection.redis, own); reach && *reach)
            files.push_back({part.text(), (*reach)->text, (*reach)->allow});
    }
    return files;
}

} // namespace dueline
