// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/inspector/jsontreemodel.h"

#include <QWidget>

#include <functional>

class QButtonGroup;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace dueline {

class BytesArea;
class PayloadFind;
class PlainLabel;
class ReaderBar;
class Theme;

/// A payload as JSON tree, text or hex, of any size: up to 16 KiB in a text widget, wrapped here, and beyond that in an
/// area that lays out the lines in view alone. Of one that did not come whole the beginning is shown, and all of it is
/// asked for by a button. Found in, copied and saved are the bytes as they came, masked ones masked.
class PayloadView : public QWidget
{
    Q_OBJECT

public:
    static constexpr qint64 textPreview = 16 * 1024;
    static constexpr qint64 treePreview = 1024 * 1024;

    explicit PayloadView(const Theme& theme, QWidget* parent = nullptr);

    /// For what edits the task; what that is, is not known here.
    QToolButton* editButton() const { return m_edit; }

    /// What reads payloads, whose choices it asks for.
    ReaderBar& reader() const { return *m_reader; }
    /// The bytes that are shown, searched and copied: the task's details while these are shown, else what the payload
    /// reads as, else the payload.
    const QByteArray& content() const;

    /// Sets the text that is shown in place of the payload while "Details" is chosen.
    void setDetails(const QByteArray& text);
    const QByteArray& details() const { return m_details; }
    /// Shows the details from the line `title` on.
    void showDetails(const QByteArray& title);

    /// `size`: of the whole payload, `bytes`: its beginning.
    void setPayload(const QByteArray& bytes, qint64 size);
    const QByteArray& bytes() const { return m_bytes; }
    qint64 size() const { return m_size; }
    bool isWhole() const { return m_bytes.size() == m_size; }
    void clear();
    /// Says why nothing has come yet, and offers nothing of it; empty: it is about to come.
    void setAwaited(const QString& why);
    /// The rest of it comes.
    void setProgress(qint64 bytes, qint64 size);
    /// It does not come.
    void setFailure(const QString& sentence);

    void find();
    /// The bytes into a file of that name, in place of what it holds. Where they did not come whole, once they have.
    void saveTo(const QString& file);
    /// On Ctrl+F in a widget that this is an event filter of, finds.
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

public Q_SLOTS:
    void askWhereToSave();
    void copy();

Q_SIGNALS:
    /// Somebody wants all of it.
    void allRequested();
    /// Not any more.
    void cancelRequested();

private:
    static constexpr qint64 notKnown = -1;
    static constexpr int leastRows = 3; ///< of the payload, whole

    enum class Mode { Tree, Text, Hex, Details };
    void buildHead();
    void show(Mode mode);
    void fill();
    QString fillTree();
    void fillText();
    void parseAside();
    void tell(const QString& note);
    void offer(bool offered);
    void rewordNote();
    void nameText();
    void fitTitle();
    void whenWhole(std::function<void()> act);
    void showPlace(qsizetype offset, qsizetype length);

    const Theme& m_theme;
    JsonTreeModel m_model;
    QByteArray m_bytes;
    QByteArray m_details;
    qint64 m_size = notKnown;
    Mode m_mode = Mode::Tree;
    bool m_coming = false; ///< the rest of the bytes is
    int m_parse = 0; ///< counts payloads: a tree that was made of an earlier one is not shown
    QByteArray m_treeOf; ///< bytes the model's tree was made of, where it was made aside
    QString m_treeError; ///< why there is none
    std::vector<std::function<void()>> m_whenWhole;
    PlainLabel* m_title;
    QButtonGroup* m_modes;
    QStackedWidget* m_stack;
    QTreeView* m_tree;
    QPlainTextEdit* m_text;
    BytesArea* m_area;
    PayloadFind* m_find;
    ReaderBar* m_reader;
    PlainLabel* m_note;
    QPushButton* m_all;
    QToolButton* m_edit;
    QToolButton* m_copy;
    QToolButton* m_more;
};

} // namespace dueline
