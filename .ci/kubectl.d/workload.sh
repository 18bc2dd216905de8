# scale, set, rollout as far as no controller is needed
k create serviceaccount default
k apply -f deployment.yaml
k scale deployment web --replicas=3
k scale deployment web --replicas=4 --current-replicas=3
k scale deployment web --replicas=5 --current-replicas=3
k scale deployment missing --replicas=1
k scale -f deployment.yaml --replicas=2
k get deployment web -o jsonpath='{.spec.replicas} {.metadata.generation}{"\n"}'
k set image deployment/web nginx=nginx:9 sidecar=busybox:2
k set image deployment/web nope=nginx:9
k set env deployment/web COLOUR=red
k set env deployment/web --list
k set env deployment/web COLOUR-
k set resources deployment web -c nginx --limits=cpu=2,memory=2Gi
k set serviceaccount deployment web robot
k create service clusterip inner --tcp=80:8080
k set selector service inner 'app=web'
k get service inner -o jsonpath='{.spec.selector}{"\n"}'
k rollout pause deployment/web
k rollout pause deployment/web
k rollout resume deployment/web
k rollout restart deployment/web
k get deployment web -o jsonpath='{.spec.template.metadata.annotations}{"\n"}'
k rollout history deployment/web
k rollout undo deployment/web
k rollout status deployment/web --watch=false
k get deployment web -o jsonpath='{.spec.template.spec.containers[*].image} {.spec.template.spec.serviceAccountName} {.spec.template.spec.containers[0].resources}{"\n"}'
k create clusterrolebinding kubectl-ci-subjects --clusterrole=view --user=a
k set subject clusterrolebinding kubectl-ci-subjects --user=b
k get clusterrolebinding kubectl-ci-subjects -o jsonpath='{.subjects[*].name}{"\n"}'
k delete clusterrolebinding kubectl-ci-subjects
k autoscale deployment web --max=4
k autoscale deployment web --max=4
k get hpa web -o jsonpath='{.spec.scaleTargetRef} {.spec.maxReplicas}{"\n"}'
k expose deployment web --port=80 --type=NodePort --name=front
k get service front
k taint node missing a=b:NoSchedule
