// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Message with outcomes, sent on a channel. Channels are shared by all databases of a server, so the first entry
/// contains the database number: `[{"db":1,"id":…`. Readers ignore unknown members.
class NativeOutcomes
{
public:
    /// Returns `outcomes`, the result of encodeOutcomes(), with the number of the database added. An empty value is
    /// returned unchanged.
    static QByteArray stamped(const QByteArray& outcomes, int database);

    /// Parses a received message. Messages from older versions and other clients do not contain the database number.
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
