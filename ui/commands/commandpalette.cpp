// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/commandpalette.h"

#include "ui/actions/actions.h"
#include "ui/commands/palettedelegate.h"
#include "ui/text/formatting.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

namespace dueline {

namespace {

constexpr int shownAtMost = 60; ///< maximum number of rows of actions and queues
constexpr qsizetype mostFailures = 20;
constexpr qsizetype failuresAtFirst = 3; ///< maximum number of failure groups if nothing has been typed
// Lower scores are better matches. Complete words are better than prefixes.
constexpr int withinScore = 30; ///< base score of a match that starts inside a word
constexpr int scatteredScore = 100; ///< base score if the letters only occur in order, with gaps between them
constexpr qsizetype longestQuery = 200;

constexpr int wideWindow = 1200; ///< width of the window from which the palette is wide
constexpr int paletteTop = 72; ///< distance of the palette from the top of the window
constexpr int queryHeight = 52;
constexpr int progressHeight = 2; ///< height of the progress line
constexpr int footerHeight = 32;

} // namespace

CommandPalette::CommandPalette(const Theme& theme, std::vector<Entry> entries, bool looksForTasks, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_theme(theme)
    , m_entries(std::move(entries))
    , m_looksForTasks(looksForTasks)
    , m_query(new QLineEdit)
    , m_summary(PlainLabel::quiet(theme, {}))
    , m_keys(PlainLabel::quiet(
          theme, tr("↑↓ select · Enter open · Tab next group · > actions only · # queues only · Esc close")))
    , m_list(new QListWidget)
    , m_story(new PaletteStory(theme))
    , m_isWide(!parent || parent->width() >= wideWindow)
{
    setWindowTitle(tr("Find an action"));
    setAccessibleName(tr("Find an action, queue or task"));
    m_query->setPlaceholderText(tr("Task ID, payload value, queue or action"));
    m_query->setAccessibleName(tr("Find an action, queue or task"));
    m_query->setMaxLength(longestQuery);
    m_query->setProperty("variant", QStringLiteral("box"));
    m_query->setFont(theme.font(3));
    m_query->installEventFilter(this);
    m_list->setItemDelegate(new PaletteDelegate(theme, *m_query, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(PaletteDelegate::textLeft - 1, 0, PaletteDelegate::margin, 0);
    line->setSpacing(12);
    line->addStrut(queryHeight - 1); // the style sheet determines the height of the field
    line->addWidget(m_query, 1);
    line->addWidget(m_summary);
    auto* footer = new QHBoxLayout;
    footer->setContentsMargins(PaletteDelegate::margin, 0, PaletteDelegate::margin, 0);
    footer->addStrut(footerHeight - 1);
    footer->addWidget(m_keys);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addLayout(line);
    column->addSpacing(progressHeight);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(m_list, 1);
    middle->addWidget(m_story);
    column->addLayout(middle, 1);
    column->addLayout(footer);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::choose);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::choose);
    connect(m_list, &QListWidget::currentRowChanged, this, &CommandPalette::tellTask);
    const QSize window = parent ? parent->size() : QSize(wideWindow, 800);
    resize(m_isWide ? 960 : 640, std::clamp(window.height() - 2 * paletteTop, 320, 560));
    if (parent)
        move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, paletteTop)));
    list();
}

std::vector<CommandPalette::Entry> CommandPalette::entriesOf(const Actions& actions)
{
    std::vector<Entry> entries;
    std::vector<Entry> others; // actions that do not act on the displayed tasks or queue
    for (const Actions::Item& item : actions.items()) {
        if (!item.action->isVisible() || !item.action->isEnabled() || QByteArrayView(item.row->id) == "tools.palette")
            continue;
        QString text = item.action->text().remove(u'&');
        if (isCopyOfCommand(*item.row))
            text = tr("Copy as command: %1").arg(text);
        else if (item.row->menu == MenuPlace::View && QByteArrayView(item.row->id).startsWith("view.language")
            && QByteArrayView(item.row->id) != "view.languageSystem")
            // The label is only the name of a language, so add the name of the menu.
            text = tr("Language: %1").arg(text);
        const QString hidden = QString::fromUtf8(item.row->text).remove(u'&');
        const bool isOfPage = item.row->menu == MenuPlace::Task || item.row->menu == MenuPlace::Queue;
        (isOfPage ? entries : others)
            .push_back({text, item.action->shortcut().toString(QKeySequence::NativeText),
                QString::fromLatin1(item.row->icon), true, [action = item.action] { action->trigger(); }});
        (isOfPage ? entries : others).back().hidden = hidden;
    }
    entries.insert(entries.end(), others.begin(), others.end());
    return entries;
}

