import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Distributed data-parallel training in one file, with nothing but a JDK: {@code java
 * HelloDistributed.java}.
 *
 * <p>Each node has its own shard of a synthetic data set (three spiral arms) and the same small
 * network. A step is: gradient of a mini-batch on every node, mean of all gradients over TCP, the
 * same update everywhere. Nodes find each other as PyTorch's do, by the environment variables that
 * the torch runtime sets: PET_NNODES, PET_NODE_RANK, PET_MASTER_ADDR, PET_MASTER_PORT.
 *
 * <p>The first node reports progress, loss and accuracy to the status server, if the variables
 * KUBEFLOW_TRAINER_SERVER_URL, _CA_CERT and _TOKEN say where it is.
 *
 * <p>Any node may die and come back, the first one too: the others notice, meet again, and whoever
 * is furthest hands its state to the rest. Nobody leaves before all are done.
 *
 * <p>To change how long it takes: EPOCHS (30), MIN_EPOCH_MILLIS (400; 0 for as fast as it goes).
 */
final class HelloDistributed {
  static final int NODES = number("PET_NNODES", 1);
  static final int RANK = number("PET_NODE_RANK", 0);
  static final int EPOCHS = number("EPOCHS", 30);
  static final int STEPS_PER_EPOCH = 50;
  static final int BATCH = 128;

  static void main() throws Exception {
    var model = new Model();
    var data = new Shard();
    var reporter = new Reporter();
    var group = new Group(text("PET_MASTER_ADDR", "127.0.0.1"), number("PET_MASTER_PORT", 29500));
    while (true) {
      try {
        group.meet(model);
        while (model.epoch() < EPOCHS) {
          trainOneEpoch(model, data, group, reporter);
        }
        group.part();
        reporter.finish();
        say("done after %d steps", model.step);
        return;
      } catch (IOException e) {
        group.close();
        say(
            "lost the others at step %d (%s); meeting again",
            model.step, e.getMessage() == null ? "connection closed" : e.getMessage());
        Thread.sleep(200);
      }
    }
  }

