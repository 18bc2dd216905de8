# Addresses and helpers that the scripts of tools/conformance share. Sourced.
BRIDGE_ADDRESS=172.30.0.1          # the control plane, and the gateway of all nodes
API_PORT=6443
SERVICES=10.96.0.0/16
PODS=10.244                        # node N has the pods PODS.N.0/24
DNS_ADDRESS=10.96.0.10
CNI=/usr/lib/cni
[ -x "$CNI/bridge" ] || CNI=/opt/cni/bin
export KUBECONFIG=$WORK/admin.kubeconfig

started=$(date +%s)
say() { echo "$(printf '%4d' $(($(date +%s) - ${STARTED:-$started}))) s  $*"; }
fail() { echo "conformance: $*" >&2; exit 1; }

# Waits until a command succeeds: until_ok SECONDS COMMAND...
until_ok() {
  local end=$(($(date +%s) + $1))
  shift
  until "$@" > /dev/null 2>&1; do
    [ "$(date +%s)" -lt "$end" ] || return 1
    sleep 0.3
  done
}

# Runs a daemon in the background, with its output in a log: daemon NAME COMMAND...
daemon() {
  local name=$1
  shift
  "$@" > "$WORK/log/$name.log" 2>&1 < /dev/null &
  echo $! > "$WORK/run/$name.pid"
}
node_address() { echo "172.30.0.1$1"; }
in_node() { # NAME COMMAND...
  local pid
  pid=$(cat "$WORK/nodes/$1/init.pid")
  shift
  nsenter -t "$pid" -m -n -p -u -i -- "$@"
}
