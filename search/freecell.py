"""FreeCell and its kin, compiled: columns in alternate colours, any card into an empty one."""

from games.patience import Variant
from games.patience.variants import ANY_CARD, OTHER_COLOUR

KERNELS = ("freecell_swift",)
COLUMNS = 14
CELLS = 12


def fits(variant: Variant) -> bool:
    """Whether the kernels play the variant."""
    return (
        variant.builds == OTHER_COLOUR
        and variant.fills == ANY_CARD
        and len(variant.dealt) <= COLUMNS
        and variant.cells <= CELLS
    )
