// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/bytelines.h"

#include <QAbstractScrollArea>

namespace dueline {

class Theme;

/// Any number of bytes as text or as hex, of which only the lines in view are ever laid out: a text widget takes
/// seconds for what this paints in a millisecond. Nothing is taken for markup; what nobody would see is shown as
/// escapes.
class BytesArea : public QAbstractScrollArea
{
    Q_OBJECT

public:
    enum class Form : quint8 { Text, Hex };

    explicit BytesArea(const Theme& theme, QWidget* parent = nullptr);

    /// May begin with those that were set before, while they come.
    void setBytes(const QByteArray& bytes);
    void setForm(Form form);
    /// Brings these bytes into view and marks them; no length: marks nothing.
    void mark(qsizetype offset, qsizetype length);
    /// The lines in view, as they are painted.
    QStringList visibleLines() const;
    qsizetype lineCount() const;
    /// Where the first letters of a line in view (0 is the first) end, in the viewport's pixels; all of its height.
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
    /// Where the text of the line's first `bytes` bytes ends.
    int widthOf(qsizetype line, qsizetype bytes) const;
    int lineHeight() const;
    int linesInView() const;
    void fitBars();
    /// Assistive programs read what is in view: they hear when that is something else.
    void tell();

    const Theme& m_theme;
    QByteArray m_bytes;
    ByteLines m_lines;
    Form m_form = Form::Text;
    qsizetype m_marked = 0;
    qsizetype m_markedLength = 0;
    QString m_told; ///< what was in view last, while such a program listens
};

} // namespace dueline
