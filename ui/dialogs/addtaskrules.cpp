// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/addtaskrules.h"

#include "core/base/text.h"

#include <fnmatch.h>

namespace dueline {

AddTaskRules AddTaskRules::of(const LayoutSpec& layout)
{
    const AddingFacts facts = layout.facts().adding;
    AddTaskRules rules;
    static_cast<AddingFacts&>(rules) = facts;
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
