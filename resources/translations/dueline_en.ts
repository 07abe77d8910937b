<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ServerChangeWords</name>
    <message numerus="yes">
        <source>%Ln task(s) that were there before are gone.</source>
        <translation>
            <numerusform>%Ln task that was there before is gone.</numerusform>
            <numerusform>%Ln tasks that were there before are gone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) that had ended wait again and may run twice.</source>
        <translation>
            <numerusform>%Ln task that had ended waits again and may run twice.</numerusform>
            <numerusform>%Ln tasks that had ended wait again and may run twice.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkerModel</name>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ActivityPanel</name>
    <message numerus="yes">
        <source>%n running</source>
        <translation>
            <numerusform>%n running</numerusform>
            <numerusform>%n running</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::AdoptDialog</name>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, to %n that is (are) there</source>
        <translation>
            <numerusform>, to %n that is there</numerusform>
            <numerusform>, to %n that are there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adopt %n task(s)</source>
        <translation>
            <numerusform>Adopt %n task</numerusform>
            <numerusform>Adopt %n tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Adoptions</name>
    <message numerus="yes">
        <source>%n task(s) moved into %1</source>
        <translation>
            <numerusform>%n task moved into %1</numerusform>
            <numerusform>%n tasks moved into %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n is (are) locked by a worker</source>
        <translation>
            <numerusform>%n is locked by a worker</numerusform>
            <numerusform>%n are locked by a worker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n is (are) no task</source>
        <translation>
            <numerusform>%n is no task</numerusform>
            <numerusform>%n are no tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n was (were) taken by somebody first</source>
        <translation>
            <numerusform>%n was taken by somebody first</numerusform>
            <numerusform>%n were taken by somebody first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Alerts</name>
    <message numerus="yes">
        <source>%n failed task(s) in %1</source>
        <translation>
            <numerusform>%n failed task in %1</numerusform>
            <numerusform>%n failed tasks in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::CommandModel</name>
    <message numerus="yes">
        <source>Sent together with %n other(s); the time is of all.</source>
        <translation>
            <numerusform>Sent together with %n other; the time is of both.</numerusform>
            <numerusform>Sent together with %n others; the time is of all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ComparisonModel</name>
    <message numerus="yes">
        <source>%n place(s) differ.</source>
        <translation>
            <numerusform>%n place differs.</numerusform>
            <numerusform>%n places differ.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ConfirmDialog</name>
    <message numerus="yes">
        <source>Retry %n task(s)</source>
        <translation>
            <numerusform>Retry %n task</numerusform>
            <numerusform>Retry %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run %n task(s) now</source>
        <translation>
            <numerusform>Run %n task now</numerusform>
            <numerusform>Run %n tasks now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reschedule %n task(s)</source>
        <translation>
            <numerusform>Reschedule %n task</numerusform>
            <numerusform>Reschedule %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %n task(s)</source>
        <translation>
            <numerusform>Discard %n task</numerusform>
            <numerusform>Discard %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %n task(s)</source>
        <translation>
            <numerusform>Restore %n task</numerusform>
            <numerusform>Restore %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n task(s) for good</source>
        <translation>
            <numerusform>Delete %n task for good</numerusform>
            <numerusform>Delete %n tasks for good</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>these %n task(s); what changes before its turn is left alone</source>
        <translation>
            <numerusform>this %n task; left alone if it changes before its turn</numerusform>
            <numerusform>these %n tasks; what changes before its turn is left alone</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Looking at what would be done… %1 task(s) looked at</source>
        <translation>
            <numerusform>Looking at what would be done… %1 task looked at</numerusform>
            <numerusform>Looking at what would be done… %1 tasks looked at</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::DoctorDialog</name>
    <message numerus="yes">
        <source>%n critical</source>
        <translation>
            <numerusform>%n critical</numerusform>
            <numerusform>%n critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n notice(s)</source>
        <translation>
            <numerusform>%n notice</numerusform>
            <numerusform>%n notices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more are not shown.</source>
        <translation>
            <numerusform>%n more is not shown.</numerusform>
            <numerusform>%n more are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::EmbeddedWorker</name>
    <message numerus="yes">
        <source>Running with %n slot(s)</source>
        <translation>
            <numerusform>Running with %n slot</numerusform>
            <numerusform>Running with %n slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%n line(s) left out)</source>
        <translation>
            <numerusform>(%n line left out)</numerusform>
            <numerusform>(%n lines left out)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ExportDialog</name>
    <message numerus="yes">
        <source>the selection, %n task(s)</source>
        <translation>
            <numerusform>the selection, %n task</numerusform>
            <numerusform>the selection, %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n written</source>
        <translation>
            <numerusform>%n written</numerusform>
            <numerusform>%n written</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::FailuresPanel</name>
    <message numerus="yes">
        <source>%n kind(s) of failure</source>
        <translation>
            <numerusform>%n kind of failure</numerusform>
            <numerusform>%n kinds of failure</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 task(s)</source>
        <comment>with a number</comment>
        <translation>
            <numerusform>%1 task</numerusform>
            <numerusform>%1 tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::HelpDialog</name>
    <message numerus="yes">
        <source>%n action(s)</source>
        <translation>
            <numerusform>%n action</numerusform>
            <numerusform>%n actions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ImportDialog</name>
    <message numerus="yes">
        <source>Import %n</source>
        <translation>
            <numerusform>Import %n</numerusform>
            <numerusform>Import %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ImportTasksDialog</name>
    <message numerus="yes">
        <source>Import %n task(s)</source>
        <translation>
            <numerusform>Import %n task</numerusform>
            <numerusform>Import %n tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LayoutDialog</name>
    <message numerus="yes">
        <source>%n queue(s)</source>
        <translation>
            <numerusform>%n queue</numerusform>
            <numerusform>%n queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) wait</source>
        <translation>
            <numerusform>%n task waits</numerusform>
            <numerusform>%n tasks wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A %1, %n task(s) wait</source>
        <comment>type of a key</comment>
        <translation>
            <numerusform>A %1, %n task waits</numerusform>
            <numerusform>A %1, %n tasks wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n entry(s) are no tasks</source>
        <translation>
            <numerusform>; %n entry is no task</numerusform>
            <numerusform>; %n entries are no tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LeaseDialog</name>
    <message numerus="yes">
        <source>Release %n lease(s)</source>
        <translation>
            <numerusform>Release %n lease</numerusform>
            <numerusform>Release %n leases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop %n task(s)</source>
        <translation>
            <numerusform>Stop %n task</numerusform>
            <numerusform>Stop %n tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LeaseEdits</name>
    <message numerus="yes">
        <source>Workers were asked to stop %n task(s)</source>
        <translation>
            <numerusform>Workers were asked to stop %n task</numerusform>
            <numerusform>Workers were asked to stop %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s) released; the tasks wait again</source>
        <translation>
            <numerusform>%n lease released; the tasks wait again</numerusform>
            <numerusform>%n leases released; the tasks wait again</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lease(s) extended to %1 from now</source>
        <translation>
            <numerusform>%n lease extended to %1 from now</numerusform>
            <numerusform>%n leases extended to %1 from now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n had moved on</source>
        <translation>
            <numerusform>%n had moved on</numerusform>
            <numerusform>%n had moved on</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LeasesPanel</name>
    <message numerus="yes">
        <source>%n worker(s)</source>
        <translation>
            <numerusform>%n worker</numerusform>
            <numerusform>%n workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lost</source>
        <translation>
            <numerusform>%n lost</numerusform>
            <numerusform>%n lost</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s)</source>
        <translation>
            <numerusform>%Ln lease</numerusform>
            <numerusform>%Ln leases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s) of %1</source>
        <translation>
            <numerusform>%Ln lease of %1</numerusform>
            <numerusform>%Ln leases of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a heartbeat</source>
        <comment>leases, of their workers</comment>
        <translation>
            <numerusform>%n without a heartbeat</numerusform>
            <numerusform>%n without a heartbeat</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::MoveDialog</name>
    <message numerus="yes">
        <source>the selection, %n task(s)</source>
        <translation>
            <numerusform>the selection, %n task</numerusform>
            <numerusform>the selection, %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, to %n that is (are) there</source>
        <translation>
            <numerusform>, to %n that is there</numerusform>
            <numerusform>, to %n that are there</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n held by a worker</source>
        <translation>
            <numerusform>%n held by a worker</numerusform>
            <numerusform>%n held by a worker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %n task(s)</source>
        <translation>
            <numerusform>Copy %n task</numerusform>
            <numerusform>Copy %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %n task(s)</source>
        <translation>
            <numerusform>Move %n task</numerusform>
            <numerusform>Move %n tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ProfileTools</name>
    <message numerus="yes">
        <source>%n connection(s) saved</source>
        <translation>
            <numerusform>%n connection saved</numerusform>
            <numerusform>%n connections saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) written, without passwords</source>
        <translation>
            <numerusform>%n connection written, without its password</numerusform>
            <numerusform>%n connections written, without passwords</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::RescheduleDialog</name>
    <message numerus="yes">
        <source>%n task(s) are not waiting and are left alone.</source>
        <translation>
            <numerusform>%n task is not waiting and is left alone.</numerusform>
            <numerusform>%n tasks are not waiting and are left alone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ResultModel</name>
    <message numerus="yes">
        <source>%Ln outcome(s) came too fast to be listed.</source>
        <translation>
            <numerusform>%Ln outcome came too fast to be listed.</numerusform>
            <numerusform>%Ln outcomes came too fast to be listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ScheduleDetail</name>
    <message numerus="yes">
        <source>%n attempt(s)</source>
        <translation>
            <numerusform>%n attempt</numerusform>
            <numerusform>%n attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::SchedulesPanel</name>
    <message numerus="yes">
        <source>%n recurring task(s)</source>
        <translation>
            <numerusform>%n recurring task</numerusform>
            <numerusform>%n recurring tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s) for a worker</source>
        <translation>
            <numerusform>%n waits for a worker</numerusform>
            <numerusform>%n wait for a worker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n disabled</source>
        <translation>
            <numerusform>%n disabled</numerusform>
            <numerusform>%n disabled</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::SidebarModel</name>
    <message numerus="yes">
        <source>%1, %n task(s)</source>
        <translation>
            <numerusform>%1, %n task</numerusform>
            <numerusform>%1, %n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A queue of %1 with %n task(s): found, not readable yet.</source>
        <translation>
            <numerusform>A queue of %1 with %n task: found, not readable yet.</numerusform>
            <numerusform>A queue of %1 with %n tasks: found, not readable yet.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TaskAdding</name>
    <message numerus="yes">
        <source>%n task(s) added</source>
        <translation>
            <numerusform>%n task added</numerusform>
            <numerusform>%n tasks added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n id(s) exist already</source>
        <translation>
            <numerusform>%n id exists already</numerusform>
            <numerusform>%n ids exist already</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TaskPane</name>
    <message numerus="yes">
        <source>%n selected</source>
        <translation>
            <numerusform>%n selected</numerusform>
            <numerusform>%n selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %1 task(s)</source>
        <translation>
            <numerusform>of %1 task</numerusform>
            <numerusform>of %1 tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>task(s)</source>
        <comment>behind their number</comment>
        <translation>
            <numerusform>task</numerusform>
            <numerusform>tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The timeline shows all queues of this connection; %n more of them are in the list at the left.</source>
        <translation>
            <numerusform>The timeline shows all queues of this connection; %n more of them is in the list at the left.</numerusform>
            <numerusform>The timeline shows all queues of this connection; %n more of them are in the list at the left.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>0 of %1 task(s) match</source>
        <translation>
            <numerusform>0 of %1 task matches</numerusform>
            <numerusform>0 of %1 tasks match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TimelineTableDialog</name>
    <message numerus="yes">
        <source>%n task(s) in view, %1; a row each.</source>
        <translation>
            <numerusform>%n task in view, %1.</numerusform>
            <numerusform>%n tasks in view, %1; a row each.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TimelineWidget</name>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>about %Ln task(s)</source>
        <translation>
            <numerusform>about %Ln task</numerusform>
            <numerusform>about %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TransferCommands</name>
    <message numerus="yes">
        <source>%n task(s) written to %1</source>
        <translation>
            <numerusform>%n task written to %1</numerusform>
            <numerusform>%n tasks written to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n went before it was (they were) read</source>
        <translation>
            <numerusform>%n went before it was read</numerusform>
            <numerusform>%n went before they were read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) added to %1</source>
        <translation>
            <numerusform>%n task added to %1</numerusform>
            <numerusform>%n tasks added to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n was (were) there already</source>
        <translation>
            <numerusform>%n was there already</numerusform>
            <numerusform>%n were there already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n left out</source>
        <translation>
            <numerusform>%n left out</numerusform>
            <numerusform>%n left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) copied to %1</source>
        <translation>
            <numerusform>%n task copied to %1</numerusform>
            <numerusform>%n tasks copied to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) moved to %1</source>
        <translation>
            <numerusform>%n task moved to %1</numerusform>
            <numerusform>%n tasks moved to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stayed: held by a worker, in the way there, or changed meanwhile</source>
        <translation>
            <numerusform>%n stayed: held by a worker, in the way there, or changed meanwhile</numerusform>
            <numerusform>%n stayed: held by a worker, in the way there, or changed meanwhile</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Workbench</name>
    <message numerus="yes">
        <source>%n task(s) retried</source>
        <translation>
            <numerusform>%n task retried</numerusform>
            <numerusform>%n tasks retried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) made due</source>
        <translation>
            <numerusform>%n task made due</numerusform>
            <numerusform>%n tasks made due</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) rescheduled</source>
        <translation>
            <numerusform>%n task rescheduled</numerusform>
            <numerusform>%n tasks rescheduled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) discarded</source>
        <translation>
            <numerusform>%n task discarded</numerusform>
            <numerusform>%n tasks discarded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) restored</source>
        <translation>
            <numerusform>%n task restored</numerusform>
            <numerusform>%n tasks restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) deleted for good</source>
        <translation>
            <numerusform>%n task deleted for good</numerusform>
            <numerusform>%n tasks deleted for good</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n have moved on</source>
        <translation>
            <numerusform>%1, %n has moved on</numerusform>
            <numerusform>%1, %n have moved on</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerCloseDialog</name>
    <message numerus="yes">
        <source>The embedded worker runs %n task(s)</source>
        <translation>
            <numerusform>The embedded worker runs %n task</numerusform>
            <numerusform>The embedded worker runs %n tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerHead</name>
    <message numerus="yes">
        <source>%1 of %n slot(s)</source>
        <translation>
            <numerusform>%1 of %n slot</numerusform>
            <numerusform>%1 of %n slots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerPanel</name>
    <message numerus="yes">
        <source>%n queue(s)</source>
        <translation>
            <numerusform>%n queue</numerusform>
            <numerusform>%n queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %n queue(s)</source>
        <translation>
            <numerusform>all %n queue</numerusform>
            <numerusform>all %n queues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerStartDialog</name>
    <message numerus="yes">
        <source>%n at once</source>
        <translation>
            <numerusform>%n at once</numerusform>
            <numerusform>%n at once</numerusform>
        </translation>
    </message>
</context>
</TS>
