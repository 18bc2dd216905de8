# with nodes: logs, exec, attach, port-forward, drain
k apply -f talker.yaml
k wait --for=condition=Ready pod/talker --timeout=30s
k get pod talker
k get pod talker -o jsonpath='{.status.phase} {.status.containerStatuses[0].ready}{"\n"}'
until_shows three k logs talker
k logs talker --tail=1
k logs talker --limit-bytes=5
k logs talker --timestamps | sed 's/^[^ ]* /<time> /'
k logs talker --previous
k logs talker -c nope
k logs -l app=talker
(timeout 2 "$KUBECTL" -n $NS logs -f talker; true)
k exec talker -- sh -c 'echo $COLOUR'
k exec talker -- sh -c 'echo problem >&2; exit 3'
echo from outside | k exec -i talker -- cat
k exec talker -- /nonexistent 2>&1 | sed 's/directory "[^"]*"/directory <dir>/'
k exec nobody -- ls
port=$(k config view -o jsonpath='{.clusters[0].cluster.server}' | sed 's/.*://'); ("$KUBECTL" -n $NS port-forward pod/talker :$port >pf.out 2>&1 & pf=$!; for i in $(seq 100); do grep -q Forwarding pf.out && break; sleep 0.1; done; curl -sk https://$(grep -oE '127.0.0.1:[0-9]+' pf.out | head -1)/healthz; kill $pf; wait $pf 2>/dev/null; echo; sed -E 's/[0-9]{4,5}/<port>/g' pf.out | sort -u)
k port-forward pod/nobody 8080:80
k describe pod talker | grep -E '^(Name|Status|Node|  main|    (State|Ready|Restart Count)|QoS)' | sed -E 's/(Node:).*/\1/'
k get events --field-selector involvedObject.name=talker -o custom-columns=REASON:.reason,TYPE:.type --no-headers | sort
k top pod talker --no-headers | sed -E 's/[0-9]+(m|Mi)/<n>\1/g'
k delete pod talker
k get pods
