import * as assert from "uvu/assert";
import { StoreError, type StoreErrorReason } from "../../../runtime/ports/store-error.ts";

/** The refusal that a call ends in; fails where the call succeeds or is refused for another reason. */
export async function refusalOf(call: Promise<unknown>, reason: StoreErrorReason): Promise<StoreError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, StoreError, `expected a refusal for ${reason}`);
  assert.is((error as StoreError).reason, reason, (error as StoreError).message);
  return error as StoreError;
}

/** The fields that a refusal names, sorted. */
export function fieldsOf(error: StoreError): readonly string[] {
  return error.causes.map(({ field }) => field).sort();
}
