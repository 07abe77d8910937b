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

/// Payload of any size as a JSON tree, text or hex. Payloads up to 16 KiB are shown in a text widget with word wrap;
/// larger ones in an area that lays out only the visible lines. If only the beginning is loaded, a button requests the
/// rest. Search, copy and save use the loaded bytes, in which hidden values are masked.
class PayloadView : public QWidget
{
    Q_OBJECT

public:
    static constexpr qint64 textPreview = 16 * 1024;
    static constexpr qint64 treePreview = 1024 * 1024;
    static constexpr int mostRows = 24; ///< maximum number of rows the view grows to

    explicit PayloadView(const Theme& theme, QWidget* parent = nullptr);

    /// Returns the button for editing the task. The caller connects it.
    QToolButton* editButton() const { return m_edit; }

    /// Returns the bar that decodes the payload. Its signals request a different reader.
    ReaderBar& reader() const { return *m_reader; }
    /// Returns the bytes to show, search and copy. If "Details" is selected, these are the task's details; otherwise,
    /// the decoded payload, or the payload itself if it hasn't been decoded.
    const QByteArray& content() const;

    /// Sets the text that is shown while "Details" is selected.
    void setDetails(const QByteArray& text);
    const QByteArray& details() const { return m_details; }
    /// Shows the details, scrolled to the line `title`.
    void showDetails(const QByteArray& title);

    /// Sets the payload. `size`: size of the entire payload; `bytes`: its beginning.
    void setPayload(const QByteArray& bytes, qint64 size);
    const QByteArray& bytes() const { return m_bytes; }
    qint64 size() const { return m_size; }
    bool isWhole() const { return m_bytes.size() == m_size; }
    void clear();
    /// Shows why no data has arrived yet and disables the buttons. If `why` is empty, data is expected soon and the
    /// buttons are enabled.
    void setAwaited(const QString& why);
    /// Shows how much of the remaining payload has been loaded.
    void setProgress(qint64 bytes, qint64 size);
    /// Shows that the rest of the payload couldn't be loaded.
    void setFailure(const QString& sentence);

    void find();
    /// Writes the bytes to a file, replacing its content. If the payload is incomplete, loads the rest first.
    void saveTo(const QString& file);
    /// Opens the search bar when Ctrl+F is pressed in a widget that has this event filter.
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool event(QEvent* event) override;

public Q_SLOTS:
    void askWhereToSave();
    void copy();

Q_SIGNALS:
    /// Emitted when the search bar or the details are about to be shown.
    void opened();
    /// Requests the rest of the payload.
    void allRequested();
    /// Cancels loading the rest of the payload.
    void cancelRequested();

private:
    static constexpr qint64 notKnown = -1;
    static constexpr int leastRows = 3; ///< minimum number of fully visible payload rows

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
    void fitHeight();
    void whenWhole(std::function<void()> act);
    void showPlace(qsizetype offset, qsizetype length);

    const Theme& m_theme;
    JsonTreeModel m_model;
    QByteArray m_bytes;
    QByteArray m_details;
    qint64 m_size = notKnown;
    Mode m_mode = Mode::Tree;
    bool m_coming = false; ///< true while the rest of the payload is being loaded
    int m_parse = 0; ///< sequence number of the last payload to parse; trees of earlier payloads are ignored
    QByteArray m_treeOf; ///< bytes that another thread has parsed into the model's tree
    QString m_treeError; ///< reason why there is no tree
    std::vector<std::function<void()>> m_whenWhole;
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
