// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinelegend.h"

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/statetile.h"

#include <QAbstractButton>
#include <QPainter>

#include <utility>

namespace dueline {

namespace {

constexpr int captionGap = 4; ///< gap to the first entry in pixels, in addition to the entry's own margin
constexpr int beforeCaption = 8; ///< minimum gap to the text beside the legend, in pixels

} // namespace

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
    /// Sets the count. Returns whether the entry's width may have changed.
    bool setTotal(std::optional<qint64> total, std::optional<qint64> listed = {})
    {
        m_count = total ? Formatting::count(listed.value_or(*total)) : QString();
        const QString words = !total ? Formatting::stateWord(m_state)
            : listed
            ? TimelineLegend::tr("%1: %2 of %3 in view", "state, count that matches, count")
                  .arg(Formatting::stateWord(m_state), m_count, Formatting::count(*total))
            : TimelineLegend::tr("%1: %2 in view", "state, count").arg(Formatting::stateWord(m_state), m_count);
        setToolTip(isChecked() ? TimelineLegend::tr("%1. Click to hide.").arg(words)
                               : TimelineLegend::tr("%1. Hidden; click to show.").arg(words));
        setAccessibleName(words);
        update();
        return std::exchange(m_digits, m_count.size()) != m_count.size();
    }
    int widthFor(Detail detail) const
    {
        if (detail == Detail::Tile)
            return tileOnly;
        const int word = QFontMetrics(m_theme.font(-1)).horizontalAdvance(Formatting::stateWord(m_state));
        const int count
            = m_count.isEmpty() ? 0 : QFontMetrics(m_theme.font(-1, QFont::DemiBold)).horizontalAdvance(m_count) + gap;
        return textFrom + word + (detail == Detail::Count ? count : 0) + 12;
    }
    void setDetail(Detail detail) { m_detail = detail; }
    static constexpr int tileOnly = 26;
    static constexpr int textFrom = 27;
    static constexpr int gap = 5;

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Tokens& t = m_theme.tokens();
        p.setOpacity(isChecked() ? 1 : 0.4);
        paintStateTile(p, m_theme, QPoint(6, (height() - 14) / 2), 14, m_state);
        if (m_detail != Detail::Tile) {
            const QString word = Formatting::stateWord(m_state);
            p.setFont(m_theme.font(-1));
            p.setPen(underMouse() ? t.text : t.text2);
            p.drawText(QRect(textFrom, 0, width() - textFrom, height()), Qt::AlignVCenter | Qt::AlignLeft, word);
            if (m_detail == Detail::Count) {
                const int from = textFrom + p.fontMetrics().horizontalAdvance(word) + gap;
                p.setFont(m_theme.font(-1, QFont::DemiBold));
                p.setPen(t.text);
                p.drawText(QRect(from, 0, width() - from, height()), Qt::AlignVCenter | Qt::AlignLeft, m_count);
            }
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
    QString m_count;
    qsizetype m_digits = 0;
    Detail m_detail = Detail::Word;
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

void TimelineLegend::setStates(StateSet states)
{
    m_states = states;
    if (chooseShown()) {
        updateGeometry();
        arrange();
    }
}

bool TimelineLegend::chooseShown()
{
    bool isOther = false;
    for (Entry* entry : m_entries) {
        const bool isShown = m_states.contains(entry->state()) || m_totals[entry->state()] > 0;
        isOther = isOther || entry->isHidden() == isShown;
        entry->setVisible(isShown);
    }
    return isOther;
}

void TimelineLegend::setTotals(const std::optional<StateCounts>& totals, const std::optional<StateCounts>& listed)
{
    m_totals = totals.value_or(StateCounts());
    bool wider = std::exchange(m_known, totals.has_value()) != m_known;
    wider |= std::exchange(m_matches, listed.has_value()) != m_matches;
    wider |= chooseShown();
    for (Entry* entry : m_entries)
        wider |= entry->setTotal(totals ? std::optional((*totals)[entry->state()]) : std::nullopt,
            listed ? std::optional((*listed)[entry->state()]) : std::nullopt);
    if (wider) {
        updateGeometry();
        arrange();
    }
}

int TimelineLegend::widthFor(Detail detail) const
{
    int width = 0;
    for (const Entry* entry : m_entries)
        width += entry->isHidden() ? 0 : entry->widthFor(detail);
    return width;
}

QStringList TimelineLegend::captions() const
{
    if (!m_known)
        return {};
    return m_matches ? QStringList{tr("Matching:", "before counts of tasks per state"),
               tr("Match:", "before counts of tasks per state, where there is little room")}
                     : QStringList{tr("Visible:", "before counts of tasks per state")};
}

int TimelineLegend::widthOf(const QString& caption) const
{
    return QFontMetrics(m_theme.font(-1)).horizontalAdvance(caption) + captionGap;
}

std::vector<int> TimelineLegend::widths() const
{
    const int counts = widthFor(Detail::Count);
    std::vector<int> widths;
    for (const QString& caption : captions())
        widths.push_back(counts + widthOf(caption) + beforeCaption);
    widths.insert(widths.end(), {counts, widthFor(Detail::Word)});
    return widths;
}

QSize TimelineLegend::sizeHint() const { return {widths().front(), 28}; }

QSize TimelineLegend::minimumSizeHint() const { return {widthFor(Detail::Tile), 28}; }

void TimelineLegend::resizeEvent(QResizeEvent*) { arrange(); }

void TimelineLegend::arrange()
{
    const Detail detail = width() >= widthFor(Detail::Count) ? Detail::Count
        : width() >= widthFor(Detail::Word)                  ? Detail::Word
                                                             : Detail::Tile;
    int x = width();
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry) {
        if ((*entry)->isHidden())
            continue;
        const int w = (*entry)->widthFor(detail);
        x -= w;
        (*entry)->setDetail(detail);
        (*entry)->setGeometry(x, 0, w, height());
        (*entry)->update();
    }
    m_caption.clear();
    for (const QString& caption : captions()) {
        if (detail != Detail::Count || x < widthOf(caption) + beforeCaption)
            continue;
        m_caption = caption;
        m_captionAt = x - widthOf(caption);
        break;
    }
    update();
}

void TimelineLegend::paintEvent(QPaintEvent*)
{
    if (m_caption.isEmpty())
        return;
    QPainter p(this);
    p.setFont(m_theme.font(-1));
    p.setPen(m_theme.tokens().text2);
    p.drawText(QRect(m_captionAt, 0, widthOf(m_caption), height()), Qt::AlignVCenter | Qt::AlignLeft, m_caption);
}

} // namespace dueline
