// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Message with outcomes, sent on a channel. A server's databases share its channels, so the first entry contains the
/// database number: `[{"db":1,"id":…`. Readers ignore unknown members.
class NativeOutcomes
{
public:
    /// Returns `outcomes`, as encoded by encodeOutcomes(), with the database number added. An empty value is returned
    /// unchanged.
    static QByteArray stamped(const QByteArray& outcomes, int database);

    /// Parses a received message. Messages from older versions and other clients don't contain the database number.
    explicit NativeOutcomes(QByteArray message);

    std::optional<int> database() const { return m_database; }
    /// Returns the id of the first task; empty if there is none or it is unreadable.
    QByteArray firstId() const;
    /// Returns the outcomes, as encoded by encodeOutcomes().
    const QByteArray& outcomes() const { return m_outcomes; }

private:
    QByteArray m_outcomes;
    std::optional<int> m_database;
};

} // namespace dueline
