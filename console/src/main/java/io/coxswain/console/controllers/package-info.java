/**
 * The controllers of managers, from their metrics: queues, reconciles, errors, caches, leaders, and
 * what triggered a reconcile where the manager reports that.
 */
@NullMarked
package io.coxswain.console.controllers;

import org.jspecify.annotations.NullMarked;
