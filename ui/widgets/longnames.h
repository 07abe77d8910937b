// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QComboBox;
class QLineEdit;

namespace dueline {

/// Keeps fields that hold names, which are as long as somebody made them, from widening what they stand in: a choice
/// asks for room for a usual name only, its list elides in the middle, and whatever is cut in a field or a list is told
/// whole by its tooltip.
class LongNames : public QObject
{
    Q_OBJECT

public:
    /// All fields of a dialog; again: those that have come since, too.
    static void keepIn(QWidget& dialog);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit LongNames(QWidget& dialog);

    void bound(QComboBox& box);
    void watch(QLineEdit& edit);
    void watch(QObject& watched);
};

} // namespace dueline
