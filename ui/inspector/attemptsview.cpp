// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/attemptsview.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/text/languagechange.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/focusframe.h"
#include "ui/widgets/statetile.h"

#include <QAbstractListModel>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace dueline {

namespace {

/// Returns the state whose tile represents an outcome.
TaskState tileOf(const QByteArray& outcome)
{
    if (outcome == "done")
        return TaskState::Done;
    if (outcome == "released")
        return TaskState::Scheduled;
    return TaskState::Failed; // this attempt failed, even if the task was retried
}

QString outcomeWords(const Attempt& attempt)
{
    if (!attempt.error.isEmpty())
        return printable(errorLine(attempt.error), 300);
    if (attempt.outcome == "expired")
        return AttemptsView::tr("The lease expired because the worker was lost or too slow.");
    if (attempt.outcome == "released")
        return AttemptsView::tr("Released; the attempt was not counted.");
    if (attempt.outcome == "cancelled")
        return AttemptsView::tr("Canceled by an operator.");
    if (attempt.outcome == "done")
        return attempt.startedAt == TimePoint{} ? AttemptsView::tr("Completed (worker and duration not recorded)")
                                                : AttemptsView::tr("Done.");
    return printable(attempt.outcome, 60);
}

} // namespace

class AttemptsView::Model : public QAbstractListModel
{
public:
    Model(const Formatting& formatting, QObject* parent)
        : QAbstractListModel(parent)
        , m_formatting(formatting)
    { }

    void set(const std::vector<Attempt>& attempts, TimePoint now)
    {
        std::vector<Attempt> newestFirst(attempts.rbegin(), attempts.rend());
        m_now = now;
        if (newestFirst == m_attempts)
            return;
        beginResetModel();
        m_attempts = std::move(newestFirst);
        m_lines.clear();
        for (std::size_t first = 0; first < m_attempts.size();) {
            std::size_t end = first + 1;
            while (end < m_attempts.size() && repeats(m_attempts[end], m_attempts[first]))
                ++end;
            if (end - first < repeatsWorthJoining)
                end = first + 1;
            m_lines.push_back({first, end - first});
            first = end;
        }
        endResetModel();
    }
    /// Expands a collapsed row into one row per attempt. Returns false if there is only one attempt.
    bool open(int row)
    {
        const Line line = m_lines[std::size_t(row)];
        if (line.count < 2)
            return false;
        beginInsertRows({}, row + 1, row + int(line.count) - 1);
        m_lines[std::size_t(row)].count = 1;
        for (std::size_t i = line.count - 1; i > 0; --i)
            m_lines.insert(m_lines.begin() + row + 1, {line.first + i, 1});
        endInsertRows();
        Q_EMIT dataChanged(index(row), index(row));
        return true;
    }
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_lines.size()); }
    /// Returns the attempt in a row. For a collapsed row, returns the last attempt.
    const Attempt& at(int row) const { return m_attempts[m_lines[std::size_t(row)].first]; }
    QString title(int row) const
    {
        const Line& line = m_lines[std::size_t(row)];
        if (line.count < 2)
            return AttemptsView::tr("Attempt %1").arg(at(row).number);
        return AttemptsView::tr("Attempts %1 to %2 (%Ln in total)", nullptr, int(line.count))
            .arg(m_attempts[line.first + line.count - 1].number)
            .arg(at(row).number);
    }
    /// Returns the worker and the duration, if recorded.
    QString circumstances(int row) const
    {
        QStringList parts;
        if (!at(row).worker.isEmpty())
            parts << printable(at(row).worker, 40);
        if (at(row).startedAt != TimePoint{} && at(row).endedAt != TimePoint{})
            parts << Formatting::duration(at(row).endedAt - at(row).startedAt);
        return parts.join(QStringLiteral(" · "));
    }
    /// Returns when the attempt ended; empty if the framework doesn't record it.
    QString ended(int row) const
    {
        return at(row).endedAt == TimePoint{} ? QString() : m_formatting.instant(at(row).endedAt, m_now);
    }
    QString spoken(int row) const
    {
        QStringList words{title(row), circumstances(row), ended(row), outcomeWords(at(row))};
        words.removeAll(QString());
        return Formatting::commas(words);
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        if (!index.isValid())
            return {};
        if (role == Qt::ToolTipRole)
            return plainTextToolTip(outcomeWords(at(index.row())));
        if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
            return spoken(index.row());
        return {};
    }

