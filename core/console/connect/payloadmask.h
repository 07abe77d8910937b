// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace dueline {

/// Mask for the values of given members in JSON text, at any depth and regardless of how the text is split into pieces.
/// Hidden bytes are never output, and all other bytes keep their positions, so sizes and offsets remain valid. The
/// characters of a string become `*`. Any other value becomes a string of `*` with the same length. A value of one
/// character becomes `0`; if the value continues in a later piece, the continuation becomes spaces, so the result is
/// still JSON. Names compare case-insensitively. Text that is not JSON is masked in the same way; JSON inside a JSON
/// string is not detected. In the text of a pickle, names are in single quotes: every byte of VALUE in `{'card':
/// VALUE}` becomes `*`.
class PayloadMask
{
public:
    explicit PayloadMask(const QStringList& fields);

    bool isEmpty() const { return m_fields.isEmpty(); }
    /// Masks the next piece of a string in place.
    void apply(QByteArray& piece);
    /// Resets the mask for the next text.
    void reset();
    /// Masks a complete string, or the beginning of one.
    static QByteArray masked(const QByteArray& text, const QStringList& fields);

private:
    enum class State : quint8 {
        Outside,
        Name, ///< inside a string that may be a name
        AfterName,
        Value, ///< just before the value of a masked member
        String, ///< inside a masked string
        Container,
        Scalar,
        ScalarRest, ///< inside the rest of a masked scalar
        PickleName, ///< inside a single-quoted string that may be a name
        PickleValue, ///< inside the value after a masked name
    };

    void step(QByteArray& piece, qsizetype at);
    void stepInPickleName(QByteArray& piece, qsizetype at);
    void stepInPickleValue(QByteArray& piece, qsizetype at);
    bool isWanted() const;

    QStringList m_fields; ///< field names in lower case
    State m_state = State::Outside;
    QByteArray m_name; ///< last string, as written in the text
    bool m_escaped = false; ///< true if the next character of a string is escaped
    bool m_inString = false; ///< for Container and PickleValue: true while inside a string
    int m_depth = 0; ///< for Container and PickleValue: nesting depth
    bool m_isPickle = false; ///< for AfterName and Value: true if the name was in single quotes
    char m_quote = 0; ///< for PickleValue: quote character of the current string
    qsizetype m_scalar = 0; ///< number of characters of the scalar so far
};

} // namespace dueline
