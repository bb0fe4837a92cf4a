import { suite } from "uvu";
import * as assert from "uvu/assert";
import { parseTemplate } from "../../../../runtime/domain/template/parse-template.ts";
import {
  FUNCTION_NAMES,
  fitsParameter,
  functionNamed,
  isFunctionName,
  parameterAt,
} from "../../../../runtime/domain/template/template-functions.ts";

const test = suite("isFunctionName");

test("knows the functions of the specification and nothing of Object", () => {
  assert.equal(FUNCTION_NAMES, ["default", "index", "lower", "quote", "toJson", "trim", "trunc", "upper"]);
  for (const name of FUNCTION_NAMES) assert.ok(isFunctionName(name));
  for (const name of ["constructor", "__proto__", "toString", "include", "env", ""])
    assert.not.ok(isFunctionName(name));
});

test("advises usages that parse", () => {
  for (const name of FUNCTION_NAMES)
    if (isFunctionName(name))
      assert.is(parseTemplate(`{{ ${functionNamed(name).usage} }}`).kind, "template", name);
});

test.run();

const parameters = suite("parameterAt");

parameters("repeats the rest of functions that take any number", () => {
  assert.is(parameterAt("index", 0), "list or object");
  assert.is(parameterAt("index", 7), "key or position");
  assert.is(parameterAt("trunc", 2), undefined);
});

parameters.run();

const fits = suite("fitsParameter");

fits("tells whole numbers and keys from other values", () => {
  assert.ok(fitsParameter("whole number", -3));
  for (const value of [1.5, "3", 1e300, null, true]) assert.not.ok(fitsParameter("whole number", value));
  assert.ok(fitsParameter("key or position", "a"));
  assert.ok(fitsParameter("key or position", 0));
  for (const value of [true, [], {}]) assert.not.ok(fitsParameter("key or position", value));
  assert.ok(fitsParameter("text", { any: 1 }));
});

fits.run();
