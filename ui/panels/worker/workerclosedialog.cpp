// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerclosedialog.h"

#include "ui/presenters/embeddedworker.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

WorkerCloseDialog::WorkerCloseDialog(const Theme& theme, const EmbeddedWorker& worker, QWidget* parent)
    : DialogFrame(theme, tr("The local worker is running %Ln task(s)", nullptr, worker.busySlots()), {},
        Environment::Development, parent)
{
    setObjectName(QStringLiteral("workerCloseDialog"));
    auto* text = new PlainLabel(
        tr("\"Drain\" lets running tasks finish, then closes the window. \"Stop now\" returns the tasks to their "
           "queues without counting the attempts, and closes immediately."));
    text->setWordWrap(true);
    text->setMinimumWidth(460);
    body().addWidget(text);
    auto* stop = new QPushButton(tr("Stop now"));
    stop->setObjectName(QStringLiteral("stopNow"));
    connect(stop, &QPushButton::clicked, this, [this] {
        m_choice = Choice::Stop;
        accept();
    });
    addToFooter(stop);
    QPushButton* drain = setVerb(tr("Drain"));
    drain->setObjectName(QStringLiteral("drain"));
    connect(this, &QDialog::accepted, this, [this] {
        if (m_choice == Choice::Stay)
            m_choice = Choice::Drain;
    });
    // Tasks may end while the dialog is open.
    connect(&worker, &EmbeddedWorker::stateChanged, this, [this, &worker] {
        if (!worker.isRunning())
            reject();
    });
}

} // namespace dueline
