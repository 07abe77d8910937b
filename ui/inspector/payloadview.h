// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/jsontreemodel.h"

#include <QWidget>

class QButtonGroup;
class QPlainTextEdit;
class QStackedWidget;
class QTreeView;

namespace dueline {

class PlainLabel;
class Theme;

/// A payload as JSON tree, text or hex. What is shown is a preview of at most 16 KiB as text; the tree takes up to 1
/// MiB. Text and hex are cut and wrapped here, so that no payload can stop the window.
class PayloadView : public QWidget
{
    Q_OBJECT

public:
    static constexpr qint64 textPreview = 16 * 1024;
    static constexpr qint64 treePreview = 1024 * 1024;

    explicit PayloadView(const Theme& theme, QWidget* parent = nullptr);

    /// `size`: of the whole payload, `bytes`: its beginning.
    void setPayload(const QByteArray& bytes, qint64 size);
    const QByteArray& bytes() const { return m_bytes; }
    void clear();

private:
    static constexpr qint64 notKnown = -1;

    enum class Mode { Tree, Text, Hex };
    void show(Mode mode);
    void fill();
    void copy();

    const Theme& m_theme;
    JsonTreeModel m_model;
    QByteArray m_bytes;
    qint64 m_size = notKnown;
    Mode m_mode = Mode::Tree;
    QButtonGroup* m_modes;
    QStackedWidget* m_stack;
    QTreeView* m_tree;
    QPlainTextEdit* m_text;
    PlainLabel* m_note;
};

} // namespace dueline
