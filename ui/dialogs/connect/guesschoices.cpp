// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/guesschoices.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

using PlaceKind = DescribedPlace::Kind;

constexpr qsizetype mostKeyCharacters = 120;
constexpr int veryLikelyPercent = 90; ///< minimum confidence in percent to call very likely
constexpr int likelyPercent = 70; ///< minimum confidence in percent to call likely

/// End of a list from which the next task is claimed; stored as the data of a combo box item.
enum class RunningEnd { Unknown, Tail, Head };

/// Returns the states that tasks in this kind of key can have.
std::vector<TaskState> placeStatesOf(PlaceKind kind)
{
    std::vector<TaskState> states{TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done};
    if (kind == PlaceKind::SortedSet)
        states.insert(states.begin(), {TaskState::Scheduled, TaskState::Retrying});
    return states;
}

QString scoreUnitWord(ScoreUnit unit)
{
    switch (unit) {
    case ScoreUnit::Seconds:
        return GuessChoices::tr("seconds");
    case ScoreUnit::Milliseconds:
        return GuessChoices::tr("milliseconds");
    case ScoreUnit::Microseconds:
        return GuessChoices::tr("microseconds");
    case ScoreUnit::Nanoseconds:
        return GuessChoices::tr("nanoseconds");
    }
    return {};
}

QString encodingText(const GuessedStore& store)
{
    QStringList words;
    for (const DescribedDecoder decoder : store.decoders)
        words << QString::fromLatin1(wordOf(decoder));
    return words.join(QStringLiteral(" → "));
}

} // namespace

GuessChoices::GuessChoices(const Theme& theme, QWidget* parent)
    : QScrollArea(parent)
    , m_theme(theme)
{
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    // Only the combo boxes accept the focus; the area scrolls to show them.
    setFocusPolicy(Qt::NoFocus);
    auto* content = new QWidget;
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(0, 0, 4, 0);
    m_column->setSpacing(10);
    m_column->addStretch(1);
    setWidget(content);
    content->setAutoFillBackground(false); // setWidget() has turned this on
    viewport()->setAutoFillBackground(false);
}

KeyFacts GuessChoices::facts() const
{
    KeyFacts facts = m_chosen;
    facts.ends.insert(m_observed.begin(), m_observed.end());
    return facts;
}

void GuessChoices::learn(const RunningEnds& ends)
{
    for (const auto& [list, isTail] : ends)
        m_observed[list] = isTail;
}

void GuessChoices::clear() { build({}); }

void GuessChoices::setGuess(const LayoutGuess& guess, TimePoint now)
{
    // Keep unchanged rows, so that no combo box loses the focus.
    const bool isSame = std::equal(
        m_rows.begin(), m_rows.end(), guess.places.begin(), guess.places.end(), [](const auto& row, const auto& place) {
            return row->kind == place.kind && row->pattern == place.key && row->keys == place.keys;
        });
    if (!isSame)
        build(guess);
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        show(*m_rows[i], guess.places[i], now);
}

void GuessChoices::build(const LayoutGuess& guess)
{
    m_rows.clear();
    while (m_column->count() > 1) {
        const std::unique_ptr<QLayoutItem> item(m_column->takeAt(0));
        delete item->widget();
    }
    for (const LayoutGuess::SampledPlace& place : guess.places)
        addRow(place);
    // A narrower area would cut off the choices: it doesn't scroll horizontally.
    setMinimumWidth(widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width());
    QWidget* last = this;
    for (const auto& row : m_rows) {
        for (QComboBox* choice : {row->state, row->detail}) {
            if (choice)
                QWidget::setTabOrder(std::exchange(last, choice), choice);
        }
    }
}

QComboBox* GuessChoices::makeChoice(const QString& name)
{
    auto* choice = new QComboBox;
    choice->setAccessibleName(name);
    choice->setFocusPolicy(Qt::StrongFocus);
    choice->installEventFilter(this);
    return choice;
}

/// Makes the mouse wheel scroll the area rather than change the choice below the pointer, unless that choice has the
/// focus.
bool GuessChoices::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus())
        return QScrollArea::eventFilter(watched, event);
    event->ignore();
    return true;
}