  static void trainOneEpoch(Model model, Shard data, Group group, Reporter reporter)
      throws Exception {
    int epoch = model.epoch();
    long start = System.nanoTime();
    var sums = new double[3]; // loss, correct answers, samples; of all nodes
    while (model.epoch() == epoch) {
      double[] vector = model.gradient(data, model.step);
      group.mean(vector);
      model.update(vector);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += vector[Model.PARAMETERS + i] * NODES;
      }
      if (model.step == 1) {
        reporter.report(0, sums[0] / sums[2], sums[1] / sums[2]);
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    say(
        "epoch %2d/%d  loss %.4f  accuracy %5.1f %%  %,.0f samples/s",
        epoch + 1, EPOCHS, sums[0] / sums[2], 100 * sums[1] / sums[2], sums[2] / seconds);
    reporter.report(100 * (epoch + 1) / EPOCHS, sums[0] / sums[2], sums[1] / sums[2]);
    Thread.sleep((long) Math.max(0, number("MIN_EPOCH_MILLIS", 400) - 1000 * seconds));
  }

  /** A network of two layers, 2 inputs - 48 hidden - 3 classes, and where its training stands. */
  static final class Model {
    static final int HIDDEN = 48;
    static final int CLASSES = 3;
    static final int PARAMETERS = 3 * HIDDEN + (HIDDEN + 1) * CLASSES;
    static final double RATE = 0.02;
    static final double MOMENTUM = 0.9;

    final double[] weights = new double[PARAMETERS];
    final double[] velocity = new double[PARAMETERS];
    int step;

    Model() {
      var random = new Random(7); // the same on every node
      Arrays.setAll(weights, i -> random.nextGaussian() * (i < 3 * HIDDEN ? 1.0 : 0.15));
    }

    int epoch() {
      return step / STEPS_PER_EPOCH;
    }

    /** Mean gradient of one mini-batch, followed by its loss, right answers and sample count. */
    double[] gradient(Shard data, int batch) {
      var result = new double[PARAMETERS + 3];
      var hidden = new double[HIDDEN];
      var scores = new double[CLASSES];
      for (int n = 0; n < BATCH; n++) {
        int sample = Math.floorMod(batch * BATCH + n, data.size());
        double x = data.x[sample];
        double y = data.y[sample];
        int label = data.label[sample];
        for (int h = 0; h < HIDDEN; h++) {
          hidden[h] = Math.tanh(weights[3 * h] * x + weights[3 * h + 1] * y + weights[3 * h + 2]);
        }
        int best = 0;
        for (int c = 0; c < CLASSES; c++) {
          int row = 3 * HIDDEN + c * (HIDDEN + 1);
          scores[c] = weights[row + HIDDEN];
          for (int h = 0; h < HIDDEN; h++) {
            scores[c] += weights[row + h] * hidden[h];
          }
          best = scores[c] > scores[best] ? c : best;
        }
        double top = scores[best];
        double sum = 0;
        for (int c = 0; c < CLASSES; c++) {
          scores[c] = Math.exp(scores[c] - top);
          sum += scores[c];
        }
        result[PARAMETERS] -= Math.log(scores[label] / sum);
        result[PARAMETERS + 1] += best == label ? 1 : 0;
        result[PARAMETERS + 2] += 1;
        for (int c = 0; c < CLASSES; c++) {
          double error = (scores[c] / sum - (c == label ? 1 : 0)) / BATCH;
          int row = 3 * HIDDEN + c * (HIDDEN + 1);
          result[row + HIDDEN] += error;
          for (int h = 0; h < HIDDEN; h++) {
            result[row + h] += error * hidden[h];
            double back = error * weights[row + h] * (1 - hidden[h] * hidden[h]);
            result[3 * h] += back * x;
            result[3 * h + 1] += back * y;
            result[3 * h + 2] += back;
          }
        }
      }
      return result;
    }

    void update(double[] gradient) {
      for (int i = 0; i < PARAMETERS; i++) {
        velocity[i] = MOMENTUM * velocity[i] - RATE * gradient[i];
        weights[i] += velocity[i];
      }
      step++;
    }
  }

  /** This node's part of the data: points on three spiral arms. */
  static final class Shard {
    final double[] x = new double[BATCH * 40];
    final double[] y = new double[x.length];
    final int[] label = new int[x.length];

    Shard() {
      var random = new Random(1000 + RANK);
      for (int i = 0; i < x.length; i++) {
        label[i] = random.nextInt(Model.CLASSES);
        double radius = random.nextDouble();
        double angle =
            6 * radius + 2 * Math.PI * label[i] / Model.CLASSES + random.nextGaussian() * 0.2;
        x[i] = 2 * radius * Math.sin(angle);
        y[i] = 2 * radius * Math.cos(angle);
      }
    }

    int size() {
      return x.length;
    }
  }

  /**
   * All nodes, joined in a star around rank 0. Every method throws IOException when a node is lost;
   * then all connections are closed, which the others notice too, and all meet again.
   */
  static final class Group {
    final String host;
    final int port;
    final Peer[] peers = new Peer[NODES]; // rank 0: all others; others: only peers[0]

    Group(String host, int port) {
      this.host = host;
      this.port = port;
    }

    /**
     * Waits until all nodes are here; afterwards all have the state of the one that was furthest.
     */
    void meet(Model model) throws IOException, InterruptedException {
      if (RANK == 0) {
        gather();
        int furthest = 0;
        int most = model.step;
        for (int rank = 1; rank < NODES; rank++) {
          if (peers[rank].step > most) {
            most = peers[rank].step;
            furthest = rank;
          }
        }
        for (int rank = 1; rank < NODES; rank++) {
          peers[rank].out.writeBoolean(rank == furthest);
          peers[rank].out.flush();
        }
        if (furthest != 0) {
          peers[furthest].receive(model);
        }
        for (int rank = 1; rank < NODES; rank++) {
          peers[rank].send(model);
        }
        say("%d node(s) met; going on from step %d, known to rank %d", NODES, model.step, furthest);
      } else {
        Peer first = connect();
        peers[0] = first;
        first.out.writeInt(RANK);
        first.out.writeInt(model.step);
        first.out.flush();
        if (first.in.readBoolean()) {
          first.send(model);
        }
        first.receive(model);
        say("met the others; going on from step %d", model.step);
      }
    }

    private void gather() throws IOException {
      try (var server = new ServerSocket()) {
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        for (int here = 1; here < NODES; ) {
          var peer = new Peer(server.accept());
          int rank = peer.in.readInt();
          peer.step = peer.in.readInt();
          if (peers[rank] != null) {
            peers[rank].close(); // an older life of the same node
          } else {
            here++;
          }
          peers[rank] = peer;
        }
      }
    }

    private Peer connect() throws InterruptedException, IOException {
      long deadline = System.nanoTime() + 120_000_000_000L;
      while (true) {
        var socket = new Socket();
        try {
          socket.connect(new InetSocketAddress(host, port), 2000);
          return new Peer(socket);
        } catch (IOException e) {
          socket.close();
          if (System.nanoTime() > deadline) {
            say("rank 0 is not at %s:%d: giving up", host, port);
            System.exit(1);
          }
          Thread.sleep(200);
        }
      }
    }

    /** Replaces the vector by the mean of all nodes' vectors. */
    void mean(double[] vector) throws IOException {
      if (RANK == 0) {
        var part = new double[vector.length];
        for (int rank = 1; rank < NODES; rank++) {
          peers[rank].read(part);
          for (int i = 0; i < vector.length; i++) {
            vector[i] += part[i];
          }
        }
        for (int i = 0; i < vector.length; i++) {
          vector[i] /= NODES;
        }
        for (int rank = 1; rank < NODES; rank++) {
          peers[rank].write(vector);
        }
      } else {
        peers[0].write(vector);
        peers[0].read(vector);
      }
    }

    /** Returns when every node has said that it is done, so that none waits for one that left. */
    void part() throws IOException {
      for (Peer peer : peers) {
        if (peer != null) {
          peer.out.writeBoolean(true);
          peer.out.flush();
        }
      }
      for (Peer peer : peers) {
        if (peer != null) {
          peer.in.readBoolean();
        }
      }
    }

    void close() {
      for (int rank = 0; rank < NODES; rank++) {
        if (peers[rank] != null) {
          peers[rank].close();
          peers[rank] = null;
        }
      }
    }
  }

  /** One connection. */
  static final class Peer {
    final Socket socket;
    final DataInputStream in;
    final DataOutputStream out;
    int step;

    Peer(Socket socket) throws IOException {
      this.socket = socket;
      socket.setTcpNoDelay(true);
      in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
      out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 1 << 16));
    }

