// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QComboBox;
class QLineEdit;

namespace dueline {

/// Rules that prevent long names from widening fields and dialogs. A combo box reserves space only for a name of usual
/// length, and its list elides in the middle. The tooltip of an elided field or item shows the full text.
class LongNames : public QObject
{
    Q_OBJECT

public:
    /// Applies the rules to all fields of a dialog. Call this again for fields that are added later.
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
