import { readlinkSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { runCommand, runSuccessfully } from "../control-plane/run-command.ts";
import { until } from "../control-plane/until.ts";

/** The addresses of a node: two for the link to this machine, and a range for its pods. */
export type NodeNetwork = {
  /** Name of the link's end on this machine. */
  readonly link: string;
  /** Name of its other end, in the node. */
  readonly uplink: string;
  /** This machine, as the node and its pods see it. */
  readonly hostAddress: string;
  readonly nodeAddress: string;
  readonly podRange: string;
};

/** Several test clusters may run on one machine, each with a number of its own. */
const NETWORK_COUNT = 250;
const NAMESPACE_LIMIT_MS = 10_000;
const UP_LIMIT_MS = 10_000;

/**
 * Makes the link between this machine and a node, and a route to its pods. Whoever gets to make the link
 * owns its number, and with it the addresses.
 *
 * @param pid the node's process, whose network namespace gets the other end
 */
export async function linkNode(pid: number): Promise<NodeNetwork> {
  const own = readlinkSync("/proc/self/ns/net");
  await until("the node's network namespace", NAMESPACE_LIMIT_MS, () =>
    readlinkSync(`/proc/${pid}/ns/net`) === own ? undefined : true,
  );
  const network = await claimLink(pid);
  await runSuccessfully("ip", ["address", "add", `${network.hostAddress}/30`, "dev", network.link]);
  await runSuccessfully("ip", ["link", "set", network.link, "up"]);
  return network;
}

/** Waits until the node has brought its end up; only then does a route to its pods hold. */
export async function routeToPods({ link, nodeAddress, podRange }: NodeNetwork): Promise<void> {
  await until("the node's network", UP_LIMIT_MS, async () => {
    const route = ["route", "replace", podRange, "via", nodeAddress, "dev", link];
    return (await runCommand("ip", route)).code === 0 ? true : undefined;
  });
}

/** Takes the link away, if it is there; its routes and its other end go with it. */
export async function unlinkNode(link: string): Promise<void> {
  await runCommand("ip", ["link", "delete", link]);
}

async function claimLink(pid: number): Promise<NodeNetwork> {
  for (let number = 0; number < NETWORK_COUNT; number += 1) {
    const network = networkOf(number);
    if (isTaken(network)) continue;
    const peer = ["type", "veth", "peer", "name", network.uplink, "netns", String(pid)];
    if ((await runCommand("ip", ["link", "add", network.link, ...peer])).code === 0) return network;
  }
  throw new Error(`this machine can't make a veth, or has ${NETWORK_COUNT} links of test clusters`);
}

function isTaken({ link }: NodeNetwork): boolean {
  return networkInterfaces()[link] !== undefined;
}

function networkOf(number: number): NodeNetwork {
  return {
    link: `tocsin-test${number}`,
    uplink: "uplink",
    hostAddress: `10.250.${number}.1`,
    nodeAddress: `10.250.${number}.2`,
    podRange: `10.251.${number}.0/24`,
  };
}
