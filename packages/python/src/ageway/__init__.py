"""Ask Ageway whether a visitor is old enough. Anything but a clear yes is a no."""

from .client import Ageway
from .link import NotStarted, Started, WhyNotStarted
from .proof import Allowed, Checked, MinimumAge, Mode, NotAllowed, WhyNotAllowed
from .session import begin, confirm, is_confirmed

__all__ = [
    "Ageway",
    "Allowed",
    "Checked",
    "MinimumAge",
    "Mode",
    "NotAllowed",
    "NotStarted",
    "Started",
    "WhyNotAllowed",
    "WhyNotStarted",
    "begin",
    "confirm",
    "is_confirmed",
]
