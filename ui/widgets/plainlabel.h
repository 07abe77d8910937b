// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace dueline {

class Theme;

/// A label that never takes its text for HTML: what it shows may come from a payload. Where it is told to it is cut
/// instead of widening the window: all of it is then in the tooltip, escaped, and can be copied by its menu.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr);

    /// Words beside others: in the second grey of the theme, whichever is chosen.
    static PlainLabel* quiet(const Theme& theme, const QString& text);

    void setText(const QString& text);
    /// Shows its text with the letter marked that leads to its buddy; until the text is set anew.
    void setMarked(const QString& marked) { QLabel::setText(marked); }
    QString fullText() const { return m_text; }
    /// Words of any length are broken, in the middle where they have no place for it.
    void setWordWrap(bool wraps);
    /// Takes the room that others leave. `mode`: what gives way; the end, unless it is what tells one from another.
    void setEliding(bool eliding, Qt::TextElideMode mode = Qt::ElideRight);
    /// Takes the room it needs, as far as there is that much.
    void setShrinking(Qt::TextElideMode mode);
    /// Wrapped it takes at most so many lines; 0: as many as it needs.
    void setMostLines(int lines);
    /// Whether less than all of it is shown.
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
