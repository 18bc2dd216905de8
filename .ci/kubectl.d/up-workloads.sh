# with controllers: jobs, the three propagation policies, namespaces (Deployments have no controller here yet)
k apply -f once.yaml
k wait --for=condition=Complete job/once --timeout=50s
k get job once -o jsonpath='{.status.succeeded}{"\n"}'
k get pods -l job-name=once --no-headers | sed -E 's/once-[a-z0-9]+/<pod>/'
k logs job/once 2>/dev/null | sed -E 's/once-[a-z0-9]+/<pod>/'
k describe job once | grep -E '^(Name|Parallelism|Completions|Pods Statuses)'
k delete job once --cascade=orphan
k get jobs
k get pods -l job-name=once -o jsonpath='{.items[*].metadata.ownerReferences}{"\n"}'
k delete pods -l job-name=once | sed -E 's/once-[a-z0-9]+/<pod>/'
k apply -f once.yaml
new: k delete job once --cascade=foreground
old: k delete job once --cascade=true
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
