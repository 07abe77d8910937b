// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"
#include "ui/widgets/pane.h"

class QToolButton;

namespace dueline {

class PlainLabel;

/// The stripe over everything while a production or staging server is shown: its word, its name, and what may be done.
/// Cannot be closed.
class EnvironmentStripe : public Pane
{
    Q_OBJECT

public:
    explicit EnvironmentStripe(const Theme& theme, QWidget* parent = nullptr);

    /// `refusal`: why nothing can be changed there, whatever is unlocked; empty: it can.
    void show(const Profile& profile, Access access, const QString& refusal = {});
    void clear() { hide(); }

Q_SIGNALS:
    /// The request to allow (true) or forbid writing for this session.
    void writingRequested(bool allowed);

private:
    PlainLabel* m_tag;
    PlainLabel* m_name;
    PlainLabel* m_sentence;
    QToolButton* m_change;
    bool m_writable = false;
};

/// Returns the colour of an environment.
QColor environmentColor(const Theme& theme, Environment environment);

} // namespace dueline
