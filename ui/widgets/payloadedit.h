// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace dueline {

/// A field for a payload, which may be any bytes. What is plain text can be typed into; other bytes, and many of them,
/// are shown escaped and stay as they are until others are set.
class PayloadEdit : public QPlainTextEdit
{
    Q_OBJECT

public:
    /// More than this is shown by its beginning.
    static constexpr qsizetype typedUpTo = 64 * 1024;

    explicit PayloadEdit(const QFont& font);

    void setBytes(const QByteArray& bytes);
    /// As setBytes(), of what stands there only until somebody types: whichever way the field gets the focus, all of it
    /// is selected, so that what is typed takes its place.
    void setPreset(const QByteArray& bytes);
    /// As set, unless somebody typed.
    QByteArray bytes() const;
    /// Whether what was set can be typed into.
    bool isTyped() const { return !isReadOnly(); }

protected:
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    QString raw() const;
    bool isUntouched() const;

    QByteArray m_bytes;
    QString m_shown; ///< of them, as it came back out of the field
    bool m_isPreset = false;
    bool m_entered = false; ///< by the mouse, whose button is still down
};

} // namespace dueline
