// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Values of the placeholders that are the same in all errors with the same text: quoted text, host names, ids and
/// hexadecimal numbers. If errors have different values for a placeholder, it is marked as varying.
class PlaceholderValues
{
public:
    PlaceholderValues() = default;
    /// Creates the values of one error from ErrorReading::values.
    explicit PlaceholderValues(QByteArray values);

    /// Adds the values of another error with the same text. Marks placeholders whose values differ as varying.
    void join(const PlaceholderValues& other);
    /// Returns the values for the placeholders `<*>` of `kind`, the text of a group that covers errors with the text
    /// `text`.
    PlaceholderValues under(QByteArrayView kind, QByteArrayView text) const;
    /// Returns the text with shared values in place of their placeholders.
    QByteArray writtenInto(QByteArrayView text) const;

    bool operator==(const PlaceholderValues& other) const { return m_values == other.m_values; }

private:
    std::vector<QByteArrayView> places() const;
    void set(const std::vector<QByteArrayView>& places);

    QByteArray m_values; ///< values, each followed by a NUL; an empty value marks a part that varies
    bool m_allVary = true;
};

} // namespace dueline
