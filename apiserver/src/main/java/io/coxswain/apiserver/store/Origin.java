package io.coxswain.apiserver.store;

/**
 * The client of a commit and its verb.
 *
 * @param verb create, update, patch, delete ... as in RBAC rules
 */
public record Origin(String verb, String user, String userAgent) {}
