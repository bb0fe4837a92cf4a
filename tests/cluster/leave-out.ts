/**
 * Says what is not tested here and why. `npm run test:cluster` repeats it at the end, and fails in CI.
 *
 * On a line of its own: uvu prints a dot a test without ending the line.
 */
export function leaveOut(what: string, why: string): void {
  process.stdout.write(`\nleft out: ${what}: ${why}\n`);
}
