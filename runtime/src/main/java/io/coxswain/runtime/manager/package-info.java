/**
 * The lifecycle of a program. A {@link io.coxswain.runtime.manager.Manager} starts servers, caches
 * and controllers in an order that cannot deadlock, starts the controllers once this replica leads,
 * and stops everything in the opposite order.
 */
@NullMarked
package io.coxswain.runtime.manager;

import org.jspecify.annotations.NullMarked;
