// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

/// Field for a payload, which can contain any bytes. Plain text can be edited. Other bytes and very long payloads are
/// read-only: up to 16 KiB of them are shown, with escape sequences, and all bytes are preserved until new bytes are
/// set.
class PayloadEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// Maximum size in bytes of payloads that can be edited. Only the beginning of longer payloads is shown.
    static constexpr qsizetype typedUpTo = 64 * 1024;

    explicit PayloadEdit(const QFont& font);

    void setBytes(const QByteArray& bytes);
    /// Sets the default bytes. Until the user types, focusing the field selects all text, so that typing replaces it.
    void setPreset(const QByteArray& bytes);
    /// Returns the bytes, as set or as edited by the user.
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
    QString m_shown; ///< field's text for the bytes that were set
    bool m_isPreset = false;
    bool m_entered = false; ///< true if the mouse button that focused the field is still pressed
};

} // namespace dueline
