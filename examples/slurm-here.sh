#!/bin/sh
# The programs of examples/slurm-here.yaml, each in the directories of its pod:
#   slurm-here.sh munged KEY RUN
#   slurm-here.sh slurmctld JAIL RUN STATE KEY
#   slurm-here.sh slurmd|slurmrestd|login JAIL RUN
#   slurm-here.sh sconfigcontroller|soperatorchecks ACCOUNT JAIL RUN [FLAGS...]
#   slurm-here.sh exporter ACCOUNT [FLAGS...]
# JAIL is the shared file system with the files that sconfigcontroller writes, RUN a volume of the pod for its slurm.conf,
# ACCOUNT the directory of the service account. Sockets are among the temporary files of the pod, because their paths
# must be short.
set -eu
umask 022
PATH=$PATH:/usr/sbin:/sbin
script=$(dirname "$0")/$(basename "$0")
host=$(uname -n)
socket=${TMPDIR%/*}/munge.socket
if [ ${#TMPDIR} -gt 75 ]; then
  echo "the path $TMPDIR is too long for sockets: start 'coxswain up' in a directory with a shorter path" >&2
  exit 1
fi

# ---- configuration

# Writes the rendered configuration with the paths, plugins and addresses of this machine, for all pods.
translate() {
  until [ -s "$jail/etc/slurm/slurm_base.conf.noedit" ] && [ -s "$jail/etc/slurm/slurm_k8s_extra.conf.noedit" ]; do
    sleep 0.3
  done
  for plugin in /usr/lib/*/slurm-wlm/auth_munge.so /usr/lib64/slurm/auth_munge.so /usr/lib/slurm/auth_munge.so; do
    [ ! -e "$plugin" ] || break
  done
  # Slurm listens on all addresses, or on that of the name of the host.
  listen=
  if [ "$(getent hosts "$host" | cut -d ' ' -f 1)" = 127.0.0.1 ]; then
    listen=CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
  fi
  {
    sed \
      -e "s|^SlurmctldHost=.*|SlurmctldHost=${host%%.*}(127.0.0.1)|" \
      -e "s|^PluginDir=.*|PluginDir=${plugin%/*}|" \
      -e "s|^SlurmUser=.*|SlurmUser=$(id -un)|" \
      -e "s|^RebootProgram=.*|RebootProgram=$jail/etc/slurm-here-reboot|" \
      -e 's!^\(Resume\|ResumeFail\|Suspend\)Program=.*!\1Program=/usr/bin/true!' \
      -e 's|^MpiDefault=.*|MpiDefault=none|' \
      -e 's|^ProctrackType=.*|ProctrackType=proctrack/linuxproc|' \
      -e 's|^TaskPlugin=.*|TaskPlugin=task/none|' \
      -e 's|^TopologyPlugin=.*|TopologyPlugin=topology/none|' \
      -e 's!^\(Slurmctld\|Slurmd\)Debug=.*!\1Debug=info!' \
      -e 's|^DebugFlags=.*|DebugFlags=NO_CONF_HASH|' \
      -e '/^\(SlurmctldPidFile\|SlurmdPidFile\|SlurmdSpoolDir\|StateSaveLocation\)=/d' \
      "$jail/etc/slurm/slurm_base.conf.noedit" "$jail/etc/slurm/slurm_k8s_extra.conf.noedit"
    echo "SlurmdUser=$(id -un)"
    echo AuthAltTypes=auth/jwt
    echo "$listen"
  } >"$jail/etc/slurm-here.conf.$$"
  mv "$jail/etc/slurm-here.conf.$$" "$jail/etc/slurm-here.conf"
}

# The configuration of this pod: the shared one, and its own files.
configure() {
  translate
  {
    echo "include $jail/etc/slurm-here.conf"
    echo "AuthInfo=socket=$socket"
    echo "SlurmctldPidFile=$run/slurmctld.pid"
    echo "SlurmdPidFile=$run/slurmd.pid"
    echo "SlurmdSpoolDir=$TMPDIR"
    echo "StateSaveLocation=$state"
    [ -z "$key" ] || echo "AuthAltParameters=jwt_key=$key"
  } >"$run/slurm.conf.$$"
  mv "$run/slurm.conf.$$" "$run/slurm.conf"
  echo CgroupPlugin=cgroup/v1 >"$run/cgroup.conf"
  export SLURM_CONF="$run/slurm.conf"
}

# The volumes of a pod, as they are given on the command line.
volumes() { jail=$1 run=$2 state=${3:-$2} key=${4:-}; }

