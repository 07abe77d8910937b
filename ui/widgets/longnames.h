// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QComboBox;
class QLineEdit;

namespace dueline {

/// Rules that keep long names from widening fields and dialogs. Combo boxes reserve space only for names of typical
/// length, and their lists elide names in the middle. If a field or an item is elided, its tooltip shows the full text.
class LongNames : public QObject
{
    Q_OBJECT

public:
    /// Applies the rules to all fields in a dialog. Call this again after adding fields.
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
