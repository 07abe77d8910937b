// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plainlabel.h"

#include "ui/text/plaintip.h"

namespace dueline {

PlainLabel::PlainLabel(const QString& text, QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setOpenExternalLinks(false);
    setForegroundRole(QPalette::WindowText); // on the ground of a list, too: its colour is given by that role
    setText(text);
}

PlainLabel* PlainLabel::in(const QColor& color, const QString& text)
{
    auto* label = new PlainLabel(text);
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
    return label;
}

void PlainLabel::setText(const QString& text)
{
    m_text = text;
    setAccessibleName(text);
    fit();
    updateGeometry();
}

void PlainLabel::setEliding(bool eliding, Qt::TextElideMode mode)
{
    m_eliding = eliding;
    m_elide = mode;
    setSizePolicy(eliding ? QSizePolicy::Ignored : QSizePolicy::Preferred, QSizePolicy::Preferred);
    if (!eliding)
        setToolTip({});
    fit();
}

void PlainLabel::fit()
{
    const QString shown = m_eliding ? fontMetrics().elidedText(m_text, m_elide, contentsRect().width()) : m_text;
    if (m_eliding)
        setToolTip(shown != m_text ? plainTip(m_text) : QString());
    QLabel::setText(shown);
}

void PlainLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    if (m_eliding)
        fit();
}

QSize PlainLabel::minimumSizeHint() const
{
    return m_eliding ? QSize(24, QLabel::minimumSizeHint().height()) : QLabel::minimumSizeHint();
}

} // namespace dueline