# ---- job steps

# Ends a process and everything that it started.
end() {
  for child in $(pgrep -P "$1" || true); do end "$child"; done
  kill -KILL "$1" 2>/dev/null || true
}

# slurmstepd survives slurmd, so that jobs go on while slurmd restarts. A pod takes them with it.
end_steps() {
  for step in $(pgrep -x slurmstepd || true); do
    if tr '\0' '\n' <"/proc/$step/environ" 2>/dev/null | grep -qxF "SLURM_CONF=$SLURM_CONF"; then
      end "$step"
    fi
  done
}

# ---- Coxswain's programs

kubeconfig() {
  (
    umask 077
    cat >kubeconfig <<END
apiVersion: v1
kind: Config
current-context: here
contexts: [{name: here, context: {cluster: here, user: here, namespace: slurm}}]
clusters:
- name: here
  cluster:
    server: "https://$KUBERNETES_SERVICE_HOST:$KUBERNETES_SERVICE_PORT"
    certificate-authority: "$1/ca.crt"
users: [{name: here, user: {token: "$(cat "$1/token")"}}]
END
  )
}

# Services are known by name, although the names are not those of this machine.
coxswain() {
  export COXSWAIN_SKIP_BUILD=1 COXSWAIN_JAVA_OPTIONS="-Xmx256m -Djdk.net.hosts.file=$COXSWAIN_HOSTS_FILE"
  launcher=$COXSWAIN_HOME/coxswain
  [ -x "$launcher" ] || launcher=$COXSWAIN_HOME/bin/coxswain # of a distribution
  exec "$launcher" "$@"
}

program=$1
shift
case $program in
  munged)
    exec munged --foreground --force --key-file="$1" --socket="$socket" \
      --pid-file="$2/munged.pid" --seed-file="$2/munged.seed"
    ;;
  slurmctld)
    volumes "$@"
    configure
    exec slurmctld -D
    ;;
  slurmd)
    volumes "$@"
    configure
    # 'scontrol reboot' restarts the container; -b makes slurmd report that as a boot, which has to be at least a
    # second after the request.
    if [ -e "$run/rebooted" ]; then
      rm "$run/rebooted"
      sleep 2
    fi
    printf '#!/bin/sh\n>"%s/rebooted"\nkill -TERM "$SLURM_HERE_CONTAINER"\n' '${SLURM_CONF%/*}' >"$jail/etc/slurm-here-reboot.$$"
    chmod 755 "$jail/etc/slurm-here-reboot.$$"
    mv "$jail/etc/slurm-here-reboot.$$" "$jail/etc/slurm-here-reboot"
    export SLURM_HERE_CONTAINER=$$
    trap 'end_steps; kill -TERM "$daemon" 2>/dev/null; wait "$daemon"; exit 0' TERM
    slurmd -D -b -N "$HOSTNAME" &
    daemon=$!
    wait "$daemon"
    ;;
  slurmrestd)
    volumes "$@"
    configure
    # Another user could not read the directories of the pod.
    export SLURM_JWT=daemon SLURMRESTD_SECURITY=disable_user_check
    exec slurmrestd -a rest_auth/jwt -s openapi/v0.0.38 "$POD_IP:6820"
    ;;
  login)
    volumes "$@"
    configure
    exec sleep infinity
    ;;
  sconfigcontroller | soperatorchecks)
    kubeconfig "$1"
    jail=$2 run=$3
    shift 3
    mkdir -p "$jail/etc/slurm"
    printf '#!/bin/sh\nexec sh "%s" scontrol "%s" "%s" "$@"\n' "$script" "$jail" "$run" >scontrol
    chmod 755 scontrol
    coxswain "$program" --kubeconfig="$PWD/kubeconfig" --scontrol-path="$PWD/scontrol" \
      --metrics-bind-address=0 --health-probe-bind-address=0 "$@"
    ;;
  scontrol) # of the two above: a changed configuration is translated before it is read again
    volumes "$1" "$2"
    shift 2
    configure
    exec scontrol "$@"
    ;;
  exporter)
    kubeconfig "$1"
    shift
    unset KUBERNETES_SERVICE_HOST # the kubeconfig would be ignored
    coxswain exporter "$@" --kubeconfig-path="$PWD/kubeconfig" \
      --metrics-bind-address=127.0.0.1:18080 --monitoring-bind-address=0
    ;;
  *)
    echo "unknown program: $program" >&2
    exit 2
    ;;
esac
