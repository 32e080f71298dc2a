"""Packages that are asked for only where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# What a package is called where it is installed, if that is not what it is imported by.
_INSTALLED_AS = {"pyspiel": "open_spiel", "tqdm.auto": "tqdm", "matplotlib.pyplot": "matplotlib"}


def package(name: str, purpose: str) -> Any:
    """The module of that name, or an error that says what it is for and how to install it."""
    try:
        return import_module(name)
    except ImportError as error:
        install = _INSTALLED_AS.get(name, name)
        raise ImportError(f"{install} is needed {purpose}, and is not installed: pip install {install}") from error
