// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/duration.h"

#include <QCommandLineParser>

#include <cstdio>
#include <cstdlib>
#include <limits>

namespace dueline {

/// Command line of a test program (chaos, endurance, benchmarks). Exits with a one-sentence error and code 2 on an
/// invalid value, so that a run never measures anything other than what was requested.
class ProgramOptions
{
public:
    explicit ProgramOptions(const char* description)
    {
        m_parser.setApplicationDescription(QString::fromUtf8(description));
        m_parser.addHelpOption();
    }

    /// Adds an option. `value` names its value in --help; `standard` is the default.
    void add(const char* name, const char* text, const char* value, const char* standard = "")
    {
        m_parser.addOption({key(name), QString::fromUtf8(text), QString::fromUtf8(value), QString::fromUtf8(standard)});
    }
    QCommandLineParser& parser() { return m_parser; }
    void process(const QCoreApplication& application) { m_parser.process(application); }

    bool isSet(const char* name) const { return m_parser.isSet(key(name)); }
    QString text(const char* name) const { return m_parser.value(key(name)); }

    template <typename Number = int> Number number(const char* name, Number least = 0) const
    {
        bool ok = false;
        const qint64 value = text(name).toLongLong(&ok);
        if (!ok || value < qint64(least) || value > qint64(std::numeric_limits<Number>::max())) {
            std::fprintf(stderr, "--%s takes a whole number of at least %lld.\n", name, static_cast<long long>(least));
            std::exit(2);
        }
        return Number(value);
    }
    Millis duration(const char* name, Millis least) const
    {
        const Result<Millis> value = parseDuration(text(name));
        if (!value || *value < least) {
            std::fprintf(stderr, "--%s takes a duration of at least %s.\n", name, qPrintable(formatDuration(least)));
            std::exit(2);
        }
        return *value;
    }

private:
    static QString key(const char* name) { return QString::fromLatin1(name); }

    QCommandLineParser m_parser;
};

} // namespace dueline
