// SPDX-License-Identifier: GPL-3.0-or-later
// Measures how long it takes until a large payload is completely visible in the inspector, and the longest time that
// the window is blocked.
#include "core/base/standardstreams.h"
#include "tests/gui/openwindow.h"
#include "ui/inspector/bytesarea.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadfind.h"
#include "ui/inspector/payloadview.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <cstdio>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

namespace {

/// Application that measures the wall-clock time of the event loop's longest event.
class TimedApplication : public QApplication
{
public:
    using QApplication::QApplication;
    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        ++m_depth;
        QElapsedTimer timer;
        timer.start();
        const bool taken = QApplication::notify(receiver, event);
        m_longest = std::max(m_longest, double(timer.nsecsElapsed()) / 1e6);
        --m_depth;
        return taken;
    }
    double takeLongest() { return std::exchange(m_longest, 0); }

private:
    int m_depth = 0;
    double m_longest = 0;
};

QByteArray payloadOf(const QByteArray& kind, qsizetype size)
{
    if (kind == "line")
        return QByteArray(size, 'x');
    if (kind == "bytes") {
        QByteArray bytes(size, Qt::Uninitialized);
        for (qsizetype i = 0; i < size; ++i)
            bytes[i] = char((i * 2654435761U) >> 13);
        return bytes;
    }
    QByteArray json = "{\"rows\":[";
    for (int i = 0; json.size() < size; ++i)
        json += (i ? ",\"" : "\"") + QByteArray::number(i) + QByteArray(1000, char('a' + i % 26)) + '"';
    return json + "]}";
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    qputenv("XDG_CONFIG_HOME", QTemporaryDir().path().toLocal8Bit());
    TimedApplication app(argc, argv);
    const qsizetype size = argc > 1 ? atoll(argv[1]) : 30'000'000;
    Theme theme(app);
    std::printf("%lld bytes\n%-6s %10s %10s %10s %10s %10s %12s\n", static_cast<long long>(size), "kind", "begin ms",
        "whole ms", "scroll ms", "find ms", "hex ms", "longest ms");
    for (const QByteArray kind : {"json", "line", "bytes"}) {
        Shop shop;
        const QByteArray bytes = payloadOf(kind, size);
        shop.add(1);
        if (!shop.backend().editor()->add("mail", {{"big#1", {}, std::chrono::minutes(1), {}, bytes}}))
            return 1;
        OpenWindow place(theme);
        place.open(shop.profile(u"shop"_s));
        if (!QTest::qWaitFor([&] { return place.bench.list().tasks().taskAt(0) != nullptr; }))
            return 1;
        if (!place.part<Inspector>().isVisible())
            place.window.actions()["view.inspector"]->trigger();
        place.table().setCurrentIndex(place.table().model()->index(1, 0)); // Row 1 has the small payload.
        QTest::qWait(500);
        auto& view = place.part<PayloadView>();
        app.takeLongest();
        double longest = 0;
        QElapsedTimer timer;
        const auto until = [&](const std::function<bool()>& done) {
            while (!done() && timer.elapsed() < 60'000)
                QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
            const double took = double(timer.nsecsElapsed()) / 1e6;
            longest = std::max(longest, app.takeLongest());
            return took;
        };
        timer.start();
        place.table().setCurrentIndex(place.table().model()->index(0, 0));
        const double begin = until([&] { return view.size() == bytes.size(); });
        for (auto* button : view.findChildren<QAbstractButton*>()) {
            if (button->text() == u"Text")
                button->click();
        }
        timer.start();
        Q_EMIT view.allRequested();
        const double whole = until([&] { return view.isWhole() && view.findChild<BytesArea*>()->isVisible(); });
        auto& area = *view.findChild<BytesArea*>();
        timer.start();
        for (int i = 0; i < 100; ++i) {
            QTest::keyClick(&area, i % 2 ? Qt::Key_PageDown : Qt::Key_End);
            area.repaint();
        }
        const double scroll = until([] { return true; }) / 100;
        timer.start();
        const auto places = PayloadFind::placesOf(bytes, "\"29999");
        const double find = until([] { return true; });
        timer.start();
        for (auto* button : view.findChildren<QAbstractButton*>()) {
            if (button->text() == u"Hex")
                button->click();
        }
        area.repaint();
        const double hex = until([] { return true; });
        std::printf("%-6s %10.1f %10.1f %10.2f %10.1f %10.1f %12.1f\n", kind.constData(), begin, whole, scroll, find,
            hex, longest);
        std::fflush(stdout);
    }
    return 0;
}
