#!/usr/bin/env python3
"""Makes a wheel of the package with its libraries inside, without a network.

usage: wheel.py LIBDOXA.SO FOLDER

It is also the backend of pyproject.toml, which builds the library by make.
"""

import base64
import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
# What the library needs that not every system has, with its package's licence.
BESIDE = {"libgmp.so.10": "libgmp10", "libjansson.so.4": "libjansson4"}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def version():
    text = read(os.path.join(ROOT, "src", "base", "version.h")).decode()
    return re.search(r'DX_VERSION "(.*)"', text).group(1)


def needed(library):
    """Where the loader finds what is to lie beside the library."""
    said = subprocess.run(["ldd", library], capture_output=True, text=True,
                          check=True).stdout
    for line in said.splitlines():
        found = re.match(r"\s*(\S+) => (\S+)", line)
        if found and found.group(1) in BESIDE:
            yield found.groups()


def glibc(library):
    """The oldest C library that has all the names it asks for."""
    said = read(library)
    asked = {tuple(map(int, v.split(b".")))
             for v in re.findall(rb"GLIBC_(\d+\.\d+)", said)}
    return max(asked)


def stripped(library):
    """Without what only a debugger reads, where there is a strip."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "libdoxa.so")
        try:
            subprocess.run(["strip", "-o", path, library], check=True)
        except OSError:
            return read(library)
        return read(path)


def contents(library):
    info = f"doxa-{version()}.dist-info"
    for name in sorted(os.listdir(os.path.join(HERE, "doxa"))):
        if name.endswith((".py", ".pyi", ".typed")):
            yield f"doxa/{name}", read(os.path.join(HERE, "doxa", name))
    yield "doxa/libdoxa.so", stripped(library)
    yield f"{info}/licenses/LICENSE", read(os.path.join(ROOT, "LICENSE"))
    for name, path in needed(library):
        yield f"doxa/{name}", read(path)
        licence = f"/usr/share/doc/{BESIDE[name]}/copyright"
        if os.path.exists(licence):
            yield f"{info}/licenses/{name.split('.')[0]}", read(licence)
    yield f"{info}/METADATA", (
        f"Metadata-Version: 2.1\nName: doxa\nVersion: {version()}\n"
        "Summary: Games of knowledge: who knows what, exactly\n"
        "License: MIT\nRequires-Python: >=3.9\n"
        "Description-Content-Type: text/markdown\n\n").encode() + read(
            os.path.join(HERE, "README.md"))
    yield f"{info}/WHEEL", (
        "Wheel-Version: 1.0\nGenerator: doxa\nRoot-Is-Purelib: false\n"
        f"Tag: {tag(library)}\n").encode()


def tag(library):
    major, minor = glibc(library)
    return f"py3-none-manylinux_{major}_{minor}_{platform.machine()}"


def make(library, folder):
    name = f"doxa-{version()}-{tag(library)}.whl"
    record = []
    with zipfile.ZipFile(os.path.join(folder, name), "w",
                         zipfile.ZIP_DEFLATED) as wheel:
        for path, data in contents(library):
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
            record.append(f"{path},sha256={digest.rstrip(b'=').decode()},"
                          f"{len(data)}")
            # The same bytes whenever it is made.
            wheel.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data,
                           zipfile.ZIP_DEFLATED)
        info = f"doxa-{version()}.dist-info/RECORD"
        wheel.writestr(zipfile.ZipInfo(info, (1980, 1, 1, 0, 0, 0)),
                       "\n".join(record) + f"\n{info},,\n")
    return name


# ---- PEP 517 ----

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = os.environ.get("DOXA_LIBRARY") or os.path.join(
        ROOT, "build", "release", "libdoxa.so")
    if not os.environ.get("DOXA_LIBRARY"):
        subprocess.run(["make", "-C", ROOT, "MODE=release",
                        "build/release/libdoxa.so"], check=True)
    return make(library, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("build from the source tree")


if __name__ == "__main__":
    print(make(sys.argv[1], sys.argv[2]))
