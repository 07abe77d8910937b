// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/bytelines.h"

#include <QAbstractScrollArea>

namespace dueline {

class Theme;

/// Read-only view of any number of bytes, as text or hex. It lays out only the visible lines, which takes about a
/// millisecond; a text widget would take seconds. Nothing is interpreted as markup, and invisible characters are
/// escaped.
class BytesArea : public QAbstractScrollArea
{
    Q_OBJECT

public:
    enum class Form : quint8 { Text, Hex };

    explicit BytesArea(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the bytes. While a payload is loading, each call may append to the previous bytes.
    void setBytes(const QByteArray& bytes);
    void setForm(Form form);
    /// Scrolls to a range of bytes and highlights it. A length of zero removes the highlight.
    void mark(qsizetype offset, qsizetype length);
    /// Returns the visible lines, as painted.
    QStringList visibleLines() const;
    qsizetype lineCount() const;
    /// Returns the rectangle that `letters` occupies at the beginning of a visible line (0 is the first), in viewport
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
    /// Returns the x coordinate at which the first `bytes` bytes of the line end.
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
    QString m_told; ///< visible lines as of the last notification to an assistive technology
};

} // namespace dueline
