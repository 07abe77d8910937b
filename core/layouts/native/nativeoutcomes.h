// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Message with outcomes on a channel. Because channels are shared by all databases of a server, the first entry names
/// the database: `[{"db":1,"id":…`. Readers ignore members that they do not know.
class NativeOutcomes
{
public:
    /// Adds the database to `outcomes`, the result of encodeOutcomes(); an empty value is returned unchanged.
    static QByteArray stamped(const QByteArray& outcomes, int database);

    /// Parses a received message. Older versions and other clients do not name the database.
    explicit NativeOutcomes(QByteArray message);

    std::optional<int> database() const { return m_database; }
    /// Returns the id of the first task; empty if there is none or it is unreadable.
    QByteArray firstId() const;
    /// Returns the outcomes in the form of encodeOutcomes().
    const QByteArray& outcomes() const { return m_outcomes; }

private:
    QByteArray m_outcomes;
    std::optional<int> m_database;
};

} // namespace dueline
