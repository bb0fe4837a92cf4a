/** Thrown where a server can't listen on its address; the message says which, why and what to do. */
export class ListenError extends Error {
  /** Node's code, such as EADDRINUSE. */
  readonly code: string;

  constructor(address: string, cause: NodeJS.ErrnoException) {
    super(`can't listen on ${address}: ${explain(cause)}`, { cause });
    this.name = "ListenError";
    this.code = cause.code ?? "UNKNOWN";
  }
}

function explain(cause: NodeJS.ErrnoException): string {
  switch (cause.code) {
    case "EADDRINUSE":
      return "another process has taken it; stop that process or choose another port";
    case "EACCES":
      return "not permitted; choose a port above 1023";
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return "this machine has no such address";
    default:
      return cause.message;
  }
}
