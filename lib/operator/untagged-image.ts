/** Says why an image may be another one tomorrow; undefined where its tag or digest pins it. */
export function untaggedImage(image: string): string | undefined {
  if (/^[^@]+@sha256:[0-9a-f]{64}$/.test(image)) return undefined;
  // A colon before the last slash belongs to the registry's port.
  const tag = /^[^@]+:([^:/@]+)$/.exec(image)?.[1];
  if (tag === undefined) return `"${image}" has no tag; name a version or a digest`;
  return tag === "latest"
    ? `"${image}" may be another image tomorrow; name a version or a digest`
    : undefined;
}
