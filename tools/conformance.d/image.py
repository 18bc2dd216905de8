#!/usr/bin/env python3
"""Packs a folder as an image archive of one layer, as 'ctr images import' reads it.

Usage: image.py ARCHIVE NAME:TAG FOLDER [--entrypoint WORD...] [--cmd WORD...] [--user USER] [--also NAME:TAG...]
Equal folders give equal archives: owners and times are left out.
"""
import argparse
import hashlib
import io
import json
import os
import platform
import tarfile

PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def anonymous(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = 0
    return entry


def layer(folder):
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name in sorted(os.listdir(folder)):
            archive.add(os.path.join(folder, name), arcname=name, filter=anonymous)
    return content.getvalue()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("archive")
    parser.add_argument("name")
    parser.add_argument("folder")
    parser.add_argument("--entrypoint", nargs="+")
    parser.add_argument("--cmd", nargs="+")
    parser.add_argument("--user", default="")
    parser.add_argument("--also", nargs="*", default=[])
    wanted = parser.parse_args()

    content = layer(wanted.folder)
    digest = hashlib.sha256(content).hexdigest()
    config = json.dumps({
        "architecture": ARCHITECTURES.get(platform.machine(), platform.machine()),
        "os": "linux",
        "created": "1970-01-01T00:00:00Z",
        "config": {"Env": [PATH], "Entrypoint": wanted.entrypoint, "Cmd": wanted.cmd, "User": wanted.user},
        "rootfs": {"type": "layers", "diff_ids": ["sha256:" + digest]},
    }).encode()
    config_name = hashlib.sha256(config).hexdigest() + ".json"
    manifest = json.dumps([{
        "Config": config_name,
        "RepoTags": [wanted.name] + wanted.also,
        "Layers": [digest + "/layer.tar"],
    }]).encode()
    with tarfile.open(wanted.archive + ".part", "w") as archive:
        for name, data in ((config_name, config), (digest + "/layer.tar", content), ("manifest.json", manifest)):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    os.replace(wanted.archive + ".part", wanted.archive)


main()