    void send(Model model) throws IOException {
      out.writeInt(model.step);
      write(model.weights);
      write(model.velocity);
    }

    void receive(Model model) throws IOException {
      model.step = in.readInt();
      read(model.weights);
      read(model.velocity);
    }

    void write(double[] vector) throws IOException {
      for (double value : vector) {
        out.writeDouble(value);
      }
      out.flush();
    }

    void read(double[] vector) throws IOException {
      for (int i = 0; i < vector.length; i++) {
        vector[i] = in.readDouble();
      }
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        say("closing a connection: %s", e.getMessage());
      }
    }
  }

  /**
   * Tells the status server how far the training is. A thread of its own sends the latest report,
   * so that training never waits for it.
   */
  static final class Reporter {
    private final String url = RANK == 0 ? text("KUBEFLOW_TRAINER_SERVER_URL", "") : "";
    private String latest;
    private boolean sending;

    Reporter() {
      if (!url.isEmpty()) {
        Thread.ofPlatform().daemon().name("reporter").start(this::sendAll);
      }
    }

    synchronized void report(int percent, double loss, double accuracy) {
      latest =
          String.format(
              Locale.ROOT,
              "{\"trainerStatus\":{\"progressPercentage\":%d,\"metrics\":[{\"name\":\"loss\",\"value\":"
                  + "\"%.4f\"},{\"name\":\"accuracy\",\"value\":\"%.3f\"}],\"lastUpdatedTime\":\"%s\"}}",
              percent,
              loss,
              accuracy,
              Instant.now().truncatedTo(ChronoUnit.SECONDS));
      notifyAll();
    }

    /** Waits, a little, until the last report has arrived. */
    synchronized void finish() throws InterruptedException {
      long deadline = System.nanoTime() + 3_000_000_000L;
      while (!url.isEmpty() && (latest != null || sending) && System.nanoTime() < deadline) {
        wait(100);
      }
    }

    private synchronized String next() throws InterruptedException {
      sending = false;
      notifyAll();
      while (latest == null) {
        wait();
      }
      String report = latest;
      latest = null;
      sending = true;
      return report;
    }

    private void sendAll() {
      try (HttpClient client = HttpClient.newBuilder().sslContext(trust()).build()) {
        while (true) {
          String report = next();
          HttpResponse<String> answer =
              client.send(
                  HttpRequest.newBuilder(URI.create(url))
                      .timeout(Duration.ofSeconds(5))
                      .header("Content-Type", "application/json")
                      // read each time: the token is replaced before it expires
                      .header("Authorization", "Bearer " + read("KUBEFLOW_TRAINER_SERVER_TOKEN"))
                      .POST(HttpRequest.BodyPublishers.ofString(report))
                      .build(),
                  HttpResponse.BodyHandlers.ofString());
          if (answer.statusCode() != 200) {
            say("progress was not taken: %d %s", answer.statusCode(), answer.body());
          }
        }
      } catch (Exception e) {
        say("progress is no longer reported: %s", e);
      }
    }

    private static String read(String variable) throws IOException {
      return Files.readString(Path.of(System.getenv(variable))).strip();
    }

    private static SSLContext trust() throws Exception {
      var trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      try (var in =
          Files.newInputStream(Path.of(System.getenv("KUBEFLOW_TRAINER_SERVER_CA_CERT")))) {
        trusted.setCertificateEntry(
            "authority", CertificateFactory.getInstance("X.509").generateCertificate(in));
      }
      var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      managers.init(trusted);
      var context = SSLContext.getInstance("TLS");
      context.init(null, managers.getTrustManagers(), null);
      return context;
    }
  }

  static int number(String variable, int otherwise) {
    return Integer.parseInt(text(variable, Integer.toString(otherwise)));
  }

  static String text(String variable, String otherwise) {
    String value = System.getenv(variable);
    return value == null || value.isEmpty() ? otherwise : value;
  }

  static void say(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}
