# a node is emptied; alone, since others need the nodes too
k apply -f web.yaml
k rollout status deployment/web --timeout=60s | tail -1
node=$(k get pods -l app=web -o jsonpath='{.items[0].spec.nodeName}'); k drain $node --ignore-daemonsets --force --timeout=60s 2>&1 | sed -E "s/$node/<node>/g; s/web-[a-z0-9]+-[a-z0-9]+/<pod>/g; s/talker/<pod>/" | sort -u
until_shows 2/2 k get deployment web
node=$(k get nodes -o jsonpath='{.items[?(@.spec.unschedulable==true)].metadata.name}'); k get node $node --no-headers | awk '{print $2}'; k uncordon $node | sed "s/$node/<node>/"
k describe node $node | grep -E '^(Unschedulable|  Ready)'
k delete deployment web
