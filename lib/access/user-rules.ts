import { GROUP } from "../api/group.ts";

/** A verb that the roles of people are given. */
export type UserVerb =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection";

/** What people of a role may do with some kinds. */
export type UserRule = {
  readonly apiGroup: string;
  readonly resource: string;
  readonly verbs: readonly UserVerb[];
  readonly reason: string;
};

/** The roles of Kubernetes that ours are added to; each has all that the one before it has. */
export type UserRole = "view" | "edit" | "admin";

const READ: readonly UserVerb[] = ["get", "list", "watch"];
const WRITE: readonly UserVerb[] = ["create", "update", "patch", "delete", "deletecollection"];

const rule = (resource: string, verbs: readonly UserVerb[], reason: string): UserRule => ({
  apiGroup: GROUP,
  resource,
  verbs,
  reason,
});

/** What teams write to say what they want. */
const DECLARED = ["agents", "agentservices", "agentteams", "agentevents"];

/**
 * What each role may do besides what it may do with the kinds of Kubernetes. Nobody is given a status: the operator
 * alone writes what it observed. Webhook tokens are Secrets, which `edit` may read and `view` may not, as Kubernetes
 * has it.
 */
export const USER_RULES: Readonly<Record<UserRole, readonly UserRule[]>> = {
  view: [...DECLARED, "agentruns"].map((resource) => rule(resource, READ, "sees what runs and why")),
  edit: [
    ...DECLARED.map((resource) => rule(resource, WRITE, "declares agents, teams and events")),
    rule(
      "agentruns",
      ["create", "delete", "deletecollection"],
      "triggers, retries, cancels and clears away runs; what a run was asked for never changes",
    ),
  ],
  admin: [rule("agentruns", ["update", "patch"], "labels and annotates runs")],
};
