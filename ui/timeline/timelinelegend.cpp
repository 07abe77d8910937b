// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelegend.h"

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

#include <QAbstractButton>
#include <QPainter>

namespace dueline {

class TimelineLegend::Entry : public QAbstractButton
{
public:
    Entry(const Theme& theme, TaskState state, QWidget* parent)
        : QAbstractButton(parent)
        , m_theme(theme)
        , m_state(state)
    {
        setCheckable(true);
        setChecked(true);
        setFocusPolicy(Qt::TabFocus);
        setTotal(0);
    }

    TaskState state() const { return m_state; }
    void setTotal(qint64 total)
    {
        const QString words = TimelineLegend::tr("%1: %2", "state, count")
                                  .arg(Formatting::stateWord(m_state), Formatting::count(total));
        setToolTip(words);
        setAccessibleName(words);
    }
    int wideWidth() const
    {
        return QFontMetrics(m_theme.font(-1)).horizontalAdvance(Formatting::stateWord(m_state)) + 14 + 7 + 12;
    }
    static constexpr int narrowWidth = 26;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Tokens& t = m_theme.tokens();
        p.setOpacity(isChecked() ? 1 : 0.4);
        paintStateTile(p, m_theme, QPointF(6, (height() - 14) / 2), 14, m_state);
        if (width() > narrowWidth) {
            p.setFont(m_theme.font(-1));
            p.setPen(underMouse() ? t.text : t.text2);
            p.drawText(
                QRect(27, 0, width() - 27, height()), Qt::AlignVCenter | Qt::AlignLeft, Formatting::stateWord(m_state));
        }
        if (hasFocus()) {
            p.setOpacity(1);
            p.setRenderHint(QPainter::Antialiasing);
            p.setPen(QPen(t.accent, 2));
            p.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        }
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    const Theme& m_theme;
    TaskState m_state;
};

TimelineLegend::TimelineLegend(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
{
    for (const TaskState state : timelineBands) {
        auto* entry = new Entry(theme, state, this);
        m_entries.push_back(entry);
        connect(entry, &QAbstractButton::toggled, this, [this, state](bool shown) {
            shown ? m_hidden.remove(state) : m_hidden.insert(state);
            Q_EMIT hiddenChanged(m_hidden);
        });
    }
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        arrange();
    });
    arrange();
}

void TimelineLegend::setTotals(const StateCounts& totals)
{
    for (Entry* entry : m_entries)
        entry->setTotal(totals[entry->state()]);
}

QSize TimelineLegend::sizeHint() const
{
    int width = 0;
    for (const Entry* entry : m_entries)
        width += entry->wideWidth();
    return {width, 28};
}

QSize TimelineLegend::minimumSizeHint() const { return {Entry::narrowWidth * int(m_entries.size()), 28}; }

void TimelineLegend::resizeEvent(QResizeEvent*) { arrange(); }

void TimelineLegend::arrange()
{
    const bool wide = width() >= sizeHint().width();
    int x = width();
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry) {
        const int w = wide ? (*entry)->wideWidth() : Entry::narrowWidth;
        x -= w;
        (*entry)->setGeometry(x, 0, w, height());
        (*entry)->update();
    }
}

} // namespace dueline
