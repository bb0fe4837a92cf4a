import type { Random } from "../../ports/random.ts";

/** The characters of Kubernetes' generated names: no vowels, so that no words come out. */
const ALPHABET = "bcdfghjklmnpqrstvwxz2456789";
const SUFFIX_LENGTH = 5;

/** Makes up a pod's name as a ReplicaSet does: the agent's and five characters. */
export function podName(agent: string, random: Random): string {
  const suffix = Array.from(random.bytes(SUFFIX_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
  return `${agent}-${suffix.join("")}`;
}
