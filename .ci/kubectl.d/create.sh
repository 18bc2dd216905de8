# create: every generator, and from files
k create serviceaccount default
k create -f configmap.yaml
k create -f configmap.yaml
k create -f configmap.yaml --dry-run=server
k create -f configmap2.yaml --dry-run=client -o yaml
k create -f unknown-field.yaml
new: k create -f unknown-field.yaml --validate=strict
new: k create -f unknown-field.yaml --validate=warn -o name
k create namespace $NS-made
new: k get namespace $NS-made -o jsonpath='{.metadata.labels} {.spec} {.status}{"\n"}'
k delete namespace $NS-made --wait=false
k create configmap plain --from-literal=a=b --from-literal=c=d
k create configmap plain --from-literal=a=b
k get cm plain -o jsonpath='{.data}{"\n"}'
printf '\377\376' >binary.dat; k create configmap files --from-file=boat.yaml --from-file=binary.dat
k get cm files -o jsonpath='{.data}{.binaryData}{"\n"}'
k create secret generic pass --from-literal=user=me --from-literal=word=secret
k get secret pass -o jsonpath='{.type} {.data}{"\n"}'
k create secret docker-registry regcred --docker-server=r.example --docker-username=u --docker-password=p
k get secret regcred -o jsonpath='{.type}{"\n"}'
k create deployment made --image=nginx
k get deployment made -o jsonpath='{.spec.replicas} {.spec.selector} {.spec.template.spec.containers[0].image} {.spec.strategy}{"\n"}'
new: k create deployment three --image=nginx --replicas=3 --port=80 -- sleep 1000
k create job once --image=busybox -- echo hello
k get job once -o jsonpath='{.spec.template.spec.containers[0].command} {.spec.backoffLimit} {.spec.completions}{"\n"}'
k create cronjob often --image=busybox --schedule='*/5 * * * *' -- date
k get cronjob often
k create cronjob wrong --image=busybox --schedule='every day' -- date
k create job manual --from=cronjob/often
k create service clusterip inner --tcp=80:8080
k create service nodeport outer --tcp=80:8080
k create service loadbalancer lb --tcp=443
k create service externalname elsewhere --external-name=example.com
k get services
k create serviceaccount robot
k create role reader --verb=get,list --resource=pods,deployments.apps
k get role reader -o jsonpath='{.rules}{"\n"}'
k create rolebinding read --role=reader --serviceaccount=$NS:robot --user=jane
k get rolebinding read -o wide
k create clusterrole kubectl-ci --verb=get --resource=nodes --non-resource-url=/healthz
old: k get clusterrole kubectl-ci
k create clusterrolebinding kubectl-ci --clusterrole=kubectl-ci --group=crew
k get clusterrolebinding kubectl-ci -o wide
k delete clusterrole,clusterrolebinding kubectl-ci
k create quota small --hard=pods=2,cpu=4
k get quota small -o jsonpath='{.spec.hard}{"\n"}'
k create poddisruptionbudget budget --selector=app=web --min-available=1
new: k create poddisruptionbudget half --selector=app=web --max-unavailable=50%
new: k get pdb
k create priorityclass kubectl-ci --value=1000 --description=high
k get priorityclass kubectl-ci
k delete priorityclass kubectl-ci
k create ingress simple --rule="foo.example/bar=svc:8080,tls=cert"
new: k get ingress
k create token robot | head -c 3
new: k create token robot --duration=20m | cut -d. -f2 | tr _- /+ | base64 -d 2>/dev/null | grep -oE '"(sub|iss|namespace)":"[^"]*"' || true
new: k create token missing
k run runner --image=busybox --restart=Never --labels=a=b -- sleep 1000
k get pod runner -o jsonpath='{.spec.restartPolicy} {.metadata.labels} {.spec.containers[0].args}{"\n"}'
k run dry --image=busybox --dry-run=server
k expose deployment made --port=80 --target-port=8080
k expose deployment made --port=80
k get service made -o jsonpath='{.spec.selector} {.spec.ports}{"\n"}'
k autoscale deployment made --min=2 --max=5 --cpu-percent=80
new: k get hpa made
old: k get hpa made -o jsonpath='{.spec.minReplicas} {.spec.maxReplicas}{"\n"}'
k create -f pod.yaml -o yaml | grep -E '^(kind|  name|  phase|  qosClass|    terminationGracePeriod)'
k create -f - <<<'{"apiVersion":"v1","kind":"Pod","metadata":{"generateName":"gen-"},"spec":{"containers":[{"name":"a","image":"b"}]}}' | sed 's/gen-[a-z0-9]*/gen-<suffix>/'
k auth reconcile -f - <<<'{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","metadata":{"name":"reader","namespace":"'$NS'"},"rules":[{"verbs":["get","list","watch"],"apiGroups":[""],"resources":["pods"]}]}'