int CommandPalette::score(const QString& query, const QString& text)
{
    const QString low = text.toLower();
    int score = 0;
    for (const QString& word : query.toLower().split(u' ', Qt::SkipEmptyParts)) {
        int best = -1;
        for (qsizetype at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1)) {
            const qsizetype end = at + word.size();
            const bool begins = at == 0 || !low[at - 1].isLetterOrNumber();
            const bool ends = end == low.size() || !low[end].isLetterOrNumber();
            const int here = begins ? int(at) / 4 + (ends ? 0 : 2) : withinScore + int(at);
            best = best < 0 ? here : std::min(best, here);
        }
        if (best >= 0) {
            score += std::min(best, scatteredScore - 1);
            continue;
        }
        qsizetype from = 0;
        int gaps = 0;
        for (const QChar c : word) {
            const qsizetype next = low.indexOf(c, from);
            if (next < 0)
                return -1;
            gaps += int(next - from);
            from = next + 1;
        }
        score += scatteredScore + gaps;
    }
    return score;
}

/// Returns the query without the character that selects a group.
QString CommandPalette::words() const
{
    const QString query = m_query->text().trimmed();
    return onlyGroup() ? query.mid(1).trimmed() : query;
}

std::optional<CommandPalette::Group> CommandPalette::onlyGroup() const
{
    const QString query = m_query->text().trimmed();
    return query.startsWith(u'>') ? std::optional(Group::Actions)
        : query.startsWith(u'#')  ? std::optional(Group::Queues)
                                  : std::nullopt;
}

/// Returns whether tasks are searched for the query.
bool CommandPalette::searches() const { return m_looksForTasks && !onlyGroup() && words().size() >= shortestSearched; }

/// Lists everything that matches the query without a search, and starts the search for tasks.
void CommandPalette::list()
{
    m_list->clear();
    m_shown.clear();
    m_scattered.clear();
    m_sections.clear();
    m_listed.clear();
    m_progress = {};
    m_isChosen = false;
    m_status = m_gaps = m_failureHead = m_last = nullptr;
    m_listedFailures.clear();
    setStory({}, {});
    listNames();
    m_progress.isRunning = searches();
    if (searches())
        appendNote(m_status, tr("Searching for tasks…"));
    else
        listScattered();
    const bool hasLast = m_makeLast && !onlyGroup() && !words().isEmpty();
    if (m_list->count() == 0 && !hasLast)
        appendNote(m_status, tr("Nothing found"));
    if (hasLast) {
        insertEntry(m_list->count(), m_makeLast(words()));
        m_last = m_list->item(m_list->count() - 1);
    }
    selectFirst();
    tellProgress();
    if (m_looksForTasks)
        Q_EMIT queryChanged(searches() ? words() : QString());
}

