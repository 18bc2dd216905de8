s/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/<uid>/g
s/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?(Z|\+00:00)/<time>/g
s/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} \+0000/<time>/g
s/(resourceVersion"?: "?)[0-9]+/\1<rv>/g
s#https://(127\.0\.0\.1|localhost):[0-9]+#https://<server>#g
s/(kube-api-access-)[a-z0-9]{5}/\1<suffix>/g
s/^([WE])[0-9]{4} [0-9:.]+ +[0-9]+ [a-z_]+\.go:[0-9]+\] /\1: /
s/10\.96\.[0-9]+\.[0-9]+/<cluster-ip>/g
s/eyJ[A-Za-z0-9_.-]+/<token>/g
s/:3[0-2][0-9]{3}\//:<node-port>\//g
# Warnings of the client about its own age
/^WARNING: version difference/d
/^Warning: .*is deprecated in v1\.[0-9.]+\+?;? .*unavailable/b
# Ages
s/([^A-Za-z0-9.=:"-]|^)[0-9]+(s|m|h|d|m[0-9]+s|h[0-9]+m|d[0-9]+h|y[0-9]+d)( ago)?( |$)/\1<age>\4/g
s/([^A-Za-z0-9.=:"-]|^)[0-9]+(s|m|h|d|m[0-9]+s|h[0-9]+m|d[0-9]+h|y[0-9]+d)( ago)?( |$)/\1<age>\4/g
s/<invalid>( ago)?/<age>/g
s/<age> \(x[0-9]+ over <age>\)/<age>/g
s/ over [0-9]+(s|m|h|d|m[0-9]+s|h[0-9]+m|d[0-9]+h|y[0-9]+d)\)/ over <age>)/g
# Columns
s/ +/ /g
s/\t+/ /g
s/ +$//
s/(Resource Version: )[0-9]+/\1<rv>/
