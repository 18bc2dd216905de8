# Jobs that fail: an index, and for good; quotas; a cron job (the slow part, with one kubectl alone)
new: k create cronjob often --image=work --schedule='* * * * *' -- true
k apply -f indexed.yaml
until_shows 'Failed' k get job indexed -o jsonpath='{.status.conditions[*].type}{"\n"}'
k get job indexed -o jsonpath='{.status.completedIndexes} {.status.failedIndexes} {.status.succeeded} {.status.failed}{"\n"}'
k get pods -l job-name=indexed -o jsonpath='{range .items[*]}{.metadata.annotations.batch\.kubernetes\.io/job-completion-index} {.status.phase} {.status.containerStatuses[0].state.terminated.exitCode}{"\n"}{end}' | sort
k apply -f backoff.yaml
until_shows 'BackoffLimitExceeded' k get job hopeless -o jsonpath='{.status.conditions[*].reason}{"\n"}'
k delete job indexed hopeless
until_shows 'No resources' k get pods -l 'job-name in (indexed, hopeless)'
k create quota few --hard=pods=2
until_shows '^2$' k get quota few -o jsonpath='{.status.hard.pods}{"\n"}'
k create deployment many --image=web --replicas=3
until_shows '^2$' k get quota few -o jsonpath='{.status.used.pods}{"\n"}'
k run one-more --image=web 2>&1 | sed 's/^error: //'
until_shows 'exceeded quota' sh -c "'$KUBECTL' -n $NS get events -o jsonpath='{range .items[*]}{.reason}{\" \"}{.message}{\"\n\"}{end}' | grep -o 'exceeded quota: few' | sort -u"
k delete deployment many
k delete quota few
new: END=80 until_shows ' Complete| [1-9]/1' sh -c "'$KUBECTL' -n $NS get jobs --no-headers | sed -E 's/often-[0-9]+/often-<time>/' | head -1 | awk '{print \$1, \$2, \$3}'"
new: k get cronjob often -o jsonpath='{.spec.schedule} {.status.lastScheduleTime}{"\n"}'
new: k delete cronjob often
