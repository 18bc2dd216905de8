package io.coxswain.api.slurm;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.coxswain.api.crd.Required;

/** The components of a cluster other than its workers. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class SlurmNodes {
  @Required private AccountingNode accounting = new AccountingNode();

  @Required private ControllerNode controller = new ControllerNode();

  @Required private LoginNode login = new LoginNode();

  @Required private ExporterNode exporter = new ExporterNode();

  @Required private RestNode rest = new RestNode();

  public AccountingNode getAccounting() {
    return accounting;
  }

  public void setAccounting(AccountingNode accounting) {
    this.accounting = accounting;
  }

  public ControllerNode getController() {
    return controller;
  }

  public void setController(ControllerNode controller) {
    this.controller = controller;
  }

  public LoginNode getLogin() {
    return login;
  }

  public void setLogin(LoginNode login) {
    this.login = login;
  }

  public ExporterNode getExporter() {
    return exporter;
  }

  public void setExporter(ExporterNode exporter) {
    this.exporter = exporter;
  }

  public RestNode getRest() {
    return rest;
  }

  public void setRest(RestNode rest) {
    this.rest = rest;
  }
}
