// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/doctorfinding.h"

namespace dueline {

bool endsOneLookOnly(const Error& error)
{
    return isRefusal(error.code) || error.code == ErrorCode::Server || error.code == ErrorCode::Protocol
        || error.code == ErrorCode::NotFound || error.code == ErrorCode::Exists || error.code == ErrorCode::Full
        || error.code == ErrorCode::ReadOnlyServer || error.code == ErrorCode::Io;
}

DoctorFinding notLookedAt(const QString& server, const QString& what, const Error& error, const QString& remedy)
{
    return {DoctorFinding::Kind::Unknown, DoctorFinding::Severity::Notice, server, {}, 0,
        QStringLiteral("%1: %2").arg(what, error.message), remedy, {}};
}

QByteArray findingName(const DoctorFinding& finding)
{
    using Kind = DoctorFinding::Kind;
    switch (finding.kind) {
    case Kind::Unknown:
        return "unknown";
    case Kind::Version:
        return "version";
    case Kind::Role:
        return "role";
    case Kind::Permissions:
        return "permissions";
    case Kind::Eviction:
        return "eviction";
    case Kind::Memory:
        return "memory";
    case Kind::Persistence:
        return "persistence";
    case Kind::Disk:
        return "disk";
    case Kind::Replicas:
        return "replicas";
    case Kind::Clock:
        return "clock";
    case Kind::Scripts:
        return "scripts";
    case Kind::Functions:
        return "functions";
    case Kind::WrongType:
        return "wrong-type";
    case Kind::Damaged:
        return "damaged";
    case Kind::Quarantined:
        return "quarantined";
    case Kind::Doubled:
        return "doubled";
    case Kind::Strays:
        return "strays";
    case Kind::Leftovers:
        return "leftovers";
    case Kind::ExpiredLeases:
        return "expired-leases";
    case Kind::LostLeases:
        return "lost-leases";
    case Kind::CrashSuspects:
        return "crash-suspects";
    case Kind::Unserved:
        return "unserved";
    case Kind::Paused:
        return "paused";
    case Kind::Schedule:
        return "schedule";
    case Kind::InterruptedOperation:
        return "interrupted-operation";
    case Kind::InterruptedAdoption:
        return "interrupted-adoption";
    case Kind::OfLayout:
        return finding.word;
    }
    Q_UNREACHABLE();
    return {};
}

QByteArray severityName(DoctorFinding::Severity severity)
{
    using Severity = DoctorFinding::Severity;
    switch (severity) {
    case Severity::Notice:
        return "notice";
    case Severity::Warning:
        return "warning";
    case Severity::Critical:
        return "critical";
    }
    Q_UNREACHABLE();
    return {};
}

} // namespace dueline
