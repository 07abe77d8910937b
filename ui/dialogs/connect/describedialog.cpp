// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect/describedialog.h"

#include "core/base/shellword.h"
#include "core/base/text.h"
#include "ui/dialogs/connect/guesschoices.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QShortcut>
#include <QTableWidget>

#include <algorithm>

namespace dueline {

namespace {

using KeyKind = DescribedPlace::Kind;

constexpr int describedRowHeight = 22;
constexpr qsizetype mostNameCharacters = 200;
constexpr qsizetype mostPreviewBytes = 300;
constexpr std::size_t mostTaskRows = 200; ///< maximum number of tasks shown
constexpr qsizetype mostCommandKeys = 20; ///< maximum number of key names in the command

enum KeyColumn { KeyName, KeyType, KeyLength, KeyUse };
enum TaskColumn { TaskStateWord, TaskDue, TaskType, TaskIdentity, TaskPayload, TaskQueue };

QString describedTypeWord(KeyKind kind)
{
    switch (kind) {
    case KeyKind::SortedSet:
        return DescribeDialog::tr("Sorted set");
    case KeyKind::List:
        return DescribeDialog::tr("List");
    case KeyKind::Set:
        return DescribeDialog::tr("Set");
    case KeyKind::Hash:
    case KeyKind::String:
    case KeyKind::Stream:
        break;
    }
    return DescribeDialog::tr("Hash");
}

QTableWidget* makeDescribeTable(const Theme& theme, const QString& name, const QStringList& columns)
{
    auto* table = new QTableWidget(0, int(columns.size()));
    table->setAccessibleName(name);
    table->setFont(theme.font(-1));
    table->setHorizontalHeaderLabels(columns);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setStretchLastSection(true);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(describedRowHeight);
    table->verticalHeader()->setMinimumSectionSize(describedRowHeight);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    return table;
}

QTableWidgetItem* setDescribedCell(QTableWidget& table, int row, int column, const QString& text)
{
    QTableWidgetItem* item = table.item(row, column);
    if (!item) {
        item = new QTableWidgetItem;
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        table.setItem(row, column, item);
    }
    item->setText(text);
    item->setToolTip(plainTextToolTip(text));
    return item;
}

} // namespace

DescribeDialog::DescribeDialog(const Theme& theme, const Formatting& formatting, const ConnectionSpec& connection,
    const QString& name, Environment environment, Use use, QWidget* parent)
    : DialogFrame(theme, tr("Describe unknown keys"), printable(name.toUtf8(), mostNameCharacters), environment, parent)
    , m_formatting(formatting)
    , m_proposer(connection)
    , m_queue(named(new QComboBox, tr("Proposals")))
    , m_keys(makeDescribeTable(theme, tr("Keys"), {tr("Key"), tr("Type"), tr("Length"), tr("Described as")}))
    , m_choices(new GuessChoices(theme))
    , m_watch(new QPushButton(tr("Watch for 10 seconds")))
    , m_summary(new PlainLabel)
    , m_tasks(makeDescribeTable(theme, tr("Tasks as they will appear"),
          {tr("State"), tr("Due"), tr("Type"), tr("ID"), tr("Payload"), tr("Queue")}))
    , m_text(named(new QPlainTextEdit, tr("Layout file")))
    , m_discard(new QPushButton(tr("Discard edits")))
    , m_path(named(new QLineEdit, tr("Save file as")))
    , m_again(new QPushButton(tr("Search again")))
    , m_status(PlainLabel::quiet(theme, {}))
{
    setObjectName(QStringLiteral("describeDialog"));
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    buildKeys(*grid);
    buildTasks(*grid);
    grid->setColumnStretch(0, 5);
    grid->setColumnStretch(1, 6);
    grid->setRowStretch(1, 2);
    grid->setRowStretch(3, 3);
    body().addLayout(grid, 1);
    addRow(tr("Save file as"), m_path);
    m_status->setWordWrap(true);
    m_status->setMostLines(2);
    body().addWidget(m_status);
    for (QPushButton* button : {m_watch, m_discard, m_again})
        button->setAutoDefault(false); // Enter must press the confirm button instead
    addCopyLink([this] { return command(); });
    addToFooter(m_again);
    setVerb(use == Use::Connect ? tr("Save and connect") : tr("Save and use"));
    setTabOrder(m_keys, m_watch);
    setTabOrder(m_watch, m_choices);
    m_keys->setFocus();
    resize(1000, 590);

    m_soon.setSingleShot(true);
    m_soon.setInterval(afterTyping);
    connect(&m_soon, &QTimer::timeout, this, &DescribeDialog::tryText);
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_isEdited = true;
        m_tried.isValid = false; // not valid until the new text has been checked
        m_soon.start();
        allow();
    });
    connect(m_path, &QLineEdit::textChanged, this, &DescribeDialog::allow);
    connect(m_discard, &QPushButton::clicked, this, &DescribeDialog::discardEdits);
    connect(m_choices, &GuessChoices::chosen, this, &DescribeDialog::propose);
    connect(m_watch, &QPushButton::clicked, this, &DescribeDialog::toggleWatch);
    connect(m_again, &QPushButton::clicked, this, &DescribeDialog::search);
    connect(m_queue, &QComboBox::activated, this, [this](int row) {
        tick(m_guesses.at(std::size_t(row)).keys);
        propose();
    });
    connectProposer();
    search();
}