/// Lists the entries that contain all words of the query in groups, with the best match first. Many other entries
/// contain the query's letters with gaps between them; these are listed by listScattered().
void CommandPalette::listNames()
{
    struct Match
    {
        int score;
        const Entry* entry;
    };
    std::array<std::vector<Match>, 4> groups;
    const std::optional<Group> only = onlyGroup();
    const QString words = this->words();
    for (const Entry& failure : m_failures) {
        if (const int s = scoreOf(failure); !only && s >= 0 && s < scatteredScore)
            groups[std::size_t(Group::Failures)].push_back({s, &failure});
    }
    for (const Entry& entry : m_entries) {
        const int s = scoreOf(entry);
        // If nothing has been typed, list only what the user is most likely to need.
        const bool isRare = words.isEmpty() && !only
            && (entry.group == Group::Queues || (entry.group == Group::Actions && entry.hint.isEmpty()));
        if (s < 0 || isRare || (only && entry.group != *only))
            continue;
        if (s < scatteredScore)
            groups[std::size_t(entry.group)].push_back({s, &entry});
        else
            m_scattered.push_back(&entry);
    }
    const auto isBetter = [](const Match& a, const Match& b) { return a.score < b.score; };
    std::array<std::size_t, 4> order{0, 1, 2, 3};
    for (auto& matches : groups)
        std::stable_sort(matches.begin(), matches.end(), isBetter);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return !groups[a].empty() && (groups[b].empty() || isBetter(groups[a].front(), groups[b].front()));
    });
    const QString titles[] = {tr("Failures"), tr("Recently opened"), tr("Queues"), tr("Actions")};
    for (const std::size_t group : order) {
        if (groups[group].empty() || m_list->count() >= shownAtMost)
            continue;
        if (group == std::size_t(Group::Failures)) {
            listFailures();
            continue;
        }
        insertHead(m_list->count(), titles[group], {}, {});
        for (const Match& match : groups[group]) {
            if (m_list->count() < shownAtMost)
                insertEntry(m_list->count(), *match.entry);
        }
    }
}

/// Returns how well an entry matches the query; see score().
int CommandPalette::scoreOf(const Entry& entry) const
{
    const QString words = this->words();
    if (entry.isRelated && searches())
        return 1;
    int s = score(words, entry.text + u' ' + entry.tail);
    if (const int hidden = score(words, entry.hidden); hidden >= 0 && hidden < scatteredScore)
        s = s < 0 ? hidden : std::min(s, hidden);
    // An action or a queue that matches as well as a failure group precedes it.
    return entry.group == Group::Failures && s >= 0 && !words.isEmpty() ? s + 1 : s;
}

void CommandPalette::setFailures(std::vector<Entry> failures)
{
    m_failures = std::move(failures);
    listFailures();
    if (!m_isChosen)
        selectFirst();
}

/// Lists the matching failure groups that are not listed yet. Skips rows that would move the selected row.
void CommandPalette::listFailures()
{
    if (onlyGroup())
        return;
    const qsizetype most = words().isEmpty() ? failuresAtFirst : mostFailures;
    for (const Entry& entry : m_failures) {
        const QString key = entry.text + u'\0' + entry.tail;
        const int s = scoreOf(entry);
        if (s < 0 || s >= scatteredScore || m_listedFailures.contains(key) || m_listedFailures.size() >= most)
            continue;
        if (!m_failureHead) {
            const int end = m_status ? m_list->row(m_status) : m_last ? m_list->row(m_last) : m_list->count();
            if (!mayInsert(end))
                return;
            insertHead(end, tr("Failures"), {}, {});
            m_failureHead = m_list->item(end);
        }
        const int row = m_list->row(m_failureHead) + 1 + int(m_listedFailures.size());
        if (!mayInsert(row))
            return;
        insertEntry(row, entry);
        m_listedFailures.insert(key);
    }
    if (m_status && !searches() && !m_listedFailures.isEmpty())
        m_status->setHidden(true);
}

void CommandPalette::listScattered()
{
    if (m_scattered.empty())
        return;
    int row = m_status ? m_list->row(m_status) : m_list->count();
    if (!mayInsert(row))
        return;
    insertHead(row++, tr("Similar names"), {}, {});
    for (std::size_t i = 0; i < m_scattered.size() && i < std::size_t(shownAtMost); ++i)
        insertEntry(row++, *m_scattered[i]);
    m_scattered.clear();
}

void CommandPalette::setResults(std::vector<Section> sections, const Progress& progress)
{
    if (!searches())
        return;
    m_sections = std::move(sections);
    m_progress = progress;
    listResults();
}

void CommandPalette::setStory(std::vector<PaletteStory::Moment> moments, TimePoint now)
{
    m_story->setMoments(words(), searches() ? std::move(moments) : std::vector<PaletteStory::Moment>(), now);
    m_story->setVisible(m_isWide && !m_story->isEmpty());
}

