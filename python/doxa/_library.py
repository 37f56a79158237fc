"""The C library behind the package, by ctypes: sessions and their requests."""

import ctypes
import json
import os
import threading

__all__ = ["Error", "Session", "library", "session"]

VERSION = "0.1.0"


class Error(Exception):
    """What was wrong with a request.

    `code` says of what kind it is ("input", "limit", "unsupported",
    "cancelled", "lost"); `line`, `column` and `length` where in the text it is,
    if it is anywhere, and `near` the nearest name there is.  As a string it
    shows the line with a mark below the place.
    """

    def __init__(self, error, text=None):
        super().__init__(error.get("text", ""))
        self.code = error.get("code", "")
        self.text = error.get("text", "")
        self.file = error.get("file")
        self.line = error.get("line")
        self.column = error.get("column")
        self.length = error.get("length", 1)
        self.near = error.get("near")
        self.source = text

    def __str__(self):
        said = self.text
        if self.near:
            said += f" (did you mean {self.near}?)"
        if self.source is None or not self.column:
            return said
        line = self.line or 1
        lines = self.source.split("\n")
        if line > len(lines):
            return said
        # Columns count bytes of UTF-8.
        shown = lines[line - 1].encode(errors="replace")
        before = shown[: self.column - 1].decode(errors="replace")
        mark = " " * len(before) + "^" * max(1, self.length)
        return f"line {line}, column {self.column}: {said}\n  {lines[line - 1]}\n  {mark}"


class _Text(ctypes.Structure):
    _fields_ = [("at", ctypes.c_void_p), ("length", ctypes.c_size_t),
                ("capacity", ctypes.c_size_t)]


PROGRESS = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint64,
                            ctypes.c_uint64)


class _Limits(ctypes.Structure):
    _fields_ = [("steps_max", ctypes.c_uint64), ("bytes_max", ctypes.c_size_t),
                ("progress", PROGRESS), ("context", ctypes.c_void_p),
                ("includes", ctypes.c_bool), ("games", ctypes.c_void_p),
                ("agents", ctypes.c_void_p), ("stop", ctypes.c_void_p),
                ("say", ctypes.c_void_p), ("in_colours", ctypes.c_bool),
                ("seconds", ctypes.c_double)]


def _places():
    """Where the library may be: said, beside us, in the tree, installed."""
    here = os.path.dirname(os.path.abspath(__file__))
    said = os.environ.get("DOXA_LIBRARY")
    if said:
        yield said
        return
    yield os.path.join(here, "libdoxa.so")
    for mode in ("release", "test"):
        yield os.path.join(here, "..", "..", "build", mode, "libdoxa.so")
    yield "libdoxa.so.0.1"


def _load():
    wrong = []
    for path in _places():
        try:
            # What a wheel has beside the library is loaded first: by its name
            # the loader then knows it.
            for name in ("libjansson.so.4", "libgmp.so.10"):
                beside = os.path.join(os.path.dirname(path), name)
                if os.path.exists(beside):
                    ctypes.CDLL(beside, ctypes.RTLD_GLOBAL)
            lib = ctypes.CDLL(path)
            break
        except OSError as error:
            wrong.append(str(error))
    else:
        raise ImportError("libdoxa.so was not found; set DOXA_LIBRARY, or run "
                          "'make' in the source tree: " + "; ".join(wrong))
    lib.dx_version.restype = ctypes.c_char_p
    found = lib.dx_version().decode()
    if found != VERSION:
        raise ImportError(f"libdoxa is {found}, and this package is for "
                          f"{VERSION}")
    lib.dx_session_new.restype = ctypes.c_void_p
    lib.dx_session_new.argtypes = [ctypes.POINTER(_Limits)]
    lib.dx_session_free.argtypes = [ctypes.c_void_p]
    lib.dx_session_free.restype = None
    lib.dx_session_stop.argtypes = [ctypes.c_void_p]
    lib.dx_session_stop.restype = None
    lib.dx_session_answer.argtypes = [ctypes.c_void_p, ctypes.c_char_p,
                                      ctypes.c_size_t, ctypes.c_void_p]
    lib.dx_text_release.argtypes = [ctypes.POINTER(_Text)]
    lib.dx_text_release.restype = None
    lib.dx_door_schema.restype = ctypes.c_char_p
    return lib


library = _load()


class Session:
    """Answers requests, and keeps what they opened warm.

    `steps` is what a look or a question may cost (None: what is usual, 0: as
    much as it takes).  A session is used by one thread at a time; `stop` may be
    called by any.
    """

    def __init__(self, steps=None, progress=None):
        raised, made = [], []

        def tell(_, done, wanted):  # also where Python notices an interrupt
            try:
                if progress:
                    progress(done, wanted)
            except BaseException as fault:  # it may not cross C
                raised.append(fault)
                library.dx_session_stop(made[0])

        self._progress = PROGRESS(tell)
        limits = _Limits(steps_max=(2 ** 64 - 1 if steps == 0 else steps or 0),
                         progress=self._progress)
        self._session = library.dx_session_new(ctypes.byref(limits))
        made.append(self._session)
        self._raised = raised  # what ends a request and all above it
        self._reply = _Text()
        self._into = ctypes.addressof(self._reply)
        self._lock = threading.Lock()
        self._hosts = []
        self._models = {}  # handles by text, the last that was asked at the end

    def __del__(self):
        if getattr(self, "_session", None):
            library.dx_text_release(ctypes.byref(self._reply))
            library.dx_session_free(self._session)
            self._session = None

    def answer(self, request):
        """The reply to a request, both as bytes of JSON."""
        with self._lock:
            if not self._session:
                raise Error({"code": "input", "text": "this session is over"})
            reply = self._reply
            reply.length = 0
            library.dx_session_answer(self._session, request, len(request),
                                      self._into)
            if self._raised:
                fault = self._raised[0]
                self._raised.clear()
                raise fault
            return ctypes.string_at(reply.at, reply.length)

    def do(self, name, **members):
        """Answers one request: what is `ok` in the reply, or raises Error.

        Members that are None are not sent.
        """
        request = {"do": name}
        request.update((k, v) for k, v in members.items() if v is not None)
        sent = json.dumps(request, ensure_ascii=False, allow_nan=False)
        reply = json.loads(self.answer(sent.encode()))
        if "error" in reply:
            raise Error(reply["error"],
                        members.get("formula", members.get("text")))
        return reply["ok"]

    def keep(self, text, most=16):
        """The handle of a model in the .dx format; the `most` that were asked
        last are kept."""
        handle = self._models.pop(text, None)
        if handle is None:
            reply = self.do("check", text=text, keep=True)
            for error in reply["errors"]:
                raise Error(error, text)
            handle = reply["kept"]
            while len(self._models) >= most:
                self.do("close", record=self._models.pop(next(iter(
                    self._models))))
        self._models[text] = handle
        return handle

    def stop(self):
        """Ends the request that is under way on another thread."""
        library.dx_session_stop(self._session)


_own = threading.local()


def session():
    """The session of this thread, made when it is first wanted."""
    if not hasattr(_own, "session"):
        _own.session = Session(steps=0)
    return _own.session
