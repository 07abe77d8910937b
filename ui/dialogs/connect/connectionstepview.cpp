// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/connectionstepview.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QEvent>
#include <QGridLayout>
#include <QScrollBar>

#include <algorithm>

namespace dueline {

namespace {

using StepKind = ConnectionStep::Kind;
using Verdict = ConnectionStep::Verdict;

constexpr int stepsHeight = 188;

QString stepWord(StepKind kind)
{
    switch (kind) {
    case StepKind::Ssh:
        return ConnectionStepView::tr("SSH");
    case StepKind::Sentinels:
        return ConnectionStepView::tr("Sentinels");
    case StepKind::Name:
        return ConnectionStepView::tr("Name");
    case StepKind::Connect:
        return ConnectionStepView::tr("Connection");
    case StepKind::Tls:
        return ConnectionStepView::tr("TLS");
    case StepKind::Answer:
        return ConnectionStepView::tr("Reply");
    case StepKind::Password:
        return ConnectionStepView::tr("Password");
    case StepKind::SignIn:
        return ConnectionStepView::tr("Sign-in");
    case StepKind::Database:
        return ConnectionStepView::tr("Database");
    case StepKind::Permissions:
        return ConnectionStepView::tr("Permissions");
    case StepKind::Version:
        return ConnectionStepView::tr("Version");
    case StepKind::Role:
        return ConnectionStepView::tr("Role");
    case StepKind::Eviction:
        return ConnectionStepView::tr("Eviction");
    case StepKind::Persistence:
        return ConnectionStepView::tr("Persistence");
    case StepKind::Clock:
        return ConnectionStepView::tr("Clock");
    }
    Q_UNREACHABLE();
    return {};
}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Ok:
        return ConnectionStepView::tr("OK");
    case Verdict::Warning:
        return ConnectionStepView::tr("warning");
    case Verdict::Failed:
        return ConnectionStepView::tr("failed");
    }
    Q_UNREACHABLE();
    return {};
}

PlainLabel* colored(PlainLabel* label, const QColor& color)
{
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
    return label;
}

} // namespace

ConnectionStepView::ConnectionStepView(const Theme& theme, QWidget* parent)
    : QScrollArea(parent)
    , m_theme(theme)
{
    setAccessibleName(tr("Test steps"));
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFixedHeight(stepsHeight);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this,
        [this](int, int last) { verticalScrollBar()->setValue(last); }); // keep the newest step visible
    clear();
}

void ConnectionStepView::clear()
{
    m_text.clear();
    m_page = new QWidget;
    m_page->setAutoFillBackground(true);
    m_page->setBackgroundRole(QPalette::Base);
    m_grid = new QGridLayout(m_page);
    m_grid->setContentsMargins(0, 4, 8, 4);
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(2, 1);
    m_grid->setRowStretch(100, 1);
    setWidget(m_page);
}

/// Fits the page's height to its text at the current width. QScrollArea would use the height at the minimum width and
/// leave empty space at the end.
void ConnectionStepView::fit()
{
    m_page->setFixedHeight(std::max(viewport()->height(), m_grid->totalHeightForWidth(viewport()->width())));
}

bool ConnectionStepView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_page && event->type() == QEvent::LayoutRequest)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void ConnectionStepView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

void ConnectionStepView::add(const ConnectionStep& step)
{
    const Tokens& t = m_theme.tokens();
    const int row = m_grid->rowCount();
    m_grid->setRowStretch(row - 1, 0);
    const bool fine = step.verdict == Verdict::Ok;
    const QColor color = fine              ? t.ok
        : step.verdict == Verdict::Warning ? t.of(TaskState::Leased).text
                                           : t.of(TaskState::Failed).text;
    auto* mark = new PlainLabel;
    mark->setPixmap(m_theme.pixmap(fine        ? QStringLiteral("check")
            : step.verdict == Verdict::Warning ? QStringLiteral("warning")
                                               : QStringLiteral("state-failed"),
        color, 14, devicePixelRatioF()));
    mark->setAccessibleName(verdictWord(step.verdict));
    mark->setMinimumHeight(fontMetrics().height()); // centers the icon vertically on the first line of text
    m_grid->addWidget(mark, row, 0, Qt::AlignTop);
    m_grid->addWidget(colored(new PlainLabel(stepWord(step.kind)), t.text2), row, 1, Qt::AlignTop);
    QString text = step.text;
    if (step.verdict == Verdict::Failed && !step.exact.isEmpty() && !text.contains(step.exact))
        text += u'\n' + step.exact;
    auto* found = new PlainLabel(text);
    found->setWordWrap(true);
    found->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    found->setSizePolicy(policy);
    if (step.verdict == Verdict::Failed)
        colored(found, color);
    m_grid->addWidget(found, row, 2);
    const double ms = double(step.took.count()) / 1000;
    const QString took = tr("%1 ms").arg(ms < 10 ? QString::number(ms, 'f', 1) : QString::number(qRound64(ms)));
    m_grid->addWidget(colored(new PlainLabel(took), t.text3), row, 3, Qt::AlignTop | Qt::AlignRight);
    m_grid->setRowStretch(row + 1, 1);
    m_text += QStringLiteral("%1 · %2 · %3 · %4\n").arg(stepWord(step.kind), verdictWord(step.verdict), text, took);
}

} // namespace dueline
