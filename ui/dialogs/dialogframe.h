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

/// Frame of all dialogs: a title row with the subject and the environment tag, the body, and a sunken footer with the
/// dialog's own controls on the left, and Cancel and the confirm button on the right.
class DialogFrame : public QDialog
{
    Q_OBJECT

public:
    static constexpr int labelWidth = 76; ///< minimum width of row labels
    /// Object name of row labels. All row labels in a dialog have the same width.
    static constexpr auto rowLabelName = QLatin1StringView("rowLabel");
    static constexpr int rowLabelHeight = 28; ///< height of a row of text, the same as an input field's

    static constexpr int linkRim = 2; ///< space around a link's text for the focus frame, in pixels

    DialogFrame(
        const Theme& theme, const QString& title, const QString& about, Environment environment, QWidget* parent);

protected:
    /// Delay between the last keystroke and evaluating the input.
    static constexpr std::chrono::milliseconds afterTyping{300};

    /// Sets a widget's accessible name, and returns the widget.
    template <typename Widget> static Widget* named(Widget* widget, const QString& name)
    {
        widget->setAccessibleName(name);
        return widget;
    }
    const Theme& theme() const { return m_theme; }
    QVBoxLayout& body() { return *m_body; }
    /// Extends scrolling content down to the line above the footer, into the body's margins.
    void letBodyReachFooter();
    /// Makes the edit exactly `lines` lines of text high.
    static void fitLines(QPlainTextEdit& edit, int lines);
    /// Adds a row with a fixed-width label before `content`.
    void addRow(const QString& label, QWidget* content);
    void addRow(const QString& label, QLayout* content);
    /// Adds a widget on the left side of the footer.
    void addToFooter(QWidget* widget);
    /// Adds a link on the left side of the footer that copies the equivalent duectl command and shows a confirmation.
    QPushButton* addCopyLink(std::function<QString()> command);
    /// Adds a widget on the right side of the footer, before the confirm button.
    void addBeforeVerb(QWidget* widget);
    /// Creates the confirm button. `variant`: primary or danger.
    QPushButton* setVerb(const QString& text, const QString& variant = QStringLiteral("primary"));
    QPushButton* verb() const { return m_verb; }
    QPushButton* cancelButton() const { return m_cancel; }
    void setTitle(const QString& title);
    /// Shows a field on the left side of the footer where the user must type this number. Call it again to change the
    /// number.
    void askForCount(qint64 count);
    /// Returns whether the user has typed the requested number, if any.
    bool isCountTyped() const;
    /// Shows a problem below the body in the failure color; an empty one hides the line.
    void setProblem(const QString& problem);
    /// Reserves one line for a problem, so that the layout doesn't shift when one appears.
    void keepRoomForProblem();
    /// Sets whether closing the dialog with Escape or the window's close button needs confirmation if the user has
    /// entered data. On by default. Turn it off while an operation is running, because Escape then cancels the
    /// operation.
    void keepWhatIsTyped(bool keeps) { m_keepsTyped = keeps; }
    /// Makes the current values the initial ones, so that they don't count as user input.
    void nothingIsTypedYet() { m_enteredAtFirst = enteredValues(); }
    /// Excludes a field from the check for unsaved input, for fields that only control the view or confirm an action.
    static void isNothingTyped(QWidget& field);
    /// Returns the current values of all inputs.
    virtual QStringList enteredValues() const;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

Q_SIGNALS:
    /// Emitted when the count field's text changes.
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
    QStringList m_enteredAtFirst; ///< input values when the dialog opened
    int m_given = 0; ///< total height in pixels added by giveRoom()
};

} // namespace dueline
