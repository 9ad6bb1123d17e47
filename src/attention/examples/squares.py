"""The course, part 10: a value matrix of width 8 to be factored. Waves in, waves out, each weaker than the last.

Made by hand so that the pattern that is told comes out of the core; no model was trained.
"""

import numpy as np

waves = (
    np.cos(np.pi / 8 * np.outer(np.arange(8), np.arange(8) + 0.5)) / np.where(np.arange(8) > 0, 2.0, 8**0.5)[:, None]
)
value_square = np.round((waves.T * [2.4, 1.7, 1.1, 0.6, 0.35, 0.2, 0.1, 0.05]) @ waves[[3, 1, 4, 0, 6, 2, 7, 5]], 2)
