// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

#include <QStringList>

class QStackedWidget;
class QToolButton;

namespace dueline {

class DockTabs;

/// Panels below the table: a tab bar and, while the dock is open, the current panel. The dock is the last widget of a
/// vertical splitter, which sets its height. Panels that are not current are hidden, so that they do not refresh.
class Dock : public Pane
{
    Q_OBJECT

public:
    static constexpr int openHeight = 212; ///< initial height, without the separator line
    static constexpr int leastHeight = 140; ///< minimum height while open; a panel may need more

    explicit Dock(const Theme& theme, QWidget* parent = nullptr);

    /// Adds a panel and takes ownership of it. `id`: stable identifier, also used in the action name `view.ID`.
    /// `brief`: title of the panel in a narrow window.
    void addPanel(const QString& id, const QString& title, QWidget* panel, const QString& brief = {});
    /// Changes the title of an existing panel.
    void setTitle(const QString& id, const QString& title, const QString& brief, const QString& least = {});
    /// Sets the longest usual status of a tab, for which space is reserved; empty for none. See DockTabs.
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
    /// Returns the height in pixels set by the user. The dock is shorter while space is scarce, and returns to this
    /// height later.
    int heightWhenOpen() const { return m_height; }
    void setHeightWhenOpen(int height);

public Q_SLOTS:
    void setOpen(bool open);
    /// Closes the dock when the window becomes narrow, and restores its state when the window becomes wide.
    void setNarrow(bool narrow);

public:
    /// Returns whether the dock is closed only because the window is narrow.
    bool opensWhenWide() const { return m_narrow && !m_open && m_openWhenWide; }
    /// Opens the dock once the window is wide.
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
    QWidget* m_line; ///< separator below the tabs, shown while open
    QToolButton* m_chevron;
    QStackedWidget* m_stack;
    bool m_open = true;
    bool m_narrow = false;
    bool m_openWhenWide = true;
    int m_height = openHeight;
    bool m_taking = false; ///< true if a check for additional space is pending
};

} // namespace dueline
