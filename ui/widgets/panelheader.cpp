// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/panelheader.h"

#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace dueline {

namespace {

constexpr int iconSize = 16;
constexpr int aroundButtonText = 20; ///< extra width in pixels that tool buttons request under a style sheet
constexpr int leastNote = 60;
constexpr int mostNote = 240; ///< maximum width in pixels reserved for the note
/// The note's width is rounded up to a multiple of this many pixels, so that buttons rarely change.
constexpr int noteStep = 40;
constexpr int wholeTitle = 120; ///< title width in pixels up to which the note, not the title, is elided
constexpr qsizetype wordsThatMayBeCut = 40; ///< length in characters above which notes may be elided
constexpr int bareWidth = iconSize + 14; ///< width in pixels of a button without text

} // namespace

PanelHeader::PanelHeader(const Theme& theme, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_row(new QHBoxLayout(this))
    , m_title(new PlainLabel)
    , m_note(new PlainLabel)
{
    setFixedHeight(lineHeight);
    m_row->setContentsMargins(16, 4, 8, 4);
    m_row->setSpacing(8);
    m_title->setShrinking(Qt::ElideMiddle);
    m_note->setEliding(true);
    m_row->addWidget(m_title);
    m_row->addWidget(m_note, 1);
    connect(&theme, &Theme::changed, this, &PanelHeader::paintButtons);
    paintButtons();
}

int PanelHeader::wideWidth(const Button& button) const
{
    const QFontMetrics metrics(theme().font(0, button.isPrimary ? QFont::DemiBold : QFont::Normal));
    return iconSize + 4 + metrics.horizontalAdvance(button.text) + aroundButtonText;
}

QIcon PanelHeader::iconOf(const Button& button) const
{
    if (!button.isPrimary)
        return theme().icon(button.icon);
    const Tokens& t = theme().tokens();
    QIcon icon(theme().pixmap(button.icon, t.onAccent, iconSize, devicePixelRatioF()));
    icon.addPixmap(theme().pixmap(button.icon, t.faint, iconSize, devicePixelRatioF()), QIcon::Disabled);
    return icon;
}

void PanelHeader::setPrimary(QToolButton* button)
{
    button->setProperty("variant", QStringLiteral("primary"));
    for (Button& known : m_buttons)
        known.isPrimary = known.isPrimary || known.button == button;
    paintButtons();
}

void PanelHeader::setTitle(const QString& title)
{
    m_title->setText(title);
    fit();
}

void PanelHeader::setNote(const QString& note)
{
    m_told = note;
    const int room = noteRoom();
    m_noteRoom = std::max(m_noteRoom, asksFor(note));
    noteRoom() != room ? fit() : fitNote();
}

/// Returns the width to reserve for a note. Longer notes are elided and shown in full in the tooltip.
int PanelHeader::asksFor(const QString& note) const
{
    return note.size() > wordsThatMayBeCut ? leastNote : m_note->fontMetrics().horizontalAdvance(note);
}

/// Returns the width that the buttons leave for the note.
int PanelHeader::noteRoom() const
{
    return std::clamp((m_noteRoom + noteStep - 1) / noteStep * noteStep, leastNote, mostNote);
}

void PanelHeader::keepText(const QToolButton* button)
{
    for (Button& known : m_buttons) {
        if (known.button == button)
            known.keepsText = true;
    }
    fit();
}

/// Fits the note into the available width. Long notes may be elided, with the full text in the tooltip. Short notes
/// with a number are hidden instead.
void PanelHeader::fitNote()
{
    m_row->activate();
    const bool fits = m_note->fontMetrics().horizontalAdvance(m_told) <= m_note->width();
    m_note->setText(fits || m_told.size() > wordsThatMayBeCut ? m_told : QString());
}

QString PanelHeader::title() const { return m_title->fullText(); }

QString PanelHeader::note() const { return m_told; }

void PanelHeader::addWidget(QWidget* widget, int stretch)
{
    m_fields.push_back(widget);
    m_row->insertWidget(1 + int(m_fields.size()), widget, stretch);
    fit();
}

QToolButton* PanelHeader::addButton(const QString& icon, const QString& text, const QString& tip)
{
    auto* button = new QToolButton;
    button->setFixedHeight(28);
    button->setIconSize({iconSize, iconSize});
    m_buttons.push_back({button, {}, {}, {}, {}, false, false});
    m_row->addWidget(button);
    applyTheme(button, icon, text, tip);
    return button;
}

QToolButton* PanelHeader::addButton(const QString& icon, std::function<Words()> words)
{
    QToolButton* button = addButton(icon, {}, {});
    onLanguageChange(button, [this, button, icon, words = std::move(words)] {
        const Words now = words();
        applyTheme(button, icon, now.text, now.tip);
    });
    return button;
}

void PanelHeader::applyTheme(QToolButton* button, const QString& icon, const QString& text, const QString& tip)
{
    for (Button& known : m_buttons) {
        if (known.button != button || (known.icon == icon && known.text == text && known.tip == tip))
            continue;
        known.icon = icon;
        known.text = text;
        known.tip = tip;
        button->setText(text);
        button->setAccessibleName(text);
        showTip(known);
        button->setIcon(iconOf(known));
        fit();
    }
}

void PanelHeader::setReason(const QToolButton* button, const QString& why)
{
    for (Button& known : m_buttons) {
        if (known.button != button || known.why == why)
            continue;
        known.why = why;
        showTip(known);
    }
}

void PanelHeader::showTip(const Button& button)
{
    const QString& shown = button.why.isEmpty() ? button.tip : button.why;
    button.button->setToolTip(shown);
    button.button->setAccessibleDescription(shown);
}

void PanelHeader::paintButtons()
{
    m_title->setFont(theme().font(0, QFont::DemiBold));
    m_note->setFont(theme().font(-1));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_note->setPalette(quiet);
    m_noteRoom = asksFor(m_told);
    for (const Button& known : m_buttons)
        known.button->setIcon(iconOf(known));
    fit();
}

/// Returns the buttons that have room for their text beside the note. Priority buttons come first, then the others from
/// left to right.
QSet<const QToolButton*> PanelHeader::withText() const
{
    int fixed = m_row->contentsMargins().left() + m_row->contentsMargins().right() + m_title->sizeHint().width()
        + m_row->spacing() * (m_row->count() - 1);
    for (const QWidget* field : m_fields)
        fixed += field->isHidden() ? 0 : std::max(field->minimumSizeHint().width(), field->minimumWidth());
    int room = width() - fixed - noteRoom() - bareWidth * int(m_buttons.size());
    QSet<const QToolButton*> wide;
    for (const bool keeps : {true, false}) {
        for (const Button& known : m_buttons) {
            const int more = wideWidth(known) - bareWidth;
            if (known.keepsText != keeps)
                continue;
            // If this button's text doesn't fit, no later button shows its text.
            if (more > room)
                return wide;
            room -= more;
            wide.insert(known.button);
        }
    }
    return wide;
}

void PanelHeader::fit()
{
    m_title->setMinimumWidth(std::min(m_title->sizeHint().width(), wholeTitle));
    const QSet<const QToolButton*> wide = withText();
    for (const Button& known : m_buttons) {
        const bool isWide = wide.contains(known.button);
        known.button->setToolButtonStyle(isWide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        known.button->setFixedWidth(isWide ? wideWidth(known) : bareWidth);
    }
    fitNote();
}

void PanelHeader::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    fit();
}

} // namespace dueline
