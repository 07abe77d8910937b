// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricschart.h"

#include "ui/panels/metrics/metricskey.h"
#include "ui/panels/metrics/metricsplot.h"
#include "ui/panels/metrics/metricstablemodel.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int copyFrom = 260; ///< minimum chart width for the copy button, in pixels

} // namespace

MetricsChart::MetricsChart(const Theme& theme, const Formatting& formatting, MetricsKind kind, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_kind(kind)
    , m_title(new PlainLabel)
    , m_none(new PlainLabel)
    , m_asTable(new QToolButton)
    , m_copy(new QToolButton)
    , m_stack(new QStackedWidget)
    , m_plot(new MetricsPlot(theme, formatting, kind))
    , m_table(new QTableView)
    , m_model(new MetricsTableModel(this))
{
    setMinimumHeight(leastHeight);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(4, 0, 0, 0);
    head->setSpacing(4);
    head->addWidget(m_title);
    head->addSpacing(2);
    head->addWidget(new MetricsKey(theme, kind), 1);
    for (QToolButton* button : {m_asTable, m_copy}) {
        button->setIconSize({16, 16});
        button->setFixedSize(30, 24);
        head->addWidget(button);
    }
    m_asTable->setCheckable(true);
    m_asTable->setIcon(theme.icon(QStringLiteral("columns")));
    m_copy->setIcon(theme.icon(QStringLiteral("copy")));
    column->addLayout(head);
    m_table->setModel(m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(22);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_none->setAlignment(Qt::AlignCenter);
    m_stack->addWidget(m_plot);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_none);
    column->addWidget(m_stack, 1);
    connect(m_asTable, &QToolButton::toggled, this, &MetricsChart::setTableShown);
    connect(m_copy, &QToolButton::clicked, this, &MetricsChart::copyCsv);
    // A narrow chart hides the copy button to make room for the legend. The context menu has both buttons' actions.
    auto* copy = new QAction(this);
    connect(copy, &QAction::triggered, this, &MetricsChart::copyCsv);
    auto* asTable = new QAction(this);
    connect(asTable, &QAction::triggered, m_asTable, &QToolButton::toggle);
    addActions({asTable, copy});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    m_plot->setContextMenuPolicy(Qt::NoContextMenu); // the chart shows its own context menu instead
    connect(&theme, &Theme::changed, this, &MetricsChart::applyTheme);
    onLanguageChange(this, [this, copy, asTable] {
        m_title->setText(title());
        m_asTable->setToolTip(tr("Show the figures as a table"));
        m_asTable->setAccessibleName(tr("%1 as a table").arg(title()));
        m_copy->setToolTip(tr("Copy the figures as CSV"));
        m_copy->setAccessibleName(tr("Copy %1 as CSV").arg(title()));
        copy->setText(m_copy->toolTip());
        asTable->setText(m_asTable->toolTip());
        m_table->setAccessibleName(title());
        m_none->setText(m_kind == MetricsKind::Failures ? tr("No failures in this period.") : QString());
        if (!m_data.range.isEmpty())
            setData(MetricsData(m_data));
    });
    applyTheme();
}

QString MetricsChart::title() const
{
    switch (m_kind) {
    case MetricsKind::Throughput:
        return tr("Throughput");
    case MetricsKind::Lateness:
        return tr("Lateness");
    case MetricsKind::RunTime:
        return tr("Run time");
    case MetricsKind::Failures:
        return tr("Failures by type");
    }
    return {};
}

void MetricsChart::applyTheme()
{
    const Tokens& t = m_theme.tokens();
    m_title->setFont(m_theme.font(0, QFont::DemiBold));
    m_table->setFont(m_theme.font(-1));
    m_table->horizontalHeader()->setFont(m_theme.font(-1));
    m_table->horizontalHeader()->setStyleSheet(
        QStringLiteral("QHeaderView { background: %1; } QHeaderView::section { background: %1; color: %2; border: "
                       "none; border-bottom: 1px solid %3; "
                       "padding: 0 8px; height: 24px; }")
            .arg(t.surface.name(), t.text2.name(), t.line.name()));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, t.text2);
    m_none->setPalette(quiet);
    m_none->setFont(m_theme.font(-1));
}

void MetricsChart::setData(const MetricsData& data)
{
    m_data = data;
    m_plot->setData(data);
    m_model->setSheet(data.sheet(m_kind, m_formatting));
    m_plot->setAccessibleName(title());
    m_plot->setAccessibleDescription(summary());
    m_table->setAccessibleDescription(summary());
    setTableShown(m_asTable->isChecked());
}

void MetricsChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_copy->setVisible(width() >= copyFrom || m_asTable->isChecked());
}

void MetricsChart::setTableShown(bool shown)
{
    m_asTable->setChecked(shown);
    m_copy->setVisible(width() >= copyFrom || shown);
    if (m_kind == MetricsKind::Failures && m_data.failed() == 0)
        m_stack->setCurrentWidget(m_none);
    else
        m_stack->setCurrentWidget(shown ? static_cast<QWidget*>(m_table) : m_plot);
}

void MetricsChart::copyCsv() const { QGuiApplication::clipboard()->setText(QString::fromUtf8(m_data.csv(m_kind))); }

/// Returns a one-sentence summary of the chart for screen readers.
QString MetricsChart::summary() const
{
    const QString range = m_formatting.range(m_data.range.from, m_data.range.to);
    return tr("%1: %2 done, %3 failed", "range, count, count")
        .arg(range, Formatting::count(m_data.done()), Formatting::count(m_data.failed()));
}

} // namespace dueline
