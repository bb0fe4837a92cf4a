import { StoreError, StoreErrorReason } from "../../ports/store-error.ts";

/** Primary result codes of SQLite. Source: https://www.sqlite.org/rescode.html */
export const SqliteCode = { busy: 5, locked: 6, notADatabase: 26 } as const;

/** Extended result codes keep the primary one in their low byte. */
const PRIMARY_CODE_MASK = 0xff;

/** The primary result code of an error that SQLite reported, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & PRIMARY_CODE_MASK;
}

/** Turns whatever was thrown into a StoreError; what the database refuses (disk full, I/O) may pass by. */
export function asStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  const message =
    sqliteCode(error) === undefined
      ? `the store failed: ${detail}`
      : `the store's file can't be read or written now: ${detail}`;
  return new StoreError(StoreErrorReason.unavailable, message, { cause: error });
}
