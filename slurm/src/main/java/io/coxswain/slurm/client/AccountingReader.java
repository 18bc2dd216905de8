package io.coxswain.slurm.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.StringJoiner;

/** Reads the jobs of accounting, whose shape is another than the controller's. */
final class AccountingReader implements Envelope.Content {
  private final List<SlurmJob> jobs = new ArrayList<>();

  List<SlurmJob> jobs() {
    return jobs;
  }

  @Override
  public boolean read(String field, SlurmJson json) throws IOException {
    if (!field.equals("jobs")) {
      return false;
    }
    json.list(
        () -> {
          var draft = new JobDraft();
          json.object(name -> field(draft, name, json));
          jobs.add(draft.finish());
        });
    return true;
  }

  private static void field(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "job_id" -> job.id = json.number();
      case "name" -> job.name = json.sharedText();
      case "partition" -> job.partition = json.sharedText();
      case "user" -> {
        String user = json.sharedText();
        job.userName = user.isEmpty() ? Optional.empty() : Optional.of(user);
      }
      case "association" ->
          json.object(
              name -> {
                if (name.equals("user")) {
                  job.otherName = json.sharedText();
                } else {
                  json.skip();
                }
              });
      case "state" -> json.object(name -> state(job, name, json));
      case "stderr" -> job.standardError = orBefore(job.standardError, json.text());
      case "stderr_expanded" -> job.standardError = orBefore(json.text(), job.standardError);
      case "stdout" -> job.standardOutput = orBefore(job.standardOutput, json.text());
      case "stdout_expanded" -> job.standardOutput = orBefore(json.text(), job.standardOutput);
      case "nodes" -> job.nodes = json.sharedText();
      case "allocation_nodes" -> job.nodeCount = positive(json.number());
      case "array" -> json.object(name -> array(job, name, json));
      case "time" -> json.object(name -> time(job, name, json));
      case "tres" -> json.object(name -> tres(job, name, json));
      case "required" -> json.object(name -> required(job, name, json));
      default -> json.skip();
    }
  }

  private static String orBefore(String better, String other) {
    return better.isEmpty() ? other : better;
  }

  private static OptionalLong positive(OptionalLong number) {
    return number.orElse(0) > 0 ? number : OptionalLong.empty();
  }

  private static void state(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "current" -> job.state = JobReader.first(json);
      case "reason" -> job.stateReason = json.sharedText();
      default -> json.skip();
    }
  }

  private static void array(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "job_id" -> job.arrayJobId = json.number();
      case "task_id" -> job.arrayTaskId = json.number();
      case "task" -> job.arrayTasks = json.text();
      default -> json.skip();
    }
  }

  private static void time(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "submission" -> job.submitTime = json.time();
      case "start" -> job.startTime = json.time();
      case "end" -> job.endTime = json.time();
      case "limit" -> job.limitMinutes = json.number();
      default -> json.skip();
    }
  }

  private static void required(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "CPUs" -> job.cpus = json.number();
      case "memory_per_node" -> job.memoryPerNode = json.number();
      default -> json.skip();
    }
  }

  private static void tres(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "allocated" -> job.tresAllocated = json.share(tres(json));
      case "requested" -> job.tresRequested = json.share(tres(json));
      default -> json.skip();
    }
  }

  /** The notation of the controller; accounting counts memory in MiB. */
  private static String tres(SlurmJson json) throws IOException {
    var text = new StringJoiner(",");
    json.list(
        () -> {
          var one =
              new Object() {
                String type = "";
                String name = "";
                OptionalLong count = OptionalLong.empty();
              };
          json.object(
              field -> {
                switch (field) {
                  case "type" -> one.type = json.text();
                  case "name" -> one.name = json.text();
                  case "count" -> one.count = json.number();
                  default -> json.skip();
                }
              });
          if (one.count.isPresent()) {
            text.add(
                one.type
                    + (one.name.isEmpty() ? "" : "/" + one.name)
                    + "="
                    + one.count.getAsLong()
                    + (one.type.equals("mem") ? "M" : ""));
          }
        });
    return text.toString();
  }
}
