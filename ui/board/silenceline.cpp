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

#include <algorithm>
#include <array>

namespace dueline {

namespace {

constexpr int silenceIndent = 36; ///< left edge of the queue names in pixels
constexpr int silenceStripe = 3;
constexpr int leastHints = 160; ///< minimum width of elided hints in pixels

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
    m_sentence = SilenceWords::text(silence, formatting);
    m_brief = SilenceWords::brief(silence, formatting);
    m_hints->setText(SilenceWords::hints(silence));
    m_workers->setText(tr("Workers"));
    m_workers->setAccessibleName(tr("Workers of %1").arg(queue));
    m_changes->setText(tr("What changed"));
    m_changes->setAccessibleName(tr("What changed in %1").arg(queue));
    m_mute->setText(tr("Mute 1 h"));
    m_mute->setAccessibleName(tr("Mute %1 for an hour").arg(queue));
    m_mute->setToolTip(plainTextToolTip(tr("Hide this silence alert in the window for an hour.")));
    setAccessibleName(Formatting::sentences({m_sentence, m_hints->fullText()}));
    fit();
}

void SilenceLine::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

/// Makes room for the hints, which explain the silence. First drops the number of due tasks from the sentence, since
/// the row above shows it too. Then hides buttons, whose actions are also in the context menu.
void SilenceLine::fit()
{
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right();
    const bool hasHints = !m_hints->fullText().isEmpty();
    const auto widthOf = [this](const QWidget& part) { return layout()->spacing() + part.sizeHint().width(); };
    const std::array buttons{m_workers, m_changes, m_mute}; // most important first
    m_text->setText(m_sentence);
    m_text->setToolTip({});
    int rest = room - m_text->sizeHint().width() - (hasHints ? widthOf(*m_hints) : 0);
    for (const QPushButton* button : buttons)
        rest -= widthOf(*button);
    if (rest < 0) {
        rest += m_text->sizeHint().width();
        m_text->setText(m_brief);
        m_text->setToolTip(plainTextToolTip(m_sentence));
        rest -= m_text->sizeHint().width();
    }
    std::size_t shown = buttons.size();
    for (; shown > 0; --shown) {
        // Next to the first button, long hints may be elided: the button opens the workers that they describe.
        const int elided = shown == 1 ? std::max(m_hints->sizeHint().width() - leastHints, 0) : 0;
        if (rest + elided >= 0)
            break;
        rest += widthOf(*buttons[shown - 1]);
    }
    for (std::size_t i = 0; i < buttons.size(); ++i)
        buttons[i]->setVisible(i < shown);
    m_hints->setVisible(hasHints && rest + m_hints->sizeHint().width() >= leastHints);
    layout()->activate();
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
