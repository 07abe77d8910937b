// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/pane.h"

class QLineEdit;
class QPushButton;

namespace dueline {

class PlainLabel;

/// Start page of a window without a connection, with three ways to connect.
class WelcomePage : public Pane
{
    Q_OBJECT

public:
    explicit WelcomePage(const Theme& theme, QWidget* parent = nullptr);

Q_SIGNALS:
    void sandboxRequested();
    void dialogRequested();
    void connectRequested(const QString& url);

private:
    void validate();
    void colour();
    void reword();

    PlainLabel* m_picture;
    PlainLabel* m_title;
    PlainLabel* m_sentence;
    QPushButton* m_sandbox;
    QPushButton* m_dialog;
    QLineEdit* m_url;
    QPushButton* m_connect;
    PlainLabel* m_note;
};

} // namespace dueline
