"""The origin of a URL, which browsers send with a request to open a websocket."""

from urllib.parse import urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Return the origin of a URL: without its path, its user and the default port.

    Raises:
        ValueError: It is not an absolute http or https URL.
    """
    parts = urlsplit(url)
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname:
        raise ValueError(url)
    host = parts.hostname.encode("idna").decode()
    if ":" in host:  # IPv6
        host = f"[{host}]"
    port = "" if parts.port in (None, DEFAULT_PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{host}{port}"
