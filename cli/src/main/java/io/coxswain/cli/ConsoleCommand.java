package io.coxswain.cli;

import io.coxswain.console.ConsoleOptions;
import io.coxswain.console.ConsoleServer;
import io.coxswain.console.controllers.MonitoredProgram;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.env.Program;
import io.coxswain.runtime.transport.HttpTransport;
import io.coxswain.runtime.transport.Kubeconfig;
import io.coxswain.runtime.transport.KubeconfigException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code coxswain console}: the web console for any cluster. */
@Command(
    name = "console",
    description =
        "Serve a web page that shows the trainings, Slurm clusters, nodes and controllers of a"
            + " cluster. It has no rights of its own: requests carry the credentials of the"
            + " kubeconfig or, with --login=token, those of each user.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  coxswain console                                   Show the cluster of the kubeconfig,"
          + " read-only.",
      "  coxswain console --kubeconfig FILE --allow-actions",
      "  coxswain console --login=token --address=0.0.0.0 --port=8080"
          + " --url=https://console.example.com",
      "                                                     Serve all users of a cluster, behind a"
          + " TLS proxy.",
    },
    mixinStandardHelpOptions = true)
final class ConsoleCommand implements Callable<Integer> {
  /** How users log in. */
  enum Login {
    link,
    token
  }

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description =
          "Path to the kubeconfig of the cluster (default: $$KUBECONFIG, the service account of the"
              + " pod, or ~/.kube/config).")
  private @Nullable String kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "Context of the kubeconfig to use (default: its current context).")
  private @Nullable String context;

  @Option(
      names = "--address",
      paramLabel = "IP",
      defaultValue = "127.0.0.1",
      description =
          "IP address to listen on. Others than loopback addresses require --login=token (default:"
              + " ${DEFAULT-VALUE}).")
  private String address = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Port to listen on. 0 selects a free port (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--login",
      paramLabel = "HOW",
      defaultValue = "link",
      description =
          "How users log in: link (by the printed link, which works once; requests use the"
              + " credentials of the kubeconfig) or token (with their own bearer token; the"
              + " kubeconfig's credentials are not used) (default: ${DEFAULT-VALUE}).")
  private Login login = Login.link;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "URL under which a proxy serves the console. Requests for other host names, except"
              + " loopback names, are rejected.")
  private @Nullable URI url;

  @Option(
      names = "--allow-actions",
      description =
          "Let users change objects: suspend, resume, scale, delete, cordon and drain, as far as"
              + " their rights permit.")
  private boolean allowActions;

  @Option(
      names = "--metrics",
      paramLabel = "NAME=URL",
      description =
          "Show the controllers of a manager whose metrics are served at the URL, such as"
              + " jobset=http://localhost:8080/metrics. Can be repeated.")
  private Map<String, URI> metrics = new TreeMap<>();

  @Override
  public Integer call() throws Exception {
    check();
    Env env = Env.production();
    Bell stop = env.tasks().newBell();
    try (var _ = Program.onStopSignal(stop::ring);
        ConsoleServer console = start(env)) {
      System.out.println("console       " + console.loginUrl());
      if (login == Login.link) {
        System.out.println();
        System.out.println("The link works once; the next one is printed when it has been used.");
      }
      stop.await(0);
    } catch (KubeconfigException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
    return 0;
  }

  private void check() {
    FlagValues.checkPort("--port", port);
    boolean loopback =
        address.equals("localhost") || address.equals("::1") || address.startsWith("127.");
    if (login == Login.link && !loopback) {
      throw new CommandException(
          "--address: the link would give everyone on the network the rights of the kubeconfig;"
              + " use --login=token for other addresses than 127.0.0.1",
          2);
    }
    metrics.forEach(
        (name, address) -> {
          if (address.getHost() == null || !String.valueOf(address.getScheme()).matches("https?")) {
            throw new CommandException(
                "--metrics: \"" + address + "\" is not a URL such as http://localhost:8080/metrics",
                2);
          }
        });
    URI outside = url;
    if (outside != null
        && (outside.getHost() == null || !String.valueOf(outside.getScheme()).matches("https?"))) {
      throw new CommandException(
          "--url: \"" + outside + "\" is not a URL such as https://console.example.com", 2);
    }
  }

  private ConsoleServer start(Env env) throws KubeconfigException {
    var source = new Kubeconfig(env.files(), System.getenv(), kubeconfig, context);
    HttpTransport transport =
        login == Login.token ? HttpTransport.anonymous(source) : HttpTransport.to(source);
    var options =
        new ConsoleOptions(
            address + ":" + port,
            access(transport),
            transport.server(),
            allowActions,
            url == null ? "" : url.toString(),
            VersionCommand.number(),
            programs(env));
    try {
      return ConsoleServer.start(env, options, link -> System.out.println("console       " + link));
    } catch (IOException e) {
      throw new CommandException(String.valueOf(e.getMessage()));
    }
  }

  private List<MonitoredProgram> programs(Env env) {
    var programs = new ArrayList<MonitoredProgram>();
    metrics.forEach(
        (name, address) -> programs.add(MonitoredProgram.at(name, address, env.http())));
    return programs;
  }

  private ConsoleOptions.Access access(ApiTransport transport) {
    return login == Login.token
        ? new ConsoleOptions.PerUser(transport)
        : new ConsoleOptions.Shared(transport);
  }
}