private:
    static constexpr std::size_t repeatsWorthJoining = 3;
    struct Line
    {
        std::size_t first = 0; ///< index into m_attempts
        std::size_t count = 1;
    };

    static bool repeats(const Attempt& one, const Attempt& other)
    {
        const bool failed = one.outcome == "retry" || one.outcome == "failed";
        const bool alike = one.outcome == other.outcome || (failed && other.outcome == "failed");
        return alike && one.error == other.error;
    }

    const Formatting& m_formatting;
    std::vector<Attempt> m_attempts; ///< all attempts, newest first
    std::vector<Line> m_lines;
    TimePoint m_now{};
};

class AttemptsView::Delegate : public QStyledItemDelegate
{
public:
    Delegate(const Theme& theme, const Model& model, QObject* parent)
        : QStyledItemDelegate(parent)
        , m_theme(theme)
        , m_model(model)
    { }
    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {200, rowHeight}; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = m_theme.tokens();
        const int row = index.row();
        const QRect r = option.rect;
        painter->save();
        if (option.state & QStyle::State_Selected)
            painter->fillRect(r, t.tint);
        const int rail = r.left() + 24;
        if (row > 0)
            painter->fillRect(QRect(rail, r.top(), 1, 6), t.lineStrong);
        if (row + 1 < m_model.rowCount())
            painter->fillRect(QRect(rail, r.top() + 22, 1, r.height() - 22), t.lineStrong);
        paintStateTile(*painter, m_theme, QPointF(r.left() + 16, r.top() + 6), 16, tileOf(m_model.at(row).outcome));
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text2);
        const QString ended = m_model.ended(row);
        const int endedWidth = painter->fontMetrics().horizontalAdvance(ended);
        painter->drawText(QRect(r.right() - 17 - endedWidth, r.top() + 4, endedWidth + 2, 18),
            Qt::AlignVCenter | Qt::AlignRight, ended);
        painter->setFont(m_theme.font(0, QFont::DemiBold));
        painter->setPen(t.text);
        const QString title = m_model.title(row);
        const int titleWidth = painter->fontMetrics().horizontalAdvance(title);
        painter->drawText(
            QRect(r.left() + 44, r.top() + 4, titleWidth + 2, 18), Qt::AlignVCenter | Qt::AlignLeft, title);
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text2);
        const QRect middle(
            r.left() + 52 + titleWidth, r.top() + 4, std::max(0, r.width() - titleWidth - endedWidth - 80), 18);
        painter->drawText(middle, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(m_model.circumstances(row), Qt::ElideRight, middle.width()));
        painter->setFont(m_theme.mono());
        const QRect below(r.left() + 44, r.top() + 22, r.width() - 60, 18);
        painter->drawText(below, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(
                outcomeWords(m_model.at(row)).simplified(), Qt::ElideRight, below.width()));
        if (option.state & QStyle::State_HasFocus)
            paintFocusFrame(*painter, m_theme, r);
        painter->restore();
    }

private:
    const Theme& m_theme;
    const Model& m_model;
};

AttemptsView::AttemptsView(const Theme& theme, const Formatting& formatting, QWidget* parent)
    : QListView(parent)
    , m_theme(theme)
    , m_model(new Model(formatting, this))
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Attempts")); });
    setModel(m_model);
    setItemDelegate(new Delegate(theme, *m_model, this));
    setFrameShape(NoFrame);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setEditTriggers(NoEditTriggers);
    setSelectionMode(ExtendedSelection);
    setUniformItemSizes(true);
    setMinimumHeight(rowHeight); // height of one complete row
    connect(this, &QListView::activated, this, [this](const QModelIndex& index) {
        if (!m_model->open(index.row()))
            Q_EMIT detailsRequested(m_model->at(index.row()));
    });
}

AttemptsView::~AttemptsView() = default;

void AttemptsView::setAttempts(const std::vector<Attempt>& attempts, TimePoint now) { m_model->set(attempts, now); }

std::vector<Attempt> AttemptsView::chosenAttempts() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(
        rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return b < a; }); // newest first
    std::vector<Attempt> chosen;
    for (const QModelIndex& row : rows)
        chosen.push_back(m_model->at(row.row()));
    return chosen;
}

void AttemptsView::setEmptyText(const QString& text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    viewport()->update();
}

void AttemptsView::paintEvent(QPaintEvent* event)
{
    QListView::paintEvent(event);
    QPainter painter(viewport());
    if (hasFocus() && !currentIndex().isValid())
        paintFocusFrame(painter, m_theme, viewport()->rect());
    if (m_model->rowCount() > 0 || m_emptyText.isEmpty())
        return;
    painter.setPen(m_theme.tokens().text2);
    painter.drawText(
        viewport()->rect().adjusted(16, 4, -16, 0), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, m_emptyText);
}

} // namespace dueline
