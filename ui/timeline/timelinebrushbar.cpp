// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinebrushbar.h"

#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace dueline {

namespace {

constexpr int leastLeft = 4;
constexpr int wordGap = 6;
constexpr int iconGap = 1;

/// Returns the left edge of a bar with this width; nullopt if the bar would overlap the current time's label.
std::optional<int> leftOf(int width, int brushRight, const QRect& now, int laneWidth)
{
    const int right = std::min(brushRight, laneWidth - leastLeft);
    const int left = std::max(leastLeft, right - width);
    const int before = now.left() - TimelineBrushBar::clearOfNow - width;
    const int after = now.right() + 1 + TimelineBrushBar::clearOfNow;
    const auto fits = [&](int at) { return at >= leastLeft && at + width <= laneWidth - leastLeft; };
    if (now.isEmpty() || left <= before || left >= after)
        return fits(left) ? std::optional(left) : std::nullopt;
    const bool isAfter = brushRight > now.center().x();
    for (const int at : {isAfter ? after : before, isAfter ? before : after}) {
        if (fits(at))
            return at;
    }
    return {};
}

} // namespace

TimelineBrushBar::TimelineBrushBar(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_range(new PlainLabel)
    , m_details(new PlainLabel)
    , m_zoom(new QPushButton)
    , m_filter(new QPushButton)
    , m_zoomIcon(new QToolButton)
    , m_filterIcon(new QToolButton)
    , m_clear(new QToolButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(wordGap);
    row->addWidget(m_range);
    row->addWidget(m_details);
    for (QPushButton* link : {m_zoom, m_filter}) {
        link->setProperty("variant", QStringLiteral("link"));
        row->addWidget(link);
    }
    for (QToolButton* button : {m_zoomIcon, m_filterIcon, m_clear}) {
        button->setIconSize({14, 14});
        button->setFixedSize(height_ + 4, height_); // the padding of tool buttons leaves 14 pixels for the icon
        row->addWidget(button);
    }
    onLanguageChange(this, [this] {
        const auto name = [](QToolButton* button, const QString& words) {
            button->setToolTip(words);
            button->setAccessibleName(words);
        };
        name(m_zoomIcon, tr("Zoom in"));
        name(m_filterIcon, tr("Filter to this range"));
        name(m_clear, tr("Clear the range"));
        m_zoom->setText(tr("Zoom in"));
        m_zoom->setToolTip(tr("Show only this time range"));
        m_filter->setText(tr("Filter to this range"));
        m_filter->setToolTip(tr("Show only tasks from this time range in the table"));
    });
    connect(m_zoom, &QPushButton::clicked, this, &TimelineBrushBar::zoomRequested);
    connect(m_zoomIcon, &QToolButton::clicked, this, &TimelineBrushBar::zoomRequested);
    connect(m_filter, &QPushButton::clicked, this, &TimelineBrushBar::filterRequested);
    connect(m_filterIcon, &QToolButton::clicked, this, &TimelineBrushBar::filterRequested);
    connect(m_clear, &QToolButton::clicked, this, &TimelineBrushBar::clearRequested);
    connect(&theme, &Theme::changed, this, &TimelineBrushBar::applyTheme);
    applyTheme();
    hide();
}

void TimelineBrushBar::applyTheme()
{
    m_range->setFont(m_theme.font(-1, QFont::DemiBold));
    m_details->setFont(m_theme.font(-1));
    QPalette accent = palette();
    accent.setColor(QPalette::WindowText, m_theme.tokens().accent);
    m_range->setPalette(accent);
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, m_theme.tokens().text2);
    m_details->setPalette(quiet);
    m_zoomIcon->setIcon(m_theme.icon(QStringLiteral("zoom-in")));
    m_filterIcon->setIcon(m_theme.icon(QStringLiteral("filter")));
    m_clear->setIcon(m_theme.icon(QStringLiteral("close")));
}

void TimelineBrushBar::tell(const QString& range, const QString& details, const QString& count)
{
    m_range->setText(range);
    m_told = details;
    m_count = count;
    setToolTip(plainTextToolTip(text()));
}

QString TimelineBrushBar::text() const { return m_range->fullText() + QStringLiteral(" · ") + m_told; }

void TimelineBrushBar::setForm(Form form)
{
    const bool wide = form == Form::Whole;
    m_range->setVisible(form <= Form::Count);
    m_details->setVisible(form != Form::IconsAlone);
    m_details->setText(form <= Form::Icons ? m_told : m_count);
    for (QWidget* part : std::initializer_list<QWidget*>{m_zoom, m_filter})
        part->setVisible(wide);
    for (QWidget* part : std::initializer_list<QWidget*>{m_zoomIcon, m_filterIcon})
        part->setVisible(!wide);
    layout()->setSpacing(wide ? wordGap : iconGap);
    const bool behindRange = !wide && form <= Form::Count;
    m_details->setContentsMargins(behindRange ? wordGap - iconGap : 0, 0, 0, 0);
    layout()->activate();
}

void TimelineBrushBar::place(int brushRight, const QRect& now, int laneWidth)
{
    const auto put = [&](Form form, bool beyondNow) {
        setForm(form);
        const int width = sizeHint().width();
        const auto left = leftOf(width, brushRight, now, laneWidth);
        const bool isBeyond = left && !now.isEmpty() && (brushRight <= now.center().x()) != (*left <= now.center().x());
        if (!left || (isBeyond && !beyondNow))
            return false;
        setGeometry(*left, 0, width, height_);
        return true;
    };
    const auto putFirst = [&](std::initializer_list<Form> forms, bool beyondNow) {
        return std::any_of(forms.begin(), forms.end(), [&](Form form) { return put(form, beyondNow); });
    };
    // Prefer shorter text near the brush to full text on the other side of the current time. Omit the range, then the
    // count, only as a last resort.
    const std::initializer_list<Form> most{Form::Whole, Form::Icons, Form::Count};
    if (!putFirst(most, false) && !putFirst(most, true) && !put(Form::CountAlone, false)
        && !putFirst({Form::CountAlone, Form::IconsAlone}, true))
        setGeometry(leastLeft, 0, sizeHint().width(), height_);
    show();
}

} // namespace dueline
