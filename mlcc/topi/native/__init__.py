"""Native kernels: operators whose loops are written out here, tile sizes included, and not by a schedule.

Their order of execution is the algorithm: a recurrence keeps its state between steps, a selection its pool, a sort its
runs. A schedule cannot find that order, so tile sizes are constants of these files; what depends on the
target (accumulators in registers, the parallel threshold) is passed as attributes, which graph passes set from its
facts.
"""
