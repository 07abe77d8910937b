// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

/// Field for a payload, which can contain any bytes. Plain text can be edited. Other bytes and very long payloads are
/// displayed with escape sequences, and are preserved until new bytes are set.
class PayloadEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// Maximum size in bytes of a payload that is completely displayed.
    static constexpr qsizetype typedUpTo = 64 * 1024;

    explicit PayloadEdit(const QFont& font);

    void setBytes(const QByteArray& bytes);
    /// Sets bytes as the default value. Until the user types, focusing the field selects all text, so that the user's
    /// input replaces it.
    void setPreset(const QByteArray& bytes);
    /// Returns the bytes that were set, or that result from the user's edits.
    QByteArray bytes() const;
    /// Returns whether the contents can be edited.
    bool isTyped() const { return !isReadOnly(); }

protected:
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QString raw() const;
    bool isUntouched() const;

    QByteArray m_bytes;
    QString m_shown; ///< text of the field for the bytes that were set
    bool m_isPreset = false;
    bool m_entered = false; ///< true if the field was focused with a mouse button that is still pressed
};

} // namespace dueline
