// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Values that all errors with the same text share at their placeholders: quoted text, host names, ids and hex. A
/// placeholder with a second value is marked as varying.
class PlaceholderValues
{
public:
    PlaceholderValues() = default;
    /// Creates the values of one error from ErrorReading::values.
    explicit PlaceholderValues(QByteArray values);

    /// Adds the values of another error with the same text. Placeholders with different values are then marked as
    /// varying.
    void join(const PlaceholderValues& other);
    /// Returns the values at the `<*>` of `kind`, which covers errors with this text.
    PlaceholderValues under(QByteArrayView kind, QByteArrayView text) const;
    /// Returns the text with the shared values instead of their placeholders.
    QByteArray writtenInto(QByteArrayView text) const;

    bool operator==(const PlaceholderValues& other) const { return m_values == other.m_values; }

private:
    std::vector<QByteArrayView> places() const;
    void set(const std::vector<QByteArrayView>& places);

    QByteArray m_values; ///< values, each followed by a NUL; an empty value marks a part that varies
    bool m_allVary = true;
};

} // namespace dueline
