// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/bytelines.h"

#include <QAbstractScrollArea>

namespace dueline {

class Theme;

/// Read-only view of any number of bytes, as text or hex. It lays out only the visible lines, which takes about a
/// millisecond; a text widget would take seconds. No markup is interpreted, and invisible characters are escaped.
class BytesArea : public QAbstractScrollArea
{
    Q_OBJECT

public:
    enum class Form : quint8 { Text, Hex };

    explicit BytesArea(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the bytes. Each call may append to the previous bytes while a payload is loading.
    void setBytes(const QByteArray& bytes);
    void setForm(Form form);
    /// Scrolls to a range of bytes and highlights it. A length of zero removes the highlight.
    void mark(qsizetype offset, qsizetype length);
    /// Returns the visible lines, as painted.
    QStringList visibleLines() const;
    qsizetype lineCount() const;
    /// Returns the rectangle that `letters` occupies at the start of a visible line (0 is the first), in viewport
    /// pixels.
    QRect rectOf(int lineInView, const QString& letters) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QByteArrayView bytesOf(qsizetype line) const;
    qsizetype lineAt(qsizetype offset) const;
    qsizetype beginOf(qsizetype line) const;
    QString textOf(qsizetype line) const;
    /// Returns the x coordinate where the line's first `bytes` bytes end.
    int widthOf(qsizetype line, qsizetype bytes) const;
    int lineHeight() const;
    int linesInView() const;
    void fitBars();
    /// Notifies assistive technologies if the visible lines have changed.
    void tell();

    const Theme& m_theme;
    QByteArray m_bytes;
    ByteLines m_lines;
    Form m_form = Form::Text;
    qsizetype m_marked = 0;
    qsizetype m_markedLength = 0;
    QString m_told; ///< visible lines at the last notification
};

} // namespace dueline
