/** Longest that a read or a write may take, waiting for a connection included; the server allows itself 60 s. */
export const CALL_LIMIT_MS = 15_000;
/** A page of a list may be hundreds of megabytes on a busy machine. */
export const LIST_LIMIT_MS = 60_000;
/** Longest wait for TCP and TLS. */
export const CONNECT_LIMIT_MS = 5_000;
/** Connections to the API server at once; each watch has one of its own, the calls share the rest. */
export const MAX_CONNECTIONS = 48;
/** How long an idle connection is kept; the API server keeps it for 90 s and more. */
export const KEEP_ALIVE_MS = 30_000;
/** How long credentials and certificates are used before they are read again. */
export const CREDENTIALS_AGE_MS = 10_000;
/** The server is asked to end a watch between 4 and 6 minutes after its begin, as client-go asks for 5 to 10. */
export const WATCH_SECONDS = { atLeast: 240, atMost: 360 };
/** The server sends a bookmark each minute: a watch that misses two of them is dead. */
export const SILENCE_LIMIT_MS = 130_000;
/** A watch that the server ends sooner than this was not served; opening it again at once would only be a load. */
export const SHORTEST_WATCH_MS = 1_000;
/** Longest line of a watch: etcd holds 1.5 MiB an object, and escaping makes it six times as long at most. */
export const MAX_LINE_BYTES = 16 * 1_048_576;
/** Most characters of a server's message that are passed on, and most causes. */
export const MAX_MESSAGE_LENGTH = 4_096;
export const MAX_CAUSES = 100;
