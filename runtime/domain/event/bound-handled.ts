import { type Ledger, MAX_HANDLED } from "../../../lib/api/ledger.ts";

type Handled = NonNullable<Ledger["handled"]>;

/**
 * Keeps as many handled upstream runs as the ledger has room for. Those that are gone longest go first: they are
 * remembered against late creates alone, while a run that exists and is forgotten would fire again.
 */
export function boundHandled(entries: Handled): Handled {
  const excess = entries.length - MAX_HANDLED;
  if (excess <= 0) return entries;
  const longestGone = entries
    .filter((entry) => entry.goneAt !== undefined)
    .sort((one, other) => Date.parse(one.goneAt ?? "") - Date.parse(other.goneAt ?? ""))
    .slice(0, excess);
  const dropped = new Set(longestGone);
  return entries.filter((entry) => !dropped.has(entry)).slice(-MAX_HANDLED);
}
