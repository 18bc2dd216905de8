package io.coxswain.slurm.sconfig;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.JailedConfig;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.coxswain.runtime.controller.TerminalException;
import io.coxswain.slurm.client.SlurmException;
import io.coxswain.slurm.sconfig.JailConditions.Wanted;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.Stream;

/** Writes the files of one JailedConfig, or of an aggregated group, and has Slurm read them. */
final class JailedConfigReconciler implements Reconciler<JailKey> {
  private static final String INSTANCE = "app.kubernetes.io/instance";
  private static final String RECONFIGURE = "Reconfigure";

  private final Client client;
  private final Env env;
  private final String cluster;
  private final Path jail;
  private final Reconfigure reconfigure;

  /** What was done last, by key: as many as there are keys. */
  private final Map<JailKey, Done> done = new ConcurrentSkipListMap<>();

  JailedConfigReconciler(
      Client client, Env env, String cluster, Path jail, Reconfigure reconfigure) {
    this.client = client;
    this.env = env;
    this.cluster = cluster;
    this.jail = jail;
    this.reconfigure = reconfigure;
  }

  /** A JailedConfig with its ConfigMap, if that exists. */
  private record Member(JailedConfig config, Optional<ConfigMap> map) {
    Member with(JailedConfig newer) {
      return new Member(newer, map);
    }
  }

  /**
   * All inputs of a reconcile.
   *
   * @param specs UID and generation of each member
   */
  private record Done(List<String> specs, SortedMap<String, JailFile> files) {}

  @Override
  public Outcome reconcile(JailKey key, Reconciliation pass) throws ApiException {
    List<Member> members = observe(key);
    if (members.isEmpty()) {
      done.remove(key);
      return Outcome.done();
    }
    initialize(members);
    if (!key.aggregated() && members.getFirst().map.isEmpty()) {
      return Outcome.done(); // its creation leads here again
    }
    Done wanted = wanted(key, members);
    if (isDone(key, wanted)) {
      return Outcome.done();
    }
    done.remove(key);
    apply(key, members, wanted, pass);
    done.put(key, wanted);
    return Outcome.done();
  }

  // ---- observe

  private List<Member> observe(JailKey key) throws ApiException {
    List<JailedConfig> configs =
        key.aggregated()
            ? client
                .list(JailedConfig.class)
                .in(key.namespace())
                .labels(
                    new LabelSelector(
                        List.of(equal(JailKey.AGGREGATION, key.name()), equal(INSTANCE, cluster))))
                .toList()
            : client
                .get(JailedConfig.class, ObjectKey.of(key.namespace(), key.name()))
                .filter(this::isOurs)
                .map(List::of)
                .orElse(List.of());
    var members = new ArrayList<Member>();
    for (JailedConfig config : configs) {
      String map = config.getSpec().getConfigMap().getName();
      members.add(
          new Member(config, client.get(ConfigMap.class, ObjectKey.of(key.namespace(), map))));
    }
    return members;
  }

  private static LabelSelector.Term equal(String label, String value) {
    return new LabelSelector.Term(label, LabelSelector.Operator.IN, List.of(value));
  }

  private boolean isOurs(JailedConfig config) {
    Map<String, String> labels = config.getMetadata().getLabels();
    boolean aggregated = labels != null && labels.containsKey(JailKey.AGGREGATION);
    return labels != null && !aggregated && cluster.equals(labels.get(INSTANCE));
  }

  /** Invalid input is reported in the conditions, and not retried. */
  private Done wanted(JailKey key, List<Member> members) throws ApiException {
    var files = new TreeMap<String, JailFile>();
    var specs = new ArrayList<String>();
    for (Member member : members) {
      try {
        member.map.ifPresent(map -> files.putAll(JailFiles.of(member.config, map)));
      } catch (TerminalException e) {
        write(
            member.config, JailConditions.broken(key.aggregated(), String.valueOf(e.getMessage())));
        throw e;
      }
      specs.add(
          member.config.getMetadata().getUid()
              + " "
              + member.config.getMetadata().getGeneration()
              + " "
              + member.map.isPresent());
    }
    return new Done(specs, files);
  }

  /** Whether this process has done all of it, and the files are still so. */
  private boolean isDone(JailKey key, Done wanted) {
    if (!wanted.equals(done.get(key))) {
      return false;
    }
    try {
      var batch = new JailBatch(env, jail);
      for (Map.Entry<String, JailFile> file : wanted.files.entrySet()) {
        if (!batch.isCurrent(file.getKey(), file.getValue())) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false; // the pass says what is wrong
    }
  }

  // ---- apply

  private void apply(JailKey key, List<Member> members, Done wanted, Reconciliation pass)
      throws ApiException {
    boolean many = key.aggregated();
    List<Member> now = new ArrayList<>(members);
    set(now, member -> JailConditions.refresh(many));
    try (var batch = new JailBatch(env, jail)) {
      for (Map.Entry<String, JailFile> file : wanted.files.entrySet()) {
        replace(batch, file.getKey(), file.getValue());
      }
      set(
          now,
          member ->
              List.of(
                  member.map.isPresent()
                      ? JailConditions.written(many)
                      : JailConditions.notFound()));
      finish(batch);
    }
    boolean asked =
        now.stream().anyMatch(m -> m.config.getSpec().getUpdateActions().contains(RECONFIGURE));
    if (asked) {
      act(pass);
    }
    set(now, member -> List.of(ending(member, asked, many)));
  }

  private static Wanted ending(Member member, boolean asked, boolean many) {
    if (!asked) {
      return many ? JailConditions.noActionOfAny() : JailConditions.noActionOfOne();
    }
    return member.map.isPresent() ? JailConditions.acted(many) : JailConditions.notActed();
  }

  private static void replace(JailBatch batch, String path, JailFile file) {
    try {
      batch.replace(path, file);
    } catch (IOException e) {
      throw new ReconcileException(
          "replacing file \"" + path + "\" in the jail: " + e.getMessage(), e);
    }
  }

  private static void finish(JailBatch batch) throws CancelledException {
    try {
      batch.finish();
    } catch (IOException e) {
      throw new ReconcileException("removing old files of the jail: " + e.getMessage(), e);
    }
  }

  private void act(Reconciliation pass) throws CancelledException {
    try {
      reconfigure.run(pass.log());
    } catch (SlurmException e) {
      throw new ReconcileException("reconfiguring Slurm cluster: " + e.getMessage(), e);
    }
  }

  // ---- conditions

  /** What a member's conditions should be. */
  private interface Conditions {
    List<Wanted> of(Member member);
  }

  private void initialize(List<Member> members) throws ApiException {
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      List<Wanted> missing =
          Stream.of(JailConditions.WRITTEN, JailConditions.ACTED)
              .filter(type -> !JailConditions.has(member.config, type))
              .map(JailConditions::init)
              .toList();
      if (!missing.isEmpty()) {
        members.set(i, member.with(write(member.config, missing)));
      }
    }
  }

  private void set(List<Member> members, Conditions wanted) throws ApiException {
    for (int i = 0; i < members.size(); i++) {
      Member member = members.get(i);
      members.set(i, member.with(write(member.config, wanted.of(member))));
    }
  }

  private JailedConfig write(JailedConfig config, List<Wanted> wanted) throws ApiException {
    return client.patchStatus(config, seen -> JailConditions.set(seen, env.clock().now(), wanted));
  }
}
