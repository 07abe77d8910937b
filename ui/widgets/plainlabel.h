// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace dueline {

class Theme;

/// Label that never interprets its text as HTML, because the text may come from a payload. It can be elided to keep it
/// from widening the window, in which case a tooltip shows the full text and a context menu copies it.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr);

    /// Creates a label for secondary text in the theme's second shade of gray. The color follows the theme.
    static PlainLabel* quiet(const Theme& theme, const QString& text);

    void setText(const QString& text);
    /// Shows `marked`, the label's text with an underlined mnemonic, until the text is set again.
    void setMarked(const QString& marked) { QLabel::setText(marked); }
    QString fullText() const { return m_text; }
    /// Enables word wrap. Long words that don't fit are broken in the middle.
    void setWordWrap(bool wraps);
    /// Sets whether the label is elided if there isn't enough space. `mode`: part of the text to elide. Choose a part
    /// that doesn't distinguish this text from others.
    void setEliding(bool eliding, Qt::TextElideMode mode = Qt::ElideRight);
    /// Makes the label as wide as its text if there is room; otherwise, elides the text.
    void setShrinking(Qt::TextElideMode mode);
    /// Limits a label with word wrap to this number of lines; 0 means unlimited.
    void setMostLines(int lines);
    /// Returns whether the text is elided.
    bool isCut() const { return m_cut; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    enum class Fit : quint8 { Needed, Eliding, Shrinking };

    void fit();
    QString inLines() const;
    int mostHeight() const;

    QString m_text;
    Fit m_fit = Fit::Needed;
    bool m_cut = false;
    int m_mostLines = 0;
    Qt::TextElideMode m_elide = Qt::ElideRight;
};

} // namespace dueline
