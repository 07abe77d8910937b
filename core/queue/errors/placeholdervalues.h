// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// Placeholder values shared by all errors with the same text: quoted text, host names, ids and hexadecimal numbers. A
/// placeholder whose values differ is marked as varying.
class PlaceholderValues
{
public:
    PlaceholderValues() = default;
    /// Creates one error's values from ErrorReading::values.
    explicit PlaceholderValues(QByteArray values);

    /// Adds another error's values, for the same text. Marks placeholders whose values differ as varying.
    void join(const PlaceholderValues& other);
    /// Returns this text's values arranged for the `<*>` placeholders in `kind`, the text of a group. `text`: the
    /// errors' own text, which the group covers.
    PlaceholderValues under(QByteArrayView kind, QByteArrayView text) const;
    /// Returns the text with the shared values in place of their placeholders.
    QByteArray writtenInto(QByteArrayView text) const;

    bool operator==(const PlaceholderValues& other) const { return m_values == other.m_values; }

private:
    std::vector<QByteArrayView> places() const;
    void set(const std::vector<QByteArrayView>& places);

    QByteArray m_values; ///< values, each followed by a NUL; an empty value means varying
    bool m_allVary = true;
};

} // namespace dueline
