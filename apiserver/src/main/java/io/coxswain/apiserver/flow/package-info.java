/**
 * API Priority and Fairness: which requests are handled at once when there are too many.
 *
 * <p>{@link io.coxswain.apiserver.flow.FlowControl} classifies a request by the stored FlowSchemas
 * and lets it take seats at a priority level. Each {@link io.coxswain.apiserver.flow.PriorityLevel}
 * has a share of all seats, and queues from which it dispatches fairly among flows; a flow is
 * mapped to few of the queues ({@link io.coxswain.apiserver.flow.ShuffleSharding}), so that one
 * busy flow cannot fill all. Seats that a level does not use are lent to others ({@link
 * io.coxswain.apiserver.flow.Borrowing}). {@link io.coxswain.apiserver.flow.FlowConditions} reports
 * schemas without a level.
 *
 * <p>The configuration is read from the snapshot whenever its objects have changed. Each level has
 * one lock, which is never held while a request waits. Queues are bounded by the configuration, a
 * wait by 15 seconds. Requests within the process are not limited.
 */
@NullMarked
package io.coxswain.apiserver.flow;

import org.jspecify.annotations.NullMarked;