/// Shows the selected task in the pane.
void CommandPalette::tellTask()
{
    const QListWidgetItem* item = m_list->currentItem();
    const QVariant number = item ? item->data(PaletteDelegate::NumberRole) : QVariant();
    const Entry* entry = number.isValid() ? &m_shown[std::size_t(number.toInt())] : nullptr;
    m_story->setShown(entry && entry->state
            ? std::optional(PaletteStory::Shown{*entry->state, entry->hint, entry->text, entry->tail, entry->detail})
            : std::nullopt);
}

/// Lists the results that are not listed yet. Skips rows that would move the selected row.
void CommandPalette::listResults()
{
    if (!m_status)
        return;
    bool anyListed = false;
    for (std::size_t i = 0; i < m_sections.size(); ++i) {
        const Section& section = m_sections[i];
        if (i == m_listed.size()) {
            const int row = m_list->row(m_status);
            if (!mayInsert(row))
                break;
            insertHead(row, section.title, section.place, {});
            m_listed.push_back({m_list->item(row), 0});
        }
        Listed& listed = m_listed[i];
        listed.head->setData(PaletteDelegate::HintRole, section.count);
        int row = m_list->row(listed.head) + 1 + int(listed.entries);
        for (; listed.entries < section.entries.size() && mayInsert(row); ++listed.entries)
            insertEntry(row++, section.entries[listed.entries]);
        anyListed = true;
    }
    if (!m_progress.isRunning) {
        listScattered();
        appendNote(m_status, m_progress.outcome);
    }
    m_status->setHidden(anyListed || m_status->text().isEmpty());
    if (!m_progress.gaps.isEmpty())
        appendNote(m_gaps, m_progress.gaps);
    if (!m_isChosen)
        selectFirst();
    tellProgress();
}

void CommandPalette::tellProgress()
{
    m_summary->setText(m_progress.summary);
    m_query->setAccessibleDescription(m_progress.summary);
    update();
}

bool CommandPalette::mayInsert(int row) const { return !m_isChosen || row > m_list->currentRow(); }

void CommandPalette::insertHead(int row, const QString& title, const QString& place, const QString& count)
{
    auto* item = new QListWidgetItem(title);
    item->setData(PaletteDelegate::KindRole, int(PaletteDelegate::Kind::Head));
    item->setData(PaletteDelegate::TailRole, place);
    item->setData(PaletteDelegate::HintRole, count);
    item->setData(Qt::AccessibleTextRole, Formatting::commas({title, place}));
    item->setFlags(Qt::NoItemFlags);
    m_list->insertItem(row, item);
}

void CommandPalette::insertEntry(int row, const Entry& entry)
{
    auto* item = new QListWidgetItem(entry.text);
    item->setData(PaletteDelegate::HintRole, entry.hint);
    item->setData(PaletteDelegate::IconRole, entry.icon);
    item->setData(PaletteDelegate::NumberRole, int(m_shown.size()));
    item->setData(PaletteDelegate::TailRole, entry.tail);
    item->setData(PaletteDelegate::DetailRole, entry.detail);
    const QString state = entry.state ? Formatting::stateWord(*entry.state) : QString();
    if (entry.state)
        item->setData(PaletteDelegate::StateRole, int(*entry.state));
    item->setData(
        Qt::AccessibleTextRole, Formatting::commas({entry.text, entry.tail, state, entry.hint, entry.detail}));
    m_shown.push_back(entry);
    m_list->insertItem(row, item);
}

/// Sets the text of a row that cannot be selected. Appends the row first if necessary.
void CommandPalette::appendNote(QListWidgetItem*& item, const QString& text)
{
    if (!item) {
        item = new QListWidgetItem(m_list);
        item->setData(PaletteDelegate::KindRole, int(PaletteDelegate::Kind::Note));
        item->setFlags(Qt::NoItemFlags);
    }
    item->setText(text);
    item->setToolTip(plainTextToolTip(text));
}

void CommandPalette::setLastRow(std::function<Entry(const QString& query)> make)
{
    m_makeLast = std::move(make);
    list();
}

