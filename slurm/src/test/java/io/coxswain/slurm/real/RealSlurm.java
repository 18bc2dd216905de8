package io.coxswain.slurm.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.coxswain.env.Clock;
import io.coxswain.env.Env;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A whole Slurm of Debian's packages, in a folder of its own: munged, MariaDB, slurmdbd, slurmctld,
 * two slurmds and slurmrestd, with the configuration that we render for 22.05.
 */
final class RealSlurm implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of(
          "munged",
          "slurmctld",
          "slurmd",
          "slurmrestd",
          "slurmdbd",
          "scontrol",
          "sinfo",
          "squeue",
          "sbatch",
          "mariadbd",
          "mariadb-install-db");
  private static final List<Path> FOLDERS =
      Stream.of("/usr/sbin", "/usr/bin", "/sbin", "/bin").map(Path::of).toList();
  private static final Path PLUGINS = Path.of("/usr/lib/x86_64-linux-gnu/slurm-wlm");
  private static final Duration MAX_DURATION = Duration.ofSeconds(40);
  private static final Duration POLL = Duration.ofMillis(50);

  private static RealSlurm shared;

  final Path folder;
  final byte[] key = new byte[32];
  final int restPort = freePort();
  private final int controllerPort = freePort();
  private final int databasePort = freePort();
  private final List<Process> running = new ArrayList<>();
  private Process rest;

  /** What slurmctld said until its nodes were idle. */
  String startLog = "";

  private RealSlurm(Path folder) throws IOException {
    this.folder = folder;
    new SecureRandom().nextBytes(key);
  }

  /** What this machine lacks for it; empty when nothing. */
  static Optional<String> missing() throws IOException {
    if (!System.getProperty("user.name").equals("root")) {
      return Optional.of("slurmrestd must run as another user than slurmctld: needs root");
    }
    for (String program : PROGRAMS) {
      if (FOLDERS.stream().noneMatch(f -> Files.isExecutable(f.resolve(program)))) {
        return Optional.of("there is no " + program + " on this machine");
      }
    }
    if (!Files.exists(PLUGINS.resolve("auth_jwt.so"))) {
      return Optional.of("there is no auth/jwt (Debian's package slurm-wlm-jwt-plugin)");
    }
    return Optional.empty();
  }

  /**
   * The one of this run of tests, started by the first that asks and ended with the process; skips
   * the tests where it cannot be.
   */
  static synchronized RealSlurm shared() throws IOException, InterruptedException {
    Optional<String> missing = missing();
    assumeTrue(missing.isEmpty(), () -> "skipped: " + missing.orElse(""));
    if (shared == null) {
      shared = start();
      Runtime.getRuntime().addShutdownHook(new Thread(RealSlurm::end));
    }
    return shared;
  }

  private static void end() {
    try {
      shared.close();
    } catch (IOException | InterruptedException e) {
      System.err.println("the real Slurm did not end well: " + e);
    }
  }

  private static RealSlurm start() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("coxswain-slurm");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var slurm = new RealSlurm(folder);
    try {
      slurm.startAll();
      return slurm;
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      slurm.close();
      throw e;
    }
  }

  private void startAll() throws IOException, InterruptedException {
    for (String name : List.of("state", "run", "log", "db", "spool-worker-0", "spool-worker-1")) {
      Files.createDirectory(folder.resolve(name));
    }
    secret("munge.key", random(1024));
    secret("jwt.key", key);
    Process install =
        start(
            "install",
            "mariadb-install-db",
            "--no-defaults",
            "--datadir=" + folder.resolve("db"),
            "--user=root",
            "--auth-root-authentication-method=normal",
            "--skip-test-db");
    start(
        "munged",
        "munged",
        "--foreground",
        "--force",
        "--socket=" + socket(),
        "--key-file=" + folder.resolve("munge.key"),
        "--pid-file=" + folder.resolve("run/munged.pid"),
        "--seed-file=" + folder.resolve("run/munged.seed"));
    writeConfiguration();
    await("munged", () -> Files.exists(socket()));
    if (!install.waitFor(MAX_DURATION.toSeconds(), TimeUnit.SECONDS)) {
      throw new IOException("the database was not installed in time");
    }
    start(
        "mariadbd",
        "mariadbd",
        "--no-defaults",
        "--datadir=" + folder.resolve("db"),
        "--user=root",
        "--socket=" + folder.resolve("run/db.sock"),
        "--skip-networking",
        "--innodb-buffer-pool-size=32M",
        "--innodb-flush-log-at-trx-commit=0");
    await("mariadbd", () -> Files.exists(folder.resolve("run/db.sock")));
    start("slurmdbd", "slurmdbd", "-D");
    await("slurmdbd", () -> log("slurmdbd").contains("started"));
    start("slurmctld", "slurmctld", "-D");
    await("slurmctld", () -> run("scontrol", "ping").contains("UP"));
    start("slurmd-0", "slurmd", "-D", "-N", "worker-0");
    start("slurmd-1", "slurmd", "-D", "-N", "worker-1");
    startRest();
    await(
        "idle nodes",
        () -> run("sinfo", "-h", "-p", "main", "-o", "%T %D").strip().equals("idle 2"));
    startLog = log("slurmctld");
  }

  void startRest() throws IOException, InterruptedException {
    rest =
        start(
            "slurmrestd",
            "slurmrestd",
            "-u",
            "nobody",
            "-g",
            "nogroup",
            "-a",
            "rest_auth/jwt",
            "-s",
            "openapi/v0.0.38,openapi/dbv0.0.38",
            "127.0.0.1:" + restPort);
    await("slurmrestd", this::restListens);
  }

  private boolean restListens() {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), restPort)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  void killRest() throws InterruptedException {
    rest.destroyForcibly().waitFor();
  }

  String server() {
    return "http://127.0.0.1:" + restPort;
  }

  Path configuration() {
    return folder.resolve("slurm.conf");
  }

  /** What Slurm's commands need to find this cluster. */
  SortedMap<String, String> environment() {
    return new TreeMap<>(
        Map.of(
            "PATH",
            "/usr/sbin:/usr/bin:/sbin:/bin",
            "SLURM_CONF",
            configuration().toString(),
            "MYSQL_UNIX_PORT",
            folder.resolve("run/db.sock").toString()));
  }

  /** What a command prints. */
  String run(String... words) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment());
    Process process = builder.directory(folder.toFile()).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed;
  }

  /** Submits a job; its number. */
  String submit(String command) throws IOException, InterruptedException {
    return submit("--job-name=probe", command);
  }

  String submit(String option, String command) throws IOException, InterruptedException {
    String printed =
        run("sbatch", "--parsable", "-o", "/dev/null", option, "--wrap", command).strip();
    assertThat(printed).matches("\\d+");
    return printed;
  }

  void requireNobodyDrained() throws IOException, InterruptedException {
    assertThat(run("sinfo", "-h", "-R")).isBlank();
    assertThat(run("scontrol", "show", "node")).doesNotContain("DRAIN");
  }

  String log(String daemon) throws IOException {
    return Files.readString(folder.resolve("log").resolve(daemon), StandardCharsets.UTF_8);
  }

  /** Something that becomes true. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  /** Asks again and again: these daemons tell nobody when they are ready. */
  void await(String what, Condition condition) throws IOException {
    Clock clock = Env.production().clock();
    long end = clock.nanos() + MAX_DURATION.toNanos();
    try {
      while (!condition.holds()) {
        if (clock.nanos() > end) {
          throw new IOException(
              "no " + what + " within " + MAX_DURATION + "; see below\n" + logs());
        }
        clock.sleep(POLL);
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private String logs() throws IOException {
    var text = new StringBuilder();
    try (Stream<Path> files = Files.list(folder.resolve("log"))) {
      for (Path file : files.sorted().toList()) {
        List<String> lines = Files.readString(file, StandardCharsets.ISO_8859_1).lines().toList();
        text.append("== ").append(file.getFileName()).append('\n');
        lines
            .subList(Math.max(0, lines.size() - 15), lines.size())
            .forEach(line -> text.append(line).append('\n'));
      }
    }
    return text.toString();
  }

  private Process start(String name, String... words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").resolve(name).toFile())
            .directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment());
    if (name.equals("slurmrestd")) {
      builder.environment().put("SLURM_JWT", "daemon");
    }
    Process process = builder.start();
    running.add(process);
    return process;
  }

  // ---- configuration

  private Path socket() {
    return folder.resolve("run/munge.sock");
  }

  /** As rendered, with the paths and addresses of this host. */
  private void writeConfiguration() throws IOException {
    String host =
        Files.readString(Path.of("/proc/sys/kernel/hostname")).strip().replaceAll("\\..*", "");
    var here = new TreeMap<String, String>();
    here.put("SlurmctldHost", host + "(127.0.0.1)");
    here.put("SlurmctldPort", Integer.toString(controllerPort));
    here.put("PluginDir", PLUGINS.toString());
    here.put("SlurmctldPidFile", folder.resolve("run/slurmctld.pid").toString());
    here.put("SlurmdPidFile", folder.resolve("run/slurmd-%n.pid").toString());
    here.put("SlurmdSpoolDir", folder.resolve("spool-%n").toString());
    here.put("StateSaveLocation", folder.resolve("state").toString());
    for (String program : List.of("Reboot", "Resume", "ResumeFail", "Suspend")) {
      here.put(program + "Program", "/usr/bin/true");
    }
    // Debian has no PMIx library for it, and a machine for tests no cgroups to give away.
    here.put("MpiDefault", "none");
    here.put("ProctrackType", "proctrack/linuxproc");
    here.put("TaskPlugin", "task/none");
    var conf = new StringBuilder();
    for (String line : rendered("slurm_base.conf.noedit").lines().toList()) {
      String option = line.replaceAll("=.*", "");
      conf.append(here.containsKey(option) ? option + "=" + here.get(option) : line).append('\n');
    }
    conf.append("AuthInfo=socket=").append(socket()).append('\n');
    conf.append("AuthAltTypes=auth/jwt\n");
    conf.append("AuthAltParameters=jwt_key=").append(folder.resolve("jwt.key")).append('\n');
    conf.append("AccountingStorageType=accounting_storage/slurmdbd\n");
    conf.append("AccountingStorageHost=127.0.0.1\n");
    conf.append("AccountingStoragePort=").append(databasePort).append('\n');
    conf.append("AccountingStoragePass=").append(socket()).append('\n');
    conf.append("SlurmdParameters=config_overrides\n");
    for (int i = 0; i < 2; i++) {
      conf.append(
          "NodeName=worker-%d NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1 RealMemory=500%n"
              .formatted(i, host, freePort()));
    }
    write("slurm.conf", conf.toString());
    write("topology.conf", "SwitchName=s0 Nodes=worker-[0-1]\n");
    write("cgroup.conf", "CgroupPlugin=cgroup/v1\n");
    secret(
        "slurmdbd.conf",
        """
        AuthType=auth/munge
        AuthInfo=socket=%s
        AuthAltTypes=auth/jwt
        AuthAltParameters=jwt_key=%s
        DbdHost=%s
        DbdAddr=127.0.0.1
        DbdPort=%d
        SlurmUser=root
        LogFile=%s
        PidFile=%s
        StorageType=accounting_storage/mysql
        StorageHost=localhost
        StorageUser=root
        StorageLoc=slurm_acct_db
        """
            .formatted(
                socket(),
                folder.resolve("jwt.key"),
                host,
                databasePort,
                folder.resolve("log/slurmdbd.log"),
                folder.resolve("run/slurmdbd.pid"))
            .getBytes(StandardCharsets.UTF_8));
  }

  /** A file of the reviewed rendering for 22.05. */
  private static String rendered(String file) throws IOException {
    try (var golden = RealSlurm.class.getResourceAsStream("/golden/minimal-22.05.files")) {
      String all = new String(golden.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(all.split("(?m)^==== "))
          .filter(section -> section.lines().findFirst().orElse("").endsWith("/" + file))
          .map(section -> section.substring(section.indexOf('\n') + 1))
          .findFirst()
          .orElseThrow(() -> new IOException("no " + file + " is rendered"));
    }
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private void secret(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static byte[] random(int length) {
    var bytes = new byte[length];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    for (Process process : running.reversed()) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroy();
    }
    for (Process process : running.reversed()) {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
