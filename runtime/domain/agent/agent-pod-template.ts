import type { Agent, AgentSpec } from "../../../lib/api/agent.ts";
import {
  AGENT_COMMAND,
  AGENT_CONTAINER,
  AGENT_FOLDER,
  AGENT_PORT_NAME,
  AgentFile,
  AgentVariable,
  NONROOT_ID,
} from "../../../lib/api/agent-pod.ts";
import { MAX_TIMEOUT_SECONDS } from "../../../lib/api/agent-team.ts";
import { Annotation, TASK_SECRET_KEY, taskSecretName } from "../../../lib/api/keys.ts";
import { AGENT_PORT } from "../../../lib/api/network.ts";
import type { Container, PodTemplate, ResourceAmounts, Volume } from "../../../lib/api/pod-template.ts";
import { type AgentDocument, agentDocument } from "./agent-document.ts";
import { agentLabels } from "./agent-labels.ts";
import { probeFields } from "./probe-fields.ts";
import type { SecretKeyRef } from "./provider-secret.ts";

/** What an agent's pods are made of, besides the agent. */
export type PodFacts = {
  readonly image: string;
  /** Names of Secrets to pull it with, of the agent's namespace; the kubelet passes over those that are not there. */
  readonly pullSecrets?: readonly string[] | undefined;
  /** Base address of the agent's provider. */
  readonly baseURL: string;
  readonly modelOverride?: string | undefined;
  /** The provider's key; absent: none is mounted. */
  readonly providerKey?: SecretKeyRef | undefined;
};

/** After the longest step: its result is fetched within ten seconds, and then the process has to end. */
const CLOSE_SECONDS = 30;
/** How long a pod that is taken down may work on: as long as the longest step. It ends as soon as it has no task. */
const AGENT_GRACE_SECONDS = MAX_TIMEOUT_SECONDS + CLOSE_SECONDS;
/** Node with the agent's server takes about 80 MB; tasks hold at most some megabytes each. */
const DEFAULT_REQUESTS = { cpu: "50m", memory: "128Mi" };
const DEFAULT_LIMITS = { memory: "512Mi" };
/** Readable by everybody in the pod, which is the one container; the files belong to root. */
const FILE_MODE = 0o444;

/**
 * The template of an agent's pods, within the restricted Pod Security Standard.
 *
 * What the pod is to be stands in an annotation that it reads as a file. A variable of the environment could not hold
 * a long prompt (Linux allows 128 KiB), and a ConfigMap would need rights of its own and change under running pods;
 * the annotation changes with the template, so a rolling update takes it to new pods alone.
 * Source: https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted
 */
export function agentPodTemplate(agent: Agent, facts: PodFacts): PodTemplate {
  const { pullSecrets = [] } = facts;
  const { name } = agent.metadata;
  const document: AgentDocument = agentDocument(agent, facts.baseURL, facts.modelOverride);
  return {
    metadata: {
      labels: agentLabels(name),
      annotations: {
        [Annotation.agentSpec]: JSON.stringify(document),
        [Annotation.maxTasks]: String(agent.spec.maxConcurrentTasks),
      },
    },
    spec: {
      // The model's words reach nothing of the cluster: the pod has no account, and no Service is named to it.
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: AGENT_GRACE_SECONDS,
      // As process 1 of its container it would be deaf to SIGTERM until it listens for it: a pod that is deleted while it
      // starts would go on for the whole grace, which is a day.
      shareProcessNamespace: true,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: NONROOT_ID,
        runAsGroup: NONROOT_ID,
        seccompProfile: { type: "RuntimeDefault" },
      },
      // Absent where there are none: the account of the namespace then names its own.
      ...(pullSecrets.length > 0 && { imagePullSecrets: pullSecrets.map((secret) => ({ name: secret })) }),
      containers: [container(agent, facts)],
      volumes: volumes(name, facts.providerKey),
    },
  };
}

function container(agent: Agent, { image, providerKey }: PodFacts): Container {
  const folders = [AgentFile.spec, AgentFile.taskToken, ...(providerKey ? [AgentFile.providerKey] : [])];
  return {
    name: AGENT_CONTAINER,
    image,
    imagePullPolicy: "IfNotPresent",
    command: AGENT_COMMAND,
    env: [
      { name: AgentVariable.podName, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      { name: AgentVariable.podUID, valueFrom: { fieldRef: { fieldPath: "metadata.uid" } } },
      { name: AgentVariable.podIP, valueFrom: { fieldRef: { fieldPath: "status.podIP" } } },
    ],
    ports: [{ name: AGENT_PORT_NAME, containerPort: AGENT_PORT, protocol: "TCP" }],
    resources: resources(agent.spec.resources),
    ...probeFields(agent),
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    },
    volumeMounts: folders.map(({ folder }) => ({
      name: folder,
      mountPath: `${AGENT_FOLDER}/${folder}`,
      readOnly: true,
    })),
  };
}

/** An amount that the agent names counts alone: a default beside it could be less than what is requested. */
function resources(given: AgentSpec["resources"]) {
  const { requests = {}, limits = {} } = given ?? {};
  const isGiven = (what: keyof ResourceAmounts) => (requests[what] ?? limits[what]) !== undefined;
  const defaults = (amounts: ResourceAmounts) =>
    Object.fromEntries(Object.entries(amounts).filter(([what]) => !isGiven(what as keyof ResourceAmounts)));
  return {
    requests: { ...defaults(DEFAULT_REQUESTS), ...requests },
    limits: { ...defaults(DEFAULT_LIMITS), ...limits },
  };
}

function volumes(agent: string, providerKey: SecretKeyRef | undefined): readonly Volume[] {
  const { spec, taskToken, providerKey: keyFile } = AgentFile;
  const fieldPath = `metadata.annotations['${Annotation.agentSpec}']`;
  const secret = (secretName: string, key: string, path: string, optional: boolean) => ({
    secretName,
    // What is missing must not keep a pod from starting where it can do without, nor a running one from restarting.
    optional,
    defaultMode: FILE_MODE,
    items: [{ key, path }],
  });
  return [
    {
      name: spec.folder,
      downwardAPI: { defaultMode: FILE_MODE, items: [{ path: spec.name, fieldRef: { fieldPath } }] },
    },
    {
      name: taskToken.folder,
      secret: secret(taskSecretName(agent), TASK_SECRET_KEY, taskToken.name, false),
    },
    ...(providerKey === undefined
      ? []
      : [
          {
            name: keyFile.folder,
            secret: secret(providerKey.name, providerKey.key, keyFile.name, true),
          },
        ]),
  ];
}
