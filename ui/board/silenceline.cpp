// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/silenceline.h"

#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/silencewords.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace dueline {

namespace {

constexpr int silenceIndent = 36; ///< left edge of the queue names in pixels
constexpr int silenceStripe = 3;
constexpr int leastHints = 80; ///< minimum width of the hints in pixels

} // namespace

SilenceLine::SilenceLine(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_text(new PlainLabel)
    , m_hints(new PlainLabel)
    , m_workers(new QPushButton)
    , m_changes(new QPushButton)
    , m_mute(new QPushButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(silenceIndent, 0, 16, 1);
    row->setSpacing(8);
    m_text->setFont(theme.font(0, QFont::DemiBold));
    m_hints->setShrinking(Qt::ElideRight);
    row->addWidget(m_text);
    row->addWidget(m_hints);
    row->addStretch(1);
    for (QPushButton* button : {m_workers, m_changes, m_mute}) {
        button->setProperty("variant", QStringLiteral("link"));
        row->addWidget(button);
    }
    connect(m_workers, &QPushButton::clicked, this, &SilenceLine::workersRequested);
    connect(m_changes, &QPushButton::clicked, this, &SilenceLine::changesRequested);
    connect(m_mute, &QPushButton::clicked, this, &SilenceLine::muteRequested);
}

void SilenceLine::tell(const QString& queue, const Stillness& silence, const Formatting& formatting)
{
    m_text->setText(SilenceWords::text(silence, formatting));
    m_hints->setText(SilenceWords::hints(silence));
    m_workers->setText(tr("Workers"));
    m_workers->setAccessibleName(tr("Workers of %1").arg(queue));
    m_changes->setText(tr("What changed"));
    m_changes->setAccessibleName(tr("What changed in %1").arg(queue));
    m_mute->setText(tr("Mute 1 h"));
    m_mute->setAccessibleName(tr("Mute %1 for an hour").arg(queue));
    m_mute->setToolTip(plainTextToolTip(tr("Hide this silence alert in the window for an hour.")));
    setAccessibleName(Formatting::sentences({m_text->text(), m_hints->text()}));
    fit();
}

void SilenceLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Hides parts that do not fit beside the sentence, starting with the hints. The actions are also in the context menu.
void SilenceLine::fit()
{
    const QMargins margins = layout()->contentsMargins();
    int room = width() - margins.left() - margins.right() - m_text->sizeHint().width();
    for (QWidget* part : std::initializer_list<QWidget*>{m_workers, m_changes, m_mute, m_hints}) {
        room -= layout()->spacing() + (part == m_hints ? leastHints : part->sizeHint().width());
        part->setHidden(room < 0);
    }
}

void SilenceLine::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    const QColor& fill = t.of(TaskState::Leased).fill;
    QPainter painter(this);
    painter.fillRect(rect(), t.highContrast ? t.surface : mixed(fill, t.surface, t.dark ? 0.12 : 0.09));
    painter.fillRect(QRect(0, 0, silenceStripe, height()), fill);
    painter.fillRect(QRect(0, height() - 1, width(), 1), t.line);
}

} // namespace dueline
