"""The product functions whose failure may end the process, and why."""

from __future__ import annotations

from collections.abc import Mapping

MAY_END: Mapping[str, str] = {
    "musbot/store/writer.py": "without the writer nothing can be stored",
    "musbot/store/write_counters.py": "the writer counts with it",
    "musbot/store/sqlite_writes.py": "five writes in a row that fail end the process",
    "musbot/store/sqlite.py": "the same",
    "musbot/store/hanging.py": "no commit and no read is made unwatched",
    "musbot/store/file.py": "the guard of the file stands between the writer and the database",
    "musbot/app.py": "it waits for the end, and starts and ends the platforms",
}
"""Files whose functions may end the process, and why."""
MAY_HANG: Mapping[str, str] = {
    "musbot/store/": "a commit is awaited; one that has not returned after 30 s ends the process",
    "musbot/service/choices/kept.py": "the same of a commit of a fact",
    "musbot/service/tables/repository.py": "the same of a commit to a log",
}
"""Files, or folders of them, whose functions may end the process if they hang, and why."""
UNBOUNDED: Mapping[str, str] = {
    "musbot/port/intake.py:_carried_out": "it sets the deadline of an act, and itself waits for nothing else",
    "musbot/port/deadline.py:with_deadline": "it is the deadline, and itself waits for nothing but the act",
}
"""Functions whose hang keeps other chats waiting, and why nothing is around them."""
UNLOGGED = (
    "adapters/discord/bot.py:_Client.on_",
    "adapters/discord/commands.py:",
    "adapters/discord/library.py:parse_event",
    "adapters/telegram/wire.py:Wire.do_request",
)
"""Functions whose errors are not logged with a traceback.

A library calls them and swallows their errors, or they read what a platform sends, which may be unreadable.
"""
BOUNDARY = "musbot/runtime/boundary.py"
"""The boundary itself: nothing is around it, so it fails once in a run."""
UNTOLD: Mapping[str, str] = {
    "adapters/telegram/": "the adapter itself apologises, if it cannot read who has typed something",
    "musbot/service/chat/attempts.py:Boundary.attempt": "it is the boundary that tells people",
    "musbot/service/chat/guarded.py:GuardedPresses.press": "it is called by the adapter, which tells them",
    "musbot/service/chat/guarded.py:GuardedPresses.apply_text": "it is called by the adapter",
    "musbot/service/chat/guarded.py:GuardedCommands.run_command": "it is called by the adapter",
    "musbot/service/queue/outboxes.py:Outbox._rebuilding_on_error": "the apology goes through the same queue",
    "musbot/service/queue/outboxes.py:Outboxes.accepts": "the same",
    "musbot/service/tables/counters.py:CountedMessenger.limit": "nothing can be sent without it",
    "musbot/service/chat/guarded.py:_place": "it is called before the boundary",
    "musbot/service/chat/answers.py:Answers.apology": "it makes what they would be told",
}
"""Functions, or folders of them, after whose failure nobody is told in the simulation, and why.

The simulation has no adapter.
"""
SILENT: Mapping[str, str] = {
    "musbot/service/queue/fair_queue.py:FairQueue.put": "an apology goes through the same queue",
}
"""Functions after whose failure nobody is told as long as they fail at every call, and why."""
