// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/worker/workerhandlermodel.h"

#include <QAbstractItemDelegate>
#include <QTableView>

#include <optional>

namespace dueline {

class Theme;

/// Table of handlers, edited in place. Return or typing starts an edit, Del removes a row, and the last row adds a
/// handler.
class WorkerHandlerTable : public QTableView
{
    Q_OBJECT

public:
    static constexpr int rowHeight = 24;

    WorkerHandlerTable(const Theme& theme, WorkerHandlerModel& model, QWidget* parent = nullptr);

    void removeSelected();

protected:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Delegate;
    class Header;

    WorkerHandlerModel& m_model;
    std::optional<int> m_added; ///< row of a new handler whose type is being entered
};

} // namespace dueline
