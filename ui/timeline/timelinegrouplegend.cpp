// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinegrouplegend.h"

#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepainter.h"
#include "ui/timeline/timelineshares.h"

#include <QAbstractButton>
#include <QPainter>

#include <algorithm>
#include <iterator>

namespace dueline {

namespace {

constexpr int oneRow = 28; ///< height of a single row in pixels
constexpr int rowOfTwo = 22; ///< height of each of two rows in pixels
constexpr int swatch = 14;
constexpr int wordsFrom = 27;
constexpr int shareGap = 5;
constexpr int entryEnd = 12;
constexpr int swatchAlone = 26;
/// Widths of a name in pixels: the maximum if there is enough space, the width below which neighboring text shrinks,
/// and the minimum that is still useful.
constexpr int mostName = 400;
constexpr int wantedName = 150;
constexpr int leastName = 30;
constexpr int noName = 0;
/// Placeholder for a name's width if an entry shows neither a name nor a count.
constexpr int noWords = -1;
constexpr int nameCaptionGap = 4;
constexpr int beforeNameCaption = 8; ///< minimum gap to the text beside the legend, in pixels

} // namespace

class TimelineGroupLegend::Entry : public QAbstractButton
{
public:
    explicit Entry(TimelineGroupLegend* legend)
        : QAbstractButton(legend)
        , m_legend(*legend)
    { }

