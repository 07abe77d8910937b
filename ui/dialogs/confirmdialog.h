// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/witness/drainpromise.h"
#include "core/queue/capabilities.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/presenters/filteraction.h"
#include "ui/text/formatting.h"

#include <QElapsedTimer>

#include <functional>

class QButtonGroup;
class QCheckBox;
class QSpinBox;

namespace dueline {

class DurationEdit;
class InstantEdit;

/// Dialog that confirms an action on specific tasks. For each state, it shows the number of affected tasks, or the
/// number of skipped tasks and the reason. It also shows the due times, and which undo data is kept and for how long.
/// It asks for a reason. The confirm button is disabled until setPreview() is called. If the user must type the count,
/// the button remains disabled until the count matches, so that pressing Return by reflex does nothing.
class ConfirmDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Maximum number of tasks that an undoable action changes without confirmation, except in production.
    static constexpr std::size_t fewTasks = 20;

    /// Creates the dialog. `request`: applies to listed tasks (TaskSelection::Refs) or to all matches of a filter.
    /// `expected`: number of tasks to show until they have been counted. `further`: requests for other queues on the
    /// connection that are confirmed together with `request`; their tasks are included in `expected` and in
    /// setPreview().
    ConfirmDialog(const Theme& theme, const Formatting& formatting, OperationRequest request, const Profile& profile,
        TimePoint now, QWidget* parent, qint64 expected = 0, std::vector<OperationRequest> further = {});

    /// Returns whether this action needs confirmation. Confirmation is always needed in production and for actions that
    /// cannot be undone.
    static bool asksBefore(ActionKind kind, std::size_t tasks, Environment environment);

    /// Sets the total payload size in bytes, if known. Call this before setPreview().
    void setPayload(qint64 bytes) { m_payload = bytes; }
    /// Sets the capabilities of the queue's layout, which determine whether canaries, delayed retries and undo are
    /// available. Call this before setPreview().
    void setCapabilities(const Capabilities& can) { m_can = can; }
    /// Sets the mode that is initially selected if the layout supports it. Call this before setPreview().
    void setMode(FilterAction::Mode mode) { m_mode = mode; }
    /// Function that returns an estimate for an operation that makes `extra` tasks due over the
    /// period `lasts`; see DrainPromise::after().
    using Forecast = std::function<std::optional<DrainPromise>(qint64 extra, Millis lasts)>;
    /// Sets the function that estimates when the queue will be empty. Call this before setPreview().
    void setForecast(Forecast forecast) { m_forecast = std::move(forecast); }
    /// Updates the estimate. Called after the forecast has changed.
    void updateForecast();
    /// Returns the displayed estimate; nullopt if no estimate is displayed.
    const std::optional<DrainPromise>& promise() const { return m_promise; }
    /// Sets the number of tasks that the preview has examined so far.
    void setLooked(qint64 examined);
    /// Shows a preview of the tasks that the operation has selected.
    void setPreview(const OperationPreview& preview);
    /// Shows an error instead of the preview. The action remains disabled.
    void setFailure(const Error& error);
    /// Returns the requested action, with the entered time.
    Action action() const;
    /// Accepts the dialog. Asks for confirmation first if the entered time is in the past.
    void accept() override;
    /// Returns the canary settings; nullopt if the canary option is off.
    std::optional<Canary> canary() const;
    /// Returns whether undo data is kept. The user can choose to keep none.
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
    qint64 m_total = 0; ///< number of affected tasks; 0 until it is known
    PlainLabel* m_waiting;
    Forecast m_forecast;
    qint64 m_extra = 0; ///< number of affected tasks that are not due yet
    std::optional<DrainPromise> m_promise;
    PlainLabel* m_emptyAt = nullptr; ///< sentence with the estimate; null until the preview is shown
    Capabilities m_can;
    FilterAction::Mode m_mode = FilterAction::Mode::AtOnce;
    QElapsedTimer m_opened;
    std::vector<EffectRow*> m_effects; ///< rows for affected tasks
    /// Choice of the time to run the tasks; null if the action always runs immediately.
    QButtonGroup* m_when = nullptr;
    InstantEdit* m_at = nullptr;
    DurationEdit* m_over = nullptr; ///< period over which the tasks are spread
    PlainLabel* m_echo = nullptr; ///< label that shows how the entered time was interpreted
    bool m_isUndoTooLarge = false;
    QCheckBox* m_noUndo = nullptr; ///< option to keep no undo data; null unless the data would need much memory
    QCheckBox* m_canary = nullptr; ///< canary option; null if a canary is not offered
    QSpinBox* m_share = nullptr; ///< maximum percentage of failures in a stage
};

/// Returns the label of the button, such as `Discard 655 tasks`.
QString verbWords(ActionKind kind, qint64 count);

} // namespace dueline
