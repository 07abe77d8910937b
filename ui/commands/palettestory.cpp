// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/palettestory.h"

#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/statetile.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr int side = 14; ///< left and right margin in pixels
constexpr int tile = 16;
constexpr int dot = 10; ///< size of a task on the line of time
constexpr int lineHeight = 46; ///< height of the line of time with its labels
constexpr int rowHeight = 26;
constexpr int nameLeft = 104; ///< left edge of the names
constexpr int longestText = 5; ///< maximum number of lines of the selected task's error or payload
constexpr std::size_t mostRead = 50; ///< number of tasks in the accessible description

} // namespace

/// Line of time and list of the found tasks.
class PaletteStory::Moments : public QWidget
{
public:
    explicit Moments(const Theme& theme)
        : m_theme(theme)
    {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    }

    void set(std::vector<Moment> moments, TimePoint now)
    {
        m_moments = std::move(moments);
        m_now = now;
        QStringList read;
        for (std::size_t i = 0; i < m_moments.size() && i < mostRead; ++i) {
            const Moment& each = m_moments[i];
            read << Formatting::commas({Formatting::stateWord(each.state), each.when, each.name, each.place});
        }
        setAccessibleDescription(read.join(u'\n'));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool hasLine = paintLine(painter);
        int top = hasLine ? lineHeight : 0;
        const int room = (height() - top) / rowHeight;
        const bool isCut = int(m_moments.size()) > room;
        const int shown = isCut ? std::max(0, room - 1) : int(m_moments.size());
        for (int i = 0; i < shown; ++i, top += rowHeight)
            paintRow(painter, top, m_moments[std::size_t(i)]);
        if (isCut) {
            const auto rest = qint64(m_moments.size()) - shown;
            paintText(painter, QRect(0, top, width(), rowHeight),
                PaletteStory::tr("and %1 more").arg(Formatting::count(rest)), m_theme.tokens().text3);
        }
    }

private:
    /// Paints the tasks with a known time on a line. Returns false if fewer than two have one.
    bool paintLine(QPainter& painter) const
    {
        std::vector<const Moment*> timed;
        for (const Moment& each : m_moments) {
            if (each.at)
                timed.push_back(&each);
        }
        if (timed.size() < 2)
            return false;
        const Tokens& t = m_theme.tokens();
        const TimePoint from = std::min(*timed.front()->at, m_now);
        const TimePoint to = std::max(*timed.back()->at, m_now);
        const double span = std::max<double>(1, double((to - from).count()));
        const auto placeOf
            = [&](TimePoint at) { return dot / 2 + double((at - from).count()) / span * (width() - dot); };
        const int middle = dot / 2 + 2;
        painter.fillRect(QRect(0, middle, width(), 1), t.lineStrong);
        for (const Moment* each : timed) {
            const StateColors& colors = t.of(each->state);
            painter.setPen(QPen(colors.text, 1));
            painter.setBrush(colors.fill);
            painter.drawRoundedRect(
                QRectF(placeOf(*each->at) - dot / 2.0 + 0.5, middle - dot / 2.0 + 0.5, dot - 1, dot - 1), 2, 2);
        }
        painter.fillRect(QRectF(placeOf(m_now) - 1, middle - 8, 2, 16), t.text);
        const QRect labels(0, middle + 10, width(), lineHeight - middle - 14);
        const QString now = PaletteStory::tr("now", "at an end of a line of time");
        paintText(painter, labels, from == m_now ? now : timed.front()->when, t.text3);
        paintText(painter, labels, to == m_now ? now : timed.back()->when, t.text3, Qt::AlignRight);
        return true;
    }
    void paintRow(QPainter& painter, int top, const Moment& moment) const
    {
        const Tokens& t = m_theme.tokens();
        paintStateTile(painter, m_theme, QPointF(0, top + (rowHeight - tile) / 2.0), tile, moment.state);
        paintText(painter, QRect(tile + 8, top, nameLeft - tile - 14, rowHeight), moment.when, t.text2);
        const QFontMetrics metrics(m_theme.font(-1));
        const int room = width() - nameLeft;
        const int place = std::min(metrics.horizontalAdvance(moment.place) + 1, room / 2);
        paintText(painter, QRect(nameLeft, top, room - place - 8, rowHeight), moment.name, t.text);
        paintText(painter, QRect(width() - place, top, place, rowHeight), moment.place, t.text3, Qt::AlignRight);
    }
    void paintText(QPainter& painter, QRect area, const QString& text, const QColor& color,
        Qt::Alignment align = Qt::AlignLeft) const
    {
        painter.setFont(m_theme.font(-1));
        painter.setPen(color);
        painter.drawText(area, int(align | Qt::AlignVCenter) | Qt::TextSingleLine,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width()));
    }

    const Theme& m_theme;
    std::vector<Moment> m_moments; ///< tasks in the order of their times
    TimePoint m_now{};
};

PaletteStory::PaletteStory(const Theme& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_task(new QWidget)
    , m_tile(new PlainLabel)
    , m_state(PlainLabel::quiet(theme, {}))
    , m_name(new PlainLabel)
    , m_id(PlainLabel::quiet(theme, {}))
    , m_text(PlainLabel::quiet(theme, {}))
    , m_title(new PlainLabel)
    , m_moments(new Moments(theme))
{
    setFixedWidth(paneWidth);
    m_name->setFont(theme.font(1, QFont::DemiBold));
    m_name->setWordWrap(true);
    m_name->setMostLines(2);
    m_id->setFont(theme.mono());
    m_id->setEliding(true, Qt::ElideMiddle);
    m_text->setFont(theme.mono());
    m_text->setWordWrap(true);
    m_text->setMostLines(longestText);
    m_title->setFont(theme.font(-1, QFont::DemiBold));
    m_title->setEliding(true);
    auto* state = new QHBoxLayout;
    state->setSpacing(8);
    state->addWidget(m_tile);
    state->addWidget(m_state, 1);
    auto* task = new QVBoxLayout(m_task);
    task->setContentsMargins(0, 0, 0, 12);
    task->setSpacing(4);
    task->addLayout(state);
    task->addWidget(m_name);
    task->addWidget(m_id);
    task->addWidget(m_text);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(side, 10, side, 10);
    column->setSpacing(6);
    column->addWidget(m_task);
    column->addWidget(m_title);
    column->addWidget(m_moments, 1);
}

void PaletteStory::setMoments(const QString& value, std::vector<Moment> moments, TimePoint now)
{
    std::stable_sort(moments.begin(), moments.end(), [](const Moment& a, const Moment& b) {
        return a.at && b.at ? *a.at < *b.at : a.at.has_value() && !b.at.has_value();
    });
    m_isEmpty = moments.empty();
    m_title->setText(tr("Everything about \"%1\"", "a value that tasks contain").arg(value));
    m_moments->setAccessibleName(m_title->fullText());
    m_moments->set(std::move(moments), now);
}

void PaletteStory::setShown(const std::optional<Shown>& shown)
{
    m_task->setVisible(shown.has_value());
    if (!shown)
        return;
    m_tile->setPixmap(stateTile(m_theme, tile, shown->state, devicePixelRatioF()));
    m_state->setText(Formatting::commas({Formatting::stateWord(shown->state), shown->when}));
    m_name->setText(shown->name);
    m_id->setText(shown->id);
    m_id->setVisible(!shown->id.isEmpty());
    m_text->setText(shown->text);
    m_text->setVisible(!shown->text.isEmpty());
}

void PaletteStory::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.tokens().sunken);
    painter.fillRect(QRect(0, 0, 1, height()), m_theme.tokens().line);
}

} // namespace dueline
