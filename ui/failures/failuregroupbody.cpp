// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupbody.h"

#include "ui/failures/trendbars.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/section.h"
#include "ui/widgets/steadyscroll.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPointer>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int columnBeside = 392;
constexpr int wideColumnBeside = 480;
constexpr int plotInLowBody = 120;
constexpr int plotInBody = 216;
constexpr int plotInWidestBody = 320;
constexpr int lowBodyBelow = 620; ///< height in pixels below which the body uses a short plot

QVBoxLayout* flushColumn(QWidget& widget)
{
    auto* column = new QVBoxLayout(&widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

/// Creates a scroll area whose contents fill it. `column`: receives the contents' layout.
SteadyScroll* pageScroll(const Theme& theme, Qt::Edges lines, QVBoxLayout*& column)
{
    auto* contents = new Pane(theme, Pane::Ground::Surface, lines);
    column = flushColumn(*contents);
    auto* scroll = new SteadyScroll;
    scroll->setWidget(contents);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    return scroll;
}

} // namespace

FailureGroupBody::FailureGroupBody(const Theme& theme, const Parts& parts, QWidget* parent)
    : QWidget(parent)
    , m_parts(parts)
    , m_tabRow(new QWidget)
    , m_tabs(new QButtonGroup(this))
    , m_pages(new QStackedWidget)
{
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    auto* left = new QWidget;
    m_left = flushColumn(*left);
    auto* errorRow = new QWidget(left);
    m_errorRow = new QHBoxLayout(errorRow);
    m_errorRow->setContentsMargins(0, 0, 0, 0);
    m_errorRow->setSpacing(0);
    m_right = pageScroll(theme, Qt::LeftEdge, m_beside);
    columns->addWidget(left, 1);
    columns->addWidget(m_right);
    auto* row = new QHBoxLayout(m_tabRow);
    row->setContentsMargins(12, 2, 12, 4);
    row->setSpacing(4);
    for (int tab = 0; tab < 4; ++tab) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        m_tabs->addButton(button, tab);
        row->addWidget(button);
        SteadyScroll* page = pageScroll(theme, {}, m_pageColumns.emplace_back());
        m_pages->addWidget(page);
    }
    row->addStretch();
    m_tabs->button(0)->setChecked(true);
    connect(m_tabs, &QButtonGroup::idClicked, m_pages, &QStackedWidget::setCurrentIndex);
    onLanguageChange(this, [this] {
        const QString names[]{tr("Error and stack"), tr("Retry"), tr("Payloads"), tr("Samples")};
        for (int tab = 0; tab < 4; ++tab) {
            m_tabs->button(tab)->setText(names[tab]);
            m_tabs->button(tab)->setAccessibleName(names[tab]);
        }
    });
    arrange(false);
}

/// Arranges the parts for a wide or narrow body. The focus stays on the same part.
void FailureGroupBody::arrange(bool wide)
{
    const QPointer<QWidget> focus = window()->focusWidget();
    const bool hasFocus = focus && isAncestorOf(focus);
    m_isWide = wide;
    m_left->addWidget(m_parts.chart);
    if (wide) {
        m_errorRow->addWidget(m_parts.error, 3);
        m_errorRow->addWidget(m_parts.payload, 2);
        m_left->addWidget(m_errorRow->parentWidget(), 1);
        m_left->addWidget(m_parts.samples);
        m_left->removeWidget(m_tabRow);
        m_left->removeWidget(m_pages);
        m_beside->addWidget(m_parts.retry);
        m_beside->addWidget(m_parts.common);
        m_beside->addWidget(m_parts.before);
        m_beside->addWidget(m_parts.related);
        m_beside->addWidget(m_parts.queues, 1);
    } else {
        m_left->removeWidget(m_errorRow->parentWidget());
        m_left->addWidget(m_tabRow);
        m_left->addWidget(m_pages, 1);
        m_pageColumns[0]->addWidget(m_parts.error, 1);
        m_pageColumns[1]->addWidget(m_parts.retry);
        m_pageColumns[1]->addWidget(m_parts.before);
        m_pageColumns[1]->addWidget(m_parts.related);
        m_pageColumns[1]->addWidget(m_parts.queues, 1);
        m_pageColumns[2]->addWidget(m_parts.common);
        m_pageColumns[2]->addWidget(m_parts.payload, 1);
        m_pageColumns[3]->addWidget(m_parts.samples, 1);
    }
    m_tabRow->setVisible(!wide);
    m_pages->setVisible(!wide);
    m_right->setVisible(wide);
    m_errorRow->parentWidget()->setVisible(wide);
    // Reparenting a widget hides it, so show the parts again. The page decides whether to show the sections on retries
    // and common properties.
    for (QWidget* part : std::initializer_list<QWidget*>{m_parts.chart, m_parts.error, m_parts.samples, m_parts.queues})
        part->show();
    m_parts.payload->setVisible(!wide || isWidest());
    if (hasFocus) {
        QMetaObject::invokeMethod(
            this,
            [this, focus] {
                if (focus && isAncestorOf(focus) && focus->isVisible())
                    focus->setFocus(Qt::OtherFocusReason);
            },
            Qt::QueuedConnection);
    }
    Q_EMIT arranged();
}

void FailureGroupBody::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() >= wideFrom;
    m_right->setFixedWidth(isWidest() ? wideColumnBeside : columnBeside);
    m_parts.chart->setPlotHeight(!wide || height() < lowBodyBelow ? plotInLowBody
            : isWidest()                                          ? plotInWidestBody
                                                                  : plotInBody);
    if (wide != m_isWide)
        arrange(wide);
    else if (isWidest() != m_isWidest)
        Q_EMIT arranged();
    m_isWidest = isWidest();
    m_parts.payload->setVisible(!wide || m_isWidest);
}

} // namespace dueline
