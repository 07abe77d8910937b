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

/// What an action on given tasks would do, before it does it: how many of which state, what is left alone and why, when
/// they are due, what undo holds and for how long, and a reason for the record. Acts only once setPreview() told what
/// is known; when `typed`, only once the count is typed, since a reflex on Return must not be enough.
class ConfirmDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Tasks at once that are acted on without asking, where Undo puts them back and it is no production.
    static constexpr std::size_t fewTasks = 20;

    /// `request`: about tasks that were seen (TaskSelection::Refs), or about all that a filter finds; of these as many
    /// as are `expected` are spoken of until it is known. `further`: the same elsewhere on the connection, asked about
    /// at once; `expected` and setPreview() are of all together.
    ConfirmDialog(const Theme& theme, const Formatting& formatting, OperationRequest request, const Profile& profile,
        TimePoint now, QWidget* parent, qint64 expected = 0, std::vector<OperationRequest> further = {});

    /// Whether this action is asked about at all: always before what cannot be undone and on production.
    static bool asksBefore(ActionKind kind, std::size_t tasks, Environment environment);

    /// Bytes of all payloads together, where they are known. Before setPreview().
    void setPayload(qint64 bytes) { m_payload = bytes; }
    /// What the layout of the queue can do: try some tasks before the rest, retry at a time, do without undo. Before
    /// setPreview().
    void setCapabilities(const Capabilities& can) { m_can = can; }
    /// What it is set to at first, where the layout can do that. Before setPreview().
    void setWay(FilterAction::Way way) { m_way = way; }
    /// It still looks for its tasks: so many were looked at.
    void setLooked(qint64 examined);
    /// Shows what the operation selected.
    void setPreview(const OperationPreview& preview);
    /// Nothing can be told, so nothing can be done.
    void setFailure(const Error& error);
    /// What was asked for, with the time that is entered.
    Action action() const;
    /// Asks first where the time that is entered has passed.
    void accept() override;
    /// Where some are to be tried before the rest.
    std::optional<Canary> canary() const;
    /// Whether undo is kept: it may be done without.
    bool keepsUndo() const;
    /// The same as a duectl command, without the connection.
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
    qint64 m_total = 0; ///< what it will act on, once known
    PlainLabel* m_waiting;
    Capabilities m_can;
    FilterAction::Way m_way = FilterAction::Way::AtOnce;
    QElapsedTimer m_opened;
    std::vector<EffectRow*> m_effects; ///< of what is acted on
    QButtonGroup* m_when = nullptr; ///< where it can be later
    InstantEdit* m_at = nullptr;
    DurationEdit* m_over = nullptr; ///< it is spread
    PlainLabel* m_echo = nullptr; ///< of what is entered there
    bool m_isUndoTooLarge = false;
    QCheckBox* m_noUndo = nullptr; ///< where undo takes much memory, and need not be kept
    QCheckBox* m_canary = nullptr; ///< where it makes sense
    QSpinBox* m_share = nullptr; ///< percent of a stage that may fail
};

/// `Discard 655 tasks`: what the button says.
QString verbWords(ActionKind kind, qint64 count);

} // namespace dueline
