package io.coxswain.slurm.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the controller's list of jobs. */
final class JobReader implements Envelope.Content {
  private final SlurmVersion version;
  private final List<SlurmJob> jobs = new ArrayList<>();

  JobReader(SlurmVersion version) {
    this.version = version;
  }

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

  private void field(JobDraft job, String field, SlurmJson json) throws IOException {
    switch (field) {
      case "job_id" -> job.id = json.number();
      case "name" -> job.name = json.sharedText();
      case "job_state" -> job.state = first(json);
      case "state_reason" -> job.stateReason = json.sharedText();
      case "partition" -> job.partition = json.sharedText();
      case "user_name" -> job.userName = Optional.of(json.sharedText());
      case "group_name" -> job.otherName = json.sharedText();
      case "mail_user" -> job.userMail = json.sharedText();
      case "user_id" -> job.userId = json.number();
      case "standard_error" -> job.standardError = json.text();
      case "standard_output" -> job.standardOutput = json.text();
      case "nodes" -> job.nodes = json.sharedText();
      case "node_count" -> job.nodeCount = json.number();
      case "array_job_id" -> job.arrayJobId = array(json.number());
      case "array_task_id" -> job.arrayTaskId = json.number();
      case "array_task_string" -> job.arrayTasks = json.text();
      case "submit_time" -> job.submitTime = json.time();
      case "start_time" -> job.startTime = json.time();
      case "end_time" -> job.endTime = json.time();
      case "tres_alloc_str" -> job.tresAllocated = json.sharedText();
      case "tres_req_str" -> job.tresRequested = json.sharedText();
      case "cpus" -> job.cpus = json.number();
      case "memory_per_node" -> job.memoryPerNode = json.number();
      default -> json.skip();
    }
  }

  private OptionalLong array(OptionalLong id) {
    return version.writesZeroForNoArray() && id.orElse(0) == 0 ? OptionalLong.empty() : id;
  }

  /** Only the first of its states counts. */
  static String first(SlurmJson json) throws IOException {
    List<String> words = json.words();
    return words.isEmpty() ? "" : json.share(words.getFirst().toUpperCase(Locale.ROOT));
  }
}
