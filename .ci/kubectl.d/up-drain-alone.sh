# a node is emptied; alone, since others need the nodes too
k apply -f talker.yaml
k wait --for=condition=Ready pod/talker --timeout=30s
node=$(k get pod talker -o jsonpath='{.spec.nodeName}'); k drain $node --force --timeout=50s 2>&1 | sed "s/$node/<node>/g" | sort -u
k get pods
k get node $node --no-headers | awk '{print $2}'
k describe node $node | grep -E '^(Unschedulable|  Ready)' | sed -E 's/<time>.*//; s/[A-Z][a-z]{2}, .*//'
k uncordon $node | sed "s/$node/<node>/"
k get node $node --no-headers | awk '{print $2}'
