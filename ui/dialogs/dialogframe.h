// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/profiles/profile.h"

#include <QDialog>

#include <chrono>
#include <functional>

class QHBoxLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace dueline {

class PlainLabel;
class Theme;

/// Frame of all dialogs: a title row with subject and environment tag, the body, and a sunken footer. The footer has
/// the dialog's own controls on the left, and Cancel and the confirm button on the right.
class DialogFrame : public QDialog
{
    Q_OBJECT

public:
    static constexpr int labelWidth = 76; ///< minimum width of row labels
    /// Object name of row labels, which share one width.
    static constexpr auto rowLabelName = QLatin1StringView("rowLabel");
    static constexpr int rowLabelHeight = 28; ///< height of a text row, equal to that of an input field

    static constexpr int linkRim = 2; ///< space around a link's text for the focus frame, in px

    DialogFrame(
        const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent);

protected:
    /// Delay between the last key press and the evaluation of the input.
    static constexpr std::chrono::milliseconds afterTyping{300};

    /// Sets the accessible name of a widget. Returns the widget.
    template <typename Widget> static Widget* named(Widget* widget, const QString& name)
    {
        widget->setAccessibleName(name);
        return widget;
    }
    const Theme& theme() const { return m_theme; }
    QVBoxLayout& body() { return *m_body; }
    /// Extends scrolling content to the line above the footer, beyond the body's margin.
    void letBodyReachFooter();
    /// Sets the height of the edit to exactly `lines` lines of its font.
    static void fitLines(QPlainTextEdit& edit, int lines);
    /// Adds a row with a label of fixed width before `content`.
    void addRow(const QString& label, QWidget* content);
    void addRow(const QString& label, QLayout* content);
    /// Adds a widget at the left end of the footer.
    void addToFooter(QWidget* widget);
    /// Adds a link on the left of the footer that copies the equivalent duectl command and confirms that it was copied.
    QPushButton* addCopyLink(std::function<QString()> command);
    /// Adds a widget on the right of the footer, before the confirm button.
    void addBeforeVerb(QWidget* widget);
    /// Creates the button that confirms the action; `variant`: primary or danger.
    QPushButton* setVerb(const QString& text, const QString& variant = QStringLiteral("primary"));
    QPushButton* verb() const { return m_verb; }
    QPushButton* cancelButton() const { return m_cancel; }
    void setTitle(const QString& title);
    /// Shows a field on the left of the footer in which this number must be typed. A later call changes the number.
    void askForCount(qint64 count);
    /// Returns whether the number has been typed, or none is requested.
    bool isCountTyped() const;
    /// Shows a sentence in the failure color below the body; empty hides it.
    void setProblem(const QString& problem);
    /// Reserves one line for the problem, so that the layout does not shift when a problem appears.
    void keepRoomForProblem();
    /// Sets whether closing the dialog with Escape or the window's button requires confirmation if the user has entered
    /// data. Default: true. Disable this while an operation is running, because Escape then cancels the operation.
    void keepWhatIsTyped(bool keeps) { m_keepsTyped = keeps; }
    /// Treats the current values as the initial ones, not as the user's input.
    void nothingIsTypedYet() { m_enteredAtFirst = enteredValues(); }
    /// Excludes a field from the check for unsaved input, because the field only controls the view or confirms an
    /// action.
    static void isNothingTyped(QWidget& field);
    /// Returns the current values of all inputs.
    virtual QStringList enteredValues() const;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// Emitted when the text of the count field has changed.
    void countEdited();

private:
    void fitTitle();
    void widen();
    void holdLines();
    void alignLabels();
    bool mayClose();
    void giveRoom();

    const Theme& m_theme;
    PlainLabel* m_title;
    PlainLabel* m_problem;
    QVBoxLayout* m_body;
    QHBoxLayout* m_footer;
    QPushButton* m_verb = nullptr;
    QPushButton* m_cancel;
    QPushButton* m_link = nullptr;
    QLineEdit* m_count = nullptr;
    PlainLabel* m_countWords = nullptr;
    qint64 m_asked = 0;
    bool m_keepsTyped = true;
    QStringList m_enteredAtFirst; ///< values when the dialog was opened
    int m_given = 0; ///< total height added by giveRoom()
};

} // namespace dueline