QWidget* DescribeDialog::buildHeading(const QString& text, QWidget* beside)
{
    auto* heading = new QWidget;
    auto* row = new QHBoxLayout(heading);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    auto* words = new PlainLabel(text);
    words->setFont(theme().font(0, QFont::DemiBold));
    row->addWidget(words);
    row->addStretch(1);
    row->addWidget(beside);
    heading->setMinimumHeight(rowLabelHeight);
    return heading;
}

void DescribeDialog::buildKeys(QGridLayout& grid)
{
    constexpr int leastRows = 4;
    isNothingTyped(*m_queue);
    m_queue->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_queue->setMinimumContentsLength(22);
    m_queue->hide(); // hidden until there is more than one proposal
    grid.addWidget(buildHeading(tr("Keys of the queue"), m_queue), 0, 0);
    QHeaderView& header = *m_keys->horizontalHeader();
    header.setSectionResizeMode(KeyName, QHeaderView::Stretch);
    header.setStretchLastSection(false);
    for (const int column : {KeyType, KeyLength, KeyUse})
        header.setSectionResizeMode(column, QHeaderView::ResizeToContents);
    m_keys->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_keys->setTextElideMode(Qt::ElideMiddle);
    m_keys->setMinimumHeight(describedRowHeight * (leastRows + 1));
    grid.addWidget(m_keys, 1, 0);
    // The space bar toggles the current row's check box, whichever cell is current.
    const auto* ticks = new QShortcut(Qt::Key_Space, m_keys, nullptr, nullptr, Qt::WidgetShortcut);
    connect(ticks, &QShortcut::activated, this, [this] {
        QTableWidgetItem* item = m_keys->item(m_keys->currentRow(), KeyName);
        if (item && item->flags().testFlag(Qt::ItemIsUserCheckable))
            item->setCheckState(item->checkState() == Qt::Checked ? Qt::Unchecked : Qt::Checked);
    });
    connect(m_keys, &QTableWidget::itemChanged, this, [this](const QTableWidgetItem* item) {
        if (item->column() == KeyName)
            propose();
    });
    grid.addWidget(buildHeading(tr("Evidence and choices"), m_watch), 2, 0);
    m_choices->setAccessibleName(tr("Evidence and choices"));
    m_choices->setMinimumHeight(describedRowHeight * leastRows);
    m_watch->setToolTip(plainTextToolTip(
        tr("Observes the lists while workers run, to learn which end of each list they read. Writes nothing.")));
    m_watch->setEnabled(false);
    grid.addWidget(m_choices, 3, 0);
}

