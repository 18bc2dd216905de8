"""Reports the progress of a training to Kubeflow Trainer. Copy this file next to your script.

    from progress import report
    report(step, steps, loss=loss, accuracy=accuracy)

It does nothing outside a TrainJob and on other ranks than the first, sends at most one report per
second (and the last one), and never ends a training: a failure is printed once. It needs nothing
but Python.
"""

import datetime
import json
import os
import ssl
import sys
import time
import urllib.request

_INTERVAL = 1.0  # seconds
_state = {"sent": float("-inf"), "complained": False}


def report(step, steps, remaining_seconds=None, **metrics):
    """Reports that `step` of `steps` are done, with metrics by name."""
    url = os.environ.get("KUBEFLOW_TRAINER_SERVER_URL")
    rank = os.environ.get("RANK", os.environ.get("PET_NODE_RANK", "0"))
    early = time.monotonic() - _state["sent"] < _INTERVAL
    if not url or rank != "0" or (early and step < steps):
        return
    _state["sent"] = time.monotonic()
    status = {
        "progressPercentage": max(0, min(100, int(100 * step / steps))),
        "metrics": [{"name": name, "value": f"{float(value):.6g}"} for name, value in metrics.items()],
        "lastUpdatedTime": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    if remaining_seconds is not None:
        status["estimatedRemainingSeconds"] = max(0, int(remaining_seconds))
    try:
        with open(os.environ["KUBEFLOW_TRAINER_SERVER_TOKEN"]) as token:
            authorization = "Bearer " + token.read().strip()
        request = urllib.request.Request(
            url,
            data=json.dumps({"trainerStatus": status}).encode(),
            headers={"Authorization": authorization, "Content-Type": "application/json"},
        )
        trusted = ssl.create_default_context(cafile=os.environ["KUBEFLOW_TRAINER_SERVER_CA_CERT"])
        urllib.request.urlopen(request, context=trusted, timeout=5).close()
    except (OSError, KeyError) as problem:
        if not _state["complained"]:
            _state["complained"] = True
            print("progress was not reported:", problem, file=sys.stderr, flush=True)
