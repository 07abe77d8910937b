// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/emptystate.h"

#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int partGap = 8;
constexpr int outerEdge = 8; ///< top and bottom margin in pixels
constexpr int assumedWidth = 320; ///< width in pixels that minimumSizeHint() assumes before the first layout

} // namespace

EmptyState::EmptyState(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    connect(&theme, &Theme::changed, this, &EmptyState::applyTheme);
}

void EmptyState::tell(const QString& icon, const QString& title, const QString& sentence, std::vector<Choice> choices)
{
    QStringList words{icon, title, sentence};
    for (const Choice& choice : choices)
        words << choice.text;
    m_choices = std::move(choices);
    if (words == m_words)
        // Nothing has changed, so keep all widgets, including the one under the pointer.
        return;
    // If only the text has changed, don't rebuild: a focused button keeps the focus.
    const bool sameParts = m_words.size() == words.size() && m_words[0] == words[0];
    m_words = words;
    setAccessibleName(title);
    setAccessibleDescription(sentence);
    if (!sameParts)
        return build();
    m_title->setText(m_words[1]);
    m_sentence->setText(m_words[2]);
    for (std::size_t i = 0; i < m_buttons.size(); ++i)
        m_buttons[i]->setText(m_choices[i].text);
    fit();
    updateGeometry();
}

void EmptyState::setBottomRoom(int height)
{
    m_bottomRoom = height;
    fit();
}

void EmptyState::focusButton()
{
    if (!m_buttons.empty())
        m_buttons.front()->setFocus();
}

void EmptyState::build()
{
    const QString& icon = m_words[0];
    for (QWidget* old : findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        old->hide();
        old->deleteLater(); // the old contents may include the button that is being clicked
    }
    delete layout();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(partGap);
    column->setContentsMargins(12, outerEdge, 12, outerEdge);
    m_above = new QSpacerItem(0, 0, QSizePolicy::Minimum, QSizePolicy::Fixed);
    column->addItem(m_above);
    m_picture = nullptr;
    if (!icon.isEmpty()) {
        m_picture = new PlainLabel;
        m_picture->setAlignment(Qt::AlignHCenter);
        column->addWidget(m_picture);
    }
    auto* head = new PlainLabel(m_words[1]);
    head->setAlignment(Qt::AlignHCenter);
    head->setWordWrap(true);
    column->addWidget(head);
    m_title = head;
    auto* text = new PlainLabel(m_words[2]);
    text->setAlignment(Qt::AlignHCenter);
    text->setWordWrap(true);
    column->addWidget(text);
    m_sentence = text;
    m_row = nullptr;
    m_buttons.clear();
    if (!m_choices.empty()) {
        auto* row = new FlowLayout(partGap, true);
        m_row = row;
        for (std::size_t i = 0; i < m_choices.size(); ++i) {
            auto* button = new QPushButton(m_choices[i].text, this);
            if (m_choices[i].primary)
                button->setProperty("variant", QStringLiteral("primary"));
            connect(button, &QPushButton::clicked, this, [this, i] {
                const auto kept = m_choices[i].act; // copied because the action may delete this button
                kept();
            });
            row->addWidget(button);
            button->show(); // the button would stay hidden until the event loop runs, but fit() needs its height now
            m_buttons.push_back(button);
        }
        column->addSpacing(4);
        column->addLayout(row);
    }
    column->addStretch(1);
    head->show();
    applyTheme();
}

void EmptyState::applyTheme()
{
    if (!m_title)
        return;
    if (m_picture)
        m_picture->setPixmap(m_theme.pixmap(m_words[0], m_theme.tokens().text2, 32, devicePixelRatioF()));
    m_title->setFont(m_theme.font(3, QFont::DemiBold));
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.tokens().text2);
    m_sentence->setPalette(quiet);
    fit();
    updateGeometry();
}

std::pair<QString, QString> EmptyState::notConnected(bool chosen)
{
    return {tr("Not connected"),
        chosen ? tr("Data will appear when the server responds. Click \"Reconnect now\" to try immediately.")
               : tr("Choose or add a connection on the left to see its data.")};
}

QSize EmptyState::minimumSizeHint() const
{
    if (!m_title)
        return {};
    const int wide = width() > 2 * assumedWidth ? width() - 24 : assumedWidth;
    int high = 2 * outerEdge + m_title->heightForWidth(wide);
    if (m_row)
        high += m_row->heightForWidth(wide) + partGap + 4;
    return {160, high};
}

void EmptyState::fit()
{
    if (!m_title)
        return;
    int room = height() - minimumSizeHint().height();
    room -= m_bottomRoom <= room ? m_bottomRoom : 0;
    const int lines = m_sentence->heightForWidth(std::max(1, width() - 24));
    const int sentence = lines + partGap;
    const bool tells = !m_sentence->fullText().isEmpty() && room >= sentence;
    room -= tells ? sentence : 0;
    m_sentence->setVisible(tells);
    const int picture = m_picture ? m_picture->sizeHint().height() + partGap : 0;
    const bool shows = m_picture && room >= picture;
    room -= shows ? picture : 0;
    if (m_picture)
        m_picture->setVisible(shows);
    // Align the titles of two adjacent empty states, even if one has a longer explanation.
    const int further = tells ? std::max(0, lines - m_sentence->fontMetrics().height()) : 0;
    const int above = std::clamp((room + further) * 2 / 5, 0, std::max(0, room));
    if (above == m_above->sizeHint().height())
        return;
    m_above->changeSize(0, above, QSizePolicy::Minimum, QSizePolicy::Fixed);
    layout()->invalidate();
}

void EmptyState::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace dueline
