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

/// Dialog that confirms an action on specific tasks. For each state, it shows how many tasks are affected, or how many
/// are skipped and why. It also shows the due times, and which undo data is kept and for how long. It asks for a
/// reason. The confirm button is disabled until setPreview() is called, and, if the user must type the count, until the
/// count matches, so that pressing Return by reflex does nothing.
class ConfirmDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Maximum number of tasks that an undoable action changes without confirmation, except in production.
    static constexpr std::size_t fewTasks = 20;

    /// Creates the dialog. `request`: applies to listed tasks (TaskSelection::Refs) or to all matches of a filter.
    /// `expected`: number of tasks to show until they have been counted. `further`: requests for other queues on the
    /// connection, to be confirmed along with `request`; `expected` and setPreview() include their tasks.
    ConfirmDialog(const Theme& theme, const Formatting& formatting, OperationRequest request, const Profile& profile,
        TimePoint now, QWidget* parent, qint64 expected = 0, std::vector<OperationRequest> further = {});

    /// Returns whether this action needs confirmation. Always true in production and for actions that can't be undone.
    static bool asksBefore(ActionKind kind, std::size_t tasks, Environment environment);

    /// Sets the total payload size in bytes, if known. Call this before setPreview().
    void setPayload(qint64 bytes) { m_payload = bytes; }
    /// Sets the capabilities of the queue's layout, which determine whether canaries, delayed retries and undo are
    /// available. Call this before setPreview().
    void setCapabilities(const Capabilities& can) { m_can = can; }
    /// Sets the mode to select initially if the layout supports it. Call this before setPreview().
    void setMode(FilterAction::Mode mode) { m_mode = mode; }
    /// Function that returns an estimate for an operation that makes `extra` tasks due over the period `lasts`; see
    /// DrainPromise::after().
    using Forecast = std::function<std::optional<DrainPromise>(qint64 extra, Millis lasts)>;
    /// Sets the function that estimates when the queue will be empty. Call this before setPreview().
    void setForecast(Forecast forecast) { m_forecast = std::move(forecast); }
    /// Updates the estimate. Called after the forecast has changed.
    void updateForecast();
    /// Returns the displayed estimate, or nullopt.
    const std::optional<DrainPromise>& promise() const { return m_promise; }
    /// Sets how many tasks the preview has examined so far.
    void setLooked(qint64 examined);
    /// Shows a preview of the tasks that the operation has selected.
    void setPreview(const OperationPreview& preview);
    /// Shows an error in place of the preview. The action stays disabled.
    void setFailure(const Error& error);
    /// Returns the requested action, with the entered time.
    Action action() const;
    /// Accepts the dialog. First asks for confirmation if the entered time is in the past.
    void accept() override;
    /// Returns the canary settings; nullopt if there is no canary.
    std::optional<Canary> canary() const;
    /// Returns whether undo data is kept. Users can choose not to.
    bool keepsUndo() const;
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

private:
    class EffectRow;
    bool isOfFilter() const { return m_request.selection.kind != TaskSelection::Kind::Refs; }
    void addEffects(const OperationPreview& preview);
    void addCanaryRow();
    void addWhenRow(qint64 tasks);
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
    qint64 m_total = 0; ///< number of affected tasks; 0 until known
    PlainLabel* m_waiting;
    Forecast m_forecast;
    qint64 m_extra = 0; ///< number of affected tasks that aren't due yet
    std::optional<DrainPromise> m_promise;
    PlainLabel* m_emptyAt = nullptr; ///< sentence with the estimate; null until the preview is shown
    Capabilities m_can;
    FilterAction::Mode m_mode = FilterAction::Mode::AtOnce;
    QElapsedTimer m_opened;
    std::vector<EffectRow*> m_effects; ///< rows for affected tasks
    /// Choice of when to run the tasks; null if the action always runs immediately.
    QButtonGroup* m_when = nullptr;
    InstantEdit* m_at = nullptr;
    DurationEdit* m_over = nullptr; ///< period to spread the tasks over
    PlainLabel* m_echo = nullptr; ///< shows how the entered time was understood
    bool m_isUndoTooLarge = false;
    QCheckBox* m_noUndo = nullptr; ///< option to keep no undo data; null unless the data would take a lot of memory
    QCheckBox* m_canary = nullptr; ///< canary option; null if not offered
    QSpinBox* m_share = nullptr; ///< maximum percentage of failures per stage
};

/// Returns the button's label, such as `Discard 655 tasks`.
QString verbWords(ActionKind kind, qint64 count);

} // namespace dueline
