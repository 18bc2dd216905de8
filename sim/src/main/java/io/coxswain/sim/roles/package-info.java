/**
 * Roles that contain what a program requests and nothing else. A {@link
 * io.coxswain.sim.roles.RoleTrial} runs a program in a scenario three times: with all permissions,
 * to record what it requests; as its service account with exactly the recorded role; and with one
 * verb less, which must make the scenario fail. The trial impersonates the account, so it works the
 * same on the embedded server and on a real one.
 */
@NullMarked
package io.coxswain.sim.roles;

import org.jspecify.annotations.NullMarked;
