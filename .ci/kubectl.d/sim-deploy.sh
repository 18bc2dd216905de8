# Deployments: create, roll, undo, restart, pause, scale; services with their endpoints; the three cascades
k create deployment web --image=web:1 --replicas=3
k rollout status deployment/web --timeout=40s | tail -1
k get deployment web
k set image deployment/web web=web:2
k rollout status deployment/web --timeout=40s | tail -1
k rollout history deployment/web
k rollout undo deployment/web
k rollout status deployment/web --timeout=40s | tail -1
k get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}{"\n"}'
k rollout restart deployment/web
k rollout status deployment/web --timeout=40s | tail -1
k rollout pause deployment/web
k set image deployment/web web=web:3
sleep 1; k get rs --no-headers | wc -l
k rollout resume deployment/web
k rollout status deployment/web --timeout=40s | tail -1
k scale deployment/web --replicas=5
k rollout status deployment/web --timeout=40s | tail -1
k get pods -l app=web --field-selector=status.phase=Running -o jsonpath='{range .items[*]}{.status.phase} {.spec.containers[0].image}{"\n"}{end}' | sort | uniq -c
k expose deployment web --port=80 --target-port=8080
until_shows '^5$' sh -c "'$KUBECTL' -n $NS get endpointslices -l kubernetes.io/service-name=web -o jsonpath='{range .items[*].endpoints[*]}{.conditions.ready}{\"\n\"}{end}' | grep -c true"
until_shows '^5$' sh -c "'$KUBECTL' -n $NS get endpoints web -o jsonpath='{range .subsets[*].addresses[*]}{.ip}{\"\n\"}{end}' | grep -c ."
k get service web
new: k delete deployment web --cascade=orphan
old: k delete deployment web --cascade=false
k get rs -o jsonpath='{.items[*].metadata.ownerReferences}{"\n"}'
new: k delete rs --all --cascade=foreground 2>&1 | sed -E 's/web-[a-z0-9]+/web-<hash>/' | sort -u
old: k delete rs --all 2>&1 | sed -E 's/web-[a-z0-9]+/web-<hash>/' | sort -u
until_shows 'No resources' k get pods -l app=web
