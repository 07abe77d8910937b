// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/notice.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QAction;
class QGridLayout;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Floating message with a title, a detail and links. Success messages close after a while, unless the pointer or the
/// focus is on them; all others stay until they are closed. Text is limited to a few lines. If there is more, a
/// "Details" link expands the toast.
class Toast : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mostWidth = 440;

    explicit Toast(const Theme& theme, QWidget* parent = nullptr);

    /// Shows a notice. `headline`: its text, which may include a connection name.
    void tell(Notice notice, const QString& headline);
    const Notice& notice() const { return m_notice; }
    /// Changes the displayed text because the toast's connection has been renamed or is now current.
    void rename(const QString& headline);
    /// Updates a running operation's progress. Assistive technology doesn't announce the message again.
    void setProgress(const QString& detail, std::optional<double> share);
    /// Lays out the toast for this width. Its height depends on its text.
    void fit(int width);
    /// Sets how long success messages stay visible.
    void setLife(int ms);
    /// Enables the links for actions that are enabled.
    void allowLinks(const std::vector<const QAction*>& actions);
    /// Returns whether the user is reading or using the toast, so that it must not close automatically.
    bool isHeld() const;
    /// Moves the focus to the first link, or to the close button if there is none.
    void takeFocus();

Q_SIGNALS:
    void closed();
    /// Emitted when a link has started its action and must not be offered again.
    void acted();
    /// Emitted when the toast's height has changed.
    void fitted();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QColor color() const;
    void paintIcons();
    void makeLinks();
    void setUnfolded(bool unfolded);
    bool isPassing() const;
    void age();

    const Theme& m_theme;
    Notice m_notice;
    PlainLabel* m_icon;
    PlainLabel* m_title;
    PlainLabel* m_detail;
    QProgressBar* m_meter; ///< progress of a running operation
    QWidget* m_row; ///< row below the text, for links too wide for the column
    QPushButton* m_more; ///< link that expands and collapses the text
    QWidget* m_column; ///< column beside the text, for short links
    QGridLayout* m_grid; ///< layout of the column
    QToolButton* m_close;
    std::vector<QPushButton*> m_links;
    QTimer m_clock;
    int m_life;
    int m_left; ///< remaining time in milliseconds
    bool m_unfolded = false;
    bool m_fitting = false;
};

} // namespace dueline
