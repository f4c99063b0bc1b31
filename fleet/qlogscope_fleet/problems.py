"""What ends the job, in words for whoever started it."""

from __future__ import annotations

import re


class Problem(Exception):
    """The job could not run, or did not finish. Its text is all that is printed."""


def reason_of(error: BaseException) -> str:
    """Why an operation of the system failed, in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return first_line(str(error)) or type(error).__name__


def first_line(text: str) -> str:
    """The first line that says something."""
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line), "")


def error_line(text: str) -> str:
    """The line of a program's output that names the error; else the first one."""
    named = re.search(r"^.*(?:Error|Exception)\b[^:\n]*: .+$", text, re.MULTILINE)
    return named[0].strip() if named else first_line(text)


def spark_reason(error: BaseException, log: str = "") -> str:
    """
    What an error of Spark says without its stack traces; a Problem of a task in its own words.

    @param log what Java wrote, which alone says why it did not start
    """
    text = str(error)
    if "JAVA_GATEWAY_EXITED" in text and log:
        text = re.sub(r"^Exception in thread \S+ ", "", error_line(log))
    if "stopped SparkContext" in text:
        return "the master does not answer, or ended the job"
    own = re.search(r"^(?:\w+\.)*Problem: (.+)$", text, re.MULTILINE)
    if own:
        return own[1]
    master = re.search(r"Could not parse Master URL: .*", text)
    if master:
        return master[0].rstrip()
    java = getattr(error, "java_exception", None)
    if java is not None:
        text = str(java.toString())
    return re.sub(r"^(?:[\w$]+\.)+[\w$]+(?:Exception|Error): ", "", first_line(text)) or type(error).__name__
