package io.coxswain.slurm.values;

/** The parts of a cluster, by the word that their labels and names contain. */
public enum Component {
  COMMON("common"),
  CONTROLLER("controller"),
  ACCOUNTING("accounting"),
  REST("rest"),
  WORKER("worker"),
  NODESET("nodeset"),
  NODE_CONFIGURATOR("node-configurator"),
  LOGIN("login"),
  POPULATE_JAIL("populate-jail"),
  EXPORTER("exporter"),
  MARIADB("mariadb-operator"),
  SCONFIGCONTROLLER("sconfigcontroller"),
  SOPERATORCHECKS("soperatorchecks");

  private final String word;

  Component(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }
}
