/**
 * The views: each renders one JSON document from the model of the cluster. Large collections in a
 * document are objects by id, so that a change is a small merge patch, and nothing in it is null.
 * Documents are bounded: lists are windows, cut to the newest, or aggregated.
 */
@NullMarked
package io.coxswain.console.view;

import org.jspecify.annotations.NullMarked;
