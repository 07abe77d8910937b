// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepane.h"

#include "ui/actions/actions.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

TimelinePane::TimelinePane(
    const Theme& theme, const Formatting& formatting, TimelineView& view, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, Qt::BottomEdge, parent)
    , m_formatting(formatting)
    , m_hint(new PlainLabel)
    , m_brushText(new PlainLabel)
    , m_zoomIn(new QPushButton(tr("Zoom in")))
    , m_filterIn(new QPushButton(tr("Filter in")))
    , m_clear(new QPushButton(tr("Clear")))
    , m_legend(new TimelineLegend(theme))
    , m_timeline(new TimelineWidget(theme, formatting, view))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 1);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 4, 12, 0);
    head->setSpacing(8);
    auto* title = new PlainLabel(tr("Timeline"));
    title->setFont(theme.font(1, QFont::DemiBold));
    head->addWidget(title);
    head->addWidget(m_hint);
    head->addSpacing(8);
    m_brushText->setFont(theme.font(-1, QFont::DemiBold));
    head->addWidget(m_brushText);
    for (QPushButton* link : {m_zoomIn, m_filterIn, m_clear}) {
        link->setProperty("variant", QStringLiteral("link"));
        head->addWidget(link);
    }
    head->addStretch(1);
    head->addWidget(m_legend, 10);
    for (const char* id : {"view.zoomOut", "view.zoomIn", "view.fit", "view.now"}) {
        auto* button = new QToolButton;
        button->setDefaultAction(actions[id]);
        button->setIconSize({16, 16});
        button->setAccessibleName(actions[id]->text().remove(u'&'));
        head->addWidget(button);
    }
    column->addLayout(head);
    column->addWidget(m_timeline, 1);
    setMinimumHeight(140);
    connect(m_legend, &TimelineLegend::hiddenChanged, this, [this](StateSet hidden) {
        TimelineLook look = m_timeline->look();
        look.hidden = hidden;
        m_timeline->setLook(look);
    });
    connect(m_zoomIn, &QPushButton::clicked, m_timeline, &TimelineWidget::zoomToBrush);
    connect(m_filterIn, &QPushButton::clicked, m_timeline, &TimelineWidget::filterToBrush);
    connect(m_clear, &QPushButton::clicked, this, [this] { m_timeline->setBrush({}); });
    connect(m_timeline, &TimelineWidget::brushChanged, this, &TimelinePane::describeBrush);
    connect(&theme, &Theme::changed, this, &TimelinePane::describe);
    describe();
    describeBrush();
}

void TimelinePane::setSubject(const QString& subject)
{
    m_subject = subject;
    describe();
}

void TimelinePane::setData(const TimelineData& data)
{
    m_timeline->setData(data);
    m_legend->setTotals(data.totals);
    describe();
}

void TimelinePane::describe()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_hint->setPalette(quiet);
    m_hint->setFont(theme().font(-1));
    QPalette accent = palette();
    accent.setColor(QPalette::WindowText, theme().tokens().accent);
    m_brushText->setPalette(accent);
    const Millis span = m_timeline->data().span;
    const QString perBar = span.count() > 0 ? tr("%1 per bar").arg(Formatting::duration(span)) : QString();
    m_hint->setText(
        m_subject.isEmpty() ? perBar : m_subject + (perBar.isEmpty() ? QString() : QStringLiteral("  ·  ") + perBar));
}

void TimelinePane::describeBrush()
{
    const auto brush = m_timeline->brush();
    for (QWidget* widget : std::initializer_list<QWidget*>{m_brushText, m_zoomIn, m_filterIn, m_clear})
        widget->setVisible(brush.has_value());
    m_hint->setVisible(!brush);
    if (brush) {
        m_brushText->setText(
            tr("%1 · %2 · %n task(s)", nullptr, int(std::min<qint64>(m_timeline->brushedCount(), 2'000'000'000)))
                .arg(m_formatting.range(brush->from, brush->to), Formatting::duration(brush->length())));
    }
}

} // namespace dueline
