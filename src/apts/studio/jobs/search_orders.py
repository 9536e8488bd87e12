"""What a job of the studio keeps of the request for a search, as JSON values, and how it is read again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.request_fields import offered
from apts.variants.search.improve_request import ImproveRequest


def written_search(request: ImproveRequest) -> dict[str, Any]:
    """What a job keeps."""
    data = request.as_data()
    return {name: data[name] for name in offered(ImproveRequest, "api")}


def read_search(job_request: Mapping[str, Any]) -> ImproveRequest:
    """The request of a job, of an older studio too; what no page can ask for is not read."""
    given = {
        name: job_request[name]
        for name in offered(ImproveRequest, "api")
        if job_request.get(name) not in (None, "", [])
    }
    return ImproveRequest(**given)
