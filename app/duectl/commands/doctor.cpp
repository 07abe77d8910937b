// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/doctor.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/jsonwriter.h"
#include "app/duectl/signals.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

using Severity = DoctorFinding::Severity;

constexpr int notAllowed = 3; ///< exit code if no problem was found, but the user wasn't allowed to check everything

struct Repair
{
    const DoctorFinding* finding = nullptr;
    QString done; ///< summary of the repair; empty if nothing was repaired
    QString error;
};

void writeDiagnosisJson(Output& out, const Diagnosis& diagnosis, const std::vector<Repair>& repairs)
{
    JsonWriter json;
    json.beginArray();
    for (const DoctorFinding& finding : diagnosis.findings) {
        json.beginObject();
        json.member("kind", findingName(finding));
        json.member("severity", severityName(finding.severity));
        json.textOrNull("server", finding.server.toUtf8());
        json.textOrNull("queue", finding.queue);
        json.member("count", finding.count);
        json.member("reason", finding.reason.toUtf8());
        json.member("remedy", finding.remedy.toUtf8());
        json.textOrNull("repair", finding.repair.toUtf8());
        if (!finding.filter.isEmpty())
            json.member("filter", finding.filter.toUtf8());
        for (const Repair& repair : repairs) {
            if (repair.finding == &finding)
                json.member(repair.error.isEmpty() ? "repaired" : "error",
                    (repair.error.isEmpty() ? repair.done : repair.error).toUtf8());
        }
        json.endObject();
    }
    json.endArray();
    out.write(json.take());
}

QString countText(const Diagnosis& diagnosis)
{
    QStringList parts;
    for (const Severity severity : {Severity::Critical, Severity::Warning, Severity::Notice}) {
        const qint64 count = diagnosis.count(severity);
        const QString word = QString::fromLatin1(severityName(severity));
        if (count > 0)
            parts << u"%1 %2%3"_s.arg(count).arg(
                word, severity != Severity::Critical && count > 1 ? u"s"_s : QString());
    }
    return parts.join(u", "_s);
}

void writeDiagnosisText(Output& out, const Diagnosis& diagnosis)
{
    for (const DoctorFinding& finding : diagnosis.findings) {
        const QString word = QString::fromLatin1(severityName(finding.severity)).leftJustified(8);
        out.line(
            u"%1  %2%3"_s.arg(word, finding.server.isEmpty() ? QString() : finding.server + u": "_s, finding.reason));
        out.line(u"          %1"_s.arg(finding.remedy));
        if (finding.isRepairable())
            out.line(u"          --repair: %1."_s.arg(finding.repair));
    }
    const QString looked
        = u"checked %1 in %2"_s.arg(diagnosis.looked == 1 ? u"1 entry"_s : u"%1 entries"_s.arg(diagnosis.looked),
            diagnosis.queues == 1 ? u"1 queue"_s : u"%1 queues"_s.arg(diagnosis.queues));
    out.line(diagnosis.findings.empty() ? u"No problems found; %1."_s.arg(looked)
                                        : u"%1; %2."_s.arg(countText(diagnosis), looked));
}

/// Asks for confirmation if the repairs would change more than one task, or before any repair in production. Errors:
/// Refused, Cancelled.
Result<> agree(Context& context, const std::vector<Repair>& wanted)
{
    qint64 tasks = 0;
    for (const Repair& repair : wanted)
        tasks += repair.finding->count;
    if (context.line().has("yes") || (tasks <= 1 && !context.isProduction()))
        return {};
    if (!canAsk())
        return Error{ErrorCode::Refused,
            u"Repairing would change %1 tasks: review the output of \"duectl doctor\" first, then add --yes."_s.arg(
                tasks)};
    for (const Repair& repair : wanted)
        tell(u"%1: %2."_s.arg(printable(repair.finding->queue, 60), repair.finding->repair));
    tell(u"This cannot be undone."_s);
    if (context.isProduction())
        return ask(u"Type %1 to repair: "_s.arg(tasks)) == QString::number(tasks)
            ? Result<>()
            : Error{ErrorCode::Cancelled, u"Nothing was repaired."_s};
    return ask(u"Repair? [y/N] "_s).toLower().startsWith(u'y')
        ? Result<>()
        : Error{ErrorCode::Cancelled, u"Nothing was repaired."_s};
}

void runRepairs(Context& context, std::vector<Repair>& repairs)
{
    const SignalWatch signalWatch;
    for (Repair& repair : repairs) {
        if (signalWatch.count() > 0) {
            repair.error = u"Interrupted before the repair started."_s;
            continue;
        }
        const auto done
            = dueline::repair(context.connection(), Access::Operate, *repair.finding, Context::operatorName());
        if (done)
            repair.done = *done;
        else
            repair.error = done.error().message;
    }
}

} // namespace

Result<int> runDoctor(Context& context)
{
    const bool repairs = context.line().has("repair") && !context.line().has("dry-run");
    if (context.line().has("dry-run") && !context.line().has("repair"))
        return Error{ErrorCode::Usage, u"--dry-run requires --repair; without --repair, doctor changes nothing."_s};
    // Connect before the examination: connecting may prompt for a password, or fail.
    if (const auto opened = context.open(repairs ? Access::Operate : Access::ReadOnly); !opened)
        return opened.error();
    auto signalWatch = std::make_optional<SignalWatch>();
    Progress progress;
    const auto diagnosis
        = examine(context.connection(), signalWatch->came(), [&progress](const QString& text) { progress.show(text); });
    progress.clear();
    signalWatch.reset(); // from now on, Ctrl+C ends the program immediately, even at a prompt
    if (!diagnosis)
        return diagnosis.error();

    std::vector<Repair> wanted;
    for (const DoctorFinding& finding : diagnosis->findings) {
        if (repairs && finding.isRepairable())
            wanted.push_back({&finding, {}, {}});
    }
    if (!wanted.empty()) {
        if (const auto agreed = agree(context, wanted); !agreed)
            return agreed.error();
        runRepairs(context, wanted);
    }
    if (context.json())
        writeDiagnosisJson(context.out(), *diagnosis, wanted);
    else if (!repairs)
        writeDiagnosisText(context.out(), *diagnosis);
    else if (wanted.empty())
        context.out().line(u"Dueline cannot repair any of these findings."_s);
    bool failed = false;
    for (const Repair& repair : wanted) {
        failed = failed || !repair.error.isEmpty();
        if (context.json())
            continue;
        if (repair.error.isEmpty())
            context.out().line(repair.done);
        else
            tell(repair.error);
    }
    if (repairs && !context.json() && !diagnosis->isComplete())
        tell(u"Some checks could not run; \"duectl doctor\" lists them."_s);
    if (repairs ? failed : !diagnosis->isFine())
        return 1;
    return diagnosis->isComplete() ? 0 : notAllowed;
}

} // namespace dueline::duectl
