import { suite } from "uvu";
import * as assert from "uvu/assert";
import { ApiError } from "../../../../runtime/http/api/api-error.ts";
import { mediaTypeOf, requireJson, wantedForm } from "../../../../runtime/http/api/media-type.ts";

const formTest = suite("wantedForm");
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

for (const [accept, form] of [
  [undefined, "json"],
  ["", "json"],
  ["*/*", "json"],
  ["application/json, */*", "json"],
  [`${TABLE},application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json`, "table"],
  ["application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json", "json"],
  ["application/vnd.kubernetes.protobuf,application/json", "json"],
  ["application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json", "json"],
] as const) {
  formTest(`reads ${accept} as ${form}`, () => assert.is(wantedForm(accept), form));
}

for (const accept of ["application/vnd.kubernetes.protobuf", "application/yaml", ";;;", "text/html"]) {
  formTest(`does not serve ${accept}`, () => {
    assert.throws(
      () => wantedForm(accept),
      (error: unknown) => (error as ApiError).reason === "NotAcceptable",
    );
  });
}
formTest.run();

const jsonTest = suite("requireJson");

jsonTest("takes JSON where it stands beside what is not served", () => {
  requireJson("application/com.github.proto-openapi.spec.v3@v1.0+protobuf, application/json");
  requireJson(undefined);
});

jsonTest("refuses where JSON will not do", () => {
  assert.throws(
    () => requireJson("application/yaml"),
    (error: unknown) => error instanceof ApiError,
  );
});
jsonTest.run();

const typeTest = suite("mediaTypeOf");

typeTest("leaves parameters off and is deaf to case", () => {
  assert.is(mediaTypeOf("Application/JSON; charset=utf-8"), "application/json");
  assert.is(mediaTypeOf(undefined), "");
});
typeTest.run();
