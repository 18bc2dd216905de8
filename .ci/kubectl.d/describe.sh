# describe
k create serviceaccount default
k apply -f pod.yaml -f two.yaml -f deployment.yaml -f configmap.yaml
sed "s/name: lone}/name: lone, namespace: $NS}/" event.yaml | k apply -f -
k describe pod lone
k describe pod two | sed -n '/Init Containers/,/Conditions/p'
k describe deployment web
k describe configmap settings | grep -v '^$' | sort -u
k describe node missing
k create service clusterip inner --tcp=80:8080
k describe service inner
k create secret generic pass --from-literal=a=b
k describe secret pass
k create job once --image=busybox -- true
k describe job once
k create cronjob often --image=busybox --schedule='0 * * * *' -- date
k describe cronjob often
k create quota small --hard=pods=20
k describe quota small
k describe namespace $NS
k create role reader --verb=get --resource=pods
k describe role reader
k create rolebinding read --role=reader --user=jane
k describe rolebinding read
k describe serviceaccount default
k create ingress simple --rule="foo.example/bar=inner:80"
new: k describe ingress simple
new: k create poddisruptionbudget budget --selector=app=web --min-available=1
new: k describe pdb budget
k describe -f configmap.yaml | grep -v '^$' | sort -u
k describe pods -l app=lone | head -3
k describe pods nope
new: k events
new: k events --for pod/lone
new: k events --types=Warning
k get events
