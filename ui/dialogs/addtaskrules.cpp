// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/addtaskrules.h"

#include "core/base/text.h"

#include <fnmatch.h>

namespace dueline {

AddTaskRules AddTaskRules::of(const LayoutSpec& layout)
{
    AddTaskRules rules;
    if (layout.kind != LayoutSpec::Kind::Handmade)
        return rules;
    using Design = HandmadeSpec::Design;
    const HandmadeSpec& spec = layout.handmade;
    rules.type = spec.type;
    rules.options = false;
    rules.firstPayload.clear();
    switch (spec.design) {
    case Design::Zset:
        rules.payloadIsName = true;
        rules.payloadHint = tr("Becomes the member of the ZSET; left empty, the id does.");
        break;
    case Design::Cron:
        rules.type.clear();
        rules.ids = rules.payload = rules.copies = false;
        break;
    case Design::Pubsub:
        rules.payload = rules.copies = false;
        rules.needsId = true;
        rules.pattern = spec.keys;
        break;
    case Design::List:
    case Design::Resend:
        rules.times = rules.ids = false;
        rules.hint = tr("A list has no times: the task is taken when its turn comes.");
        rules.payloadHint
            = spec.design == Design::List ? tr("Becomes the item of the list.") : tr("Becomes the message.");
        break;
    }
    return rules;
}

QString AddTaskRules::problemOf(const QString& id, bool hasPayload, int copies) const
{
    if (payloadIsName && hasPayload && !id.isEmpty())
        return tr("Give either an id or a payload, not both: the one given becomes the member.");
    if (payloadIsName && hasPayload && copies > 1)
        return tr("Copies of one payload would be one member; leave the payload empty.");
    if (!times && !hasPayload)
        return tr("Give a payload: it is what the list holds.");
    if (needsId && id.isEmpty())
        return tr("Give an id that matches %1: it is the name of the key.").arg(printable(pattern, 60));
    if (!pattern.isEmpty() && ::fnmatch(pattern.constData(), id.toUtf8().constData(), 0) != 0)
        return tr("The id has to match %1, or nobody finds the key.").arg(printable(pattern, 60));
    return {};
}

} // namespace dueline
