// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinepane.h"

#include "ui/actions/actions.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinegrouplegend.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/timeline/timelineshares.h"
#include "ui/widgets/plainlabel.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace dueline {

namespace {

constexpr int buttonsFrom = 960; ///< minimum pane width for the buttons, in pixels
constexpr int presetsFrom = 1250; ///< minimum pane width for the presets, in pixels
constexpr int headLeft = 16;
constexpr int headRight = 12;
constexpr int headGap = 8;
constexpr int buttonGap = 2;
constexpr int lastLetter = 4; ///< maximum extra width in pixels that PlainLabel requests for its last letter

} // namespace

TimelinePane::TimelinePane(
    const Theme& theme, const Formatting& formatting, TimelineView& view, const Actions& actions, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent) // the splitter's handle serves as the bottom edge
    , m_actions(actions)
    , m_view(view)
    , m_title(new PlainLabel)
    , m_hint(new PlainLabel)
    , m_colours(new QToolButton)
    , m_legend(new TimelineLegend(theme))
    , m_groupLegend(new TimelineGroupLegend(theme, formatting))
    , m_timeline(new TimelineWidget(theme, formatting, view))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(headLeft, 4, headRight, 0);
    head->setSpacing(headGap);
    head->addWidget(m_title);
    head->addWidget(m_hint);
    head->addWidget(m_legend, 1); // align the legend on the right
    head->addWidget(m_groupLegend, 1);
    m_groupLegend->hide();
    auto* zoom = new QHBoxLayout;
    zoom->setSpacing(buttonGap);
    head->addLayout(zoom);
    addPresets(*zoom);
    auto* colours = new QMenu(m_colours);
    for (const auto& [colour, id] : colourActions)
        colours->addAction(actions[id]);
    m_colours->setMenu(colours);
    m_colours->setPopupMode(QToolButton::InstantPopup);
    m_colours->setIconSize({16, 16});
    zoom->addWidget(m_colours);
    m_buttons.push_back(m_colours);
    for (const char* id : {"view.zoomOut", "view.zoomIn", "view.fit", "view.now"}) {
        QToolButton* button = addButton(actions[id], *zoom);
        button->setDefaultAction(actions[id]);
        button->setIconSize({16, 16});
        if (QByteArrayView(id) == "view.fit")
            m_fitIcon = button;
    }
    column->addLayout(head);
    column->addWidget(m_timeline, 1);
    setMinimumHeight(140);
    connect(m_legend, &TimelineLegend::hiddenChanged, this, [this](StateSet hidden) {
        TimelineLook look = m_timeline->look();
        look.hidden = hidden;
        m_timeline->setLook(look);
    });
    connect(m_groupLegend, &TimelineGroupLegend::chosen, this,
        [this](const TimelineGroup& group) { Q_EMIT groupChosen(group, m_colour); });
    m_timeline->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_timeline, &QWidget::customContextMenuRequested, this, &TimelinePane::showMenu);
    // The header also depends on the visible range and the height.
    connect(m_timeline, &TimelineWidget::dataWanted, this, &TimelinePane::describe);
    connect(m_timeline, &TimelineWidget::fitRequested, actions["view.fit"], &QAction::trigger);
    connect(&theme, &Theme::changed, this, &TimelinePane::describe);
    onLanguageChange(this, [this] {
        m_title->setText(tr("Timeline"));
        describe();
    });
}

/// Adds a button for an action and gives it the action's accessible name. The button is hidden if the pane is narrow.
QToolButton* TimelinePane::addButton(QAction* action, QLayout& to)
{
    auto* button = new QToolButton;
    onLanguageChange(button, [button, action] { button->setAccessibleName(action->text().remove(u'&')); });
    to.addWidget(button);
    m_buttons.push_back(button);
    return button;
}

