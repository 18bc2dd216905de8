# get in all its forms
k create serviceaccount default
k apply -f configmap.yaml -f deployment.yaml -f pod.yaml -f two.yaml
k get pods
k get pods -o wide
k get pod lone
k get pod lone -o name
k get pods -o name
k get pods --show-labels
k get pods -L app,tier
k get pods -l app=lone
k get pods -l 'app in (lone, web)'
k get pods -l '!app'
k get pods -l 'app=='
k get pods -l 'app in lone'
k get pods --field-selector metadata.name=lone
k get pods --field-selector status.phase=Pending,metadata.name!=lone
k get pods --field-selector spec.nope=1
k get pods --sort-by=.metadata.name
k get pods --sort-by=.metadata.name --no-headers
k get pod lone -o jsonpath='{.metadata.name} {.spec.containers[0].env[0].name}{"\n"}'
k get pods -o jsonpath='{range .items[*]}{.metadata.name}{"\t"}{.status.phase}{"\n"}{end}'
k get pods -o custom-columns=NAME:.metadata.name,IMAGES:.spec.containers[*].image
k get pods -o go-template='{{range .items}}{{.metadata.name}} {{end}}'
k get pod lone -o json | grep -E '"(kind|apiVersion|name|phase|qosClass|restartPolicy|dnsPolicy)"'
k get cm settings -o yaml | grep -v last-applied | grep -v '^ *{"apiVersion'
k get cm,deployments
k get cm/settings deployment/web
k get all
k get pods -A --field-selector metadata.namespace=$NS
k get cm -A -l tier=a --field-selector metadata.namespace=$NS
k get pod missing
k get pods missing also-missing
k get nonsense
k get pod lone missing
k get pods --ignore-not-found missing
k get pods -n nowhere
k get pods --chunk-size=1
k get rs,sts,ds,jobs,cronjobs
k get deployments.v1.apps web
k get deployments.apps -o wide
k get deploy web -o jsonpath='{.status}{"\n"}'
new: k get deploy web --subresource=scale
new: k get deploy web --subresource=status -o name
k get --raw /api/v1/namespaces/$NS/configmaps/settings | grep -o '"data":{[^}]*}'
k get --raw /api/v1/namespaces/$NS/nonsense
k get --raw /healthz
k get --raw '/readyz?verbose' | grep -E 'ping|check passed'
k get cs 2>&1 | grep -c deprecated
k get ep
new: k get events
k get svc kubernetes -n default -o jsonpath='{.spec.ports[0].port} {.metadata.labels}{"\n"}'
k get ns $NS
k get ns default kube-system kube-public kube-node-lease
k get --raw /version | grep -oE '"(major|minor)": ?"[0-9]+"' | tr -d ' ' 
