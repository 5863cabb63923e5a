"""Native kernels: operators whose loops are written out here, tile sizes included, and not by a schedule.

Their order of execution is the algorithm: a recurrence keeps its state between steps, a selection its pool, a sort its
runs. A schedule cannot find that order, so tile sizes are constants of these files; what a target decides (sums that
registers hold, work from which threads pay) comes in as attributes, which graph passes set from the target's facts.
"""
