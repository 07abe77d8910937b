// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/taskinspection.h"

#include "ui/dialogs/readerdialog.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/inspector/readerbar.h"
#include "ui/presenters/detailfeed.h"
#include "ui/presenters/payloadstream.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/workbench/windowevents.h"

#include <QAction>

namespace dueline {

TaskInspection::TaskInspection(ViewedPlace& view, WindowEvents& events, TaskTable& table, Inspector& inspector,
    QAction& opened, const Theme& theme, QWidget* window)
    : QObject(window)
    , m_view(view)
    , m_table(table)
    , m_inspector(inspector)
    , m_opened(opened)
    , m_theme(theme)
    , m_window(window)
    , m_detail(new DetailFeed(PayloadView::treePreview, PayloadView::textPreview, this))
    , m_stream(new PayloadStream(this))
{
    connect(m_detail, &DetailFeed::detailLoaded, &inspector, &Inspector::setDetail);
    connect(m_detail, &DetailFeed::flowLoaded, &inspector, &Inspector::setFlow);
    // The feed emits payloadLoaded() when a different task becomes current or the task changes.
    connect(m_detail, &DetailFeed::payloadLoaded, m_stream, &PayloadStream::cancel);
    connect(m_detail, &DetailFeed::payloadLoaded, &inspector, &Inspector::setPayload);
    PayloadView& payload = inspector.payload();
    inspector.installEventFilter(&payload);
    connect(&payload, &PayloadView::allRequested, this, &TaskInspection::bringAll);
    connect(&payload.reader(), &ReaderBar::readerChosen, this, &TaskInspection::chooseReader);
    connect(&payload.reader(), &ReaderBar::layersRequested, this, &TaskInspection::askForLayers);
    connect(&payload, &PayloadView::cancelRequested, m_stream, &PayloadStream::cancel);
    connect(m_stream, &PayloadStream::progressed, &payload, &PayloadView::setProgress);
    connect(m_stream, &PayloadStream::finished, &payload,
        [&payload](const QByteArray& bytes) { payload.setPayload(bytes, bytes.size()); });
    connect(m_stream, &PayloadStream::failed, &payload, &PayloadView::setFailure);
    connect(&table, &TaskTable::currentTaskChanged, this, &TaskInspection::follow);
    connect(&table, &TaskTable::inspectRequested, this, [this] { setOpen(true); });
    connect(&inspector, &Inspector::closeRequested, this, [this] { setOpen(false); });
    connect(&events, &WindowEvents::operationEnded, m_detail, &DetailFeed::refresh);
    connect(&view.connections().worker(), &EmbeddedWorker::ticked, this, &TaskInspection::showProgress);
    connect(&view.connections().worker(), &EmbeddedWorker::stateChanged, this, &TaskInspection::showProgress);
}

void TaskInspection::clear()
{
    m_stream->cancel();
    m_detail->show(nullptr, {}, {});
    m_inspector.clear();
}

void TaskInspection::setOpen(bool open)
{
    m_opened.setChecked(open);
    m_inspector.setVisible(open);
    if (open)
        follow();
}

bool TaskInspection::isWanted() const { return m_page ? m_wantedAfter : m_opened.isChecked(); }

void TaskInspection::setWanted(bool wanted)
{
    if (m_page)
        m_wantedAfter = wanted;
    if (!m_page || !wanted)
        setOpen(wanted);
}

void TaskInspection::setPage(bool page)
{
    if (page == m_page)
        return;
    const bool wanted = isWanted();
    m_page = page;
    m_wantedAfter = wanted;
    setOpen(page ? false : wanted || m_opened.isChecked());
}

void TaskInspection::follow()
{
    const Task* task = m_table.currentTask();
    if (!task)
        return clear();
    if (exactId(*task) != m_detail->shownTask())
        m_stream->cancel();
    m_inspector.setNow(m_view.now());
    m_inspector.setTask(*task);
    m_inspector.setPlace(m_table.currentIndex().row() + 1, m_table.model()->rowCount());
    m_task = *task;
    giveReader();
    showProgress();
    if (m_inspector.isVisible())
        m_detail->show(m_view.current(), m_view.place().queue, exactId(*task));
}

/// Applies the payload reader that the user has selected for the task's type.
void TaskInspection::giveReader()
{
    ReaderBar& bar = m_inspector.payload().reader();
    const Connection* connection = m_view.current();
    if (!connection || !connection->spec().readers)
        return bar.setReader({}, {}, {});
    const auto reader = connection->spec().readers->readerOf(m_view.place().queue, typeOf(m_task));
    bar.setReader(reader ? *reader : PayloadReader(), connection->spec().maskedFields,
        reader ? QString() : reader.error().message);
}

void TaskInspection::chooseReader(const ReaderChoice& choice)
{
    const Connection* connection = m_view.current();
    if (!connection || !connection->spec().readers || m_task.id.isEmpty())
        return;
    m_view.connections().chooseReader(*connection, m_view.place().queue, typeOf(m_task), choice);
    giveReader();
}

void TaskInspection::askForLayers()
{
    const Connection* connection = m_view.current();
    if (!connection || !connection->spec().readers || m_task.id.isEmpty())
        return;
    const ReaderChoice before = choiceOf(connection->spec().readers->choices(), m_view.place().queue, typeOf(m_task));
    ReaderDialog dialog(m_theme, QString::fromUtf8(typeOf(m_task)), before, m_window);
    if (dialog.exec() == QDialog::Accepted)
        chooseReader(dialog.choice());
}

void TaskInspection::bringAll()
{
    if (m_view.current() && m_inspector.payload().size() > 0 && exactId(m_task) == m_detail->shownTask())
        m_stream->start(*m_view.current(), m_view.place().queue, m_detail->shownTask(), m_inspector.payload().size());
}

void TaskInspection::showProgress()
{
    const EmbeddedWorker& worker = m_view.connections().worker();
    const bool here = m_view.current() && m_view.current()->id() == worker.connectionId();
    m_inspector.setProgress(here
            ? worker.progress().value(EmbeddedWorker::runKey(m_view.place().queue, m_inspector.shownTask()))
            : QByteArray());
    m_inspector.setOutput(m_view.current()
            ? worker.output(m_view.current()->id(), m_view.place().queue, m_inspector.shownTask())
            : std::nullopt);
}

void TaskInspection::tick()
{
    m_inspector.setSilent(m_view.current() && m_view.current()->session().silentSince());
    m_inspector.setNow(m_view.now());
    if (!m_inspector.isVisible() || !m_view.isLive())
        return;
    if (const Task* task = m_table.currentTask(); task && exactId(*task) == m_detail->shownTask()) {
        m_inspector.setTask(*task);
        m_detail->follow(*task);
    }
}

} // namespace dueline
