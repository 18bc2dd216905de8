package io.coxswain.kube.deployment;

/** The desired size of a ReplicaSet. */
record Resize(String name, int size) {}
