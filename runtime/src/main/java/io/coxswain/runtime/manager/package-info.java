/**
 * What runs in one program. A {@link io.coxswain.runtime.manager.Manager} starts servers, caches
 * and controllers in an order that cannot deadlock, holds the controllers back until this replica
 * leads, and stops everything in the opposite order.
 */
@NullMarked
package io.coxswain.runtime.manager;

import org.jspecify.annotations.NullMarked;