void DescribeDialog::buildTasks(QGridLayout& grid)
{
    constexpr int leastLines = 4;
    QPalette quiet = palette();
    quiet.setColor(QPalette::WindowText, theme().tokens().text2);
    m_summary->setPalette(quiet);
    grid.addWidget(buildHeading(tr("Tasks as they will appear"), m_summary), 0, 1);
    m_tasks->setMinimumHeight(describedRowHeight * (leastLines + 1));
    m_tasks->setColumnWidth(TaskStateWord, 76);
    m_tasks->setColumnWidth(TaskDue, 96);
    m_tasks->setColumnWidth(TaskType, 84);
    m_tasks->setColumnWidth(TaskIdentity, 88);
    m_tasks->setColumnWidth(TaskQueue, 72);
    m_tasks->horizontalHeader()->setStretchLastSection(false);
    m_tasks->horizontalHeader()->setSectionResizeMode(TaskPayload, QHeaderView::Stretch);
    grid.addWidget(m_tasks, 1, 1);
    m_discard->setProperty("variant", QStringLiteral("link"));
    QSizePolicy policy = m_discard->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_discard->setSizePolicy(policy);
    m_discard->hide();
    grid.addWidget(buildHeading(tr("Layout file"), m_discard), 2, 1);
    m_text->setFont(theme().mono());
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setMinimumHeight(m_text->fontMetrics().lineSpacing() * leastLines);
    grid.addWidget(m_text, 3, 1);
}

void DescribeDialog::connectProposer()
{
    connect(&m_proposer, &LayoutProposer::searched, this, &DescribeDialog::showKeys);
    connect(&m_proposer, &LayoutProposer::searchFailed, this, [this](const Error& error) {
        m_status->setText({});
        setProblem(error.message);
        allow();
    });
    connect(&m_proposer, &LayoutProposer::tried, this, &DescribeDialog::showTried);
    connect(&m_proposer, &LayoutProposer::watching, this, [this](Millis left) {
        m_status->setText(tr("Watching the lists while workers run: %1 left", "duration")
                              .arg(Formatting::duration(std::chrono::ceil<std::chrono::seconds>(left))));
    });
    connect(&m_proposer, &LayoutProposer::watchFailed, this, [this](const Error& error) {
        endWatch({});
        setProblem(error.message);
    });
    connect(&m_proposer, &LayoutProposer::watched, this, [this](const RunningEnds& ends) {
        endWatch(ends.empty() ? tr("The lists did not change enough. Watch them again while workers run, or choose the "
                                   "end that workers read from.")
                              : tr("Detected which end workers read from in %Ln list(s).", nullptr, int(ends.size())));
        m_choices->learn(ends);
        if (!ends.empty() && !m_isEdited)
            propose();
    });
    connect(&m_proposer, &LayoutProposer::saved, this, [this](const LayoutSpec& layout) {
        m_layout = layout.text();
        DialogFrame::accept();
    });
    connect(&m_proposer, &LayoutProposer::saveFailed, this, [this](const Error& error) {
        setProblem(error.message);
        allow();
    });
}

bool DescribeDialog::isBusy() const { return m_proposer.isSearching() || m_proposer.isTrying() || m_soon.isActive(); }

void DescribeDialog::search()
{
    endWatch(tr("Searching for keys that belong to no known system…"));
    setProblem({});
    if (m_again->hasFocus())
        m_keys->setFocus(); // the button is about to be disabled, so move the focus
    m_proposer.search();
    allow();
}

void DescribeDialog::showKeys(const UnknownKeys& keys, const std::vector<LayoutGuess>& guesses)
{
    m_guesses = guesses;
    m_sampled = keys.survey.keys;
    const QSignalBlocker blocker(m_keys);
    m_keys->setRowCount(0);
    m_keys->setRowCount(int(m_sampled.size() + keys.hashes.size()));
    int row = 0;
    for (const SampledKey& key : m_sampled) {
        setDescribedCell(*m_keys, row, KeyName, printable(key.key, mostNameCharacters))
            ->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        m_keys->item(row, KeyName)->setCheckState(Qt::Unchecked);
        setDescribedCell(*m_keys, row, KeyType, describedTypeWord(key.kind));
        setDescribedCell(*m_keys, row, KeyLength, Formatting::count(key.length));
        setDescribedCell(*m_keys, row++, KeyUse, {});
    }
    for (const auto& [hash, length] : keys.hashes) {
        setDescribedCell(*m_keys, row, KeyName, printable(hash, mostNameCharacters));
        setDescribedCell(*m_keys, row, KeyType, describedTypeWord(KeyKind::Hash));
        setDescribedCell(*m_keys, row, KeyLength, Formatting::count(length));
        setDescribedCell(*m_keys, row++, KeyUse, tr("Task data"));
    }
    m_queue->clear();
    for (const LayoutGuess& guess : guesses) {
        m_queue->addItem(tr("%1: %Ln key(s)", "name of a proposal", int(guess.keys.size()))
                             .arg(printable(guess.name, mostNameCharacters)));
    }
    m_queue->setVisible(guesses.size() > 1);
    QStringList words;
    if (m_sampled.empty())
        words << tr("No keys that belong to unknown queues were found.");
    else if (guesses.empty())
        words << tr("No key looks like part of an unknown queue. Select the keys of one queue.");
    if (guesses.empty() && !keys.known.isEmpty())
        words
            << tr("Known layouts can open other queues on this server: %1.").arg(printable(keys.known.join(", "), 120));
    for (const QByteArray& name : guesses.empty() ? QByteArrayList() : layoutsLike(guesses.front()))
        words << tr("These keys look like queues in the %1 layout, which Dueline already supports.")
                     .arg(QString::fromLatin1(name));
    m_status->setText(Formatting::sentences(words + keys.survey.remarks));
    if (guesses.empty())
        return showTried({});
    tick(guesses.front().keys);
    if (m_isEdited)
        tryText(); // keep the user's text, and check it against the keys found
    else
        propose();
}

