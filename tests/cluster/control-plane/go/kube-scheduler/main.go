// Command kube-scheduler is the Kubernetes component of that name, unchanged.
package main

import (
	"os"
	_ "time/tzdata" // schedules name time zones, and a slim image carries none

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	os.Exit(cli.Run(app.NewSchedulerCommand()))
}
