// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/taskstate.h"

#include <QHash>
#include <QWidget>

#include <array>

namespace dueline {

class Section;
class Theme;

/// Collapsible sections of the inspector. For each task state, the user's choice of open sections is stored.
class InspectorSections : public QWidget
{
    Q_OBJECT

public:
    enum Part : quint8 { Error, Payload, Logs, Attempts, Options, Result, Flow };
    static constexpr std::size_t partCount = 7;
    using Bodies = std::array<QWidget*, partCount>;

    InspectorSections(const Theme& theme, const Bodies& bodies, QWidget* parent = nullptr);

    Section& at(Part part) const { return *m_sections[part]; }
    /// Shows or hides a section, including its header.
    void setPresent(Part part, bool present);
    /// Opens the sections that the user has chosen for this state. `isRoomy`: true if all sections are open by default.
    void apply(TaskState state, bool isRoomy);
    /// Opens a section without storing the choice.
    void open(Part part);

    /// Returns the user's choices, such as `failed/logs=open`.
    QStringList choices() const;
    void setChoices(const QStringList& choices);

Q_SIGNALS:
    /// Emitted when a section is opened or closed.
    void changed();

private:
    bool isOpenByDefault(Part part) const;
    void applyChoices();
    void rename();

    std::array<Section*, partCount> m_sections{};
    QHash<QString, bool> m_choices; ///< true if a section is open, by state and part
    TaskState m_state = TaskState::Scheduled;
    bool m_isRoomy = false;
};

} // namespace dueline
