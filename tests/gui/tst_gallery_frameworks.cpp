// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/gallery.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/recordedkeys.h"

#include <array>
#include <numeric>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr int jobsOfAState = 14;
constexpr std::array types{
    "SendInvoice", "ResizeImage", "App\\Jobs\\SyncCustomerWithBilling", "reports.tasks.build_monthly_report"};
constexpr std::array errors{"ETIMEDOUT: no answer from smtp.example.com:587 in 30 s",
    "Net::ReadTimeout: Net::ReadTimeout with #<TCPSocket:(closed)>",
    "Illuminate\\Database\\QueryException: SQLSTATE[40001]: deadlock detected"};

} // namespace

/// Tests that nothing is clipped or misplaced, in either language, in a window on a server with queues of every
/// supported framework. Also loads keys written by the frameworks themselves.
class TestGalleryFrameworks : public Gallery
{
    Q_OBJECT

    /// Adds jobs in every state that the framework supports, further and further away from the current time.
    static void fill(FrameworkWriter& writer)
    {
        const QueueName queue = writer.layout() == "bull" ? "thumbnails" : "notifications"; // BullMQ shares Bull's keys
        const TimePoint now = SystemClock().now();
        for (const TaskState state : allStates) {
            for (int i = 0; writer.states().contains(state) && i < jobsOfAState; ++i) {
                const auto apart = std::chrono::seconds(20 + i * i * 23 + int(state) * 31);
                WrittenJob job;
                job.id = "5f0c8a1e-" + QByteArray::number(int(state)) + QByteArray::number(100 + i);
                job.state = state;
                job.type = types.at(i % types.size());
                job.payload = QByteArray(R"(["customer %", {"locale": "de_DE", "retry": true}])")
                                  .replace('%', QByteArray::number(4711 + i));
                job.at = state == TaskState::Scheduled || state == TaskState::Retrying ? now + apart : now - apart;
                job.error = errors.at(i % errors.size());
                writer.write(queue, job);
            }
        }
    }
    static void openAll(WindowPlace& place)
    {
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = place.server().url();
        profile.layout = u"auto"_s;
        auto connection = Connection::open(profile);
        QVERIFY(connection.ok());
        place.bench().connections().add(std::move(*connection));
        QTRY_VERIFY(place.bench().view().current()->discovered().isRound);
    }
    /// Returns the framework's queue with the most tasks.
    static QueueName largestOf(Connection& connection, const QByteArray& layout)
    {
        QueueName largest;
        qint64 most = 0;
        for (const QueueInfo& queue : connection.queues()) {
            const auto& counts = queue.counts.perState;
            const qint64 tasks = std::accumulate(counts.begin(), counts.end(), qint64(0));
            if (queue.name.mid(queue.name.lastIndexOf('@') + 1).split(':').front() == layout && tasks > most) {
                most = tasks;
                largest = queue.name;
            }
        }
        return largest;
    }

    static QByteArray namesOf(const Connection& connection)
    {
        QByteArray names;
        for (const QueueInfo& queue : connection.queues())
            names += queue.name + ' ';
        return names;
    }

private Q_SLOTS:
    void init()
    {
        begin();
        m_sizes = {{1024, 640}, {1280, 800}};
    }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void eachFrameworkIsOpenInTheWindow_data() { languages(); }
    void eachFrameworkIsOpenInTheWindow()
    {
        WindowPlace place;
        for (const QByteArray& layout : FrameworkWriter::layouts())
            fill(*FrameworkWriter::of(layout, place.server()));
        for (const char* recorded : {"sidekiq-8.1", "horizon-5.29", "celery-5.6", "rq-3.0", "asynq-0.26"})
            RecordedKeys(recorded).load(place.server());
        openAll(place);
        Connection& connection = *place.bench().view().current();
        for (const QByteArray& layout : FrameworkWriter::layouts()) {
            QTRY_VERIFY2(!largestOf(connection, layout).isEmpty(), (layout + " in " + namesOf(connection)).constData());
            place.bench().view().show({connection.id(), largestOf(connection, layout), {}});
            QTRY_VERIFY2(place.bench().view().queue() && place.bench().list().tasks().rowCount() > 0
                    && place.bench().list().tasks().taskAt(0),
                layout.constData());
            place.resize({1280, 800});
            place.window().actions()["view.fit"]->trigger();
            if (!place.showFailedTask())
                place.window().table().setCurrentIndex(place.bench().list().tasks().index(0, TaskTableModel::Type));
            QTRY_VERIFY(place.window().table().currentTask());
            QVERIFY(test::isAnswered(connection));
            show(place, u"framework-"_s + QString::fromUtf8(layout));
        }
        place.window().actions()["view.board"]->trigger();
        QVERIFY(test::isAnswered(connection));
        show(place, u"framework-board"_s);
        expectNoFlaw();
    }
};

QTEST_MAIN(TestGalleryFrameworks)
#include "tst_gallery_frameworks.moc"
