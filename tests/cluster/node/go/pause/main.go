// Command pause holds the namespaces of a pod open until it is told to end, as every sandbox image's does.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ending := make(chan os.Signal, 1)
	signal.Notify(ending, syscall.SIGINT, syscall.SIGTERM)
	<-ending
}
