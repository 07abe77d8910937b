// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/precedingevents.h"

#include "ui/text/formatting.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QGridLayout>

#include <algorithm>
#include <memory>

namespace dueline {

PrecedingEvents::PrecedingEvents(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
    connect(&theme, &Theme::changed, this, [this] { m_isOutdated = true; });
    onLanguageChange(this, [this] { m_isOutdated = true; });
}

void PrecedingEvents::setMarks(const std::vector<TimelineMark>& marks)
{
    using enum TimelineMark::Kind;
    m_marks = marks;
    std::erase_if(m_marks, [](const TimelineMark& mark) { return mark.kind == Run || mark.kind == NextRun; });
    std::stable_sort(
        m_marks.begin(), m_marks.end(), [](const TimelineMark& a, const TimelineMark& b) { return b.at < a.at; });
}

bool PrecedingEvents::show(TimePoint first, TimePoint now)
{
    std::vector<TimelineMark> shown;
    for (const TimelineMark& mark : m_marks) {
        if (mark.at <= first && mark.at >= first - before && shown.size() < most)
            shown.push_back(mark);
    }
    if (m_isOutdated || first != m_first || shown != m_shown) {
        m_first = first;
        m_shown = std::move(shown);
        m_isOutdated = false;
        build(now);
    }
    return !m_shown.empty();
}

/// Replaces all rows.
void PrecedingEvents::build(TimePoint now)
{
    while (const std::unique_ptr<QLayoutItem> item{m_grid->takeAt(0)})
        delete item->widget();
    int row = 0;
    for (const TimelineMark& mark : m_shown) {
        constexpr int iconSize = 16;
        auto* icon = new PlainLabel;
        icon->setPixmap(m_theme.icon(mark.icon()).pixmap(iconSize));
        auto* title = new PlainLabel(mark.title);
        title->setEliding(true);
        title->setToolTip(plainTextToolTip(mark.words()));
        auto* ago = PlainLabel::quiet(m_theme, tr("%1 before").arg(Formatting::duration(m_first - mark.at)));
        auto* at = PlainLabel::quiet(m_theme, m_formatting.instant(mark.at, now));
        m_grid->addWidget(icon, row, 0);
        m_grid->addWidget(title, row, 1);
        m_grid->addWidget(ago, row, 2, Qt::AlignRight);
        m_grid->addWidget(at, row, 3, Qt::AlignRight);
        ++row;
    }
}

} // namespace dueline