void GuessChoices::addRow(const LayoutGuess::SampledPlace& place)
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    auto row = std::make_unique<Row>();
    row->kind = place.kind;
    row->pattern = place.key;
    row->keys = place.keys;
    const QString name = printable(place.key, mostKeyCharacters);
    row->key = new PlainLabel(name);
    row->key->setFont(m_theme.mono());
    row->key->setEliding(true, Qt::ElideMiddle);
    row->state = makeChoice(tr("State of the tasks in %1").arg(name));
    for (const TaskState state : placeStatesOf(place.kind))
        row->state->addItem(Formatting::stateWord(state), int(state));
    row->detail = nullptr;
    if (place.kind == PlaceKind::SortedSet) {
        row->detail = makeChoice(tr("Unit of the scores in %1").arg(name));
        for (const ScoreUnit unit :
            {ScoreUnit::Seconds, ScoreUnit::Milliseconds, ScoreUnit::Microseconds, ScoreUnit::Nanoseconds})
            row->detail->addItem(tr("Times in %1", "unit").arg(scoreUnitWord(unit)), int(unit));
    } else if (place.kind == PlaceKind::List) {
        row->detail = makeChoice(tr("End of %1 that workers read from").arg(name));
        row->detail->addItem(tr("Next: unknown", "end of a list"), int(RunningEnd::Unknown));
        row->detail->addItem(tr("Next: last item (RPOP)", "end of a list"), int(RunningEnd::Tail));
        row->detail->addItem(tr("Next: first item (LPOP)", "end of a list"), int(RunningEnd::Head));
    }
    row->evidence = PlainLabel::quiet(m_theme, {});
    row->evidence->setWordWrap(true);
    auto* choices = new QHBoxLayout;
    choices->setSpacing(8);
    choices->addWidget(row->state, 1);
    if (row->detail)
        choices->addWidget(row->detail, 1);
    column->addWidget(row->key);
    column->addLayout(choices);
    column->addWidget(row->evidence);
    connect(row->state, &QComboBox::activated, this, [this, of = row.get()] { chooseState(*of); });
    if (row->detail)
        connect(row->detail, &QComboBox::activated, this, [this, of = row.get()] { chooseDetail(*of); });
    m_column->insertWidget(m_column->count() - 1, box);
    box->show(); // needed if the parent is already visible
    m_rows.push_back(std::move(row));
}

void GuessChoices::show(const Row& row, const LayoutGuess::SampledPlace& place, TimePoint now) const
{
    // Add a state that is unusual for this kind of key, such as a scheduled task in a list.
    if (row.state->findData(int(place.state)) < 0)
        row.state->addItem(Formatting::stateWord(place.state), int(place.state));
    row.state->setCurrentIndex(row.state->findData(int(place.state)));
    if (row.detail && place.kind == PlaceKind::List) {
        const RunningEnd end = !place.runsTail ? RunningEnd::Unknown
            : *place.runsTail                  ? RunningEnd::Tail
                                               : RunningEnd::Head;
        row.detail->setCurrentIndex(row.detail->findData(int(end)));
    } else if (row.detail && place.unit) {
        row.detail->setCurrentIndex(row.detail->findData(int(*place.unit)));
    }
    row.evidence->setText(evidenceOf(place, now));
}

/// Returns a description of the confidence and the reasons for it.
QString GuessChoices::evidenceOf(const LayoutGuess::SampledPlace& place, TimePoint now) const
{
    const auto isChosen = [&place](const auto& facts) {
        return std::any_of(
            place.keys.begin(), place.keys.end(), [&facts](const QByteArray& key) { return facts.contains(key); });
    };
    QStringList sentences;
    sentences << (place.confidence >= veryLikelyPercent ? tr("Very likely.")
            : place.confidence >= likelyPercent         ? tr("Likely.")
                                                        : tr("Unsure."));
    if (place.unit) {
        sentences << tr("Scores are times in %1: %2 of %3 are within a year of now.", "unit, counts of sampled scores")
                         .arg(scoreUnitWord(*place.unit))
                         .arg(timesNear(place.scores, *place.unit, now))
                         .arg(place.scores.size());
    }
    if (!isChosen(m_chosen.states)) {
        sentences << (place.stateWord.isEmpty()
                ? tr("Only the key's type suggests the state.")
                : tr("The name contains “%1”.").arg(printable(place.stateWord, mostKeyCharacters)));
    }
    if (place.ids > 0)
        sentences << tr("Payloads were found for %1 of %2 sampled IDs.").arg(place.payloads).arg(place.ids);
    else if (!place.store.decoders.empty())
        sentences << tr("The members are payloads (%1).", "encoding").arg(encodingText(place.store));
    else
        sentences << tr("The members cannot be decoded.");
    if (place.kind == PlaceKind::List && !isChosen(m_chosen.ends)) {
        sentences << (!place.runsTail
                ? tr("Watch the list while workers run, or choose the end that workers read from.")
                : place.isEndWatched ? (*place.runsTail ? tr("Workers were seen taking the last item.")
                                                        : tr("Workers were seen taking the first item."))
                                     : (*place.runsTail ? tr("The oldest items are at the end.")
                                                        : tr("The oldest items are at the start.")));
    }
    return Formatting::sentences(sentences);
}

void GuessChoices::chooseState(const Row& row)
{
    for (const QByteArray& key : row.keys)
        m_chosen.states[key] = TaskState(row.state->currentData().toInt());
    Q_EMIT chosen();
}

void GuessChoices::chooseDetail(const Row& row)
{
    const int value = row.detail->currentData().toInt();
    for (const QByteArray& key : row.keys) {
        if (row.kind == PlaceKind::SortedSet) {
            m_chosen.units[key] = ScoreUnit(value);
        } else if (RunningEnd(value) == RunningEnd::Unknown) {
            m_chosen.ends.erase(key);
            m_observed.erase(key);
        } else {
            m_chosen.ends[key] = RunningEnd(value) == RunningEnd::Tail;
        }
    }
    Q_EMIT chosen();
}

} // namespace dueline
