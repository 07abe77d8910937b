// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupsamples.h"

#include "ui/failures/failuregrouppage.h"
#include "ui/failures/samplepayload.h"
#include "ui/presenters/connection.h"
#include "ui/widgets/celldelegate.h"
#include "ui/widgets/paneltable.h"

namespace dueline {

namespace {

constexpr auto samplesReadAgainAfter = std::chrono::seconds(5);
constexpr int sampleRowHeight = 32;
constexpr int sampleTile = 20; ///< width of the tile before the name, including the gap, in pixels

struct LoadedSample
{
    TaskDetail detail;
    QByteArray payload;
};

} // namespace

FailureGroupSamples::FailureGroupSamples(const Theme& theme, const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_model(formatting)
    , m_table(new PanelTable(theme, m_model, []() -> PanelTable::Words {
        return {FailureGroupPage::tr("Newest failed tasks"),
            {PanelTable::asSeen({QStringLiteral("notification.send #1a2b3c4d5e"), sampleTile, 0}),
                PanelTable::asSeen({QStringLiteral("notification-mail"), 0, 1}), {{}, 0, 2},
                PanelTable::asSeen({QStringLiteral("25/25"), 0, 3}),
                PanelTable::asSeen({FailureGroupPage::tr("%1 ago").arg(QStringLiteral("59 min 59 s")), 0, 0})}};
    }))
{
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setRowHeight(sampleRowHeight);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    connect(m_table, &PanelTable::chosen, this, [this] {
        m_isChosen = m_isChosen || (!m_isUpdating && m_table->currentIndex().row() > 0);
        readDetail();
    });
    connect(m_table, &PanelTable::activatedRow, this, [this](int row) {
        if (const SampleRow* chosen = m_model.rowAt(row))
            Q_EMIT taskRequested(chosen->queue, chosen->task.id);
    });
}

void FailureGroupSamples::setMost(std::size_t most)
{
    if (std::exchange(m_most, most) != most)
        m_seen.clear();
}

int FailureGroupSamples::tableHeight() const { return CellDelegate::rowHeight + int(m_most) * sampleRowHeight; }

void FailureGroupSamples::clear()
{
    ++m_asked;
    m_seen.clear();
    m_again = QDeadlineTimer();
    m_isChosen = false;
    m_detail.reset();
    m_payload.clear();
    m_detailOf.clear();
    m_isUpdating = true;
    m_model.set({});
    m_isUpdating = false;
}

void FailureGroupSamples::follow(Connection* connection, const FailureGroup& group, TimePoint now)
{
    m_connection = connection;
    m_model.setNow(now);
    if (!connection || !connection->session().isOnline() || m_isChosen || !m_again.hasExpired())
        return;
    const QByteArray state = group.terms.toUtf8() + '\0' + QByteArray::number(group.tasks) + '\0'
        + QByteArray::number(toMs(group.last)) + '\0' + QByteArray::number(qint64(m_most));
    if (group.shares.empty() || state == m_seen)
        return;
    m_seen = state;
    m_again.setRemainingTime(samplesReadAgainAfter);
    const int question = ++m_asked;
    connection->session().runInTurns(
        Session::Lane::Background, this, RecentFailures(group, m_most),
        [this, question](const Result<RecentFailures>& recent) {
            if (recent && question == m_asked && !m_isChosen)
                take(recent->tasks());
        },
        [this, question](const RecentFailures&) { return question == m_asked; });
}

void FailureGroupSamples::take(const std::vector<RecentFailures::Found>& tasks)
{
    m_isUpdating = true;
    m_model.set(tasks);
    // Keep showing the sample that the user may be reading, even if it is no longer one of the newest.
    const int row = m_detailOf.isEmpty() ? 0 : m_model.rowOf(m_detailOf);
    if (row >= 0 && m_model.rowCount() > 0)
        m_table->selectRow(row);
    else
        m_table->clearSelection();
    m_isUpdating = false;
    readDetail();
}

void FailureGroupSamples::readDetail()
{
    const SampleRow* row = m_model.rowAt(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
    if (m_isUpdating || !row || !m_connection || row->key() == m_detailOf)
        return;
    m_detailOf = row->key();
    m_connection->session().run(
        Session::Lane::Interactive, this,
        [queue = row->queue, id = exactId(row->task)](Backend& backend) -> Result<LoadedSample> {
            auto detail = backend.inspector().task(queue, id);
            if (!detail)
                return detail.error();
            auto payload = backend.inspector().payload(queue, id, 0, SamplePayload::mostBytes);
            return LoadedSample{*std::move(detail), payload ? *std::move(payload) : QByteArray()};
        },
        [this, queue = row->queue, key = row->key()](const Result<LoadedSample>& sample) {
            if (key != m_detailOf)
                return;
            if (!sample)
                return m_detailOf.clear(); // let the next follow() try again
            m_queue = queue;
            m_detail = sample->detail;
            m_payload = sample->payload;
            Q_EMIT detailRead();
        });
}

} // namespace dueline
