package io.coxswain.apiserver.flow;

/**
 * The state of fair queuing at a level when it last dispatched a request, in seat-seconds.
 *
 * @param meter the progress meter
 * @param start the virtual start of the dispatched request
 * @param earliest the earliest virtual start of the oldest requests of all queues
 * @param discountedEarliest as above, less the estimated work of the requests in execution
 */
record DispatchProgress(
    double meter,
    double start,
    double earliest,
    double latest,
    double discountedEarliest,
    double discountedLatest) {}
