// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/section.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace dueline {

namespace {

constexpr int foldChevron = 16;
constexpr int sectionEdge = 16;
constexpr int edgeOfChevron = 6; ///< aligns the title of a collapsible section with the contents

} // namespace

Section::Section(const Theme& theme, QWidget* body, bool folds, Qt::Edges lines, QWidget* parent)
    : Pane(theme, Ground::Surface, lines, parent)
    , m_body(body)
    , m_head(new QHBoxLayout)
    , m_summary(new PlainLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QWidget;
    head->setFixedHeight(headHeight);
    head->setLayout(m_head);
    m_head->setContentsMargins(folds ? edgeOfChevron : sectionEdge, 2, 8, 2);
    m_head->setSpacing(8);
    if (folds) {
        m_button = new QToolButton;
        m_button->setProperty("variant", QStringLiteral("fold"));
        m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        m_button->setIconSize({foldChevron, foldChevron});
        m_button->setCheckable(true);
        m_button->setChecked(true);
        m_button->installEventFilter(this);
        connect(m_button, &QToolButton::clicked, this, [this](bool open) {
            setOpen(open);
            Q_EMIT toggled(open);
        });
        m_head->addWidget(m_button);
    } else {
        m_title = new PlainLabel;
        m_head->addWidget(m_title);
    }
    m_summary->setEliding(true);
    m_head->addWidget(m_summary, 1);
    column->addWidget(head);
    column->addWidget(m_body, 1);
    connect(&theme, &Theme::changed, this, &Section::applyTheme);
    applyTheme();
}

void Section::applyTheme()
{
    if (m_title)
        m_title->setFont(theme().font(0, QFont::DemiBold));
    m_summary->setFont(theme().font(-1));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text3);
    m_summary->setPalette(quiet);
    follow();
}

void Section::setTitle(const QString& title)
{
    if (m_title)
        return m_title->setText(title);
    m_button->setText(title);
    m_button->setAccessibleName(title);
}

void Section::setSummary(const QString& summary)
{
    m_summary->setText(summary);
    if (m_button)
        m_button->setAccessibleDescription(summary);
}

QString Section::summary() const { return m_summary->fullText(); }

void Section::addControl(QWidget* control)
{
    m_controls.push_back(control);
    m_head->addWidget(control);
    control->setVisible(m_isOpen);
}

void Section::setOpen(bool open)
{
    if (std::exchange(m_isOpen, open) == open)
        return;
    m_body->setVisible(open);
    for (QWidget* control : m_controls)
        control->setVisible(open);
    follow();
}

/// Updates the header to show whether the section is open.
void Section::follow()
{
    if (!m_button)
        return;
    m_button->setChecked(m_isOpen);
    m_button->setIcon(theme().icon(m_isOpen ? QStringLiteral("chevron-down") : QStringLiteral("chevron-right")));
}

bool Section::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_button && event->type() == QEvent::KeyPress) {
        const auto* press = static_cast<QKeyEvent*>(event);
        const bool folds = press->key() == Qt::Key_Left && m_isOpen;
        const bool unfolds = press->key() == Qt::Key_Right && !m_isOpen;
        const bool turns = press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter;
        if (press->modifiers() == Qt::NoModifier && (folds || unfolds || turns)) {
            m_button->click();
            return true;
        }
    }
    return Pane::eventFilter(watched, event);
}

} // namespace dueline
