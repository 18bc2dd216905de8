package io.coxswain.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * Responds like slurmrestd v0.0.44, for a given number of nodes and jobs. Responses are generated
 * while they are written, so that they take almost no space in the measured heap.
 */
final class SlurmStandIn implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;

  private final HttpServer server;
  private final int nodes;
  private final int jobs;
  private final Map<String, LongAdder> calls = new ConcurrentSkipListMap<>();
  private final LongAdder bytes = new LongAdder();

  private SlurmStandIn(HttpServer server, int nodes, int jobs) {
    this.server = server;
    this.nodes = nodes;
    this.jobs = jobs;
  }

  static SlurmStandIn start(int nodes, int jobs) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
    var standIn = new SlurmStandIn(server, nodes, jobs);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", standIn::answer);
    server.start();
    return standIn;
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** The number of requests per path since the last call. */
  Map<String, Long> calls() {
    var seen = new TreeMap<String, Long>();
    calls.forEach((path, count) -> seen.put(path, count.sumThenReset()));
    seen.values().removeIf(count -> count == 0);
    return seen;
  }

  long bytes() {
    return bytes.sumThenReset();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    calls.computeIfAbsent(path, p -> new LongAdder()).increment();
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(200, 0);
    try (var out = new Counted(exchange.getResponseBody())) {
      switch (path) {
        case "/slurm/v0.0.44/nodes/" -> list(out, "nodes", nodes, SlurmStandIn::node);
        case "/slurm/v0.0.44/jobs/" -> list(out, "jobs", jobs, this::job);
        case "/slurm/v0.0.44/diag/" -> out.text(diag());
        default -> out.text("{\"pings\":[{\"pinged\":\"UP\"}],\"errors\":[]}");
      }
    }
  }

  private interface Element {
    String of(int index);
  }

  private static void list(Counted out, String name, int count, Element element)
      throws IOException {
    out.text("{\"" + name + "\":[");
    for (int i = 0; i < count; i++) {
      out.text((i == 0 ? "" : ",") + element.of(i));
    }
    out.text(
        "],\"last_update\":{\"set\":true,\"infinite\":false,\"number\":1},\"warnings\":[],\"errors\":[]}");
  }

  /** One of a hundred is drained, one of two allocated. */
  private static String node(int i) {
    String state =
        i % 100 == 0
            ? "\"IDLE\",\"DRAIN\",\"DYNAMIC_NORM\""
            : i % 2 == 0 ? "\"IDLE\",\"DYNAMIC_NORM\"" : "\"ALLOCATED\",\"DYNAMIC_NORM\"";
    return """
    {"active_features":["h100"],"address":"10.%d.%d.%d","alloc_cpus":0,"alloc_idle_cpus":128,"alloc_memory":0,\
    "architecture":"x86_64","boards":1,"boot_time":%s,"burstbuffer_network_address":"","cluster_name":"bench",\
    "comment":"","cores":64,"cpu_binding":0,"cpu_load":15,"cpus":128,"effective_cpus":128,"energy":{"average_watts":0,\
    "base_consumed_energy":0,"consumed_energy":0,"current_watts":%s,"last_collected":0,"previous_consumed_energy":0},\
    "external_sensors":{},"extra":"{ \\"monitoring\\": \\"https://console.example/instances/%d\\" }","features":["h100"],\
    "free_mem":%s,"gpu_spec":"","gres":"gpu:nvidia_h100_80gb_hbm3:8(S:0-1)","gres_drained":"N/A",\
    "gres_used":"gpu:nvidia_h100_80gb_hbm3:0(IDX:N/A)","hostname":"worker-%d","instance_id":"vm-%d","instance_type":"",\
    "last_busy":%s,"mcs_label":"","name":"worker-%d","next_state_after_reboot":["INVALID"],\
    "operating_system":"Linux 5.15.0-138-generic #148-Ubuntu SMP","owner":"","partitions":["main","hidden"],"port":6818,\
    "power":{},"real_memory":1600000,"reason":"%s","reason_changed_at":%s,"reason_set_by_user":"root",\
    "reservation":"","resume_after":%s,"slurmd_start_time":%s,"sockets":2,"specialized_cores":0,"specialized_cpus":"",\
    "specialized_memory":0,"state":[%s],"temporary_disk":0,"threads":1,\
    "tres":"cpu=128,mem=1600000M,billing=128,gres/gpu=8","tres_used":"","tres_weighted":0,"version":"26.05.3","weight":1}\
    """
        .formatted(
            i >> 16 & 255,
            i >> 8 & 255,
            i & 255,
            number(1747752894),
            number(0),
            i,
            number(1500000),
            i,
            i,
            number(1748342680),
            i,
            i % 100 == 0 ? "[user_problem] somebody's disk is full" : "",
            number(1747752894),
            number(0),
            number(1749109916),
            state);
  }

  private static String number(long value) {
    return "{\"set\":true,\"infinite\":false,\"number\":" + value + "}";
  }

  private String job(int i) {
    boolean runs = i % 5 == 0;
    String unset = "{\"set\":false,\"infinite\":false,\"number\":0}";
    return """
    {"account":"research","accrue_time":%1$s,"admin_comment":"","allocating_node":"login-0","array_job_id":%2$s,\
    "array_max_tasks":%2$s,"array_task_id":%3$s,"array_task_string":"","association_id":2,"batch_features":"",\
    "batch_flag":true,"batch_host":"%4$s","billable_tres":%1$s,"burst_buffer":"","burst_buffer_state":"","cluster":"bench",\
    "cluster_features":"","command":"/home/user-%5$d/train.sh","comment":"","container":"","contiguous":false,\
    "cores_per_socket":%3$s,"cpu_frequency_governor":%3$s,"cpu_frequency_maximum":%3$s,"cpu_frequency_minimum":%3$s,\
    "cpus":%6$s,"cpus_per_task":%6$s,"cpus_per_tres":"","cron":"","current_working_directory":"/home/user-%5$d",\
    "deadline":%2$s,"delay_boot":%2$s,"dependency":"","derived_exit_code":{"return_code":%2$s,"signal":{"id":%3$s,\
    "name":""},"status":["SUCCESS"]},"eligible_time":%1$s,"end_time":%1$s,"excluded_nodes":"","exclusive":[],\
    "exit_code":{"return_code":%2$s,"signal":{"id":%3$s,"name":""},"status":["SUCCESS"]},"extra":"","failed_node":"",\
    "features":"","flags":["EXACT_TASK_COUNT_REQUESTED","USING_DEFAULT_ACCOUNT"],"gres_detail":[],"group_id":0,\
    "group_name":"users","het_job_id":%2$s,"het_job_id_set":"","het_job_offset":%2$s,"hold":false,"job_id":%7$d,\
    "job_resources":{"cpus":128,"nodes":{"allocation":[{"cpus":{"count":128,"used":0},"index":0,"name":"%4$s",\
    "sockets":[{"cores":[{"index":0,"status":["ALLOCATED"]},{"index":1,"status":["ALLOCATED"]},{"index":2,\
    "status":["ALLOCATED"]},{"index":3,"status":["ALLOCATED"]}],"index":0}]}]}},"job_size_str":[],"job_state":["%8$s"],\
    "last_sched_evaluation":%1$s,"licenses":"","mail_type":[],"mail_user":"user-%5$d","max_cpus":%2$s,"max_nodes":%2$s,\
    "memory_per_node":%3$s,"memory_per_cpu":%3$s,"name":"train-%9$d","nice":0,"node_count":%6$s,"nodes":"%10$s",\
    "partition":"main","prefer":"","priority":%1$s,"qos":"normal","reboot":false,"required_nodes":"","requeue":true,\
    "standard_error":"/home/user-%5$d/logs/%7$d.err","standard_input":"/dev/null",\
    "standard_output":"/home/user-%5$d/logs/%7$d.out","start_time":%11$s,"state_description":"","state_reason":"%12$s",\
    "submit_time":%1$s,"time_limit":%1$s,"tres_alloc_str":"%13$s","tres_req_str":"cpu=128,mem=1600000M,node=4,gres/gpu=32",\
    "user_id":%5$d,"user_name":"user-%5$d","wckey":""}\
    """
        .formatted(
            number(1749564035),
            number(0),
            unset,
            runs ? "worker-" + i / 5 * 4 % nodes : "",
            1000 + i % 300,
            number(128),
            100_000 + i,
            runs ? "RUNNING" : "PENDING",
            i % 1000,
            runs ? hosts(i / 5 * 4 % nodes) : "",
            runs ? number(1749564035) : number(0),
            runs ? "None" : "Resources",
            runs ? "cpu=512,mem=6400000M,node=4,billing=512,gres/gpu=32" : "");
  }

  private static String hosts(int first) {
    return "worker-[" + first + "-" + (first + 3) + "]";
  }

  private static String diag() {
    return "{\"statistics\":{\"server_thread_count\":3,\"rpcs_by_message_type\":[{\"message_type\":"
        + "\"REQUEST_NODE_INFO\",\"count\":205430,\"total_time\":6871947674}],\"rpcs_by_user\":[]},"
        + "\"errors\":[]}";
  }

  /** Counts the transferred bytes. */
  private final class Counted implements AutoCloseable {
    private final OutputStream out;

    Counted(OutputStream out) {
      this.out = new BufferedOutputStream(out, BUFFER);
    }

    void text(String text) throws IOException {
      byte[] encoded = text.getBytes(StandardCharsets.ISO_8859_1);
      bytes.add(encoded.length);
      out.write(encoded);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