bool CommandPalette::isChoice(int row) const { return m_list->item(row)->flags().testFlag(Qt::ItemIsSelectable); }

void CommandPalette::selectFirst()
{
    for (int row = 0; row < m_list->count(); ++row) {
        if (isChoice(row)) {
            m_list->setCurrentRow(row);
            m_list->scrollToTop(); // shows the head above the row
            return;
        }
    }
    m_list->setCurrentRow(-1);
}

/// Selects a row on behalf of the user. The rows that the old selection held back are listed now.
void CommandPalette::select(int row)
{
    m_isChosen = true;
    m_list->setCurrentRow(row);
    if (row > 0 && !isChoice(row - 1))
        m_list->scrollToItem(m_list->item(row - 1)); // shows the head above the row
    m_list->scrollToItem(m_list->item(row));
    listFailures();
    if (searches())
        listResults();
}

/// Moves the selection by a number of rows that can be selected.
void CommandPalette::moveBy(int rows)
{
    const int step = rows > 0 ? 1 : -1;
    int found = -1;
    for (int row = m_list->currentRow() + step; row >= 0 && row < m_list->count() && rows != 0; row += step) {
        if (!isChoice(row))
            continue;
        found = row;
        rows -= step;
    }
    if (found >= 0)
        select(found);
}

/// Selects the first entry of the next or previous group. After the last group follows the first one.
void CommandPalette::moveToGroup(int step)
{
    std::vector<int> firsts; // first entry of each group; the entry that searches all queues is a group, too
    for (int row = 0; row < m_list->count(); ++row) {
        if (isChoice(row) && (row == 0 || !isChoice(row - 1)))
            firsts.push_back(row);
    }
    if (firsts.empty())
        return;
    const auto next = std::upper_bound(firsts.begin(), firsts.end(), m_list->currentRow());
    const auto current = qsizetype(next - firsts.begin()) - 1;
    const auto count = qsizetype(firsts.size());
    select(firsts[std::size_t((current + step + count) % count)]);
}

void CommandPalette::choose()
{
    const QListWidgetItem* item = m_list->currentItem();
    if (!item || !item->data(PaletteDelegate::NumberRole).isValid())
        return;
    m_chosen = m_shown[std::size_t(item->data(PaletteDelegate::NumberRole).toInt())].act;
    accept();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_query || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool jumps = key->modifiers() & Qt::ControlModifier;
    switch (key->key()) {
    case Qt::Key_Down:
        jumps ? moveToGroup(1) : moveBy(1);
        return true;
    case Qt::Key_Up:
        jumps ? moveToGroup(-1) : moveBy(-1);
        return true;
    case Qt::Key_Tab:
        moveToGroup(1);
        return true;
    case Qt::Key_Backtab:
        moveToGroup(-1);
        return true;
    case Qt::Key_PageDown:
        moveBy(10);
        return true;
    case Qt::Key_PageUp:
        moveBy(-10);
        return true;
    case Qt::Key_Escape:
        if (!m_progress.isRunning)
            break;
        Q_EMIT stopRequested();
        return true;
    default:
        break;
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::paintEvent(QPaintEvent*)
{
    const Tokens& t = m_theme.tokens();
    QPainter painter(this);
    painter.fillRect(rect(), t.surface);
    painter.fillRect(QRect(0, height() - footerHeight, width(), footerHeight), t.sunken);
    painter.fillRect(QRect(0, height() - footerHeight, width(), 1), t.line);
    painter.drawPixmap(PaletteDelegate::margin + 1, (queryHeight - 16) / 2,
        m_theme.pixmap(QStringLiteral("search"), t.text2, 16, devicePixelRatioF()));
    painter.fillRect(QRect(0, queryHeight, width(), 1), t.line);
    if (m_progress.isRunning) {
        const double share = std::clamp(m_progress.share, 0.02, 1.0); // an empty line would look like a finished one
        painter.fillRect(QRect(1, queryHeight, int((width() - 2) * share), progressHeight), t.accent);
    }
    painter.setPen(t.lineStrong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

} // namespace dueline
