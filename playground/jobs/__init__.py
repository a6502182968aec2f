"""Training in processes of their own, so that the app stays quick, a training can be stopped, and a crash hurts nobody.

`manager` starts and watches the processes, `worker` is what runs in one, `messages` is what the two say to each other.
"""

from playground.jobs.manager import Manager, StillOwned
from playground.jobs.messages import Outcome, Progress, Request, Status

__all__ = ["Manager", "Outcome", "Progress", "Request", "Status", "StillOwned"]
