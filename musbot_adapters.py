"""The folder `adapters` under its installed name, `musbot_adapters`; a wheel does not contain this file."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_NAME = "adapters"
if _NAME not in sys.modules:  # from this folder: an installed library may have the same name
    _spec = spec_from_file_location(_NAME, Path(__file__).parent / _NAME / "__init__.py")
    if _spec is None or _spec.loader is None:
        raise ImportError(f"expected the folder {_NAME} beside {__file__}")
    sys.modules[_NAME] = module_from_spec(_spec)
    _spec.loader.exec_module(sys.modules[_NAME])
sys.modules[__name__] = sys.modules[_NAME]
