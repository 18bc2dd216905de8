/**
 * What users of a cluster do in a day, told on any server: for what a manager needs to be allowed,
 * and for whether two managers leave the same behind.
 */
@NullMarked
package io.coxswain.kube.shop;

import org.jspecify.annotations.NullMarked;
