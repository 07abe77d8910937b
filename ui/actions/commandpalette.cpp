// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/commandpalette.h"

#include "ui/actions/actions.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

namespace {

constexpr int shownAtMost = 60;
// Lower scores are better. Complete words beat prefixes.
constexpr int withinScore = 30; ///< base score for a match inside a word
constexpr int scatteredScore = 100; ///< base score if the letters only occur in order, with gaps

class EntryDelegate : public QStyledItemDelegate
{
public:
    EntryDelegate(const Theme& theme, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
    { }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {200, 32}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = m_theme.tokens();
        painter->save();
        if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect, t.tint);
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), t.accent);
        }
        const QString icon = index.data(Qt::UserRole + 1).toString();
        if (!icon.isEmpty())
            painter->drawPixmap(option.rect.left() + 14, option.rect.center().y() - 7,
                m_theme.pixmap(icon, t.text2, 16, painter->device()->devicePixelRatioF()));
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text3);
        const QString hint = index.data(Qt::UserRole).toString();
        painter->drawText(option.rect.adjusted(0, 0, -14, 0), Qt::AlignRight | Qt::AlignVCenter, hint);
        const int hintWidth = painter->fontMetrics().horizontalAdvance(hint) + 20;
        painter->setFont(m_theme.font());
        painter->setPen(option.state & QStyle::State_Enabled ? t.text : t.text3);
        const QRect area = option.rect.adjusted(40, 0, -hintWidth, 0);
        painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, area.width()));
        painter->restore();
    }

private:
    const Theme& m_theme;
};

} // namespace

CommandPalette::CommandPalette(const Theme& theme, std::vector<Entry> entries, bool looksForTasks, QWidget* parent)
    : QDialog(parent, Qt::Dialog | Qt::FramelessWindowHint)
    , m_theme(theme)
    , m_entries(std::move(entries))
    , m_looksForTasks(looksForTasks)
    , m_query(new QLineEdit)
    , m_list(new QListWidget)
{
    setWindowTitle(tr("Find an action"));
    setAccessibleName(tr("Find an action, queue or task"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 10, 10, 10);
    column->setSpacing(8);
    m_query->setPlaceholderText(tr("Find an action, queue or task"));
    m_query->setAccessibleName(tr("Find an action, queue or task"));
    m_query->installEventFilter(this);
    m_list->setItemDelegate(new EntryDelegate(theme, m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Matches"));
    m_list->setFocusPolicy(Qt::NoFocus);
    column->addWidget(m_query);
    column->addWidget(m_list);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    resize(560, 420);
    filter({});
}

std::vector<CommandPalette::Entry> CommandPalette::entriesOf(const Actions& actions)
{
    std::vector<Entry> entries;
    for (const Actions::Item& item : actions.items()) {
        if (!item.action->isVisible() || !item.action->isEnabled() || QByteArrayView(item.row->id) == "tools.palette")
            continue;
        QString text = item.action->text().remove(u'&');
        if (isCopyOfCommand(*item.row))
            text = tr("Copy as command: %1").arg(text);
        else if (item.row->menu == MenuPlace::View && QByteArrayView(item.row->id).startsWith("view.language")
            && QByteArrayView(item.row->id) != "view.languageSystem")
            // The label is just a language's name, so add the menu's name.
            text = tr("Language: %1").arg(text);
        entries.push_back({text, item.action->shortcut().toString(QKeySequence::NativeText),
            QString::fromLatin1(item.row->icon), true, [action = item.action] { action->trigger(); }});
    }
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

void CommandPalette::filter(const QString& query)
{
    m_found.clear();
    m_looking = m_looksForTasks && !query.trimmed().isEmpty();
    list();
    if (m_looking)
        Q_EMIT queryChanged(query);
}

void CommandPalette::setFound(std::vector<Entry> found, bool complete)
{
    const int row = m_list->currentRow();
    m_found = std::move(found);
    m_looking = !complete;
    list();
    if (row > 0 && row < m_list->count())
        m_list->setCurrentRow(row); // keep the selection when results arrive later
}

void CommandPalette::list()
{
    const QString query = m_query->text();
    std::vector<std::pair<int, std::size_t>> matching;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (const int s = score(query, m_entries[i].text); s >= 0)
            matching.emplace_back(s, i);
    }
    std::stable_sort(matching.begin(), matching.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    m_list->clear();
    // Many entries contain the query's letters with gaps. List them after the tasks whose id contains the query.
    const auto scattered = std::find_if(
        matching.begin(), matching.end(), [](const auto& match) { return match.first >= scatteredScore; });
    for (auto match = matching.begin(); match != scattered && m_list->count() < shownAtMost; ++match)
        addItem(m_entries[match->second], match->second);
    for (std::size_t i = 0; i < m_found.size(); ++i)
        addItem(m_found[i], m_entries.size() + i);
    for (auto match = scattered; match != matching.end() && m_list->count() < shownAtMost; ++match)
        addItem(m_entries[match->second], match->second);
    const bool hasLast = m_makeLast && !query.trimmed().isEmpty();
    if (m_list->count() == 0 && (m_looking || !hasLast)) {
        auto* item = new QListWidgetItem(m_looking ? tr("Searching for tasks…") : tr("Nothing found"), m_list);
        item->setData(Qt::UserRole + 2, -1);
        item->setFlags(Qt::NoItemFlags);
    }
    m_last.reset();
    if (hasLast) {
        m_last = m_makeLast(query.trimmed());
        addItem(*m_last, m_entries.size() + m_found.size());
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::setLastRow(std::function<Entry(const QString& query)> make)
{
    m_makeLast = std::move(make);
    list();
}

const CommandPalette::Entry& CommandPalette::entryAt(std::size_t place) const
{
    if (place < m_entries.size())
        return m_entries[place];
    place -= m_entries.size();
    return place < m_found.size() ? m_found[place] : *m_last;
}

void CommandPalette::addItem(const Entry& entry, std::size_t place)
{
    auto* item = new QListWidgetItem(entry.text, m_list);
    item->setData(Qt::UserRole, entry.hint);
    item->setData(Qt::UserRole + 1, entry.icon);
    item->setData(Qt::UserRole + 2, int(place));
}

void CommandPalette::runCurrent()
{
    const QListWidgetItem* item = m_list->currentItem();
    const int place = item ? item->data(Qt::UserRole + 2).toInt() : -1;
    if (place < 0)
        return;
    const auto act = entryAt(std::size_t(place)).act;
    accept();
    act();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_query && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1
            : key == Qt::Key_Up              ? -1
            : key == Qt::Key_PageDown        ? 10
            : key == Qt::Key_PageUp          ? -10
                                             : 0;
        if (step != 0 && m_list->count() > 0) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace dueline
