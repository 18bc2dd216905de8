/**
 * Roles that hold what a program asks for and nothing else. A {@link
 * io.coxswain.sim.roles.RoleTrial} lets a program do its work in a story: once as somebody who may
 * do all, to write down what it asks for, then as its service account with exactly the role that
 * was written, then with one verb less, which must make the story fail. The trial impersonates the
 * account, so it needs nothing of the place where it is played: the embedded server and a real one
 * are asked alike.
 */
@NullMarked
package io.coxswain.sim.roles;

import org.jspecify.annotations.NullMarked;