/// Adds a button with a short label for each preset, and one for the entire time range.
void TimelinePane::addPresets(QLayout& to)
{
    for (std::size_t i = 0; i < presets.size(); ++i) {
        QAction* action = m_actions[presets[i].action];
        m_presets[i] = addButton(action, to);
        m_presets[i]->setCheckable(true);
        connect(m_presets[i], &QToolButton::clicked, this, [this, action] {
            action->trigger();
            checkPreset(); // the click has toggled the button, so restore its state
        });
    }
    QAction* fit = m_actions["view.fit"];
    QToolButton* whole = m_fit = addButton(fit, to);
    connect(whole, &QToolButton::clicked, fit, &QAction::trigger);
    onLanguageChange(this, [this, whole] {
        m_presets[0]->setText(tr("1 h", "button: show one hour"));
        m_presets[1]->setText(tr("24 h", "button: show 24 hours"));
        m_presets[2]->setText(tr("7 d", "button: show seven days"));
        whole->setText(tr("Fit", "button: show all tasks"));
    });
    const auto follow = [](QToolButton* button, const QAction* action) {
        const auto show = [button, action] {
            button->setEnabled(action->isEnabled());
            button->setToolTip(action->toolTip());
        };
        connect(action, &QAction::changed, button, show);
        show();
    };
    for (std::size_t i = 0; i < presets.size(); ++i)
        follow(m_presets[i], m_actions[presets[i].action]);
    follow(whole, fit);
    connect(&m_view, &TimelineView::rangeChanged, this, &TimelinePane::checkPreset);
    connect(m_timeline, &TimelineWidget::presetRequested, this,
        [this](std::size_t preset) { m_actions[presets[preset].action]->trigger(); });
    checkPreset();
}

/// Checks the button for the visible time span.
void TimelinePane::checkPreset()
{
    for (std::size_t i = 0; i < presets.size(); ++i)
        m_presets[i]->setChecked(m_view.range().length() == presets[i].length);
}

void TimelinePane::setSubject(const QString& subject)
{
    m_subject = subject;
    describe();
}

void TimelinePane::setStates(StateSet states) { m_legend->setStates(states); }

void TimelinePane::setAwaited(const QString& why, bool comes)
{
    m_timeline->setAwaited(why);
    if (std::exchange(m_comes, comes) != comes)
        describe();
}

void TimelinePane::setData(const TimelineData& data)
{
    m_timeline->setData(data);
    m_groupLegend->setData(data.isKnown() && !m_timeline->isTooCoarse() ? data : TimelineData());
    describe();
}

void TimelinePane::setColour(TimelineColour colour)
{
    m_colour = colour;
    showLegend();
    describe();
}

void TimelinePane::showLegend()
{
    const bool states = m_colour == TimelineColour::State;
    m_legend->setVisible(states);
    m_groupLegend->setVisible(!states);
    TimelineLook look = m_timeline->look();
    look.hidden = states ? m_legend->hidden() : StateSet();
    m_timeline->setLook(look);
}

/// Returns the progress of counting the groups; empty when it is complete.
QString TimelinePane::groupsHint() const
{
    const std::optional<TimelineGroups>& groups = m_timeline->data().groups;
    if (m_colour == TimelineColour::State || !m_timeline->data().isKnown())
        return {};
    const QString by = TimelineShareWords::plural(m_colour);
    if (!groups || groups->partial)
        return tr("counting %1…", "types, kinds of failure, queues").arg(by);
    if (groups->tooMany)
        return tr("too many tasks to distinguish %1", "types, kinds of failure, queues").arg(by);
    return groups->asOf ? tr("%1 as of %2", "types, kinds of failure; time")
                              .arg(by, m_timeline->formatting().instant(*groups->asOf, m_timeline->now()))
                        : QString();
}

void TimelinePane::describe()
{
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_hint->setPalette(quiet);
    m_hint->setFont(theme().font(-1));
    m_title->setFont(theme().font(1, QFont::DemiBold));
    const Millis span = m_timeline->data().span;
    const bool known = m_timeline->data().isKnown();
    const bool awaited = !known || m_timeline->isTooCoarse();
    // Until the first answer arrives, show no counts rather than zeros.
    m_legend->setTotals(awaited ? std::nullopt : std::optional(m_timeline->drawnTotals()),
        awaited ? std::nullopt : m_timeline->listedTotals());
    const std::optional<TimelineMatch>& match = m_timeline->data().match;
    m_counting = match && match->partial ? tr("counting matches…")
        : match && match->asOf
        ? tr("matches as of %1").arg(m_timeline->formatting().instant(*match->asOf, m_timeline->now()))
        : groupsHint();
    const QString colours
        = tr("Colors show %1", "states, types, kinds of failure, queues").arg(TimelineShareWords::plural(m_colour));
    m_colours->setToolTip(colours);
    m_colours->setAccessibleName(colours);
    m_colours->setIcon(theme().icon(QStringLiteral("colours")));
    m_perBar = m_timeline->showsTasks() ? tr("one mark per task")
        : !known && !m_comes            ? tr("No data yet")
        : awaited                       ? tr("loading")
                                        : tr("%1 per bar").arg(Formatting::duration(span));
    fitHint();
    if (layout())
        layout()->activate(); // otherwise, a pending repaint would show the new text elided
}

