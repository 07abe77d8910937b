// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/queue/capabilities.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/presenters/filteraction.h"
#include "ui/text/formatting.h"

#include <QElapsedTimer>

class QButtonGroup;
class QCheckBox;
class QSpinBox;

namespace dueline {

class DurationEdit;
class InstantEdit;

/// Dialog that confirms an action on given tasks. It shows how many tasks in each state are affected or skipped, and
/// why, as well as due times, and which undo data is kept and for how long, and asks for a reason. setPreview() enables
/// the confirm button. If the count must be typed, only typing it enables the button, so that a reflexive Return does
/// nothing.
class ConfirmDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Maximum number of tasks that an undoable action changes without confirmation outside production.
    static constexpr std::size_t fewTasks = 20;

    /// Creates the dialog. `request`: the tasks as displayed (TaskSelection::Refs), or all matches of a filter.
    /// `expected`: number to show until the matches have been counted. `further`: requests on other queues of the
    /// connection that this confirmation also covers; `expected` and setPreview() include them.
    ConfirmDialog(const Theme& theme, const Formatting& formatting, OperationRequest request, const Profile& profile,
        TimePoint now, QWidget* parent, qint64 expected = 0, std::vector<OperationRequest> further = {});

    /// Returns whether this action needs confirmation. Actions on production and actions that cannot be undone always
    /// do.
    static bool asksBefore(ActionKind kind, std::size_t tasks, Environment environment);

    /// Sets the total size of the payloads in bytes, if known. Call this before setPreview().
    void setPayload(qint64 bytes) { m_payload = bytes; }
    /// Sets the capabilities of the queue's layout, such as canaries, delayed retries, or the lack of undo. Call this
    /// before setPreview().
    void setCapabilities(const Capabilities& can) { m_can = can; }
    /// Sets the preset, which applies if the layout supports it. Call this before setPreview().
    void setWay(FilterAction::Way way) { m_way = way; }
    /// Sets the progress of a preview: the number of tasks examined.
    void setLooked(qint64 examined);
    /// Shows the tasks that the operation selected.
    void setPreview(const OperationPreview& preview);
    /// Shows an error in the preview; the action remains disabled.
    void setFailure(const Error& error);
    /// Returns the requested action with the entered time.
    Action action() const;
    /// Accepts the dialog. If the entered time is in the past, asks for confirmation first.
    void accept() override;
    /// Returns the canary settings; nullopt if the canary option is off.
    std::optional<Canary> canary() const;
    /// Returns whether undo data is kept; the user can decline it.
    bool keepsUndo() const;
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

private:
    class EffectRow;
    bool isOfFilter() const { return m_request.selection.kind != TaskSelection::Kind::Refs; }
    void addEffects(const OperationPreview& preview);
    void addCanaryRow();
    void addWhenRow();
    void whenChanged();
    TimePoint serverNow() const;
    void addUndoRow(const OperationPreview& preview);
    void updateVerb();
    QString undoWords(const OperationPreview& preview) const;
    QString command(const OperationRequest& request) const;

    const Formatting& m_formatting;
    OperationRequest m_request;
    std::vector<OperationRequest> m_further;
    TimePoint m_now;
    std::optional<qint64> m_payload;
    qint64 m_total = 0; ///< number of affected tasks, once known
    PlainLabel* m_waiting;
    Capabilities m_can;
    FilterAction::Way m_way = FilterAction::Way::AtOnce;
    QElapsedTimer m_opened;
    std::vector<EffectRow*> m_effects; ///< rows of affected tasks
    QButtonGroup* m_when = nullptr; ///< null if the action can only run immediately
    InstantEdit* m_at = nullptr;
    DurationEdit* m_over = nullptr; ///< duration over which tasks are spread
    PlainLabel* m_echo = nullptr; ///< shows the entered time as it was interpreted
    bool m_isUndoTooLarge = false;
    QCheckBox* m_noUndo = nullptr; ///< option to keep no undo data, offered if undo needs much memory
    QCheckBox* m_canary = nullptr; ///< null: not offered
    QSpinBox* m_share = nullptr; ///< percentage of failures allowed in a stage
};

/// Returns the text of the button: `Discard 655 tasks`.
QString verbWords(ActionKind kind, qint64 count);

} // namespace dueline
