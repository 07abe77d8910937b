// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celerylayout.h"

#include "core/layouts/detection.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

const QByteArray kombuBinding = "_kombu.binding.";
const QByteArray kombuStep = QByteArray("\x06\x16", 2);

class CeleryLayout : public LayoutType
{
public:
    QByteArray name() const override { return "celery"; }
    bool isReadable() const override { return false; }

    Result<> detect(Detection& detection) const override
    {
        const auto bindings = detection.keys("Celery", "*_kombu.binding.*", "set");
        if (!bindings)
            return bindings.error();
        for (const QByteArray& binding : *bindings) {
            const QByteArray queue = binding.mid(binding.indexOf(kombuBinding) + kombuBinding.size());
            if (queue.endsWith("pidbox") || queue == "celeryev")
                continue; // how its workers talk to each other
            std::vector<Command> counts{{"LLEN", queue}};
            for (const char* step : {"3", "6", "9"})
                counts.push_back({"LLEN", queue + kombuStep + step});
            if (const auto added = detection.add("Celery", queue, counts); !added)
                return added;
        }
        return {};
    }

    bool owns(QByteArrayView key, const KnownKeys& known) const override
    {
        const auto isOfQueue = [key](const ForeignQueue& queue) {
            return queue.framework == "Celery" && (key == queue.name || key.startsWith(queue.name + kombuStep));
        };
        return key.startsWith("_kombu.") || key.startsWith("unacked") || key.startsWith("celery-task-meta-")
            || std::any_of(known.queues.begin(), known.queues.end(), isOfQueue);
    }
};

} // namespace

const LayoutType& celeryLayout()
{
    static const CeleryLayout layout;
    return layout;
}

} // namespace dueline
