// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QSet>

namespace dueline {

class Theme;

/// Error with its own line breaks, as plain text. Application frames are bold. Consecutive library frames are folded
/// into one line, which a click, Return, Space or an arrow key unfolds. Clicking the location of an application frame,
/// or pressing Return there, opens the file (see SourceEditor). The widget grows up to a maximum number of
/// lines, then scrolls. Invisible characters are escaped.
class ErrorText : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit ErrorText(const Theme& theme, QWidget* parent = nullptr);

    /// Sets the error. `kind`: name of the error's failure group (FailureGroup::name), used to mark the varying parts;
    /// may be empty.
    void setError(const QByteArray& error, const QByteArray& kind = {});
    const QByteArray& error() const { return m_error; }
    /// Returns whether the error needs more than one line.
    static bool isNeededFor(const QByteArray& error);
    /// Sets the maximum number of lines the widget grows to; 0 if the owner sets its height.
    void setMostLines(int lines);
    /// Returns the number of application frames; -1 if the error has no stack trace.
    int applicationFrames() const { return m_applicationFrames; }
    /// Returns whether there are folded or unfolded groups of library frames.
    bool hasFolds() const { return m_folds > 0; }
    /// Unfolds or folds all library frames.
    void setUnfolded(bool unfolded);
    bool isUnfolded() const { return hasFolds() && m_open.size() == m_folds; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// Emitted when the error or the set of folded frames has changed.
    void framesChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Mark of a line, stored as the block's user state. Folds are numbered starting with `firstFold`.
    enum Mark : int { Plain = -1, ApplicationFrame = 0, firstFold = 1 };

    void build();
    void toggle(int fold);
    /// Opens the file of a frame's location. If that fails, shows the reason at `position`.
    void openFile(const QString& location, QPoint position);
    int heightNeeded() const;

    const Theme& m_theme;
    QByteArray m_error;
    QByteArray m_kind;
    int m_mostLines;
    int m_applicationFrames = -1;
    qsizetype m_folds = 0;
    QSet<int> m_open; ///< numbers of the unfolded folds
};

} // namespace dueline
