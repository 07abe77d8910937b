// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/dialogframe.h"

namespace dueline {

class EmbeddedWorker;

/// Dialog that asks what to do with the embedded worker's running tasks when the window closes.
class WorkerCloseDialog : public DialogFrame
{
    Q_OBJECT

public:
    enum class Choice : quint8 { Stay, Drain, Stop };

    WorkerCloseDialog(const Theme& theme, const EmbeddedWorker& worker, QWidget* parent);

    Choice choice() const { return m_choice; }

private:
    Choice m_choice = Choice::Stay;
};

} // namespace dueline
