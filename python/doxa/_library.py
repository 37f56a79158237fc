"""The C library behind the package, by ctypes: sessions and their requests."""

import ctypes
import json
import operator
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
        self._told = error
        self.code = error.get("code", "")
        self.text = error.get("text", "")
        self.file = error.get("file")
        self.line = error.get("line")
        self.column = error.get("column")
        self.length = error.get("length", 1)
        self.near = error.get("near")
        self.source = text

    def __reduce__(self):
        return Error, (self._told, self.source)

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


class _Progress(ctypes.Structure):
    _fields_ = [("context", ctypes.c_void_p), ("done", ctypes.c_uint64),
                ("wanted", ctypes.c_uint64)]


PROGRESS = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Progress))


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


def whole(number, least, most, what):
    """A whole number that C can hold."""
    try:
        found = operator.index(number)
    except TypeError:
        found = None
    if found is None or not least <= found <= most:
        raise ValueError(f"{what}: expected a whole number from {least} to "
                         f"{most}, found {number!r:.100}")
    return found


class Fixed:
    """What holds memory of C: it can be neither copied nor pickled."""

    def __reduce__(self):
        raise TypeError(f"a {type(self).__name__} is neither copied nor pickled: "
                        "make a new one")


def _watch(progress, raised, made):
    """Hears how far a request is.  Python notices an interrupt where a callback
    begins, and what is raised there is lost; a generator goes on in its try."""
    how_far = None
    while True:
        try:
            if progress and how_far and how_far[0].wanted:
                progress(how_far[0].done, how_far[0].wanted)
            how_far = yield
        except GeneratorExit:
            return
        except BaseException as fault:  # it may not cross C
            how_far = None
            # Without this frame: who clears those of a fault would end it.
            raised.append(fault.with_traceback(fault.__traceback__.tb_next))
            library.dx_session_stop(made[0])


class Session(Fixed):
    """Answers requests, and keeps what they opened warm.

    `steps` is what a request may cost, of `lens` and `ask` each look or
    question (None: what is usual, 0: as much as it takes).  A session is used
    by one thread at a time; `stop` may be called by any.
    """

    def __init__(self, steps=None, progress=None):
        raised, made = [], []
        steps = whole(steps or 0, 0, 2 ** 64 - 1, "steps") or (
            0 if steps is None else 2 ** 64 - 1)
        watch = _watch(progress, raised, made)
        next(watch)
        self._progress = PROGRESS(watch.send)
        limits = _Limits(steps_max=steps, progress=self._progress)
        self._session = library.dx_session_new(ctypes.byref(limits))
        made.append(self._session)
        self._raised = raised  # what ends a request and all above it
        self._reply = _Text()
        self._into = ctypes.addressof(self._reply)
        self._lock = threading.Lock()
        self._asker = None  # the thread whose request is under way
        self._hosts = []
        self._models = {}  # handles by text, the last that was asked at the end

    def __del__(self):
        if getattr(self, "_session", None):
            library.dx_text_release(ctypes.byref(self._reply))
            library.dx_session_free(self._session)
            self._session = None

    def answer(self, request):
        """The reply to a request, both as bytes of JSON."""
        asker = threading.get_ident()
        if self._asker == asker:
            raise Error({"code": "input", "text":
                         "this session is at a request: ask another one"})
        with self._lock:
            if not self._session:
                raise Error({"code": "input", "text": "this session is over"})
            reply = self._reply
            reply.length = 0
            self._asker = asker
            try:
                library.dx_session_answer(self._session, request, len(request),
                                          self._into)
            finally:
                self._asker = None
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
        if self._session:
            library.dx_session_stop(self._session)


_own = threading.local()


def session():
    """The session of this thread, made when it is first wanted."""
    if not hasattr(_own, "session"):
        _own.session = Session(steps=0)
    return _own.session
