// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/payload/payloadreader.h"

#include <QWidget>

class QMenu;
class QToolButton;

namespace dueline {

class PlainLabel;
class Theme;

/// Reads the payload that is shown, off the window's thread, and names the layers it was read through; by its menu
/// another way of reading is chosen. Seen where something was read, was chosen or went wrong.
class ReaderBar : public QWidget
{
    Q_OBJECT

public:
    explicit ReaderBar(const Theme& theme, QWidget* parent = nullptr);

    /// Ways to read, for a menu elsewhere, too.
    QMenu* menu() const { return m_menu; }
    /// What reads from here on. `masked`: members that stay hidden in what comes out; `problem`: why a chosen reader
    /// cannot be had.
    void setReader(const PayloadReader& reader, const QStringList& masked, const QString& problem);
    /// What is to be read; not before it is whole.
    void setBytes(const QByteArray& bytes);
    void clear() { setBytes({}); }
    /// Of the bytes; nothing until they were read.
    const PayloadReading& reading() const { return m_reading; }

Q_SIGNALS:
    /// reading() is another one.
    void read();
    /// Somebody wants payloads of this type read so.
    void readerChosen(const dueline::ReaderChoice& choice);
    /// Somebody wants to say how in words.
    void layersRequested();

private:
    void start();
    void take(PayloadReading reading);
    void tell();
    void reword();

    const Theme& m_theme;
    PayloadReader m_reader;
    QStringList m_masked;
    QString m_unread; ///< why the chosen reader cannot be had
    QByteArray m_bytes;
    PayloadReading m_reading;
    int m_run = 0; ///< counts what is to be read: what an earlier one gave is not taken
    QMenu* m_menu;
    PlainLabel* m_label;
    QToolButton* m_layers;
    PlainLabel* m_problem;
};

} // namespace dueline
