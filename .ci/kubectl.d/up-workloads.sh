# with controllers: rollouts, scaling, jobs, the three propagation policies
k apply -f web.yaml
k rollout status deployment/web --timeout=60s | tail -1
k get deployment web
k get rs -o jsonpath='{.items[*].spec.replicas}{"\n"}'
k get pods -l app=web --no-headers | sed -E 's/web-[a-z0-9]+-[a-z0-9]+/<pod>/'
k scale deployment web --replicas=3
until_shows 3/3 k get deployment web
sed 's/value: red/value: blue/; s/: first/: second/' web.yaml | k apply -f -
k rollout status deployment/web --timeout=60s | tail -1
k rollout history deployment/web
k rollout undo deployment/web
k rollout status deployment/web --timeout=60s | tail -1
k get deployment web -o jsonpath='{.spec.template.spec.containers[0].env[0].value}{"\n"}'
k rollout history deployment/web
k rollout restart deployment/web
k rollout status deployment/web --timeout=60s | tail -1
k logs deployment/web 2>/dev/null
k expose deployment web --port=80
k get endpointslices -l kubernetes.io/service-name=web -o jsonpath='{.items[0].addressType} {.items[0].ports[0].port}{"\n"}'
k describe deployment web | grep -E '^(Name|Replicas|StrategyType|  (Available|Progressing))'
k delete deployment web --cascade=orphan
k get deployments
until_shows '^3$' sh -c "$KUBECTL -n $NS get pods -l app=web --no-headers | wc -l"
k delete rs -l app=web --cascade=background
until_shows 'No resources' k get pods -l app=web
k apply -f once.yaml
k wait --for=condition=Complete job/once --timeout=60s
k get job once -o jsonpath='{.status.succeeded}{"\n"}'
k logs job/once 2>/dev/null | sed -E 's/once-[a-z0-9]+/<pod>/'
new: k delete job once --cascade=foreground
old: k delete job once
until_shows 'No resources' k get pods -l job-name=once
k create cronjob often --image=local --schedule='0 0 1 1 *' -- true
k create job manual --from=cronjob/often
k get job manual -o jsonpath='{.metadata.ownerReferences[0].kind}{"\n"}'
k delete cronjob often
until_shows 'No resources' k get jobs
k create namespace $NS-gone
k -n $NS-gone create configmap a
k delete namespace $NS-gone
k get namespace $NS-gone
k get nodes --no-headers | awk '{print $2}' | sort -u
