// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardwall.h"

#include "ui/board/boardtable.h"
#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

namespace dueline {

namespace {

constexpr int linesAtOne = 540; ///< screen height in pixels per step of the text scale

} // namespace

BoardWall::BoardWall(const Theme& theme, BoardModel& model)
    : Pane(theme, Ground::Surface)
    , m_subject(new PlainLabel)
    , m_note(new PlainLabel)
    , m_age(new PlainLabel)
    , m_table(new BoardTable(theme, model))
    , m_more(new PlainLabel)
{
    setWindowFlag(Qt::Window);
    m_table->fit(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(32, 16, 32, 16);
    head->setSpacing(24);
    m_subject->setShrinking(Qt::ElideMiddle);
    m_note->setEliding(true);
    m_note->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    head->addWidget(m_subject);
    head->addWidget(m_note, 1);
    head->addWidget(m_age);
    column->addLayout(head);
    column->addWidget(m_table, 1);
    column->addWidget(m_more);
    m_more->hide();
    setEntry(m_table);
    connect(m_table, &BoardTable::cellActivated, this, &BoardWall::cellActivated);
    connect(&theme, &Theme::changed, this, &BoardWall::applyFonts);
    for (const auto signal : {&BoardModel::rowsInserted, &BoardModel::rowsRemoved})
        connect(&model, signal, this, &BoardWall::tellMore);
    connect(&model, &BoardModel::modelReset, this, &BoardWall::tellMore);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &BoardWall::tellMore);
    onLanguageChange(this, [this] {
        setWindowTitle(tr("Overview — Dueline"));
        tellMore();
    });
    applyFonts();
}

void BoardWall::tell(const QString& subject, const QString& note, const QString& age, bool late)
{
    m_subject->setText(subject);
    m_note->setText(note);
    m_age->setText(age);
    if (m_late == late)
        return;
    m_late = late;
    applyFonts();
}

void BoardWall::applyFonts()
{
    const auto scaled = [this](QFont font) {
        font.setPixelSize(font.pixelSize() * m_scale);
        return font;
    };
    m_subject->setFont(scaled(theme().font(3, QFont::DemiBold)));
    m_note->setFont(scaled(theme().font(1)));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_note->setPalette(quiet);
    m_age->setFont(scaled(theme().font(1, m_late ? QFont::DemiBold : QFont::Normal)));
    if (m_late)
        quiet.setColor(QPalette::WindowText, theme().tokens().of(TaskState::Leased).text);
    m_age->setPalette(quiet);
    m_more->setFont(m_note->font());
    m_more->setPalette(m_note->palette());
    m_more->setContentsMargins(32, 4 * m_scale, 32, 4 * m_scale);
}

/// Shows how many rows are below the visible ones. Hides this line only if all rows fit, so that scrolling never hides
/// it.
void BoardWall::tellMore()
{
    const int rows = m_table->model()->rowCount();
    const int rowHeight = std::max(1, m_table->verticalHeader()->defaultSectionSize());
    const int line = m_more->sizeHint().height();
    const int room
        = m_table->height() + (m_more->isHidden() ? 0 : m_more->height()) - m_table->horizontalHeader()->height();
    const bool fits = rows * rowHeight <= room;
    const int first = m_table->verticalScrollBar()->maximum() > 0 ? std::max(0, m_table->rowAt(0)) : 0;
    const int below = fits ? 0 : std::max(0, rows - first - (room - line) / rowHeight);
    m_more->setText(below > 0 ? tr("and %1 more below").arg(Formatting::count(below)) : QString());
    m_more->setVisible(!fits);
}

void BoardWall::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    m_scale = std::max(1, height() / linesAtOne);
    m_table->setScale(m_scale);
    applyFonts();
    layout()->activate();
    tellMore();
}

void BoardWall::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F11)
        close();
    else
        Pane::keyPressEvent(event);
}

void BoardWall::closeEvent(QCloseEvent* event)
{
    Pane::closeEvent(event);
    Q_EMIT closed();
}

} // namespace dueline
