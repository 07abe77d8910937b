// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

#include <QStringList>

class QStackedWidget;
class QToolButton;

namespace dueline {

class DockTabs;

/// The panels below the table: one strip of tabs, and the panel of the chosen one while it is open. Stands last in a
/// vertical splitter, which it asks for its height; a panel that is not shown is hidden, so that it need not refresh.
class Dock : public Pane
{
    Q_OBJECT

public:
    static constexpr int openHeight = 212; ///< at first, its hairline not counted
    static constexpr int leastHeight = 140; ///< open; more where the panel needs it

    explicit Dock(const Theme& theme, QWidget* parent = nullptr);

    /// Takes the panel over. `id`: stable, as in the action `view.ID`. `brief`: its title in a narrow window.
    void addPanel(const QString& id, const QString& title, QWidget* panel, const QString& brief = {});
    /// Other words for one that is there.
    void setTitle(const QString& id, const QString& title, const QString& brief, const QString& least = {});
    /// A word or a count behind the title; empty takes it away.
    /// See DockTabs.
    void setStatusRoom(const QString& id, const QString& longest);
    void setStatus(const QString& id, const QString& text);
    /// Opens the dock with that panel in front; nothing when there is none of that id.
    void open(const QString& id);
    bool isOpen() const { return m_open; }
    /// Of the chosen tab, whether open or not.
    QString currentId() const;
    QWidget* panel(const QString& id) const;
    QString status(const QString& id) const;
    const QStringList& ids() const { return m_ids; }
    DockTabs& tabs() const { return *m_tabs; }

    QSize minimumSizeHint() const override;
    /// In pixels, as it was dragged; where there is no room it is less high, and takes the rest back when there is.
    int heightWhenOpen() const { return m_height; }
    void setHeightWhenOpen(int height);

public Q_SLOTS:
    void setOpen(bool open);
    /// A narrow window closes it; a wide one brings back what was before.
    void setNarrow(bool narrow);

public:
    /// It is closed only because the window is narrow.
    bool opensWhenWide() const { return m_narrow && !m_open && m_openWhenWide; }
    /// From here on it is open where the window is wide.
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
    QWidget* m_line; ///< under the tabs while it is open; closed, what stands below has one of its own
    QToolButton* m_chevron;
    QStackedWidget* m_stack;
    bool m_open = true;
    bool m_narrow = false;
    bool m_openWhenWide = true;
    int m_height = openHeight;
    bool m_taking = false; ///< will look whether there is room
};

} // namespace dueline
