// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"
#include "ui/actions/actions.h"
#include "ui/text/formatting.h"
#include "ui/widgets/pane.h"

class QPushButton;

namespace dueline {

class AttemptsBar;
class AttemptsView;
class PlainLabel;

/// Attempts of a task, shown without scrolling. The user can compare two selected attempts with the button, the
/// shortcut for comparing tasks, or the context menu.
class AttemptsPane : public Pane
{
    Q_OBJECT

public:
    AttemptsPane(const Theme& theme, const Formatting& formatting, const Actions& actions);

    AttemptsView& view() const { return *m_view; }
    /// Shows the attempts of a task, oldest first.
    void show(const Task& task, const std::vector<Attempt>& attempts, TimePoint now);
    /// Sets the note below the attempts, which explains how many attempts are stored. An empty string removes it.
    void setNote(const QString& text);

Q_SIGNALS:
    void compareRequested(const dueline::Attempt& earlier, const dueline::Attempt& later);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void keepNote();
    void fitHeight();
    void compare();
    void enable();

    AttemptsBar* m_bar;
    AttemptsView* m_view;
    PlainLabel* m_note;
    QAction* m_compare;
    QPushButton* m_button;
    QKeySequence m_key;
};

} // namespace dueline