void DescribeDialog::tick(const QByteArrayList& keys)
{
    const QSignalBlocker blocker(m_keys);
    for (std::size_t row = 0; row < m_sampled.size(); ++row) {
        m_keys->item(int(row), KeyName)->setCheckState(keys.contains(m_sampled[row].key) ? Qt::Checked : Qt::Unchecked);
    }
    for (std::size_t row = 0; row < m_sampled.size(); ++row) { // scroll to the first checked key
        if (keys.contains(m_sampled[row].key)) {
            m_keys->setCurrentCell(int(row), KeyName);
            m_keys->scrollToItem(m_keys->item(int(row), KeyName), QAbstractItemView::PositionAtTop);
            break;
        }
    }
}

std::vector<QByteArray> DescribeDialog::ticked() const
{
    std::vector<QByteArray> keys;
    for (std::size_t row = 0; row < m_sampled.size(); ++row) {
        if (m_keys->item(int(row), KeyName)->checkState() == Qt::Checked)
            keys.push_back(m_sampled[row].key);
    }
    return keys;
}

void DescribeDialog::propose()
{
    setProblem({});
    m_tried.isValid = false;
    m_proposer.propose(ticked(), m_choices->facts());
    allow();
}

void DescribeDialog::tryText()
{
    m_soon.stop();
    m_proposer.tryFile(m_text->toPlainText().toUtf8());
    allow();
}

void DescribeDialog::discardEdits()
{
    m_isEdited = false;
    m_soon.stop();
    m_keys->setFocus(); // the button is about to be hidden, so move the focus
    propose();
}

void DescribeDialog::showTried(const TriedLayout& tried)
{
    m_tried = tried;
    if (!m_isEdited) {
        m_guess = tried.guess;
        if (m_guess)
            m_choices->setGuess(*m_guess, tried.isRead ? tried.check.now : SystemClock().now());
        else
            m_choices->clear();
        showFile();
        showUses();
    }
    showTasks();
    const bool isNoQueue = !m_isEdited && !tried.guess && !ticked().empty();
    setProblem(isNoQueue
            ? tr("The selected keys do not look like one queue. Select other keys, or write the layout file.")
            : tried.problem);
    allow();
}

/// Shows each key's role in the proposal.
void DescribeDialog::showUses()
{
    const QSignalBlocker blocker(m_keys);
    std::map<QByteArray, QString> uses;
    if (m_guess) {
        for (const QByteArray& key : m_guess->keys)
            uses[key] = tr("Belongs to a task");
        for (const LayoutGuess::SampledPlace& place : m_guess->places) {
            for (const QByteArray& key : place.keys)
                uses[key] = Formatting::stateWord(place.state);
        }
    }
    for (std::size_t row = 0; row < m_sampled.size(); ++row) {
        const auto use = uses.find(m_sampled[row].key);
        const bool isTicked = m_keys->item(int(row), KeyName)->checkState() == Qt::Checked;
        setDescribedCell(*m_keys, int(row), KeyUse,
            use != uses.end() ? use->second
                : isTicked    ? tr("Not recognized")
                              : QString());
    }
}

