// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/discover/layoutproposal.h"

#include <QScrollArea>

class QComboBox;
class QVBoxLayout;

namespace dueline {

class PlainLabel;
class Theme;

/// Keys of a proposed layout. For each key, the widget shows the evidence and lets the user choose what the samples
/// don't reveal: the state of its tasks, the unit of its scores, or the end of the list that the next task is claimed
/// from.
class GuessChoices : public QScrollArea
{
    Q_OBJECT

public:
    explicit GuessChoices(const Theme& theme, QWidget* parent = nullptr);

    /// Shows a proposal. `now`: server time.
    void setGuess(const LayoutGuess& guess, TimePoint now);
    void clear();
    /// Records list ends that were observed. Doesn't change ends that the user has chosen.
    void learn(const RunningEnds& ends);
    /// Returns all observations and choices so far, including those for keys that the current proposal doesn't contain.
    KeyFacts facts() const;

Q_SIGNALS:
    /// Emitted when the user has made a choice.
    void chosen();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row
    {
        DescribedPlace::Kind kind;
        QByteArray pattern;
        std::vector<QByteArray> keys;
        PlainLabel* key;
        QComboBox* state;
        QComboBox* detail; ///< unit of a sorted set, or end of a list; null for a set
        PlainLabel* evidence;
    };

    QComboBox* makeChoice(const QString& name);
    void build(const LayoutGuess& guess);
    void addRow(const LayoutGuess::SampledPlace& place);
    void show(const Row& row, const LayoutGuess::SampledPlace& place, TimePoint now) const;
    QString evidenceOf(const LayoutGuess::SampledPlace& place, TimePoint now) const;
    void chooseState(const Row& row);
    void chooseDetail(const Row& row);

    const Theme& m_theme;
    QVBoxLayout* m_column;
    std::vector<std::unique_ptr<Row>> m_rows;
    KeyFacts m_chosen;
    RunningEnds m_observed;
};

} // namespace dueline
