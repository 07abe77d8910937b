// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/adoptdoctor.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "core/layouts/custom/adoptstore.h"

using namespace Qt::StringLiterals;

namespace dueline {

Result<std::vector<DoctorFinding>> examineAdoptions(RedisClient& client, const LayoutSpec& layout)
{
    std::vector<DoctorFinding> findings;
    const auto store = adoptStoreOf(layout, client);
    if (!store)
        return findings;
    const auto unfinished = store->unfinished();
    if (!unfinished && isRefusal(unfinished.error().code))
        return findings;
    if (!unfinished)
        return unfinished.error();
    for (const AdoptStore::Unfinished& adoption : *unfinished) {
        const auto held = store->held(adoption.operation);
        if (!held && isRefusal(held.error().code))
            continue;
        if (!held)
            return held.error();
        if (*held == 0)
            continue;
        const QByteArray to = adoption.to.mid(adoption.to.indexOf(' ') + 1);
        DoctorFinding finding;
        finding.kind = DoctorFinding::Kind::InterruptedAdoption;
        finding.severity = DoctorFinding::Severity::Critical;
        finding.queue = store->key();
        finding.count = *held;
        finding.reason = (*held == 1
                ? u"1 task from %1 was moved aside by an interrupted adoption into %2 and will not run."_s
                : u"%1 tasks from %2 were moved aside by an interrupted adoption into %3 and will not run."_s.arg(
                    *held))
                             .arg(printable(store->key(), 60), printable(to, 60));
        finding.remedy
            = u"If the adoption is no longer running, complete it: duectl --layout=%1 adopt --to=%2 --yes."_s.arg(
                shellName(layout.text().toUtf8()), shellName(to));
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace dueline
