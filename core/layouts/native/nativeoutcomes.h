// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Outcomes as they are published. A channel is that of the whole server and knows no database, so the first entry says
/// which one they are of: `[{"db":1,"id":…`. What reads outcomes passes over members it does not know.
class NativeOutcomes
{
public:
    /// `outcomes`: of encodeOutcomes(); empty stays empty.
    static QByteArray stamped(const QByteArray& outcomes, int database);

    /// What was heard. Older versions and other clients do not say the database.
    explicit NativeOutcomes(QByteArray message);

    std::optional<int> database() const { return m_database; }
    /// The first task it tells of; empty where it tells of none, or cannot be read.
    QByteArray firstId() const;
    /// As encodeOutcomes() made them.
    const QByteArray& outcomes() const { return m_outcomes; }

private:
    QByteArray m_outcomes;
    std::optional<int> m_database;
};

} // namespace dueline
