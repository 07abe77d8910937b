// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

class Theme;

/// Field for a payload, which can contain any bytes. Plain text can be edited; JSON is colored. Other bytes and very
/// long payloads are read-only: up to 16 KiB of them are shown, with escape sequences, and all bytes are preserved
/// until new bytes are set.
class PayloadEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// Maximum size in bytes of payloads that can be edited. Only the beginning of longer payloads is shown.
    static constexpr qsizetype typedUpTo = 64 * 1024;

    explicit PayloadEdit(const Theme& theme);

    void setBytes(const QByteArray& bytes);
    /// Sets the default bytes. Until the user types, focusing the field selects all text, so that typing replaces it.
    void setPreset(const QByteArray& bytes);
    /// Returns the bytes, as set or as edited by the user. If the text has been formatted but the bytes that were set
    /// had no line feeds, returns the JSON without white space, so that only edited values differ.
    QByteArray bytes() const;
    /// Reformats JSON with one value per line. Returns whether the text is JSON. The user can undo this like typing.
    bool format();
    /// Returns the height in pixels for all lines, but for at most `lines`.
    int heightFor(int lines) const;
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
    bool m_isFormatted = false; ///< true if format() has added white space
    bool m_entered = false; ///< true if the mouse button that focused the field is still pressed
};

} // namespace dueline
