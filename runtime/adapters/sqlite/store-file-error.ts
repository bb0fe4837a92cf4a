/** Why a store's file can't be opened. */
export type StoreFileFlaw = "taken" | "newer" | "foreign" | "unusable";

/** Thrown when a store's file can't be opened: by another process's doing, by its version or its content. */
export class StoreFileError extends Error {
  readonly flaw: StoreFileFlaw;

  constructor(flaw: StoreFileFlaw, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StoreFileError";
    this.flaw = flaw;
  }
}