    void show(const TimelineShare& share)
    {
        m_share = share;
        const TimelineGroup* of = group();
        const QString counted = Formatting::count(share.count);
        const QString words = TimelineGroupLegend::tr("%1: %2 in view", "name, count").arg(share.words, counted);
        setAccessibleName(words);
        const QString act = !of    ? QString()
            : of->filter.isEmpty() ? TimelineGroupLegend::tr("%1. Click to show this queue.").arg(words)
                                   : TimelineGroupLegend::tr("%1. Click to list only these tasks.").arg(words);
        setToolTip(plainTextToolTip(of ? act : words));
        setEnabled(of);
        setFocusPolicy(of ? Qt::TabFocus : Qt::NoFocus);
        setVisible(true);
        update();
    }
    const TimelineGroup* group() const
    {
        const bool isNamed
            = m_legend.m_groups && m_share.place >= 0 && std::size_t(m_share.place) < m_legend.m_groups->named.size();
        return isNamed ? &m_legend.m_groups->named[std::size_t(m_share.place)] : nullptr;
    }
    int widthFor(int words) const
    {
        if (words < 0)
            return swatchAlone;
        const int count = QFontMetrics(countFont()).horizontalAdvance(Formatting::count(m_share.count));
        const int name = std::min(words, QFontMetrics(nameFont()).horizontalAdvance(m_share.words));
        return wordsFrom + name + (name > 0 ? shareGap : 0) + count + entryEnd;
    }
    void setWords(int words) { m_words = words; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter p(this);
        const Tokens& t = m_legend.m_theme.tokens();
        TimelinePainter(m_legend.m_theme, m_legend.m_formatting, size(), devicePixelRatioF())
            .paintPlace(p, QRectF(6, (height() - swatch) / 2, swatch, swatch), *m_legend.m_groups, m_share.place,
                m_legend.m_patterns);
        if (m_words >= 0) {
            p.setFont(nameFont());
            p.setPen(underMouse() && isEnabled() ? t.text : t.text2);
            // Don't call elidedText() for a name that has its full width: rounding could elide it.
            const int whole = p.fontMetrics().horizontalAdvance(m_share.words);
            const int room = std::min(m_words, whole);
            const QString name
                = room < whole ? p.fontMetrics().elidedText(m_share.words, Qt::ElideRight, room) : m_share.words;
            p.drawText(QRect(wordsFrom, 0, room, height()),
                Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine | Qt::TextDontClip, name);
            // An elided name may be narrower than the available space, so place the count right after it.
            const int from = wordsFrom + p.fontMetrics().horizontalAdvance(name) + (room > 0 ? shareGap : 0);
            p.setFont(countFont());
            p.setPen(t.text);
            p.drawText(QRect(from, 0, width() - from, height()), Qt::AlignVCenter | Qt::AlignLeft,
                Formatting::count(m_share.count));
        }
        if (hasFocus()) {
            p.setRenderHint(QPainter::Antialiasing);
            p.setPen(QPen(t.accent, 2));
            p.setBrush(Qt::NoBrush);
            p.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
        }
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    QFont nameFont() const { return m_legend.m_theme.font(-1); }
    QFont countFont() const { return m_legend.m_theme.font(-1, QFont::DemiBold); }

    TimelineGroupLegend& m_legend;
    TimelineShare m_share;
    int m_words = wantedName;
};

TimelineGroupLegend::TimelineGroupLegend(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_formatting(formatting)
{
    // There are two additional entries: all other groups combined, and tasks that belong to no group.
    for (std::size_t i = 0; i < TimelineGroups::most + 2; ++i) {
        auto* entry = new Entry(this);
        entry->hide();
        m_entries.push_back(entry);
        connect(entry, &QAbstractButton::clicked, this, [this, entry] {
            if (const TimelineGroup* group = entry->group())
                Q_EMIT chosen(TimelineGroup(*group));
        });
    }
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&theme, &Theme::changed, this, [this] {
        updateGeometry();
        arrange();
    });
}

void TimelineGroupLegend::setData(const TimelineData& data)
{
    m_groups = data.groups;
    std::vector<TimelineShare> shares;
    if (m_groups) {
        m_groups->bins.clear();
        m_groups->tasks.clear();
        shares = sharesOf(data);
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (i < shares.size())
            m_entries[i]->show(shares[i]);
        else
            m_entries[i]->hide();
    }
    updateGeometry();
    arrange();
}

void TimelineGroupLegend::setPatterns(bool patterns)
{
    m_patterns = patterns;
    update();
}

std::vector<TimelineGroupLegend::Entry*> TimelineGroupLegend::shownEntries() const
{
    std::vector<Entry*> shown;
    std::copy_if(m_entries.begin(), m_entries.end(), std::back_inserter(shown),
        [](const Entry* each) { return !each->isHidden(); });
    return shown;
}

int TimelineGroupLegend::widthFor(int words, int rows) const
{
    int second = 0; // width of the last entries, which are in the second row
    for (const Entry* entry : shownEntries())
        second += entry->widthFor(words);
    if (rows < 2)
        return second;
    int narrowest = second;
    int first = 0;
    for (const Entry* entry : shownEntries()) {
        first += entry->widthFor(words);
        second -= entry->widthFor(words);
        narrowest = std::min(narrowest, std::max(first, second));
    }
    return narrowest;
}

int TimelineGroupLegend::rows() const { return height() < 2 * rowOfTwo ? 1 : 2; }

int TimelineGroupLegend::rowHeight() const { return rows() == 1 ? height() : rowOfTwo; }

int TimelineGroupLegend::heightForWidth(int width) const
{
    return widthFor(wantedName) <= width ? oneRow : 2 * rowOfTwo;
}

QString TimelineGroupLegend::caption() const
{
    return tr("Visible:", "before counts of tasks per type, kind or queue");
}

int TimelineGroupLegend::captionWidth() const
{
    return m_groups ? QFontMetrics(m_theme.font(-1)).horizontalAdvance(caption()) + nameCaptionGap : 0;
}

std::vector<int> TimelineGroupLegend::widths(int rows) const
{
    std::vector<int> widths{widthFor(wantedName) + captionWidth() + beforeNameCaption};
    for (int words = wantedName; words >= leastName; words -= 10)
        widths.push_back(widthFor(words, rows));
    widths.push_back(widthFor(noName, rows));
    return widths;
}

QSize TimelineGroupLegend::sizeHint() const
{
    return {widthFor(wantedName) + captionWidth() + beforeNameCaption, oneRow};
}

QSize TimelineGroupLegend::minimumSizeHint() const { return {widthFor(noWords), oneRow}; }

void TimelineGroupLegend::resizeEvent(QResizeEvent*) { arrange(); }

/// Distributes the entries over one row, or over two if the widget is high enough. Rows are aligned on the right.
void TimelineGroupLegend::arrange()
{
    const int rows = this->rows();
    int words = mostName;
    while (words > wantedName && widthFor(words, rows) + (rows < 2 ? captionWidth() + beforeNameCaption : 0) > width())
        words -= 2;
    while (words >= leastName && widthFor(words, rows) > width())
        words -= 2;
    if (words < leastName)
        words = widthFor(noName, rows) <= width() ? noName : noWords;
    const std::vector<Entry*> entries = shownEntries();
    std::size_t next = 0;
    m_captionAt = -1;
    const int rowHeight = this->rowHeight();
    for (int row = 0; row < rows; ++row) {
        // Fill the first row, as long as the rest fits in the second.
        const std::size_t from = next;
        int taken = 0;
        while (next < entries.size() && (row + 1 == rows || taken + entries[next]->widthFor(words) <= width()))
            taken += entries[next++]->widthFor(words);
        int x = width() - taken;
        if (row == 0 && m_groups && words >= 0 && x >= captionWidth() + beforeNameCaption)
            m_captionAt = x - captionWidth();
        for (std::size_t i = from; i < next; ++i) {
            const int w = entries[i]->widthFor(words);
            entries[i]->setWords(words);
            entries[i]->setGeometry(x, row * rowHeight, w, rowHeight);
            entries[i]->update();
            x += w;
        }
    }
    update();
}

void TimelineGroupLegend::paintEvent(QPaintEvent*)
{
    if (m_captionAt < 0)
        return;
    QPainter p(this);
    p.setFont(m_theme.font(-1));
    p.setPen(m_theme.tokens().text2);
    p.drawText(QRect(m_captionAt, 0, captionWidth(), rowHeight()), Qt::AlignVCenter | Qt::AlignLeft, caption());
}

} // namespace dueline
