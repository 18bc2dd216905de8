package io.coxswain.console.view;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.console.controllers.Programs;
import io.coxswain.console.model.ApiClient;
import io.coxswain.env.CancelledException;
import java.time.Duration;

/** The controllers of all programs. */
final class ControllersView implements View {
  private final Programs programs;
  private final ApiClient client;

  ControllersView(Programs programs, ApiClient client) {
    this.programs = programs;
    this.client = client;
  }

  @Override
  public ObjectNode render() throws CancelledException {
    return programs.render(client);
  }

  @Override
  public Duration period() {
    return Programs.STEP;
  }

  @Override
  public Duration minPeriod() {
    return Programs.STEP;
  }
}
