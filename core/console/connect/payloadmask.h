// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace dueline {

/// Mask for the values of given members in JSON text, at any depth. The text may be split into pieces anywhere. Hidden
/// bytes are never output, and all other bytes keep their positions, so that sizes and offsets remain valid. A string's
/// characters become `*`. Any other value becomes a string of `*` with the same length. A single-character value
/// becomes `0`; if it continues in the next piece, its remaining characters become spaces, so that the result is still
/// JSON. Names are case-insensitive. Text that isn't JSON is masked in the same way; JSON inside a JSON string is not
/// detected. In a pickle's text, names are in single quotes: every byte of VALUE in `{'card': VALUE}` becomes `*`.
class PayloadMask
{
public:
    explicit PayloadMask(const QStringList& fields);

    bool isEmpty() const { return m_fields.isEmpty(); }
    /// Masks the next piece of the text in place.
    void apply(QByteArray& piece);
    /// Prepares the mask for another text.
    void reset();
    /// Masks a complete text or the beginning of one.
    static QByteArray masked(const QByteArray& text, const QStringList& fields);

private:
    enum class State : quint8 {
        Outside,
        Name, ///< in a string that may be a name
        AfterName,
        Value, ///< before the value of a masked member
        String, ///< in the string value of a masked member
        Container,
        Scalar,
        ScalarRest, ///< in the remainder of a scalar that began in an earlier piece
        PickleName, ///< in a single-quoted string that may be a name
        PickleValue, ///< in the value of a masked member of a pickle
    };

    void step(QByteArray& piece, qsizetype at);
    void stepInPickleName(QByteArray& piece, qsizetype at);
    void stepInPickleValue(QByteArray& piece, qsizetype at);
    bool isWanted() const;

    QStringList m_fields; ///< masked members' names, in lower case
    State m_state = State::Outside;
    QByteArray m_name; ///< last string, which may be a name, with its escapes
    bool m_escaped = false; ///< true if the string's previous character is a backslash that escapes the next one
    bool m_inString = false; ///< for Container and PickleValue: true if inside a string
    int m_depth = 0; ///< for Container and PickleValue: nesting depth
    bool m_isPickle = false; ///< for AfterName and Value: true if the name was in single quotes
    char m_quote = 0; ///< for PickleValue: opening quote of the current string
    qsizetype m_scalar = 0; ///< number of characters in the scalar so far
};

} // namespace dueline
