/** The API group of every Tocsin kind. */
export const GROUP = "tocsin.dev";
/** The one served version. */
export const VERSION = "v1alpha1";
/** `apiVersion` of every Tocsin object. */
export const API_VERSION = `${GROUP}/${VERSION}` as const;
/** The category under which `kubectl get tocsin` lists all kinds. */
export const CATEGORY = "tocsin";
/** The command's name; also installed as `kubectl-<name>`. */
export const CLI_NAME = "tocsin";
/** Namespace that the operator is installed in unless told otherwise. */
export const OPERATOR_NAMESPACE = "tocsin-system";
/** Name of the operator's Service, and of what belongs to it. */
export const OPERATOR_NAME = "tocsin-operator";
/** This release; a test holds it to package.json. */
export const RELEASE = "0.1.0";
/** The image of the operator and of agents' pods, unless told otherwise. */
export const DEFAULT_IMAGE = `tocsin:${RELEASE}`;
