// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QStringList>

namespace dueline {

/// Hides the values of some members of JSON text, at any depth, wherever the text is cut: not one byte of them is
/// handed on, and every other byte stays at its place, so that sizes and offsets stay true. A string becomes as many
/// `*`, anything else a string of them (one character alone: `0`; what of it comes in a later piece: spaces), so that
/// JSON stays JSON. Names are compared without regard to case. Text that is no JSON is looked through the same way;
/// JSON inside a JSON string is not seen. In the text of a pickle names stand in single quotes: of `{'card': VALUE}`
/// every byte of the value becomes `*`.
class PayloadMask
{
public:
    explicit PayloadMask(const QStringList& fields);

    bool isEmpty() const { return m_fields.isEmpty(); }
    /// The next piece of one text, masked in place.
    void apply(QByteArray& piece);
    /// From the start of another text.
    void reset();
    /// A whole text, or its beginning.
    static QByteArray masked(const QByteArray& text, const QStringList& fields);

private:
    enum class State : quint8 {
        Outside,
        Name, ///< in a string that may be a name
        AfterName,
        Value, ///< before the value of a masked member
        String, ///< in it
        Container,
        Scalar,
        ScalarRest, ///< of one that was cut
        PickleName, ///< in a string in single quotes that may be a name
        PickleValue, ///< in what stands behind it
    };

    void step(QByteArray& piece, qsizetype at);
    void stepInPickleName(QByteArray& piece, qsizetype at);
    void stepInPickleValue(QByteArray& piece, qsizetype at);
    bool isWanted() const;

    QStringList m_fields; ///< in lower case
    State m_state = State::Outside;
    QByteArray m_name; ///< of the last string, as it is written
    bool m_escaped = false; ///< the next character of a string is
    bool m_inString = false; ///< Container, PickleValue: within a string of it
    int m_depth = 0; ///< Container, PickleValue
    bool m_isPickle = false; ///< AfterName, Value: the name stood in single quotes
    char m_quote = 0; ///< PickleValue: around the string it is in
    qsizetype m_scalar = 0; ///< its characters so far
};

} // namespace dueline
