// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/notice.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QAction;

namespace dueline {

class Theme;
class Toast;

/// The window's messages, as up to three toasts above all other parts of `host`, newest at the bottom. They never take
/// the focus; F6, Tab and showLast() reach them. Clicks beside a toast reach the widgets below.
class Toasts : public QWidget
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 3;

    Toasts(const Theme& theme, QWidget& host);

    /// Sets the parts of the host that toasts may cover, at the bottom right. Toasts cover the first visible part that
    /// is tall enough. They leave enough height for its contents, unless a single toast needs more.
    void setAreas(const std::vector<QWidget*>& areas);
    void show(Notice notice);
    /// Returns whether there is a toast with this subject.
    bool shows(const QString& subject) const;
    /// Updates a running operation's toast. `share`: completed share; negative if unknown.
    void setProgress(const QString& subject, const QString& detail, double share);
    /// Closes the toasts whose notice `isOver` returns true for.
    void closeIf(const std::function<bool(const Notice&)>& isOver);
    /// Closes the toast with this subject, if any.
    void end(const QString& subject);
    void clear();
    /// Moves the focus to the newest toast. If a toast already has the focus or there is none, shows the last closed
    /// message again.
    void showLast();
    /// Returns whether showLast() has a message to show.
    bool hasLast() const { return !m_toasts.empty() || m_last; }
    /// Returns the newest notice, which is empty if there is no toast.
    const Notice& notice() const;
    /// Returns all toasts, oldest first.
    const std::vector<Toast*>& all() const { return m_toasts; }
    /// Function that returns a connection's name by id, or an empty string for the current connection, whose name isn't
    /// displayed.
    using NameOf = std::function<QString(const QString& id)>;
    void setNames(NameOf nameOf) { m_nameOf = std::move(nameOf); }
    /// Updates the text after another connection has become current or a connection has been renamed.
    void renew();
    /// Disables the links for this action while it is disabled.
    void follow(const QAction& action);
    /// Sets how long success messages stay visible.
    void setLife(int ms);

Q_SIGNALS:
    /// Emitted when the height that the toasts cover at the bottom of the first area changes.
    void covered(int height);
    /// Emitted when a message was shown or closed. `last`: result of hasLast().
    void changed(bool last);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Toast* placeFor(const Notice& notice);
    void close(Toast* toast);
    void tell(Toast& toast, Notice notice);
    void remove(Toast* toast);
    void reword();
    void place();
    const QWidget& area() const;
    QString headline(const Notice& notice) const;

    const Theme& m_theme;
    NameOf m_nameOf;
    QWidget* m_shadow; ///< sibling below the toasts
    std::vector<QPointer<QWidget>> m_areas;
    std::vector<Toast*> m_toasts;
    std::optional<Notice> m_last; ///< message that was closed last
    std::vector<const QAction*> m_followed;
    QPointer<QWidget> m_before; ///< widget that had the focus before a toast got it
    int m_life = 0;
    int m_covered = 0;
    bool m_placing = false;
};

} // namespace dueline
