// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

#include <QStringList>

class QStackedWidget;
class QToolButton;

namespace dueline {

class DockTabs;

/// Panels below the table: a tab bar and, while the dock is open, the current panel. All other panels are hidden and
/// don't refresh. The dock is the last widget in a vertical splitter, which sets its height.
class Dock : public Pane
{
    Q_OBJECT

public:
    static constexpr int openHeight = 212; ///< initial height, excluding the separator line
    static constexpr int leastHeight = 140; ///< minimum height while open; a panel may require more

    explicit Dock(const Theme& theme, QWidget* parent = nullptr);

    /// Adds a panel and takes ownership of it. `id`: permanent id, which is also part of the action name `view.ID`.
    void addPanel(const QString& id, const QString& title, QWidget* panel);
    /// Changes the title of an existing panel.
    void setTitle(const QString& id, const QString& title);
    /// Sets the tabs that move into the overflow menu first when space runs out.
    void setSpare(const QStringList& ids);
    /// Sets a tab's longest typical status, for which space is reserved; may be empty. See DockTabs.
    void setStatusRoom(const QString& id, const QString& longest);
    void setStatus(const QString& id, const QString& text);
    /// Opens the dock with this panel. Does nothing if the id is unknown.
    void open(const QString& id);
    bool isOpen() const { return m_open; }
    /// Returns the id of the current tab, whether the dock is open or closed.
    QString currentId() const;
    QWidget* panel(const QString& id) const;
    QString status(const QString& id) const;
    const QStringList& ids() const { return m_ids; }
    DockTabs& tabs() const { return *m_tabs; }

    QSize minimumSizeHint() const override;
    /// Returns the height in pixels that the user has chosen. The dock is temporarily shorter if there isn't enough
    /// space.
    int heightWhenOpen() const { return m_height; }
    void setHeightWhenOpen(int height);

public Q_SLOTS:
    void setOpen(bool open);
    /// Closes the dock when the window becomes narrow, and restores it when the window becomes wide.
    void setNarrow(bool narrow);

public:
    /// Returns whether the dock is closed only because the window is narrow.
    bool opensWhenWide() const { return m_narrow && !m_open && m_openWhenWide; }
    /// Arranges for the dock to open when the window becomes wide.
    void openWhenWide();

Q_SIGNALS:
    void openChanged(bool open);

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showOpen();
    void takeHeight();
    void nameChevron();

    QStringList m_ids;
    DockTabs* m_tabs;
    QWidget* m_line; ///< separator below the tabs, shown while the dock is open
    QToolButton* m_chevron;
    QStackedWidget* m_stack;
    bool m_open = true;
    bool m_narrow = false;
    bool m_openWhenWide = true;
    int m_height = openHeight;
    bool m_taking = false; ///< true while a check for more space is pending
};

} // namespace dueline
