package io.coxswain.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** No class but those named here goes past Env. */
final class PortsTest {

  /** Who may, by the beginning of the class name, and why. Each entry must be in use. */
  private static final Map<String, String> ALLOWED = new LinkedHashMap<>();

  static {
    ALLOWED.put("io/coxswain/env/", "the production implementation of the ports");
    ALLOWED.put("io/coxswain/api/bundle/CrdGenerator", "runs in the build, to write resources");
    ALLOWED.put("io/coxswain/evidence/TestData", "finds the files that tests read");
    ALLOWED.put(
        "io/coxswain/evidence/stress/RealThreads",
        "runs the actors of stress tests on real threads");
    ALLOWED.put("io/coxswain/runtime/transport/", "the way to a real cluster");
    ALLOWED.put("io/coxswain/apiserver/http/HttpsWebhooks", "calls webhooks of real clusters");
    ALLOWED.put("io/coxswain/bench/", "measures the outside world");
    ALLOWED.put("io/coxswain/sim/Seeds", "reports how long the runs really took");
    ALLOWED.put("io/coxswain/sim/Sweep", "reports how long the runs really took");
    ALLOWED.put("io/coxswain/sim/Chaos", "reports how long the runs really took");
    ALLOWED.put("io/coxswain/conformance/", "reads recordings, for a test or a developer");
    ALLOWED.put(
        "io/coxswain/runtime/certificates/EntropyRandom",
        "is a SecureRandom that draws from Entropy alone");
    ALLOWED.put("io/coxswain/sim/Baton", "parks and wakes the threads of simulated tasks");
    ALLOWED.put("io/coxswain/sim/SeededTask", "has the thread of a simulated task");
    ALLOWED.put("io/coxswain/sim/race/RacingTasks", "runs the rival of a race on a real thread");
  }

  private static boolean isAllowed(String className) {
    return ALLOWED.keySet().stream().anyMatch(className::startsWith);
  }

  /** Uses of the outside world in a class; method references count, being in its constant pool. */
  private static List<String> violations(Path classFile) throws IOException {
    ClassModel model = ClassFile.of().parse(classFile);
    String name = model.thisClass().asInternalName();
    var found = new ArrayList<String>();
    for (var entry : model.constantPool()) {
      if (entry instanceof MemberRefEntry member) {
        String owner = member.owner().asInternalName();
        String used = member.name().stringValue();
        OutsideWorld.insteadOf(owner, used, member.type().stringValue())
            .ifPresent(
                instead -> found.add(name + " uses " + owner + "." + used + "; use " + instead));
      }
    }
    return found;
  }

  private static List<String> violations() throws IOException {
    var found = new ArrayList<String>();
    for (Path folder : BuiltClasses.folders()) {
      for (Path classFile : BuiltClasses.classFiles(folder)) {
        found.addAll(violations(classFile));
      }
    }
    return found;
  }

  @Test
  void onlyTheImplementationsOfEnvTouchTheOutsideWorld() throws IOException {
    assertThat(violations()).filteredOn(violation -> !isAllowed(violation)).isEmpty();
  }

  @Test
  void everyExceptionIsStillNeeded() throws IOException {
    List<String> all = violations();

    assertThat(ALLOWED.keySet())
        .allSatisfy(prefix -> assertThat(all).anyMatch(violation -> violation.startsWith(prefix)));
  }

  @Test
  void findsEveryPlantedViolation() throws IOException {
    Path planted =
        BuiltClasses.testClassesOfThisModule()
            .resolve("io/coxswain/architecture/PlantedViolations.class");

    assertThat(violations(planted))
        .anyMatch(text -> text.contains("Instant.now"))
        .anyMatch(text -> text.contains("System.nanoTime"))
        .anyMatch(text -> text.contains("Thread.sleep"))
        .anyMatch(text -> text.contains("UUID.randomUUID"))
        .anyMatch(text -> text.contains("ThreadLocalRandom.current"))
        .anyMatch(text -> text.contains("Random.<init>"))
        .anyMatch(text -> text.contains("Executors.newCachedThreadPool"))
        .anyMatch(text -> text.contains("CompletableFuture.supplyAsync"))
        .anyMatch(text -> text.contains("parallelStream"))
        .anyMatch(text -> text.contains("Supplier.wait"))
        .anyMatch(text -> text.contains("java/nio/file/Files.exists"))
        .anyMatch(text -> text.contains("ProcessBuilder.<init>"))
        .anyMatch(text -> text.contains("java/net/Socket.<init>"));
  }
}