/// Shortens the subject if the legend wouldn't fit otherwise. The sidebar shows the full subject too.
void TimelinePane::fitHint()
{
    QStringList parts{m_subject, m_perBar, m_counting};
    if (const qint64 heard = m_timeline->data().heard; heard > 0) // outcomes announced by workers but stored nowhere
        parts << tr("%1 received from workers").arg(Formatting::count(heard));
    parts.removeAll(QString());
    const QString full = parts.join(QStringLiteral("  ·  "));
    const QString least = m_counting.isEmpty() ? m_perBar : m_counting;
    const QFontMetrics metrics(m_hint->font());
    int room = width() - headLeft - headRight - 2 * headGap - m_title->sizeHint().width();
    int gap = headGap; // the first gap belongs to the header; the others are between the buttons
    for (const QWidget* button : m_buttons) {
        if (button->isVisibleTo(this))
            room -= button->sizeHint().width() + std::exchange(gap, buttonGap);
    }
    QString hint = full;
    for (const int legend : m_colour == TimelineColour::State ? m_legend->widths() : m_groupLegend->widths(2)) {
        const auto fits
            = [&](const QString& words) { return metrics.horizontalAdvance(words) + lastLetter <= room - legend; };
        if (fits(full))
            break;
        if (!least.isEmpty() && fits(least)) {
            hint = least;
            break;
        }
    }
    m_hint->setText(hint);
}

void TimelinePane::resizeEvent(QResizeEvent* event)
{
    Pane::resizeEvent(event);
    // If space is short, the legend takes the buttons' space. Their actions are also in the menus.
    for (QWidget* button : m_buttons)
        button->setVisible(width() >= buttonsFrom);
    const bool hasPresets = width() >= presetsFrom;
    for (QWidget* preset : m_presets)
        preset->setVisible(hasPresets);
    m_fit->setVisible(hasPresets);
    m_fitIcon->setVisible(!hasPresets && width() >= buttonsFrom);
    fitHint();
}

void TimelinePane::showMenu(QPoint at)
{
    QMenu menu(this);
    if (m_timeline->brush()) {
        menu.addAction(theme().icon(QStringLiteral("zoom-in")), tr("&Zoom into the range"), m_timeline,
            &TimelineWidget::zoomToBrush);
        menu.addAction(theme().icon(QStringLiteral("filter")), tr("Fi&lter to this range"), m_timeline,
            &TimelineWidget::filterToBrush);
        menu.addAction(theme().icon(QStringLiteral("close")), tr("Cl&ear the range"), m_timeline,
            [this] { m_timeline->setBrush({}); });
        menu.addSeparator();
    }
    for (const char* id : {"view.now", "view.fit", "view.hour", "view.day", "view.week", "view.zoomIn", "view.zoomOut",
             "view.back", "view.forward", "view.allConnections", "view.timelineTable"})
        menu.addAction(m_actions[id]);
    menu.addSeparator();
    for (const auto& [colour, id] : colourActions)
        menu.addAction(m_actions[id]);
    menu.addSeparator();
    QAction* patterns = menu.addAction(tr("&Patterns on bands"));
    patterns->setCheckable(true);
    patterns->setChecked(m_timeline->look().patterns);
    connect(patterns, &QAction::toggled, this, [this](bool on) {
        TimelineLook look = m_timeline->look();
        look.patterns = on;
        m_timeline->setLook(look);
        m_groupLegend->setPatterns(on);
    });
    menu.exec(m_timeline->mapToGlobal(at));
}

} // namespace dueline
