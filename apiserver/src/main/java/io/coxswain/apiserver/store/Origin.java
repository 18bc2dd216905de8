package io.coxswain.apiserver.store;

/**
 * Who made a commit, and how.
 *
 * @param verb create, update, patch, delete ... as in RBAC rules
 */
public record Origin(String verb, String user, String userAgent) {}
