// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctor.h"

#include <QTest>

namespace dueline {

inline const std::atomic<bool> never = false;

inline Diagnosis diagnosisOf(const RedisConfig& redis)
{
    const auto found = examine({redis, defaultLayout(), "dueline"}, never);
    if (!found)
        qFatal("%s", qUtf8Printable(found.error().message));
    return *found;
}

inline std::vector<DoctorFinding> ofKind(const Diagnosis& diagnosis, DoctorFinding::Kind kind)
{
    std::vector<DoctorFinding> found;
    for (const DoctorFinding& finding : diagnosis.findings) {
        if (finding.kind == kind)
            found.push_back(finding);
    }
    return found;
}

/// Returns the complete diagnosis for failure messages.
inline QByteArray all(const Diagnosis& diagnosis)
{
    QByteArray text = "found:";
    for (const DoctorFinding& finding : diagnosis.findings)
        text += '\n' + severityName(finding.severity) + ' ' + findingName(finding) + ": " + finding.reason.toUtf8();
    return text;
}

} // namespace dueline

#define FINDS(diagnosis, kind, expected, words)                                                                        \
    do {                                                                                                               \
        const auto found = ofKind(diagnosis, kind);                                                                    \
        QVERIFY2(found.size() == 1, all(diagnosis).constData());                                                       \
        QCOMPARE(found.front().severity, expected);                                                                    \
        QVERIFY2(found.front().reason.contains(words), all(diagnosis).constData());                                    \
        QVERIFY(!found.front().remedy.isEmpty());                                                                      \
    } while (false)

#define FINDS_NOT(diagnosis, kind) QVERIFY2(ofKind(diagnosis, kind).empty(), all(diagnosis).constData())
