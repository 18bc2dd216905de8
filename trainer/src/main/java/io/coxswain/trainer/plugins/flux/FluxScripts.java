package io.coxswain.trainer.plugins.flux;

/**
 * What the pods of a Flux job run.
 *
 * @param hosts all brokers in Flux's short form, such as {@code job-node-0-[0-3]}
 * @param mainHost the one that runs the command
 * @param domain the rest of every host's name
 * @param runFlags of {@code flux run}
 * @param resources of {@code flux R encode}
 */
record FluxScripts(
    String hosts,
    String mainHost,
    String domain,
    String device,
    String queuePolicy,
    String runFlags,
    String resources) {

  /** Copies Flux to a volume and writes its configuration there. */
  String init() {
    return """
        #!/bin/bash
        # Installs Flux where the training container finds it, and configures its brokers.
        set -eu
        root=/mnt/flux
        config=$root/config
        mkdir -p $config/etc/flux/system/cron.d $config/etc/flux/config \\
          $config/var/lib/flux $config/run/flux $config/etc/curve

        echo '%s' > $config/etc/flux/system/hostlist

        cat > $config/etc/flux/config/broker.toml <<'TOML'
        [access]
        allow-guest-user = true
        allow-root-owner = true

        [resource]
        path = "/mnt/flux/config/etc/flux/system/R"

        [bootstrap]
        curve_cert = "/mnt/flux/config/etc/curve/curve.cert"
        default_port = 8050
        default_bind = "tcp://%s:%%p"
        default_connect = "tcp://%%h.%s:%%p"
        hosts = [{host = "%s"}]

        [archive]
        dbpath = "/mnt/flux/config/var/lib/flux/job-archive.sqlite"
        period = "1m"
        busytimeout = "50s"

        [sched-fluxion-qmanager]
        queue-policy = "%s"
        TOML

        cp -R /opt/view $root/view
        cp -R /opt/software $root/software
        touch $root/flux-view-done
        """
        .formatted(hosts, device, domain, hosts, queuePolicy);
  }

  /** Starts the broker of this host; on the main host, with the command. */
  String entrypoint() {
    return """
        #!/bin/bash
        # Usage: entrypoint.sh COMMAND; runs it under Flux from the main host, once all are there.
        set -u
        command="${1:-}"
        root=/mnt/flux
        config=$root/config
        view=$root/view

        export PATH=$view/bin:$PATH
        for packages in $view/lib/python3.*/site-packages; do
          export PYTHONPATH=$packages${PYTHONPATH:+:$PYTHONPATH}
        done
        # The view is full of links into this folder.
        cp -R $root/software/. /opt/software/

        cp /curve/curve.cert $config/etc/curve/curve.cert
        chmod 400 $config/etc/curve/curve.cert
        flux R encode --hosts='%s' %s > $config/etc/flux/system/R

        export FLUX_URI_RESOLVE_LOCAL=t
        options="-o --config $config/etc/flux/config -o -Stbon.fanout=256 \\
          -o -Srundir=$config/run/flux -o -Sstatedir=$config/var/lib/flux"

        if [ "$(hostname)" = '%s' ]; then
          if [ -z "$command" ]; then
            exec flux start $options
          fi
          exec flux start $options flux run %s $command
        fi
        # A broker that finds no leader yet ends; it tries again until told that all is done.
        until flux start $options; do
          sleep 15
        done
        """
        .formatted(hosts, resources, mainHost, runFlags);
  }
}
