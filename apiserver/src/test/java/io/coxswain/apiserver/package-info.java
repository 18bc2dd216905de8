/**
 * Behaviour of the API server, through its in-process transport. More tests of this module are
 * elsewhere, because they need modules above it:
 *
 * <ul>
 *   <li>module {@code sim}, package {@code io.coxswain.sim.apiserver}: virtual time, expiry, a disk
 *       that fails, and what concurrent clients see
 *   <li>module {@code conformance}: conversations recorded from a real kube-apiserver
 *   <li>module {@code fabric8}: fabric8's client and informers
 *   <li>module {@code real}: the same requests to both servers
 * </ul>
 */
@NullMarked
package io.coxswain.apiserver;

import org.jspecify.annotations.NullMarked;
