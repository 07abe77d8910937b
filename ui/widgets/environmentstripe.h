// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"
#include "ui/widgets/pane.h"

class QPainter;
class QToolButton;

namespace dueline {

class PlainLabel;

/// Stripe at the top of the window while a production or staging server is displayed. It shows the environment, the
/// name and the permission, and can't be closed.
class EnvironmentStripe : public Pane
{
    Q_OBJECT

public:
    explicit EnvironmentStripe(const Theme& theme, QWidget* parent = nullptr);

    /// Shows a profile. `refusal`: why the data can't be changed even after unlocking; empty if it can. `isAllowable`:
    /// true if the user can resolve the refusal by allowing a layout file.
    void show(const Profile& profile, Access access, const QString& refusal = {}, bool isAllowable = false);
    void clear() { hide(); }
    /// Returns an environment as a tag, such as `PRODUCTION`; empty for development.
    static QString tagOf(Environment environment);

Q_SIGNALS:
    /// Requests that writes be allowed (true) or forbidden for this session.
    void writingRequested(bool allowed);
    /// Requests permission for the connection's layout files to change tasks.
    void filesRequested();

private:
    PlainLabel* m_tag;
    PlainLabel* m_name;
    PlainLabel* m_sentence;
    QToolButton* m_change;
    bool m_writable = false;
    bool m_isAllowable = false;
};

QColor environmentColor(const Theme& theme, Environment environment);
/// Paints a short tag, such as `PROD`, in a frame. `middle`: middle of the frame's left edge.
void paintEnvironmentTag(QPainter& painter, const Theme& theme, QPoint middle, Environment environment);
int environmentTagWidth(const Theme& theme, Environment environment);

} // namespace dueline
