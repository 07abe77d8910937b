// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace dueline {

/// A label that never takes its text for HTML: what it shows may come from a payload. Elides instead of widening the
/// window when `eliding`; the whole text is then in the tooltip, escaped.
class PlainLabel : public QLabel
{
    Q_OBJECT

public:
    explicit PlainLabel(const QString& text = {}, QWidget* parent = nullptr);

    static PlainLabel* in(const QColor& color, const QString& text);

    void setText(const QString& text);
    /// Shows its text with the letter marked that leads to its buddy; until the text is set anew.
    void setMarked(const QString& marked) { QLabel::setText(marked); }
    QString fullText() const { return m_text; }
    /// It shows less than its text, for want of room.
    bool isElided() const { return m_eliding && text() != m_text; }
    /// `mode`: what gives way; the end, unless it is what tells one from another.
    void setEliding(bool eliding, Qt::TextElideMode mode = Qt::ElideRight);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    QString m_text;
    bool m_eliding = false;
    Qt::TextElideMode m_elide = Qt::ElideRight;
};

} // namespace dueline
