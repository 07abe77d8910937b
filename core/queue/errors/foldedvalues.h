// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace dueline {

/// What stands at the places of errors that were folded, as far as it is the same in all of them: what is in quotes,
/// host names, ids and hex vary from the second value on.
class FoldedValues
{
public:
    FoldedValues() = default;
    /// Of one error: ErrorReading::values.
    explicit FoldedValues(QByteArray values);

    /// Another error of the same text: where it has something else, that varies from now on.
    void join(const FoldedValues& other);
    /// Of errors of this text, those at the `<*>` of a kind that covers it.
    FoldedValues under(QByteArrayView kind, QByteArrayView text) const;
    /// The text with each value that is the same in all errors in its place.
    QByteArray writtenInto(QByteArrayView text) const;

    bool operator==(const FoldedValues& other) const { return m_values == other.m_values; }

private:
    std::vector<QByteArrayView> places() const;
    void set(const std::vector<QByteArrayView>& places);

    QByteArray m_values; ///< each with a NUL behind it, empty where it varies
    bool m_allVary = true;
};

} // namespace dueline