void DescribeDialog::showTasks()
{
    const std::vector<LiveCheck::Row>& rows = m_tried.check.rows;
    m_tasks->setRowCount(int(std::min(rows.size(), mostTaskRows)));
    for (int i = 0; i < m_tasks->rowCount(); ++i) {
        const LiveCheck::Row& row = rows[std::size_t(i)];
        const Task& task = row.task.task;
        setDescribedCell(*m_tasks, i, TaskStateWord, Formatting::stateWord(stateAt(task, m_tried.check.now)));
        setDescribedCell(
            *m_tasks, i, TaskDue, task.untimed ? QString() : m_formatting.instant(task.at, m_tried.check.now));
        setDescribedCell(*m_tasks, i, TaskType, printable(typeOf(task), mostNameCharacters));
        setDescribedCell(*m_tasks, i, TaskIdentity, uniquePart(task, mostNameCharacters));
        const bool isDamaged = !row.task.damage.isEmpty();
        setDescribedCell(*m_tasks, i, TaskPayload,
            isDamaged ? row.task.damage : printable(row.task.payload.left(mostPreviewBytes), mostPreviewBytes))
            ->setForeground(isDamaged ? theme().tokens().of(TaskState::Failed).text : theme().tokens().text);
        setDescribedCell(*m_tasks, i, TaskQueue, printable(row.queue, mostNameCharacters));
    }
    m_tasks->setColumnHidden(TaskQueue, m_tried.check.queues < 2);
    const auto read = qint64(rows.size());
    const qint64 matching = m_tried.check.matching();
    m_summary->setText(!m_tried.isRead ? QString()
            : read == 0                ? tr("No tasks found")
            : read == matching
            ? tr("%Ln task(s) read, all match", nullptr, Formatting::plural(read))
            : tr("%Ln task(s) read, %1 match", nullptr, Formatting::plural(read)).arg(Formatting::count(matching)));
}

/// Shows the proposed layout file, and proposes a path for it.
void DescribeDialog::showFile()
{
    const QString text = m_guess ? QString::fromUtf8(m_guess->file) : QString();
    if (m_text->toPlainText() != text) {
        const QSignalBlocker blocker(m_text);
        m_text->setPlainText(text);
    }
    if (m_guess && m_path->text() == m_proposedPath) {
        m_proposedPath = freeLayoutPath(m_guess->name);
        m_path->setText(m_proposedPath);
        m_path->setCursorPosition(int(m_proposedPath.size()));
    }
}

void DescribeDialog::toggleWatch()
{
    if (m_proposer.isWatching())
        return m_proposer.stopWatching();
    if (!m_guess)
        return;
    setProblem({});
    m_watch->setText(tr("Stop watching"));
    m_status->setText(tr("Watching the lists while workers run…"));
    m_proposer.watch(listsOf(*m_guess), watchFor);
}

void DescribeDialog::endWatch(const QString& outcome)
{
    m_watch->setText(tr("Watch for 10 seconds"));
    m_status->setText(outcome);
}

void DescribeDialog::allow()
{
    const bool isSearching = m_proposer.isSearching();
    m_again->setEnabled(!isSearching);
    m_queue->setEnabled(!m_isEdited);
    m_keys->setEnabled(!m_isEdited);
    m_choices->setEnabled(!m_isEdited);
    m_discard->setVisible(m_isEdited);
    m_watch->setEnabled(!isSearching && !m_isEdited && m_guess && !listsOf(*m_guess).empty());
    verb()->setEnabled(m_tried.isValid && !isBusy() && !m_path->text().isEmpty());
}

QStringList DescribeDialog::enteredValues() const
{
    const QString path = m_path->text();
    return {m_isEdited ? m_text->toPlainText() : QString(), path == m_proposedPath ? QString() : path};
}

QString DescribeDialog::command() const
{
    const std::vector<QByteArray> keys = ticked();
    const bool isAll = keys.empty() || qsizetype(keys.size()) > mostCommandKeys;
    QStringList words{QStringLiteral("duectl layout guess")};
    if (!isAll)
        words << QStringLiteral("--");
    for (const QByteArray& key : isAll ? std::vector<QByteArray>() : keys)
        words << shellWord(key);
    return words.join(u' ');
}

void DescribeDialog::accept()
{
    if (!verb()->isEnabled())
        return;
    setProblem({});
    verb()->setEnabled(false);
    m_proposer.save(m_path->text(), m_tried.file);
}

} // namespace dueline
