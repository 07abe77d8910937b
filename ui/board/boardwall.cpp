// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/boardwall.h"

#include "ui/board/boardtable.h"
#include "ui/text/worded.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QKeyEvent>

namespace dueline {

namespace {

constexpr int linesAtOne = 540; ///< of the screen; twice as many: twice as large

} // namespace

BoardWall::BoardWall(const Theme& theme, BoardModel& model)
    : Pane(theme, Ground::Surface)
    , m_subject(new PlainLabel)
    , m_note(new PlainLabel)
    , m_age(new PlainLabel)
    , m_table(new BoardTable(theme, model))
{
    setWindowFlag(Qt::Window);
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
    setEntry(m_table);
    connect(m_table, &BoardTable::cellActivated, this, &BoardWall::cellActivated);
    connect(&theme, &Theme::changed, this, &BoardWall::applyFonts);
    worded(this, [this] { setWindowTitle(tr("Overview — Dueline")); });
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
}

void BoardWall::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    m_scale = std::max(1, height() / linesAtOne);
    m_table->setScale(m_scale);
    applyFonts();
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
