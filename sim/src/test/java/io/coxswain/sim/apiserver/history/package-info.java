/**
 * What a store may be trusted with, checked on what its clients saw. {@link
 * io.coxswain.sim.apiserver.history.Workload} lets several clients read, write and watch the same
 * few objects at once and notes in a {@link io.coxswain.sim.apiserver.history.History} what each
 * asked, when, and what it was told; {@link io.coxswain.sim.apiserver.history.HistoryChecker} then
 * looks for anything that a linearizable store with ordered, unique, complete and resumable watches
 * could not have said. It is run on real threads and in the simulation, and shown to find planted
 * bugs.
 */
@NullMarked
package io.coxswain.sim.apiserver.history;

import org.jspecify.annotations.NullMarked;
