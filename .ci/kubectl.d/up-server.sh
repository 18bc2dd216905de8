# A deployment of processes that serve HTTP: probes, port-forward, logs of the run before, exec, volumes, namespaces
port=$((20000 + RANDOM % 20000)); sed "s/PORT/$port/" server.yaml | k apply -f -
k rollout status deployment/server --timeout=50s | tail -1
pod=$(k get pods -l app=server -o jsonpath='{.items[0].metadata.name}'); ("$KUBECTL" -n $NS port-forward pod/$pod :$port >pf.out 2>&1 & pf=$!; for i in $(seq 100); do grep -q Forwarding pf.out && break; sleep 0.1; done; curl -s http://$(grep -oE '127.0.0.1:[0-9]+' pf.out | head -1)/; kill $pf; wait $pf 2>/dev/null)
k exec deployment/server -- cat /www/index.html
k top pods --no-headers | wc -l
k apply -f crash.yaml
until_shows 'true 1' k get pod crash -o jsonpath='{.status.containerStatuses[0].ready} {.status.containerStatuses[0].restartCount}{"\n"}'
k logs crash
k logs crash --previous
k get pod crash -o jsonpath='{.status.containerStatuses[0].lastState.terminated.exitCode}{"\n"}'
(timeout 2 "$KUBECTL" -n $NS logs -f crash; true)
k get pod crash -o jsonpath='{.spec.serviceAccountName} {.spec.volumes[1].projected.sources[0].serviceAccountToken.path}{"\n"}'
k exec crash -- sh -c 'test -n "$KUBERNETES_SERVICE_HOST" && echo the server is known'
k exec crash -- cat /var/run/secrets/kubernetes.io/serviceaccount/namespace
k delete pod crash
k delete deployment server
until_shows 'No resources' k get pods
