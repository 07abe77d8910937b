<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>DrainWords</name>
    <message numerus="yes">
        <source>Expected to be empty at %1, but %Ln task(s) are still due</source>
        <translation>
            <numerusform>Expected to be empty at %1, but %Ln task is still due</numerusform>
            <numerusform>Expected to be empty at %1, but %Ln tasks are still due</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServerChangeWords</name>
    <message numerus="yes">
        <source>%Ln task(s) no longer exist.</source>
        <translation>
            <numerusform>%Ln task no longer exists.</numerusform>
            <numerusform>%Ln tasks no longer exist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) that had already ended are waiting again and may run twice.</source>
        <translation>
            <numerusform>%Ln task that had already ended is waiting again and may run twice.</numerusform>
            <numerusform>%Ln tasks that had already ended are waiting again and may run twice.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more queue(s)</source>
        <translation>
            <numerusform>%Ln more queue</numerusform>
            <numerusform>%Ln more queues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SilenceWords</name>
    <message numerus="yes">
        <source>No task claimed since %1 (%2), although %Ln task(s) are due.</source>
        <translation>
            <numerusform>No task claimed since %1 (%2), although %Ln task is due.</numerusform>
            <numerusform>No task claimed since %1 (%2), although %Ln tasks are due.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln worker slot(s) are in use.</source>
        <translation>
            <numerusform>The only worker slot (%Ln) is in use.</numerusform>
            <numerusform>All %Ln worker slots are in use.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln worker(s) are connected, but none is waiting for a task.</source>
        <translation>
            <numerusform>%Ln worker is connected, but is not waiting for a task.</numerusform>
            <numerusform>%Ln workers are connected, but none is waiting for a task.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting connection(s) have sent nothing for %1.</source>
        <translation>
            <numerusform>%Ln waiting connection has sent nothing for %1.</numerusform>
            <numerusform>%Ln waiting connections have sent nothing for %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting connection(s) have sent nothing for %1, but a worker process is alive.</source>
        <translation>
            <numerusform>%Ln waiting connection has sent nothing for %1, but a worker process is alive.</numerusform>
            <numerusform>%Ln waiting connections have sent nothing for %1, but a worker process is alive.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln worker(s) have been told to stop claiming tasks.</source>
        <translation>
            <numerusform>%Ln worker has been told to stop claiming tasks.</numerusform>
            <numerusform>All %Ln workers have been told to stop claiming tasks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All %Ln worker(s) report that they are idle, so their processes or connections may be stuck.</source>
        <translation>
            <numerusform>%Ln worker reports that it is idle, so its process or connection may be stuck.</numerusform>
            <numerusform>All %Ln workers report that they are idle, so their processes or connections may be stuck.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are held: all workers are suspended.</source>
        <translation>
            <numerusform>%Ln due task is held: all workers are suspended.</numerusform>
            <numerusform>%Ln due tasks are held: all workers are suspended.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are held: a rate limit applies for %1.</source>
        <translation>
            <numerusform>%Ln due task is held: a rate limit applies for %1.</numerusform>
            <numerusform>%Ln due tasks are held: a rate limit applies for %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln due task(s) are held: the queue is paused.</source>
        <translation>
            <numerusform>%Ln due task is held: the queue is paused.</numerusform>
            <numerusform>%Ln due tasks are held: the queue is paused.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineMark</name>
    <message numerus="yes">
        <source>%Ln task(s) were lost</source>
        <translation>
            <numerusform>%Ln task was lost</numerusform>
            <numerusform>%Ln tasks were lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WallWords</name>
    <message numerus="yes">
        <source>%Ln worker(s) alive</source>
        <translation>
            <numerusform>%Ln worker alive</numerusform>
            <numerusform>%Ln workers alive</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) due</source>
        <translation>
            <numerusform>%Ln task due</numerusform>
            <numerusform>%Ln tasks due</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkerModel</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ActivityPanel</name>
    <message numerus="yes">
        <source>%Ln running</source>
        <translation>
            <numerusform>%Ln running</numerusform>
            <numerusform>%Ln running</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::AdoptDialog</name>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, in addition to %Ln task(s) already in the queue</source>
        <translation>
            <numerusform>, in addition to %Ln task already in the queue</numerusform>
            <numerusform>, in addition to %Ln tasks already in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Adopt %Ln task(s)</source>
        <translation>
            <numerusform>Adopt %Ln task</numerusform>
            <numerusform>Adopt %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Adoptions</name>
    <message numerus="yes">
        <source>%Ln task(s) moved into %1</source>
        <translation>
            <numerusform>%Ln task moved into %1</numerusform>
            <numerusform>%Ln tasks moved into %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) locked by a worker</source>
        <translation>
            <numerusform>%Ln task locked by a worker</numerusform>
            <numerusform>%Ln tasks locked by a worker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln item(s) that are not tasks</source>
        <translation>
            <numerusform>%Ln item that is not a task</numerusform>
            <numerusform>%Ln items that are not tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) claimed by another client first</source>
        <translation>
            <numerusform>%Ln task claimed by another client first</numerusform>
            <numerusform>%Ln tasks claimed by another client first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Alerts</name>
    <message numerus="yes">
        <source>%Ln failed task(s) in %1</source>
        <translation>
            <numerusform>%Ln failed task in %1</numerusform>
            <numerusform>%Ln failed tasks in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) on %1</source>
        <translation>
            <numerusform>%Ln queue on %1</numerusform>
            <numerusform>%Ln queues on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) are due on %1.</source>
        <translation>
            <numerusform>%Ln task is due on %1.</numerusform>
            <numerusform>%Ln tasks are due on %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::AttemptsView</name>
    <message numerus="yes">
        <source>Attempts %1 to %2 (%Ln in total)</source>
        <translation>
            <numerusform>Attempts %1 to %2 (%Ln in total)</numerusform>
            <numerusform>Attempts %1 to %2 (%Ln in total)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::BoardModel</name>
    <message numerus="yes">
        <source>%Ln due task(s) are retries or have failed before.</source>
        <translation>
            <numerusform>%Ln due task is a retry or has failed before.</numerusform>
            <numerusform>%Ln due tasks are retries or have failed before.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln queue</numerusform>
            <numerusform>%Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need attention</source>
        <translation>
            <numerusform>%Ln needs attention</numerusform>
            <numerusform>%Ln need attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) without problems</source>
        <translation>
            <numerusform>%Ln queue without problems</numerusform>
            <numerusform>%Ln queues without problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln paused</source>
        <comment>number of queues</comment>
        <translation>
            <numerusform>%Ln paused</numerusform>
            <numerusform>%Ln paused</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::BoardPane</name>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln queue</numerusform>
            <numerusform>%Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln need attention</source>
        <translation>
            <numerusform>%Ln needs attention</numerusform>
            <numerusform>%Ln need attention</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln server(s) lost</source>
        <translation>
            <numerusform>%Ln server lost</numerusform>
            <numerusform>%Ln servers lost</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ChangesPage</name>
    <message numerus="yes">
        <source>%Ln ID(s) copied</source>
        <translation>
            <numerusform>%Ln ID copied</numerusform>
            <numerusform>%Ln IDs copied</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) written to %1</source>
        <translation>
            <numerusform>%Ln task written to %1</numerusform>
            <numerusform>%Ln tasks written to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were lost.</source>
        <translation>
            <numerusform>%Ln task was lost.</numerusform>
            <numerusform>%Ln tasks were lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were lost from other queues.</source>
        <translation>
            <numerusform>%Ln task was lost from other queues.</numerusform>
            <numerusform>%Ln tasks were lost from other queues.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::CommandModel</name>
    <message numerus="yes">
        <source>Sent together with %Ln other command(s); the time covers all of these commands.</source>
        <translation>
            <numerusform>Sent together with %Ln other command; the time covers both commands.</numerusform>
            <numerusform>Sent together with %Ln other commands; the time covers all of these commands.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::CommandsPanel</name>
    <message numerus="yes">
        <source>The filter and &quot;Writes only&quot; hide the last %Ln command(s).</source>
        <translation>
            <numerusform>The filter and &quot;Writes only&quot; hide the last %Ln command.</numerusform>
            <numerusform>The filter and &quot;Writes only&quot; hide the last %Ln commands.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The filter hides the last %Ln command(s).</source>
        <translation>
            <numerusform>The filter hides the last %Ln command.</numerusform>
            <numerusform>The filter hides the last %Ln commands.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&quot;Writes only&quot; hides the last %Ln command(s), which cannot change anything.</source>
        <translation>
            <numerusform>&quot;Writes only&quot; hides the last %Ln command, which cannot change anything.</numerusform>
            <numerusform>&quot;Writes only&quot; hides the last %Ln commands, which cannot change anything.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ComparisonModel</name>
    <message numerus="yes">
        <source>%Ln difference(s).</source>
        <translation>
            <numerusform>%Ln difference.</numerusform>
            <numerusform>%Ln differences.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ConfirmDialog</name>
    <message numerus="yes">
        <source>Retry %Ln task(s)</source>
        <translation>
            <numerusform>Retry %Ln task</numerusform>
            <numerusform>Retry %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run %Ln task(s) now</source>
        <translation>
            <numerusform>Run %Ln task now</numerusform>
            <numerusform>Run %Ln tasks now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reschedule %Ln task(s)</source>
        <translation>
            <numerusform>Reschedule %Ln task</numerusform>
            <numerusform>Reschedule %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Discard %Ln task(s)</source>
        <translation>
            <numerusform>Discard %Ln task</numerusform>
            <numerusform>Discard %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %Ln task(s)</source>
        <translation>
            <numerusform>Restore %Ln task</numerusform>
            <numerusform>Restore %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Permanently delete %Ln task(s)</source>
        <translation>
            <numerusform>Permanently delete %Ln task</numerusform>
            <numerusform>Permanently delete %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>These %Ln task(s). Tasks that change in the meantime are skipped.</source>
        <translation>
            <numerusform>%Ln task. It is skipped if it changes in the meantime.</numerusform>
            <numerusform>These %Ln tasks. Tasks that change in the meantime are skipped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Checking what will change… %1 task(s) checked</source>
        <translation>
            <numerusform>Checking what will change… %1 task checked</numerusform>
            <numerusform>Checking what will change… %1 tasks checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) have chained tasks, which will not run</source>
        <translation>
            <numerusform>%Ln task has chained tasks, which will not run</numerusform>
            <numerusform>%Ln tasks have chained tasks, which will not run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::DeleteQueueDialog</name>
    <message numerus="yes">
        <source>%Ln task(s), the settings, the recurring tasks and the operation history will also be deleted. This cannot be undone.</source>
        <translation>
            <numerusform>%Ln task, the settings, the recurring tasks and the operation history will also be deleted. This cannot be undone.</numerusform>
            <numerusform>%Ln tasks, the settings, the recurring tasks and the operation history will also be deleted. This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Also delete %Ln task(s) held by workers</source>
        <translation>
            <numerusform>Also delete %Ln task held by workers</numerusform>
            <numerusform>Also delete %Ln tasks held by workers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::DescribeDialog</name>
    <message numerus="yes">
        <source>Detected which end workers read from in %Ln list(s).</source>
        <translation>
            <numerusform>Detected which end workers read from in %Ln list.</numerusform>
            <numerusform>Detected which end workers read from in %Ln lists.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln key(s)</source>
        <comment>name of a proposal</comment>
        <translation>
            <numerusform>%1: %Ln key</numerusform>
            <numerusform>%1: %Ln keys</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) read, all match</source>
        <translation>
            <numerusform>%Ln task read, and it matches</numerusform>
            <numerusform>%Ln tasks read, all match</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) read, %1 match</source>
        <translation>
            <numerusform>%Ln task read, %1 match</numerusform>
            <numerusform>%Ln tasks read, %1 match</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::DoctorDialog</name>
    <message numerus="yes">
        <source>%Ln critical</source>
        <translation>
            <numerusform>%Ln critical</numerusform>
            <numerusform>%Ln critical</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln warning(s)</source>
        <translation>
            <numerusform>%Ln warning</numerusform>
            <numerusform>%Ln warnings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln notice(s)</source>
        <translation>
            <numerusform>%Ln notice</numerusform>
            <numerusform>%Ln notices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more are not shown.</source>
        <translation>
            <numerusform>%Ln more is not shown.</numerusform>
            <numerusform>%Ln more are not shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::EditTaskDialog</name>
    <message numerus="yes">
        <source>%Ln more change(s)</source>
        <translation>
            <numerusform>%Ln more change</numerusform>
            <numerusform>%Ln more changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::EmbeddedWorker</name>
    <message numerus="yes">
        <source>Running with %Ln slot(s)</source>
        <translation>
            <numerusform>Running with %Ln slot</numerusform>
            <numerusform>Running with %Ln slots</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%Ln line(s) omitted)</source>
        <translation>
            <numerusform>(%Ln line omitted)</numerusform>
            <numerusform>(%Ln lines omitted)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ErrorText</name>
    <message numerus="yes">
        <source>%Ln library frame(s): %1</source>
        <translation>
            <numerusform>%Ln library frame: %1</numerusform>
            <numerusform>%Ln library frames: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ExportDialog</name>
    <message numerus="yes">
        <source>the selection, %Ln task(s)</source>
        <translation>
            <numerusform>the selection, %Ln task</numerusform>
            <numerusform>the selection, %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln written</source>
        <translation>
            <numerusform>%Ln written</numerusform>
            <numerusform>%Ln written</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupPage</name>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln not retried</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln not retried</numerusform>
            <numerusform>%Ln not retried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln waiting</numerusform>
            <numerusform>%Ln waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln running</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln running</numerusform>
            <numerusform>%Ln running</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln done</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln done</numerusform>
            <numerusform>%Ln done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed with the same error</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln failed with the same error</numerusform>
            <numerusform>%Ln failed with the same error</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed with a different error</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln failed with a different error</numerusform>
            <numerusform>%Ln failed with a different error</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln discarded</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%Ln discarded</numerusform>
            <numerusform>%Ln discarded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failed task(s) on %1</source>
        <translation>
            <numerusform>%Ln failed task on %1</numerusform>
            <numerusform>%Ln failed tasks on %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Other queues have %Ln failed task(s).</source>
        <translation>
            <numerusform>Other queues have %Ln failed task.</numerusform>
            <numerusform>Other queues have %Ln failed tasks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::FailureGroupTitle</name>
    <message numerus="yes">
        <source>%Ln failed</source>
        <comment>number of tasks</comment>
        <translation>
            <numerusform>%Ln failed</numerusform>
            <numerusform>%Ln failed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::FailuresPanel</name>
    <message numerus="yes">
        <source>%Ln queue(s) cannot be read</source>
        <translation>
            <numerusform>%Ln queue cannot be read</numerusform>
            <numerusform>%Ln queues cannot be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln failure group(s)</source>
        <translation>
            <numerusform>%Ln failure group</numerusform>
            <numerusform>%Ln failure groups</numerusform>
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
    <name>dueline::FigureStrip</name>
    <message numerus="yes">
        <source>in %Ln queue(s)</source>
        <translation>
            <numerusform>in %Ln queue</numerusform>
            <numerusform>in %Ln queues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::FlowView</name>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::HelpDialog</name>
    <message numerus="yes">
        <source>%Ln action(s)</source>
        <translation>
            <numerusform>%Ln action</numerusform>
            <numerusform>%Ln actions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ImportDialog</name>
    <message numerus="yes">
        <source>Import %Ln</source>
        <translation>
            <numerusform>Import %Ln</numerusform>
            <numerusform>Import %Ln</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ImportTasksDialog</name>
    <message numerus="yes">
        <source>Import %Ln task(s)</source>
        <translation>
            <numerusform>Import %Ln task</numerusform>
            <numerusform>Import %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were recorded without their payloads and cannot be put back.</source>
        <translation>
            <numerusform>%Ln task was recorded without its payload and cannot be put back.</numerusform>
            <numerusform>%Ln tasks were recorded without their payloads and cannot be put back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) may still be in the queue and will not be put back.</source>
        <translation>
            <numerusform>%Ln task may still be in the queue and will not be put back.</numerusform>
            <numerusform>%Ln tasks may still be in the queue and will not be put back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Put back %Ln task(s)</source>
        <translation>
            <numerusform>Put back %Ln task</numerusform>
            <numerusform>Put back %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will lose their attempts and errors.</source>
        <translation>
            <numerusform>%Ln task will lose its attempts and errors.</numerusform>
            <numerusform>%Ln tasks will lose their attempts and errors.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will lose their parent, deduplication, batch or lock, which only the framework can set.</source>
        <translation>
            <numerusform>%Ln task will lose its parent, deduplication, batch or lock, which only the framework can set.</numerusform>
            <numerusform>%Ln tasks will lose their parent, deduplication, batch or lock, which only the framework can set.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will get a new ID, “ID~HASH”, because another task has the same ID or the framework assigns its own IDs.</source>
        <translation>
            <numerusform>%Ln task will get a new ID, “ID~HASH”, because another task has the same ID or the framework assigns its own IDs.</numerusform>
            <numerusform>%Ln tasks will get new IDs, “ID~HASH”, because other tasks have the same IDs or the framework assigns its own IDs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) were added within the last day and will not be added again, although they are no longer in the queue.</source>
        <translation>
            <numerusform>%Ln task was added within the last day and will not be added again, although it is no longer in the queue.</numerusform>
            <numerusform>%Ln tasks were added within the last day and will not be added again, although they are no longer in the queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) that wait for their children will not be added, because only the framework can link them. The children will be added as independent tasks.</source>
        <translation>
            <numerusform>%Ln task that waits for its children will not be added, because only the framework can link them. The children will be added as independent tasks.</numerusform>
            <numerusform>%Ln tasks that wait for their children will not be added, because only the framework can link them. The children will be added as independent tasks.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Inspector</name>
    <message numerus="yes">
        <source>%Ln application frame(s)</source>
        <translation>
            <numerusform>%Ln application frame</numerusform>
            <numerusform>%Ln application frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln line(s)</source>
        <translation>
            <numerusform>%Ln line</numerusform>
            <numerusform>%Ln lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln option(s)</source>
        <translation>
            <numerusform>%Ln option</numerusform>
            <numerusform>%Ln options</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LayoutDialog</name>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln queue</numerusform>
            <numerusform>%Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) waiting</source>
        <translation>
            <numerusform>%Ln task waiting</numerusform>
            <numerusform>%Ln tasks waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln task(s) waiting</source>
        <comment>type of a key</comment>
        <translation>
            <numerusform>%1, %Ln task waiting</numerusform>
            <numerusform>%1, %Ln tasks waiting</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %Ln item(s) are not tasks</source>
        <translation>
            <numerusform>; %Ln item is not a task</numerusform>
            <numerusform>; %Ln items are not tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LeaseDialog</name>
    <message numerus="yes">
        <source>Release %Ln lease(s)</source>
        <translation>
            <numerusform>Release %Ln lease</numerusform>
            <numerusform>Release %Ln leases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Stop %Ln task(s)</source>
        <translation>
            <numerusform>Stop %Ln task</numerusform>
            <numerusform>Stop %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LeaseEdits</name>
    <message numerus="yes">
        <source>Workers were asked to stop %Ln task(s)</source>
        <translation>
            <numerusform>Workers were asked to stop %Ln task</numerusform>
            <numerusform>Workers were asked to stop %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s) released; the tasks return to the queue</source>
        <translation>
            <numerusform>%Ln lease released; the task returns to the queue</numerusform>
            <numerusform>%Ln leases released; the tasks return to the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lease(s) extended to %1 from now</source>
        <translation>
            <numerusform>%Ln lease extended to %1 from now</numerusform>
            <numerusform>%Ln leases extended to %1 from now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln changed in the meantime</source>
        <translation>
            <numerusform>%Ln changed in the meantime</numerusform>
            <numerusform>%Ln changed in the meantime</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LeasesPanel</name>
    <message numerus="yes">
        <source>%Ln worker(s)</source>
        <translation>
            <numerusform>%Ln worker</numerusform>
            <numerusform>%Ln workers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln lost</source>
        <translation>
            <numerusform>%Ln lost</numerusform>
            <numerusform>%Ln lost</numerusform>
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
        <source>%Ln without a heartbeat</source>
        <comment>leases, of their workers</comment>
        <translation>
            <numerusform>%Ln without a heartbeat</numerusform>
            <numerusform>%Ln without a heartbeat</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::LinkQuestion</name>
    <message numerus="yes">
        <source>and %Ln more server(s)</source>
        <translation>
            <numerusform>and %Ln more server</numerusform>
            <numerusform>and %Ln more servers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::MoveDialog</name>
    <message numerus="yes">
        <source>the selection, %Ln task(s)</source>
        <translation>
            <numerusform>the selection, %Ln task</numerusform>
            <numerusform>the selection, %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, in addition to %Ln task(s) already in the queue</source>
        <translation>
            <numerusform>, in addition to %Ln task already in the queue</numerusform>
            <numerusform>, in addition to %Ln tasks already in the queue</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln held by a worker</source>
        <translation>
            <numerusform>%Ln held by a worker</numerusform>
            <numerusform>%Ln held by a worker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copy %Ln task(s)</source>
        <translation>
            <numerusform>Copy %Ln task</numerusform>
            <numerusform>Copy %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln task(s)</source>
        <translation>
            <numerusform>Move %Ln task</numerusform>
            <numerusform>Move %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::PaletteCommands</name>
    <message numerus="yes">
        <source>At least %Ln task(s)</source>
        <translation>
            <numerusform>At least %Ln task</numerusform>
            <numerusform>At least %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No task with &quot;%1&quot; in %Ln queue(s)</source>
        <translation>
            <numerusform>No task with &quot;%1&quot; in %Ln queue</numerusform>
            <numerusform>No task with &quot;%1&quot; in %Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln unreadable queue(s))</source>
        <comment>server</comment>
        <translation>
            <numerusform>%1 (%Ln unreadable queue)</numerusform>
            <numerusform>%1 (%Ln unreadable queues)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ProfileCommands</name>
    <message numerus="yes">
        <source>%Ln connection(s) saved</source>
        <translation>
            <numerusform>%Ln connection saved</numerusform>
            <numerusform>%Ln connections saved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln connection(s) written, without passwords</source>
        <translation>
            <numerusform>%Ln connection written, without its password</numerusform>
            <numerusform>%Ln connections written, without passwords</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ProgressNotice</name>
    <message numerus="yes">
        <source>Putting back %Ln task(s)</source>
        <translation>
            <numerusform>Putting back %Ln task</numerusform>
            <numerusform>Putting back %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::RescheduleDialog</name>
    <message numerus="yes">
        <source>%Ln task(s) are not waiting and will be skipped.</source>
        <translation>
            <numerusform>%Ln task is not waiting and will be skipped.</numerusform>
            <numerusform>%Ln tasks are not waiting and will be skipped.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ResultModel</name>
    <message numerus="yes">
        <source>%Ln outcome(s) arrived too quickly to be listed.</source>
        <translation>
            <numerusform>%Ln outcome arrived too quickly to be listed.</numerusform>
            <numerusform>%Ln outcomes arrived too quickly to be listed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::ScheduleDetail</name>
    <message numerus="yes">
        <source>%Ln attempt(s)</source>
        <translation>
            <numerusform>%Ln attempt</numerusform>
            <numerusform>%Ln attempts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::SchedulesPanel</name>
    <message numerus="yes">
        <source>%Ln recurring task(s)</source>
        <translation>
            <numerusform>%Ln recurring task</numerusform>
            <numerusform>%Ln recurring tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln waiting for a worker</source>
        <translation>
            <numerusform>%Ln waiting for a worker</numerusform>
            <numerusform>%Ln waiting for a worker</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln disabled</source>
        <translation>
            <numerusform>%Ln disabled</numerusform>
            <numerusform>%Ln disabled</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::SearchPanel</name>
    <message numerus="yes">
        <source>%1 in %2 queue(s)</source>
        <comment>tasks, queues</comment>
        <translation>
            <numerusform>%1 in %2 queue</numerusform>
            <numerusform>%1 in %2 queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln payload(s) cannot be read: encrypted or too long</source>
        <comment>tasks</comment>
        <translation>
            <numerusform>%1 · %Ln payload cannot be read: encrypted or too long</numerusform>
            <numerusform>%1 · %Ln payloads cannot be read: encrypted or too long</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %Ln queue(s) not fully searched, %2: %3</source>
        <comment>tasks, a queue, why</comment>
        <translation>
            <numerusform>%1 · %Ln queue not fully searched, %2: %3</numerusform>
            <numerusform>%1 · %Ln queues not fully searched, %2: %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) were searched.</source>
        <translation>
            <numerusform>%Ln queue was searched.</numerusform>
            <numerusform>%Ln queues were searched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::SharesDialog</name>
    <message numerus="yes">
        <source>%Ln task(s)</source>
        <translation>
            <numerusform>%Ln task</numerusform>
            <numerusform>%Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln other value(s)</source>
        <translation>
            <numerusform>%Ln other value</numerusform>
            <numerusform>%Ln other values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %Ln task(s).</source>
        <comment>state</comment>
        <translation>
            <numerusform>%1: %Ln task.</numerusform>
            <numerusform>%1: %Ln tasks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Estimated from a sample of %Ln task(s).</source>
        <translation>
            <numerusform>Estimated from a sample of %Ln task.</numerusform>
            <numerusform>Estimated from a sample of %Ln tasks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Not counted: %Ln task(s) (too large, damaged, or removed during the count).</source>
        <translation>
            <numerusform>Not counted: %Ln task (too large, damaged, or removed during the count).</numerusform>
            <numerusform>Not counted: %Ln tasks (too large, damaged, or removed during the count).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::SidebarModel</name>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln queue</numerusform>
            <numerusform>%Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln task(s)</source>
        <translation>
            <numerusform>%1, %Ln task</numerusform>
            <numerusform>%1, %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 queue with %Ln task(s). Dueline cannot read it yet.</source>
        <translation>
            <numerusform>%1 queue with %Ln task. Dueline cannot read it yet.</numerusform>
            <numerusform>%1 queue with %Ln tasks. Dueline cannot read it yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 queue with %Ln task(s). To open it, use a connection with its layout.</source>
        <translation>
            <numerusform>%1 queue with %Ln task. To open it, use a connection with its layout.</numerusform>
            <numerusform>%1 queue with %Ln tasks. To open it, use a connection with its layout.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s) cannot be read. The numbers do not include them.</source>
        <translation>
            <numerusform>%Ln queue cannot be read. The numbers do not include it.</numerusform>
            <numerusform>%Ln queues cannot be read. The numbers do not include them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 queue with at least %Ln task(s). To open it, use a connection with its layout.</source>
        <translation>
            <numerusform>%1 queue with at least %Ln task. To open it, use a connection with its layout.</numerusform>
            <numerusform>%1 queue with at least %Ln tasks. To open it, use a connection with its layout.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TaskPane</name>
    <message numerus="yes">
        <source>%Ln selected</source>
        <translation>
            <numerusform>%Ln selected</numerusform>
            <numerusform>%Ln selected</numerusform>
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
        <source>%Ln more queue(s) are in the list on the left. The timeline shows all queues on this connection.</source>
        <translation>
            <numerusform>%Ln more queue is in the list on the left. The timeline shows all queues on this connection.</numerusform>
            <numerusform>%Ln more queues are in the list on the left. The timeline shows all queues on this connection.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%Ln)</source>
        <comment>queues of a framework</comment>
        <translation>
            <numerusform>%1 (%Ln)</numerusform>
            <numerusform>%1 (%Ln)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TimelineTableDialog</name>
    <message numerus="yes">
        <source>%Ln task(s) in view (%1), one row per task.</source>
        <translation>
            <numerusform>%Ln task in view (%1), one row.</numerusform>
            <numerusform>%Ln tasks in view (%1), one row per task.</numerusform>
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
    <message numerus="yes">
        <source>%Ln mark(s)</source>
        <translation>
            <numerusform>%Ln mark</numerusform>
            <numerusform>%Ln marks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %Ln more</source>
        <comment>marks</comment>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln gap(s) in the recording</source>
        <translation>
            <numerusform>%Ln gap in the recording</numerusform>
            <numerusform>%Ln gaps in the recording</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::TransferCommands</name>
    <message numerus="yes">
        <source>%Ln task(s) written to %1</source>
        <translation>
            <numerusform>%Ln task written to %1</numerusform>
            <numerusform>%Ln tasks written to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) left the queue before they could be read</source>
        <translation>
            <numerusform>%Ln task left the queue before it could be read</numerusform>
            <numerusform>%Ln tasks left the queue before they could be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) added to %1</source>
        <translation>
            <numerusform>%Ln task added to %1</numerusform>
            <numerusform>%Ln tasks added to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) already existed</source>
        <translation>
            <numerusform>%Ln task already existed</numerusform>
            <numerusform>%Ln tasks already existed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped</source>
        <translation>
            <numerusform>%Ln skipped</numerusform>
            <numerusform>%Ln skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) copied to %1</source>
        <translation>
            <numerusform>%Ln task copied to %1</numerusform>
            <numerusform>%Ln tasks copied to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) moved to %1</source>
        <translation>
            <numerusform>%Ln task moved to %1</numerusform>
            <numerusform>%Ln tasks moved to %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped: held by a worker, conflicting with another task, or changed in the meantime</source>
        <translation>
            <numerusform>%Ln skipped: held by a worker, conflicting with another task, or changed in the meantime</numerusform>
            <numerusform>%Ln skipped: held by a worker, conflicting with another task, or changed in the meantime</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln skipped: cannot be read</source>
        <translation>
            <numerusform>%Ln skipped: cannot be read</numerusform>
            <numerusform>%Ln skipped: cannot be read</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::UndoCommands</name>
    <message numerus="yes">
        <source>Skipped: %Ln operation(s) still running. Stop them first.</source>
        <translation>
            <numerusform>Skipped: %Ln operation still running. Stop it first.</numerusform>
            <numerusform>Skipped: %Ln operations still running. Stop them first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::UndoDialog</name>
    <message numerus="yes">
        <source>Put back %Ln task(s)</source>
        <translation>
            <numerusform>Put back %Ln task</numerusform>
            <numerusform>Put back %Ln tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Skipped: %Ln operation(s) still running. To undo them as well, stop them first.</source>
        <translation>
            <numerusform>Skipped: %Ln operation still running. To undo it as well, stop it first.</numerusform>
            <numerusform>Skipped: %Ln operations still running. To undo them as well, stop them first.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::Workbench</name>
    <message numerus="yes">
        <source>%Ln task(s) retried</source>
        <translation>
            <numerusform>%Ln task retried</numerusform>
            <numerusform>%Ln tasks retried</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) will run now</source>
        <translation>
            <numerusform>%Ln task will run now</numerusform>
            <numerusform>%Ln tasks will run now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) rescheduled</source>
        <translation>
            <numerusform>%Ln task rescheduled</numerusform>
            <numerusform>%Ln tasks rescheduled</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) discarded</source>
        <translation>
            <numerusform>%Ln task discarded</numerusform>
            <numerusform>%Ln tasks discarded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) restored</source>
        <translation>
            <numerusform>%Ln task restored</numerusform>
            <numerusform>%Ln tasks restored</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) permanently deleted</source>
        <translation>
            <numerusform>%Ln task permanently deleted</numerusform>
            <numerusform>%Ln tasks permanently deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %Ln have changed since</source>
        <translation>
            <numerusform>%1, %Ln has changed since</numerusform>
            <numerusform>%1, %Ln have changed since</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln task(s) added</source>
        <translation>
            <numerusform>%Ln task added</numerusform>
            <numerusform>%Ln tasks added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln ID(s) already exist</source>
        <translation>
            <numerusform>%Ln ID already exists</numerusform>
            <numerusform>%Ln IDs already exist</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nothing to undo: %Ln task(s) already ran or changed</source>
        <translation>
            <numerusform>Nothing to undo: %Ln task already ran or changed</numerusform>
            <numerusform>Nothing to undo: all %Ln tasks already ran or changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln queue</numerusform>
            <numerusform>%Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>skipped: %Ln operation(s) still running</source>
        <translation>
            <numerusform>skipped: %Ln operation still running</numerusform>
            <numerusform>skipped: %Ln operations still running</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerCloseDialog</name>
    <message numerus="yes">
        <source>The local worker is running %Ln task(s)</source>
        <translation>
            <numerusform>The local worker is running %Ln task</numerusform>
            <numerusform>The local worker is running %Ln tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerHeader</name>
    <message numerus="yes">
        <source>%1 of %Ln slot(s)</source>
        <translation>
            <numerusform>%1 of %Ln slot</numerusform>
            <numerusform>%1 of %Ln slots</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerPanel</name>
    <message numerus="yes">
        <source>%Ln queue(s)</source>
        <translation>
            <numerusform>%Ln queue</numerusform>
            <numerusform>%Ln queues</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>all %Ln queue(s)</source>
        <translation>
            <numerusform>all %Ln queue</numerusform>
            <numerusform>all %Ln queues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>dueline::WorkerStartDialog</name>
    <message numerus="yes">
        <source>%Ln at a time</source>
        <translation>
            <numerusform>%Ln at a time</numerusform>
            <numerusform>%Ln at a time</numerusform>
        </translation>
    </message>
</context>
</TS>
